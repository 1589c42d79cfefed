"""Fixtures: a folder of each game's data, and a writer of strategy files."""

import shutil
import textwrap

import pytest

from sims.core.catalogue import find
from sims.core.data import shipped
from tests.core.data_folders import GAMES
from tests.core.user_files import HEAD, MINE


@pytest.fixture(params=GAMES)
def game(request):
    return find(request.param)


@pytest.fixture
def folder(game, tmp_path):
    return shutil.copytree(shipped(game), tmp_path / "data")


@pytest.fixture
def write(tmp_path):
    def file(body, head=HEAD, mine=MINE, name="my.py"):
        path = tmp_path / name
        body = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") if mine else body
        path.write_text(f"{head}\n\n{mine}{body}\n", encoding="utf-8")
        return path

    return file
