"""Differences between cells, against published values, scipy and simulation."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import stats
from statsmodels.stats.multitest import multipletests

from balance.stats import (
    PairedSums,
    benjamini_hochberg,
    holm,
    paired_difference,
    rate_difference,
    wilson,
)


# Newcombe, Statistics in Medicine 17 (1998) 873-890, table II, method 10.
@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_rate_difference_published(first, second, low, high):
    result = rate_difference((first[0], second[0]), (first[1], second[1]))
    assert result.difference == first[0] / first[1] - second[0] / second[1]
    assert_allclose((result.low, result.high), (low, high), atol=5.1e-5)


def test_rate_difference_is_built_from_wilson_intervals():
    # Newcombe's square-and-add: the distances from the rates to their Wilson bounds.
    (low_1, high_1), (low_2, high_2) = wilson(130, 400, 0.9), wilson(150, 600, 0.9)
    result = rate_difference((130, 150), (400, 600), confidence=0.9)
    p, q = 130 / 400, 150 / 600
    assert_allclose(result.low, p - q - math.hypot(p - low_1, high_2 - q), rtol=1e-12)
    assert_allclose(result.high, p - q + math.hypot(high_1 - p, q - low_2), rtol=1e-12)


def test_rate_difference_unfinished_games_take_the_worst_case_at_either_end():
    result = rate_difference((30, 20), (100, 100), unfinished=(5, 8))
    assert result.difference == 0.3 - 0.2
    assert result.low == rate_difference((30, 28), (100, 100)).low
    assert result.high == rate_difference((35, 20), (100, 100)).high


def test_rate_difference_refuses():
    with pytest.raises(ValueError, match="games of the second cell = 0"):
        rate_difference((1, 0), (10, 0))
    with pytest.raises(ValueError, match="must not be more"):
        rate_difference((9, 1), (10, 10), unfinished=(2, 0))
    with pytest.raises(ValueError, match="wins of the first cell = -1"):
        rate_difference((-1, 1), (10, 10))


@pytest.mark.slow
def test_rate_difference_coverage_by_simulation(share):
    # Nominal 95 %; square-and-add stays within a point of it at these sizes.
    rng = np.random.default_rng(8)
    runs = 5_000
    first, second = rng.binomial(800, 0.27, runs), rng.binomial(1_200, 0.22, runs)
    results = [rate_difference(pair, (800, 1_200)) for pair in zip(first, second, strict=True)]
    hits = share(sum(r.low <= 0.05 <= r.high for r in results), runs)
    hits.assert_at_least(0.94)
    hits.assert_at_most(0.96)


def correlated(rng, games):
    """Two cells' values that share a part: variances 4 + 1 each, variance of a - b is 2."""
    shared = rng.choice([-2, 2], games)
    return shared + rng.choice([-1, 1], games), shared + rng.choice([-1, 1], games)


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_paired_difference_agrees_with_scipy(confidence):
    a, b = correlated(np.random.default_rng(9), 500)
    result = paired_difference(PairedSums.from_values(a + 1, b), confidence)
    interval = stats.ttest_rel(a + 1, b).confidence_interval(confidence)
    assert_allclose((result.low, result.high), interval, rtol=1e-12)
    assert_allclose(result.difference, (a + 1 - b).mean(), rtol=1e-13)
    assert_allclose(result.sd, (a - b).std(ddof=1), rtol=1e-13)
    ratio = (a.var(ddof=1) + b.var(ddof=1)) / (a - b).var(ddof=1)
    assert_allclose(result.variance_ratio, ratio, rtol=1e-12)


def test_paired_difference_by_hand():
    # a = 1 1 0 0, b = 1 0 0 0: differences 0 1 0 0, mean 1/4, variance 1/4.
    # Variances 1/3 and 1/4 alone, so the ratio is (7/12) / (1/4) = 7/3.
    result = paired_difference(PairedSums.from_values([1, 1, 0, 0], [1, 0, 0, 0]))
    assert (result.n, result.difference, result.sd) == (4, 0.25, 0.5)
    assert_allclose(result.variance_ratio, 7 / 3, rtol=1e-15)


