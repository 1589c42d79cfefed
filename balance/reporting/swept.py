"""A report's sections on what changes when one value of the setup does."""

from dataclasses import replace

from balance.labels import label
from balance.planning import Question
from balance.reporting import commands, words
from balance.reporting.effects import sweep_frame
from balance.reporting.order import sweep_address
from balance.reporting.parts import PLAYERS, STATE
from balance.reporting.sweeps import SweepRun
from reports import figures
from reports.numbers import first_upper
from reports.page import Column, Section, Table
from sims.core.catalogue import find

PAIRED = (
    Column(
        "turns against the table (95 %)", "turns_change", "change", "turns_change_low",
        "turns_change_high",
    ),
    Column(
        "farthest seat against the table (95 %)", "distance_change", "points",
        "distance_change_low", "distance_change_high",
    ),
)  # fmt: skip


def sweep_section(asked: Question, run: SweepRun) -> Section:
    """The lines among the strongest, the numbers of each rung, and both in words."""
    game = find(asked.game)
    frame = sweep_frame(run)
    what = first_upper(label(game, run.sweep.key))
    name = sweep_address(run.sweep.key)
    strong = frame[frame["lineup"] == run.rungs[-1]]
    value = Column(what, run.sweep.key, "parameter")
    return Section(
        name,
        run.sweep.title,
        [
            f"{what}: one value at a time, all else as the table has it. "
            "Every value is played on the same games, so that the changes in the table are paired.",
            *words.sweep_sentences(run, frame, game),
        ],
        [
            figures.line_plot(
                strong, run.sweep.key, tolerance=asked.tolerance, x_label=what,
                printed=run.printed, name=name,
            )
        ],
        [
            Table(
                f"{name}-numbers",
                f"{what}, among players of each strength",
                frame,
                (Column("strategy", "lineup"), PLAYERS, value, *STATE[:-1], *PAIRED, STATE[-1]),
            )
        ],
        commands=_commands(asked, run),
    )  # fmt: skip


def _commands(asked: Question, run: SweepRun) -> list[str]:
    """What plays the sweep's cells again: one command for each player count and rung."""
    found = []
    for rung, answer in zip(run.rungs, run.answers, strict=True):
        for players in run.printed:
            values = [
                result.planned.at[run.sweep.key]
                for result in answer.results
                if result.planned.cell.players == players
            ]
            at = replace(asked, players=(players,))
            games = answer.question.games
            found.append(commands.sweep(at, run.sweep.key, values, rung, games))
    return found
