"""Playing planned cells and judging them: the step between `planning` and frames."""

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from balance.planning import Planned, Question
from balance.stats import Verdict, verdict
from sims.core import runner
from sims.core.catalogue import rules_digest
from sims.core.tally import Tally

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Result:
    """A cell as played: its counts, its verdict, and what it was played with."""

    planned: Planned
    tally: Tally
    verdict: Verdict
    fingerprint: str
    seed: int
    seconds: float


class Stopped(Exception):
    """Ctrl-C: `results` holds what had been played until then."""

    def __init__(self, results: list[Result]) -> None:
        super().__init__("stopped")
        self.results = results


def threads_of(question: Question) -> int:
    """The threads to play on: those asked for, or one for each processor."""
    return question.threads or os.cpu_count() or 1


def judge(
    question: Question, planned: Sequence[Planned], tallies: Sequence[Tally], seconds: float
) -> list[Result]:
    """Results of cells that were played, those without a game left out."""
    games = sum(tally.games for tally in tallies) or 1
    results = []
    for cell, tally in zip(planned, tallies, strict=True):
        if tally.games:
            results.append(
                Result(
                    planned=cell,
                    tally=tally,
                    verdict=verdict(tally.wins, tally.draws, tally.unfinished, question.tolerance),
                    fingerprint=cell.cell.fingerprint(rules_digest(cell.cell.game), question.seed),
                    seed=question.seed,
                    seconds=seconds * tally.games / games,
                )
            )
    return results


def play_cells(
    question: Question, planned: Sequence[Planned], progress: Progress | None = None
) -> list[Result]:
    """Play every cell, the same game ids for each; raises `Stopped` on Ctrl-C."""
    jobs = [
        runner.Job(cell.cell, cell.strategies, question.seed, 0, question.games) for cell in planned
    ]
    runner.prepare(jobs)
    start = time.perf_counter()
    try:
        tallies = runner.run(jobs, threads_of(question), progress)
    except runner.Interrupted as stopped:
        seconds = time.perf_counter() - start
        raise Stopped(judge(question, planned, stopped.totals, seconds)) from None
    return judge(question, planned, tallies, time.perf_counter() - start)
