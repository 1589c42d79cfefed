"""The worth of one more: against least squares with an effect for each game, and its coverage."""

import math

import numpy as np
import pytest

from balance.stats import slope
from sims.core.counting import FINISHED, UNFINISHED_LEAST, UNFINISHED_MOST, contrasts


def played(games, seats, worth, seed, unfinished=0):
    """Random values and winners; the chance of winning grows with the value."""
    rng = np.random.default_rng(seed)
    # Like a deal: what one seat has the others lack.
    values = rng.multivariate_hypergeometric([3] * seats, 4, size=games)
    weights = np.exp(worth * values)
    chance = weights / weights.sum(axis=1, keepdims=True)
    winner = (rng.random(games)[:, None] > chance.cumsum(axis=1)).sum(axis=1)
    winner[:unfinished] = -2
    return values[:, :, None], winner


def slope_of(values, winner, confidence=0.95):
    return slope(*contrasts(values, winner)[0].tolist(), confidence)


def test_sums_of_hand_counted_games():
    values = np.array([[2, 0, 1], [0, 1, 0], [3, 3, 3], [1, 0, 0], [-1, 4, 0], [2, 0, 0]])[
        :, :, None
    ]
    winner = np.array([0, 2, 1, -1, 0, -2])
    # q: 3 * 5 - 9 = 6; 3 * 1 - 1 = 2; 0; 2; left out; 3 * 4 - 4 = 8.
    # d: 3 * 2 - 3 = 3; 3 * 0 - 1 = -1; 0; nobody won: 0; left out; -2 at least, 4 at most.
    sums = contrasts(values, winner)[0]
    assert sums[FINISHED].tolist() == [4, 3 - 1, 9 + 1, 18 - 2, 6 + 2 + 2, 36 + 4 + 4]
    assert sums[UNFINISHED_LEAST].tolist() == [1, -2, 4, -16, 8, 64]
    assert sums[UNFINISHED_MOST].tolist() == [1, 4, 16, 32, 8, 64]


def test_it_is_least_squares_with_an_effect_for_each_game():
    values, winner = played(400, 4, 0.4, 1)
    found = slope_of(values, winner)
    x = values[:, :, 0] - values[:, :, 0].mean(axis=1, keepdims=True)
    y = (np.arange(4) == winner[:, None]) - 0.25
    expected = (x * y).sum() / (x * x).sum()
    assert found.change == pytest.approx(expected)
    # The sandwich with a cluster for each game, as Liang and Zeger have it.
    score = (x * (y - expected * x)).sum(axis=1)
    error = math.sqrt((score**2).sum() * 400 / 399) / (x * x).sum()
    assert (found.high - found.low) / 2 == pytest.approx(1.966 * error, rel=1e-3)  # t of 399
    assert found.games == 400


def test_intervals_cover_the_true_worth_as_often_as_they_say():
    true = slope_of(*played(400_000, 3, 0.3, 99)).change
    inside = 0
    for seed in range(400):
        found = slope_of(*played(250, 3, 0.3, seed))
        inside += found.low <= true <= found.high
    # 95 % of 400 is 380, standard deviation 4.4: 4.5 of them is wrong once in 100,000 runs.
    assert abs(inside - 380) < 4.5 * 4.4


def test_unfinished_games_widen_the_interval_to_what_they_might_have_been():
    values, winner = played(5000, 4, 0.3, 3)
    whole = slope_of(values, winner)
    open_ = winner.copy()
    open_[:1000] = -2
    found = slope_of(values, open_)
    assert found.games == 5000
    for stand_in in (values[:, :, 0].argmin(axis=1), values[:, :, 0].argmax(axis=1), winner):
        other = slope_of(values, np.where(open_ == -2, stand_in, winner))
        assert found.low <= other.change <= found.high
    assert found.high - found.low > 3 * (whole.high - whole.low)


def test_sums_of_parts_add():
    values, winner = played(300, 5, 0.2, 4, unfinished=40)
    parts = contrasts(values[:77], winner[:77]) + contrasts(values[77:], winner[77:])
    assert (parts == contrasts(values, winner)).all()


def test_where_seats_never_differ_nothing_is_known():
    found = slope_of(np.ones((9, 4, 1), np.int64), np.zeros(9, np.int64))
    assert found.games == 9
    assert all(math.isnan(value) for value in (found.change, found.low, found.high))
    assert found.to_dict() == {"games": 9, "change": None, "low": None, "high": None}
    one = slope_of(np.array([[[1], [0]]]), np.array([0]))
    assert (one.change, one.low, one.high) == (1.0, -math.inf, math.inf)
