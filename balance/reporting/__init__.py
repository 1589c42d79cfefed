"""`balance report`: plays what the page needs, and has `reports` write it."""

import shlex
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from balance.api import question
from balance.planning import Question
from balance.reporting.runs import Runs, budget, play_all
from sims.core.catalogue import find, rules_digest
from sims.core.errors import DesignerError


def report(
    game: str,
    out: str | Path,
    *,
    quick: bool = False,
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

    Options as for `balance.play`. With `quick` it plays about a fifth of the games. A folder that
    holds something else than a report is refused, and a report is replaced whole or not at all.
    """
    asked = question(
        game, players=players, data=data, deck=deck, changes=changes, rulings=rulings, seed=seed,
        tolerance=tolerance, threads=threads,
    )  # fmt: skip
    return write(asked, Path(out), quick, progress)


def write(
    asked: Question, out: Path, quick: bool, progress: Callable[[int], None] | None = None
) -> Path:
    """Play everything a report needs, then write it."""
    from reports.folder import ReportError, check_target

    try:
        check_target(out)
        runs = play_all(asked, budget(find(asked.game), quick), progress)
        return _write_page(asked, runs, out, quick)
    except ReportError as problem:
        raise DesignerError(str(problem)) from None


def _write_page(asked: Question, runs: Runs, out: Path, quick: bool) -> Path:
    from balance.reporting.content import page
    from reports.writing import write as write_page

    return write_page(page(asked, runs, provenance(asked, runs, quick), command(asked, quick)), out)


def release() -> str:
    """The version of this program."""
    try:
        return version("hackbalance")
    except PackageNotFoundError:  # run from a checkout that was not installed
        return "unreleased"


def command(asked: Question, quick: bool) -> str:
    """The command that makes this report again."""
    return " ".join(
        ["balance report", asked.game, "--out DIR", *options(asked), *["--quick"] * quick]
    )


def options(asked: Question) -> list[str]:
    """The options of a question that differ from their defaults, as typed."""
    typed = []
    if asked.players:
        typed.append(f"-p {','.join(map(str, asked.players))}")
    if asked.data is not None:
        typed.append(f"--data {shlex.quote(asked.data.name)}")
    typed += [f"--set {shlex.quote(f'{key}={value}')}" for key, value in asked.changes.items()]
    if asked.seed != 1:
        typed.append(f"--seed {asked.seed}")
    if asked.tolerance != 0.02:
        typed.append(f"--tolerance {asked.tolerance * 100:g}")
    return typed


def provenance(asked: Question, runs: Runs, quick: bool) -> dict[str, Any]:
    """Where the numbers come from: enough to make each of them again."""
    asked = replace(asked, lineup=())
    return {
        "command": command(asked, quick),
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
