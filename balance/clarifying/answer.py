"""`rulings`: which open sentence of the rulebook matters, and which to clarify first.

An **open question** is a ruling, or the deck where its copies are assumed. Each other way to decide
it is played beside the way it is decided now, on the same game ids; with pairs, two at a time.

Questions are ranked by what is **shown**, not by what was seen, for the largest of many estimates
is flattered by chance: first come those that flip a verdict, then by the least size that the
interval for all rows at once leaves, in units of the margins (so that points of a rate and turns of
a length can be set side by side), and only last by the size that was seen. What comes out first is
played again on a seed of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.clarifying.open_questions import BASE, Open, Plan, make_plan
from balance.comparing import (
    Finding,
    Margins,
    Row,
    findings,
    ladder,
    margins_of,
    play_rows,
    rows_of,
)
from balance.pairing import Interplay, compare_pairs
from balance.planning import Question, on_fresh_games
from balance.stats import Shown, family
from balance.strength import EFFECT, OPEN, Rung, Strength, fares
from sims.core.schedule import Progress

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Together:
    """Two questions decided another way at once: what that does beyond the sum of both.

    `seats` has by seat what is shown of the interplay in win rates, `turns` that in length.
    """

    row: Row
    one: str
    other: str
    interplay: Interplay
    seats: tuple[Shown, ...]
    turns: Shown

    @property
    def largest(self) -> int:
        """The seat (from 1) with the largest interplay that is shown, else that was seen."""
        order = range(1, self.interplay.players + 1)
        return max(
            order,
            key=lambda s: (self.seats[s - 1].least, abs(self.interplay.seat(s).difference)),
        )

    @property
    def shown(self) -> bool:
        """Whether any interplay is shown, in a seat's win rate or in length."""
        return self.turns.sign != 0 or any(seat.sign for seat in self.seats)

    @property
    def size(self) -> float:
        """How many margins the largest interplay is shown to be."""
        seat = self.seats[self.largest - 1]
        return max(seat.least / seat.margin, self.turns.least / self.turns.margin)

    def strength(self, among: "Sequence[Together]") -> Strength:
        """How it fares over the lineups that the same pair was played among, weakest first."""
        same = [
            one
            for one in among
            if (one.one, one.other, one.row.players) == (self.one, self.other, self.row.players)
        ]
        calls = {False: ("no interplay shown", OPEN), True: ("more than the sum of both", EFFECT)}
        return fares([Rung(one.row.lineup, *calls[one.shown]) for one in same])


@dataclass(frozen=True)
class Ranked:
    """An open question with its place: `top` is the row in which it matters most.

    `rows` are all its rows among the strongest lineup; `size` is what is shown of `top` in units of
    the margins, `seen` what was seen. `call`: "matters" (it flips a verdict, or is shown to reach a
    margin), "small" (shown, but not to reach one), "none" (shown to stay within all margins, at
    every strength that was tested), "none seen" (that, or not one game differed), or "open".
    """

    place: int
    question: Open
    top: Finding
    rows: tuple[Finding, ...]
    size: float
    seen: float
    call: str

    @property
    def flips(self) -> tuple[Finding, ...]:
        """The rows in which a verdict is shown to flip."""
        return tuple(finding for finding in self.rows if finding.flip == "flips")


@dataclass(frozen=True)
class Clarification:
    """What `rulings` found: objects, and tidy frames (see `balance.comparing.frames`)."""

    question: Question
    open: tuple[Open, ...]
    lineups: tuple[str, ...]
    margins: Margins
    findings: list[Finding]
    ranked: list[Ranked]
    pairs: list[Finding]
    interplay: list[Together]
    confirmed: list[Finding]
    """The question that came first, played again on another seed, by player count."""

    @cached_property
    def rows(self) -> "pd.DataFrame":
        """A row per choice, player count and lineup: what it changes beside the rules as now."""
        from balance.comparing import frames as change_frames

        return change_frames.rows([*self.findings, *self.pairs], BASE)

    @cached_property
    def seats(self) -> "pd.DataFrame":
        """A row per choice, player count, lineup and seat: win rates and their change."""
        from balance.comparing import frames as change_frames

        return change_frames.seats(self.findings, BASE)

    @cached_property
    def measures(self) -> "pd.DataFrame":
        """A row per choice, player count, lineup and measure of the game: its change."""
        from balance.comparing import frames as change_frames

        return change_frames.measures(self.findings, BASE)

    @cached_property
    def ranking(self) -> "pd.DataFrame":
        """A row per open question, the one to clarify first at the top."""
        from balance.clarifying import frames as clarify_frames

        return clarify_frames.ranking(self.ranked, self.findings)

    @cached_property
    def together(self) -> "pd.DataFrame":
        """A row per pair, player count and lineup: what two choices do beyond their sum."""
        from balance.clarifying import frames as clarify_frames

        return clarify_frames.together(self.interplay)

    @cached_property
    def confirmation(self) -> "pd.DataFrame":
        """The rows of what came first, on the fresh seed."""
        from balance.comparing import frames as change_frames

        return change_frames.rows(self.confirmed, BASE)

    @cached_property
    def sentences(self) -> list[str]:
        """What to clarify first, and why; then the other questions in their order."""
        from balance.clarifying.words import sentences

        return sentences(self)


