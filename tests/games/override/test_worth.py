"""What `balanced` looks up in a table is what it works out."""

import numpy as np
import pytest
from numba import njit, types

from sims.games.override.records import RULES_DTYPE, rules_type
from sims.games.override.strategies import _worth as W
from sims.games.override.strategies._notes import NOTES_DTYPE, notes_type

SEATS = 6
LIMIT, WINNING = 3, 25


@njit(types.float64(notes_type[::1], rules_type[::1]))
def fill(boxes, rules):
    W.tabulate(boxes[0], rules[0])
    return 0.0


@njit(
    types.float64(
        notes_type[::1], rules_type[::1], types.int64, types.int64, types.int64, types.boolean
    )
)
def change(boxes, rules, seat, cred, gov, is_tabulated):
    return W.change(boxes[0], rules[0], is_tabulated, np.uint64(seat), cred, gov)


@pytest.mark.parametrize("top", [1, 8, W.MOST_CRED])
def test_every_change_by_a_card_or_two_is_tabulated_as_it_is_worked_out(top):
    rng = np.random.default_rng(top)
    rules, boxes = np.zeros(1, RULES_DTYPE), np.zeros(1, NOTES_DTYPE)
    rules["players"], rules["top_cred"] = SEATS, top
    now = boxes[0]
    now["winning"], now["limit"], now["span"], now["knee"], now["crest"] = WINNING, LIMIT, 5, 12, 15
    now["cred"][:SEATS] = rng.integers(0, WINNING, SEATS)
    now["gov"][:SEATS] = [0, 1, 2, 2, LIMIT, 1]
    now["reach"][:SEATS] = rng.integers(0, 12, SEATS)
    for name in ("slope", "late", "envy", "near", "spring", "jail", "win", "value"):
        now[name][:SEATS] = rng.normal(size=SEATS)
    now["standing"][:] = rng.normal(size=(8, 4))
    fill(boxes, rules)
    seen = set()
    for seat in range(SEATS):
        for gov in (-1, 0, 1):
            for cred in range(-top, top + 1):
                worked_out = change(boxes, rules, seat, cred, gov, False)
                assert change(boxes, rules, seat, cred, gov, True) == worked_out
                seen.add(worked_out)
    assert len(seen) > SEATS * top
