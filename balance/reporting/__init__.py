"""`balance report`: plays what the page needs, and has `reports` write it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from balance.api import question
from balance.comparing.variants import Given
from balance.reporting import commands
from balance.reporting.clock import Clock
from balance.reporting.order import Order, check_order
from balance.reporting.player import play_all
from balance.reporting.runs import Runs, budget
from sims.core.catalogue import find, rules_digest
from sims.core.errors import DesignerError


def report(
    game: str,
    out: str | Path,
    *,
    quick: bool = False,
    compare: Given | None = None,
    only: str | Sequence[str] = (),
    minutes: float | None = None,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: dict[str, Any] | None = None,
    rulings: dict[str, str] | None = None,
    players: int | list[int] | None = None,
    seed: int = 1,
    tolerance: float = 0.02,
    threads: int = 0,
    progress: Callable[[int], None] | None = None,
) -> Path:
    """Write the report of a game's setup table into the folder `out`; returns the page's file.

    Options as for `balance.play`. With `quick` it plays about a fifth of the games. `compare` is
    another table, deck or change that the table is set beside, as for `balance.compare`. `only`
    names the sections to make (see `balance.reporting.order.NEEDS`). With `minutes` it takes about
    that long: everything is played quickly first, then verdicts that are open are played on. A
    folder that holds something else than a report is refused, and a report is replaced whole or not
    at all.
    """
    asked = question(
        game, players=players, data=data, deck=deck, changes=changes, rulings=rulings, seed=seed,
        tolerance=tolerance, threads=threads,
    )  # fmt: skip
    names = (only,) if isinstance(only, str) else tuple(only)
    return write(Order(asked, quick, compare, names, minutes), Path(out), progress)


def write(order: Order, out: Path, progress: Callable[[int], None] | None = None) -> Path:
    """Play everything a report needs, then write it."""
    from reports.folder import ReportError, check_target

    clock = Clock(order.minutes)
    check_order(order)
    try:
        check_target(out)
        runs = play_all(order, games_of(order), progress, clock)
        return _write_page(order, runs, out)
    except ReportError as problem:
        raise DesignerError(str(problem)) from None


def games_of(order: Order) -> Any:
    """How many games of each cell an order plays at first."""
    return budget(order.game, order.quick or order.minutes is not None)


def _write_page(order: Order, runs: Runs, out: Path) -> Path:
    from balance.reporting.content import page
    from reports.writing import write as write_page

    return write_page(page(order, runs, provenance(order, runs)), out)


def release() -> str:
    """The version of this program."""
    try:
        return version("hackbalance")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "unreleased"


def provenance(order: Order, runs: Runs) -> dict[str, Any]:
    """Where the numbers come from: enough to make each of them again."""
    asked = replace(order.asked, lineup=())
    told: dict[str, Any] = {
        "command": commands.report(order),
        "version": release(),
        "game": find(asked.game).title,
        "rules digest": rules_digest(asked.game),
        "seed": asked.seed,
        "games played": f"{runs.games:,}",
        "strategies": ", ".join(runs.ladder),
        "cells of the printed table": ", ".join(
            f"{r.planned.cell.players} players {r.fingerprint}" for r in runs.table[-1].results
        ),
    }
    if order.minutes is not None:
        told["minutes of playing"] = f"{runs.minutes:.1f} of {order.minutes:g}"
    return told
