"""A report's sections on what tells players apart: who wins by it, and how much it explains."""

from collections.abc import Sequence

import pandas as pd

from balance.api import Answer
from balance.reporting import words
from balance.reporting.parts import PLAYERS
from balance.reporting.runs import Runs
from reports import figures
from reports.numbers import first_upper
from reports.page import Column, Section, Table
from sims.core.catalogue import find
from sims.core.contract import Game, Trait

DRAWN = 7
"""A trait with at most so many values gets a figure; all stand in the table."""

RATE_COLUMNS = (
    Column("players", "players", "count"),
    Column("what the seat had", "what"),
    Column("value", "label"),
    Column("win rate (95 %)", "rate", "percent", "low", "high"),
    Column("points from the mean (95 %)", "deviation", "points", "deviation_low", "deviation_high"),
    Column("games x seats", "seats", "count"),
)
EXPLAINED_COLUMNS = (
    Column("players", "players", "count"),
    Column("strategy", "strategy"),
    Column("what the seat had", "label"),
    Column("of who wins it explains (95 %)", "share", "percent", "low", "high"),
    Column("games", "games", "count"),
)


def rates_of(answer: Answer, traits: Sequence[Trait]) -> pd.DataFrame:
    """Win rates by value of each trait that has several, and their distance from the mean."""
    frame = answer.traits
    labels = {trait.name: trait.label for trait in traits if not trait.items}
    if frame.empty or not labels:
        return pd.DataFrame()
    frame = frame[frame["trait"].isin(labels)]
    groups = frame.groupby(["players", "trait"])
    means = groups["wins"].transform("sum") / groups["seats"].transform("sum")
    frame = frame.assign(
        what=frame["trait"].map(labels), deviation=frame["rate"] - means,
        deviation_low=frame["low"] - means, deviation_high=frame["high"] - means,
    )  # fmt: skip
    return frame[groups["value"].transform("nunique") > 1].reset_index(drop=True)


def trait_sections(runs: Runs) -> list[Section]:
    """Who wins by what a seat had; then, for each trait of several items, their worth."""
    game = find(runs.table[-1].question.game)
    return [
        *_values(runs, game),
        *(
            _worths(runs, runs.fresh, game, trait)
            for trait in game.traits
            if trait.items and runs.fresh is not None
        ),
    ]


def _named(trait: Trait) -> str:
    return f"{first_upper(trait.label)}"


def _worths(runs: Runs, again: Answer, game: Game, trait: Trait) -> Section:
    """What one more of each item is worth, among the strongest, and in numbers at each rung."""
    rungs = {
        rung: answer.worths[answer.worths["trait"] == trait.name]
        for rung, answer in zip(runs.ladder, runs.table, strict=True)
    }
    frame = pd.concat([part.assign(lineup=rung) for rung, part in rungs.items()])
    frame = frame[frame["change"].notna()].reset_index(drop=True)
    fresh = again.worths[again.worths["trait"] == trait.name]
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


def _values(runs: Runs, game: Game) -> list[Section]:
    """What distinguishes seats that win, among the strongest; none for a game without such."""
    ladder, table = runs.ladder, runs.table
    rates = rates_of(table[-1], game.traits)
    shares = [
        answer.explained.assign(strategy=name)
        for name, answer in zip(ladder, table, strict=True)
        if len(answer.explained)
    ]
    if rates.empty or not shares:
        return []
    drawn = [figures.explained(shares[-1])]
    told = []
    for trait in game.traits:
        rows = rates[rates["trait"] == trait.name]
        if len(rows):
            told.append(f"{_named(trait)}: {trait.help}.")
        if 1 < rows["label"].nunique() <= DRAWN:
            name = f"trait-{trait.name.replace('_', '-')}"
            drawn.append(figures.trait_rates(rows, label=trait.label, name=name))
    return [
        Section(
            "traits",
            "Who wins: by what a seat had",
            [
                f"Win rates by something that tells seats apart, among {ladder[-1]}. A share "
                "explained is that of the variance of winning (the correlation ratio, estimated "
                "without bias): 0 % says nothing about who wins, 100 % decides it. The rest is "
                "what the others had, later chance, and play.",
                " ".join(told),
                "A seat that wins more with some value need not win because of it: who acts "
                "first, say, may do so for having the lowest roll.",
            ],
            drawn,
            [
                Table(
                    "explained-by-strength", "How much of who wins it explains, by strength",
                    pd.concat(shares, ignore_index=True), EXPLAINED_COLUMNS,
                ),
                Table(
                    "traits", f"Win rates by what a seat had, among {ladder[-1]}", rates,
                    RATE_COLUMNS,
                ),
            ],
        )
    ]  # fmt: skip
