"""The share of winning that a trait explains, against values worked out by hand."""

from itertools import product

import numpy as np
import pytest

from balance.stats import explained_share

LARGE = 1_000_000


def test_a_share_worked_out_by_hand():
    # Half of the games with a chance of 1/5, half with 3/5: mean 2/5, Var(E[Y|X]) = 1/25,
    # Var(Y) = 6/25.
    found = explained_share([{0: (LARGE, LARGE // 5), 7: (LARGE, 3 * LARGE // 5)}])
    assert found.share == pytest.approx(1 / 6, abs=1e-5)
    assert found.low < 1 / 6 < found.high
    assert found.games == 2 * LARGE


def test_what_decides_explains_all_and_what_says_nothing_explains_nothing():
    assert explained_share([{0: (500, 0), 1: (500, 500)}]).share == pytest.approx(1)
    nothing = explained_share([{0: (LARGE, LARGE // 4), 1: (LARGE, LARGE // 4)}])
    assert abs(nothing.share) < 1e-5
    assert nothing.low == 0 < nothing.high


def test_what_tells_seats_apart_is_not_credited_to_the_trait():
    # Seat 1 has always 0 and wins 9 of 10, seat 2 has always 1; within a seat nothing varies.
    assert explained_share([{0: (100, 90)}, {1: (100, 10)}]) is None
    # Variances are averaged: (0 + 1/25) / (9/100 + 6/25).
    seats = [{0: (2 * LARGE, LARGE // 5)}, {0: (LARGE, LARGE // 5), 1: (LARGE, 3 * LARGE // 5)}]
    assert explained_share(seats).share == pytest.approx((1 / 25) / (9 / 100 + 6 / 25), abs=1e-5)


def test_nothing_to_explain():
    assert explained_share([]) is None
    assert explained_share([{0: (10, 0), 1: (10, 0)}]) is None
    assert explained_share([{0: (1, 1), 1: (1, 0)}]) is None


def test_the_estimate_of_the_variance_between_is_unbiased():
    """Over all samples of three games in either of two groups, weighted by their chances."""
    chances = (0.2, 0.6)
    between = within = 0.0
    for won in product(range(4), repeat=2):
        weight = 1.0
        for k, p in zip(won, chances, strict=True):
            weight *= (1, 3, 3, 1)[k] * p**k * (1 - p) ** (3 - k)
        found = explained_share([{0: (3, won[0]), 1: (3, won[1])}])
        total = sum(won) * (6 - sum(won)) / 30  # the unbiased variance of all six
        between += weight * (found.share * total if found else 0.0)
        within += weight * total
    # The groups are of fixed size here: of the 15 pairs of games 3 + 3 are within a group, whose
    # products have the means a * a and b * b, and 9 across.
    a, b = chances
    square_of_means = (a * a + b * b) / 2
    square_of_mean = (3 * a * a + 3 * b * b + 9 * a * b) / 15
    assert between == pytest.approx(square_of_means - square_of_mean)
    assert within == pytest.approx((a + b) / 2 - square_of_mean)


@pytest.mark.parametrize("chances", [(0.25,) * 8, (0.1, 0.2, 0.3, 0.4), (0.45, 0.55)])
def test_intervals_cover_as_often_as_they_say(chances):
    """With 600 runs, 0.95 - 0.04 is missed in fewer than one of 10,000 by chance."""
    rng = np.random.default_rng(5)
    chances = np.array(chances)
    truth = chances.var() / (chances.mean() * (1 - chances.mean()))
    runs, games, inside, shares = 600, 3000, 0, []
    for _ in range(runs):
        groups = rng.multinomial(games, np.full(len(chances), 1 / len(chances)))
        won = rng.binomial(groups, chances)
        pairs = zip(groups.tolist(), won.tolist(), strict=True)
        found = explained_share([dict(enumerate(pairs))])
        shares.append(found.share)
        inside += found.low <= truth <= found.high
    assert inside / runs > 0.91
    error = np.std(shares) / np.sqrt(runs)
    assert abs(np.mean(shares) - truth) < 4 * error


@pytest.mark.parametrize(("counts", "error"), [((3, 4), ValueError), ((2.5, 1), TypeError)])
def test_counts_that_cannot_be_are_refused(counts, error):
    with pytest.raises(error):
        explained_share([{0: counts}])
