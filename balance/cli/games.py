"""`balance games`."""


def games() -> None:
    """List the games, with their player counts and rulings."""
    from balance.cli import show
    from sims.core.catalogue import games as found

    rows = [
        (
            game.name,
            game.title,
            f"{game.players.start} to {game.players.stop - 1}",
            str(sum(1 for _ in game.titles)),
            ", ".join(ruling.name for ruling in game.rulings),
        )
        for game in found().values()
    ]
    show.table("Games", ("name", "title", "players", "cards", "open rules (rulings)"), rows)
