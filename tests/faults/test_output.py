"""Results arrive whole or not at all: full disks, folders that may not be written, closed pipes."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from balance import reporting
from balance.reporting.runs import Budget
from balance.template import copy_data
from reports import folder as folders
from sims.core import files
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.files import replace_file

ROOT = Path(__file__).parents[2]
NAME = next(reversed(games()))
GAME = games()[NAME]
FIRST = GAME.players.start
KEY = next(p.key for p in GAME.parameters if p.kind == "int")
LARGEST = 1 << 40
"""Bytes of the largest file that a command may write, where its output is to find no room."""
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}
PLAY = ("play", NAME, "-p", FIRST, "-n", 20, "-q")
SWEEP = ("sweep", NAME, "-p", FIRST, "-n", 20, "-q", "--over", f"{KEY}=3:4")


@pytest.fixture
def full_disk(monkeypatch):
    """Nothing more can be written to the disk after so many bytes."""

    def after(room):
        left = [room]
        real = files._write

        def write(file, content):
            real(file, content[: left[0]])
            if len(content) > left[0]:
                raise OSError(errno.ENOSPC, "No space left on device")
            left[0] -= len(content)

        monkeypatch.setattr(files, "_write", write)

    return after


@pytest.mark.parametrize("option", ["--csv", "--parquet"])
@pytest.mark.parametrize("command", [PLAY, SWEEP])
def test_a_full_disk_leaves_no_file_and_keeps_what_is_printed(
    balance, full_disk, tmp_path, command, option
):
    full_disk(10)
    done = balance(*command, option, tmp_path / "a.out")
    assert done.code == 2
    assert f"{tmp_path / 'a.out'}: cannot be written (No space left on device)" in done.err
    assert "seat" in done.out  # what was computed is not lost
    assert list(tmp_path.iterdir()) == []


def test_what_was_there_stays_when_the_disk_is_full(balance, full_disk, tmp_path):
    (tmp_path / "a.csv").write_text("old")
    full_disk(10)
    assert balance(*PLAY, "--csv", tmp_path / "a.csv").code == 2
    assert (tmp_path / "a.csv").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


@pytest.mark.parametrize("name", ["a.png", "a.svg", "a.pdf"])
def test_one_file_that_fails_does_not_keep_the_others(balance, monkeypatch, tmp_path, name):
    def fails_for_figures(file, content):
        if not content.startswith(b"game,"):
            raise OSError(errno.ENOSPC, "No space left on device")
        file.write(content)

    monkeypatch.setattr(files, "_write", fails_for_figures)
    done = balance(*SWEEP, "--figure", tmp_path / name, "--cells-csv", tmp_path / "c.csv")
    assert done.code == 2
    assert f"{name}: cannot be written" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["c.csv"]


@pytest.mark.parametrize("room", [0, 100, 5_000])
@pytest.mark.parametrize("exists", [False, True])
def test_init_is_all_or_nothing(balance, full_disk, tmp_path, room, exists):
    target = tmp_path / "a" / "b"
    if exists:
        target.mkdir(parents=True)
    full_disk(room)
    done = balance("init", NAME, target)
    assert done.code == 2
    assert "No space left on device" in done.err
    assert done.out == ""
    left = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert left == []
    assert target.exists() == exists
    assert (tmp_path / "a").exists() == exists


def test_init_that_is_interrupted_leaves_nothing(monkeypatch, tmp_path):
    written = []

    def interrupt(file, content):
        written.append(content)
        if len(written) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(files, "_write", interrupt)
    with pytest.raises(KeyboardInterrupt):
        copy_data(GAME, tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def tiny_report(monkeypatch):
    """A report that plays a few games."""
    monkeypatch.setattr(
        reporting,
        "budget",
        lambda game, quick: Budget(
            table=12, map=2, sweeps=2, cards=2, fresh=2, rulings=2, advice=64, sample=2
        ),
    )
    monkeypatch.setattr(
        "balance.reporting.asking.map_axis", lambda asked, players: (GAME.report.map_parameter, [3])
    )


@pytest.mark.slow
def test_a_report_on_a_full_disk_leaves_the_old_one(balance, monkeypatch, tmp_path, tiny_report):
    out = tmp_path / "report"
    out.mkdir()
    (out / folders.MARK).write_text("{}")
    (out / "index.html").write_text("old")

    def full(file, text, **_):
        if file.suffix == ".html":
            raise OSError(errno.ENOSPC, "No space left on device", str(file))
        return len(text)

    monkeypatch.setattr(Path, "write_text", full)
    done = balance("report", NAME, "-p", FIRST, "--out", out, "-q")
    assert done.code == 2
    assert f"{out} cannot be written: No space left on device" in done.err
    assert (out / "index.html").read_bytes() == b"old"
    assert [path.name for path in tmp_path.iterdir()] == ["report"]


@pytest.mark.parametrize("place", ["file", "file/report", "n" * 300])
def test_a_report_that_has_no_place_is_refused_before_anything_is_played(
    balance, monkeypatch, tmp_path, place
):
    (tmp_path / "file").write_text("mine")
    monkeypatch.setattr(reporting, "play_all", None)
    done = balance("report", NAME, "-p", FIRST, "--out", tmp_path / place, "-q")
    assert done.code == 2
    assert str(tmp_path / place)[:80] in done.err
    assert (tmp_path / "file").read_text() == "mine"


def refuse_within(folder, make):
    """As `make`, which makes something at a path, but not in that folder."""

    def refuse(path, *words, **more):
        if Path(path).parent == folder:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return make(path, *words, **more)

    return refuse


def test_a_folder_that_is_read_only_is_refused_before_anything_is_played(
    balance, tmp_path, monkeypatch
):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    if os.geteuid() == 0:  # no mode keeps root from a folder, so it is told what others are
        monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != locked)
        monkeypatch.setattr(os, "mkdir", refuse_within(locked, os.mkdir))
    done = balance("play", NAME, "-n", 10**9, "--csv", locked / "a.csv")
    assert done.code == 2
    assert "cannot be written to" in done.err
    assert balance("init", NAME, locked / "new").code == 2


# One file


def test_a_link_stays_and_its_file_is_replaced(tmp_path):
    (tmp_path / "real").mkdir()
    target = tmp_path / "real" / "a.csv"
    target.write_text("old")
    (tmp_path / "link.csv").symlink_to(target)
    replace_file(tmp_path / "link.csv", b"new")
    assert (tmp_path / "link.csv").is_symlink()
    assert target.read_bytes() == b"new"


def test_a_device_is_written_to_and_not_replaced(balance, full_disk):
    replace_file(Path(os.devnull), b"gone")
    assert not Path(os.devnull).is_file()
    full_disk(10)
    done = balance(*PLAY, "--csv", os.devnull)
    assert done.code == 2
    assert f"{os.devnull}: cannot be written (No space left on device)" in done.err
    assert not Path(os.devnull).is_file()


def test_the_rights_are_those_of_any_new_file(tmp_path):
    replace_file(tmp_path / "a", b"x")
    (tmp_path / "b").write_bytes(b"x")
    assert (tmp_path / "a").stat().st_mode == (tmp_path / "b").stat().st_mode


@pytest.mark.parametrize("name", ["n" * 300, "a\0b"])
def test_names_that_no_disk_takes(tmp_path, name):
    with pytest.raises(DesignerError, match="cannot be written"):
        replace_file(tmp_path / name, b"x")
    assert list(tmp_path.iterdir()) == []


# Standard output


def run(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "balance", *map(str, words)], stderr=subprocess.PIPE, text=True,
        check=False, env=ENV, timeout=120, **options,
    )  # fmt: skip


@pytest.mark.parametrize("words", [("games",), ("--help",), (*PLAY, "--json")])
def test_nobody_reads_on(words):
    """As in `balance ... | head -1`: silent, with the exit code that a shell gives for it."""
    reading, writing = os.pipe()
    os.close(reading)
    done = run(*words, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, "")


def no_larger_file():
    """No file may grow beyond `LARGEST` bytes."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST, LARGEST))


