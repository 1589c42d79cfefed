"""What the tests of users' strategy files share: their texts, and what comes of playing them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance import api
from balance.summary import summary
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.strategies import address, find

ROOT = Path(__file__).parents[2]
NAME = next(reversed(games()))
GAME = games()[NAME]
OTHER = next((name for name in games() if name != NAME), "solitaire")
HEAD = "import numpy as np\nfrom numba import njit\nfrom balance import below, strategy, uniform\n"
MINE = f'@strategy("{NAME}")\ndef mine(view, options, rules, weights, stream):\n    """Mine."""\n'


def command(lineup, cwd=None):
    """The finished process of a play with that lineup."""
    return subprocess.run(
        [sys.executable, "-m", "balance", "play", NAME, "-p", str(GAME.players.start), "-q",
         "-n", "40", "--json", "--threads", "2", "--lineup", str(lineup)],
        capture_output=True, text=True, timeout=120, check=False, cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def play(lineup, **options):
    """A play with that lineup, as JSON."""
    answer = api.play(
        NAME, players=GAME.players.start, lineup=str(lineup), games=40, threads=2, **options
    )
    return summary(answer.results)


def facts(found):
    """What a play tells that may be held against another's."""
    return {key: found[key] for key in ("wins", "draws", "unfinished", "turns")}


def refused(lineup, **options):
    """The message with which a play ends."""
    with pytest.raises(DesignerError) as error:
        play(lineup, **options)
    return str(error.value)


def rejected(path, name=""):
    """The message with which a file is rejected; nothing of it runs, so no process is needed."""
    with pytest.raises(DesignerError) as error:
        address(find(GAME, f"{path}{name}"))
    return str(error.value)
