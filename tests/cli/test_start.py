"""Start-up: every help works, and nothing heavy is imported before it is needed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from balance.cli import COMMANDS

ROOT = Path(__file__).parents[2]
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
HEAVY = ("numba", "numpy", "pandas", "scipy", "statsmodels", "matplotlib", "pyarrow", "llvmlite")

EVERY_HELP = f"""
import contextlib, io, json, sys
from balance.cli import main
said = {{}}
for words in (["--help"], ["-h"], *([name, "--help"] for name in {COMMANDS!r})):
    sys.argv = ["balance", *words]
    text = io.StringIO()
    try:
        with contextlib.redirect_stdout(text):
            main()
    except SystemExit as end:
        said[" ".join(words)] = [end.code or 0, text.getvalue()]
print(json.dumps([said, [name for name in {HEAVY!r} if name in sys.modules]]))
"""


@pytest.fixture(scope="module")
def helps():
    """Every help as printed in one process, and the heavy modules that it has imported by then."""
    done = subprocess.run(
        [sys.executable, "-c", EVERY_HELP], capture_output=True, text=True, check=True, env=ENV
    )
    return json.loads(done.stdout)


def test_the_commands_are_those_of_the_issue():
    assert set(COMMANDS) >= {
        "games", "check", "init", "strategies", "positions", "play", "sweep", "trace", "report",
        "bench", "compare", "rulings",
    }  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_help(helps, name):
    code, text = helps[0][f"{name} --help"]
    assert code == 0
    assert f"Usage: balance {name}" in text
    described = text.split("\n\n")[1].strip()
    assert len(described) > 20, described


def test_the_help_lists_every_command(helps):
    for words in ("--help", "-h"):
        code, text = helps[0][words]
        assert code == 0
        for name in COMMANDS:
            assert f"  {name} " in text


def test_no_help_imports_anything_heavy(helps):
    assert helps[1] == []


def test_the_check_for_heavy_imports_can_fail():
    done = subprocess.run(
        [sys.executable, "-c", EVERY_HELP.replace("main()", "(__import__('numpy'), main())")],
        capture_output=True, text=True, check=True, env=ENV,
    )  # fmt: skip
    assert "numpy" in json.loads(done.stdout)[1]


def test_python_dash_m_is_the_same_command(command):
    done = command("--help")
    assert done.code == 0
    assert "Usage: balance" in done.out
    assert done.err == ""


def test_no_command_shows_the_help(balance):
    done = balance()
    assert "Usage: balance" in done.out + done.err
    assert done.code in (0, 2)
