"""The Makefile, with a Python that only writes down what it is asked to do."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder, its path with spaces, with what make reads and nothing installed."""
    folder = tmp_path / "a designer's checkout"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, folder)
    return folder


def make(checkout: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run make as a person would, without what an outer make or a pytest run has set."""
    left_out = ("MAKE", "MFLAGS", "PYTHON")
    env = {key: value for key, value in os.environ.items() if not key.startswith(left_out)}
    if path is not None:
        env["PATH"] = path
    return subprocess.run(
        [shutil.which("make") or "make", *words],
        cwd=checkout, env=env, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def script(file: Path, text: str) -> Path:
    """Write a shell script that can be run."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def python_of(version: tuple[int, int, int], file: Path) -> Path:
    """Write a Python that takes itself for another version, as far as `-c` goes."""
    pretend = f"import sys; sys.version_info = {(*version, 'final', 0)}; exec(sys.argv[1])"
    return script(file, f'exec "{sys.executable}" -c "{pretend}" "$2"')


@pytest.fixture
def recorder(tmp_path: Path) -> Path:
    """Write a Python whose `-m venv` and `-m pip` only append to the file `log`.

    Its environments hold the same script as their Python.
    """
    log = tmp_path / "log"
    log.touch()
    return script(
        tmp_path / "bin" / "recording python",
        f"""case "$2" in
            venv) mkdir -p "$4/bin"; cp "$0" "$4/bin/python";;
            pip) ;;
            *) exec "{sys.executable}" "$@";;
        esac
        echo "$*" >> "{log}" """,
    )


def recorded(recorder: Path) -> list[str]:
    """Return what the recording Python was asked to do since the last call."""
    log = recorder.parents[1] / "log"
    lines = log.read_text().splitlines()
    log.write_text("")
    return ["venv" if " venv " in line else line.partition(" install ")[2] for line in lines]


PACKAGES = "--require-hashes -r requirements.lock"
PROJECT = "--no-deps --no-build-isolation --editable ."


def test_make_alone_lists_every_target(checkout: Path) -> None:
    done = make(checkout)
    rows = re.findall(r"^make ([a-z-]+) +\S.*$", done.stdout, re.MULTILINE)
    phony = re.findall(r"^\.PHONY: ([a-z-]+)$", (checkout / "Makefile").read_text(), re.MULTILINE)
    assert done.returncode == 0
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == len(rows)
    assert set(rows) == set(phony) - {"new-folder"}
    asked_for = "help report test check style golden bench wheel lock clean"
    assert set(asked_for.split()) <= set(rows)


@pytest.mark.parametrize("target", ["report", "test", "check", "lock"])
@pytest.mark.parametrize("version", [(3, 9, 18), (3, 10, 13), (3, 14, 0)])
def test_a_python_that_will_not_do_gives_one_line(
    checkout: Path, version: tuple[int, int, int], target: str
) -> None:
    old = python_of(version, checkout.parent / "an old python")
    done = make(checkout, target, f"PYTHON={old}")
    assert done.returncode != 0
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert "Python 3.11, 3.12 or 3.13" in line
    assert f"{old} is {'.'.join(map(str, version))}:" in line
    assert not (checkout / ".venv").exists()


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 12, 9), (3, 13, 2)])
def test_each_python_that_the_lock_serves_is_taken(
    checkout: Path, version: tuple[int, int, int]
) -> None:
    done = make(checkout, "-n", "test", f"PYTHON={python_of(version, checkout.parent / 'python')}")
    assert done.stderr == ""
    assert f'"{checkout.parent / "python"}" -m venv' in done.stdout


def test_no_python_at_all_gives_one_line(checkout: Path, tmp_path: Path) -> None:
    bare = tmp_path / "path"
    bare.mkdir()
    for tool in ("sh", "cat"):
        (bare / tool).symlink_to(str(shutil.which(tool)))
    for words in (["test"], ["test", "PYTHON=/nowhere/python3"]):
        done = make(checkout, *words, path=str(bare))
        assert done.returncode != 0
        assert done.stdout == ""
        (line,) = done.stderr.splitlines()
        assert "Python 3.11, 3.12 or 3.13" in line
        assert "does not run" in line


def test_a_python_on_the_path_that_does_not_run_is_passed_over(
    checkout: Path, tmp_path: Path
) -> None:
    """As with pyenv: its python3.13 is there, and says that this version is not switched on."""
    folder = tmp_path / "shims"
    script(folder / "python3.13", "echo 'not switched on' >&2; exit 127")
    python_of((3, 10, 1), folder / "python3.12")
    fits = python_of((3, 11, 4), folder / "python3.11")
    done = make(checkout, "-n", "test", path=f"{folder}:/usr/bin:/bin")
    assert done.stderr == ""
    assert f'"{fits}" -m venv' in done.stdout


def test_a_second_run_installs_nothing(checkout: Path, recorder: Path) -> None:
    install = (".venv/.installed", f"PYTHON={recorder}")
    first = make(checkout, *install)
    assert first.returncode == 0, first.stderr
    assert first.stderr == ""
    assert recorded(recorder) == ["venv", PACKAGES, PROJECT]

    second = make(checkout, *install)
    assert second.returncode == 0
    assert "up to date" in second.stdout
    assert recorded(recorder) == []


def newer(file: Path) -> None:
    """Give a file a time of change after everything made so far."""
    stamp = file.stat().st_mtime + 60
    os.utime(file, (stamp, stamp))


def test_only_what_changed_is_installed_again(checkout: Path, recorder: Path) -> None:
    install = (".venv/.installed", f"PYTHON={recorder}")
    make(checkout, *install)
    recorded(recorder)

    newer(checkout / "pyproject.toml")
    make(checkout, *install)
    assert recorded(recorder) == [PROJECT]

    newer(checkout / "requirements.lock")
    make(checkout, *install)
    assert recorded(recorder) == ["venv", PACKAGES, PROJECT]


def test_a_checkout_that_was_moved_gets_a_new_environment(checkout: Path, recorder: Path) -> None:
    make(checkout, ".venv/.installed", f"PYTHON={recorder}")
    recorded(recorder)
    moved = checkout.rename(checkout.parent / "elsewhere")
    make(moved, ".venv/.installed", f"PYTHON={recorder}")
    assert recorded(recorder) == ["venv", PACKAGES, PROJECT]


def test_an_install_that_fails_is_tried_again(checkout: Path, recorder: Path) -> None:
    install = (".venv/.installed", f"PYTHON={recorder}")
    text = recorder.read_text()
    recorder.write_text(text.replace("pip) ;;", "pip) exit 1;;"))
    assert make(checkout, *install).returncode != 0
    recorder.write_text(text)
    recorded(recorder)
    assert make(checkout, *install).returncode == 0
    assert recorded(recorder) == ["venv", PACKAGES, PROJECT]


def test_clean_removes_what_make_made_and_nothing_else(checkout: Path, recorder: Path) -> None:
    make(checkout, ".venv/.installed", f"PYTHON={recorder}")
    before = sorted(path.name for path in checkout.iterdir() if path.name != ".venv")
    for made in ("build/report", "dist", ".mypy_cache", "balance/__pycache__"):
        (checkout / made).mkdir(parents=True)
    assert make(checkout, "clean").returncode == 0
    assert sorted(path.name for path in checkout.iterdir()) == sorted([*before, "balance"])
    assert list((checkout / "balance").iterdir()) == []
