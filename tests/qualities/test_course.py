"""Game quality of toys whose value is known, through the kernel, playouts and smoothing."""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pandas as pd
import pytest
import toys

from balance.qualities.estimates import estimated
from balance.qualities.sampling import Effort, sample
from sims.core.replays import Replay
from sims.core.runner import play_records
from sims.core.tally import tally

SEATS = [2, 4]


def measured(job, effort, threads=2):
    [found] = sample([job], effort, threads)
    counted = tally(toys.game(), job.cell, play_records(job))
    return estimated(toys.game(), counted, [found], "toy")


def mean(quality, name):
    return quality[name].mean


@pytest.mark.parametrize("players", SEATS)
def test_a_lottery_has_no_leader_and_is_decided_by_the_last_draw(players):
    """Everybody has an equal chance until the lot at the end: all that moves is noise."""
    job = toys.job(players, turns=20, games=500)
    found = measured(job, Effort(games=60, looks=24, playouts=32, deals=300, replays=8))
    for name in ("lead_changes", "behind", "decided", "last_turn_wins", "comebacks"):
        assert mean(found, name) == 0, name
    drama = found["drama"]
    assert drama.low == 0 or drama.low <= 0 <= drama.high
    assert abs(drama.mean) < 0.01
    assert mean(found, "deal_part") < 0.02
    assert mean(found, "play_part") > 0.97


@pytest.mark.parametrize("players", SEATS)
def test_a_dealt_game_is_decided_before_the_first_turn(players):
    job = toys.job(players, turns=10, head=1, games=500)
    found = measured(job, Effort(games=40, looks=24, playouts=16, deals=300, replays=4))
    assert mean(found, "lead_changes") == 0
    assert mean(found, "behind") == pytest.approx((players - 1) / players)
    assert mean(found, "drama") == 0
    assert mean(found, "decided") == 1
    assert mean(found, "last_turn_wins") == mean(found, "comebacks") == 0
    seats = [seat.mean for seat in found["behind"].by_seat]
    wins = [(found.games["winner"] == seat + 1).mean() for seat in range(players)]
    assert seats == pytest.approx([1 - rate for rate in wins])  # whoever does not win is behind
    assert mean(found, "play_part") == 0
    assert mean(found, "deal_part") + mean(found, "seat_part") == pytest.approx(1)
    assert found["deal_part"].high > 0.97


@cache
def chances(scores, left):
    """The exact win probabilities of three seats with so many coins to come; a tie is a draw."""
    if left == 0:
        best = max(scores)
        return tuple(Fraction(score == best and scores.count(best) == 1) for score in scores)
    after = [
        chances(tuple(score + (seat == lucky) for seat, score in enumerate(scores)), left - 1)
        for lucky in range(3)
    ]
    return tuple(sum(way[seat] for way in after) / 3 for seat in range(3))


def course(coins):
    """The exact measures of one course of coins, written apart from the package.

    All chances are k / 3**m, so that none lies on a threshold, where noise would decide.
    """
    turns = len(coins)
    scores = [tuple(coins[:t].count(seat) for seat in range(3)) for t in range(turns + 1)]
    paths = [chances(score, turns - t) for t, score in enumerate(scores)]
    led = []
    for path in paths:
        ordered = sorted(path)
        if ordered[2] - ordered[1] >= Fraction(1, 10):
            led.append(path.index(ordered[2]))
    found = {
        "lead_changes": sum(a != b for a, b in pairwise(led)),
        "behind": sum(
            max(path) - p >= Fraction(1, 10) for path in paths[:-1] for p in path
        ) / turns / 3,
    }  # fmt: skip
    if max(paths[-1]) == 1:
        mine = [path[paths[-1].index(1)] for path in paths]
        sure = turns
        while sure > 0 and mine[sure - 1] >= Fraction(9, 10):
            sure -= 1
        found["drama"] = sum(max(p) - m for p, m in zip(paths[:-1], mine, strict=False)) / turns
        found["decided"] = (turns - sure) / turns
        found["last_turn_wins"] = max(paths[-2]) - mine[-2] >= Fraction(1, 10)
        found["comebacks"] = min(mine) < Fraction(1, 6)
    return found


def coins_of(job):
    """Who got each coin of each game of a job."""
    replay = Replay(job)
    for game_id in range(job.games):
        seen = [replay.position(step).state["score"][0] for step in replay.steps(game_id)]
        seen.append(replay.record[0]["score"])
        yield tuple(int((b - a).argmax()) for a, b in pairwise(seen))


