"""Playouts from a position: what stays, what is drawn anew, and that nothing else decides."""

import numpy as np
import pytest
import toys
from scipy.stats import binom

from sims.core.errors import DesignerError
from sims.core.replays import Replay, playout_seed
from sims.core.runner import play_records

PLAYED = 4000


def position(job, number=0, game_id=0):
    """A replay and its position at a decision."""
    replay = Replay(job)
    for step in replay.steps(game_id):
        if step.number == number:
            return replay, replay.position(step)
    raise AssertionError(f"game {game_id} has no decision {number}")


def close(wins, played, chance):
    """Whether a count is what a chance expects, within 4.5 standard errors: wrong 1 in 150,000."""
    return abs(wins - played * chance) < 4.5 * np.sqrt(played * chance * (1 - chance)) + 1e-9


def test_a_replay_is_the_game_that_a_run_plays():
    job = toys.job(3, "lot", games=20, worth=2, pick=1, narrow=1)
    records = play_records(job)
    replay = Replay(job)
    for game_id in range(20):
        steps = list(replay.steps(game_id))
        assert replay.record[0] == records[game_id]
        assert [step.turn for step in steps] == list(range(8))
        assert [step.options for step in steps] == [2, 1] * 4


@pytest.mark.parametrize("lead", [-3, -1, 1, 3])
def test_what_lies_on_the_table_stays_and_chance_is_drawn_anew(lead):
    """From a known score with n coins to come the chance of winning is a binomial tail."""
    coins = 7
    job = toys.job(turns=coins + 3, worth=1, games=1)
    game_id = next(
        i for i, r in enumerate(play_records(toys.job(turns=3, worth=1, games=64)))
        if r["score"][0] - r["score"][1] == lead
    )  # fmt: skip
    replay, start = position(job, 3, game_id)
    before = start.state.tobytes()
    records = replay.play_out(start, PLAYED)
    # An even total may be tied: then the lot decides, half and half.
    chance = binom.sf((coins - lead) / 2, coins, 0.5)
    chance += binom.pmf((coins - lead) / 2, coins, 0.5) / 2
    assert close((records["winner"] == 0).sum(), PLAYED, chance)
    assert start.state.tobytes() == before
    assert set(records["turns"]) == {coins + 3}
    assert set(records["decisions"]) == {coins}


def test_choices_are_drawn_anew_too():
    """Where only the choices of strategies give points, they decide: three picks against three."""
    replay, start = position(toys.job(picker="lot", turns=6, pick=1))
    winners = replay.play_out(start, PLAYED)["winner"]
    assert close((winners == 0).sum(), PLAYED, 0.5)


def test_an_opening_is_taken_once_and_then_the_strategy_chooses():
    """Of two turns each, an opening of the second option makes up for nobody's picks after it."""
    replay, start = position(toys.job(picker="first", turns=4, pick=1))
    assert set(replay.play_out(start, 50, opening=1)["winner"]) == {0}
    assert set(replay.play_out(start, 50, opening=1)["score"][:, 0]) == {1}
    winners = replay.play_out(start, PLAYED, opening=0)["winner"]
    assert close((winners == 0).sum(), PLAYED, 0.5)
    with pytest.raises(DesignerError, match="returned 2 in game 0"):
        replay.play_out(start, 5, opening=2)


def test_a_playout_depends_on_its_number_alone():
    job = toys.job(3, "lot", worth=1, pick=1)
    replay, start = position(job, 2)
    whole = replay.play_out(start, 100)
    for first in (70, 0, 40):
        part = replay.play_out(start, 30, first)
        assert part.tobytes() == whole[first : first + 30].tobytes()
    other, again = position(job, 2)
    other.play_out(position(job, 5, 3)[1], 10)
    assert other.play_out(again, 100).tobytes() == whole.tobytes()
    assert whole.tobytes() != replay.play_out(position(job, 2, 1)[1], 100).tobytes()
    assert len(np.unique(whole["score"], axis=0)) > 5


def test_positions_of_one_seed_share_their_random_numbers():
    """Two positions under one seed meet the same coins: what a search compares options with."""
    replay, low = position(toys.job(turns=9, worth=1))
    high = type(low)(low.state.copy(), low.seed, low.game_id)
    high.state["score"][0, 0] += 1
    one, more = (replay.play_out(p, 200)["score"][:, :2] for p in (low, high))
    assert (more - one == [1, 0]).all()


def test_no_two_positions_have_the_same_seed():
    seeds = {
        playout_seed(seed, game, number)
        for seed in (0, 1, 2**63 - 1) for game in range(100) for number in range(100)
    }  # fmt: skip
    assert len(seeds) == 3 * 100 * 100
    assert max(seeds) < 2**64


def test_a_strategy_that_errs_in_a_playout_is_named():
    replay, start = position(toys.job(picker="wrong_when_late"))
    with pytest.raises(DesignerError, match="wrong_when_late returned 2 in game 0"):
        replay.play_out(start, 3)
    with pytest.raises(DesignerError, match="wrong_when_late returned 2 in game 7"):
        list(replay.steps(7))


def test_playouts_can_be_stopped():
    stop = np.ones(1, np.int64)
    replay = Replay(toys.job(), stop)
    start = replay.position(next(replay.steps(0)))
    assert len(replay.play_out(start, 5)) == 0
