"""`balance init`."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli.options import GameName


def init(
    game: GameName,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
) -> None:
    """Copy a game's data files, to edit them. With a template for a strategy of your own."""
    from balance.cli import show
    from balance.template import copy_data
    from sims.core.catalogue import find

    found = find(game)
    written = copy_data(found, folder)
    for path in written:
        show.say(f"  {path}")
    show.say(f"Edit them, then: balance check {folder}; balance play {game} --data {folder}")
