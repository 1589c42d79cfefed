"""What the contract tests play: whatever games, strategies and player counts are found."""

import importlib.util
from functools import cache
from pathlib import Path

from balance.planning import Question, plan
from sims.core import strategies
from sims.core.catalogue import games
from sims.core.runner import Job
from sims.core.strategies import BUDGET, shipped

GAMES = tuple(games())
COUNTS = [(name, players) for name in GAMES for players in games()[name].players]
FEW = 8
"""Rollouts of a strategy that looks ahead: what is tested here holds at any budget."""


def few(strategy):
    """A strategy that ships, with a small budget if it has one."""
    return strategies.with_budget(strategy, str(FEW)) if BUDGET in strategy.weights else strategy


def names(game):
    """The strategies of a game as a lineup names them."""
    return [few(strategy).name for strategy in shipped(game).values()]


STRATEGIES = [(name, strategy) for name in GAMES for strategy in names(name)]
LINEUPS = [(name, players, strategy) for name, players in COUNTS for strategy in names(name)]
RULINGS = [
    (name, ruling.name, choice)
    for name in GAMES
    for ruling in games()[name].rulings
    for choice in ruling.choices
]


@cache
def planned(game, players, lineup=("random",), changes=()):
    """The one cell of a question."""
    [found] = plan(Question(game, (players,), lineup, changes=dict(changes)))
    return found


def job(game, players, lineup=("random",), changes=(), seed=1, first=0, games=1):
    """Games of a cell, to be played."""
    found = planned(game, players, tuple(lineup), tuple(dict(changes).items()))
    return Job(found.cell, found.strategies, seed, first, games)


def mixed(game, players):
    """A lineup in which the strategies of a game meet."""
    known = names(game)
    return tuple(known[seat % len(known)] for seat in range(players))


@cache
def hidden(game):
    """The module `tests/games/GAME/hidden.py`; None if there is none."""
    path = Path(__file__).parents[1] / "games" / game / "hidden.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location(f"hidden_{game}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
