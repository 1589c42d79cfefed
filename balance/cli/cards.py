"""`balance cards`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options as o

if TYPE_CHECKING:
    from balance.carding import Cards
    from reports.figures import Figure


def cards(
    game: o.GameName,
    players: o.Players = None,
    lineup: o.StrongestLineup = "",
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate",
            help="Play every rotation of the lineup around the table, -n games each, and add them "
            "up: then no effect is that of a strategy's seat.",
        ),
    ] = False,
    profiles: o.Profiles = None,
    games: o.Games = 8_192,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Every two removals together, too: do they interplay?")
    ] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder/--no-ladder", help="Among players of other strengths, too.")
    ] = True,
    sample: Annotated[
        int,
        typer.Option(
            "--sample",
            metavar="N",
            min=0,
            help="Games that are replayed to see how often each card is played.",
        ),
    ] = 200,
    seed: o.Seed = 1,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    threads: o.Threads = 0,
    json: o.AsJson = False,
    csv: o.Csv = None,
    parquet: o.Parquet = None,
    figure: o.FigureFile = None,
    quiet: o.Quiet = False,
) -> None:
    """What does each card do? In the opening hand, swapped for a blank, taken out."""
    from balance.carding.answer import Asked, run, total_games
    from balance.cli import show
    from balance.planning import plan
    from balance.recommending import strongest

    question = o.question(
        game, players=players, lineup=lineup or strongest(game), rotate=rotate, data=data,
        sets=set_, deck=deck, rulings=ruling, games=games, seed=seed, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    asked = Asked(question, pairs, ladder, sample)
    planned = plan(question)
    show.announce_compiling(planned, quiet)
    with show.progress(total_games(asked), "playing", quiet) as advance:
        found = run(asked, advance)
    files = show.Files()
    files.write_frame(found.effects, csv, parquet)
    files.draw(figure, lambda: _figure(found))
    if json:
        show.print_json(as_json(found))
    else:
        for n in found.effects_of:
            _print(found, n)
        for text in found.sentences:
            show.say(text)
        show.say("")
        show.say_assumptions(show.assumptions(planned))
    files.complain()


def as_json(found: "Cards") -> dict[str, object]:
    """The frames as rows, the sentences, and what was played: a fingerprint for each rotation."""
    from balance.cli import show

    frames = ("effects", "held", "pairs", "strength", "confirmed", "seen")
    return {
        "game": found.question.game,
        "lineup": found.lineup,
        "seed": found.question.seed,
        "fingerprints": {str(n): found.fingerprints(n) for n in found.effects_of},
        **{name: show.records(getattr(found, name)) for name in frames},
        "sentences": found.sentences,
    }


def _number(row: Any) -> str:
    """A change with its interval, starred if told apart; few games that differ bound nothing."""
    from math import isfinite

    from balance.carding.wording import small

    factor = 100 if row["unit"] == "share" else 1
    value, low, high = (row[key] * factor for key in ("change", "low", "high"))
    if not (isfinite(low) and isfinite(high)):
        return f"{small(value)} (too few differ)"
    return f"{small(value)} ({small(low)} to {small(high)}){' *' if row['told_apart'] else ''}"


SWAPPED = {
    ("hand", "win_rate"): "in hand, points",
    ("swap", "turns"): "swap, turns",
    ("swap", "worst"): "swap, worst seat, points",
}
REMOVED = {
    ("removal", "turns"): "removal, turns",
    ("removal", "unfinished"): "unfinished, points",
    ("removal", "worst"): "worst seat, points",
}


def _print(found: "Cards", players: int) -> None:
    """A card a row, by the size of its swap: hand and swap, removal; then what is seen of it."""
    from balance.cli import show
    from balance.cli.compare import ratio

    frame = found.effects[found.effects["players"] == players]
    rows: dict[str, dict[tuple[str, str], Any]] = {}
    for row in frame.to_dict("records"):
        rows.setdefault(row["card"], {})[row["kind"], row["quantity"]] = row

    def size(card: str) -> float:
        row = rows[card].get(("swap", "turns"))
        return -abs(row["change"]) if row is not None else 0.0

    order = sorted(rows, key=size)
    word = f"{players} {found.game.player_word}s, {found.lineup}"
    for title, kind, columns in (
        (f"{word}: in the opening hand; a blank in place of one copy", "swap", SWAPPED),
        (f"{word}: one copy out", "removal", REMOVED),
    ):
        told = [
            (
                card,
                *(_number(rows[card][key]) if key in rows[card] else "–" for key in columns),
                ratio(row["variance_ratio"]) if (row := rows[card].get((kind, "turns"))) else "–",
            )
            for card in order
        ]
        show.table(title, ("card", *columns.values(), "pairing"), told)
    rotations = len(found.effects_of[players].base)
    games = f"{found.question.games:,} games a cell"
    if rotations > 1:
        games += f" in each of {rotations} rotations"
    show.say(
        f"{games}, intervals 95 %; *: told apart from zero. Pairing: "
        "how many times as many games the length would take without the same game ids.", "dim",
    )  # fmt: skip
    show.say("")
    _print_seen(found, players, order)


def _print_seen(found: "Cards", players: int, order: list[str]) -> None:
    """How often each event was seen of a card in the replayed games."""
    from balance.cli import show

    seen = found.seen
    if seen.empty or found.game.card_events is None:
        return
    counts = seen[seen["players"] == players].pivot(
        index="card", columns="event", values="per_game"
    )
    events = [event for event in found.game.card_events.names if event in counts]
    rows = [
        (card, *(f"{counts.at[card, e]:.2f}" if counts.at[card, e] > 0 else "–" for e in events))
        for card in order
        if card in counts.index
    ]
    names = [found.game.card_events.names[event] for event in events]
    show.table(
        f"Seen in {found.asked.sample} replayed games, times a game (misleads: see below)",
        ("card", *names), rows,
    )  # fmt: skip


def _figure(found: "Cards") -> "Figure":
    from balance.carding.figure import forest

    return forest(found)
