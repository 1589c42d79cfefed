"""The report's section on what a strong player cannot do without, and what is never missed."""

from balance.probing import Probe
from balance.probing.figure import forest
from balance.reporting import commands
from reports.page import Column, Section, Table

COLUMNS = (
    Column("players", "players", "count"),
    Column("strategy", "strategy"),
    Column("without", "label"),
    Column("call", "call"),
    Column("win rate without (95 %)", "rate", "percent", "rate_low", "rate_high"),
    Column("with everything (95 %)", "full_rate", "percent", "full_rate_low", "full_rate_high"),
    Column("change (95 %, all rows)", "change", "points", "joint_low", "joint_high"),
    Column("across strength", "strength_words"),
    Column("games", "games", "count"),
)


def probe_section(found: Probe) -> Section:
    """Each thing taken from one player among others who may use it."""
    question = found.question
    lineups = " ".join(f"--lineup {name}" for name in found.strategies)
    margin = f"{100 * found.margin:g}"
    options = [lineups, f"-n {question.games}"]
    if margin != "2":
        options.append(f"--margin {margin}")
    return Section(
        "probe",
        "What is essential, and what is never missed?",
        [
            "One player may not use one thing, among others who may; both are played on the same "
            "games, at one player count. Essential: the win rate is shown to fall by more than "
            f"{margin} points; not missed: to move by no more.",
            *found.sentences,
        ],
        [forest(found)],
        [Table("probe-numbers", "What each thing is missed by", found.rows, COLUMNS)],
        commands=[commands.line("probe", question, *options, tolerance=False)],
    )
