"""Counting values by seat and outcome, compiled: chunks of a quick game are over in no time."""

from functools import cache
from typing import Any

import numpy as np
from numba import types

from sims.core.jit import entry


def _count(values, outcomes, least, counts):
    """Add one to `counts[seat, item, value - least, outcome]` for each value that is not left out.

    `values` has the shape (games, seats, items), `outcomes` (games, seats).
    """
    for game in range(values.shape[0]):
        for seat in range(values.shape[1]):
            outcome = outcomes[game, seat]
            for item in range(values.shape[2]):
                value = values[game, seat, item]
                if value >= 0:
                    counts[seat, item, value - least, outcome] += 1


@cache
def _compiled() -> Any:
    layout = (types.int32[:, :, ::1], types.uint8[:, ::1], types.int64, types.int64[:, :, :, ::1])
    return entry(types.none(*layout))(_count)


def count(values: np.ndarray, outcomes: np.ndarray, kinds: int) -> tuple[int, np.ndarray]:
    """How many games had each value: (the least value, counts by seat, item, value and outcome).

    `values` are whole numbers of shape (games, seats, items), below 0 to be left out; `outcomes`
    are numbers below `kinds` of shape (games, seats).
    """
    values = np.ascontiguousarray(values, np.int32)
    least, most = int(values.min(initial=0)), int(values.max(initial=0))
    least = max(least, 0)
    counts = np.zeros((*values.shape[1:], max(most - least, 0) + 1, kinds), np.int64)
    _compiled()(values, np.ascontiguousarray(outcomes, np.uint8), least, counts)
    return least, counts
