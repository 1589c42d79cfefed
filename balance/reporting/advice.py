"""The report's section on what to print: sentences, the front, every setup tried."""

from balance.labels import label
from balance.planning import Question
from balance.recommending import wording
from balance.recommending.figure import front
from balance.recommending.search import Found
from balance.reporting import commands, lead
from balance.reporting.runs import Runs
from balance.reporting.words import count
from balance.stats import Call
from reports.numbers import listed, words
from reports.page import Column, Section, Table


def advice_section(asked: Question, runs: Runs) -> Section:
    """The setups to print, what they cost, and how far the search may have missed."""
    advice = runs.advice
    assert advice is not None
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
            f"Setups that differ in {listed([label(advice.game, key) for key in keys])} raced on "
            "the same game ids (sequential halving); what came out best was then played afresh "
            "beside the printed one, on games that had no part in choosing it.",
            *(" ".join(_said(runs, found)) for found in advice.found),
            *_mended(runs),
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
                    Column("role", "role"),
                    *values,
                    Column("games", "games", "count"),
                    Column("games of", "games_of"),
                ),
            )
        ],
        commands=[
            commands.line("recommend", asked, f"-n {advice.question.games}"),
            *(
                commands.mend(advice.question, one.players, one.key, one.value, runs.ladder[-1])
                for one in runs.mends
            ),
        ],
    )  # fmt: skip


def _said(runs: Runs, found: Found) -> list[str]:
    """What to read about one player count.

    Where the printed row is FAIR, on the many games of the table, it is kept: that the few games of
    a race do not show as much is no reason to look for another.
    """
    assert runs.advice is not None
    game = runs.advice.game
    for row, result in enumerate(runs.table[-1].results):
        if result.planned.cell.players == found.players and result.verdict.call is Call.FAIR:
            kept = (
                f"At {count(found.players, game)} keep the printed table: {lead.worst(result)}, "
                f"FAIR on {result.tally.games:,} games."
            )
            strength = lead.strength(runs, row).sentence
            return [kept, strength, wording.regret(found), *wording.beside(game, found)]
    return wording.sentences(game, found)


def _mended(runs: Runs) -> list[str]:
    """The values that came out fair, seen once more on games that had no part in the search."""
    assert runs.advice is not None
    told = []
    for one in runs.mends:
        what = (
            f"{one.key} {one.value}: seen again on games that had no part in the search, "
            f"{'confirmed' if one.is_confirmed else 'not confirmed'}. "
        )
        strength = lead.mend_strength(one).sentence
        told.append(f"{what}{lead.mend_evidence(one, runs.advice.game)} {strength}")
    return told
