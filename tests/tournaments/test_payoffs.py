"""Who is better than whom, on tables made up so that the answer is known."""

import numpy as np
import pytest

from balance.stats.equilibria import equilibrium
from balance.stats.ratings import POINTS
from balance.tournaments.answer import game_of, resample, seats_under
from balance.tournaments.fields import Played
from balance.tournaments.payoffs import better_of, rates, ratio, standings

GROUPS = 40


def made_up(tables, rate_of, per_group=100, unfinished=0, seed=1):
    """Tables of two entrants at which the first wins a share `rate_of(row)` of the games."""
    chooser = np.random.default_rng(seed)
    copies = np.array(tables)
    size, players = copies.shape[1], int(copies[0].sum())
    wins = np.zeros((len(copies), GROUPS, size), np.int64)
    for t, row in enumerate(copies):
        wins[t] = chooser.multinomial(per_group - unfinished, rate_of(row), GROUPS)
    games = np.full((len(copies), GROUPS), per_group)
    by_seat = np.zeros((len(copies), GROUPS, players), np.int64)
    by_seat[:, :, 0] = wins.sum(axis=2)
    lost = np.full((len(copies), GROUPS), unfinished)
    return Played(copies, np.ones(len(copies)), wins, by_seat, lost, games)


def strength(a, b):
    """Chances by Luce's rule of two entrants of these strengths."""

    def rate_of(row):
        parts = row * np.array([a, b])
        return parts / parts.sum()

    return rate_of


THREE = [[3, 0], [2, 1], [1, 2], [0, 3]]


def test_a_stronger_entrant_is_better_beside_everybody():
    [row] = standings(made_up(THREE, strength(2.0, 1.0)), 0.02)
    # Beside two of b: 2/4 for a, 1/3 for b; beside two of a: 1/3 and 1/5; beside one each: between.
    assert row.call == "better"
    assert row.tables == 3
    assert row.least == pytest.approx(1 / 3 - 1 / 5, abs=0.02)
    assert row.most == pytest.approx(1 / 2 - 1 / 3, abs=0.03)
    assert better_of([row], 2).tolist() == [[True, True], [False, True]]


def test_alike_entrants_are_alike_with_enough_games():
    [row] = standings(made_up(THREE, strength(1.0, 1.0), 4_000), 0.02)
    assert row.call == "alike"
    assert better_of([row], 2).all()


def test_few_games_leave_it_open():
    [row] = standings(made_up(THREE, strength(1.0, 1.0), 2), 0.02)
    assert row.call == "open"


def test_the_lone_one_wins_so_it_depends():
    chances = {(3, 0): [1, 0], (0, 3): [0, 1], (2, 1): [0.2, 0.8], (1, 2): [0.8, 0.2]}
    [row] = standings(made_up(THREE, lambda row: chances[tuple(row.tolist())]), 0.02)
    # Beside two of b: 0.8 for a, 1/3 for b; beside two of a: 1/3 for a, 0.8 for b.
    assert row.call == "depends"
    assert row.least == pytest.approx(1 / 3 - 0.8, abs=0.03)


def test_unfinished_games_widen_the_bounds_to_either_side():
    clear = rates(made_up(THREE, strength(1.0, 1.0), 100)).found
    open_ = rates(made_up(THREE, strength(1.0, 1.0), 100, unfinished=30)).found
    low, high = open_.bounds(0.95)
    # At the table of three of one: 70 wins a group among three, 30 more that they may have had.
    assert low[0] <= 0.7 / 3
    assert high[0] >= 1 / 3
    assert (high - low > np.subtract(*clear.bounds(0.95)[::-1])).all()
    assert standings(made_up(THREE, strength(1.3, 1.0), 400), 0.02)[0].call == "better"
    hidden = made_up(THREE, strength(1.3, 1.0), 400, unfinished=120)
    assert standings(hidden, 0.02)[0].call == "open"


def test_a_ratio_of_unequal_groups():
    # 3 of 10 and 3 of 20: 0.2. Residuals 1 and -1; 2 groups: sqrt(2 * 2 / 1) / 30.
    value, error = ratio(np.array([[3.0, 3.0]]), np.array([[10, 20]]))
    assert value[0] == pytest.approx(0.2)
    assert error[0] == pytest.approx(2 / 30)


def test_intervals_hold_the_truth_at_their_rate():
    """1,000 tables at a known rate: 95 % of them, give or take three standard errors (2 points)."""
    tables = np.tile([[1, 1]], (1_000, 1))
    low, high = rates(made_up(tables, strength(3.0, 1.0), 25)).found.bounds(0.95)
    first = np.arange(0, 2_000, 2)  # rows go table by table: the first entrant's
    held = ((low[first] <= 0.75) & (high[first] >= 0.75)).mean()
    assert 0.93 < held < 0.98


@pytest.mark.slow
def test_alike_entrants_are_seldom_told_apart():
    """Any claim of a difference among three alike entrants, at no margin to speak of: in at most
    5 % of 300 tournaments for each of two kinds of claims; 10 % and three standard errors.
    """
    tables = [[2, 0, 0], [1, 1, 0], [1, 0, 1], [0, 2, 0], [0, 1, 1], [0, 0, 2]]
    wrong = 0
    for seed in range(300):
        played = made_up(tables, lambda row: row / row.sum(), 30, seed=seed)
        calls = {row.call for row in standings(played, 1e-6)}
        wrong += bool(calls & {"better", "worse", "depends"})
    assert wrong / 300 < 0.10 + 3 * (0.1 * 0.9 / 300) ** 0.5


@pytest.mark.slow
def test_intervals_of_ratings_hold_the_truth_at_their_rate():
    """50 tournaments of planted strengths: the first entrant's rating lies in its 95 % interval in
    all but a few; 83 % are four standard errors below.
    """
    truth = POINTS * np.log(np.array([2.0, 1.0]))
    truth = truth - truth.mean()
    held = 0
    for seed in range(50):
        played = made_up(THREE, strength(2.0, 1.0), 20, seed=seed)
        rest = equilibrium(game_of(played), [np.array([0.9, 0.1])])
        low, high = np.quantile(resample(played, rest, seed, 60).ratings[:, 0], [0.025, 0.975])
        held += low <= truth[0] <= high
    assert held >= 0.83 * 50


def test_seats_under_a_mixture_weigh_the_tables_by_their_chance():
    played = made_up([[2, 0], [1, 1], [0, 2]], strength(1.0, 1.0))
    played.by_seat[:] = 0
    for table, first in enumerate((100, 50, 0)):  # seat 1 wins all, half, none
        played.by_seat[table, :, 0] = first
        played.by_seat[table, :, 1] = 100 - first
    # Shares 0.8 and 0.2: chances 0.64, 0.32, 0.04.
    seats = seats_under(played, np.array([0.8, 0.2]))
    assert seats == pytest.approx([0.64 + 0.16, 0.16 + 0.04])


def test_an_unfinished_game_is_shared_in_the_payoffs():
    played = made_up([[2, 0], [1, 1], [0, 2]], strength(1.0, 1.0), unfinished=20)
    game = game_of(played)
    assert game.payoffs[0, 0] == pytest.approx(0.5)
    assert game.payoffs[1].sum() == pytest.approx(1.0)
