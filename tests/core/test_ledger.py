"""The ledger: what it gives back, and that no accident makes it give anything else."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from sims.core.errors import DesignerError
from sims.core.ledger import Ledger
from sims.core.schedule import key_of


@dataclass(frozen=True)
class Sum:
    games: int = 0
    total: int = 0

    def __add__(self, other):
        return Sum(self.games + other.games, self.total + other.total)

    def plain(self):
        return {"games": self.games, "total": self.total}


@dataclass(frozen=True)
class Ids:
    games: int
    first: int = 0
    name: str = "ids"

    def part(self, first, games):
        return replace(self, first=first, games=games)

    def prepare(self):
        """Nothing needs to be compiled."""

    def play(self, stop=None):
        return Sum(self.games, sum(range(self.first, self.first + self.games)))

    def read(self, plain):
        return Sum(**plain)

    def about(self):
        return {"kind": "ids", "cell": {"game": self.name, "players": 2}}


@pytest.fixture
def path(tmp_path):
    return tmp_path / ".balance" / "ledger.sqlite"


def store(path, *parts):
    """Write parts of work, as one command would; each in a transaction of its own."""
    ledger = Ledger(path)
    ledger.begin()
    for part in parts:
        ledger.keep(part, part.first, part.play(), 0.5)
        ledger.flush()
    ledger.close()


def found(path, work):
    return [(first, counts.games) for first, counts in Ledger(path).kept(work)]


def test_a_file_that_is_not_there_holds_nothing_and_is_not_made_by_reading(path):
    assert found(path, Ids(10)) == []
    assert Ledger(path).works() == []
    assert not path.parent.exists()


def test_chunks_come_back_in_order_with_their_counts(path):
    store(path, Ids(10, 30), Ids(5, 0), Ids(4, 100, name="other"))
    assert Ledger(path).kept(Ids(50)) == [(0, Sum(5, 10)), (30, Sum(10, 345))]
    assert found(path, Ids(200, name="other")) == [(100, 4)]


def test_only_whole_chunks_within_the_work_are_given(path):
    store(path, Ids(10, 0), Ids(10, 10), Ids(10, 20))
    assert found(path, Ids(25)) == [(0, 10), (10, 10)]
    assert found(path, Ids(20, first=5)) == [(10, 10)]


def test_chunks_that_overlap_are_never_counted_twice(path):
    store(path, Ids(4, 0), Ids(10, 0), Ids(10, 5), Ids(3, 12))
    assert found(path, Ids(100)) == [(0, 10), (12, 3)]
    assert found(path, Ids(8)) == [(0, 4)]


def test_finished_chunks_that_lie_side_by_side_become_one_row(path):
    ledger = Ledger(path)
    ledger.begin()
    for part in (Ids(5, 5), Ids(5, 0), Ids(5, 20)):
        ledger.keep(part, part.first, part.play(), 0.5)
    ledger.close()
    assert Ledger(path).kept(Ids(100)) == [(0, Sum(10, 45)), (20, Sum(5, 110))]
    (work,) = Ledger(path).works()
    assert (work["chunks"], work["games"], work["seconds"]) == (2, 15, 1.5)


def test_the_key_is_about_values_and_not_about_their_order():
    assert key_of({"a": 1, "b": {"c": 2, "d": 3}}) == key_of({"b": {"d": 3, "c": 2}, "a": 1})
    assert key_of({"a": 1}) != key_of({"a": 2})


def test_works_can_be_removed(path):
    store(path, Ids(5), Ids(5, name="other"))
    ledger = Ledger(path)
    ledger.remove([key_of(Ids(0).about())])
    ledger.close()
    assert found(path, Ids(5)) == []
    assert found(path, Ids(5, name="other")) == [(0, 5)]


# accidents


@pytest.mark.parametrize("column", ["counts", "digest", "first", "games"])
def test_a_row_that_was_changed_is_not_believed(path, column, capsys):
    """Counts that do not belong to their row's key and range are played again."""
    store(path, Ids(10, 0), Ids(10, 10))
    with sqlite3.connect(path) as connection:
        if column in ("first", "games"):
            connection.execute(f"UPDATE chunk SET {column} = {column} - 1 WHERE first = 10")
        else:
            connection.execute(
                f"UPDATE chunk SET {column} = (SELECT {column} FROM chunk WHERE first = 0) "
                "WHERE first = 10"
            )
    connection.close()
    assert found(path, Ids(20)) == [(0, 10)]
    assert "1 damaged chunks are played again" in capsys.readouterr().err
    store(path, Ids(10, 10))
    assert found(path, Ids(20)) == [(0, 10), (10, 10)]


