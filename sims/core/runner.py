"""Playing cells: chunks of games on any executor, added up in order.

A chunk is a fixed range of game ids of a cell. What it yields depends on nothing but the cell, the
seed and those ids, so threads, chunk size, interruptions and the order of finishing change no bit.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import local
from typing import Any

import numpy as np

from sims.core import loop, strategies
from sims.core.catalogue import games
from sims.core.contract import Cell
from sims.core.errors import DesignerError
from sims.core.kernel import Kernel, kernel, pack_weights
from sims.core.strategies import Strategy
from sims.core.tally import Tally, tally

CHUNK = 2048
"""Games of a chunk: long enough to make overhead vanish, short enough to stop at once."""

_scratch = local()


@dataclass(frozen=True)
class Job:
    """A cell that is to be played: its strategies as found, and which games."""

    cell: Cell
    strategies: tuple[Strategy, ...]
    seed: int
    first: int
    games: int


def _boxes(engine: Kernel) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """This thread's state, view and option list; they are large and can be used again."""
    kept = vars(_scratch).setdefault("boxes", {})
    if engine.game not in kept:
        kept[engine.game] = (engine.new("STATE"), engine.new("VIEW"), engine.new("OPTIONS"))
    boxes: tuple[np.ndarray, np.ndarray, np.ndarray] = kept[engine.game]
    return boxes


def play_records(job: Job, stop: np.ndarray | None = None) -> np.ndarray:
    """The records of a job's games, in order of game id; fewer if `stop[0]` gets set."""
    engine = kernel(job.cell.game)
    states, views, lists = _boxes(engine)
    addresses = np.zeros(loop.MAX_SEATS, np.int64)
    addresses[: job.cell.players] = [strategies.address(s) for s in job.strategies]
    faults = np.zeros(1, loop.FAULT_DTYPE)
    records = np.zeros(job.games, engine.records.RECORD_DTYPE)
    rules = engine.pack(job.cell)
    weights = pack_weights([player.weights for player in job.cell.lineup])
    shown = rules.tobytes(), weights.tobytes()
    played = engine.play_chunk(
        states, views, lists, rules, addresses, weights, job.seed, job.first, records,
        np.zeros(1, np.int64) if stop is None else stop, faults,
    )  # fmt: skip
    if shown != (rules.tobytes(), weights.tobytes()):
        raise written_error(job)
    if played < 0:
        raise fault_error(job, faults[0])
    return records[:played]


def written_error(job: Job) -> DesignerError:
    """Some strategy of a job changed what it may only read."""
    users = dict.fromkeys(f"{s.path}: {s.name}" for s in job.strategies if s.path is not None)
    return DesignerError(
        f"{' or '.join(users)} wrote into the rules or weights that it is shown; a strategy may "
        "only write into arrays that it made itself"
    )


def fault_error(job: Job, fault: Any) -> DesignerError:
    """A strategy of a job chose no option of the list: who, where, and what it returned."""
    from sims.core.users import RAISED, WROTE

    seat, chosen = int(fault["seat"]), int(fault["chosen"])
    guilty = job.strategies[seat]
    line = guilty.function.__code__.co_firstlineno
    where = f"{guilty.path or guilty.game}, line {line}: {guilty.name}"
    when = f"in game {int(fault['game'])} (seed {job.seed}), seat {seat + 1}"
    if chosen == RAISED:
        return DesignerError(
            f"{where} raised an error {when}: an index outside an array, a division by zero or "
            "an assertion"
        )
    if chosen == WROTE:
        return DesignerError(
            f"{where} wrote into the options that it is shown, {when}; a strategy may only write "
            "into arrays that it made itself"
        )
    return DesignerError(
        f"{where} returned {chosen} {when}; there were {int(fault['count'])} options, so 0 to "
        f"{int(fault['count']) - 1} is expected"
    )


def prepare(jobs: Sequence[Job]) -> None:
    """Compile all that jobs need, so that playing them is timed without it."""
    for game in {job.cell.game for job in jobs}:
        kernel(game).play_chunk  # noqa: B018  (looking it up compiles it)
    for strategy in {s.digest: s for job in jobs for s in job.strategies}.values():
        strategies.address(strategy)


def play_tally(job: Job, stop: np.ndarray | None = None) -> Tally:
    """The tally of a job's games."""
    return tally(games()[job.cell.game], job.cell.players, play_records(job, stop))


def chunks(job: Job, size: int = CHUNK) -> Iterator[Job]:
    """A job cut into chunks at multiples of `size`."""
    at, end = job.first, job.first + job.games
    while at < end:
        until = min(end, (at // size + 1) * size)
        yield Job(job.cell, job.strategies, job.seed, at, until - at)
        at = until


def run(
    jobs: Sequence[Job],
    threads: int,
    progress: Callable[[int], None] | None = None,
    executor: Executor | None = None,
    size: int = CHUNK,
) -> list[Tally]:
    """Play jobs to the end; returns a tally for each.

    `progress` is called with the games that were just finished. On Ctrl-C what was played until
    then comes with the `Interrupted` that is raised.
    """
    stop = np.zeros(1, np.int64)
    totals = [Tally(players=job.cell.players) for job in jobs]
    pool = executor or ThreadPoolExecutor(max_workers=threads)
    parts = ((i, part) for i, job in enumerate(jobs) for part in chunks(job, size))
    try:
        for index, part in _spread(pool, parts, 4 * threads, stop):
            totals[index] = totals[index] + part
            if progress is not None:
                progress(part.games)
    except KeyboardInterrupt:
        stop[0] = 1
        raise Interrupted(totals) from None
    except BaseException:
        stop[0] = 1
        raise
    finally:
        if executor is None:
            pool.shutdown(wait=True, cancel_futures=True)
    return totals


class Interrupted(Exception):
    """Ctrl-C: `totals` holds the tally of each job as far as it was played."""

    def __init__(self, totals: list[Tally]) -> None:
        super().__init__("interrupted")
        self.totals = totals


def _spread(
    pool: Executor, parts: Iterable[tuple[int, Job]], at_once: int, stop: np.ndarray
) -> Iterator[tuple[int, Tally]]:
    """Keep some parts under way, and yield each tally as it comes."""
    waiting: dict[Future[Tally], int] = {}
    parts = iter(parts)
    more = True
    while more or waiting:
        while more and len(waiting) < at_once:
            index, part = next(parts, (-1, None))
            if part is None:
                more = False
            else:
                waiting[pool.submit(play_tally, part, stop)] = index
        if waiting:
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                index = waiting.pop(future)
                yield index, future.result()
