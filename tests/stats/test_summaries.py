"""Means and quantiles from sums and histograms, against scipy, numpy, tables and simulation."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats

from balance.stats import mean_interval, summarise


def test_mean_by_hand():
    # 1, 2, 3, 4, 5: mean 3, variance 2.5, t(0.975, 4) = 2.7764 (table): 3 +- 2.7764 sqrt(1/2).
    mean = mean_interval(15, 55, 5)
    assert (mean.n, mean.mean) == (5, 3.0)
    assert_allclose(mean.sd, math.sqrt(2.5), rtol=1e-15)
    assert_allclose((mean.low, mean.high), (3 - 1.9632, 3 + 1.9632), atol=1e-4)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99])
def test_mean_agrees_with_scipy(confidence):
    values = np.random.default_rng(4).integers(-50, 200, 321)
    mean = mean_interval(values.sum(), (values**2).sum(), values.size, confidence)
    interval = stats.ttest_1samp(values, 0).confidence_interval(confidence)
    assert_allclose(mean.mean, values.mean(), rtol=1e-13)
    assert_allclose(mean.sd, values.std(ddof=1), rtol=1e-13)
    assert_allclose((mean.low, mean.high), interval, rtol=1e-12)


def test_mean_loses_no_digits_where_the_mean_dwarfs_the_spread():
    # Values 10^12 and 10^12 + 2 in turn: variance n / (n - 1). In floats this gives garbage.
    n, big = 10**6, 10**12
    total = n // 2 * (2 * big + 2)
    squares = n // 2 * (big**2 + (big + 2) ** 2)
    assert_allclose(mean_interval(total, squares, n).sd, math.sqrt(n / (n - 1)), rtol=1e-15)


def test_one_value_has_a_mean_and_no_spread():
    mean = mean_interval(7, 49, 1)
    assert mean.mean == 7.0
    assert math.isnan(mean.sd)
    assert (mean.low, mean.high) == (-math.inf, math.inf)
    assert mean.to_dict() == {"n": 1, "mean": 7.0, "sd": None, "low": None, "high": None}


def test_mean_refuses():
    with pytest.raises(ValueError, match="n = 0"):
        mean_interval(0, 0, 0)
    with pytest.raises(ValueError, match="cannot have sum of squares 19"):
        mean_interval(10, 19, 5)  # five values with sum 10 have at least 20
    with pytest.raises(TypeError, match=r"total = 10\.0"):
        mean_interval(10.0, 20, 5)
    with pytest.raises(ValueError, match="confidence = 95"):
        mean_interval(10, 20, 5, confidence=95)


# Which order statistics bound the median at 95 %. By hand for n = 10: P(B <= 1) = 11 / 1024 is
# below 2.5 %, P(B <= 2) = 56 / 1024 is not, so x(2) to x(9); the others likewise, as in printed
# tables of the sign test. With five values even x(1) errs by 1 / 32, so there is no bound.
@pytest.mark.parametrize(
    ("n", "low", "high"),
    [(5, -math.inf, math.inf), (6, 1, 6), (8, 1, 8), (9, 2, 8), (10, 2, 9), (20, 6, 15)],
)
def test_median_interval_from_tables(n, low, high):
    # The values are 1 to n, so that a value is its own rank.
    median = summarise(dict.fromkeys(range(1, n + 1), 1), probabilities=[0.5]).quantiles[0]
    assert (median.low, median.high) == (low, high)


@pytest.mark.parametrize("probability", [0.05, 0.25, 0.5, 0.9])
def test_quantiles_agree_with_numpy_and_scipy(probability):
    values = np.random.default_rng(5).negative_binomial(5, 0.2, 777)
    quantile = summarise(np.bincount(values), 0.9, [probability]).quantiles[0]
    assert quantile.value == np.quantile(values, probability, method="inverted_cdf")
    interval = stats.quantile_test(values, q=0, p=probability).confidence_interval(0.9)
    assert (quantile.low, quantile.high) == interval


def test_quantile_takes_the_probability_as_written():
    # 0.07 * 100 is 7.000000000000001 in binary; the rank is 7 nevertheless.
    assert summarise([0] + [1] * 100, probabilities=[0.07]).quantiles[0].value == 7


def test_summary_of_a_mapping_and_of_an_array_are_the_same():
    array = np.array([0, 3, 0, 5, 2, 0])
    summary = summarise(array)
    assert summary == summarise({4: 2, 1: 3, 3: 5, 9: 0})
    assert (summary.minimum, summary.maximum) == (1, 4)
    values = [1] * 3 + [3] * 5 + [4] * 2
    assert summary.mean == mean_interval(sum(values), sum(v * v for v in values), 10)


def test_summary_of_one_game():
    summary = summarise({12: 1})
    assert (summary.minimum, summary.maximum, summary.mean.mean) == (12, 12, 12.0)
    assert summary.to_dict()["quantiles"][2] == {
        "probability": 0.5,
        "value": 12,
        "low": None,
        "high": None,
    }


def test_summary_refuses():
    with pytest.raises(ValueError, match="empty"):
        summarise({3: 0})
    with pytest.raises(ValueError, match="count of 2 = -1"):
        summarise({2: -1})
    with pytest.raises(ValueError, match="probability = 1"):
        summarise([1, 2], probabilities=[1.0])


@pytest.mark.slow
def test_coverage_of_mean_and_quantiles_by_simulation(share):
    # Poisson(30), 40 games. The t interval is nearly exact here (0.94 to 0.96). The interval for a
    # quantile covers at least 95 %, much more with ties.
    rng = np.random.default_rng(6)
    runs = 3_000
    law = stats.poisson(30)
    hits = np.zeros(3, int)
    for values in rng.poisson(30, (runs, 40)):
        summary = summarise(np.bincount(values), probabilities=[0.25, 0.5])
        hits += [
            summary.mean.low <= 30 <= summary.mean.high,
            *(q.low <= law.ppf(q.probability) <= q.high for q in summary.quantiles),
        ]
    share(hits[0], runs).assert_at_least(0.94)
    share(hits[0], runs).assert_at_most(0.96)
    share(hits[1], runs).assert_at_least(0.95)
    share(hits[2], runs).assert_at_least(0.95)


@pytest.mark.slow
def test_coverage_of_the_median_without_ties_is_the_binomial_one(share):
    # Distinct values, 20 games: x(6) to x(15) hold the median with probability 0.9586, whatever
    # the distribution (here a skewed one). P(6 <= Bin(20, 1/2) <= 14) = 1005174 / 2^20.
    rng = np.random.default_rng(7)
    runs = 4_000
    hits = 0
    for values in rng.exponential(1e9, (runs, 20)).astype(np.int64):
        median = summarise(dict.fromkeys(values.tolist(), 1), probabilities=[0.5]).quantiles[0]
        hits += median.low <= 1e9 * math.log(2) <= median.high
    share(hits, runs).assert_at_least(1005174 / 2**20)
    share(hits, runs).assert_at_most(1005174 / 2**20)
