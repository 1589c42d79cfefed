"""Playing planned cells and judging them: the step between `planning` and frames."""

from collections.abc import Sequence
from dataclasses import dataclass

from balance.means import do
from balance.planning import Planned, Question
from balance.stats import Verdict, verdict
from sims.core import runner
from sims.core.catalogue import rules_digest
from sims.core.errors import Interrupted
from sims.core.schedule import Done, Progress
from sims.core.tally import Tally


@dataclass(frozen=True)
class Result:
    """A cell as played: its counts, its verdict, and what it was played with.

    `simulated` games were played now, in about `seconds`; the others came from the ledger.
    """

    planned: Planned
    tally: Tally
    verdict: Verdict
    fingerprint: str
    seed: int
    simulated: int
    seconds: float


class Stopped(Interrupted):
    """Ctrl-C: `results` holds what had been played until then."""

    def __init__(self, results: list[Result]) -> None:
        super().__init__()
        self.results = results


def job_of(planned: Planned, question: Question) -> runner.Job:
    """The games of a cell that a question asks for."""
    return runner.Job(planned.cell, planned.strategies, question.seed, 0, question.games)


def judge(question: Question, planned: Sequence[Planned], done: Sequence[Done]) -> list[Result]:
    """Results of cells that were played, those without a game left out."""
    results = []
    for cell, each in zip(planned, done, strict=True):
        tally = each.counts
        if tally.games:
            results.append(
                Result(
                    planned=cell,
                    tally=tally,
                    verdict=verdict(tally.wins, tally.draws, tally.unfinished, question.tolerance),
                    fingerprint=cell.cell.fingerprint(rules_digest(cell.cell.game), question.seed),
                    seed=question.seed,
                    simulated=each.simulated,
                    seconds=each.seconds,
                )
            )
    return results


def play_cells(
    question: Question, planned: Sequence[Planned], progress: Progress | None = None
) -> list[Result]:
    """Play every cell, the same game ids for each; raises `Stopped` on Ctrl-C."""
    jobs = [job_of(cell, question) for cell in planned]
    try:
        return judge(question, planned, do(jobs, question.threads, progress))
    except Interrupted as stopped:
        raise Stopped(judge(question, planned, stopped.done)) from None
