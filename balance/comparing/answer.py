"""`compare`: variants of a table on the same game ids, and what the differences show.

A **row** is one variant beside the base, at one player count, among one lineup. What the rows show
is judged over all of them (`balance.stats.families`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.comparing.variants import AS_GIVEN, Given, Variant, read, shared_counts
from balance.pairing import Change
from balance.pairing import compare as compare_cells
from balance.planning import Planned, Question, rungs
from balance.playing import Result, judge
from balance.stats import Bounds, Shown, family, flips, hull
from sims.core.catalogue import find
from sims.core.errors import DesignerError
from sims.core.schedule import Done, Progress
from sims.core.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

    from balance.qualities import Effort
    from balance.qualities.changes import QualityChange

LENGTH_MARGIN = 0.05
"""What change of the length is too small to matter, as a share of it, unless another is asked."""

Lineups = Sequence[tuple[str, ...]]
"""Lineups, weakest first; each names one strategy for everyone, or one a seat."""


@dataclass(frozen=True)
class Margins:
    """What is too small to matter: `points` of a rate (a share), `length` as a share of it."""

    points: float
    length: float = LENGTH_MARGIN


@dataclass(frozen=True)
class Row:
    """A variant beside the base at one player count and among one lineup, as played."""

    variant: str
    lineup: str
    before: Result
    after: Result
    change: Change

    @property
    def players(self) -> int:
        """The player count."""
        return self.before.planned.cell.players

    @property
    def identical(self) -> bool:
        """Whether both are the same cell, so that nothing can differ."""
        return self.before.fingerprint == self.after.fingerprint

    @property
    def untuned(self) -> tuple[str, ...]:
        """Strategies with weights, if both cells are played with the same: without adaptation."""
        if self.identical or self.before.planned.cell.lineup != self.after.planned.cell.lineup:
            return ()
        weighted = [s.name for s in self.before.planned.strategies if s.weights]
        return tuple(dict.fromkeys(weighted))

    def length_bounds(self, confidence: float) -> tuple[float, float]:
        """The interval of the change of length in turns; unbounded where hardly a game changed."""
        return (0.0, 0.0) if self.identical else self.change.turns_bounds(confidence)

    def worst_bounds(self, confidence: float) -> tuple[float, float]:
        """The interval of the change of the worst seat's distance from an equal share."""
        found = self.change.worst_at(confidence)
        return found.low, found.high

    def seat_bounds(self, seat: int) -> Bounds:
        """The interval of the change of a seat's win rate, seats from 1."""
        return lambda confidence: self.change.seat_bounds(seat, confidence)


@dataclass(frozen=True)
class Finding:
    """What a row shows, judged over all rows of its table.

    `worst`: the worst seat's distance from an equal share; `seats`: every seat's win rate, of which
    only `within` counts; `turns` and `unfinished`: length and the share of unfinished games.
    `flip` says what becomes of the verdict (see `balance.stats.flips`).
    """

    row: Row
    worst: Shown
    seats: Shown
    turns: Shown
    unfinished: Shown
    flip: str

    @property
    def unseen(self) -> bool:
        """Whether not one game had another outcome or length, though the cells are not the same."""
        return not self.row.identical and not any(self.row.change.sums.changed.values())

    @property
    def fairness(self) -> str:
        """The call on fairness: fairer, less fair, no difference (beyond the margin), or open.

        "none seen": not one game differed, but unfinished games keep the call from being made.
        """
        if self.row.identical:
            return "no difference"
        if self.worst.sign:
            return "less fair" if self.worst.sign > 0 else "fairer"
        if self.seats.within:
            return "no difference"
        return "none seen" if self.unseen else "open"

    @property
    def length(self) -> str:
        """The call on length: longer, shorter, no difference (beyond the margin), or open.

        "none seen": not one game had another length. There is no interval to say more by.
        """
        if self.row.identical:
            return "no difference"
        if not self.row.change.sums.changed["turns"]:
            return "none seen"
        if self.turns.sign:
            return "longer" if self.turns.sign > 0 else "shorter"
        return "no difference" if self.turns.within else "open"

    @property
    def endings(self) -> str:
        """The call on unfinished games: more, fewer, no difference (beyond the margin), or open."""
        if self.row.identical:
            return "no difference"
        if self.unfinished.sign:
            return "more" if self.unfinished.sign > 0 else "fewer"
        return "no difference" if self.unfinished.within else "open"


