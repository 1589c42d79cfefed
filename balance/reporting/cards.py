"""The report's section on what each card does."""

from typing import Any

import pandas as pd

from balance.carding import Cards
from balance.carding.answer import LEADING
from balance.carding.effects import REMOVAL, SWAP
from balance.carding.figure import forest
from balance.carding.wording import sentences
from balance.reporting import commands
from reports.page import Column, Section, Table

PLAYERS, CARD = Column("players", "players", "count"), Column("card", "card")


def card_sections(cards: Cards) -> list[Section]:
    """Sentences, the forest plot, and the numbers; nothing for a game without cards in play."""
    if cards.effects.empty:
        return []
    tables = [_effects(cards)]
    if not cards.seen.empty:
        tables.append(_seen(cards))
    question = cards.question
    again = commands.line(
        "cards", question, f"-n {question.games}", f"--sample {cards.asked.sample}",
        tolerance=False,
    )  # fmt: skip
    return [
        Section(
            "cards",
            "What each card does",
            sentences(cards),
            [forest(cards)],
            tables,
            commands=[again],
        )
    ]


def wide(cards: Cards) -> pd.DataFrame:
    """A row per player count and card, a column for each kind of effect and its interval."""
    rows: dict[tuple[int, str], dict[str, Any]] = {}
    for _, row in cards.effects.iterrows():
        at = {"players": row["players"], "card": row["card"], "copies": row["copies"]}
        kept = rows.setdefault((row["players"], row["card"]), at)
        name = f"{row['kind']}_{row['quantity']}"
        kept |= {name: row["change"], f"{name}_low": row["low"], f"{name}_high": row["high"]}
        kept |= {f"{name}_strength": row["strength_words"], "games": row["games"]}
    return pd.DataFrame(rows.values())


def _effects(cards: Cards) -> Table:
    frame = wide(cards)
    columns = [
        ("in the opening hand, win rate (95 %)", "hand_win_rate", "points"),
        ("swapped, turns (95 %)", f"{SWAP}_{LEADING[SWAP]}", "change"),
        ("swapped, worst seat (95 %)", f"{SWAP}_worst", "points"),
        ("removed, turns (95 %)", f"{REMOVAL}_{LEADING[REMOVAL]}", "change"),
        ("removed, unfinished (95 %)", f"{REMOVAL}_unfinished", "points"),
    ]
    return Table(
        "card-effects",
        f"What one copy of each card changes, among {cards.lineup}",
        frame,
        (
            PLAYERS,
            CARD,
            Column("copies", "copies", "count"),
            *(
                Column(label, name, kind, f"{name}_low", f"{name}_high")
                for label, name, kind in columns
                if name in frame
            ),
            *(
                Column("swapped, turns, across strength", name)
                for name in [f"{SWAP}_{LEADING[SWAP]}_strength"]
                if name in frame
            ),
            Column("games", "games", "count"),
        ),
    )


def _seen(cards: Cards) -> Table:
    events = cards.game.card_events
    names = events.names if events else {}
    frame = cards.seen.assign(words=cards.seen["event"].map(names))
    return Table(
        "cards-seen",
        "What is seen of each card in replayed games; it misleads, as said above",
        frame,
        (
            PLAYERS,
            CARD,
            Column("event", "words"),
            Column("times a game (95 %)", "per_game", "fine", "per_game_low", "per_game_high"),
            Column("win rate of those hands (95 %)", "rate", "percent", "low", "high"),
            Column("games", "games", "count"),
        ),
    )
