"""Cells compared game by game: the same ids, hence the same deals and the same chances.

What two cells have in common cancels in the differences, so that far fewer games tell them apart
(common random numbers; Law, Simulation Modeling and Analysis, 5th ed. 2015, chapter 11).
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from balance.planning import Planned, Question
from balance.playing import threads_of
from balance.stats import PairedDifference, PairedSums, paired_difference
from sims.core import runner
from sims.core.catalogue import games
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


def _chunk(jobs: Sequence[runner.Job]) -> list[tuple[Tally, Sums]]:
    """A chunk of the base and of every other cell: counts, and sums of differences to the base."""
    base = runner.play_records(jobs[0])
    players = jobs[0].cell.players
    found = []
    for job in jobs:
        records = base if job is jobs[0] else runner.play_records(job)
        counted = tally(games()[job.cell.game], job.cell, records)
        found.append((counted, _sums(base, records, players)))
    return found


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
    progress: Callable[[int], None] | None = None,
) -> tuple[Tally, list[Change]]:
    """The base's counts, and each other cell beside it on the same game ids."""
    jobs = [
        runner.Job(planned.cell, planned.strategies, question.seed, 0, question.games)
        for planned in (base, *others)
    ]
    chunks = zip(*(runner.chunks(job) for job in jobs), strict=True)
    totals = [Tally(players=base.cell.players) for _ in jobs]
    sums: list[Sums] = []
    with ThreadPoolExecutor(max_workers=threads_of(question)) as pool:
        for parts in pool.map(_chunk, chunks):
            totals = [total + part for total, (part, _) in zip(totals, parts, strict=True)]
            new = [part for _, part in parts]
            sums = [_added(x, y) for x, y in zip(sums, new, strict=True)] if sums else new
            if progress is not None:
                progress(parts[0][0].games * len(jobs))
    played = zip(others, totals[1:], sums[1:], strict=True)
    return totals[0], [_change(*cell) for cell in played]
