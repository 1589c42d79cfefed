"""Means and quantiles of whole-numbered quantities (turns, cred, decisions) from tallied sums."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from balance.stats._checks import check_confidence, plain, whole

Histogram = Mapping[int, int] | Sequence[int] | NDArray[np.integer[Any]]
"""{value: count}, or a one-dimensional list of counts whose index is the value."""


@dataclass(frozen=True)
class Mean:
    """A mean with its interval, in the unit of the values; ``sd`` is that of one value.

    One value alone says nothing about spread: then sd is nan and the interval unbounded.
    """

    n: int
    mean: float
    sd: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """As a dict for JSON; what is infinite or undefined becomes None."""
        result: dict[str, Any] = plain(self)
        return result


@dataclass(frozen=True)
class Quantile:
    """The value that a share ``probability`` of games does not exceed, with its interval.

    A bound is infinite where there are too few games for it.
    """

    probability: float
    value: int
    low: float
    high: float


@dataclass(frozen=True)
class Summary:
    """A distribution in a few numbers, in the unit of its values."""

    mean: Mean
    minimum: int
    maximum: int
    quantiles: tuple[Quantile, ...]

    def to_dict(self) -> dict[str, Any]:
        """As nested dicts for JSON; what is infinite or undefined becomes None."""
        result: dict[str, Any] = plain(self)
        return result


def t_bounds(mean: float, sd: float, n: int, confidence: float) -> tuple[float, float]:
    """Return (low, high) of Student's t interval for a mean; unbounded for n = 1.

    Source: Student, The probable error of a mean, Biometrika 6 (1908) 1-25.
    """
    from scipy.stats import t

    check_confidence(confidence)
    if n < 2:
        return -math.inf, math.inf
    half = float(t.isf((1.0 - confidence) / 2.0, n - 1)) * sd / math.sqrt(n)
    return mean - half, mean + half


def scatter(total: int, total_of_squares: int, n: int) -> int:
    """Return n**2 times the variance (divisor n) of n whole numbers, exactly.

    Exact because Python's integers are: the usual difference of two large floats loses all its
    digits when the mean is large beside the spread. Raises ValueError where no numbers have
    such sums.
    """
    result = n * total_of_squares - total * total
    if result < 0:
        raise ValueError(
            f"n = {n} values with sum {total} cannot have sum of squares {total_of_squares}"
        )
    return result


def mean_interval(
    total: SupportsIndex,
    total_of_squares: SupportsIndex,
    n: SupportsIndex,
    confidence: float = 0.95,
) -> Mean:
    """Return mean, standard deviation and t interval of n whole numbers from their sums.

    Raises ValueError for n = 0 or sums that contradict each other, TypeError for sums that are not
    whole numbers (a float has lost digits already).
    """
    total, squares = whole("total", total, None), whole("total_of_squares", total_of_squares)
    n = whole("n", n, 1)
    spread = scatter(total, squares, n)
    mean = total / n
    sd = math.sqrt(spread / (n * (n - 1))) if n > 1 else math.nan
    return Mean(n, mean, sd, *t_bounds(mean, sd, n, confidence))


def summarise(
    histogram: Histogram,
    confidence: float = 0.95,
    probabilities: Sequence[float] = (0.05, 0.25, 0.5, 0.75, 0.95),
) -> Summary:
    """Summarise a distribution given by its histogram of whole numbers.

    A quantile is the smallest value with at least that share of games at or below it (numpy's
    "inverted_cdf"), so it is a value that occurs. Its interval needs no assumption on the
    distribution: it runs between two order statistics, chosen by the binomial distribution so that
    either end misses with probability at most (1 - confidence) / 2. With ties it is only safer.

    Raises ValueError for an empty histogram, negative counts or probabilities not between 0 and 1.

    Sources: W. R. Thompson, Annals of Mathematical Statistics 7 (1936) 122-128; ties: H. Scheffe
    and J. W. Tukey, Annals of Mathematical Statistics 16 (1945) 187-192.
    """
    check_confidence(confidence)
    items = histogram.items() if isinstance(histogram, Mapping) else enumerate(histogram)
    pairs = sorted((whole("value", v, None), whole(f"count of {v}", c)) for v, c in items)
    pairs = [(value, count) for value, count in pairs if count > 0]
    n = sum(count for _, count in pairs)
    if n == 0:
        raise ValueError("the histogram is empty: a summary needs at least one game")
    mean = mean_interval(
        sum(v * c for v, c in pairs), sum(v * v * c for v, c in pairs), n, confidence
    )
    values = np.array([value for value, _ in pairs])
    reached = np.cumsum([count for _, count in pairs])
    quantiles = tuple(_quantile(values, reached, p, confidence) for p in probabilities)
    return Summary(mean, pairs[0][0], pairs[-1][0], quantiles)


def _quantile(
    values: NDArray[np.int64], reached: NDArray[np.int64], probability: float, confidence: float
) -> Quantile:
    """One quantile of sorted ``values`` (m,) with cumulated counts ``reached`` (m,)."""
    from scipy.stats import binom

    if not 0.0 < probability < 1.0:
        raise ValueError(f"probability = {probability}: must lie between 0 and 1, e.g. 0.5")
    n = int(reached[-1])

    def order_statistic(rank: int) -> float:
        if rank < 1:
            return -math.inf
        if rank > n:
            return math.inf
        return float(values[np.searchsorted(reached, rank)])

    # The decimal that was written, not its binary neighbour: 0.07 * 100 must not round up to 8.
    rank = math.ceil(Fraction(repr(float(probability))) * n)
    tail = (1.0 - confidence) / 2.0
    low = int(binom.ppf(tail, n, probability))
    high = int(binom.isf(tail, n, probability)) + 1
    return Quantile(
        float(probability),
        int(order_statistic(rank)),
        order_statistic(low),
        order_statistic(high),
    )
