"""Imagined worlds: each fits the observation that it was imagined from, in every game with worlds.

What a world is, `sims.core.worlds` says. How the hidden cards are distributed is each game's own
test: `tests/games/GAME/test_worlds.py`.
"""

import found
import numpy as np
import pytest

from sims.core.kernel import kernel
from sims.core.replays import Replay
from sims.core.rng import STREAM_DTYPE

GAMES = [(name, count) for name, count in found.COUNTS if kernel(name).has_worlds]
LINEUPS = {"random": lambda game, players: ("random",), "mixed": found.mixed}


def stream(number):
    """A stream that looks random."""
    return np.random.default_rng(number).integers(1, 2**63, 4).astype(np.uint64).view(STREAM_DTYPE)


def decisions(game, players, lineup, games, apart):
    """The states at decisions of some games, some steps apart, with the kernel and the rules."""
    rng = np.random.default_rng([players, len(lineup)])
    for number in range(games):
        replay = Replay(found.job(game, players, LINEUPS[lineup](game, players)))
        wait = 0
        for step in replay.steps(number):
            wait -= 1
            if wait < 0 and step.options > 1:
                wait = int(rng.integers(1, apart))
                yield replay, step, replay.position(step).state


def seen(engine, rules, states, seat):
    """What a seat sees of a state, and the option list there, as bytes."""
    views, lists = engine.new("VIEW"), engine.new("OPTIONS")
    engine.look(states, rules, views, seat)
    count = engine.resume(states, rules, lists)
    assert int(states[0]["decider"]) == seat
    return views, [lists[0]["item"][i].tobytes() for i in range(count)]


@pytest.mark.parametrize("lineup", LINEUPS)
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_world_fits_the_observation(game, players, lineup):
    engine = kernel(game)
    kinds, differing, checked = set(), 0, 0
    for replay, step, states in decisions(game, players, lineup, 12, 4):
        rules = replay._rules
        kinds.add(int(states[0]["decision"]))
        views, options = seen(engine, rules, states.copy(), step.seat)
        for number in range(3):
            # What the record held before must not matter.
            rng = np.random.default_rng(number)
            world = rng.integers(0, 256, states.nbytes).astype(np.uint8).view(states.dtype)
            engine.imagine_world(views, rules, stream([step.number, number]), world)
            differing += engine.bridge.snapshot(world[0], replay._job.cell) != (
                engine.bridge.snapshot(states[0], replay._job.cell)
            )
            again, same = seen(engine, rules, world, step.seat)
            what = step, states[0]["decision"]
            assert again.tobytes() == views.tobytes(), what
            assert same == options, what
            checked += 1
    assert checked > 100
    assert differing > checked / 10
    assert len(kinds) > 1


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_world_depends_on_view_and_stream_alone_and_can_be_played_on(game, players):
    """Equal streams, equal worlds, whatever is hidden; and the game goes on to its end."""
    engine = kernel(game)
    hidden = found.hidden(game)
    worlds = set()
    for place, (replay, step, states) in enumerate(decisions(game, players, "mixed", 2, 9)):
        rules, cell = replay._rules, replay._job.cell
        other = np.array([hidden.permute(states[0], cell, step.seat, np.random.default_rng(1))])
        made = []
        for source in (states, other):
            views, world = engine.new("VIEW"), engine.new("STATE")
            engine.look(source, rules, views, step.seat)
            engine.imagine_world(views, rules, stream(place), world)
            made.append(world)
        assert made[0].tobytes() == made[1].tobytes()
        worlds.add(made[0].tobytes())
        records = replay.play_out(replay.position(step).__class__(made[0], 5, 0), 2)
        assert len(records) == 2
    assert len(worlds) > 5
