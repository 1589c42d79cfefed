"""`balance bench`."""

from typing import Annotated

import typer

from balance.cli import options as o


def bench(
    game: o.GameName,
    players: o.OnePlayerCount = "4",
    lineup: o.Lineup = "random",
    games: o.Games = 20_000,
    repeat: Annotated[
        int, typer.Option("--repeat", metavar="N", help="Runs of each, the median counts.", min=1)
    ] = 5,
    strategies: Annotated[
        str | None,
        typer.Option(
            "--strategies",
            metavar="NAME[,NAME...]",
            help="Whose decisions are timed; left out: those of every strategy of the game.",
        ),
    ] = None,
    data: o.DataDir = None,
    json: o.AsJson = False,
) -> None:
    """How fast is it here? Games a second on one and two threads, beside hand-written C.

    And how long the strategies think: time a decision, and how many times that of `random`.
    """
    from balance.benchmark import measure
    from balance.cli import show

    asked = o.question(
        game, players=players, lineup=lineup, rotate=False, data=data, sets=None, deck=None,
        rulings=None, games=games,
    )  # fmt: skip
    names = [name.strip() for name in strategies.split(",")] if strategies is not None else None
    facts = measure(asked, repeat, names)
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
    show.table(
        f"{facts['game']}, {facts['players']} players, all of one strategy: time a decision",
        ("", "ns", "lowest", "highest", "times random"),
        [
            (
                row["strategy"], f"{row['ns_per_decision']:,.0f}", f"{row['lowest']:,.0f}",
                f"{row['highest']:,.0f}", f"{row['ratio']:.1f}",
            )
            for row in facts["strategies"]
        ],
    )  # fmt: skip
    show.say(facts["machine"], "dim")
    show.say(f"peak memory {facts['peak_memory_mb']:,.0f} MB")