@pytest.mark.parametrize(
    "content", [b"no database at all, but a text", b"SQLite format 3\0" + bytes(200), b"\0" * 5000]
)
def test_a_file_of_something_else_is_refused_and_left_alone(path, content):
    path.parent.mkdir()
    path.write_bytes(content)
    for use in (lambda: Ledger(path).kept(Ids(5)), lambda: Ledger(path).begin()):
        with pytest.raises(DesignerError, match=r"--ledger .*ledger.sqlite"):
            use()
    assert path.read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(path):
    path.parent.mkdir()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE mine (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(DesignerError, match="is no ledger"):
        Ledger(path).begin()
    with pytest.raises(DesignerError, match="is no ledger"):
        Ledger(path).kept(Ids(5))
    assert path.read_bytes() == before


def test_a_ledger_of_another_format_is_refused(path):
    store(path, Ids(5))
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(DesignerError, match="format 99"):
        Ledger(path).kept(Ids(5))


def test_a_file_whose_maker_was_stopped_at_once_is_an_empty_ledger(path):
    path.parent.mkdir()
    path.touch()
    assert found(path, Ids(5)) == []
    store(path, Ids(5))
    assert found(path, Ids(5)) == [(0, 5)]


def test_damaged_files_give_right_counts_or_an_error(tmp_path):
    """Seeded damage of a real file: cut off, bytes turned, pages swapped."""
    good = tmp_path / "good.sqlite"
    store(good, *(Ids(7, 7 * n, name=name) for n in range(40) for name in ("a", "b")))
    content = good.read_bytes()
    chance = random.Random(5)
    refused = right = 0
    for number in range(300):
        damaged = bytearray(content)
        kind = number % 3
        if kind == 0:
            damaged = damaged[: chance.randrange(len(damaged))]
        elif kind == 1:
            for _ in range(chance.choice((1, 10, 200))):
                damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        else:
            a, b = (4096 * chance.randrange(len(content) // 4096) for _ in range(2))
            damaged[a : a + 4096], damaged[b : b + 4096] = (
                damaged[b : b + 4096], damaged[a : a + 4096],
            )  # fmt: skip
        file = tmp_path / f"{number}.sqlite"
        file.write_bytes(damaged)
        for name in ("a", "b"):
            try:
                for first, counts in Ledger(file).kept(Ids(280, name=name)):
                    assert counts == Ids(counts.games, first).play()
                    right += 1
            except DesignerError as problem:
                refused += str(file) in str(problem)
        file.unlink()
    assert refused > 50
    assert right > 1000


def test_the_clock_may_run_backwards(path, monkeypatch):
    for now in (2_000_000_000.0, 1_000_000_000.0):
        monkeypatch.setattr(time, "time", lambda now=now: now)
        store(path, Ids(5, first=int(now) % 7 * 5))
    assert sum(games for _, games in found(path, Ids(100))) == 10


# places that cannot be written to


def test_a_folder_that_cannot_be_made(tmp_path, capsys):
    """A file stands where the folder should be: an error if the user named it, else a remark."""
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "ledger.sqlite"
    with pytest.raises(DesignerError, match=r"cannot be written .*--no-ledger"):
        Ledger(path).begin()
    ledger = Ledger(path, required=False)
    ledger.begin()
    ledger.keep(Ids(5), 0, Ids(5).play(), 1.0)
    ledger.close()
    assert "no ledger is kept" in capsys.readouterr().err


@pytest.fixture
def nobody():
    """For a while, a user who may write to nothing of ours, also where tests run as root."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


@pytest.fixture
def fixed():
    """A ledger in a folder that may only be read."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ledger.sqlite"
        store(path, Ids(5))
        Path(folder).chmod(0o555)
        yield path
        Path(folder).chmod(0o700)


def test_a_folder_that_may_only_be_read(fixed, nobody):
    assert found(fixed, Ids(5)) == [(0, 5)]
    with pytest.raises(DesignerError, match="cannot be written"):
        Ledger(fixed).begin()
    assert found(fixed, Ids(5)) == [(0, 5)]


FULL = """
import resource, signal, sys
from pathlib import Path
sys.path.insert(0, {root!r})
from tests_ledger_work import Ids, Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
ledger = Ledger(Path({path!r}))
ledger.begin()
size = Path({path!r}).stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40_000, size + 40_000))
for n in range(600):
    ledger.keep(Ids(1, 2 * n), 2 * n, Ids(1, 2 * n).play(), 0.1)
    ledger.flush()
ledger.close()
print("played on")
"""


def test_a_full_disk_ends_the_keeping_and_not_the_run(path, tmp_path):
    """Files may not grow beyond a limit, as on a full disk: what was kept before is right."""
    shutil.copy(__file__, tmp_path / "tests_ledger_work.py")
    code = FULL.format(root=str(tmp_path), path=str(path))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "played on\n", done.stderr
    assert "cannot be kept" in done.stderr
    kept = Ledger(path).kept(Ids(10_000))
    assert 0 < len(kept) < 600
    assert all(counts == Ids(counts.games, first).play() for first, counts in kept)


# two at once

HOLD = """
import sys, time
from pathlib import Path
sys.path.insert(0, {root!r})
from tests_ledger_work import Ids, Ledger
ledger = Ledger(Path({path!r}), command="balance sweep override")
ledger.begin()
ledger.keep(Ids(5), 0, Ids(5).play(), 0.1)
ledger.flush()
print("held", flush=True)
sys.stdin.readline()
ledger.close()
"""


@pytest.fixture
def holder(path, tmp_path):
    """Another process that holds the ledger until its standard input is closed."""
    shutil.copy(__file__, tmp_path / "tests_ledger_work.py")
    code = HOLD.format(root=str(tmp_path), path=str(path))
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()


def test_a_second_command_reads_while_another_writes(path, holder):
    assert found(path, Ids(5)) == [(0, 5)]


def test_a_second_command_that_must_write_says_who_holds_it(path, holder, monkeypatch, capsys):
    monkeypatch.setattr("sims.core.ledger.LOCK_SECONDS", 0.3)
    with pytest.raises(DesignerError, match=rf"process {holder.pid} .*balance sweep override"):
        Ledger(path).begin()
    assert "waiting" in capsys.readouterr().err


def test_a_second_command_waits_and_then_writes(path, holder, capsys):
    holder.stdin.close()
    store(path, Ids(5, first=5))
    assert found(path, Ids(10)) == [(0, 5), (5, 5)]


def test_a_killed_process_holds_nothing(path, holder):
    holder.kill()
    holder.wait()
    store(path, Ids(5, first=5))
    assert found(path, Ids(10)) == [(0, 5), (5, 5)]


def test_what_it_holds_is_said_in_plain_values(path):
    store(path, Ids(5))
    assert json.loads(json.dumps(Ledger(path).works()))[0]["about"] == Ids(0).about()
