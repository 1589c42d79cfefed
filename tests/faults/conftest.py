"""The `balance` command as in `tests/cli`, and data folders to damage."""

import shutil

import pytest

from sims.core.catalogue import games
from sims.core.data import shipped
from tests.cli.conftest import balance, command, game

__all__ = ["balance", "command", "game"]


@pytest.fixture(params=list(games()))
def folder(request, tmp_path):
    """A copy of each game's data folder, with the game."""
    declared = games()[request.param]
    return declared, shutil.copytree(shipped(declared), tmp_path / "data")
