"""Carrying out work on any executor: cut into pieces, added up, and kept in a ledger.

Work is a range of game ids and what is counted over them. Counts add exactly, so threads, sizes
of pieces, interruptions, the order of finishing and what a ledger held already change no bit.
"""

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import numpy as np

from sims.core.errors import Interrupted

Progress = Callable[[int], None]

SMALLEST, LARGEST = 64, 1 << 17
"""Games of a piece: few enough for a strategy that thinks for seconds, and for memory."""

DRAIN_SECONDS = 10.0
"""How long a run that ends early waits for the pieces that are under way."""


def key_of(about: Mapping[str, Any]) -> str:
    """32 hex digits that stand for all that decides some counts."""
    text = json.dumps(about, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class Counts(Protocol):
    """What is counted over games; counts of different games add, exactly, in any order."""

    games: int

    def __add__(self, other: Self) -> Self:
        """The counts over both."""
        ...

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        ...


class Work(Protocol):
    """Games `first`, `first + 1`, ... of a question. Can be pickled, for executors elsewhere."""

    @property
    def first(self) -> int:
        """The first game id."""
        ...

    @property
    def games(self) -> int:
        """How many games."""
        ...

    def part(self, first: int, games: int) -> Self:
        """The same work for other game ids."""
        ...

    def prepare(self) -> None:
        """Compile what playing needs, so that it is timed without; called if there is any to do."""
        ...

    def play(self, stop: np.ndarray | None = None) -> Any:
        """Play and count; only the first games, if `stop[0]` gets set meanwhile."""
        ...

    def nothing(self) -> Any:
        """The counts of no game."""
        ...

    def read(self, plain: Mapping[str, Any]) -> Any:
        """The counts that `plain` described."""
        ...

    def about(self) -> dict[str, Any]:
        """All that decides the counts, as JSON-able values: a ledger finds them again by it."""
        ...


class Keeper(Protocol):
    """Where finished games are kept: a ledger (`sims.core.ledger`)."""

    def kept(self, work: Work) -> list[tuple[int, Any]]:
        """Counts of games of this work that need not be played: (first id, counts), in order."""
        ...

    def keep(self, work: Work, first: int, counts: Any, seconds: float) -> None:
        """Keep counts of the games from `first` on."""
        ...

    def begin(self) -> None:
        """Get ready to keep; refuse before anything is played if that cannot be."""
        ...

    def flush(self) -> None:
        """Bring all that was handed over to the disk."""
        ...


class Memory:
    """A keeper that lasts as long as it is held, on top of another one if there is one.

    Whole ranges are given back as they were kept; ranges that overlap are not both given.
    """

    def __init__(self) -> None:
        """Nothing is kept yet."""
        self.ledger: Keeper | None = None
        self._kept: dict[str, list[tuple[int, Any]]] = {}

    def kept(self, work: Work) -> list[tuple[int, Any]]:
        """Counts of games of this work that need not be played: (first id, counts), in order."""
        at, end = work.first, work.first + work.games
        found = list(self._kept.get(key_of(work.about()), []))
        if self.ledger is not None:
            found += self.ledger.kept(work)
        chosen = []
        for first, counts in sorted(found, key=lambda chunk: (chunk[0], -chunk[1].games)):
            if at <= first and first + counts.games <= end:
                chosen.append((first, counts))
                at = first + counts.games
        return chosen

    def keep(self, work: Work, first: int, counts: Any, seconds: float) -> None:
        """Keep counts of the games from `first` on."""
        self._kept.setdefault(key_of(work.about()), []).append((first, counts))
        if self.ledger is not None:
            self.ledger.keep(work, first, counts, seconds)

    def begin(self) -> None:
        """Get ready to keep."""
        if self.ledger is not None:
            self.ledger.begin()

    def flush(self) -> None:
        """Bring all that was handed over to the disk."""
        if self.ledger is not None:
            self.ledger.flush()


@dataclass(frozen=True)
class Pool:
    """Where pieces are played: an executor, how many it plays at once, how long each should be."""

    executor: Executor
    workers: int
    seconds: float = 0.25


@dataclass
class Done:
    """What became of a piece of work: its counts, the games played now, and in what time."""

    counts: Any
    simulated: int = 0
    seconds: float = 0.0


def play_piece(part: Work, stop: np.ndarray | None) -> tuple[Any, float]:
    """A piece's counts and the seconds it took; what an executor is given."""
    start = time.perf_counter()
    counts = part.play(stop)
    return counts, time.perf_counter() - start


def carry_out(
    works: Sequence[Work],
    pool: Pool,
    progress: Progress | None = None,
    ledger: Keeper | None = None,
    size: int = 0,
) -> list[Done]:
    """Do all work that the ledger does not hold; returns what became of each.

    `progress` is called with the games that were just finished or found. With `size` pieces have
    that many games, else as many as take `pool.seconds`. On Ctrl-C what was played until then
    comes with the `Interrupted` that is raised. Whatever ends a run, finished games are kept.
    """
    run = _Run(works, pool, progress, ledger, size)
    try:
        run.look_up()
        if any(run.gaps):
            if ledger is not None:
                ledger.begin()
            run.prepare()
            run.play()
    except KeyboardInterrupt:
        run.drain()
        raise Interrupted(run.done) from None
    except BaseException:
        run.drain()
        raise
    finally:
        if ledger is not None:
            ledger.flush()
    return run.done


Gap = tuple[int, int]
"""The first game id, and the one after the last."""


@dataclass
class _Run:
    """One call of `carry_out`: what is done, what is under way, what is left."""

    works: Sequence[Work]
    pool: Pool
    progress: Progress | None
    ledger: Keeper | None
    size: int
    done: list[Done] = field(init=False)
    gaps: list[list[Gap]] = field(init=False)
    stop: np.ndarray = field(default_factory=lambda: np.zeros(1, np.int64))
    speed: dict[int, float] = field(default_factory=dict)
    waiting: dict[Future[Any], tuple[int, Work]] = field(default_factory=dict)
    left: int = 0

    def __post_init__(self) -> None:
        self.done = [Done(work.nothing()) for work in self.works]
        self.gaps = [[(work.first, work.first + work.games)] for work in self.works]

    def look_up(self) -> None:
        """Take from the ledger what it holds; gaps are what is left to play."""
        for index, work in enumerate(self.works):
            at, end, gaps = work.first, work.first + work.games, []
            for first, counts in self.ledger.kept(work) if self.ledger is not None else ():
                if first > at:
                    gaps.append((at, first))
                at = first + counts.games
                self.done[index].counts = self.done[index].counts + counts
                self._tell(counts.games)
            self.gaps[index] = [*gaps, (at, end)] if at < end else gaps
        self.left = sum(end - at for gaps in self.gaps for at, end in gaps)

    def _tell(self, games: int) -> None:
        if self.progress is not None:
            self.progress(games)

    def _piece_size(self, index: int) -> int:
        """A power of two, from the speed that was measured; small while none was."""
        known = self.speed.get(index) or next(reversed(self.speed.values()), 0.0)
        most = min(known * self.pool.seconds, self.left / (2 * self.pool.workers), LARGEST)
        return int(2 ** np.floor(np.log2(max(most, SMALLEST))))

    def _pieces(self) -> Iterator[tuple[int, Work]]:
        """The pieces in order, cut at multiples of their size."""
        for index, gaps in enumerate(self.gaps):
            for at, end in gaps:
                while at < end:
                    size = self.size or self._piece_size(index)
                    until = min(end, (at // size + 1) * size)
                    self.left -= until - at
                    yield index, self.works[index].part(at, until - at)
                    at = until

    def prepare(self) -> None:
        """Get ready all work of which something is left."""
        for work, gaps in zip(self.works, self.gaps, strict=True):
            if gaps:
                work.prepare()

    def play(self) -> None:
        """Keep some pieces under way until all are done; share the time by games."""
        start = time.perf_counter()
        try:
            self._play()
        finally:
            seconds = time.perf_counter() - start
            simulated = sum(done.simulated for done in self.done) or 1
            for done in self.done:
                done.seconds = seconds * done.simulated / simulated

    def _play(self) -> None:
        pieces = self._pieces()
        more = True
        while more or self.waiting:
            while more and len(self.waiting) < 2 * self.pool.workers:
                index, part = next(pieces, (-1, None))
                if part is None:
                    more = False
                else:
                    future = self.pool.executor.submit(play_piece, part, self.stop)
                    self.waiting[future] = (index, part)
            if self.waiting:
                for future in wait(self.waiting, return_when=FIRST_COMPLETED).done:
                    self._take(future)

    def _take(self, future: Future[Any]) -> None:
        """Add what a piece counted."""
        index, part = self.waiting[future]
        counts, seconds = future.result()
        del self.waiting[future]
        if counts.games:
            if self.ledger is not None:
                self.ledger.keep(self.works[index], part.first, counts, seconds)
            done = self.done[index]
            done.counts = done.counts + counts
            done.simulated += counts.games
            self.speed.pop(index, None)
            self.speed[index] = counts.games / max(seconds, 1e-6)
            self._tell(counts.games)

    def drain(self) -> None:
        """Stop what is under way, and take what it finished."""
        self.stop[0] = 1
        self.progress = None
        running = [future for future in list(self.waiting) if not future.cancel()]
        for future in wait(running, timeout=DRAIN_SECONDS).done:
            if future.exception() is None:
                self._take(future)
