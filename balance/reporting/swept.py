"""A report's sections on what changes when one value of the setup does."""

import re

from balance.planning import Question
from balance.reporting import words
from balance.reporting.effects import sweep_frame
from balance.reporting.parts import PLAYERS, STATE
from balance.reporting.sweeps import SweepRun
from reports import figures
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


def address(key: str) -> str:
    """A key as the name of a file and of a part of the page."""
    return "sweep-" + re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")


def sweep_section(asked: Question, run: SweepRun) -> Section:
    """The lines among the strongest, the numbers of each rung, and both in words."""
    game = find(asked.game)
    frame = sweep_frame(run)
    label = words.label(game, run.sweep.key)
    label = label[:1].upper() + label[1:]
    name = address(run.sweep.key)
    strong = frame[frame["lineup"] == run.rungs[-1]]
    value = Column(label, run.sweep.key, "parameter")
    return Section(
        name,
        run.sweep.title,
        [
            f"{label}: one value at a time, all else as the table has it. "
            "Every value is played on the same games, so that the changes in the table are paired.",
            *words.sweep_sentences(run, frame, game),
        ],
        [
            figures.line_plot(
                strong, run.sweep.key, tolerance=asked.tolerance, x_label=label,
                printed=run.printed, name=name,
            )
        ],
        [
            Table(
                f"{name}-numbers",
                f"{label}, among players of each strength",
                frame,
                (Column("strategy", "lineup"), PLAYERS, value, *STATE[:-1], *PAIRED, STATE[-1]),
            )
        ],
    )  # fmt: skip
