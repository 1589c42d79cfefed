"""Ratings: what a planted strength gives back, and what symmetry demands."""

import math
from itertools import combinations_with_replacement

import numpy as np
import pytest

from balance.stats.ratings import POINTS, chances, rate


def every_table(players, seats):
    tables = combinations_with_replacement(range(players), seats)
    return np.array([[table.count(i) for i in range(players)] for table in tables])


def test_two_players_are_rated_by_their_odds():
    # 3 wins of 4: odds of 3, in Elo points 400 log10(3), half of it on each side of the mean.
    found = rate([[1, 1]], [[3_000_000, 1_000_000]])
    half = 200 * math.log10(3)
    assert found == pytest.approx([half, -half], abs=0.01)


def test_one_among_three_of_the_other():
    # One of strength s among three of strength 1 wins with s / (s + 3); half of the games: s = 3.
    found = rate([[1, 3]], [[1_000_000, 1_000_000]])
    assert found[0] - found[1] == pytest.approx(400 * math.log10(3), abs=0.01)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_planted_ratings_are_recovered_from_exact_win_rates(seats):
    planted = np.array([310.0, 40.0, -120.0, -230.0])
    copies = every_table(4, seats)
    found = rate(copies, 1e6 * chances(copies, planted))
    assert found == pytest.approx(planted, abs=0.05)


def test_planted_ratings_are_recovered_from_games():
    # 35 tables of 4,000 games: the error of a rating is near 1 point, 5 of them are allowed for.
    planted = np.array([150.0, 50.0, 0.0, -200.0])
    copies = every_table(4, 4)
    chooser = np.random.default_rng(20_260_101)
    wins = np.array([chooser.multinomial(4_000, p) for p in chances(copies, planted)])
    assert rate(copies, wins) == pytest.approx(planted, abs=6)


def test_alike_players_are_rated_alike():
    copies = every_table(3, 3)
    wins = 900 * chances(copies, [100.0, 100.0, -200.0])
    found = rate(copies, wins)
    assert found[0] == pytest.approx(found[1], abs=1e-6)


def test_who_never_wins_is_rated_far_below_but_finitely():
    found = rate([[1, 1]], [[1000, 0]])
    assert np.isfinite(found).all()
    assert found[0] - found[1] > 2 * POINTS


@pytest.mark.parametrize(
    ("copies", "wins"),
    [([[1, 1]], [[1, 2, 3]]), ([[1, -1]], [[1, 0]]), ([[2, 0]], [[1, 1]])],
)
def test_what_cannot_be_is_refused(copies, wins):
    with pytest.raises(ValueError, match="must be"):
        rate(copies, wins)
