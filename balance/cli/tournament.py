"""`balance tournament`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options as o

if TYPE_CHECKING:
    import pandas as pd

    from balance.tournaments import Tournament
    from balance.tournaments.answer import Found

Entrants = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[STRATEGY ...]",
        help="Who takes part, named as in a lineup. Left out: all that the game ships.",
    ),
]
PerTable = Annotated[
    int, typer.Option("-n", "--games", metavar="N", help="Games of each table.", min=1)
]


def tournament(
    game: o.GameName,
    strategies: Entrants = None,
    players: o.Players = None,
    profiles: o.Profiles = None,
    games: PerTable = 2_000,
    seed: o.Seed = 1,
    tolerance: o.Tolerance = 2.0,
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
    """All against all: which strategy is best, and is the game fair among good players?"""
    from balance.cli import show
    from balance.drawing import check_format
    from balance.tournaments import ask, fields

    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    if figure is not None:
        check_format(figure.suffix)
    every = fields(asked, strategies or ())
    show.announce_compiling([field.planned for field in every], quiet)
    tables = sum(len(field.seatings) for field in every)
    steps = sum(field.steps for field in every)
    with show.progress(steps, f"{tables} tables", quiet) as advance:
        found = ask(asked, every, advance)
    files = show.Files()
    files.write_csv(csv, found.payoffs)
    files.write(parquet, lambda: found.payoffs.to_parquet(index=False))
    files.write(figure, lambda: _drawn(found, figure))
    if json:
        show.print_json(as_json(found))
    else:
        _print(found)
    files.complain()


def _drawn(found: "Tournament", path: Path | None) -> bytes:
    from balance.drawing import drawn
    from reports import figures

    assert path is not None
    return drawn(figures.payoffs(found.pairs, found.question.tolerance), path.suffix)


def as_json(found: "Tournament") -> dict[str, Any]:
    """The frames as rows, and the sentences."""
    from balance.cli import show
    from balance.tournaments import FRAMES

    question = found.question
    return {
        "game": question.game, "seed": question.seed, "games": question.games,
        "tolerance": question.tolerance, "strategies": found.digests,
        **{name: show.records(getattr(found, name)) for name in FRAMES},
        "sentences": found.sentences, "assumptions": found.assumptions,
    }  # fmt: skip


def _print(found: "Tournament") -> None:
    from balance.cli import show
    from balance.tournaments.words import sentences, tables_note

    for one in found.found:
        _print_ratings(found, one)
        _print_pairs(found, one)
        _print_seats(found, one)
        for sentence in sentences(one):
            show.say(sentence)
        show.say(tables_note(one), "dim")
        show.say("")
    show.say("Methods and sources: docs/strength.md", "dim")
    show.say_assumptions(found.assumptions)


def _print_ratings(found: "Tournament", one: "Found") -> None:
    from balance.cli import show

    frame = found.ratings[found.ratings["players"] == one.players]

    def points(row: "pd.Series") -> str:
        gain, low, high = (100 * row[f"gain{end}"] for end in ("", "_low", "_high"))
        return f"{gain:+.1f} ({low:+.1f} to {high:+.1f})"

    rows = [
        (
            str(row["strategy"]),
            f"{row['rating']:+.0f} ({row['low']:+.0f} to {row['high']:+.0f})",
            f"{show.percent(row['share'], 0)} "
            f"({show.span(row['share_low'], row['share_high'], 0)})",
            points(row),
        )
        for _, row in frame.iterrows()
    ]
    title = f"{one.players} players: ratings, and the mixture of good players (95 %)"
    show.table(title, ("", "rating", "share of the mixture", "against it, points"), rows)


SIGNS = {
    "better": ">", "worse": "<", "never worse": "≥", "never better": "≤", "alike": "=",
    "depends": "~", "open": "",
}  # fmt: skip


def _print_pairs(found: "Tournament", one: "Found") -> None:
    """Win rates of the row alone among the column, and what holds whoever else sits there."""
    from balance.cli import show

    pairs = found.pairs[found.pairs["players"] == one.players]
    calls = found.dominance[found.dominance["players"] == one.players]
    rates = {(row["strategy"], row["against"]): row for _, row in pairs.iterrows()}
    signs = {(r["strategy"], r["in_place_of"]): SIGNS[r["call"]] for _, r in calls.iterrows()}
    names = list(dict.fromkeys(pairs["strategy"]))

    def text(a: str, b: str) -> str:
        if a == b:
            return "–"
        row = rates[a, b]
        half = 50 * (row["high"] - row["low"])
        return f"{100 * row['rate']:.1f} ±{half:.1f} {signs[a, b]}".rstrip()

    rows = [(a, *(text(a, b) for b in names)) for a in names]
    fair = f"fair: {100 * one.fair:.1f} %"
    show.table("Wins, %, of one of the row among others who play the column", (fair, *names), rows)
    show.say(
        "In place of the column, whoever else sits there: > better, ≥ never worse, = alike, "
        "~ depends on who sits there, nothing: open", "dim",
    )  # fmt: skip
    show.say("")


def _print_seats(found: "Tournament", one: "Found") -> None:
    from balance.cli import show

    frame = found.seats[found.seats["players"] == one.players]
    rows = [
        (
            f"seat {row['seat']}", f"{show.percent(row['rate'])} "
            f"({show.span(row['low'], row['high'])})", show.percent(row["seen"]),
        )
        for _, row in frame.iterrows()
    ]  # fmt: skip
    call = str(frame["call"].iloc[0])
    title = f"Seats where everybody draws from the mixture: {show.SIGN[call]} {call}"
    games = f"{int(frame['games'].iloc[0]):,} fresh games (95 %)"
    show.table(title, ("", games, "at the tables above"), rows)
