"""What a report sweeps: one value at a time, each cell beside the table's own on the same games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.api import Answer
from balance.pairing import Change, compare
from balance.planning import Planned, Question, plan
from balance.playing import Result, judge
from sims.core.cells import value_at
from sims.core.contract import ReportSweep
from sims.core.errors import DesignerError
from sims.core.schedule import Done, Progress


@dataclass(frozen=True)
class LeftOut:
    """A value that was not played at a player count, and why."""

    players: int
    value: Any
    why: str


@dataclass(frozen=True)
class SweepRun:
    """A sweep as played. `answers` and `changes` have an entry for each of `rungs`, weakest first.

    `printed` is the table's own value by player count. A rung's changes, by player count and
    value, are those against that value, paired by game id.
    """

    sweep: ReportSweep
    rungs: tuple[str, ...]
    printed: Mapping[int, Any]
    answers: list[Answer]
    changes: list[Mapping[tuple[int, Any], Change]]
    left_out: list[LeftOut]


def possible(
    asked: Question, key: str, values: Sequence[Any]
) -> tuple[list[Planned], list[LeftOut]]:
    """The cells of one player count with a value each, and the values that are impossible."""
    found: list[Planned] = []
    left_out = []
    for value in values:
        try:
            [cell] = plan(asked, [(key, [value])])
        except DesignerError as problem:
            why = str(problem).removeprefix("--over: ")
            left_out.append(LeftOut(asked.players[0], value, why))
            continue
        played = value_at(cell.cell, key)
        if played == value:
            found.append(cell)
        else:  # such as more consultants than are left: the cell of another value
            left_out.append(LeftOut(cell.cell.players, value, f"{value} is played as {played}"))
    return found, left_out


def sweep_cells(
    asked: Question, sweep: ReportSweep, base: Planned
) -> tuple[list[Planned], list[LeftOut]]:
    """The cells of a sweep at the player count of `base`, a cell of the table."""
    own = value_at(base.cell, sweep.key)
    players = base.cell.players
    return possible(replace(asked, players=(players,)), sweep.key, sweep.tried(players, own))


def play_sweeps(
    asked: Question, sweep: ReportSweep, rungs: tuple[str, ...], progress: Progress | None
) -> SweepRun:
    """Play a sweep at every player count, among players of each rung."""
    answers: list[Answer] = []
    changes: list[Mapping[tuple[int, Any], Change]] = []
    left_out: list[LeftOut] = []
    printed: dict[int, Any] = {}
    for rung in rungs:
        question = replace(asked, lineup=(rung,))
        results: list[Result] = []
        found: dict[tuple[int, Any], Change] = {}
        left_out = []
        for base in plan(question):
            players, own = base.cell.players, value_at(base.cell, sweep.key)
            printed[players] = own
            cells, impossible = sweep_cells(question, sweep, base)
            left_out += impossible
            others = [cell for cell in cells if cell.at[sweep.key] != own]
            tally, compared = compare(question, base, others, progress)
            found |= {(players, change.planned.at[sweep.key]): change for change in compared}
            tallies = {own: tally, **{c.planned.at[sweep.key]: c.tally for c in compared}}
            done = [Done(tallies[cell.at[sweep.key]], question.games) for cell in cells]
            results += judge(question, cells, done)
        answers.append(Answer(question, results))
        changes.append(found)
    return SweepRun(sweep, rungs, printed, answers, changes, left_out)
