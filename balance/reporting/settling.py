"""Playing on where a verdict is open, as long as there is time.

What is judged are confidence sequences, so that games may be added until a verdict is clear, or
until time is up, and the error rates still hold. Looks are at the same numbers of games as those of
`balance play --until-verdict`, whatever the time: so that command with `--max-games` gives the
numbers of each cell again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from balance.means import do
from balance.planning import Planned, Question
from balance.playing import Result, job_of, judge
from balance.reporting.clock import Clock
from balance.stats import Call, verdict
from balance.stopping import Goal
from sims.core.schedule import Done, Progress


@dataclass
class Cell:
    """A cell that is played look by look: `rank` says how soon it is looked after, 0 first."""

    question: Question
    planned: Planned
    rank: int
    done: Done

    @classmethod
    def of(cls, question: Question, planned: Planned, rank: int) -> "Cell":
        """A cell of which nothing has been played."""
        return cls(question, planned, rank, Done(job_of(planned, question).nothing()))

    @property
    def games(self) -> int:
        """Games that have been played."""
        return self.done.counts.games

    def result(self) -> Result:
        """The cell with a verdict that holds at any time."""
        [found] = judge(self.question, [self.planned], [self.done])
        counts, tolerance = found.tally, self.question.tolerance
        judged = verdict(counts.wins, counts.draws, counts.unfinished, tolerance, anytime=True)
        return replace(found, verdict=judged)

    def is_open(self) -> bool:
        """Whether no verdict is clear yet."""
        return self.result().verdict.call is Call.INCONCLUSIVE

    def further(self) -> int | None:
        """Games that are expected to settle it, None if no number is (see `balance.stats`)."""
        counts = self.done.counts
        return verdict(
            counts.wins, counts.draws, counts.unfinished, self.question.tolerance
        ).games_needed

    def play(self, games: int, progress: Progress | None) -> None:
        """Bring the cell up to a number of games."""
        job = job_of(self.planned, self.question).part(self.games, games - self.games)
        [new] = do([job], self.question.threads, progress)
        self.done = Done(
            self.done.counts + new.counts,
            self.done.simulated + new.simulated,
            self.done.seconds + new.seconds,
        )


def play_first(
    cells: Sequence[Cell], games: int, clock: Clock, progress: Progress | None = None
) -> None:
    """Play each cell until it is settled, `games` at most; notes how fast that goes."""
    for look in Goal(most=games).looks():
        before, total = clock.spent, 0
        for cell in cells:
            if not cell.games or cell.is_open():
                total += look - cell.games
                cell.play(look, progress)
        if total:
            clock.seconds_per_game = max(1e-9, (clock.spent - before) / total)


def settle(cells: Sequence[Cell], clock: Clock, progress: Progress | None = None) -> None:
    """Play on at the cells that are open until all are settled or time is up.

    First come cells of the lowest rank, among them those that need fewest further games. Cells that
    no number of games is expected to settle are left as they are.
    """
    looks = Goal().looks()
    waiting = [cell for cell in cells if cell.is_open() and cell.further() is not None]
    speed = dict.fromkeys(map(id, waiting), clock.seconds_per_game)
    while waiting:
        cell = min(waiting, key=lambda c: (c.rank, c.further() or 0))
        target = next((look for look in looks if look > cell.games), None)
        more = 0 if target is None else target - cell.games
        if target is None or not clock.affords(more, speed[id(cell)]):
            waiting.remove(cell)
            continue
        before = clock.spent
        cell.play(target, progress)
        speed[id(cell)] = (clock.spent - before) / more
        if not cell.is_open() or cell.further() is None:
            waiting.remove(cell)
