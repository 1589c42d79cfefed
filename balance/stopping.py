"""Playing until it is known well enough: to a precision, or to a verdict.

Every cell is looked at after the same fixed numbers of games, whatever the threads, the machine or
a ledger; what is judged there are confidence sequences (`balance.stats.anytime`), which hold for
all looks together. Only cells that are still open are played on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from balance.means import do
from balance.planning import Planned, Question
from balance.playing import Result, Stopped, job_of, judge, play_cells
from balance.stats import Call, Verdict, verdict
from sims.core.errors import DesignerError, Interrupted
from sims.core.schedule import Done, Memory, Progress
from sims.core.tally import Tally

FIRST_LOOK, GROWTH = 1024, 1.25
"""Games of a cell at the first look, and how much more at each further one."""

MOST_GAMES = 1_000_000
"""Games of a cell at most, unless said otherwise."""


@dataclass(frozen=True)
class Goal:
    """When a cell is known well enough: `precision` (a share) is the widest seat interval allowed.

    Without it the goal is a verdict, FAIR or UNFAIR. `most` games of a cell are played at most.
    """

    precision: float | None = None
    most: int = MOST_GAMES

    def __post_init__(self) -> None:
        if self.precision is not None and not 0.0001 <= self.precision < 1:
            raise DesignerError(
                f"--precision {self.precision * 100:g}: 0.01 to 99 points are allowed; it is the "
                "width of the widest seat's interval, so 0.5 means ±0.25"
            )
        if self.most < 1:
            raise DesignerError(f"--max-games {self.most}: at least 1 game is needed")

    def is_met(self, found: Verdict) -> bool:
        """Whether a verdict (of any time) is all that was asked for."""
        if self.precision is None:
            return found.call is not Call.INCONCLUSIVE
        return max(seat.high - seat.low for seat in found.seats) <= self.precision

    def looks(self) -> list[int]:
        """The numbers of games after which a cell is looked at."""
        found, games = [], float(FIRST_LOOK)
        while games < self.most:
            found.append(math.ceil(games / 64) * 64)
            games *= GROWTH
        return [*(n for n in dict.fromkeys(found) if n < self.most), self.most]


@dataclass
class _Group:
    """Cells that are judged together, the rotations of one lineup: their places in the plan."""

    places: list[int]
    is_open: bool = True


def _groups(planned: Sequence[Planned]) -> list[_Group]:
    def what(place: int) -> Any:
        cell = planned[place]
        return cell.cell.players, sorted(map(repr, cell.at.items()))

    return [_Group(list(places)) for _, places in groupby(range(len(planned)), what)]


def play_until(
    question: Question, planned: Sequence[Planned], goal: Goal, progress: Progress | None = None
) -> list[Result]:
    """Play each cell until the goal is met; raises `Stopped` on Ctrl-C.

    All rotations of a lineup are judged together and played equally often.
    """
    jobs = [job_of(cell, question) for cell in planned]
    groups = _groups(planned)
    done = [Done(job.nothing()) for job in jobs]
    memory = Memory()  # so that a look plays only what is new, also without a ledger
    for games in goal.looks():
        places = [place for group in groups if group.is_open for place in group.places]
        if not places:
            break
        before = [done[place].counts.games for place in places]
        try:
            found = do([jobs[p].part(0, games) for p in places], question.threads, None, memory)
        except Interrupted as stopped:
            _take(done, places, stopped.done)
            raise Stopped(_judged(question, planned, done)) from None
        _take(done, places, found)
        for group in groups:
            if group.is_open:
                total = sum((done[p].counts for p in group.places), Tally(planned[0].cell.players))
                group.is_open = not goal.is_met(
                    verdict(total.wins, total.draws, total.unfinished, question.tolerance, True)
                )
                left = 0 if group.is_open else (goal.most - games) * len(group.places)
                _tell(progress, left)
        _tell(progress, games * len(places) - sum(before))
    return _judged(question, planned, done)


def play_planned(
    question: Question,
    planned: Sequence[Planned],
    goal: Goal | None = None,
    progress: Progress | None = None,
) -> list[Result]:
    """Play each cell's games, or with a goal until it is met; raises `Stopped` on Ctrl-C."""
    if goal is None:
        return play_cells(question, planned, progress)
    return play_until(question, planned, goal, progress)


def _tell(progress: Progress | None, games: int) -> None:
    if progress is not None:
        progress(games)


def _take(done: list[Done], places: Sequence[int], found: Sequence[Done]) -> None:
    """Note what a look found: all counts so far, and the games played for it added up."""
    for place, each in zip(places, found, strict=True):
        if each.counts.games >= done[place].counts.games:
            simulated = done[place].simulated + each.simulated
            done[place] = Done(each.counts, simulated, done[place].seconds + each.seconds)


def _judged(question: Question, planned: Sequence[Planned], done: Sequence[Done]) -> list[Result]:
    """Results with verdicts that hold at any time."""
    results = judge(question, planned, done)
    return [
        replace(
            result,
            verdict=verdict(
                result.tally.wins, result.tally.draws, result.tally.unfinished,
                question.tolerance, anytime=True,
            ),
        )
        for result in results
    ]  # fmt: skip
