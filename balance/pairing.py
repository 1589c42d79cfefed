"""Cells compared game by game: the same ids, hence the same deals and the same chances.

What two cells have in common cancels in the differences, so that far fewer games tell them apart
(common random numbers; Law, Simulation Modeling and Analysis, 5th ed. 2015, chapter 11).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import add

import numpy as np

from balance.blocks import Block, Contrast, Counts, Sums
from balance.means import do
from balance.planning import Planned, Question, Rotations
from balance.playing import job_of
from balance.stats import (
    Counted,
    Crossed,
    PairedDifference,
    PairedSums,
    WorstChange,
    paired_difference,
    rate_change_bounds,
    wilson,
    worst_change,
)
from sims.core.schedule import Progress
from sims.core.tally import Tally

FEW = 20
"""Below so many games that differ, a t interval of the difference is not to be trusted."""


def turns_change(sums: Sums, confidence: float = 0.95) -> PairedDifference:
    """The mean of a contrast in length, in turns, with its t interval.

    Where fewer than `FEW` games differ nothing bounds it: a length has no end, and what hardly any
    of the games played does may be much in one that was not.
    """
    found = paired_difference(sums.paired["turns"], confidence)
    if sums.changed["turns"] >= FEW:
        return found
    return replace(found, low=-math.inf, high=math.inf)


def measure_change(sums: PairedSums, confidence: float = 0.95) -> PairedDifference:
    """The mean difference of a whole number that games have, with its t interval.

    Unbounded where fewer than `FEW` games can differ: each that does adds 1 or more to the sum of
    the squared differences.
    """
    found = paired_difference(sums, confidence)
    if sums.squares_a + sums.squares_b - 2 * sums.products >= FEW:
        return found
    return replace(found, low=-math.inf, high=math.inf)


@dataclass(frozen=True)
class SeatChange:
    """The change of a seat's win rate, after minus before (-1 to 1), with its 95 % interval.

    The interval allows for unfinished games: any of them may have been won, before or after.
    `seen_low` and `seen_high` do not: they are of the games won within the cap.
    """

    seat: int
    change: float
    low: float
    high: float
    seen_low: float
    seen_high: float
    variance_ratio: float


@dataclass(frozen=True)
class Change:
    """A cell beside its base: its counts, and the paired changes of everything that is summed.

    `measures` has for each of the game's measures the change of its mean (over all seats, as
    summed; of a measure of won games only, over the games won in both cells). `outcomes_changed`
    and `lengths_changed` are the shares of games that somebody else won, that were longer or
    shorter.
    """

    planned: Planned
    before: Tally
    tally: Tally
    sums: Sums

    @property
    def games(self) -> int:
        """The games that both cells were played on."""
        return self.sums.games

    @property
    def turns(self) -> PairedDifference:
        """The change of length, in turns; unbounded where too few games differ."""
        return turns_change(self.sums)

    @property
    def turns_before(self) -> float:
        """The mean length of the base, in turns."""
        return self.sums.paired["turns"].total_b / self.games

    @property
    def unfinished(self) -> PairedDifference:
        """The change of the share of unfinished games."""
        return self.rate("unfinished")

    @property
    def seats(self) -> tuple[SeatChange, ...]:
        """The change of each seat's win rate."""
        return tuple(self.seat(seat) for seat in range(1, self.tally.players + 1))

    @property
    def worst(self) -> WorstChange:
        """The change of the worst seat's distance from an equal share."""
        return self.worst_at(0.95)

    @property
    def variance_ratio(self) -> float:
        """What pairing won for the win rates, over all seats (see `PairedDifference`)."""
        apart = together = 0.0
        for seat in range(1, self.tally.players + 1):
            found = paired_difference(self.sums.paired[f"seat.{seat}"])
            together += found.sd**2
            apart += found.sd**2 * found.variance_ratio if found.sd else 0.0
        if not together:
            return math.inf
        return apart / together

    @property
    def measures(self) -> dict[str, PairedDifference]:
        """The change of each of the game's measures that any game counts for."""
        return {
            key.removeprefix("measure."): measure_change(sums)
            for key, sums in self.sums.paired.items()
            if key.startswith("measure.") and sums.n
        }

    @property
    def outcomes_changed(self) -> float:
        """The share of games with another winner, or one where there was none."""
        return self.sums.changed["outcome"] / self.games

    @property
    def lengths_changed(self) -> float:
        """The share of games that were longer or shorter."""
        return self.sums.changed["turns"] / self.games

    def rate(self, key: str, confidence: float = 0.95) -> PairedDifference:
        """The change of a share (`unfinished`, `draws`, `seat.1`) with its score interval."""
        sums = self.sums.paired[key]
        found = paired_difference(sums, confidence)
        low, high = rate_change_bounds(sums, confidence)
        return PairedDifference(
            found.n, found.difference, found.sd, low, high, found.variance_ratio
        )

    def turns_bounds(self, confidence: float = 0.95) -> tuple[float, float]:
        """The t interval of the change of length, in turns; unbounded where too few differ."""
        found = turns_change(self.sums, confidence)
        return found.low, found.high

    def unfinished_bounds(self, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the change of the share of unfinished games."""
        return rate_change_bounds(self.sums.paired["unfinished"], confidence)

    def seat_bounds(self, seat: int, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the change of a seat's win rate, seats from 1, unfinished allowed for."""
        least, most = (self.sums.paired[f"seat.{seat}.{end}"] for end in ("least", "most"))
        low, _ = rate_change_bounds(least, confidence)
        _, high = rate_change_bounds(most, confidence)
        return low, high

    def seat(self, seat: int, confidence: float = 0.95) -> SeatChange:
        """The change of a seat's win rate, seats from 1."""
        seen = self.rate(f"seat.{seat}", confidence)
        return SeatChange(
            seat, seen.difference, *self.seat_bounds(seat, confidence), seen.low, seen.high,
            seen.variance_ratio,
        )  # fmt: skip

    @property
    def _crossed(self) -> Crossed:
        players = self.tally.players
        sums = [self.sums.paired[f"seat.{seat}.least"] for seat in range(1, players + 1)]
        most = [self.sums.paired[f"seat.{seat}.most"] for seat in range(1, players + 1)]
        return Crossed(
            self.games,
            np.array([[s.total_a for s in sums], [s.total_a for s in most]]),
            np.array([[s.total_b for s in most], [s.total_b for s in sums]]),
            np.array(self.sums.crossed).reshape(2, 2, players, players),
        )

    def worst_at(self, confidence: float) -> WorstChange:
        """The change of the worst seat's distance from an equal share, at some confidence."""
        return worst_change(
            _counted(self.before),
            _counted(self.tally),
            lambda seat, level: self.seat_bounds(seat + 1, level),
            self._crossed,
            confidence,
        )


def _counted(tally: Tally) -> Counted:
    return Counted(tally.wins, tally.games, tally.unfinished)


def play_block(
    question: Question,
    rotations: Sequence[Sequence[Planned]],
    contrasts: Sequence[Contrast],
    progress: Progress | None = None,
) -> Counts:
    """Play cells side by side; the counts over all of them. Raises `Interrupted` on Ctrl-C.

    `rotations` has the cells once for each rotation of the lineup, each played on as many games as
    the question asks for; no two rotations on the same game ids, so that no game counts twice.
    """
    blocks = []
    for place, cells in enumerate(rotations):
        first = place * question.games
        jobs = (job_of(cell, question).part(first, question.games) for cell in cells)
        blocks.append(Block(tuple(jobs), tuple(contrasts)))
    together = len(blocks[0].jobs)

    def advance(games: int) -> None:
        if progress is not None:
            progress(games * together)

    counts: list[Counts] = [each.counts for each in do(blocks, question.threads, advance)]
    return reduce(add, counts)


@dataclass(frozen=True)
class Interplay:
    """What two changes do together beyond the sum of what each does alone.

    It is the contrast both - one - other + base, game by game; all are 0 if the two do not meddle
    with each other.
    """

    players: int
    sums: Sums

    @property
    def turns(self) -> PairedDifference:
        """The interplay in length, in turns; unbounded where too few games show any."""
        return turns_change(self.sums)

    @property
    def unfinished(self) -> PairedDifference:
        """The interplay in the share of unfinished games."""
        return paired_difference(self.sums.paired["unfinished"])

    def seat(self, seat: int) -> PairedDifference:
        """The interplay in a seat's win rate as counted, seats from 1."""
        return paired_difference(self.sums.paired[f"seat.{seat}"])

    def turns_bounds(self, confidence: float = 0.95) -> tuple[float, float]:
        """The t interval of the interplay in length; unbounded where hardly a game shows any."""
        found = turns_change(self.sums, confidence)
        return found.low, found.high

    def seat_bounds(self, seat: int, confidence: float = 0.95) -> tuple[float, float]:
        """The interval of the interplay in a seat's win rate, unfinished games allowed for.

        A t interval, for the contrast may be -2 to 2. It is at least as wide as twice the share of
        games that can show any: a t interval is too narrow where hardly a game does.
        """
        least, most = (
            paired_difference(self.sums.paired[f"seat.{seat}.{end}"], confidence)
            for end in ("least", "most")
        )
        if self.sums.changed["outcome"] >= FEW:
            return least.low, most.high
        _, share = wilson(self.sums.changed["outcome"], self.sums.games, confidence)
        return min(least.low, -2 * float(share)), max(most.high, 2 * float(share))


def compare(
    question: Question,
    base: Planned,
    others: Sequence[Planned],
    progress: Progress | None = None,
) -> tuple[Tally, list[Change]]:
    """The base's counts, and each other cell beside it on the same game ids."""
    return compare_rotations(question, (base,), [(other,) for other in others], progress)


def compare_rotations(
    question: Question,
    base: Rotations,
    others: Sequence[Rotations],
    progress: Progress | None = None,
) -> tuple[Tally, list[Change]]:
    """As `compare`, added up over the rotations of a lineup: each beside the same one of the base.

    Each rotation is played on as many games as the question asks for.
    """
    contrasts = [((place,), (0,)) for place in range(1, len(others) + 1)]
    counts = play_block(question, side_by_side([base, *others]), contrasts, progress)
    before, *after = counts.tallies
    changes = [
        Change(rotations[0], before, tally, sums)
        for rotations, tally, sums in zip(others, after, counts.sums, strict=True)
    ]
    return before, changes


def compare_pairs(
    question: Question,
    base: Planned,
    others: Sequence[Planned],
    pairs: Sequence[tuple[int, int, int]],
    progress: Progress | None = None,
) -> tuple[Tally, list[Change], list[Interplay]]:
    """As `compare`, and the interplay of pairs: places in `others` of (both, one, other)."""
    contrasts: list[Contrast] = [((place,), (0,)) for place in range(1, len(others) + 1)]
    contrasts += [((both + 1, 0), (one + 1, other + 1)) for both, one, other in pairs]
    counts = play_block(question, [[base, *others]], contrasts, progress)
    before, *after = counts.tallies
    alone, together = counts.sums[: len(others)], counts.sums[len(others) :]
    changes = [
        Change(planned, before, tally, sums)
        for planned, tally, sums in zip(others, after, alone, strict=True)
    ]
    return before, changes, [Interplay(before.players, sums) for sums in together]


def side_by_side(setups: Sequence[Rotations]) -> list[tuple[Planned, ...]]:
    """The cells of several setups, those of the same rotation together."""
    return list(zip(*setups, strict=True))
