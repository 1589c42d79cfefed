"""What becomes of game quality between two cells, paired game by game.

Sample games and deals are games 0, 1, ... of both cells: the same deals, the same chances, and
playouts with the same streams. See docs/quality.md, "Compared".
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.pairing import FEW, measure_change
from balance.playing import Result
from balance.qualities import Effort, measure
from balance.qualities.estimates import Quality, spread
from balance.qualities.meanings import COURSE, ELIMINATION, LENGTH, PACE, PARTS, Meaning
from balance.stats import (
    Bounds,
    PairedSums,
    Shown,
    family,
    paired_difference,
    rate_change_bounds,
    variance_parts_change,
    wilson,
)
from balance.stats.summaries import t_bounds
from sims.core.catalogue import find
from sims.core.schedule import Progress

if TYPE_CHECKING:
    from balance.comparing import Comparison, Row

Floats = NDArray[np.float64]
UNBOUNDED = (-math.inf, math.inf)


@dataclass(frozen=True)
class Paired:
    """A measure in both cells on the same games: `before`, `after`, and the change's `bounds`.

    `seat` counts from 1; None for the whole game. `games` (deals, for what decides who wins) are
    what it rests on, `differ` those of them in which it is not the same, None where only sums over
    games are known. `variance_ratio` is what pairing won (see `balance.stats.PairedDifference`),
    nan where nothing is paired. NaN where nothing could be measured.
    """

    meaning: Meaning
    seat: int | None
    games: int
    playouts: int
    before: float
    after: float
    bounds: Bounds
    differ: int | None = None
    variance_ratio: float = math.nan

    @property
    def change(self) -> float:
        """After less before."""
        return self.after - self.before


@dataclass(frozen=True)
class QualityChange:
    """A measure of a row of `compare`, judged over all measures and rows of its table."""

    row: "Row"
    paired: Paired
    shown: Shown

    @property
    def call(self) -> str:
        """`more` or `less` where a change is shown, else `open`; `same` for the same cell."""
        if self.row.identical:
            return "same"
        return {1: "more", -1: "less", 0: "open"}[self.shown.sign]


def _value(number: float | None) -> float:
    return math.nan if number is None else number


def _of_all_games(row: "Row", before: Quality, after: Quality) -> Iterator[Paired]:
    """Length, its spread, the unfinished share and who waits when out: on all games."""
    change = row.change
    length, sd, unfinished = LENGTH

    def beside(meaning: Meaning, bounds: Bounds, won: float, differ: int | None = None) -> Paired:
        was, now = (_value(quality[meaning.name].mean) for quality in (before, after))
        return Paired(meaning, None, change.games, 0, was, now, bounds, differ, won)

    yield beside(
        length, row.length_bounds, change.turns.variance_ratio, change.sums.changed["turns"]
    )
    yield beside(sd, partial(_spread_bounds, row), math.nan)
    yield beside(unfinished, change.unfinished_bounds, change.unfinished.variance_ratio)
    waiting = find(row.before.planned.cell.game).waiting
    sums = change.sums.paired.get(f"measure.{waiting}")
    if waiting and sums is not None and sums.n:
        seats = row.players

        def waits(confidence: float) -> tuple[float, float]:
            found = measure_change(sums, confidence)
            return found.low / seats, found.high / seats

        yield beside(ELIMINATION, waits, paired_difference(sums).variance_ratio)


def _spread_bounds(row: "Row", confidence: float) -> tuple[float, float]:
    """The interval of the change of the spread of length.

    The tallies do not say how the two spreads hang together. Whatever the correlation, the standard
    error of their difference is at most the sum of theirs.
    """
    from scipy.special import ndtri

    (was, error), (now, other) = (spread(r.tally.turns) for r in (row.before, row.after))
    half = float(ndtri(0.5 + confidence / 2)) * (error + other)
    return now - was - half, now - was + half


def _t_bounds(differences: Floats, confidence: float) -> tuple[float, float]:
    """Student's t interval of a mean difference; unbounded for fewer than two games."""
    if len(differences) < 2:
        return UNBOUNDED
    sd = float(differences.std(ddof=1))
    return t_bounds(float(differences.mean()), sd, len(differences), confidence)


