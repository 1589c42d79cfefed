"""`balance tournament`."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options as o
from sims.core.errors import DesignerError

if TYPE_CHECKING:
    import pandas as pd

    from balance.tournaments import Tournament
    from balance.tournaments.answer import Found
    from reports.figures import Figure

Entrants = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="STRATEGY",
        help="Who takes part, named as in a lineup. Left out: all that ship and are quick.",
    ),
]
PerTable = Annotated[
    int, typer.Option("-n", "--games", metavar="N", help="Games of each table.", min=1)
]


def tournament(
    game: o.GameName,
    strategies: Entrants = None,
    players: o.Players = None,
    profiles: Annotated[
        str | None,
        typer.Option(
            "--profiles",
            metavar="NAME",
            help="In games whose players differ: who everyone is, or `draw`.",
        ),
    ] = None,
    games: PerTable = 2_000,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision",
            metavar="POINTS",
            help="Double the games until the widest interval of one among others who all play the "
            "same is that wide.",
        ),
    ] = None,
    max_games: o.MaxGames = None,
    luck: Annotated[
        bool,
        typer.Option(
            "--luck", help="Replay deals of each rung, too: how much does the deal decide?"
        ),
    ] = False,
    save: Annotated[
        bool,
        typer.Option(
            "--save", help="Write ratings and skill into the data folder, for `balance strategies`."
        ),
    ] = False,
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="YYYY-MM-DD", help="The date to save; else today."),
    ] = None,
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
    """Which strategy is best? All against all; and is the game fair among good players?"""
    from balance.cli import show
    from balance.qualities.sampling import Effort
    from balance.tournaments import ask, fields

    day, goal = o.day(date), o.goal(precision, False, max_games)
    if save and (set_ or deck or ruling or profiles or goal):
        raise DesignerError(
            "--save: it is the strength under a folder's own data that is kept there, from as many "
            "games as are said; without --set, --deck, --ruling, --profiles and --precision"
        )
    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    every = fields(asked, strategies or ())
    show.announce_compiling([field.planned for field in every], quiet)
    tables = sum(len(field.seatings) for field in every)
    steps = sum(field.steps for field in every)
    with show.progress(steps, f"{tables} tables", quiet) as advance:
        found = ask(asked, every, advance, Effort() if luck else None, goal)
    files = show.Files()
    if save:
        _save(found, data, day)
    files.write_frame(found.payoffs, csv, parquet)
    files.draw(figure, lambda: _figure(found))
    if json:
        show.print_json(as_json(found))
    else:
        _print(found)
    files.complain()


def _figure(found: "Tournament") -> "Figure":
    from reports import figures

    return figures.payoffs(found.pairs, found.question.tolerance)


def _save(found: "Tournament", folder: Path | None, day: str) -> None:
    """Write what was measured into the data folder, with the command that makes it again."""
    from balance import catalogue
    from sims.core.catalogue import find
    from sims.core.data import shipped

    question = found.question
    words = ["balance", "tournament", question.game]
    if question.players:
        words += ["-p", ",".join(map(str, question.players))]
    words += found.asked
    words += ["-n", str(question.games), "--seed", str(question.seed)]
    words += ["--luck"] if found.measured else []
    words += ["--save", "--date", day]
    content = catalogue.measured(found, shlex.join(words), day)
    catalogue.write(folder or shipped(find(question.game)), content)


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
    _print_skill(found)
    for sentence in found.sentences_of_skill:
        show.say(sentence)
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


def _print_skill(found: "Tournament") -> None:
    """What each rung wins over the one below, and what the deal decides there."""
    from balance.cli import show

    rows = [
        (
            f"{row['players']}: {row['rung']} over {row['below']}",
            f"{show.percent(row['rate'])} ({show.span(row['low'], row['high'])})",
            f"{show.percent(row['reverse'])} "
            f"({show.span(row['reverse_low'], row['reverse_high'])})", show.percent(row["fair"]),
        )
        for _, row in found.skill.iterrows()
    ]  # fmt: skip
    columns = ("players: rung", "one among those below", "one of those below", "equal")
    show.table("Skill: wins of each rung of the ladder over the one below (95 %)", columns, rows)
    if len(found.luck):
        shares = [
            (
                f"{row['players']}: {row['rung']}",
                *(
                    f"{show.percent(max(0.0, row[part]))} "
                    f"({show.span(row[f'{part}_low'], row[f'{part}_high'])})"
                    for part in ("seat", "deal", "play")
                ), f"{row['deals']:,} x {row['replays']}",
            )
            for _, row in found.luck.iterrows()
        ]  # fmt: skip
        heads = ("players: everybody plays", "seat", "deal", "play", "deals x replays")
        show.table("Luck: what decides who wins (95 %)", heads, shares)


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
