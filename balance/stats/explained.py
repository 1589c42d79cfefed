"""How much of who wins is explained by something that each seat had: the correlation ratio.

By the law of total variance Var(Y) = Var(E[Y | X]) + E[Var(Y | X)], where Y is 1 if the seat won
and 0 if not, and X is what it had, such as its opening roll. The share explained is
Var(E[Y | X]) / Var(Y), from 0 (X says nothing) to 1 (X decides). The rest is decided by everything
else: the other seats, later chance, and play.

Source: K. Pearson, On the general theory of skew correlation, Drapers' Company Research Memoirs 2
(1905). The plain ratio of sums of squares is too high, for group means scatter even where X says
nothing; so both variances are estimated without bias, from products of the outcomes of two
different games (as T. L. Kelley, An unbiased correlation ratio measure, PNAS 21 (1935) 554-559, by
subtracting what is expected by chance).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.stats._checks import check_confidence, plain, whole

Counts = Mapping[int, tuple[int, int]]
"""{value of X: (games, games won)} of one seat."""


@dataclass(frozen=True)
class Explained:
    """The share of the variance of winning that is explained (0 to 1), with its interval.

    The share itself may come out a little below 0 where X says nothing; the interval is cut off at
    0 and 1. ``games`` are those of the seat that has fewest.
    """

    share: float
    low: float
    high: float
    games: int

    def to_dict(self) -> dict[str, Any]:
        """As a dict for JSON."""
        result: dict[str, Any] = plain(self)
        return result


@dataclass(frozen=True)
class _Seat:
    """One seat's variances: between the groups, and in all; and what the interval needs."""

    games: int
    mean: float
    between: float
    total: float
    group_games: NDArray[np.float64]
    group_means: NDArray[np.float64]


def _seat(counts: Counts) -> _Seat | None:
    """The seat's variances; groups of one game say nothing about two and are left out."""
    pairs = [(whole("games", n), whole("won", won)) for n, won in counts.values()]
    if any(won > n for n, won in pairs):
        raise ValueError("a group has more wins than games")
    pairs = [(n, won) for n, won in pairs if n >= 2]
    if not pairs:
        return None
    n, won = np.array(pairs, dtype=np.float64).T
    games, wins = float(n.sum()), float(won.sum())
    square_of_means = float((n / games * won * (won - 1) / (n * (n - 1))).sum())
    square_of_mean = wins * (wins - 1) / (games * (games - 1))
    return _Seat(
        int(games),
        wins / games,
        square_of_means - square_of_mean,
        wins * (games - wins) / (games * (games - 1)),
        n,
        won / n,
    )


def explained_share(seats: Sequence[Counts], confidence: float = 0.95) -> Explained | None:
    """Return the share of the variance of winning that a trait explains, within seats.

    ``seats`` has the counts of each seat. Variances are averaged over the seats, so that what
    distinguishes the seats themselves is not credited to the trait. None where there is nothing to
    explain: nobody or everybody won, or no seat has two values.

    The interval is normal, by the delta method: the influence of a game on the ratio is
    ((1 - r) (y - mean)**2 - (y - group mean)**2) / Var(Y), and r the ratio. To it is added the
    scatter that the estimate has where nothing is explained, that of a chi-square over groups.
    The seats of one game are taken as dependent as can be, so the interval is somewhat too wide.

    Raises ValueError for a group with more wins than games, TypeError for counts not whole.

    Source of the interval: A. W. van der Vaart, Asymptotic Statistics (1998), sections 3.1, 20.1.
    """
    from scipy.stats import norm

    alpha = 1.0 - check_confidence(confidence)
    found = [seat for seat in map(_seat, seats) if seat is not None]
    total = sum(seat.total for seat in found)
    if total <= 0 or all(len(seat.group_games) < 2 for seat in found):
        return None
    ratio = sum(seat.between for seat in found) / total
    mean_total = total / len(found)
    errors = [_error(seat, ratio, mean_total) for seat in found]
    half = float(norm.isf(alpha / 2)) * sum(errors) / len(errors)
    low, high = max(0.0, ratio - half), min(1.0, ratio + half)
    return Explained(ratio, low, max(high, 0.0), min(seat.games for seat in found))


def _error(seat: _Seat, ratio: float, total: float) -> float:
    """The standard error of one seat's part of the ratio."""
    first = second = 0.0
    for y, share in ((1.0, seat.group_means), (0.0, 1.0 - seat.group_means)):
        influence = ((1 - ratio) * (y - seat.mean) ** 2 - (y - seat.group_means) ** 2) / total
        weight = seat.group_games * share / seat.games
        first += float((weight * influence).sum())
        second += float((weight * influence**2).sum())
    scatter = 2 * (len(seat.group_games) - 1) / seat.games
    return math.sqrt((max(0.0, second - first**2) + scatter) / seat.games)
