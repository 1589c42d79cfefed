"""Tallies: hand-counted records, and adding in any order."""

import itertools
import json
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from sims.core.catalogue import games
from sims.core.contract import Cell, Measure, Trait
from sims.core.tally import DRAW, UNFINISHED, WIDEST, Tally, _histogram, tally

GAME = replace(
    next(iter(games().values())),
    endings=("high", "alone", "draw", "unfinished"),
    measures=(
        Measure("score", "score", "count", "score", "", won_only=True),
        Measure("late", "late", "flag", "late", ""),
        Measure("out", "out", "mask", "out", ""),
        Measure("cards", "cards", "seats", "cards", ""),
        Measure("lost", "cards", "seats", "cards of losers", "", lost_only=True),
    ),
    traits=(
        Trait("held", "held", "", lambda records, cell: records["held"][:, : cell.players], "ab"),
        Trait(
            "who", "who", "", lambda records, cell: records["who"][:, : cell.players, None],
            names=lambda cell: {7: "Seven"}, won="round",
        ),
    ),
)  # fmt: skip
THREE = Cell("toy", 3, "", {}, {}, {})
DTYPE = np.dtype(
    [
        ("winner", np.int8), ("ended", np.uint8), ("turns", np.int32), ("decisions", np.int32),
        ("choices", np.int32), ("score", np.int32), ("late", np.uint8), ("out", np.uint8),
        ("cards", np.uint8, (4,)), ("held", np.uint8, (4, 2)), ("who", np.int32, (4,)),
        ("round", np.int8),
    ]
)  # fmt: skip
RECORDS = np.array(
    [
        # winner, ended, turns, decisions, choices, score, late, out, cards,
        #   held, who, round
        (0, 0, 10, 30, 20, 33, 0, 0b000, (1, 2, 3, 9),
            ((1, 0), (0, 2), (1, 0), (9, 9)), (7, 5, 5, 9), 1),
        (2, 1, 12, 31, 21, 5, 1, 0b011, (0, 0, 250, 9),
            ((0, 0), (1, 1), (1, 1), (9, 9)), (5, 7, 5, 9), 1),
        (DRAW, 2, 10, 32, 22, 0, 0, 0b111, (4, 4, 4, 9),
            ((0, 2), (1, 0), (1, 0), (9, 9)), (-1, 5, 7, 9), DRAW),
        (UNFINISHED, 3, 50, 99, 77, 0, 1, 0b010, (5, 0, 0, 9),
            ((2, 0), (0, 1), (0, 1), (9, 9)), (7, 7, 5, 9), 0),
        (2, 0, 11, 40, 9, 33, 0, 0b001, (1, 1, 250, 9),
            ((0, 0), (1, 0), (1, 2), (9, 9)), (5, 5, 7, 9), 2),
    ],
    dtype=DTYPE,
)  # fmt: skip


def test_hand_counted_records():
    counted = tally(GAME, THREE, RECORDS)
    assert counted.games == 5
    assert counted.wins == [1, 0, 2]
    assert (counted.draws, counted.unfinished) == (1, 1)
    assert counted.ended == [2, 1, 1, 1]
    assert (counted.decisions, counted.choices) == (232, 149)
    assert dict(counted.turns) == {10: 2, 11: 1, 12: 1, 50: 1}
    assert dict(counted.histograms["score"]) == {33: 2, 5: 1}  # won games alone
    assert dict(counted.histograms["late"]) == {0: 3, 1: 2}
    assert dict(counted.histograms["out"]) == {0: 1, 1: 2, 2: 1, 3: 1}
    assert dict(counted.histograms["cards"]) == {6: 1, 250: 1, 12: 1, 5: 1, 252: 1}
    # Seat 1 has won the first game, seat 3 the second and the last one.
    lost = [11 - 1, 7, 507 - 250 - 250]
    assert counted.seats == {"out": [3, 3, 1], "cards": [11, 7, 507], "lost": lost}
    assert dict(counted.histograms["lost"]) == {5: 2, 0: 1, 12: 1, 2: 1}
    assert [counted.seat_games(m) for m in GAME.measures[-2:]] == [[5, 5, 5], [4, 5, 3]]
    assert counted.seat_squares["cards"] == [43, 21, 9 + 250**2 + 16 + 250**2]  # no overflow