def test_paired_sums_add_by_chunk():
    a, b = correlated(np.random.default_rng(10), 100)
    whole = PairedSums.from_values(a, b)
    assert PairedSums.from_values(a[:30], b[:30]) + PairedSums.from_values(a[30:], b[30:]) == whole


def test_paired_edge_cases():
    same = paired_difference(PairedSums.from_values([1, 0, 1], [1, 0, 1]))
    assert (same.difference, same.low, same.high) == (0.0, 0.0, 0.0)
    assert same.variance_ratio == math.inf
    constant = paired_difference(PairedSums.from_values([3, 3], [1, 1]))
    assert constant.difference == 2.0
    assert math.isnan(constant.variance_ratio)
    single = paired_difference(PairedSums.from_values([1], [0]))
    assert (single.low, single.high) == (-math.inf, math.inf)
    assert single.to_dict() == {
        "n": 1,
        "difference": 1.0,
        "sd": None,
        "low": None,
        "high": None,
        "variance_ratio": None,
    }


def test_paired_refuses():
    with pytest.raises(ValueError, match="n = 0"):
        paired_difference(PairedSums.from_values([], []))
    with pytest.raises(ValueError, match="one length"):
        PairedSums.from_values([1, 2], [1])
    with pytest.raises(TypeError, match="float64"):
        PairedSums.from_values([0.5], [1])
    with pytest.raises(ValueError, match="cannot have"):
        paired_difference(PairedSums(2, 2, 2, 2, 2, 3))  # a.b beyond Cauchy and Schwarz


def test_pairing_wins_what_the_variances_say_and_still_covers(share):
    # True ratio (5 + 5) / 2 = 5. Coverage nominal 95 %, within a point at 300 games.
    rng = np.random.default_rng(11)
    runs = 4_000
    results = [
        paired_difference(PairedSums.from_values(*correlated(rng, 300))) for _ in range(runs)
    ]
    hits = share(sum(r.low <= 0 <= r.high for r in results), runs)
    hits.assert_at_least(0.94)
    hits.assert_at_most(0.96)
    # The mean ratio has a standard error below 0.01 (asserted); 5 of them, and the bias of a
    # ratio at 300 games (below 0.5 %), leave this.
    ratios = np.array([r.variance_ratio for r in results])
    assert ratios.std() / math.sqrt(runs) < 0.01
    assert abs(ratios.mean() - 5) < 0.075
    # What the ratio promises: independent runs of five times the games are as precise.
    paired = np.var([r.difference for r in results])
    apart = np.var(
        [correlated(rng, 1_500)[0].mean() - correlated(rng, 1_500)[1].mean() for _ in range(runs)]
    )
    # The ratio of two sample variances of 4,000 each: standard error sqrt(4 / 4000) = 0.032.
    assert abs(paired / apart - 1) < 5 * 0.032


def test_holm_by_hand():
    # Sorted 0.01, 0.03, 0.04 times 3, 2, 1, then never falling: 0.03, 0.06, 0.06.
    assert_allclose(holm([0.04, 0.01, 0.03]), [0.06, 0.03, 0.06], rtol=1e-12)


@pytest.mark.parametrize(("adjust", "method"), [(holm, "holm"), (benjamini_hochberg, "fdr_bh")])
def test_adjusting_as_statsmodels_does(adjust, method):
    values = np.random.default_rng(20_26).random(40) ** 4
    values[7] = values[3]  # a tie
    assert_allclose(adjust(values), multipletests(values, method=method)[1], rtol=1e-12)


def test_benjamini_hochberg_by_hand():
    # Sorted 0.01, 0.03, 0.04 times 3/1, 3/2, 3/3, then the least from here on up: 0.03, 0.04, 0.04.
    assert_allclose(benjamini_hochberg([0.04, 0.01, 0.03]), [0.04, 0.03, 0.04], rtol=1e-12)


@pytest.mark.parametrize("adjust", [holm, benjamini_hochberg])
@pytest.mark.parametrize("values", [[], [0.5, 1.5], [[0.1]], [float("nan")]])
def test_adjusting_refuses(adjust, values):
    with pytest.raises(ValueError, match="p-values"):
        adjust(values)
