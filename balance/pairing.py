"""Cells compared game by game: the same ids, hence the same deals and the same chances.

What two cells have in common cancels in the differences, so that far fewer games tell them apart
(common random numbers; Law, Simulation Modeling and Analysis, 5th ed. 2015, chapter 11).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from balance.means import do
from balance.planning import Planned, Question
from balance.playing import job_of
from balance.stats import PairedDifference, PairedSums, paired_difference
from sims.core import runner
from sims.core.catalogue import games
from sims.core.schedule import Progress
from sims.core.tally import UNFINISHED, Tally, tally


@dataclass(frozen=True)
class SeatChange:
    """The change of a seat's win rate, after minus before (-1 to 1), with its 95 % interval.

    The interval allows for unfinished games: any of them may have been won, before or after.
    """

    seat: int
    change: float
    low: float
    high: float
    variance_ratio: float


@dataclass(frozen=True)
class Change:
    """A cell beside its base: its counts, and the paired changes of length and of each seat."""

    planned: Planned
    tally: Tally
    turns: PairedDifference
    seats: tuple[SeatChange, ...]


Sums = list[tuple[PairedSums, PairedSums, PairedSums]]


def _won(records: np.ndarray, seat: int, unfinished_too: bool) -> np.ndarray:
    """Per game whether the seat won, or with `unfinished_too` may have."""
    won = records["winner"] == seat
    return won | (records["winner"] == UNFINISHED) if unfinished_too else won


def _sums(before: np.ndarray, after: np.ndarray, players: int) -> Sums:
    """Paired sums, after against before: of the length, then of each seat as seen, least, most."""
    turns = PairedSums.from_values(after["turns"], before["turns"])
    sums: Sums = [(turns, turns, turns)]
    for seat in range(players):
        least, most = (
            PairedSums.from_values(_won(after, seat, high), _won(before, seat, not high))
            for high in (False, True)
        )
        seen = PairedSums.from_values(_won(after, seat, False), _won(before, seat, False))
        sums.append((seen, least, most))
    return sums


@dataclass
class Paired:
    """Counts over games that several cells played side by side: tallies, and sums to the base."""

    tallies: list[Tally]
    sums: list[Sums] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games each cell played."""
        return self.tallies[0].games

    def __add__(self, other: "Paired") -> "Paired":
        """The counts over both."""
        if not (self.sums and other.sums):
            return self if self.sums else other
        return Paired(
            [a + b for a, b in zip(self.tallies, other.tallies, strict=True)],
            [_added(a, b) for a, b in zip(self.sums, other.sums, strict=True)],
        )

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            "tallies": [tally.plain() for tally in self.tallies],
            "sums": [[[asdict(s) for s in three] for three in sums] for sums in self.sums],
        }


@dataclass(frozen=True)
class PairedJobs:
    """The same game ids of a base, the first job, and of every other cell: `schedule.Work`."""

    jobs: tuple[runner.Job, ...]

    @property
    def first(self) -> int:
        """The first game id."""
        return self.jobs[0].first

    @property
    def games(self) -> int:
        """How many games of each cell."""
        return self.jobs[0].games

    def part(self, first: int, games: int) -> "PairedJobs":
        """Other games of the same cells."""
        return replace(self, jobs=tuple(job.part(first, games) for job in self.jobs))

    def play(self, stop: np.ndarray | None = None) -> Paired:
        """Play every cell; as many games of each as the one that was stopped first."""
        played = [runner.play_records(job, stop) for job in self.jobs]
        games_of_all = min(map(len, played))
        found = Paired([])
        for job, records in zip(self.jobs, played, strict=True):
            base, own = played[0][:games_of_all], records[:games_of_all]
            found.tallies.append(tally(games()[job.cell.game], job.cell, own))
            found.sums.append(_sums(base, own, job.cell.players))
        return found

    def nothing(self) -> Paired:
        """The counts of no game."""
        return Paired([job.nothing() for job in self.jobs])

    def read(self, plain: Mapping[str, Any]) -> Paired:
        """The counts that `plain` described."""
        return Paired(
            [Tally.of_plain(each) for each in plain["tallies"]],
            [
                [tuple(PairedSums(**sums) for sums in three) for three in cell]  # type: ignore[misc]
                for cell in plain["sums"]
            ],
        )

    def about(self) -> dict[str, Any]:
        """All that decides the counts."""
        about = self.jobs[0].about()
        cells = [job.cell.plain() for job in self.jobs]
        return {**about, "kind": "paired", "cell": None, "cells": cells}


def _added(a: Sums, b: Sums) -> Sums:
    return [(x[0] + y[0], x[1] + y[1], x[2] + y[2]) for x, y in zip(a, b, strict=True)]


def _change(planned: Planned, counted: Tally, sums: Sums) -> Change:
    seats = []
    for seat, (seen, least, most) in enumerate(sums[1:], start=1):
        middle = paired_difference(seen)
        low, high = paired_difference(least).low, paired_difference(most).high
        seats.append(SeatChange(seat, middle.difference, low, high, middle.variance_ratio))
    return Change(planned, counted, paired_difference(sums[0][0]), tuple(seats))


def compare(
    question: Question,
    base: Planned,
    others: Sequence[Planned],
    progress: Progress | None = None,
) -> tuple[Tally, list[Change]]:
    """The base's counts, and each other cell beside it on the same game ids.

    Raises `Interrupted` on Ctrl-C.
    """
    jobs = [job_of(planned, question) for planned in (base, *others)]
    runner.prepare(jobs)

    def advance(games_of_each: int) -> None:
        if progress is not None:
            progress(games_of_each * len(jobs))

    [done] = do([PairedJobs(tuple(jobs))], question.threads, advance)
    played = zip(others, done.counts.tallies[1:], done.counts.sums[1:], strict=True)
    return done.counts.tallies[0], [_change(*cell) for cell in played]
