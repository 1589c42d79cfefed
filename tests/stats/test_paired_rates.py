"""The score interval of a paired change of a rate, against its definition and by coverage."""

import math

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.optimize import minimize_scalar
from scipy.stats import norm

from balance.stats import PairedSums, rate_change_bounds
from balance.stats.paired_rates import score


def sums(n, first_alone, second_alone, both):
    """Sums of n games with so many won in one cell alone, and in both."""
    a, b = first_alone + both, second_alone + both
    return PairedSums(n, a, b, a, b, both)


def likelihood(b, c, n, change, second_alone):
    """Log likelihood if the second cell alone wins with a chance, and the rates differ so much."""
    first_alone = second_alone + change
    rest = 1 - first_alone - second_alone
    parts = ((b, first_alone), (c, second_alone), (n - b - c, rest))
    return sum(k * math.log(p) if k else 0.0 for k, p in parts if k == 0 or p > 0)


@pytest.mark.parametrize(("b", "c", "n"), [(9, 1, 44), (40, 30, 200), (0, 7, 60), (3, 0, 500)])
@pytest.mark.parametrize("change", [-0.2, -0.03, 0.01, 0.15])
def test_the_score_is_that_of_the_restricted_maximum_likelihood(b, c, n, change):
    """Tango's closed form against a search for the likeliest chances under the change."""
    ends = max(0.0, -change) + 1e-12, (1 - change) / 2 - 1e-12
    found = minimize_scalar(
        lambda x: -likelihood(b, c, n, change, x), bounds=ends, method="bounded",
        options={"xatol": 1e-12},
    )  # fmt: skip
    variance = n * (2 * found.x + change - change**2)
    assert_allclose(score(b, c, n, change), (b - c - n * change) / math.sqrt(variance), rtol=1e-4)


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.9999])
@pytest.mark.parametrize(("b", "c", "n"), [(9, 1, 44), (40, 30, 200), (0, 7, 60), (3, 0, 5000)])
def test_the_bounds_are_where_the_score_is_z(b, c, n, confidence):
    low, high = rate_change_bounds(sums(n, b, c, n // 4), confidence)
    z = norm.ppf(0.5 + confidence / 2)
    assert low < (b - c) / n < high
    assert_allclose([score(b, c, n, low), score(b, c, n, high)], [z, -z], rtol=1e-6)


def test_where_nothing_differs_the_interval_is_that_of_no_event_in_n():
    # By hand: b = c = 0 makes the variance n x (1 - x), so n x / (1 - x) = z**2.
    z = norm.ppf(0.975)
    low, high = rate_change_bounds(sums(1000, 0, 0, 300))
    assert_allclose([low, high], [-(z**2) / (1000 + z**2), z**2 / (1000 + z**2)], rtol=1e-9)


def test_it_turns_about_with_the_cells_and_reaches_the_ends():
    low, high = rate_change_bounds(sums(44, 9, 1, 5))
    assert_allclose(rate_change_bounds(sums(44, 1, 9, 5)), (-high, -low), rtol=1e-9)
    assert rate_change_bounds(sums(30, 30, 0, 0))[1] == 1.0
    assert rate_change_bounds(sums(30, 0, 30, 0))[0] == -1.0


def test_with_many_games_it_is_the_t_interval():
    from balance.stats import paired_difference

    many = sums(200_000, 9_000, 8_000, 50_000)
    plain = paired_difference(many)
    assert_allclose(rate_change_bounds(many), (plain.low, plain.high), rtol=2e-3)


@pytest.mark.parametrize("chances", [(0.004, 0.001), (0.0005, 0.0005), (0.1, 0.06), (0.3, 0.25)])
def test_it_covers(share, chances):
    """Also where a game in a thousand differs, which a t interval does not (5 expected events)."""
    runs, n = 1500, 1000
    rng = np.random.default_rng(20_26)
    tables = rng.multinomial(n, [*chances, 1 - sum(chances)], size=runs)
    change = chances[0] - chances[1]
    found = {}
    for b, c, _ in tables.tolist():
        found[b, c] = found.get((b, c), 0) + 1
    hits = 0
    for (b, c), times in found.items():
        low, high = rate_change_bounds(sums(n, b, c, 0))
        hits += times * (low <= change <= high)
    # Score intervals cover 95 % on average over rates; at one rate it may be a point or two less.
    share(hits, runs).assert_at_least(0.94)


def test_it_refuses_what_is_no_rate():
    with pytest.raises(ValueError, match="other than 0 and 1"):
        rate_change_bounds(PairedSums.from_values([0, 2], [1, 1]))
    with pytest.raises(ValueError, match="n = 0"):
        rate_change_bounds(PairedSums(0, 0, 0, 0, 0, 0))
