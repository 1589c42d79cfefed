"""Playing games of a cell: records, tallies, and what a strategy did wrong.

A chunk is a range of game ids of a cell. What it yields depends on nothing but the cell, the seed
and those ids.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from threading import local
from typing import Any

import numpy as np

from sims.core import loop, strategies
from sims.core.catalogue import counting_digest, games, rules_digest
from sims.core.contract import Cell
from sims.core.errors import DesignerError
from sims.core.kernel import Kernel, kernel, pack_weights
from sims.core.schedule import Pool, Progress, carry_out
from sims.core.strategies import Strategy
from sims.core.tally import Tally, tally

_scratch = local()


@dataclass(frozen=True)
class Job:
    """A cell that is to be played: its strategies as found, and which games."""

    cell: Cell
    strategies: tuple[Strategy, ...]
    seed: int
    first: int
    games: int

    def part(self, first: int, games: int) -> "Job":
        """Other games of the same cell and seed."""
        return replace(self, first=first, games=games)

    def play(self, stop: np.ndarray | None = None) -> Tally:
        """The tally of the games."""
        return play_tally(self, stop)

    def nothing(self) -> Tally:
        """The tally of no game."""
        return Tally(players=self.cell.players)

    def read(self, plain: Mapping[str, Any]) -> Tally:
        """The tally that `plain` described."""
        return Tally.of_plain(plain)

    def about(self) -> dict[str, Any]:
        """All that decides the tally."""
        game = self.cell.game
        return {
            "kind": "tally", "cell": self.cell.plain(), "seed": self.seed,
            "rules": rules_digest(game), "counting": counting_digest(game),
        }  # fmt: skip


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
        raise _written(job)
    if played < 0:
        raise _fault(job, faults[0])
    return records[:played]


def _written(job: Job) -> DesignerError:
    users = dict.fromkeys(f"{s.path}: {s.name}" for s in job.strategies if s.path is not None)
    return DesignerError(
        f"{' or '.join(users)} wrote into the rules or weights that it is shown; a strategy may "
        "only write into arrays that it made itself"
    )


def _fault(job: Job, fault: Any) -> DesignerError:
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
    return tally(games()[job.cell.game], job.cell, play_records(job, stop))


def run(
    jobs: Sequence[Job],
    threads: int,
    progress: Progress | None = None,
    executor: Executor | None = None,
    size: int = 0,
) -> list[Tally]:
    """Play jobs to the end on threads, or on another executor; returns a tally for each.

    `progress` and `size` as for `schedule.carry_out`.
    """
    with ExitStack() as stack:
        pool = executor or stack.enter_context(ThreadPoolExecutor(max_workers=threads))
        done = carry_out(jobs, Pool(pool, threads), progress, size=size)
    return [each.counts for each in done]