def errors(turns, games, playouts):
    """How far each measure is off, on average over the games of a race of three for coins."""
    job = toys.job(3, turns=turns, worth=1, shared=1, games=games)
    found = measured(job, Effort(games, 24, playouts, deals=20, replays=2)).games
    exact = pd.DataFrame([course(coins) for coins in coins_of(job)]).astype(float)
    assert (exact["drama"].isna() == found["winner"].isna()).all()
    return {name: found[name].astype(float).mean() - exact[name].mean() for name in exact}


ROUGHLY = {
    "lead_changes": 0.35, "behind": 0.06, "drama": 0.005, "decided": 0.02, "last_turn_wins": 0.01,
    "comebacks": 0.05,
}  # fmt: skip
"""What docs/quality.md says that 64 playouts may cost."""


def test_a_race_of_coins_has_the_quality_that_can_be_counted():
    """Three seats, nine coins: every win probability is known, so each game's quality is.

    The same games are measured both ways; what differs is the noise of the playouts alone. With
    1,024 of them it is a third of what the usual 64 may cost, or less.
    """
    found = errors(9, 100, 1024)
    assert found.keys() == ROUGHLY.keys()
    for name, error in found.items():
        assert abs(error) < ROUGHLY[name] / 3 + 0.005, name


@pytest.mark.parametrize(("turns", "games"), [(9, 300), (20, 200)])
def test_few_playouts_cost_little(turns, games):
    for name, error in errors(turns, games, 64).items():
        assert abs(error) < ROUGHLY[name], name


def test_pace():
    """Two turns in a row each, and a choice of four only on every other."""
    job = toys.job(2, turns=8, worth=1, options=4, narrow=1, twice=1, games=20)
    found = measured(job, Effort(games=10, playouts=4, deals=4, replays=2))
    assert mean(found, "options") == pytest.approx((4 + 1) / 2)
    assert mean(found, "choice_share") == pytest.approx(1 / 2)
    # Turns 0 1 4 5 and 2 3 6 7: of others 0, 2, 0 between them.
    assert [seat.mean for seat in found["wait"].by_seat] == pytest.approx([2 / 3, 2 / 3])
    assert mean(found, "wait") == pytest.approx(2 / 3)
    around = measured(toys.job(4, turns=12, games=20), Effort(10, 24, 4, 4, 2))
    assert mean(around, "wait") == 3
    assert mean(around, "length") == 12
    assert mean(around, "length_sd") == 0


def test_unfinished_games_widen_what_only_a_winner_has():
    """A race stopped at the cap has no winner: nothing is known of its drama."""
    job = toys.job(turns=9, cap=5, worth=1, games=100)
    found = measured(job, Effort(games=20, playouts=8, deals=20, replays=2))
    assert mean(found, "unfinished") == 1
    for name in ("drama", "decided", "last_turn_wins", "comebacks"):
        assert (found[name].mean, found[name].low, found[name].high) == (None, 0, 1)
    assert mean(found, "lead_changes") is not None
    assert mean(found, "deal_part") is None


def test_draws_are_no_wins():
    """An even race may end in a draw, which is no unfinished game."""
    job = toys.job(turns=4, worth=1, shared=1, games=200)
    found = measured(job, Effort(games=100, playouts=16, deals=20, replays=2))
    drawn = found.games["winner"].isna()
    assert 20 < drawn.sum() < 55  # 6 of 16 courses
    assert found.games.loc[drawn, "drama"].isna().all()
    assert found["drama"].games == (~drawn).sum()
    assert not found.games["unfinished"].any()


def test_long_games_are_looked_at_in_even_steps_with_the_last_turn():
    job = toys.job(turns=100, worth=1, games=3)
    [found] = sample([job], Effort(games=3, looks=12, playouts=4, deals=3, replays=2), 1)
    for game in found.games:
        assert game.at.tolist() == [0, 16, 32, 48, 64, 80, 96, 99]
        assert game.tried.tolist() == [4] * 7 + [32]
        assert game.turns == 100


def test_threads_change_nothing():
    job = toys.job(3, "lot", turns=9, worth=1, pick=1, games=50)
    effort = Effort(games=10, looks=8, playouts=8, deals=130, replays=4)
    one, many = (measured(job, effort, threads) for threads in (1, 5))
    assert one.estimates == many.estimates
    assert one.paths.equals(many.paths)
    assert one.games.equals(many.games)
