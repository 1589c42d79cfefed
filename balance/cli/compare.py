"""`balance compare`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o

if TYPE_CHECKING:
    from balance.comparing import Comparison, Finding

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
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    if figure is not None:
        from balance.drawing import check_format

        check_format(figure.suffix)
    plan = make_plan(asked, variants, ladder(game, lineup))
    show.announce_compiling(plan.planned, quiet)
    with show.progress(games * plan.cells, f"{plan.cells} cells", quiet) as advance:
        found = played(asked, plan, margins, show.and_get_ready(advance))
    files = show.Files()
    files.write_csv(csv, found.rows)
    files.write(parquet, lambda: found.rows.to_parquet(index=False))
    files.write(figure, lambda: _drawn(found, figure))
    if json:
        show.print_json(
            {
                "rows": show.records(found.rows), "seats": show.records(found.seats),
                "measures": show.records(found.measures), "sentences": found.sentences,
            }
        )  # fmt: skip
    else:
        _print(found)
        show.say_assumptions(show.assumptions(plan.planned))
    files.complain()


def _drawn(found: "Comparison", path: Path | None) -> bytes:
    from balance.drawing import drawn
    from reports import figures

    assert path is not None
    unit = (found.margins.points, found.margins.length)
    return drawn(figures.changes(found.rows, margins=unit), path.suffix)


def _print(found: "Comparison") -> None:
    from balance.cli import show

    for sentence in found.sentences:
        show.say(sentence)
    show.say("")
    print_rows(found.findings, found.base)
    strongest = [f for f in found.findings if f.row.lineup == found.lineups[-1]]
    rows = [
        (
            f"{finding.row.variant}, {finding.row.players}: seat {change.seat}",
            show.percent(was.rate),
            show.percent(now.rate),
            f"{100 * change.change:+.2f}",
            f"{100 * change.low:+.2f} to {100 * change.high:+.2f}",
            ratio(change.variance_ratio),
        )
        for finding in strongest
        for change, was, now in zip(
            finding.row.change.seats,
            finding.row.before.verdict.seats,
            finding.row.after.verdict.seats,
            strict=True,
        )
    ]
    columns = ("", "before", "after", "change, points", "95 %, this seat", "pairing")
    show.table(f"Win rates among {found.lineups[-1]}", columns, rows)
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


def print_rows(findings: "list[Finding]", beside: str) -> None:
    """A table a variant, a row a player count and lineup."""
    from balance.cli import show

    columns = (
        "", "verdict", "worst seat, points (95 %)", "fairness", "turns (95 %)", "pairing",
        "unfinished",
    )  # fmt: skip
    lineups = {finding.row.lineup for finding in findings}
    shown = (
        7
        if any(f.row.before.tally.unfinished or f.row.after.tally.unfinished for f in findings)
        else 6
    )
    for variant in dict.fromkeys(finding.row.variant for finding in findings):
        rows = [
            _cells(finding, len(lineups) > 1)[:shown]
            for finding in findings
            if finding.row.variant == variant
        ]
        show.table(f"{variant} beside {beside}", columns[:shown], rows)


def _cells(finding: "Finding", several: bool) -> tuple[str, ...]:
    """Verdict, worst seat, length and unfinished games of a finding, with the call on fairness."""
    from balance.cli import show

    row, change = finding.row, finding.row.change
    before, after = (show.SIGN[r.verdict.call.value] for r in (row.before, row.after))
    worst, turns = finding.worst, finding.turns
    length = f"{change.turns.difference:+.1f} "
    if finding.length in ("none seen", "open") and turns.joint_high == float("inf"):
        length += f"({change.sums.changed['turns']} games differ)"
    else:
        length += f"({turns.joint_low:+.1f} to {turns.joint_high:+.1f})"
    return (
        f"{row.players}, {row.lineup}" if several else str(row.players),
        f"{before} → {after} {finding.flip}".rstrip(),
        f"{100 * change.worst.change:+.1f} "
        f"({100 * worst.joint_low:+.1f} to {100 * worst.joint_high:+.1f})",
        "same" if finding.fairness == "no difference" else finding.fairness,
        length,
        ratio(change.variance_ratio),
        f"{100 * change.unfinished.difference:+.1f}",
    )
