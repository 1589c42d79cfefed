"""The change of a table's worst seat: how much farther from an equal share it is than before.

W is the largest distance of a seat's rate from 1/n. The largest of several noisy distances is too
large on average, so the difference of two observed W with a plain interval would be wrong. Here the
interval needs no such luck:

* Let s be the seat that is truly worst before, and t the one after. Nobody knows which they are,
  but a seat can be ruled out if its largest possible distance is smaller than some other seat's
  least possible one. The rest are **candidates**; s and t are among them, whenever the intervals of
  all rates hold at once.
* W after is at least the distance of s after. So the change of W is at least the change of the
  distance of s, hence at least the **smallest lower bound** over the candidates before. In the same
  way it is at most the **largest upper bound** over the candidates after.
* The change of W is the distance of t after minus that of s before, so it also lies between the
  smallest and the largest bound of that difference over the candidates for s and t.
* Nor can it leave what the intervals of all rates allow W before and W after to be.

Each bound concerns seats that are fixed, though unknown, so no correction for the number of seats
is due there (an intersection-union argument, as for FAIR); the error is only shared between the
four. Where one seat is clearly the worst, the interval is nearly the paired one of that seat; where
many could be, it is wider, as it should be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from balance.stats._checks import check_confidence
from balance.stats.intervals import wilson

CANDIDATES, OF_ONE_SEAT, OF_TWO_SEATS = 0.1, 0.6, 0.3
"""The parts of the error: that seats are ruled out wrongly, that a bound of one seat's change is
wrong, and that one of the difference between two seats is."""

Interval = tuple[float, float]
Rates = NDArray[np.float64]


@dataclass(frozen=True)
class Counted:
    """Wins by seat (seats,) of a cell, all its games and the unfinished ones among them."""

    wins: Sequence[int]
    games: int
    unfinished: int = 0

    @property
    def worst(self) -> tuple[int, float]:
        """The seat (from 0) observed farthest from an equal share, and its signed distance."""
        away = [wins / self.games - 1 / len(self.wins) for wins in self.wins]
        seat = max(range(len(away)), key=lambda s: abs(away[s]))
        return seat, away[seat]


@dataclass(frozen=True)
class Crossed:
    """Wins by seat after and before, and the games in which one seat won after and one before.

    `after` and `before` have the shape (2, seats): games won, and games won or unfinished.
    `products[i, j, t, s]`, shape (2, 2, seats, seats), counts the games that t won after and s won
    before, unfinished ones as won where i, j is 1.
    """

    games: int
    after: NDArray[np.int64]
    before: NDArray[np.int64]
    products: NDArray[np.int64]

    def bounds(self, sign_t: int, sign_s: int, confidence: float) -> tuple[Rates, Rates]:
        """The t intervals of sign_t (rate of t after) - sign_s (rate of s before), by (t, s).

        Unfinished games are taken as they make each end widest.
        """
        from scipy.special import stdtrit

        low, high = (0, 1) if sign_t > 0 else (1, 0)
        least, most = (1, 0) if sign_s > 0 else (0, 1)
        quantile = float(stdtrit(max(1, self.games - 1), 0.5 + confidence / 2))
        ends = []
        for i, j, side in ((low, least, -1), (high, most, 1)):
            a, b = self.after[i][:, None], self.before[j][None, :]
            mean = (sign_t * a - sign_s * b) / self.games
            square = (a + b - 2 * sign_t * sign_s * self.products[i, j]) / self.games
            spread = np.sqrt(np.maximum(square - mean**2, 0) / max(1, self.games - 1))
            ends.append(mean + side * quantile * spread)
        return ends[0], ends[1]


@dataclass(frozen=True)
class WorstChange:
    """The change of the worst seat's distance from an equal share (a share), with its interval.

    `before` and `after` are the distances as observed (0 or more), `seat_before` and `seat_after`
    the seats (from 1) that had them.
    """

    seat_before: int
    before: float
    seat_after: int
    after: float
    change: float
    low: float
    high: float


def worst_change(
    before: Counted,
    after: Counted,
    seat_bounds: Callable[[int, float], Interval],
    crossed: Crossed,
    confidence: float = 0.95,
) -> WorstChange:
    """Return the change of the worst seat between two cells played on the same game ids.

    `seat_bounds(seat, confidence)` is the two-sided interval of the change of a seat's rate, seats
    from 0, unfinished games allowed for.
    """
    error = 1.0 - check_confidence(confidence)
    one_rate = 1.0 - CANDIDATES * error / (2 * len(before.wins))
    was, now = _away(before, one_rate), _away(after, one_rate)
    one, two = (
        _one_seat(was, now, seat_bounds, error),
        _two_seats(was, now, seat_bounds, crossed, error),
    )
    (seat_before, least), (seat_after, most) = before.worst, after.worst
    (was_least, was_most), (now_least, now_most) = _largest(was), _largest(now)
    return WorstChange(
        seat_before=seat_before + 1,
        before=abs(least),
        seat_after=seat_after + 1,
        after=abs(most),
        change=abs(most) - abs(least),
        low=max(one[0], two[0], now_least - was_most),
        high=min(one[1], two[1], now_most - was_least),
    )


def _one_seat(
    was: Sequence[Interval],
    now: Sequence[Interval],
    seat_bounds: Callable[[int, float], Interval],
    error: float,
) -> Interval:
    """Bounds from how the distances of the seats that may be the worst change."""

    def moved(seat: int) -> Interval:
        change = seat_bounds(seat, 1.0 - OF_ONE_SEAT * error)
        return distance_change(was[seat], now[seat], change)

    low = min(moved(seat)[0] for seat in candidates(was))
    return low, max(moved(seat)[1] for seat in candidates(now))


def _two_seats(
    was: Sequence[Interval],
    now: Sequence[Interval],
    seat_bounds: Callable[[int, float], Interval],
    crossed: Crossed,
    error: float,
) -> Interval:
    """Bounds from the distance of the worst seat after minus that of the worst before."""
    confidence, even = 1.0 - OF_TWO_SEATS * error, 1.0 / len(was)
    low, high = math.inf, -math.inf
    before, after = candidates(was), candidates(now)
    for sign_t, sign_s in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        lows, highs = crossed.bounds(sign_t, sign_s, confidence)
        shift = (sign_t - sign_s) * even
        for t in after:
            for s in before:
                if not (_may_be(now[t], sign_t) and _may_be(was[s], sign_s)):
                    continue
                ends = lows[t, s] - shift, highs[t, s] - shift
                if t == s and sign_t == sign_s:  # the score interval: few games may differ
                    change = seat_bounds(t, confidence)
                    ends = change if sign_t > 0 else (-change[1], -change[0])
                low, high = min(low, float(ends[0])), max(high, float(ends[1]))
    return low, high


def _may_be(away: Interval, sign: int) -> bool:
    """Whether a value in the interval may have that sign."""
    return away[1] >= 0 if sign > 0 else away[0] <= 0


def _away(cell: Counted, confidence: float) -> list[Interval]:
    """The interval of each seat's signed distance from an equal share."""
    low, high = wilson(cell.wins, cell.games, confidence, unfinished=cell.unfinished)
    even = 1.0 / len(cell.wins)
    return [(float(a) - even, float(b) - even) for a, b in zip(low, high, strict=True)]


