"""What values of seats have to do with winning, compiled: a quick game's chunk takes no time."""

from functools import cache
from typing import Any

import numpy as np
from numba import types

from sims.core.jit import entry, part

UNFINISHED = -2
"""A winner that is not known yet; -1 is nobody."""

OTHER, WON, OPEN = range(3)
"""What a game is to a seat: it won, nobody did yet (`OPEN`), or anything else."""


def _count(values, winner, least, counts):
    """Add one to `counts[seat, item, value - least, outcome]` for each value that is not left out.

    `values` has the shape (games, seats, items), `winner` (games,).
    """
    for game in range(values.shape[0]):
        won = winner[game]
        rest = OPEN if won == UNFINISHED else OTHER
        for seat in range(values.shape[1]):
            outcome = WON if won == seat else rest
            for item in range(values.shape[2]):
                value = values[game, seat, item]
                if value >= 0:
                    counts[seat, item, value - least, outcome] += 1


@cache
def _compiled() -> Any:
    layout = (types.int32[:, :, ::1], types.int64[::1], types.int64, types.int64[:, :, :, ::1])
    return entry(types.none(*layout))(_count)


FINISHED, UNFINISHED_LEAST, UNFINISHED_MOST = range(3)
"""Rows of contrast sums: games with a result; the others if the least, or the most, had won."""

SUMS = ("games", "d", "dd", "dq", "q", "qq")
"""What is summed over games, see `contrasts`."""


def _contrast(values, winner, sums):
    """Add up the contrasts of each game, into `sums[item, row, sum]`.

    Some games at a time, which stay in the fastest cache, and of these item by item, so that the
    sums stay in registers.
    """
    games, seats, items = values.shape
    for start in range(0, games, _AT_ONCE):
        end = min(start + _AT_ONCE, games)
        for item in range(items):
            counted = sum_d = sum_dd = sum_dq = sum_q = sum_qq = np.int64(0)
            for game in range(start, end):
                won = winner[game]
                least, _, total, q = _spread(values, game, item)
                if least < 0 or won == UNFINISHED:
                    continue
                d = seats * np.int64(values[game, won, item]) - total if won >= 0 else np.int64(0)
                counted += 1
                sum_d += d
                sum_dd += d * d
                sum_dq += d * q
                sum_q += q
                sum_qq += q * q
            _add(sums[item, FINISHED], counted, sum_d, sum_dd, sum_dq, sum_q, sum_qq)
    for game in range(games):
        if winner[game] == UNFINISHED:
            for item in range(items):
                least, most, total, q = _spread(values, game, item)
                if least >= 0:
                    low, high = seats * least - total, seats * most - total
                    _add(sums[item, UNFINISHED_LEAST], 1, low, low * low, low * q, q, q * q)
                    _add(sums[item, UNFINISHED_MOST], 1, high, high * high, high * q, q, q * q)


_AT_ONCE = 64


@part
def _spread(values, game, item):
    """The least and the most of a game's values, their sum, and q."""
    seats = values.shape[1]
    least = most = np.int64(values[game, 0, item])
    total, squares = least, least * least
    for seat in range(1, seats):
        value = np.int64(values[game, seat, item])
        least, most = min(least, value), max(most, value)
        total += value
        squares += value * value
    return least, most, total, seats * squares - total * total


@part
def _add(sums, counted, d, dd, dq, q, qq):
    sums[0] += counted
    sums[1] += d
    sums[2] += dd
    sums[3] += dq
    sums[4] += q
    sums[5] += qq


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
    sums = np.zeros((values.shape[2], 3, len(SUMS)), np.int64)
    whole = np.ascontiguousarray(values, np.int32)
    _compiled_contrast()(whole, np.ascontiguousarray(winner, np.int64), sums)
    return sums


def count(values: np.ndarray, winner: np.ndarray) -> tuple[int, np.ndarray]:
    """How many games had each value: (the least value, counts by seat, item, value and outcome).

    `values` are whole numbers of shape (games, seats, items), below 0 to be left out; `winner` as
    for `contrasts`. Outcomes are `OTHER`, `WON` and `OPEN`.
    """
    values = np.ascontiguousarray(values, np.int32)
    least, most = int(values.min(initial=0)), int(values.max(initial=0))
    least = max(least, 0)
    counts = np.zeros((*values.shape[1:], max(most - least, 0) + 1, 3), np.int64)
    _compiled()(values, np.ascontiguousarray(winner, np.int64), least, counts)
    return least, counts