def rulings(
    game: str,
    *,
    pairs: bool = False,
    players: int | Iterable[int] | None = None,
    lineups: str | Sequence[str] | None = None,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 10_000,
    seed: int = 1,
    tolerance: float = 0.02,
    margin: float | None = None,
    length_margin: float = 0.05,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    progress: Progress | None = None,
) -> Clarification:
    """Decide each open question of the rulebook each other way: which one matters?

    With `pairs` also two at a time. `rulings`, `deck` and `changes` say how the table is played
    now. `lineups`, `margin` and `length_margin` as for `balance.compare`, the rest as for
    `balance.play`.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    from balance.api import question

    asked = question(
        game, players=players, data=data, deck=deck, changes=changes, rulings=rulings, games=games,
        seed=seed, tolerance=tolerance, threads=threads, profiles=profiles,
    )  # fmt: skip
    margins = margins_of(tolerance, margin, length_margin)
    return clarify(asked, make_plan(asked, ladder(game, lineups), pairs), margins, progress)


def clarify(
    asked: Question, plan: Plan, margins: Margins, progress: Progress | None = None
) -> Clarification:
    """Play what was planned, rank and confirm."""
    singles: list[Row] = []
    doubles: list[Row] = []
    met: list[tuple[Row, str, str, Interplay]] = []
    for part in plan.parts:
        cells = [planned for _, planned in part.others]
        tally, changes, interplay = compare_pairs(
            part.asked, part.base, cells, part.pairs, progress
        )
        rows = rows_of(part.asked, part.base, part.others, tally, changes)
        singles += rows[: part.singles]
        doubles += rows[part.singles :]
        for (both, one, other), beyond in zip(part.pairs, interplay, strict=True):
            met.append((rows[both], part.others[one][0], part.others[other][0], beyond))
    found = findings(singles, margins)
    ranked = rank(plan.questions, found, plan.lineups[-1])
    return Clarification(
        question=asked,
        open=plan.questions,
        lineups=plan.lineups,
        margins=margins,
        findings=found,
        ranked=ranked,
        pairs=findings(doubles, margins),
        interplay=judge_interplay(met, margins),
        confirmed=confirm(plan, ranked, margins, progress),
    )


def size(finding: Finding, seen: bool = False) -> float:
    """How many margins an effect is shown to be, or was seen to be: the largest of three."""
    change = finding.row.change
    seen_sizes = (change.worst.change, change.unfinished.difference, change.turns.difference)
    shown = (finding.worst, finding.unfinished, finding.turns)
    return max(
        (abs(value) if seen else effect.least if effect.sign else 0.0) / effect.margin
        for effect, value in zip(shown, seen_sizes, strict=True)
    )


def _without_effect(rows: Sequence[Finding]) -> str:
    """The call on a question of which no effect is shown among the strongest."""

    def within(finding: Finding) -> bool:
        # Where no game at all has another length, there is no interval of the change to show it by.
        length = finding.turns.within or not finding.row.change.sums.changed["turns"]
        return finding.seats.within and finding.unfinished.within and length

    if all(within(finding) for finding in rows):
        return "none"
    return "none seen" if all(f.unseen or within(f) for f in rows) else "open"


def rank(questions: Sequence[Open], found: Sequence[Finding], strongest: str) -> list[Ranked]:
    """The open questions in the order in which they matter among the strongest lineup."""
    entries = []
    for question in questions:
        names = {question.variant(choice).name for choice in question.others}
        mine = [finding for finding in found if finding.row.variant in names]
        rows = [finding for finding in mine if finding.row.lineup == strongest]
        if not rows:
            continue
        top = max(rows, key=lambda f: (f.flip == "flips", size(f), size(f, seen=True)))
        shown, seen, flips = size(top), size(top, seen=True), top.flip == "flips"
        if flips or shown >= 1:
            call = "matters"
        elif any(effect.sign for effect in (top.worst, top.unfinished, top.turns)):
            call = "small"
        else:
            call = _without_effect(mine)
        entries.append((flips, shown, seen, call, question, top, tuple(rows)))
    entries.sort(key=lambda entry: entry[:3], reverse=True)
    return [
        Ranked(place, question, top, rows, shown, seen, call)
        for place, (_, shown, seen, call, question, top, rows) in enumerate(entries, start=1)
    ]


def judge_interplay(
    met: Sequence[tuple[Row, str, str, Interplay]], margins: Margins
) -> list[Together]:
    """What is shown of the interplay, over all pairs, player counts, lineups and seats at once."""
    bounds = [
        partial(found.seat_bounds, seat)
        for *_, found in met
        for seat in range(1, found.players + 1)
    ]
    seats = iter(family(bounds, [margins.points] * len(bounds), "differences"))
    turns = family(
        [found.turns_bounds for *_, found in met],
        [margins.length * row.change.turns_before for row, *_ in met],
        "differences",
    )
    return [
        Together(row, one, other, found, tuple(next(seats) for _ in range(found.players)), length)
        for (row, one, other, found), length in zip(met, turns, strict=True)
    ]


def confirm(
    plan: Plan,
    ranked: Sequence[Ranked],
    margins: Margins,
    progress: Progress | None = None,
) -> list[Finding]:
    """What came first played again on a fresh seed, at every count; nothing if none was shown."""
    if not ranked or not (ranked[0].size > 0 or ranked[0].flips):
        return []
    name = ranked[0].top.row.variant
    rows: list[Row] = []
    for part in plan.parts:
        others = [(other, planned) for other, planned in part.others if other == name]
        if part.base.lineup == plan.lineups[-1] and others:
            rows += play_rows(on_fresh_games(part.asked), part.base, others, progress)
    return findings(rows, margins)
