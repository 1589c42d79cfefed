"""The command lines that give a report's numbers again, one at least for each section."""

import shlex
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from balance.comparing.variants import Given
from balance.planning import Question
from balance.playing import Result
from balance.reporting.mends import confirming
from balance.reporting.order import Order
from sims.core.cells import DECK, RULING


def options(asked: Question, seed: int | None = None, tolerance: bool = True) -> list[str]:
    """The options of a question that differ from their defaults, as typed."""
    typed = []
    if asked.players:
        typed.append(f"-p {','.join(map(str, asked.players))}")
    if asked.data is not None:
        typed.append(f"--data {shlex.quote(asked.data.name or str(asked.data))}")
    for key, value in asked.changes.items():
        if key == DECK:
            typed.append(f"--deck {shlex.quote(str(value))}")
        elif key.startswith(RULING):
            typed.append(f"--ruling {shlex.quote(f'{key.removeprefix(RULING)}={value}')}")
        else:
            typed.append(f"--set {shlex.quote(f'{key}={value}')}")
    if seed is not None or asked.seed != 1:
        typed.append(f"--seed {asked.seed if seed is None else seed}")
    if tolerance and asked.tolerance != 0.02:
        typed.append(f"--tolerance {asked.tolerance * 100:g}")
    return typed


def line(command: str, asked: Question, *more: str, **how: Any) -> str:
    """A command line: `balance COMMAND GAME`, what is special to it, the question's options."""
    return " ".join(["balance", command, asked.game, *more, *options(asked, **how)])


def beside_text(beside: Given) -> str:
    """What is compared with, as typed."""
    return shlex.quote(str(beside))


def report(order: Order, only: Sequence[str] | None = None) -> str:
    """The command that makes the report again, or one of its sections."""
    asked = order.asked
    names = order.only if only is None else only
    more = [f"--only {name}" for name in names]
    if order.quick:
        more.append("--quick")
    if order.minutes is not None and only is None:
        more.append(f"--budget {order.minutes:g}")
    if order.beside is not None:
        more.append(f"--compare {beside_text(order.beside)}")
    return line("report", asked, "--out DIR", *more)


def play(results: Sequence[Result], asked: Question, *more: str) -> list[str]:
    """The commands that play rows of the table among one lineup again.

    One for all rows with a fixed number of games; one for each where they were played until a
    verdict.
    """
    lineup = f"--lineup {results[0].planned.lineup}"
    if not results[0].verdict.anytime:
        return [line("play", asked, lineup, f"-n {results[0].tally.games}", *more)]
    return [
        line(
            "play", _at(asked, r), lineup, f"--until-verdict --max-games {r.tally.games}", *more
        )
        for r in results
    ]  # fmt: skip


def _at(asked: Question, result: Result) -> Question:
    return replace(asked, players=(result.planned.cell.players,))


def sweep(asked: Question, key: str, values: Sequence[Any], lineup: str, games: int) -> str:
    """The command that plays values of a key again; what is set of that key is not played."""
    asked = replace(asked, changes={k: v for k, v in asked.changes.items() if k != key})
    over = shlex.quote(f"{key}={_values(values)}")
    return line("sweep", asked, f"--over {over}", f"--lineup {lineup}", f"-n {games}")


def _values(values: Sequence[Any]) -> str:
    """`20:45` for whole numbers in a row, else all of them with commas between."""
    whole = all(isinstance(value, int) for value in values)
    if whole and len(values) > 2 and list(values) == list(range(values[0], values[-1] + 1)):
        return f"{values[0]}:{values[-1]}"
    return ",".join(map(str, values))


def mend(asked: Question, players: int, key: str, value: Any, lineup: str) -> str:
    """The command that plays a row beside one changed value again."""
    fresh = confirming(replace(asked, players=(players,)))
    variant = shlex.quote(f"{key}={value}")
    more = (f". {variant}", f"--lineup {lineup}", f"-n {asked.games}")
    return line("compare", fresh, *more)


def trace(result: Result, asked: Question, game_id: int) -> str:
    """The command that writes down one game."""
    at = _at(asked, result)
    return line(
        "trace", at, f"--lineup {result.planned.lineup}", f"--id {game_id}", tolerance=False
    )
