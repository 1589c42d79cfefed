"""The report's sections on changes: what to clarify first, and what a designer changed."""

import pandas as pd

from balance.clarifying import Clarification
from balance.comparing import Comparison
from balance.comparing.words import comparison
from balance.reporting.order import MINE
from reports import figures
from reports.numbers import first_upper
from reports.page import Column, Section, Table
from sims.core.contract import Game

METHOD = (
    "Both sides are played on the same game ids. Intervals hold for all rows at once (95 %); calls "
    "are Holm's over all rows (5 %). The change of the worst seat allows for not knowing which "
    "seat that is."
)
ROWS = (
    Column("players", "players", "count"),
    Column("lineup", "lineup"),
    Column("before", "verdict_before", "verdict"),
    Column("after", "verdict_after", "verdict"),
    Column("verdict", "flip"),
    Column(
        "worst seat farther from fair (95 %)", "worst_change", "points", "worst_joint_low",
        "worst_joint_high",
    ),
    Column("fairness", "worst_call"),
    Column("fairness across strength", "strength_words"),
    Column(
        "change in turns (95 %)", "turns_change", "change", "turns_joint_low", "turns_joint_high"
    ),
    Column("length", "turns_call"),
    Column("length across strength", "turns_strength_words"),
    Column(
        "change in unfinished (95 %)", "unfinished_change", "points", "unfinished_joint_low",
        "unfinished_joint_high",
    ),
    Column("outcome changed", "outcomes_changed", "percent"),
    Column("pairing won (times)", "variance_ratio", "number"),
    Column("games", "games", "count"),
)  # fmt: skip


def rulings(found: Clarification | None, game: Game) -> list[Section]:
    """What to clarify first in the rulebook; nothing for a game that leaves nothing open."""
    if found is None:
        return []
    strongest = found.rows[found.rows["lineup"] == found.lineups[-1]]
    now = "; ".join(f"{one.name} = {one.now} (“{one.heading}”)" for one in found.open)
    return [
        Section(
            "rulings",
            "What to clarify first in the rulebook",
            [*found.sentences, f"As now: {now}. {METHOD}"],
            [
                figures.changes(
                    strongest,
                    margins=(found.margins.points, found.margins.length),
                    name="rulings-changes",
                )
            ],
            [
                Table(
                    "ranking",
                    f"Open questions, the one to clarify first at the top, among "
                    f"{found.lineups[-1]}",
                    found.ranking,
                    (
                        Column("place", "place", "count"),
                        Column("question", "question"),
                        Column("heading", "heading"),
                        Column("now", "now"),
                        Column("call", "call"),
                        Column("most with", "choice"),
                        Column("players", "players", "count"),
                        Column("shown, in margins", "size", "number"),
                        Column("seen, in margins", "size_seen", "number"),
                        Column("verdict flips at", "flips_at"),
                        Column("games", "games", "count"),
                    ),
                ),
                Table(
                    "rulings",
                    "Each choice beside the rules as now",
                    found.rows,
                    (Column("choice", "variant"), *ROWS),
                ),
                *_confirmed(found),
            ],
        )
    ]


def _confirmed(found: Clarification) -> list[Table]:
    if not found.confirmed:
        return []
    return [
        Table(
            "confirmation",
            "What came out first, played again on a fresh seed",
            found.confirmation,
            (Column("choice", "variant"), *ROWS),
        )
    ]


def compared(found: Comparison | None, game: Game) -> list[Section]:
    """One table beside another, before and after; nothing where there is only one.

    The table of the report is either what another one is set beside, or has itself been changed.
    """
    if found is None:
        return []
    now = found.variants[-1].name
    other = "the printed table" if now == MINE else now
    strongest: pd.DataFrame = found.seats[found.seats["lineup"] == found.lineups[-1]]
    return [
        Section(
            "compare",
            f"Beside {other}",
            [*comparison(found), METHOD],
            [
                figures.changes(
                    found.rows,
                    margins=(found.margins.points, found.margins.length),
                    name="compare-changes",
                )
            ],
            [
                Table("compare", f"{first_upper(now)} beside {found.base}", found.rows, ROWS),
                Table(
                    "compare-seats",
                    f"Win rates before and after, among {found.lineups[-1]}",
                    strongest,
                    (
                        Column("players", "players", "count"),
                        Column("seat", "seat", "count"),
                        Column(
                            "before (95 %)", "rate_before", "percent", "before_low", "before_high"
                        ),
                        Column("after (95 %)", "rate_after", "percent", "after_low", "after_high"),
                        Column("change (95 %)", "change", "points", "change_low", "change_high"),
                        Column("games", "games", "count"),
                    ),
                ),
            ],
        ),
        *_quality(found, other),
    ]


def _quality(found: Comparison, other: str) -> list[Section]:
    """What the changes do to what a game is like; nothing if that was not measured."""
    if found.effort is None:
        return []
    from balance.qualities.change_words import sentences

    frame = found.quality
    strongest: pd.DataFrame = frame[frame["lineup"] == found.lineups[-1]]
    return [
        Section(
            "compare-quality",
            f"Game quality beside {other}",
            sentences(found),
            [figures.quality_changes(strongest, name="compare-quality-changes")],
            [
                Table(
                    "compare-quality",
                    f"Each measure before and after, among {found.lineups[-1]}",
                    strongest.assign(name=_unit_of(strongest)),
                    QUALITY,
                )
            ],
        )
    ]


QUALITY = (
    Column("players", "players", "count"),
    Column("measure", "name"),
    Column("seat", "seat", "count"),
    Column("before", "before", "fine"),
    Column("after", "after", "fine"),
    Column("change (95 %)", "change", "fine", "joint_low", "joint_high"),
    Column("call", "call"),
    Column("across strength", "strength_words"),
    Column("games or deals", "games", "count"),
    Column("playouts", "playouts", "count"),
    Column("pairing won (times)", "variance_ratio", "number"),
)


def _unit_of(rows: pd.DataFrame) -> list[str]:
    """A measure's label with its unit, as the rows of mixed units need it."""
    units = rows["unit"].where(rows["unit"] != "share", "share from 0 to 1")
    return [
        label if unit in label.split() else f"{label} ({unit})"
        for label, unit in zip(rows["label"], units, strict=True)
    ]
