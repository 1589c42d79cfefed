"""By what means games are played: on which machine, and with which ledger."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Union

from sims.core.ledger import Ledger
from sims.core.schedule import Done, Keeper, Memory, Pool, Progress, carry_out

if TYPE_CHECKING:
    from balance.keeping import Kept
    from sims.core.runner import Job

FOLDER, FILE = ".balance", "ledger.sqlite"


@dataclass(frozen=True)
class Means:
    """A ledger that is asked first and keeps what is played, and a pool other than threads."""

    ledger: Ledger | None = None
    pool: Pool | None = None


THREADS_ALONE = Means()
_current: ContextVar[Means] = ContextVar("means", default=THREADS_ALONE)


@contextmanager
def using(ledger: str | Path | Ledger | None = None, cluster: str | None = None) -> Iterator[Means]:
    """Play everything in this block with a ledger, and on a cluster instead of threads.

    `with using("games.sqlite"): play("GAME", games=1_000_000)` simulates only the games that the
    file does not hold, and keeps them in it. `cluster` is the address of a Dask scheduler, or
    `local:N` for N processes on this machine.
    """
    kept = Ledger(Path(ledger)) if isinstance(ledger, str | Path) else ledger
    with ExitStack() as stack:
        if kept is not None:
            stack.callback(kept.close)
        pool = None
        if cluster is not None:
            from balance.cluster import connected

            pool = stack.enter_context(connected(cluster))
        token = _current.set(Means(kept, pool))
        try:
            yield _current.get()
        finally:
            _current.reset(token)


def default_ledger(data: Path | None) -> Path:
    """`.balance/ledger.sqlite` beside the data folder; in an installed program, where one is."""
    checkout = Path(__file__).parents[1]
    if data is not None:
        beside = data.absolute().parent
    elif (checkout / "data").is_dir():
        beside = checkout
    else:
        beside = Path.cwd()
    return beside / FOLDER / FILE


def threads_of(threads: int) -> int:
    """The threads to play on: those asked for, or for 0 one for each processor."""
    return threads or os.cpu_count() or 1


def do(
    works: Union["Sequence[Job]", "Sequence[Kept]"],
    threads: int,
    progress: Progress | None = None,
    memory: Memory | None = None,
    size: int = 0,
) -> list[Done]:
    """Do all work by the means of the moment; raises `Interrupted` on Ctrl-C.

    What `memory` holds from earlier calls is not played again, with a ledger or without. With
    `size` pieces have that many games, where a game is much work; else as many as are quick.
    """
    means = _current.get()
    keeper: Keeper | None = means.ledger
    if memory is not None:
        memory.ledger, keeper = means.ledger, memory
    if means.pool is not None:
        return carry_out(works, means.pool, progress, keeper, size)
    pool = ThreadPoolExecutor(max_workers=threads_of(threads))
    try:
        return carry_out(works, Pool(pool, threads_of(threads)), progress, keeper, size)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
