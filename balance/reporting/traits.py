"""A report's sections on what players had at the beginning: which of it wins."""

import pandas as pd

from balance.reporting import words
from balance.reporting.parts import PLAYERS
from balance.reporting.runs import Runs
from reports import figures
from reports.page import Column, Section, Table
from sims.core.catalogue import find
from sims.core.contract import Game, Trait

MANY = 40
"""Values of a trait up to which its win rates by value are a table of the page."""


def trait_sections(runs: Runs) -> list[Section]:
    """A section for each trait of the game: worth of one more, or win rate by value."""
    game = find(runs.table[-1].question.game)
    return [
        _worths(runs, game, trait) if trait.items else _values(runs, game, trait)
        for trait in game.traits
    ]


def _named(trait: Trait) -> str:
    return f"{trait.label[:1].upper()}{trait.label[1:]}"


def _worths(runs: Runs, game: Game, trait: Trait) -> Section:
    """What one more of each item is worth, among the strongest, and in numbers at each rung."""
    rungs = {
        rung: answer.worths[answer.worths["trait"] == trait.name]
        for rung, answer in zip(runs.ladder, runs.table, strict=True)
    }
    frame = pd.concat([part.assign(lineup=rung) for rung, part in rungs.items()])
    frame = frame[frame["change"].notna()].reset_index(drop=True)
    fresh = runs.fresh.worths[runs.fresh.worths["trait"] == trait.name]
    return Section(
        f"worth-{trait.name}",
        f"{_named(trait)}: what one more is worth",
        [
            f"{_named(trait)}: {trait.help}. Its worth is how much more often a player wins for "
            "each one more than the others at the table have. It takes the place of some other, "
            "so that what is below 0 is worse than what usually comes instead.",
            *words.worth_sentences(runs.ladder, frame, fresh, game),
        ],
        [figures.worths(rungs[runs.ladder[-1]], name=f"worth-{trait.name}")],
        [
            Table(
                f"worth-{trait.name}-numbers",
                f"{_named(trait)}: one more than the others at the table have",
                frame,
                (
                    Column("strategy", "lineup"),
                    PLAYERS,
                    Column("what", "item"),
                    Column("win rate, points (95 %)", "change", "points", "low", "high"),
                    Column("games", "games", "count"),
                ),
            )
        ],
    )


def _values(runs: Runs, game: Game, trait: Trait) -> Section:
    """Win rates by the value that a seat had, among the strongest."""
    strong = runs.table[-1]
    frame = strong.traits[strong.traits["trait"] == trait.name].reset_index(drop=True)
    said = [f"{_named(trait)}: {trait.help}."]
    if trait.names is None:
        slopes = strong.worths[strong.worths["trait"] == trait.name]
        said += words.slope_sentences(slopes, runs.ladder[-1], game)
    columns = (
        PLAYERS,
        Column(trait.label, "label"),
        Column("win rate (95 %)", "rate", "percent", "low", "high"),
        Column("games x seats", "seats", "count"),
    )
    few = frame.groupby("players").size().max() <= MANY
    table = Table(f"by-{trait.name}", f"Win rate by {trait.label}", frame, columns)
    return Section(
        f"by-{trait.name}", f"{_named(trait)}: who wins", said, tables=[table] if few else []
    )
