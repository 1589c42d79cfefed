"""The `balance` command, called as a user calls it: in this process, or in one of its own."""

import json
import os
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from balance.cli import main
from sims.core.catalogue import games

ROOT = Path(__file__).parents[2]
GAME = next(reversed(games()))


@dataclass
class Done:
    """What a command ended with."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as the one JSON value that it must be."""
        assert self.code == 0, self.err
        return json.loads(self.out)


@pytest.fixture
def balance(capsys, monkeypatch):
    """Run a command in this process: `balance("play", GAME, "-n", 100)`."""

    def run(*words):
        monkeypatch.setattr(sys, "argv", ["balance", *map(str, words)])
        monkeypatch.setenv("COLUMNS", "200")
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code or 0
        said = capsys.readouterr()
        return Done(code, said.out, said.err)

    return run


@pytest.fixture
def command():
    """Run a command in a process of its own."""

    def run(*words, **options):
        done = subprocess.run(
            [sys.executable, "-m", "balance", *map(str, words)], capture_output=True, text=True,
            timeout=120, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)}, **options,
        )  # fmt: skip
        return Done(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def chunks():
    """How many chunks a ledger has that another process may be writing: `chunks(file)`."""

    def count(file):
        try:
            with sqlite3.connect(f"file:{file}?mode=ro", uri=True, timeout=10) as ledger:
                return ledger.execute("SELECT COUNT(*) FROM chunk").fetchone()[0]
        except sqlite3.OperationalError:  # there is no file or no table yet
            return 0

    return count


@pytest.fixture(scope="session")
def game():
    """The game that the tests of commands play: the last that is found."""
    return games()[GAME]
