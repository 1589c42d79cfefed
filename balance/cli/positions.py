"""`balance positions`."""

from pathlib import Path
from typing import Annotated

import typer


def positions(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Position files.")],
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Whose; left out: by the file's name."),
    ] = None,
) -> None:
    """Hold kernel and referee against rules facts in plain text."""
    from balance.cli import show
    from sims.core.catalogue import find
    from sims.core.position_check import check_file

    declared = find(game) if game else None
    agree = total = 0
    for path in files:
        for finding in check_file(path, declared):
            total += 1
            agree += not finding.problem
            if finding.problem:
                show.say(
                    f"{finding.where} {finding.position}, {finding.machine}: {finding.problem}",
                    "red",
                )
    show.say(f"{agree} of {total} agree (each position by kernel and by referee)")
    if agree < total:
        raise typer.Exit(1)
