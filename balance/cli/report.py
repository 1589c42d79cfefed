"""`balance report`."""

from json import loads
from pathlib import Path
from typing import Annotated

import typer

from balance.cli import options as o


def report(
    game: o.GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder for the report.")],
    players: o.Players = None,
    quick: Annotated[bool, typer.Option("--quick", help="A fifth of the games.")] = False,
    compare: Annotated[
        str | None,
        typer.Option(
            "--compare",
            metavar="VARIANT",
            help="A section beside another data folder, a deck or changes, as for `compare`.",
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="SECTION",
            help="Only this section, like seats, cards or rulings, below the verdicts; repeat it.",
        ),
    ] = None,
    budget: Annotated[
        float | None,
        typer.Option(
            "--budget",
            metavar="MINUTES",
            help="Play about that long: everything quickly, then where verdicts are open.",
        ),
    ] = None,
    seed: o.Seed = 1,
    tolerance: o.Tolerance = 2.0,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    threads: o.Threads = 0,
    json: Annotated[
        bool, typer.Option("--json", help="Print what report.json holds instead of the path.")
    ] = False,
    quiet: o.Quiet = False,
) -> None:
    """Judge a setup table: a page to open in a browser. It has verdicts, figures and numbers."""
    from balance.cli import show
    from balance.planning import plan
    from balance.reporting import games_of, write
    from balance.reporting.asking import total_games
    from balance.reporting.order import Order, check_order

    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, seed=seed, tolerance=tolerance, threads=threads,
    )  # fmt: skip
    names = tuple(dict.fromkeys(only or ()))
    order = check_order(Order(asked, quick, compare, names, budget))
    show.announce_compiling(plan(asked), quiet)
    with show.progress(total_games(order, games_of(order)), "playing", quiet) as advance:
        written = write(order, out, advance)
    if json:
        show.print_json(loads((written.parent / "report.json").read_text(encoding="utf-8")))
    else:
        show.say(f"{written}")
