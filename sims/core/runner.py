"""Playing games of a cell: records, tallies, and what a strategy did wrong.

A chunk is a range of game ids of a cell. What it yields depends on nothing but the cell, the seed
and those ids.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from threading import local
from typing import Any

import numpy as np

from sims.core import faults, loop, strategies
from sims.core.catalogue import counting_digest, games, rules_digest
from sims.core.contract import Cell
from sims.core.kernel import Kernel, kernel
from sims.core.schedule import Pool, Progress, carry_out
from sims.core.strategies import Strategy
from sims.core.tally import Tally, tally
from sims.core.watch import Stuck, watched

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

    def prepare(self) -> None:
        """Compile the game's kernel and the strategies, or load them."""
        kernel(self.cell.game).play_chunk  # noqa: B018  (looking it up compiles it)
        strategies.at_table(self.cell, self.strategies)

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
    addresses, weights = strategies.at_table(job.cell, job.strategies)
    wrong = np.zeros(1, loop.FAULT_DTYPE)
    records = np.zeros(job.games, engine.records.RECORD_DTYPE)
    rules = engine.pack(job.cell)
    shown = rules.tobytes(), weights.tobytes()

    def play() -> int:
        played: int = engine.play_chunk(
            states, views, lists, rules, addresses, weights, job.seed, job.first, records,
            np.zeros(1, np.int64) if stop is None else stop, wrong,
        )  # fmt: skip
        return played

    played = _watched(job, play, states, records, stop) if faults.has_users(job) else play()
    if shown != (rules.tobytes(), weights.tobytes()):
        raise faults.written(job)
    if played < 0:
        raise faults.wrong_choice(job, *wrong[0].item())
    return records[:played]


def _watched(
    job: Job, play: Callable[[], int], states: np.ndarray, records: np.ndarray, stop: Any
) -> int:
    """What `play` returns; a strategy that never does is found."""
    decisions = games()[job.cell.game].decisions
    records["winner"] = faults.UNPLAYED
    try:
        played: int = watched(
            play,
            lambda seconds: faults.stuck_in(job, decisions, states, records, seconds),
            lambda: faults.pulse(states, records),
            stop,
        )
    except Stuck:
        del vars(_scratch)["boxes"][job.cell.game]  # a thread that was left behind has them
        raise
    return played


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
