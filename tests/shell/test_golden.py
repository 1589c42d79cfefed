"""The `golden` fixture and the `--golden` option, in a pytest run of their own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """Return a folder with one test that has a golden file and one that has none."""
    shutil.copy(CONFTEST, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_it.py").write_text(
        "from pathlib import Path\n"
        "def test_text(golden):\n    golden('a/log.txt', Path('text').read_text())\n"
        "def test_other():\n    pass\n"
    )
    (tmp_path / "text").write_text("deal\nturn 1: ±2\n")
    return tmp_path


def run(suite: Path, *options: str) -> subprocess.CompletedProcess[str]:
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    return subprocess.run(words, cwd=suite, env=env, capture_output=True, text=True, check=False)


def test_golden_files_are_written_compared_and_written_anew(suite: Path) -> None:
    stored = suite / "golden" / "a" / "log.txt"

    missing = run(suite)
    assert missing.returncode == 1
    assert f"{stored} is missing: `make golden` writes it" in missing.stdout

    written = run(suite, "--golden")
    assert "1 passed, 1 deselected" in written.stdout
    assert stored.read_text() == "deal\nturn 1: ±2\n"
    assert "2 passed" in run(suite).stdout

    (suite / "text").write_text("deal\nturn 1: ±3\n")
    differs = run(suite)
    assert "1 failed, 1 passed" in differs.stdout
    assert "-turn 1: ±2\n+turn 1: ±3\n" in differs.stdout
    assert stored.read_text() == "deal\nturn 1: ±2\n"

    run(suite, "--golden")
    assert "2 passed" in run(suite).stdout
