"""`balance bench`."""

from typing import Annotated

import typer

from balance.cli import options as o


def bench(
    game: o.GameName,
    players: o.Players = None,
    lineup: o.Lineup = "random",
    games: o.Games = 20_000,
    repeat: Annotated[
        int, typer.Option("--repeat", metavar="N", help="Runs of each, the median counts.", min=1)
    ] = 5,
    data: o.DataDir = None,
    json: o.AsJson = False,
) -> None:
    """How fast is it here? Games a second on one and two threads, beside hand-written C."""
    from balance.benchmark import measure
    from balance.cli import show

    asked = o.question(
        game, players=players or "4", lineup=lineup, rotate=False, data=data, sets=None, deck=None,
        rulings=None, games=games,
    )  # fmt: skip
    facts = measure(asked, repeat)
    if json:
        show.print_json(facts)
        return
    rows = [
        (row["what"], f"{row['games_per_second']:,.0f}", row["ratio_text"]) for row in facts["rows"]
    ]
    show.table(
        f"{facts['game']}, {facts['players']} players, {lineup}: median of {repeat} runs in turn",
        ("", "games/s", "ratio"),
        rows,
    )
    show.say(facts["machine"], "dim")
    show.say(f"peak memory {facts['peak_memory_mb']:,.0f} MB")
