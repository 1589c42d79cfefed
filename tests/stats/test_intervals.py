"""Wilson and Goodman against published values, closed forms, statsmodels and simulation."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import binom, chi2, norm
from statsmodels.stats.proportion import multinomial_proportions_confint

from balance.stats import goodman, wilson

Z = 1.959963984540054  # normal quantile at 0.975


# Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3: 95 % score intervals.
@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_published(wins, games, low, high):
    assert_allclose(wilson(wins, games), (low, high), atol=5.1e-5)


def test_wilson_by_hand():
    # 4 of 10 with z = 2 (confidence 95.45 %): centre (0.4 + 2/10) / 1.4 = 3/7,
    # half width 2 sqrt(0.24/10 + 4/400) / 1.4 = sqrt(0.034) / 0.7.
    low, high = wilson(4, 10, 1 - 2 * norm.sf(2.0))
    assert_allclose(low, 3 / 7 - 0.034**0.5 / 0.7, rtol=1e-12)
    assert_allclose(high, 3 / 7 + 0.034**0.5 / 0.7, rtol=1e-12)


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.999])
def test_wilson_bounds_solve_its_equation(confidence):
    # Wilson 1927: the bounds are the two rates x with (p - x)^2 = z^2 x (1 - x) / n.
    wins = np.array([1, 7, 50, 99, 1234])
    games = np.array([2, 9, 100, 100, 100_000])
    z = norm.isf((1 - confidence) / 2)
    for bound in wilson(wins, games, confidence):
        assert_allclose((wins / games - bound) ** 2, z**2 * bound * (1 - bound) / games, rtol=1e-9)


@pytest.mark.parametrize("games", [1, 2, 1000, 10**9])
def test_wilson_at_none_and_all(games):
    # With no wins the equation gives 0 and z^2 / (n + z^2); all wins are its mirror image.
    low, high = wilson([0, games], games)
    assert low[0] == 0.0
    assert high[1] == 1.0
    assert_allclose(high[0], Z**2 / (games + Z**2), rtol=1e-9)
    assert_allclose(low[1], games / (games + Z**2), rtol=1e-9)


def test_wilson_broadcasts():
    low, high = wilson([[1], [2]], [10, 20, 30])
    assert low.shape == high.shape == (2, 3)
    assert low[1, 2] == wilson(2, 30)[0]
    assert high[1, 2] == wilson(2, 30)[1]


def test_unfinished_games_widen_to_the_worst_case_at_either_end():
    low, high = wilson(30, 100, unfinished=[0, 5, 70])
    assert_allclose(low, wilson(30, 100)[0], rtol=0)
    assert_allclose(high, [wilson(30, 100)[1], wilson(35, 100)[1], 1.0], rtol=0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0), "trials = 0"),
        (([1, 0], [5, 0]), "trials = 0"),
        ((-1, 10), "successes = -1"),
        ((1.5, 10), "successes = 1.5"),
        ((float("nan"), 10), "successes = nan"),
        ((11, 10), "more than trials"),
        ((1, 10, 1.0), "confidence = 1.0"),
        ((1, 10, 0.0), "confidence = 0.0"),
    ],
)
def test_wilson_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        wilson(*arguments)


def test_wilson_refuses_more_unfinished_games_than_there_are():
    with pytest.raises(ValueError, match="more than trials"):
        wilson(8, 10, unfinished=3)


# Goodman intervals (95 %) as printed by C. P. Sison and J. Glaz, JASA 90 (1995) 366-369.
SISON_GLAZ = {
    (56, 72, 73, 59, 62, 87, 58): [
        (0.085, 0.166),
        (0.115, 0.204),
        (0.116, 0.207),
        (0.091, 0.173),
        (0.096, 0.181),
        (0.143, 0.239),
        (0.089, 0.171),
    ],
    (5,) * 50: [(0.005, 0.075)] * 50,
}


@pytest.mark.parametrize("counts", SISON_GLAZ)
def test_goodman_published(counts):
    # They cut the third digit off in places instead of rounding it.
    assert_allclose(np.transpose(goodman(counts)), SISON_GLAZ[counts], atol=0.001)


# The failures of Quesenberry and Hurst 1964, which Goodman 1965 works through.
FAILURES = [5, 11, 19, 30, 58, 67, 92, 118, 173, 297]


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("counts", [FAILURES, [0, 40, 60], [250, 251, 249, 250, 0]])
def test_goodman_is_his_formula_and_that_of_statsmodels(counts, confidence):
    x, n = np.array(counts), sum(counts)
    quantile = chi2.ppf(1 - (1 - confidence) / len(counts), 1)
    root = np.sqrt(quantile * (quantile + 4 * x * (n - x) / n))
    his = (quantile + 2 * x + np.array([[-1], [1]]) * root) / (2 * (n + quantile))
    ours = goodman(counts, confidence)
    assert_allclose(ours, his, rtol=1e-9, atol=1e-15)
    theirs = multinomial_proportions_confint(counts, 1 - confidence, method="goodman")
    assert_allclose(np.transpose(ours), theirs, rtol=1e-9, atol=1e-15)


def test_goodman_unfinished_games_widen_and_count_as_games():
    low, high = goodman([30, 40, 20], unfinished=10)
    one = 1 - 0.05 / 3  # three categories share the 5 %
    assert_allclose(low, wilson([30, 40, 20], 100, one)[0], rtol=1e-12)
    assert_allclose(high, wilson([40, 50, 30], 100, one)[1], rtol=1e-12)


@pytest.mark.parametrize("counts", [[0, 0], [5], [[1, 2], [3, 4]], [1, -1], [1, 2.5]])
def test_goodman_refuses(counts):
    with pytest.raises(ValueError, match="categories"):
        goodman(counts)


def exact_coverage(games, rate, confidence):
    """Probability that the Wilson interval of ``games`` games holds the true ``rate``."""
    wins = np.arange(games + 1)
    low, high = wilson(wins, games, confidence)
    return binom.pmf(wins, games, rate)[(low <= rate) & (rate <= high)].sum()


@pytest.mark.parametrize("confidence", [0.90, 0.95])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_wilson_coverage_exactly(seats, confidence):
    # No simulation, so no error rate. Whole numbers make the coverage of one n swing around the
    # nominal one by up to (density at z) / sd of the wins; its mean over many n does not.
    games = np.arange(1000, 1200)
    covered = np.array([exact_coverage(n, 1 / seats, confidence) for n in games])
    assert abs(covered.mean() - confidence) < 0.001
    assert np.abs(covered - confidence).max() < 0.012


def test_wilson_coverage_by_simulation(share):
    rng = np.random.default_rng(1)
    low, high = wilson(rng.binomial(2_000, 0.25, 200_000), 2_000)
    found = share(int(((low <= 0.25) & (high >= 0.25)).sum()), 200_000)
    truth = exact_coverage(2_000, 0.25, 0.95)
    found.assert_at_least(truth)
    found.assert_at_most(truth)


def test_goodman_coverage_by_simulation(share):
    # All five rates at once, 95 %: Bonferroni errs on the safe side, by less than 1.5 points.
    rng = np.random.default_rng(2)
    rates = np.array([0.27, 0.25, 0.24, 0.21, 0.03])
    tables = rng.multinomial(3_000, rates, size=4_000)
    bounds = np.array([goodman(table) for table in tables])
    inside = (bounds[:, 0] <= rates) & (rates <= bounds[:, 1])
    all_inside = share(int(inside.all(axis=1).sum()), 4_000)
    all_inside.assert_at_least(0.95)
    all_inside.assert_at_most(0.965)
    # The control: five separate 95 % intervals do not hold all at once.
    low, high = wilson(tables, 3_000)
    apart = ((low <= rates) & (rates <= high)).all(axis=1)
    share(int(apart.sum()), 4_000).assert_at_most(0.85)


def test_coverage_holds_whoever_would_have_won_the_unfinished_games(share):
    # A third of seat 1's wins are broken off: the worst case for the upper bound, which then errs
    # as often as that of a finished game would (2.5 %), while the lower one never does.
    rng = np.random.default_rng(3)
    won = rng.binomial(2_000, 0.25, 100_000)
    broken_off = rng.binomial(won, 1 / 3)
    low, high = wilson(won - broken_off, 2_000, unfinished=broken_off)
    inside = share(int(((low <= 0.25) & (high >= 0.25)).sum()), 100_000)
    inside.assert_at_least(0.97)
    inside.assert_at_most(0.98)
    # The control: dropping them instead, the interval hardly ever holds the truth.
    low, high = wilson(won - broken_off, 2_000 - broken_off)
    share(int(((low <= 0.25) & (high >= 0.25)).sum()), 100_000).assert_at_most(0.01)