def test_hand_counted_traits():
    """By item, seat and value: what became of the game (0 other, 1 won, 2 unfinished)."""
    held = tally(GAME, THREE, RECORDS).traits["held"]
    assert sum(held.values()) == 5 * 3 * 2
    # Seat 1 held one a in the first game, which it won; two in the unfinished one; else none.
    assert {key: n for key, n in held.items() if key[:2] == (0, 0)} == {
        (0, 0, 1, 1): 1, (0, 0, 2, 2): 1, (0, 0, 0, 0): 3,
    }  # fmt: skip
    # Seat 3 held two b in the last game, which it won, and one in the second, which it won too.
    assert {key: n for key, n in held.items() if key[:2] == (1, 2)} == {
        (1, 2, 0, 0): 2, (1, 2, 1, 1): 1, (1, 2, 1, 2): 1, (1, 2, 2, 1): 1,
    }  # fmt: skip
    # `who` is about who won the round; the draw's seat 1 is left out.
    who = tally(GAME, THREE, RECORDS).traits["who"]
    assert {key: n for key, n in who.items() if key[1] == 0} == {
        (0, 0, 7, 0): 1, (0, 0, 5, 0): 2, (0, 0, 7, 1): 1,
    }  # fmt: skip
    assert [GAME.traits[1].value_name(THREE, value) for value in (5, 7)] == ["5", "Seven"]


def test_hand_counted_contrasts():
    """Of `a` as `sims.core.counting.contrasts` has it; nobody won the third game."""
    [a, _] = tally(GAME, THREE, RECORDS).contrasts["held"]
    # a is (1 0 1), (0 1 1), (0 1 1), (2 0 0), (0 1 1); won by seats 1, 3, nobody, open, 3.
    # q is 3 * 2 - 4 = 2, but 3 * 4 - 4 = 8 of the open game; d is 3 - 2 = 1, with nobody 0.
    assert a == [[4, 3, 3, 6, 8, 16], [1, -2, 4, -16, 8, 64], [1, 4, 16, 32, 8, 64]]
    # The draw's seat 1 has no `who`: it does not count, so 4 games of `round` do.
    [who] = tally(GAME, THREE, RECORDS).contrasts["who"]
    assert who[0][0] == 4


def test_a_trait_that_nobody_has_is_counted_as_nothing():
    trait = replace(GAME.traits[1], read=lambda records, cell: records["who"][:, :3, None] * 0 - 1)
    assert tally(replace(GAME, traits=(trait,)), THREE, RECORDS).traits["who"] == {}


@pytest.mark.parametrize("scores", [[5, 5, 9], [0, 2_000_000_000, 7], [-3, 4, -3], []])
def test_histograms_of_values_close_by_and_far_apart(scores):
    records = np.zeros(len(scores), DTYPE)
    records["score"] = scores
    assert tally(GAME, THREE, records).histograms["score"] == Counter(scores)


def test_no_records():
    counted = tally(GAME, THREE, RECORDS[:0])
    assert (counted.games, counted.wins, counted.ended) == (0, [0, 0, 0], [0, 0, 0, 0])
    assert counted + tally(GAME, THREE, RECORDS) == tally(GAME, THREE, RECORDS)
    assert Tally(3) + Tally(3) == Tally(3)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_parts_add_up_in_any_order(order):
    parts = [RECORDS[:1], RECORDS[1:3], RECORDS[3:3], RECORDS[3:]]
    total = Tally(3)
    for index in order:
        total = total + tally(GAME, THREE, parts[index])
    assert total == tally(GAME, THREE, RECORDS)
    assert total.plain() == tally(GAME, THREE, RECORDS).plain()


def test_adding_is_associative_and_changes_neither():
    a, b, c = (
        tally(GAME, THREE, RECORDS[part]) for part in (slice(0, 2), slice(2, 3), slice(3, 5))
    )
    before = json.dumps(a.plain())
    assert (a + b) + c == a + (b + c) == c + (a + b)
    assert json.dumps(a.plain()) == before


def test_plain_values_give_the_tally_back():
    counted = tally(GAME, THREE, RECORDS)
    plain = json.loads(json.dumps(counted.plain()))
    assert Tally.of_plain(plain) == counted
    assert list(plain["turns"]) == ["10", "11", "12", "50"]


def test_tallies_of_other_player_counts_do_not_add():
    with pytest.raises(ValueError, match="zip"):
        tally(GAME, THREE, RECORDS) + tally(GAME, replace(THREE, players=4), RECORDS)


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64])
@pytest.mark.parametrize("values", [[], [0], [3, 3, 5], [-2, 7, -2, 100]])
def test_histograms_count_each_value(values, dtype):
    if dtype == np.uint8:
        values = [abs(value) for value in values]
    counted = {value: values.count(value) for value in values}
    assert _histogram(np.array(values, dtype)) == counted


def test_values_far_apart_are_counted_too():
    values = [-5, 2 * WIDEST, -5, 10**15]
    assert _histogram(np.array(values)) == {-5: 2, 2 * WIDEST: 1, 10**15: 1}
