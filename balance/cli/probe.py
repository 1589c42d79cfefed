"""`balance probe`."""

from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o

if TYPE_CHECKING:
    from balance.probing import Probe
    from reports.figures import Figure

Without = Annotated[
    list[str] | None,
    typer.Option(
        "--without", metavar="THING",
        help="Only this, or all of its kind; repeat it for more. `--list` names them.",
    ),
]  # fmt: skip
ListThem = Annotated[bool, typer.Option("--list", help="Name what a player can do without.")]
Margin = Annotated[
    float,
    typer.Option(
        "--margin", metavar="POINTS",
        help="What change of the win rate is too small to matter, in points.",
    ),
]  # fmt: skip


def probe(
    game: o.GameName,
    without: Without = None,
    list_: ListThem = False,
    players: o.Players = None,
    lineup: o.Lineups = None,
    profiles: o.Profiles = None,
    games: o.Games = 1_000,
    seed: o.Seed = 1,
    margin: Margin = 2.0,
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
    """What is essential to a player, and what is never missed? Forbids one thing at a time.

    One player may not use it, the others may; it sits in every seat, with -n games a seat and
    thing, each beside the same game in which it may. `balanced~THING` in any lineup is such a
    player.
    """
    from balance.cli import show
    from balance.probing import make_plan, played, strategies_of
    from sims.core.catalogue import find
    from sims.core.restricting import things

    if list_:
        for thing in things(find(game)).values():
            show.say(f"{thing.name:32} {thing.label}")
        return
    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, threads=threads, profiles=profiles,
    )  # fmt: skip
    share = o.points(margin, "--margin")
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    made = make_plan(asked, strategies_of(game, lineup), without or ())
    show.announce_compiling(made.planned, quiet)
    with show.progress(made.games, f"{len(made.things)} things", quiet) as advance:
        found = played(made, share, show.and_get_ready(advance))
    files = show.Files()
    files.write_frame(found.rows, csv, parquet)
    files.draw(figure, lambda: _figure(found))
    if json:
        show.print_json({"rows": show.records(found.rows), "sentences": found.sentences})
    else:
        _print(found)
        show.say_assumptions(show.assumptions(made.planned))
    files.complain()


def _figure(found: "Probe") -> "Figure":
    from balance.probing.figure import forest

    return forest(found)


def _print(found: "Probe") -> None:
    from balance.cli import show

    for sentence in found.sentences:
        show.say(sentence)
    show.say("")
    columns = ("without", "call", "win rate, % (95 %)", "change, points (95 %)")
    for name in found.strategies:
        for players in dict.fromkeys(f.missing.players for f in found.findings):
            those = [
                f
                for f in found.findings
                if f.missing.strategy == name and f.missing.players == players
            ]
            rows = []
            for finding in those:
                rate, low, high = finding.missing.rate(without=True)
                shown = finding.shown
                rows.append(
                    (
                        finding.missing.thing.label,
                        finding.call,
                        f"{100 * rate:.1f} ({show.span(low, high)})",
                        f"{100 * finding.missing.change:+.1f} "
                        f"({100 * shown.joint_low:+.1f} to {100 * shown.joint_high:+.1f})",
                    )
                )
            first = those[0].missing
            full = show.percent(first.rate(without=False)[0])
            open_ = show.percent(first.unfinished.total_b / first.games)
            title = (
                f"{players} players, {name}: with everything {full}, {first.games:,} games a row, "
                f"{open_} unfinished"
            )
            show.table(title, columns, rows)
    show.say(NOTE.format(margin=f"{100 * found.margin:g}"), "dim")


NOTE = (
    "Essential: the win rate is shown to fall by more than {margin} points; not missed: to move by "
    "no more. Intervals of changes hold for all rows at once (95 %), calls are Holm's over all "
    "rows (5 %); unfinished games widen them, for anybody might have won those."
)
