"""The change of a table's worst seat: how much farther from an equal share it is than before.

W is the largest distance of a seat's rate from 1/n. The largest of several noisy distances is too
large on average, so the difference of two observed W with a plain interval would be wrong. Here the
interval needs no such luck:

* Let s be the seat that is truly worst before. Nobody knows which it is, but a seat can be ruled
  out if its largest possible distance is smaller than some other seat's least possible one. The
  rest are **candidates**; s is among them, whenever the intervals of all rates hold at once.
* W after is at least the distance of s after. So the change of W is at least the change of the
  distance of s, hence at least the **smallest lower bound** over the candidates before.
* In the same way it is at most the **largest upper bound** over the candidates after.
* Nor can it leave what the intervals of all rates allow W before and W after to be.

Each bound concerns one seat that is fixed, though unknown, so no correction for the number of seats
is due there (an intersection-union argument, as for FAIR). Where one seat is clearly the worst, the
interval is nearly the paired one of that seat; where many could be, it is wider, as it should be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from balance.stats._checks import check_confidence
from balance.stats.intervals import wilson

CANDIDATES = 0.1
"""The part of the error that is spent on ruling seats out; the rest goes to the two bounds."""

Interval = tuple[float, float]


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
    confidence: float = 0.95,
) -> WorstChange:
    """Return the change of the worst seat between two cells played on the same game ids.

    `seat_bounds(seat, confidence)` is the two-sided interval of the change of a seat's rate, seats
    from 0. Unfinished games widen the rates' intervals and, if `seat_bounds` allows for them, the
    changes'.
    """
    error = 1.0 - check_confidence(confidence)
    seats = len(before.wins)
    one_rate = 1.0 - CANDIDATES * error / (2 * seats)
    was, now = _away(before, one_rate), _away(after, one_rate)
    one_change = 1.0 - (1.0 - CANDIDATES) * error

    def moved(seat: int) -> Interval:
        return distance_change(was[seat], now[seat], seat_bounds(seat, one_change))

    (seat_before, least), (seat_after, most) = before.worst, after.worst
    (was_least, was_most), (now_least, now_most) = _largest(was), _largest(now)
    return WorstChange(
        seat_before=seat_before + 1,
        before=abs(least),
        seat_after=seat_after + 1,
        after=abs(most),
        change=abs(most) - abs(least),
        low=max(min(moved(s)[0] for s in candidates(was)), now_least - was_most),
        high=min(max(moved(s)[1] for s in candidates(now)), now_most - was_least),
    )


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

    Where x keeps its sign it grows by the change or its negative. Where it crosses zero it grows
    by less than the change is large. It is also between what the two intervals of x alone allow.
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
