"""`balance sweep`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o
from sims.core.errors import DesignerError

if TYPE_CHECKING:
    from balance.api import Answer
    from reports.figures import Figure

Over = Annotated[
    list[str],
    typer.Option(
        "--over", metavar="KEY=VALUES",
        help="An axis: winning_cred=20:45, deck=A,B, remove=none,TITLE (a + in front of TITLE: "
        "beside what the table removes), ruling.NAME=..., lineup=A,B. Repeat for a grid.",
    ),
]  # fmt: skip


def sweep(
    game: o.GameName,
    over: Over,
    players: o.Players = None,
    lineup: o.Lineup = "random",
    profiles: o.Profiles = None,
    rotate: o.Rotate = False,
    games: o.Games = 10_000,
    precision: o.Precision = None,
    until_verdict: o.UntilVerdict = False,
    max_games: o.MaxGames = None,
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
    cells_csv: Annotated[
        Path | None, typer.Option("--cells-csv", metavar="FILE", help="One row a cell, as CSV.")
    ] = None,
    quiet: o.Quiet = False,
) -> None:
    """How do fairness and length change with the setup? Plays the full grid of some values."""
    from balance.api import Answer
    from balance.cli import show
    from balance.planning import axis, check_swept, plan
    from balance.playing import Stopped
    from balance.stopping import play_planned
    from sims.core.catalogue import find

    asked = o.question(
        game, players=players, lineup=lineup, rotate=rotate, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    until = o.goal(precision, until_verdict, max_games)
    axes = [axis(find(game), text) for text in over]
    show.check_files(
        {"--csv": csv, "--parquet": parquet, "--figure": figure, "--cells-csv": cells_csv}
    )
    keys = [key for key, _ in axes]
    if figure is not None and not 1 <= len(keys) <= 2:
        raise DesignerError(f"--figure: {len(keys)} axes cannot be drawn; one or two can")
    planned = plan(asked, axes)
    check_swept(asked, planned, keys)
    show.announce_compiling(planned, quiet)
    stopped = False
    total = (until.most if until else games) * len(planned)
    with show.progress(total, f"{len(planned)} cells", quiet) as advance:
        try:
            results = play_planned(asked, planned, until, show.and_get_ready(advance))
        except Stopped as early:
            results, stopped = early.results, True
    answer = Answer(asked, results)
    files = show.Files()
    if results:
        files.write_frame(answer.seats, csv, parquet)
        files.write_csv(cells_csv, answer.cells)
        files.draw(figure, lambda: _figure(answer, keys))
    if json:
        show.print_json(
            {"seats": show.records(answer.seats), "cells": show.records(answer.cells)}
            if results
            else {}
        )
    elif results:
        _print(answer, keys)
        show.say_assumptions(show.assumptions(planned))
    files.complain()
    if stopped:
        show.note("stopped by Ctrl-C; this is what was played until then", quiet=False)
        raise typer.Exit(130)


def _print(answer: "Answer", keys: list[str]) -> None:
    """A row a cell: the worst seat, the verdict, the length, what was left unfinished."""
    from balance.cli import show

    rows = []
    for _, cell in answer.cells.iterrows():
        call = str(cell["verdict"])
        rows.append(
            (
                str(cell["players"]),
                *(str(cell[key]) for key in keys),
                *((cell["lineup"],) if answer.question.rotate else ()),
                f"seat {cell['worst_seat']} {cell['worst_deviation'] * 100:+.1f}",
                f"{cell['worst_low'] * 100:+.1f} to {cell['worst_high'] * 100:+.1f}",
                f"{show.SIGN[call]} {call}",
                f"{cell['turns_mean']:.1f}",
                show.percent(cell["unfinished_share"]),
            )
        )
    n = len(rows)
    columns = (
        "players", *keys, *(("lineup",) if answer.question.rotate else ()),
        "worst seat, points", "95 %", "verdict", "turns", "unfinished",
    )  # fmt: skip
    show.table(f"{n} cells, {answer.question.games:,} games each", columns, rows)


def _figure(answer: "Answer", keys: list[str]) -> "Figure":
    """A line plot for one axis, a heatmap for two."""
    from reports import figures

    tolerance = answer.question.tolerance
    if len(keys) == 1:
        return figures.line_plot(answer.cells, keys[0], tolerance=tolerance)
    return figures.heatmap(answer.cells, keys[0], keys[1], tolerance=tolerance)