def play_rows(
    asked: Question,
    base: Planned,
    others: Sequence[tuple[str, Planned]],
    progress: Progress | None = None,
) -> list[Row]:
    """Play a base and others beside it, all for as many players."""
    tally, changes = compare_cells(asked, base, [planned for _, planned in others], progress)
    return rows_of(asked, base, others, tally, changes)


def rows_of(
    asked: Question,
    base: Planned,
    others: Sequence[tuple[str, Planned]],
    tally: Tally,
    changes: Sequence[Change],
) -> list[Row]:
    """Rows from what was played: the verdicts beside the changes."""
    planned = [base, *(cell for _, cell in others)]
    done = [Done(counts) for counts in (tally, *(change.tally for change in changes))]
    before, *after = judge(asked, planned, done)
    return [
        Row(name, base.lineup, before, result, change)
        for (name, _), result, change in zip(others, after, changes, strict=True)
    ]


def findings(rows: Sequence[Row], margins: Margins) -> list[Finding]:
    """What the rows of a table show, each judged with all the others in view."""
    points = [margins.points] * len(rows)
    lengths = [margins.length * row.change.turns_before for row in rows]
    every_seat = [
        hull([row.seat_bounds(seat) for seat in range(1, row.players + 1)]) for row in rows
    ]
    judged = zip(
        rows,
        family([row.worst_bounds for row in rows], points, "differences"),
        family(every_seat, points, "absence"),
        family([row.length_bounds for row in rows], lengths),
        family([row.change.unfinished_bounds for row in rows], points),
        flips([(row.before.verdict, row.after.verdict) for row in rows]),
        strict=True,
    )
    return [Finding(*one) for one in judged]


@dataclass(frozen=True)
class Comparison:
    """What `compare` found: `findings` as objects, and as tidy frames.

    `qualities` has the changes of game quality, measured with some `effort`; none if it was not
    asked for.
    """

    question: Question
    variants: tuple[Variant, ...]
    lineups: tuple[str, ...]
    margins: Margins
    findings: list[Finding]
    qualities: "tuple[QualityChange, ...]" = ()
    effort: "Effort | None" = None

    @property
    def base(self) -> str:
        """The name of what the others are compared with."""
        return self.variants[0].name

    @cached_property
    def rows(self) -> "pd.DataFrame":
        """A row per variant, player count and lineup: verdicts, changes with intervals, calls."""
        from balance.comparing import frames as change_frames

        return change_frames.rows(self.findings, self.base)

    @cached_property
    def seats(self) -> "pd.DataFrame":
        """A row per variant, player count, lineup and seat: win rates and their change."""
        from balance.comparing import frames as change_frames

        return change_frames.seats(self.findings, self.base)

    @cached_property
    def measures(self) -> "pd.DataFrame":
        """A row per variant, player count, lineup and measure of the game: its change."""
        from balance.comparing import frames as change_frames

        return change_frames.measures(self.findings, self.base)

    @cached_property
    def quality(self) -> "pd.DataFrame":
        """A row per variant, player count, lineup, measure of game quality and seat."""
        from balance.qualities import changes

        return changes.frame(self.qualities, self.base)

    @cached_property
    def sentences(self) -> list[str]:
        """The findings in words, those of each variant first in one sentence."""
        from balance.comparing.words import comparison
        from balance.qualities.change_words import sentences

        return [*comparison(self), *sentences(self)]


