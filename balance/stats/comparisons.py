"""Differences between two cells: played independently, or paired on the same game ids."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats._checks import check_confidence, plain, whole
from balance.stats.summaries import scatter, t_bounds


@dataclass(frozen=True)
class Difference:
    """The difference first minus second of two rates, with its interval (shares, -1 to 1)."""

    difference: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """As a dict for JSON."""
        result: dict[str, Any] = plain(self)
        return result


def rate_difference(
    wins: tuple[int, int],
    games: tuple[int, int],
    unfinished: tuple[int, int] = (0, 0),
    confidence: float = 0.95,
) -> Difference:
    """Return the difference of two rates from independent games, first cell minus second.

    Each argument is (first cell, second cell). ``games`` counts the unfinished games too; these
    widen the interval: its lower end takes them as won in the second cell only, its upper end as
    won in the first only.

    Raises ValueError for cells without games or with more wins and unfinished games than games.

    Source: R. G. Newcombe, Interval estimation for the difference between independent proportions,
    Statistics in Medicine 17 (1998) 873-890, method 10. Computed by statsmodels.
    """
    from statsmodels.stats.proportion import confint_proportions_2indep

    alpha = 1.0 - check_confidence(confidence)
    (won_1, won_2), (open_1, open_2) = (
        (whole(f"{name} of the first cell", pair[0]), whole(f"{name} of the second cell", pair[1]))
        for name, pair in (("wins", wins), ("unfinished", unfinished))
    )
    n_1 = whole("games of the first cell", games[0], 1)
    n_2 = whole("games of the second cell", games[1], 1)
    if won_1 + open_1 > n_1 or won_2 + open_2 > n_2:
        raise ValueError("wins and unfinished games of a cell must not be more than its games")

    def bounds(first: int, second: int) -> tuple[float, float]:
        low, high = confint_proportions_2indep(
            first, n_1, second, n_2, method="newcomb", compare="diff", alpha=alpha
        )
        return float(low), float(high)

    return Difference(
        won_1 / n_1 - won_2 / n_2,
        bounds(won_1, won_2 + open_2)[0],
        bounds(won_1 + open_1, won_2)[1],
    )


@dataclass(frozen=True)
class PairedSums:
    """Sums over n games played in two cells a and b, pair by pair; sums of two chunks add.

    All are whole numbers: of wins (0 or 1), turns, cred or whatever a game yields.
    """

    n: int
    total_a: int
    total_b: int
    squares_a: int
    squares_b: int
    products: int

    @classmethod
    def from_values(cls, a: ArrayLike, b: ArrayLike) -> PairedSums:
        """Sum up per-game values ``a`` and ``b`` (games,), aligned by game id.

        Values are integers or bools; squares are summed in 64 bits. Raises ValueError for shapes
        that differ, TypeError for other types.
        """
        first, second = _whole_values("a", a), _whole_values("b", b)
        if first.shape != second.shape or first.ndim != 1:
            raise ValueError(
                f"values of shape {first.shape} and {second.shape}: must be two lists of one length"
            )
        return cls(
            first.size,
            int(first.sum()),
            int(second.sum()),
            int(first @ first),
            int(second @ second),
            int(first @ second),
        )

    def __add__(self, other: PairedSums) -> PairedSums:
        names = [field.name for field in fields(self)]
        return PairedSums(*(getattr(self, name) + getattr(other, name) for name in names))


def _whole_values(name: str, values: ArrayLike) -> NDArray[np.int64]:
    array = np.asarray(values)
    if array.size and array.dtype.kind not in "iub":
        raise TypeError(f"values {name} of type {array.dtype}: must be whole numbers")
    return array.astype(np.int64)


@dataclass(frozen=True)
class PairedDifference:
    """The mean of a - b over paired games, with its t interval, in the unit of the values.

    ``sd`` is that of one game's difference. ``variance_ratio`` is what pairing won: how many times
    as many games two independent runs would need for the same precision. It is infinite if a - b
    never varied and nan if neither did a and b, or for a single game.
    """

    n: int
    difference: float
    sd: float
    low: float
    high: float
    variance_ratio: float

    def to_dict(self) -> dict[str, Any]:
        """As a dict for JSON; what is infinite or undefined becomes None."""
        result: dict[str, Any] = plain(self)
        return result


def paired_difference(sums: PairedSums, confidence: float = 0.95) -> PairedDifference:
    """Return the mean difference a - b of paired games and the variance ratio won by pairing.

    The ratio is (var a + var b) / var(a - b): the variance of the difference of two independent
    means over that of the paired one, at equal numbers of games. Below 1, pairing did harm.

    The t interval rests on the mean being about normal. Where hardly any pair differs it is too
    narrow, and where none does it is a point: that says only that no difference was seen. An
    unfinished game has no value; give bounds by coding it once as lost and once as won.

    Raises ValueError for no games or sums that contradict each other, TypeError for sums that are
    not whole numbers.

    Source: common random numbers, A. M. Law, Simulation Modeling and Analysis, ch. 11.
    """
    check_confidence(confidence)
    n = whole("n", sums.n, 1)
    total_a, total_b = whole("total_a", sums.total_a, None), whole("total_b", sums.total_b, None)
    squares_a, squares_b = whole("squares_a", sums.squares_a), whole("squares_b", sums.squares_b)
    products = whole("products", sums.products, None)
    of_a, of_b = scatter(total_a, squares_a, n), scatter(total_b, squares_b, n)
    total = total_a - total_b
    of_difference = scatter(total, squares_a + squares_b - 2 * products, n)

    mean = total / n
    sd = math.sqrt(of_difference / (n * (n - 1))) if n > 1 else math.nan
    if of_difference > 0:
        ratio = (of_a + of_b) / of_difference
    else:
        ratio = math.inf if of_a + of_b > 0 else math.nan
    return PairedDifference(n, mean, sd, *t_bounds(mean, sd, n, confidence), ratio)


def holm(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return p-values (m,) adjusted so that the chance of any false claim is kept.

    Source: S. Holm, Scandinavian Journal of Statistics 6 (1979) 65-70. Not by statsmodels, which
    collects all garbage of the process at every call (a quarter of a second); the tests hold it
    against that.
    """
    array = _checked(p_values)
    order = np.argsort(array, kind="stable")
    stepped = array[order] * np.arange(array.size, 0, -1)
    adjusted = np.empty_like(array)
    adjusted[order] = np.minimum(1.0, np.maximum.accumulate(stepped))
    return adjusted


def benjamini_hochberg(p_values: ArrayLike) -> NDArray[np.float64]:
    """Return p-values (m,) adjusted so that the expected share of false claims is kept.

    Source: Y. Benjamini and Y. Hochberg, JRSS B 57 (1995) 289-300. Computed by scipy.
    """
    from scipy.stats import false_discovery_control

    return np.asarray(false_discovery_control(_checked(p_values)), dtype=np.float64)


def _checked(p_values: ArrayLike) -> NDArray[np.float64]:
    array = np.asarray(p_values, dtype=np.float64)
    if array.ndim != 1 or array.size == 0 or not ((array >= 0) & (array <= 1)).all():
        raise ValueError("p-values must be a list of numbers from 0 to 1")
    return array
