"""Tallies: hand-counted records, and adding in any order."""

import itertools
import json
from dataclasses import replace

import numpy as np
import pytest

from sims.core.catalogue import games
from sims.core.contract import Measure
from sims.core.tally import DRAW, UNFINISHED, Tally, tally

GAME = replace(
    next(iter(games().values())),
    endings=("high", "alone", "draw", "unfinished"),
    measures=(
        Measure("score", "score", "count", "score", "", won_only=True),
        Measure("late", "late", "flag", "late", ""),
        Measure("out", "out", "mask", "out", ""),
        Measure("cards", "cards", "seats", "cards", ""),
    ),
)
DTYPE = np.dtype(
    [
        ("winner", np.int8), ("ended", np.uint8), ("turns", np.int32), ("decisions", np.int32),
        ("choices", np.int32), ("score", np.int32), ("late", np.uint8), ("out", np.uint8),
        ("cards", np.uint8, (4,)),
    ]
)  # fmt: skip
RECORDS = np.array(
    [
        # winner, ended, turns, decisions, choices, score, late, out, cards
        (0, 0, 10, 30, 20, 33, 0, 0b000, (1, 2, 3, 9)),
        (2, 1, 12, 31, 21, 5, 1, 0b011, (0, 0, 250, 9)),
        (DRAW, 2, 10, 32, 22, 0, 0, 0b111, (4, 4, 4, 9)),
        (UNFINISHED, 3, 50, 99, 77, 0, 1, 0b010, (5, 0, 0, 9)),
        (2, 0, 11, 40, 9, 33, 0, 0b001, (1, 1, 250, 9)),
    ],
    dtype=DTYPE,
)


def test_hand_counted_records():
    counted = tally(GAME, 3, RECORDS)
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
    assert counted.seats == {"out": [3, 3, 1], "cards": [11, 7, 507]}
    assert counted.seat_squares["cards"] == [43, 21, 9 + 250**2 + 16 + 250**2]  # no overflow


def test_no_records():
    counted = tally(GAME, 3, RECORDS[:0])
    assert (counted.games, counted.wins, counted.ended) == (0, [0, 0, 0], [0, 0, 0, 0])
    assert counted + tally(GAME, 3, RECORDS) == tally(GAME, 3, RECORDS)
    assert Tally(3) + Tally(3) == Tally(3)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_parts_add_up_in_any_order(order):
    parts = [RECORDS[:1], RECORDS[1:3], RECORDS[3:3], RECORDS[3:]]
    total = Tally(3)
    for index in order:
        total = total + tally(GAME, 3, parts[index])
    assert total == tally(GAME, 3, RECORDS)
    assert total.plain() == tally(GAME, 3, RECORDS).plain()


def test_adding_is_associative_and_changes_neither():
    a, b, c = (tally(GAME, 3, RECORDS[part]) for part in (slice(0, 2), slice(2, 3), slice(3, 5)))
    before = json.dumps(a.plain())
    assert (a + b) + c == a + (b + c) == c + (a + b)
    assert json.dumps(a.plain()) == before


def test_plain_values_give_the_tally_back():
    counted = tally(GAME, 3, RECORDS)
    plain = json.loads(json.dumps(counted.plain()))
    assert Tally.of_plain(plain) == counted
    assert list(plain["turns"]) == ["10", "11", "12", "50"]


def test_tallies_of_other_player_counts_do_not_add():
    with pytest.raises(ValueError, match="zip"):
        tally(GAME, 3, RECORDS) + tally(GAME, 4, RECORDS)
