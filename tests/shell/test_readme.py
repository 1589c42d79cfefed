"""Every command of the README runs, in its order, and its Python block too."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    (balance .*)$", README, flags=re.MULTILINE)
INLINE = re.findall(r"is `(balance [^`]*)`", README.replace("\n  ", " "))
PYTHON = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)

pytestmark = pytest.mark.slow


def test_the_readme_is_read():
    names = {command.split()[1] for command in COMMANDS}
    from balance.cli import COMMANDS as KNOWN

    assert names == set(KNOWN)
    assert len(PYTHON) == 1
    assert len(INLINE) == 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder to run in, where the checkout's tests are found as the README names them."""
    here = tmp_path_factory.mktemp("readme")
    (here / "tests").symlink_to(ROOT / "tests")
    (here / "build").mkdir()
    return here


@pytest.mark.parametrize("command", [*COMMANDS, *INLINE])
def test_command(command, folder):
    # One after the other: what `balance init` writes is used by the commands that follow.
    words = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", "balance", *words[1:]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


def test_python_block(folder):
    done = subprocess.run(
        [sys.executable, "-c", PYTHON[0]],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=400,
    )
    assert done.returncode == 0, done.stderr
    assert "seat" in done.stdout
