"""What the tests of kernel and strategies share: the game as shipped, and games of it to play."""

from pathlib import Path

import numpy as np

from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel, pack_weights
from sims.core.runner import Job
from sims.core.strategies import address, find

GAME = games()["gatecrasher"]
DATA = read_data(GAME)
HERE = Path(__file__).parent
NOSY = f"{HERE / 'nosy.py'}:nosy"
PLAYERS = list(GAME.players)


def job(players, changes=None, first=0, number=1, seed=1, strategy="random", **hackers):
    chosen = find(GAME, strategy)
    cell = build_cell(DATA, players, changes, [chosen.player()] * players, **hackers)
    return Job(cell, (chosen,) * players, seed, first, number)


def table_job(players, names, number, changes=None, first=0, seed=1, **hackers):
    """Games of a lineup of names."""
    found = [find(GAME, name) for name in names]
    cell = build_cell(DATA, players, changes or {}, [s.player() for s in found], **hackers)
    return Job(cell, tuple(found), seed, first, number)


def everybody(**primitives):
    """Changes to the hacker that all play."""
    return {f"hackers.baseline.{key}": value for key, value in primitives.items()}


def choose(machine, players, name, number=None):
    """The index that a strategy chooses for whoever has to decide."""
    chosen, engine, seat = find(GAME, name), kernel("gatecrasher"), machine.decision().seat
    if number is not None:
        words = np.random.default_rng(number).integers(1 << 64, size=4, dtype=np.uint64)
        machine.states[0]["choice"][seat]["word"] = words
    weights = pack_weights([chosen.player().weights] * players)
    return engine.choose(
        address(chosen), machine.view(seat), machine.lists, machine._rules, weights,
        machine.states, seat,
    )  # fmt: skip
