"""`balance compare`."""

from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o
from balance.cli import qualities as q

if TYPE_CHECKING:
    from balance.comparing import Comparison, Finding
    from reports.figures import Figure

Variants = Annotated[
    list[str],
    typer.Argument(
        metavar="A B [C ...]",
        help="What to compare with A: `printed` (or `.`, the data as given), a deck, a data "
        "folder, or KEY=VALUE[,KEY=VALUE] with keys as after --set; a name and changes with a "
        "comma between, such as flat,winning_cred=32.",
    ),
]


def compare(
    game: o.GameName,
    variants: Variants,
    players: o.Players = None,
    lineup: o.Lineups = None,
    profiles: o.Profiles = None,
    games: o.Games = 20_000,
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
    quality: q.Measured = False,
    quality_games: q.SampleGames = 100,
    playouts: q.Playouts = 64,
    quality_csv: q.QualityCsv = None,
    quality_parquet: q.QualityParquet = None,
    quality_figure: q.QualityFigure = None,
    quiet: o.Quiet = False,
) -> None:
    """Which of two tables, decks or rulings is fairer? Plays them on the same game ids.

    Examples (GAME, A, B): `balance compare GAME printed KEY=VALUE`, `balance compare GAME . DECK`,
    `balance compare GAME printed my-folder`, `balance compare GAME . ruling.NAME=CHOICE`.
    """
    from balance.cli import show
    from balance.comparing import ladder, make_plan, margins_of, played
    from sims.core.errors import DesignerError

    if len(variants) < 2:
        raise DesignerError(
            f"{variants[0]!r} alone: name two or more to compare, such as `printed` and one more"
        )
    asked = o.question(
        game, players=players, lineup="random", rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    margins = margins_of(
        asked.tolerance, None if margin is None else margin / 100, length_margin / 100
    )
    measured = {
        "--quality-csv": quality_csv, "--quality-parquet": quality_parquet,
        "--quality-figure": quality_figure,
    }  # fmt: skip
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure, **measured})
    effort = q.asked(quality, quality_games, playouts, measured)
    plan = make_plan(asked, variants, ladder(game, lineup))
    show.announce_compiling(plan.planned, quiet)
    with show.progress(games * plan.cells, f"{plan.cells} cells", quiet) as advance:
        found = played(asked, plan, margins, show.and_get_ready(advance))
    if effort is not None:
        found = q.compared(found, effort, quiet)
    files = show.Files()
    files.write_frame(found.rows, csv, parquet)
    files.draw(figure, lambda: _figure(found))
    if effort is not None:
        files.write_frame(found.quality, quality_csv, quality_parquet)
        files.draw(quality_figure, lambda: _quality_figure(found))
    if json:
        facts = {
            "rows": show.records(found.rows), "seats": show.records(found.seats),
            "measures": show.records(found.measures), "sentences": found.sentences,
        }  # fmt: skip
        if effort is not None:
            facts["quality"] = show.records(found.quality)
        show.print_json(facts)
    else:
        _print(found)
        if effort is not None:
            q.print_changes(found, effort)
        show.say_assumptions(show.assumptions(plan.planned))
    files.complain()


def _figure(found: "Comparison") -> "Figure":
    from reports import figures

    unit = (found.margins.points, found.margins.length)
    return figures.changes(found.rows, margins=unit)


def _quality_figure(found: "Comparison") -> "Figure":
    from reports import figures

    strongest = found.quality[found.quality["lineup"] == found.lineups[-1]]
    return figures.quality_changes(strongest)


def _print(found: "Comparison") -> None:
    from balance.cli import show

    for sentence in found.sentences:
        show.say(sentence)
    show.say("")
    print_rows(found.findings, found.base)
    columns = ("", "before", "after", "change, points", "95 %, this seat", "pairing")
    for variant in dict.fromkeys(finding.row.variant for finding in found.findings):
        rows = [
            (
                f"{finding.row.players} players, seat {change.seat}",
                show.percent(was.rate),
                show.percent(now.rate),
                f"{100 * change.change:+.2f}",
                f"{100 * change.low:+.2f} to {100 * change.high:+.2f}",
                ratio(change.variance_ratio),
            )
            for finding in found.findings
            if finding.row.variant == variant and finding.row.lineup == found.lineups[-1]
            for change, was, now in zip(
                finding.row.change.seats,
                finding.row.before.verdict.seats,
                finding.row.after.verdict.seats,
                strict=True,
            )
        ]
        show.table(f"Win rates among {found.lineups[-1]}, {variant}", columns, rows)
    show.say(NOTE, "dim")


NOTE = (
    "Same: no seat's win rate moves by more than the margin, which is shown, not supposed. "
    "Intervals of changes hold for all rows at once (95 %); calls are Holm's over all rows (5 %). "
    "Pairing: how many times as many games it would take without the same game ids."
)


def ratio(value: float) -> str:
    """A variance ratio, a dash where nothing varied."""
    from math import isfinite

    return f"x {value:.1f}" if isfinite(value) else "–"


def differing(games: int) -> str:
    """`1 game differs`."""
    return "1 game differs" if games == 1 else f"{games:,} games differ"


def print_rows(findings: "list[Finding]", beside: str) -> None:
    """Two tables a variant, of fairness and of length, a row a player count and lineup."""
    from balance.cli import show

    fair = ("", "verdict", "worst seat, points (95 %)", "fairness", "pairing")
    long = ("", "turns (95 %)", "length", "unfinished, points (95 %)")
    several = len({finding.row.lineup for finding in findings}) > 1
    for variant in dict.fromkeys(finding.row.variant for finding in findings):
        those = [finding for finding in findings if finding.row.variant == variant]
        title = f"{variant} beside {beside}"
        show.table(title, fair, [_fairness_cells(finding, several) for finding in those])
        show.table(f"Length, {title}", long, [_length_cells(finding, several) for finding in those])


def _where(finding: "Finding", several: bool) -> str:
    row = finding.row
    return f"{row.players}, {row.lineup}" if several else str(row.players)


def _called(call: str) -> str:
    return "same" if call == "no difference" else call


def _fairness_cells(finding: "Finding", several: bool) -> tuple[str, ...]:
    """Verdict and worst seat of a finding, with the call on fairness."""
    from balance.cli import show

    row, change, worst = finding.row, finding.row.change, finding.worst
    before, after = (show.SIGN[r.verdict.call.value] for r in (row.before, row.after))
    return (
        _where(finding, several),
        f"{before} → {after} {finding.flip}".rstrip(),
        f"{100 * change.worst.change:+.1f} "
        f"({100 * worst.joint_low:+.1f} to {100 * worst.joint_high:+.1f})",
        _called(finding.fairness),
        ratio(change.variance_ratio),
    )


def _length_cells(finding: "Finding", several: bool) -> tuple[str, ...]:
    """Length and unfinished games of a finding, with the call on length."""
    change, turns, unfinished = finding.row.change, finding.turns, finding.unfinished
    length = f"{change.turns.difference:+.1f} "
    if finding.length in ("none seen", "open") and turns.joint_high == float("inf"):
        length += f"({differing(change.sums.changed['turns'])})"
    else:
        length += f"({turns.joint_low:+.1f} to {turns.joint_high:+.1f})"
    return (
        _where(finding, several),
        length,
        _called(finding.length),
        f"{100 * change.unfinished.difference:+.1f} "
        f"({100 * unfinished.joint_low:+.1f} to {100 * unfinished.joint_high:+.1f})",
    )
