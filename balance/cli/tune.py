"""`balance tune`."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from balance.cli import options as o
from sims.core.errors import DesignerError

if TYPE_CHECKING:
    from balance.tuning import Tuned
    from reports.figures import Figure

Against = Annotated[
    str | None,
    typer.Option(
        "--against", metavar="NAME[,NAME...]",
        help="Whom it meets. Left out: all that ship but the weakest and the strategy itself.",
    ),
]  # fmt: skip


def tune(
    game: o.GameName,
    players: o.Players = None,
    strategy: Annotated[
        str,
        typer.Option("--strategy", metavar="NAME", help="Whose weights are searched."),
    ] = "balanced",
    against: Against = None,
    seat: Annotated[
        int,
        typer.Option(
            "--seat",
            metavar="K",
            min=0,
            help="Tune for this seat alone, at a table of the strategy itself: can it be "
            "exploited?",
        ),
    ] = 0,
    generations: Annotated[
        int,
        typer.Option("--generations", metavar="N", min=1, help="Generations of the search."),
    ] = 60,
    population: Annotated[
        int,
        typer.Option(
            "--population",
            metavar="N",
            min=0,
            help="Candidates of each; 0: by how many weights there are.",
        ),
    ] = 0,
    within: Annotated[
        int,
        typer.Option(
            "--within",
            metavar="TURNS",
            min=0,
            help="Games among the tuned are to end within so many turns or rounds: the share that "
            "does not is taken off the win rate. 0: however long.",
        ),
    ] = 0,
    evenly: Annotated[
        bool,
        typer.Option(
            "--evenly",
            help="Win against each of the pool, not on average: a weak spot costs more than wins "
            "elsewhere bring.",
        ),
    ] = False,
    games: Annotated[
        int,
        typer.Option(
            "-n",
            "--games",
            metavar="N",
            min=1,
            help="Games of a candidate; 32 times as many confirm what was found.",
        ),
    ] = 1_024,
    seed: o.Seed = 1,
    tolerance: Annotated[
        float,
        typer.Option(
            "--tolerance",
            metavar="POINTS",
            help="With --seat: what gain is no more than may be, in points of the win rate.",
        ),
    ] = 2.0,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Write the weights there, such as my-data/weights/tuned.toml; sections of other "
            "player counts stay.",
        ),
    ] = None,
    date: Annotated[
        str | None,
        typer.Option("--date", metavar="YYYY-MM-DD", help="The date to write down; else today."),
    ] = None,
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
    """Find better weights for a strategy, confirmed on fresh games. Or what a seat can exploit."""
    import pandas as pd

    from balance.cli import show
    from balance.planning import plan
    from balance.tuning import Effort, ask, tunings
    from balance.tuning.files import check_file

    day = o.day(date)
    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
    )  # fmt: skip
    show.check_files({"--out": out, "--csv": csv, "--parquet": parquet, "--figure": figure})
    if seat and out is not None:
        raise DesignerError("--out: weights for one seat are a finding, not a strategy to keep")
    names = [name.strip() for name in against.split(",")] if against is not None else []
    every = tunings(asked, strategy, names, Effort(generations, population, within, evenly), seat)
    if out is not None:
        check_file(out, every[0].tuned.strategy.name)
    show.announce_compiling(plan(asked), quiet)
    found = []
    total = sum(one.games for one in every)
    with show.progress(total, f"tuning {strategy}", quiet) as advance:
        for one in every:
            tuned = ask(asked, one, seat, advance)
            found.append(tuned)
            if out is not None:  # at once: what was found is not lost if a later one is stopped
                _write(out, tuned, against, set_, deck, ruling, day)
    gains = pd.concat([one.gains for one in found], ignore_index=True)
    files = show.Files()
    files.write_frame(gains, csv, parquet)
    files.draw(figure, lambda: _figure(gains))
    if json:
        show.print_json(as_json(found))
    else:
        for tuned in found:
            _print(tuned)
    files.complain()


def _write(
    out: Path, tuned: "Tuned", against: str | None, sets: list[str] | None, deck: str | None,
    rulings: list[str] | None, day: str,
) -> None:  # fmt: skip
    """The section of a player count, with the command that makes it again."""
    from balance.tuning.files import write
    from sims.core.catalogue import find

    tuning, question = tuned.tuning, tuned.question
    words = ["balance", "tune", question.game, "-p", str(tuned.players)]
    words += ["--strategy", tuned.strategy] if tuned.strategy != "balanced" else []
    words += ["--against", against] if against else []
    for option, values in (("--set", sets), ("--ruling", rulings)):
        words += [word for value in values or () for word in (option, value)]
    words += ["--deck", deck] if deck else []
    words += ["--generations", str(tuning.generations), "--population", str(tuning.population)]
    if tuning.mirror is not None:
        words += ["--within", str(tuning.mirror.setup[find(question.game).turn_limit])]
    words += ["--evenly"] if tuning.evenly else []
    words += ["-n", str(question.games), "--seed", str(question.seed), "--date", day]
    one = tuned.found.gain
    made = {
        "command": shlex.join([*words, "--out", out.name]), "date": day,
        "pool": [name for name, _ in tuning.pool], "games": one.games,
        "confirmed": tuned.found.confirmed,
        "gain": round(one.difference, 5), "gain_low": round(one.seen_low, 5),
        "gain_high": round(one.seen_high, 5), "shared_low": round(one.shared_low, 5),
        "bound_low": round(one.low, 5), "bound_high": round(one.high, 5),
    }  # fmt: skip
    if tuning.mirror is not None:
        made["late"] = round(tuned.found.late / tuned.found.mirrors, 5)
        made["late_games"] = tuned.found.mirrors
    write(out, tuned.strategy, tuned.players, tuned.kept, made)


def _figure(gains: Any) -> "Figure":
    from reports import figures

    frame = gains.assign(
        row=gains["against"], value=gains["difference"], low=gains["seen_low"],
        high=gains["seen_high"], clear=(gains["seen_low"] > 0) | (gains["seen_high"] < 0),
    )  # fmt: skip
    return figures.gains(frame, "What tuned weights gain, by who else plays")


def as_json(found: "list[Tuned]") -> dict[str, Any]:
    """The frames as rows, and the sentences."""
    from balance.cli import show

    first = found[0]
    frames = {
        name: [row for one in found for row in show.records(getattr(one, name))]
        for name in ("gains", "weights", "course")
    }
    return {
        "game": first.question.game, "strategy": first.strategy, "seed": first.question.seed,
        "code": first.tuning.tuned.strategy.digest, **frames,
        "sentences": [text for one in found for text in one.sentences],
    }  # fmt: skip


def _print(tuned: "Tuned") -> None:
    from balance.cli import show

    rows = [
        (
            str(row["against"]), show.percent(row["before"]), show.percent(row["rate"]),
            f"{100 * row['difference']:+.1f} ({100 * row['seen_low']:+.1f} to "
            f"{100 * row['seen_high']:+.1f})", f"{row['games']:,}",
        )
        for _, row in tuned.gains.iterrows()
    ]  # fmt: skip
    seat = f", seat {tuned.seat}" if tuned.seat else ""
    title = (
        f"{tuned.players} players{seat}: one {tuned.strategy}, untuned and tuned, on fresh games"
    )
    show.table(title, ("among", "untuned", "tuned", "gain, points (95 %)", "games a side"), rows)
    moved = [
        (str(row["weight"]), f"{row['untuned']:g}", f"{row['found']:g}", f"{row['kept']:g}")
        for _, row in tuned.weights.iterrows()
    ]
    show.table("Weights", ("", "untuned", "found", "kept"), moved)
    for sentence in tuned.sentences:
        show.say(sentence)
    show.say("")
