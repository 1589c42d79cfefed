"""The ledger: one SQLite file of finished chunks, so that nothing is played twice.

A row is a range of game ids of some work and what was counted over it; rows are found by a digest
of all that decides the counts, so a row can be old but never wrong. One process writes at a time,
held by a lock file that the system lets go of when the process ends, however it ends; any number
read. Times are notes for people: nothing depends on a clock.
"""

import hashlib
import json
import os
import sqlite3
import sys
import time
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sims.core.errors import DesignerError
from sims.core.schedule import Work, key_of

APPLICATION, VERSION = 0x48424C31, 1
"""SQLite's application_id and user_version of a ledger."""

FLUSH_SECONDS = 0.5
"""Finished chunks wait at most so long for their transaction, which is all that a kill can cost."""

LOCK_SECONDS = 60.0
"""How long a second command waits for the one that writes."""

DAMAGED = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises for a file that is none of its own; its words may hold bytes of the file."""

_TABLES = """
CREATE TABLE work (key TEXT PRIMARY KEY, kind TEXT, game TEXT, players INTEGER, about TEXT);
CREATE TABLE chunk (
    key TEXT, first INTEGER, games INTEGER, counts BLOB, digest BLOB, written TEXT, seconds REAL,
    PRIMARY KEY (key, first, games)
);
"""


def _may(path: Path, what: int) -> bool:
    return os.access(path, what, effective_ids=os.access in os.supports_effective_ids)


def _digest(key: str, first: int, games: int, packed: bytes) -> bytes:
    return hashlib.sha256(f"{key} {first} {games} ".encode() + packed).digest()[:16]


@dataclass(frozen=True)
class Row:
    """A stored chunk: `plain` is what was counted, None if the row is damaged."""

    key: str
    first: int
    games: int
    plain: Mapping[str, Any] | None
    written: str
    seconds: float


@dataclass
class _Pending:
    """A range of finished games that is not on the disk yet."""

    work: Work
    first: int
    counts: Any
    seconds: float


class Ledger:
    """A ledger file. It is made when something is first kept in it.

    `path` is the file. `required` says that the user named it: then a file that cannot be written
    is an error, else a warning, and the run goes on without.
    """

    def __init__(self, path: Path, required: bool = True, command: str = "") -> None:
        """Nothing is opened yet."""
        self.path = path
        self.required = required
        self.command = command or " ".join(["balance", *sys.argv[1:]])
        self.warnings: list[str] = []
        self._pending: dict[str, list[_Pending]] = {}
        self._last_flush = time.monotonic()
        self._lock: Any = None
        self._off = False

    # reading

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection | None]:
        """A connection that only reads, None where nothing was kept yet."""
        if not self.path.exists():
            yield None
            return
        if not _may(self.path, os.R_OK) or not self.path.is_file():
            raise DesignerError(f"--ledger {self.path}: cannot be read as a file")
        # In a folder that cannot be written to SQLite needs to be told that nobody else writes.
        fixed = "" if _may(self.path.parent, os.W_OK) else "&immutable=1"
        connection = None
        try:
            connection = sqlite3.connect(
                f"{self.path.resolve().as_uri()}?mode=ro{fixed}", uri=True, timeout=LOCK_SECONDS
            )
            connection.text_factory = lambda text: text.decode(errors="replace")
            yield connection if self._has_tables(connection) else None
        except DAMAGED as problem:
            raise self._unusable(problem) from None
        finally:
            if connection is not None:
                connection.close()

    def _has_tables(self, connection: sqlite3.Connection) -> bool:
        """Whether it is a ledger; not, if whoever made the file was stopped before it was one."""
        (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
        if tables:
            self._check(connection)
        return bool(tables)

    def _check(self, connection: sqlite3.Connection) -> None:
        """Refuse a file that is no ledger of ours."""
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if application != APPLICATION:
            raise DesignerError(
                f"--ledger {self.path}: this file is no ledger (another program's database?); name "
                "another file, or move this one away"
            )
        if version != VERSION:
            raise DesignerError(
                f"--ledger {self.path}: written by another version (format {version}, this one "
                f"reads {VERSION}); name another file"
            )

    def _unusable(self, problem: Exception) -> DesignerError:
        return DesignerError(
            f"--ledger {self.path}: cannot be used ({problem}); it may be damaged or no ledger: "
            "move it away, name another file, or play with --no-ledger"
        )

    def rows(self, key: str = "") -> Iterator[Row]:
        """All rows, or those of one work, in order of game id."""
        with self._reading() as connection:
            if connection is None:
                return
            where = "WHERE key = ? " if key else ""
            for name, first, games, packed, digest, written, seconds in connection.execute(
                "SELECT key, first, games, counts, digest, written, seconds FROM chunk "
                f"{where}ORDER BY key, first, games",
                (key,) if key else (),
            ):
                plain = None
                if isinstance(packed, bytes) and digest == _digest(name, first, games, packed):
                    plain = json.loads(zlib.decompress(packed))
                yield Row(name, first, games, plain, written, seconds)

    def works(self) -> list[dict[str, Any]]:
        """What the ledger holds: key, kind, game, players, about, chunks, games, seconds, bytes."""
        with self._reading() as connection:
            if connection is None:
                return []
            connection.row_factory = sqlite3.Row
            found = connection.execute(
                "SELECT work.key, kind, game, players, about, COUNT(*) AS chunks, "
                "SUM(games) AS games, SUM(seconds) AS seconds, SUM(LENGTH(counts)) AS bytes, "
                "MAX(written) AS written FROM work JOIN chunk ON work.key = chunk.key "
                "GROUP BY work.key ORDER BY game, players, kind, work.key"
            ).fetchall()
        return [{**dict(row), "about": json.loads(row["about"])} for row in found]

    def kept(self, work: Work) -> list[tuple[int, Any]]:
        """Counts of games of this work that need not be played: (first id, counts), in order.

        Ranges do not overlap and lie within the work. A damaged row is played again.
        """
        at, end = work.first, work.first + work.games
        found: dict[int, Row] = {}
        damaged = 0
        for row in self.rows(key_of(work.about())):
            if row.plain is None:
                damaged += 1
            elif row.first >= at and row.first + row.games <= end:
                found[row.first] = row  # of rows with the same beginning the longest
        if damaged:
            self._warn(f"{self.path}: {damaged} damaged chunks are played again")
        chosen = []
        for first in sorted(found):
            if first >= at:
                counts = work.read(found[first].plain or {})
                chosen.append((first, counts))
                at = first + counts.games
        return chosen

    # writing

    def _warn(self, text: str) -> None:
        if text not in self.warnings:
            self.warnings.append(text)
            sys.stderr.write(f"balance: {text}\n")

    def begin(self) -> None:
        """Become the one process that writes; waits for another one, and says who it is."""
        if self._lock is not None or self._off:
            return
        try:
            self._make_folder()
            self._own()
            with self._writing() as connection:
                self._make_tables(connection)
        except (OSError, *DAMAGED) as problem:
            self._give_up(problem)
        except DesignerError:
            self.release()
            raise

    def _make_folder(self) -> None:
        if not self.path.parent.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.parent.name == ".balance":  # ours: nothing in it is to be committed
                (self.path.parent / ".gitignore").write_text("*\n")

    def _own(self) -> None:
        from filelock import FileLock, Timeout

        owner = self.path.with_name(self.path.name + ".owner")
        lock = FileLock(self.path.with_name(self.path.name + ".lock"))
        try:
            lock.acquire(timeout=0.2)
        except Timeout:
            who = owner.read_text().strip() if owner.exists() else "another process"
            sys.stderr.write(f"balance: {self.path} is in use by {who}; waiting for it\n")
            try:
                lock.acquire(timeout=LOCK_SECONDS)
            except Timeout:
                raise DesignerError(
                    f"--ledger {self.path} is in use by {who}; wait for it, name another file, or "
                    "play with --no-ledger"
                ) from None
        self._lock = lock
        since = datetime.now().astimezone().isoformat(timespec="seconds")
        owner.write_text(f"process {os.getpid()} (`{self.command}`, since {since})\n")

    def _give_up(self, problem: Exception) -> None:
        """A ledger that the user named must work; one that is only the default is done without."""
        self.release()
        self._off = True
        if self.required:
            raise DesignerError(
                f"--ledger {self.path}: cannot be written ({problem}); name another file, or play "
                "with --no-ledger"
            ) from None
        self._warn(f"no ledger is kept: {self.path} cannot be written ({problem})")

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        connection = sqlite3.connect(self.path, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            connection.execute("PRAGMA synchronous = FULL")
            yield connection
        finally:
            connection.close()

    def _make_tables(self, connection: sqlite3.Connection) -> None:
        if not self._has_tables(connection):
            connection.execute("PRAGMA journal_mode = WAL")  # stays with the file
            connection.executescript(
                f"BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION}; "
                f"PRAGMA user_version = {VERSION}; {_TABLES} COMMIT;"
            )

    def keep(self, work: Work, first: int, counts: Any, seconds: float) -> None:
        """Keep counts of the games from `first` on; written with others, within half a second."""
        if self._off:
            return
        key = key_of(work.about())
        waiting = self._pending.setdefault(key, [])
        waiting.append(_Pending(work, first, counts, seconds))
        if time.monotonic() - self._last_flush > FLUSH_SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write all that waits, in one transaction."""
        pending, self._pending = self._pending, {}
        self._last_flush = time.monotonic()
        if not pending or self._off:
            return
        now = datetime.now(UTC).isoformat(timespec="seconds")
        try:
            with self._writing() as connection:
                connection.execute("BEGIN IMMEDIATE")
                for key, finished in pending.items():
                    self._write_work(connection, key, finished[0].work)
                    for chunk in _joined(finished):
                        self._write_chunk(connection, key, chunk, now)
                connection.execute("COMMIT")
        except (OSError, *DAMAGED) as problem:
            self._off = True
            self._warn(
                f"{self.path}: what is played from now on cannot be kept ({problem}); the results "
                "below are complete all the same"
            )

    def _write_work(self, connection: sqlite3.Connection, key: str, work: Work) -> None:
        about = work.about()
        cell = about.get("cell") or about["cells"][0]
        connection.execute(
            "INSERT OR IGNORE INTO work VALUES (?, ?, ?, ?, ?)",
            (key, about["kind"], cell["game"], cell["players"], json.dumps(about)),
        )

    def _write_chunk(
        self, connection: sqlite3.Connection, key: str, chunk: _Pending, now: str
    ) -> None:
        games = chunk.counts.games
        packed = zlib.compress(json.dumps(chunk.counts.plain(), separators=(",", ":")).encode())
        digest = _digest(key, chunk.first, games, packed)
        connection.execute(
            "INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?, ?, ?)",
            (key, chunk.first, games, packed, digest, now, chunk.seconds),
        )

    def remove(self, keys: list[str]) -> None:
        """Forget all chunks of some works, and give their room back."""
        self.begin()
        with self._writing() as connection:
            connection.execute("BEGIN IMMEDIATE")
            for key in keys:
                connection.execute("DELETE FROM chunk WHERE key = ?", (key,))
                connection.execute("DELETE FROM work WHERE key = ?", (key,))
            connection.execute("COMMIT")
            connection.execute("VACUUM")

    def release(self) -> None:
        """Let another process write."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def close(self) -> None:
        """Write what waits, and let another process write."""
        self.flush()
        self.release()


def _joined(finished: list[_Pending]) -> Iterator[_Pending]:
    """Finished ranges in order, those that lie side by side as one."""
    last: _Pending | None = None
    for chunk in sorted(finished, key=lambda chunk: chunk.first):
        if last is not None and last.first + last.counts.games == chunk.first:
            last = _Pending(
                last.work, last.first, last.counts + chunk.counts, last.seconds + chunk.seconds
            )
        else:
            if last is not None:
                yield last
            last = chunk
    if last is not None:
        yield last
