"""The report's section with a sample game."""

from collections.abc import Sequence
from itertools import groupby

from balance.planning import Question
from balance.reporting import commands, lead, words
from balance.reporting.sample import Sample
from reports.numbers import number
from reports.page import Log, Section
from sims.core.contract import Game


def sample_section(asked: Question, sample: Sample, game: Game) -> Section:
    """One game to read, why this one, and how to read any other."""
    traced, lineup = sample.traced, sample.result.planned.lineup
    players = sample.result.planned.cell.players
    why = (
        f"the first whose length is that of half the games ({number(sample.median)} "
        f"{lead.length_unit(game)}) or nearest to it, with a winner"
        if sample.median is not None
        else "the first one, since none was won"
    )
    return Section(
        "sample",
        "A game to read",
        [
            f"Game {traced.game_id} of {words.count(players, game)} among {lineup}, seed "
            f"{traced.seed}: {why}. One game shows how the rules are played; it proves nothing.",
            "Any other game is written down by its number: every game that was counted here can "
            "be read so, and is checked decision by decision by a second, independent "
            "implementation of the rules.",
        ],
        logs=[Log(f"Game {traced.game_id}", readable(traced.log))],
        commands=[commands.trace(sample.result, asked, traced.game_id)],
    )


CHANCE = "chance:"
"""How a line of a log begins that tells of a draw by chance."""
FEW = 2
"""Draws in a row that are shown one by one."""


def readable(log: Sequence[str]) -> list[str]:
    """A log in which many draws in a row, such as a shuffle's, are one line."""
    found: list[str] = []
    for is_chance, lines in groupby(log, key=lambda line: line.lstrip().startswith(CHANCE)):
        some = list(lines)
        if not is_chance or len(some) <= FEW:
            found += some
            continue
        room = some[0][: len(some[0]) - len(some[0].lstrip())]
        what = some[0].lstrip().removeprefix(CHANCE).partition(":")[0].strip()
        found.append(f"{room}{CHANCE} {what}, {len(some)} draws (`balance trace` lists them)")
    return found