def compare(
    game: str,
    a: Given,
    b: Given,
    *more: Given,
    players: int | Iterable[int] | None = None,
    lineups: str | Sequence[str] | None = None,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 20_000,
    seed: int = 1,
    tolerance: float = 0.02,
    margin: float | None = None,
    length_margin: float = LENGTH_MARGIN,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    effort: "Effort | None" = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play variants of a table on the same game ids: what does each change beside the first?

    `a`, `b` and further ones: `"printed"`, a deck's name, a data folder, `"KEY=VALUE"`, or a
    mapping of keys to values (see `balance.comparing.variants`). `lineups`: strategies, each played
    by everyone (or one a seat, with commas); the game's ladder of strength if left out. `margin` is
    what is too small to matter, as a share (half the tolerance if left out); `length_margin` the
    same for length, as a share of the base's length. `changes`, `deck`, `rulings` and `data` are
    for all variants. With an `effort` game quality is compared, too. The rest as for
    `balance.play`.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    from balance.api import question

    asked = question(
        game, players=players, data=data, deck=deck, changes=changes, rulings=rulings, games=games,
        seed=seed, tolerance=tolerance, threads=threads, profiles=profiles,
    )  # fmt: skip
    margins = margins_of(tolerance, margin, length_margin)
    if effort is None:
        return run(asked, [a, b, *more], ladder(game, lineups), margins, progress)
    from balance.qualities import check_effort

    check_effort(effort)
    found = run(asked, [a, b, *more], ladder(game, lineups), margins, progress)
    return with_quality(found, effort)


def ladder(game: str, lineups: str | Sequence[str] | None = None) -> Lineups:
    """The lineups that are named, or one for each rung of the game's ladder, weakest first."""
    if lineups is None or lineups == ():
        return [(name,) for name in rungs(find(game))]
    each = [lineups] if isinstance(lineups, str) else lineups
    return [tuple(name.strip() for name in names.split(",")) for names in each]


def margins_of(
    tolerance: float, points: float | None = None, length: float = LENGTH_MARGIN
) -> Margins:
    """The margins asked for, checked; half the tolerance if none is given."""
    points = tolerance / 2 if points is None else points
    if not 0 < points < 0.5:
        raise DesignerError(
            f"--margin {points * 100:g}: more than 0 and less than 50 points is needed"
        )
    if not 0 < length < 1:
        raise DesignerError(
            f"--length-margin {length * 100:g}: more than 0 and less than 100 per cent is needed"
        )
    return Margins(points, length)


@dataclass(frozen=True)
class Plan:
    """What `compare` is going to play: blocks of a base and others."""

    variants: tuple[Variant, ...]
    blocks: tuple[tuple[Question, Planned, tuple[tuple[str, Planned], ...]], ...]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return sum(1 + len(others) for *_, others in self.blocks)

    @property
    def planned(self) -> list[Planned]:
        """Every cell."""
        return [
            cell for *_, base, others in self.blocks for cell in (base, *(c for _, c in others))
        ]


def make_plan(asked: Question, given: Sequence[Given], lineups: Lineups) -> Plan:
    """Every cell of a comparison. Raises a `DesignerError` before anything is played."""
    variants = tuple(read(asked, one) for one in given)
    names = [variant.name for variant in variants]
    for name in names:
        if names.count(name) > 1 and name not in AS_GIVEN:
            raise DesignerError(f"{name!r} is named twice; there is nothing to compare")
    blocks = []
    for lineup in lineups:
        among = replace(asked, lineup=lineup)
        for players in shared_counts(among, variants):
            base, *others = (variant.planned(among, players) for variant in variants)
            blocks.append((among, base, tuple(zip(names[1:], others, strict=True))))
    return Plan(variants, tuple(blocks))


def run(
    asked: Question,
    given: Sequence[Given],
    lineups: Lineups,
    margins: Margins,
    progress: Progress | None = None,
) -> Comparison:
    """Plan, play and judge a comparison."""
    return played(asked, make_plan(asked, given, lineups), margins, progress)


def played(
    asked: Question, plan: Plan, margins: Margins, progress: Progress | None = None
) -> Comparison:
    """Play and judge what was planned."""
    rows: list[Row] = []
    for among, base, others in plan.blocks:
        rows += play_rows(among, base, others, progress)
    lineups = tuple(dict.fromkeys(base.lineup for _, base, _ in plan.blocks))
    return Comparison(asked, plan.variants, lineups, margins, findings(rows, margins))


def with_quality(
    found: Comparison, effort: "Effort", progress: Progress | None = None
) -> Comparison:
    """The comparison with the change of game quality; `progress` as in `balance.qualities`."""
    from balance.qualities.changes import judged

    return replace(found, qualities=tuple(judged(found, effort, progress)), effort=effort)
