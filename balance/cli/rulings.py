"""`balance rulings`."""

from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o

if TYPE_CHECKING:
    from balance.clarifying import Clarification
    from reports.figures import Figure

Pairs = Annotated[
    bool,
    typer.Option("--pairs", help="Also two questions at a time, and what they do together."),
]


def rulings(
    game: o.GameName,
    pairs: Pairs = False,
    players: o.Players = None,
    lineup: o.Lineups = None,
    profiles: o.Profiles = None,
    games: o.Games = 10_000,
    seed: o.Seed = 1,
    tolerance: o.Tolerance = 2.0,
    margin: o.Margin = None,
    length_margin: o.LengthMargin = 5.0,
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
    """Which unclear sentence of the rulebook matters? Decides each one every other way.

    Each choice of each ruling, and each assumed deck, is played beside the table as it is played
    now, on the same game ids; --ruling and --deck say what is played now. --csv and --parquet get
    a row per choice, player count and lineup.
    """
    from balance.clarifying import clarify
    from balance.clarifying.open_questions import make_plan
    from balance.cli import show
    from balance.comparing import ladder, margins_of

    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    margins = margins_of(
        asked.tolerance, None if margin is None else margin / 100, length_margin / 100
    )
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    lineups = ladder(game, lineup)
    plan = make_plan(asked, lineups, pairs)
    show.announce_compiling(plan.planned, quiet)
    total = games * (plan.cells + plan.confirming)
    with show.progress(total, f"{plan.cells} cells", quiet) as advance:
        found = clarify(asked, plan, margins, show.and_get_ready(advance))
    files = show.Files()
    files.write_frame(found.rows, csv, parquet)
    files.draw(figure, lambda: _figure(found))
    if json:
        frames = ("ranking", "rows", "seats", "measures", "together", "confirmation")
        show.print_json(
            {name: show.records(getattr(found, name)) for name in frames}
            | {"sentences": found.sentences}
        )
    else:
        _print(found)
        show.say_assumptions(show.assumptions(plan.planned))
    files.complain()


def _figure(found: "Clarification") -> "Figure":
    from reports import figures

    unit = (found.margins.points, found.margins.length)
    strongest = found.rows[found.rows["lineup"] == found.lineups[-1]]
    return figures.changes(strongest, margins=unit)


def _print(found: "Clarification") -> None:
    from balance.cli import show
    from balance.cli.compare import NOTE, print_rows

    for sentence in found.sentences:
        show.say(sentence)
    show.say("")
    rows = [
        (
            f"{ranked.place}. {ranked.question.name}",
            ranked.call,
            f"{ranked.top.row.variant.partition('=')[2]}, {ranked.top.row.players}",
            f"{ranked.size:.1f} ({ranked.seen:.1f})",
            ", ".join(str(f.row.players) for f in ranked.flips) or "–",
        )
        for ranked in found.ranked
    ]
    columns = ("question", "call", "most with", "shown (seen)", "flips at")
    title = f"What to clarify first, among {found.lineups[-1]}; sizes in margins"
    show.table(title, columns, rows)
    strongest = [f for f in found.findings if f.row.lineup == found.lineups[-1]]
    place = {ranked.question.name: ranked.place for ranked in found.ranked}
    strongest.sort(key=lambda f: place[f.row.variant.partition("=")[0]])
    print_rows(strongest, "the rules as now")
    if found.interplay:
        _print_interplay(found)
    show.say(NOTE, "dim")


def _print_interplay(found: "Clarification", most: int = 10) -> None:
    """What pairs do beyond the sum of both, the largest that is shown first."""
    from balance.cli import show
    from balance.comparing.words import number, points_span, turns_span

    frame = found.together.head(most)
    rows = [
        (
            f"{one['one']} + {one['other']}",
            f"{one['players']}, {one['lineup']}",
            f"seat {one['seat']}: {number(100 * one['rate_interplay'], True)} "
            f"({points_span(one['rate_joint_low'], one['rate_joint_high'])})",
            f"{number(one['turns_interplay'], True)} "
            f"({turns_span(one['turns_joint_low'], one['turns_joint_high'])})",
        )
        for one in frame.to_dict("records")
    ]
    columns = ("pair", "players, lineup", "win rate, points", "turns")
    title = f"Beyond the sum of both (95 %): the first {len(frame)} of {len(found.together)}"
    show.table(title, columns, rows)