def _bounds_of_means(
    least: Floats, most: Floats, differ: int, unit: str, confidence: float
) -> tuple[float, float]:
    """The interval of a mean difference that lies between those of `least` and `most` (games,).

    Where hardly a game differs, a t interval is too narrow. A share moves by 1 at most in a game,
    so its mean by no more than the share of games that differ; of others nothing is known.
    """
    low, high = _t_bounds(least, confidence)[0], _t_bounds(most, confidence)[1]
    if differ < FEW:
        if unit != "share":
            return UNBOUNDED
        furthest = float(wilson(differ, len(least), confidence)[1])
        low, high = min(low, -furthest), max(high, furthest)
    return (max(low, -1.0), min(high, 1.0)) if unit == "share" else (low, high)


def _rate_bounds(least: PairedSums, most: PairedSums, confidence: float) -> tuple[float, float]:
    return rate_change_bounds(least, confidence)[0], rate_change_bounds(most, confidence)[1]


def _ratio(before: Floats, after: Floats) -> float:
    """The variance ratio won by pairing; infinite if only the difference never varies."""
    if len(before) < 2:
        return math.nan
    apart, together = before.var() + after.var(), (after - before).var()
    if together > 0:
        return float(apart / together)
    return math.inf if apart > 0 else math.nan


def _of_games(
    meaning: Meaning, seat: int | None, before: pd.DataFrame, after: pd.DataFrame, playouts: int
) -> Paired:
    """A measure of the sample games, both frames aligned by game.

    Of what only a winner has, the means are over the games that somebody won in both cells. An
    unfinished game might have become anything from 0 to 1, which widens the interval.
    """
    column = meaning.name if seat is None else f"{meaning.name}_seat{seat}"
    was, now = (frame[column].to_numpy(float, na_value=math.nan) for frame in (before, after))
    known = ~np.isnan(was) & ~np.isnan(now)
    counted = known
    if meaning.of_winner:
        unknown = [frame["unfinished"].to_numpy(bool) for frame in (before, after)]
        counted = (~np.isnan(was) | unknown[0]) & (~np.isnan(now) | unknown[1])
    low_was, low_now = np.nan_to_num(was[counted], nan=1.0), np.nan_to_num(now[counted], nan=0.0)
    top_was, top_now = np.nan_to_num(was[counted], nan=0.0), np.nan_to_num(now[counted], nan=1.0)
    games = int(counted.sum())
    differ = int(((low_was != low_now) | (top_was != top_now)).sum())
    bounds: Bounds
    if not games:
        bounds = partial(_none, (-1.0, 1.0) if meaning.unit == "share" else UNBOUNDED)
    elif meaning.is_event:
        least = PairedSums.from_values(low_now.astype(int), low_was.astype(int))
        most = PairedSums.from_values(top_now.astype(int), top_was.astype(int))
        bounds = partial(_rate_bounds, least, most)
    else:
        bounds = partial(
            _bounds_of_means, low_now - low_was, top_now - top_was, differ, meaning.unit
        )
    if not known.any():
        return Paired(meaning, seat, games, playouts, math.nan, math.nan, bounds, differ)
    return Paired(
        meaning, seat, games, playouts, float(was[known].mean()), float(now[known].mean()), bounds,
        differ, _ratio(was[known], now[known]),
    )  # fmt: skip


def _none(bounds: tuple[float, float], _: float) -> tuple[float, float]:
    return bounds


