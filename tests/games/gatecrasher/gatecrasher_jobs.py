"""What the kernel's tests share: the game as shipped, and games of it to be played."""

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