@pytest.mark.parametrize("words", [("games",), (*PLAY, "--json")])
def test_output_that_cannot_be_written(words, tmp_path):
    """The file that the output goes to has nothing in it, but is as large as a file may be."""
    with (tmp_path / "out").open("wb") as full:
        full.seek(LARGEST)
        done = run(*words, stdout=full, preexec_fn=no_larger_file)
    assert done.returncode == 2
    assert done.stderr == f"balance: standard output: {os.strerror(errno.EFBIG)}\n"
    assert (tmp_path / "out").stat().st_size == 0


def test_streams_that_are_closed():
    """No file that is opened later may take their places."""
    shell = f'"{sys.executable}" -m balance games'
    play = f"{shell.removesuffix('games')}play {NAME} -p {FIRST} -n 20"
    for words, closed, code in (
        (shell, ">&-", 2), (shell, ">/dev/null 2>&-", 0), (shell, "<&- >/dev/null", 0),
        (play, ">/dev/null 2>&-", 0),
    ):  # fmt: skip
        done = subprocess.run(
            ["sh", "-c", f"{words} {closed}"], env=ENV, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, closed
        assert "Traceback" not in done.stderr
        assert (code == 0) == (done.stderr == "")


def test_a_terminal_that_knows_no_such_signs():
    done = subprocess.run(
        [sys.executable, "-m", "balance", *map(str, PLAY)], capture_output=True, text=True,
        check=False, env={**ENV, "PYTHONIOENCODING": "ascii", "COLUMNS": "100"}, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0
    assert "seat 1" in done.stdout


@pytest.mark.parametrize("words", [("trace", NAME, "-p", FIRST), ("games",), ("strategies", NAME)])
def test_ctrl_c_in_any_command(words, monkeypatch, balance):
    """130, and nothing said; wherever the command is."""

    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("balance.cli.show.say", interrupt)
    done = balance(*words)
    assert done.code == 130
    assert done.err == ""


def test_ctrl_c_while_a_report_is_played(balance, monkeypatch, tmp_path):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(reporting, "play_all", interrupt)
    done = balance("report", NAME, "-p", FIRST, "--out", tmp_path / "r", "-q")
    assert done.code == 130
    assert "Traceback" not in done.err
    assert list(tmp_path.iterdir()) == []
