"""Eight numbers at a time do what eight numbers do one by one."""

import operator

import numpy as np
import pytest
from numba import from_dtype, njit, types

from sims.core.lanes import (
    LANES,
    counts,
    firsts,
    higher,
    highest,
    lanes_in,
    load,
    load_row,
    load_words,
    members,
    numbers,
    select,
    store,
    store_row,
    union,
)

ITEM = np.dtype([("low", np.uint32), ("high", np.uint32)])
BOX = np.dtype(
    [
        ("a", np.float32, (LANES,)),
        ("b", np.float32, (LANES,)),
        ("to", np.float32, (LANES,)),
        ("v", np.uint64, (LANES,)),
        ("w", np.uint64, (LANES,)),
        ("sets", np.uint64, (LANES,)),
        ("small", np.uint8, (LANES,)),
        ("rows", np.float32, (3, LANES)),
        ("items", ITEM, (2 * LANES,)),
        ("x", np.float64),
        ("word", np.uint64),
        ("number", np.float64),
    ],
    align=True,
)
FLOATS = np.array([-2.5, -1, -0.0, 0, 1, 1.5, 3, 1e6], np.float32)
OTHERS = np.array([3, -1, 0, 0.1, 1.5, 1.5, -7, 1e-3], np.float32)
WORDS = np.array([0, 1, 6, 40, 1 << 63, 2**64 - 1, 12, 0b1011 << 40], np.uint64)
SETS = np.array([5, 1, 4, 8, 1 << 63, 3, 0, 2**64 - 1], np.uint64)


def run(function):
    """Compile a function of one record, and call it with one that holds the numbers above."""
    box_type = from_dtype(BOX)
    boxes = np.zeros(1, BOX)
    box = boxes[0]
    box["a"], box["b"], box["v"], box["w"] = FLOATS, OTHERS, WORDS, SETS
    box["x"], box["small"] = 1.5, [0, 1, 2, 3, 0, 200, 255, 0]
    box["rows"] = np.arange(3 * LANES).reshape(3, LANES)
    box["items"]["low"], box["items"]["high"] = np.arange(2 * LANES), 7
    part = njit(error_model="numpy")(function)

    @njit(types.void(box_type[::1]))
    def call(boxes):
        part(boxes[0])

    call(boxes)
    return box


def plus(box):
    store(box.to, load(box.a) + load(box.b))


def minus(box):
    store(box.to, load(box.a) - load(box.b))


def times(box):
    store(box.to, load(box.a) * load(box.b))


def the_higher(box):
    store(box.to, higher(load(box.a), load(box.b)))


def with_a_number(box):
    store(box.to, 2.0 * load(box.a) - box.x)


def of_a_row(box):
    store(box.to, load_row(box.rows, 2))


def the_numbers(box):
    store(box.to, numbers())


def the_counts(box):
    store(box.to, counts(load(box.v)))


def chosen(box):
    mask = (load(box.a) >= 1.0) & ~(load(box.b) == box.x)
    store(box.to, select(mask | (load(box.small) == np.uint64(3)), load(box.a), -1.0))


FLOAT_CASES = {
    plus: FLOATS + OTHERS,
    minus: FLOATS - OTHERS,
    times: FLOATS * OTHERS,
    the_higher: np.maximum(FLOATS, OTHERS),
    with_a_number: np.float32(2) * FLOATS - np.float32(1.5),
    of_a_row: np.arange(16, 24),
    the_numbers: np.arange(8),
    the_counts: [int(word).bit_count() for word in WORDS],
    chosen: [-1, -1, -1, 0, -1, -1, 3, 1e6],
}


@pytest.mark.parametrize("function", FLOAT_CASES, ids=lambda f: f.__name__)
def test_floats(function):
    """Rounded as numpy rounds 32-bit floats, to the bit."""
    expected = np.asarray(FLOAT_CASES[function], np.float32)
    assert run(function)["to"].tolist() == expected.tolist()


def both(box):
    store(box.sets, load(box.v) & load(box.w))


def either(box):
    store(box.sets, load(box.v) | np.uint64(1))


def others(box):
    store(box.sets, ~load(box.v))


def lowest_of_each(box):
    store(box.sets, firsts(load(box.v)))


WORD_CASES = {
    both: WORDS & SETS,
    either: WORDS | np.uint64(1),
    others: ~WORDS,
    lowest_of_each: WORDS & (~WORDS + np.uint64(1)),
}


@pytest.mark.parametrize("function", WORD_CASES, ids=lambda f: f.__name__)
def test_words(function):
    assert run(function)["sets"].tolist() == WORD_CASES[function].tolist()


COMPARED = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
    "!=": operator.ne,
}  # fmt: skip


@pytest.mark.parametrize("sign", COMPARED)
@pytest.mark.parametrize(("one", "two"), [("a", "b"), ("v", "w")])
def test_comparisons(sign, one, two):
    """The set of the lanes for which it holds, and from a set the mask again."""
    source = (
        f"def f(box): box.word = members(lanes_in(members(load(box.{one}) {sign} load(box.{two}))))"
    )
    names = {"members": members, "lanes_in": lanes_in, "load": load}
    exec(source, names)  # one function for each sign: numba compiles what it can read
    first, second = (FLOATS, OTHERS) if one == "a" else (WORDS, SETS)
    expected = sum(1 << i for i, holds in enumerate(COMPARED[sign](first, second)) if holds)
    assert int(run(names["f"])["word"]) == expected


def folded(box):
    box.number = highest(load(box.b))
    box.word = union(load(box.v) & ~load(box.w))
    store_row(box.rows, 1, load(box.a))


def test_all_lanes_made_one_and_a_row_written():
    box = run(folded)
    assert box["number"] == 3
    assert int(box["word"]) == int(np.bitwise_or.reduce(WORDS & ~SETS))
    assert box["rows"].tolist() == [list(range(8)), FLOATS.tolist(), list(range(16, 24))]


def from_items(box):
    store(box.sets, load_words(box.items, 3))


def test_records_of_a_word_each():
    assert run(from_items)["sets"].tolist() == [7 << 32 | place for place in range(3, 11)]