def _of_deals(before: Quality, after: Quality) -> Iterator[Paired]:
    """What the seat, the deal and the play decide, on the same deals."""
    ((was,), (now,)) = before.deals, after.deals
    differ = int((was != now).any(axis=1).sum())
    for place, meaning in enumerate(PARTS):
        replays = before[meaning.name].playouts
        first, then = (_value(quality[meaning.name].mean) for quality in (before, after))
        bounds: Bounds = partial(_none, (-1.0, 1.0))
        if differ >= FEW:
            bounds = partial(_part_bounds, now, was, replays, place)
        yield Paired(meaning, None, len(was), replays, first, then, bounds, differ)


def _part_bounds(
    after: NDArray[np.int64], before: NDArray[np.int64], replays: int, place: int, confidence: float
) -> tuple[float, float]:
    return variance_parts_change(after, before, replays, confidence)[place]


def paired(row: "Row", before: Quality, after: Quality) -> list[Paired]:
    """Every measure of a row before and after; the same cell has no change, without error."""
    found = list(_of_all_games(row, before, after))
    playouts = before["drama"].playouts
    for meaning in (*COURSE, *PACE):
        seats = range(1, row.players + 1) if meaning.by_seat else ()
        for seat in (None, *seats):
            needed = playouts if meaning in COURSE else 0
            found.append(_of_games(meaning, seat, before.games, after.games, needed))
    found += _of_deals(before, after)
    if row.identical:
        return [replace(each, bounds=partial(_none, (0.0, 0.0))) for each in found]
    return found


def steps(comparison: "Comparison", effort: Effort) -> int:
    """What `progress` of `judged` counts up to."""
    return effort.steps * len(_cells(comparison))


def _cells(comparison: "Comparison") -> dict[str, Result]:
    """Each cell once, by its fingerprint."""
    rows = [finding.row for finding in comparison.findings]
    return {result.fingerprint: result for row in rows for result in (row.before, row.after)}


def judged(
    comparison: "Comparison", effort: Effort, progress: Progress | None = None
) -> list[QualityChange]:
    """The change of every measure in every row of a comparison, Holm's procedure over them all.

    Raises `Interrupted` on Ctrl-C.
    """
    cells = _cells(comparison)
    groups = [[result] for result in cells.values()]
    measured = measure(groups, effort, comparison.question.threads, progress)
    of = dict(zip(cells, measured, strict=True))
    changes = [
        (finding.row, each)
        for finding in comparison.findings
        for each in paired(
            finding.row, of[finding.row.before.fingerprint], of[finding.row.after.fingerprint]
        )
    ]
    shown = family([each.bounds for _, each in changes], [math.inf] * len(changes), "differences")
    return [QualityChange(*change, seen) for change, seen in zip(changes, shown, strict=True)]


def frame(changes: Sequence[QualityChange], base: str) -> pd.DataFrame:
    """A row per variant, player count, lineup, measure and seat (none: the whole game).

    `low` and `high` are the 95 % interval of the change alone, `joint_low` and `joint_high` that of
    all rows at once (Bonferroni); infinite where hardly a game differs. `call`: Holm's over all
    rows. `differ`: the games or deals that differ. `strength`: how the call fares over lineups.
    """
    from balance.qualities.change_words import labels, place

    label = labels(changes)
    found = pd.DataFrame([_record(each, base) | label[place(each)].columns() for each in changes])
    return found.astype({"seat": "Int64", "differ": "Int64"})


def _record(each: QualityChange, base: str) -> dict[str, object]:
    from balance.comparing.frames import where

    pair, shown = each.paired, each.shown
    return {
        **where(each.row, base), "measure": pair.meaning.name, "label": pair.meaning.label,
        "unit": pair.meaning.unit, "seat": pair.seat, "games": pair.games,
        "playouts": pair.playouts, "before": pair.before, "after": pair.after,
        "change": pair.change, "low": shown.low, "high": shown.high,
        "joint_low": shown.joint_low, "joint_high": shown.joint_high, "call": each.call,
        "differ": pair.differ, "variance_ratio": pair.variance_ratio,
    }  # fmt: skip
