"""The report's section on what to print: sentences, the front, every setup tried."""

from balance.recommending import Recommendation, wording
from balance.recommending.figure import front
from reports.numbers import words
from reports.page import Column, Section, Table


def advice_section(advice: Recommendation) -> Section:
    """The setups to print, what they cost, and how far the search may have missed."""
    kinds = {"%": "percent", "points": "points"}
    values = [
        Column(
            f"{aim.name} (95 %)", aim.name, kinds.get(aim.unit, "number"),
            f"{aim.name}_low", f"{aim.name}_high",
        )
        for aim in advice.aims
    ]  # fmt: skip
    keys = list(advice.found[0].best.at)
    return Section(
        "advice",
        "What to print",
        [
            f"Setups that differ in {', '.join(map(words, keys))} raced on the same game ids "
            "(sequential halving); what came out best was then played afresh beside the printed "
            "one, on games that had no part in choosing it.",
            *(" ".join(wording.sentences(advice.game, found)) for found in advice.found),
            wording.ADAPTATION,
        ],
        [front(advice)],
        [
            Table(
                "setups",
                "Setups tried, best first; those of the race are flattered by chance",
                advice.setups,
                (
                    Column("players", "players", "count"),
                    Column("rank", "rank", "count"),
                    *(Column(words(key), key) for key in keys),
                    Column("", "role"),
                    *values,
                    Column("games", "games", "count"),
                    Column("games of", "games_of"),
                ),
            )
        ],
    )  # fmt: skip
