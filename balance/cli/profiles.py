"""`balance profiles`, or by a game's own word, such as `balance hackers`."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options as o

if TYPE_CHECKING:
    import pandas as pd

    from balance.profiles import Profiles
    from reports.figures import Figure


def profiles(
    game: o.GameName,
    players: o.Players = None,
    lineup: Annotated[
        str,
        typer.Option(
            "--lineup", metavar="NAME", help="Strategy of everyone; FILE.py:NAME is your own."
        ),
    ] = "random",
    profiles: Annotated[
        str | None,
        typer.Option(
            "--profiles",
            metavar="NAME[,NAME...]",
            help="Who takes part; left out: all. The game's own word does too, such as --hackers.",
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            min=1,
            help="Games of each at each player count; a pair, and each size tried, gets a quarter.",
        ),
    ] = 16_384,
    seed: o.Seed = 1,
    tolerance: o.Tolerance = 2.0,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    threads: o.Threads = 0,
    search: Annotated[
        bool, typer.Option("--search/--no-search", help="Look for the size that would be fair.")
    ] = True,
    json: o.AsJson = False,
    csv: o.Csv = None,
    parquet: o.Parquet = None,
    figure: Annotated[
        Path | None,
        typer.Option("--figure", metavar="FILE", help="Each against each: FILE.png, .svg or .pdf."),
    ] = None,
    quiet: o.Quiet = False,
) -> None:
    """Where players differ: is one too strong or too weak? And which size would be fair?"""
    from balance.cli import show
    from balance.planning import plan
    from balance.profiles import Setting, ask, games_before_search

    asked = o.question(
        game, players=players, lineup=lineup, rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    setting = Setting.of(asked)
    total = games_before_search(setting)
    show.announce_compiling(plan(replace(asked, profiles=())), quiet)
    with show.progress(total, f"{len(setting.names)} {setting.kind.option}", quiet) as advance:
        found = ask(asked, advance, search)
    files = show.Files()
    files.write_frame(found.field, csv, parquet)
    files.draw(figure, lambda: _figure(found))
    if json:
        show.print_json(as_json(found))
    else:
        _print(found)
    files.complain()


def _figure(found: "Profiles") -> "Figure":
    """The heatmap of each profile against each other one."""
    from reports import figures

    setting = found.setting
    return figures.profile_pairs(found.pairs, setting.question.tolerance, word=setting.kind.one)


def as_json(found: "Profiles") -> dict[str, Any]:
    """The frames and sentences as one object."""
    from balance.cli import show

    question = found.setting.question
    return {
        "game": question.game,
        "players": list(found.setting.counts),
        "lineup": found.lineup,
        "names": list(found.setting.names),
        "tolerance": question.tolerance,
        "seed": question.seed,
        "field": show.records(found.field),
        "pairs": show.records(found.pairs),
        "sizes": show.records(found.sizes),
        "without_size": {one.profile: one.reason for one in found.without},
        "sentences": found.sentences,
        "assumptions": found.assumptions,
    }


def _print(found: "Profiles") -> None:
    """Shares in the field by player count, then each against each, then the sentences."""
    from balance.cli import show

    word = found.setting.game.player_word
    one = found.setting.kind.one
    for players in found.setting.counts:
        rows = [
            (
                str(row["profile"]),
                show.percent(row["rate"]),
                show.span(row["low"], row["high"]),
                str(row["call"]),
                f"{row['games']:,}",
            )
            for _, row in found.field[found.field["players"] == players].iterrows()
        ]
        title = f"{players} {word}s, {found.lineup}: share of the wins among the others"
        fair = f"fair: {100 / players:.1f} %"
        show.table(title, (fair, "share", "95 % interval", "", "games"), rows)
        pairs = found.pairs[found.pairs["players"] == players]
        table = f"{players} {word}s: alone at a table of the other, points from fair (95 %: ±)"
        show.table(table, (one, *found.setting.names), matrix_rows(pairs, found.setting.names))
    for sentence in found.sentences:
        show.say(sentence)
    show.say("")
    show.say_assumptions(found.assumptions)


def matrix_rows(pairs: "pd.DataFrame", names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """A row a profile with a cell for each it met: its deviation and half the interval."""
    cells = {(row["profile"], row["against"]): row for _, row in pairs.iterrows()}

    def text(one: str, other: str) -> str:
        if (one, other) not in cells:
            return "–"
        row = cells[one, other]
        half = (row["deviation_high"] - row["deviation_low"]) / 2
        return f"{row['deviation'] * 100:+.1f} ±{half * 100:.1f}"

    return [(one, *(text(one, other) for other in names)) for one in names]
