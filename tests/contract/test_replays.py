"""Replays and playouts hold in every game: the same games, positions untouched, fresh chance."""

import found
import numpy as np
import pytest

from sims.core.catalogue import games
from sims.core.replays import Replay
from sims.core.runner import play_records

FIRST_COUNTS = [(name, games()[name].players.start) for name in found.GAMES]
SEED = 7


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_a_replay_is_the_game_that_a_run_plays(game, players):
    job = found.job(game, players, found.mixed(game, players), seed=SEED, games=4)
    records = play_records(job)
    replay = Replay(job)
    for game_id, record in enumerate(records):
        turns = [step.turn for step in replay.steps(game_id)]
        assert replay.record[0] == record
        assert turns == sorted(turns)
        assert turns[-1] in (record["turns"] - 1, record["turns"])


@pytest.mark.parametrize(("game", "players"), FIRST_COUNTS)
def test_playouts_leave_the_position_and_depend_on_their_number_alone(game, players):
    job = found.job(game, players, found.mixed(game, players), seed=SEED)
    replay = Replay(job)
    looked = 0
    for step in replay.steps(3):
        if step.options < 4 or step.number < 7 * looked or looked == 2:
            continue  # the first of several options, maybe copies, and the first after seven more
        looked += 1
        start = replay.position(step)
        before = start.state.tobytes()
        whole = replay.play_out(start, 24)
        assert replay.play_out(start, 9, 11).tobytes() == whole[11:20].tobytes()
        assert Replay(job).play_out(start, 24).tobytes() == whole.tobytes()
        assert start.state.tobytes() == before
        assert len(np.unique(whole["decisions"])) > 1
        ways = range(step.options)
        courses = {replay.play_out(start, 24, opening=way).tobytes() for way in ways}
        assert len(courses) > 1
    assert looked == 2
    assert (
        replay.record[0]
        == play_records(found.job(game, players, found.mixed(game, players), seed=SEED, first=3))[0]
    )  # the game itself went on as if nobody had looked


@pytest.mark.parametrize(("game", "players"), FIRST_COUNTS)
def test_playouts_from_the_deal_win_as_games_do(game, players):
    """Over many deals, seat 1 wins playouts as often as games: wrong once in 100,000."""
    job = found.job(game, players, seed=SEED, games=6000)
    played = play_records(job)["winner"] == 0
    replay = Replay(job)
    rates = []
    for deal in range(250):
        start = replay.position(next(replay.steps(deal)))
        rates.append((replay.play_out(start, 8)["winner"] == 0).mean())
    error = np.hypot(np.std(rates) / np.sqrt(250), played.std() / np.sqrt(6000))
    assert abs(np.mean(rates) - played.mean()) < 4.4 * error


@pytest.mark.parametrize("game", found.GAMES)
def test_the_wait_of_who_is_out_is_a_measure_by_seat(game):
    declared = games()[game]
    kinds = {measure.name: measure.kind for measure in declared.measures}
    assert not declared.waiting or kinds[declared.waiting] == "seats"
