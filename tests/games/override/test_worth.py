"""What `balanced` makes of a table: worked out for all seats at once as for one, and by hand."""

import numpy as np
import pytest
from numba import njit, types

from sims.core.lanes import load, store
from sims.games.override.strategies import _worth as W
from sims.games.override.strategies._notes import FAR, NOTES_DTYPE, notes_type

SEATS = 8
WINNING = 25.0


@njit(types.void(notes_type[::1]))
def all_at_once(boxes):
    """Of every seat, then of seat 3 in eight ways; in `spare` and `spare_cred`."""
    now = boxes[0]
    cred, left = load(now.cred), load(now.left)
    store(now.spare, W.worths(now, W.tastes(now), cred, left))
    store(now.spare_cred, W.worths(now, W.taste_of(now, np.uint64(3)), cred, left))


@njit(types.float64(notes_type[::1], types.uint64, types.float32, types.float32))
def one_by_one(boxes, seat, cred, left):
    return W.worth(boxes[0], seat, cred, left)


def table(rng):
    """Notes with any taste, and tables near every limit."""
    boxes = np.zeros(1, NOTES_DTYPE)
    now = boxes[0]
    now["winning"] = WINNING
    now["cred"] = rng.choice([0, 7, 12, 24, 25, 26, 40], SEATS)
    now["left"] = rng.choice([-1, 0, 1, 2, 3, FAR], SEATS)
    for name in ("slope", "late", "edge", "brink", "jail", "win"):
        now[name] = rng.normal(size=SEATS)
    now["knee"] = rng.uniform(0, WINNING, SEATS)
    return boxes


@pytest.mark.parametrize("seed", range(20))
def test_eight_at_a_time_are_worked_out_as_one(seed):
    """To the bit: the look ahead compares the one with the other."""
    boxes = table(np.random.default_rng(seed))
    all_at_once(boxes)
    now = boxes[0]
    for seat in range(SEATS):
        cred, left = now["cred"][seat], now["left"][seat]
        assert now["spare"][seat] == one_by_one(boxes, seat, cred, left)
        assert now["spare_cred"][seat] == one_by_one(boxes, 3, cred, left)


# cred, government hacks to go -> worth: 0.5 a cred, 2 more above 12, -4 on the brink, -1 next to
# it, -100 in jail, 8 a cred from the winning cred of 25 on.
BY_HAND = {
    (10, 3): 5.0,
    (14, 3): 7.0 + 4.0,
    (10, 2): 5.0 - 1.0,
    (14, 1): 7.0 + 4.0 - 4.0,
    (24, 1): 12.0 + 24.0 - 4.0,
    (25, 1): 200.0,
    (26, 3): 208.0,
    (26, 0): -100.0,
    (10, -1): -100.0,
    (10, FAR): 5.0,
}


@pytest.mark.parametrize("case", BY_HAND)
def test_worth_by_hand(case):
    boxes = np.zeros(1, NOTES_DTYPE)
    now = boxes[0]
    now["winning"] = WINNING
    for name, value in {
        "slope": 0.5, "late": 2, "knee": 12, "edge": -1, "brink": -4, "jail": -100, "win": 8,
    }.items():  # fmt: skip
        now[name][5] = value
    assert one_by_one(boxes, 5, *case) == BY_HAND[case]