def size(away: Interval) -> Interval:
    """The least and the largest absolute value within an interval."""
    low, high = away
    return max(0.0, low, -high), max(abs(low), abs(high))


def _largest(away: Sequence[Interval]) -> Interval:
    """What the largest of the distances may be."""
    sizes = [size(interval) for interval in away]
    return max(low for low, _ in sizes), max(high for _, high in sizes)


def candidates(away: Sequence[Interval]) -> list[int]:
    """The seats that may be the farthest from an equal share, given all their intervals."""
    sizes = [size(interval) for interval in away]
    least, _ = _largest(away)
    return [seat for seat, (_, high) in enumerate(sizes) if high >= least]


def distance_change(was: Interval, now: Interval, change: Interval) -> Interval:
    """How much |x| may grow if x was in one interval, is in another, and changed by a third.

    Where x keeps its sign, |x| grows by the change or its negative. Where it crosses zero, |x|
    grows by no more than the change is large. It is also between what the two intervals of x alone
    allow.
    """
    low, high = change
    found = []
    if was[1] >= 0 and now[1] >= 0:
        found.append((low, high))
    if was[0] <= 0 and now[0] <= 0:
        found.append((-high, -low))
    if was[1] >= 0 and now[0] <= 0 and low <= 0:
        found.append((low, -low))
    if was[0] <= 0 and now[1] >= 0 and high >= 0:
        found.append((-high, high))
    (was_least, was_most), (now_least, now_most) = size(was), size(now)
    bounds = np.array(found or [change])  # intervals that contradict each other: nothing to gain
    return (
        float(max(bounds[:, 0].min(), now_least - was_most)),
        float(min(bounds[:, 1].max(), now_most - was_least)),
    )
