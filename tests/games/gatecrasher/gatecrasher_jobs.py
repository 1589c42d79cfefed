"""What the tests of kernel and strategies share: the game as shipped, and games of it to play."""

from pathlib import Path

from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.runner import Job
from sims.core.strategies import find

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
