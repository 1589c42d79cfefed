"""The race: what it plays, and how often it finds a best arm that is known."""

import numpy as np
import pytest

from balance.recommending.racing import halve, rounds, total_games


class Noisy:
    """Arms with known means, whose games are numbers around them."""

    def __init__(self, means, seed):
        self.means = means
        self.rng = np.random.default_rng(seed)
        self.sums = np.zeros(len(means))
        self.games = np.zeros(len(means), int)

    def play(self, arms, games):
        for arm in arms:
            new = games - self.games[arm]
            self.sums[arm] += self.means[arm] * new + self.rng.normal(0, np.sqrt(new))
            self.games[arm] = games

    def score(self, arm):
        return self.sums[arm] / self.games[arm]


def test_half_of_the_arms_go_on_with_twice_the_games():
    assert rounds(8, 100) == [(8, 100), (4, 200), (2, 400)]
    assert rounds(5, 10) == [(5, 10), (3, 20), (2, 40)]
    assert rounds(1, 7) == [(1, 7)]
    # 8 arms to 100, 4 of them to 200, 2 of those to 400
    assert total_games(8, 100) == 8 * 100 + 4 * 100 + 2 * 200


@pytest.mark.parametrize("arms", [1, 2, 3, 7, 26])
def test_every_arm_is_ranked_and_the_games_are_those_announced(arms):
    race = Noisy(np.arange(arms, dtype=float), 1)
    ranked = halve(range(arms), race.play, race.score, 1000)
    assert ranked == list(range(arms))  # a mean apart is 30 standard errors
    assert race.games.sum() == total_games(arms, 1000)


def test_of_equal_arms_the_first_stays():
    assert halve("abcdefg", lambda arms, games: None, lambda arm: 0.0, 1)[0] == "a"


def test_a_planted_best_is_found_and_more_often_than_by_playing_all_the_same():
    """32 arms: one at 0, one at 0.08, the others at 0.15 to 0.3; a game has a spread of 1."""
    means = np.concatenate([[0.0, 0.08], np.linspace(0.15, 0.3, 30)])
    runs, first = 300, 100
    raced = equal = 0
    for seed in range(runs):
        order = np.random.default_rng(seed).permutation(len(means))
        race = Noisy(means[order], seed + 1000)
        raced += order[halve(range(32), race.play, race.score, first)[0]] == 0
        flat = Noisy(means[order], seed + 5000)
        flat.play(range(32), total_games(32, first) // 32)
        equal += order[min(range(32), key=flat.score)] == 0
    # The last two have 1,600 games each, so 0.08 is 2.3 standard errors of their difference: 99 %
    # there, and some losses on the way. With an equal share, 300 games, it is 1 standard error.
    assert raced > 0.85 * runs
    # Ahead by at least 3 standard errors of a difference of two shares (at most sqrt(runs / 2)).
    assert raced - equal > 3 * np.sqrt(runs / 2)
