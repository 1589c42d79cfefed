"""What values of seats have to do with winning, compiled: a quick game's chunk takes no time."""

from functools import cache
from typing import Any

import numpy as np
from numba import types

from sims.core.jit import entry, part


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


UNFINISHED = -2
"""A winner that is not known yet; -1 is nobody."""

FINISHED, UNFINISHED_LEAST, UNFINISHED_MOST = range(3)
"""Rows of contrast sums: games with a result; the others if the least, or the most, had won."""

SUMS = ("games", "d", "dd", "dq", "q", "qq")
"""What is summed over games, see `contrasts`."""


def _contrast(values, winner, sums):
    """Add up the contrasts of each game, into `sums[row, sum, item]`.

    The loops over items are the inner ones, so that they become vectors.
    """
    games, seats, items = values.shape
    total, q, d = np.zeros(items, np.int64), np.zeros(items, np.int64), np.zeros(items, np.int64)
    for game in range(games):
        total[:] = 0
        q[:] = 0
        for seat in range(seats):
            for item in range(items):
                value = np.int64(values[game, seat, item])
                total[item] += value
                q[item] += value * value
        for item in range(items):
            q[item] = seats * q[item] - total[item] * total[item]
        won = winner[game]
        if won >= 0:
            for item in range(items):
                d[item] = seats * np.int64(values[game, won, item]) - total[item]
            _add(sums[FINISHED], values[game], d, q)
        elif won == UNFINISHED:
            for row in (UNFINISHED_LEAST, UNFINISHED_MOST):
                for item in range(items):
                    found = np.int64(values[game, 0, item])
                    for seat in range(1, seats):
                        value = np.int64(values[game, seat, item])
                        is_found = (value < found) == (row == UNFINISHED_LEAST)
                        found = value if is_found else found
                    d[item] = seats * found - total[item]
                _add(sums[row], values[game], d, q)
        else:
            d[:] = 0
            _add(sums[FINISHED], values[game], d, q)


@part
def _add(sums, values, d, q):
    """One game more; not for the items of which somebody's value is left out."""
    seats, items = values.shape
    for item in range(items):
        counts = np.int64(1)
        for seat in range(seats):
            counts &= np.int64(values[seat, item] >= 0)
        sums[0, item] += counts
        sums[1, item] += counts * d[item]
        sums[2, item] += counts * d[item] * d[item]
        sums[3, item] += counts * d[item] * q[item]
        sums[4, item] += counts * q[item]
        sums[5, item] += counts * q[item] * q[item]


@cache
def _compiled_contrast() -> Any:
    layout = (types.int32[:, :, ::1], types.int64[::1], types.int64[:, :, ::1])
    return entry(types.none(*layout))(_contrast)


def contrasts(values: np.ndarray, winner: np.ndarray) -> np.ndarray:
    """Sums over games that tell what one more of an item is worth, shape (items, rows, `SUMS`).

    `values` are whole numbers of shape (games, seats, items), `winner` seats (-1 nobody, -2 not
    finished). Of a game with n seats, q is n times the sum of the squared distances of its values
    from their mean, and d is n times the distance of the winner's value from that mean, 0 without
    a winner. The sum of d over that of q is the slope of winning on the value within games. Games
    with a value that is left out, below 0, do not count.
    """
    sums = np.zeros((3, len(SUMS), values.shape[2]), np.int64)
    whole = np.ascontiguousarray(values, np.int32)
    _compiled_contrast()(whole, np.ascontiguousarray(winner, np.int64), sums)
    return sums.transpose(2, 0, 1)


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
