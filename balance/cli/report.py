"""`balance report`."""

from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options as o


def report(
    game: o.GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the report.")],
    players: o.Players = None,
    quick: Annotated[bool, typer.Option("--quick", help="A fifth of the games.")] = False,
    seed: o.Seed = 1,
    tolerance: o.Tolerance = 2.0,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    threads: o.Threads = 0,
    quiet: o.Quiet = False,
) -> None:
    """Judge a setup table: a page with verdicts, figures and numbers, to open in a browser."""
    from balance.cli import show
    from balance.planning import plan
    from balance.reporting import write
    from balance.reporting.runs import budget, total_games
    from sims.core.catalogue import find

    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, seed=seed, tolerance=tolerance, threads=threads,
    )  # fmt: skip
    show.announce_compiling(plan(asked), quiet)
    total = total_games(asked, budget(find(game), quick))
    with show.progress(total, "playing", quiet) as advance:
        written = write(asked, out, quick, advance)
    show.say(f"{written}")
