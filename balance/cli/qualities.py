"""Game quality on the terminal: measured behind `play` and `compare`, printed as tables."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sims.core.errors import DesignerError

if TYPE_CHECKING:
    from balance.cli.show import Files
    from balance.comparing import Comparison
    from balance.playing import Result
    from balance.qualities import Effort, Estimate, Quality
    from balance.qualities.changes import QualityChange

Measured = Annotated[
    bool,
    typer.Option(
        "--quality",
        help="Measure game quality too: lead changes, drama, waits, what the deal decides, ...",
    ),
]
SampleGames = Annotated[
    int,
    typer.Option(
        "--quality-games",
        metavar="N",
        help="With --quality: games that are looked at turn by turn.",
    ),
]
Playouts = Annotated[
    int,
    typer.Option(
        "--playouts", metavar="N", help="With --quality: playouts from each turn looked at."
    ),
]


QualityCsv = Annotated[
    Path | None,
    typer.Option(
        "--quality-csv", metavar="FILE", help="With --quality: write its measures as CSV."
    ),
]


QualityParquet = Annotated[
    Path | None,
    typer.Option(
        "--quality-parquet", metavar="FILE", help="With --quality: write its measures as Parquet."
    ),
]
QualityFigure = Annotated[
    Path | None,
    typer.Option(
        "--quality-figure",
        metavar="FILE",
        help="With --quality: draw the changes: FILE.png, .svg or .pdf.",
    ),
]


def asked(
    wanted: bool, games: int, playouts: int, files: Mapping[str, Path | None]
) -> "Effort | None":
    """The effort that the options ask for, None without --quality, or a `DesignerError`.

    `files` are those that hold its measures, by option.
    """
    if not wanted:
        for option, path in files.items():
            if path is not None:
                raise DesignerError(f"{option} {path}: add --quality, which measures what it holds")
        return None
    from balance.qualities import Effort, check_effort

    return check_effort(Effort(games=games, playouts=playouts))


def measured(
    groups: "Sequence[Sequence[Result]]", effort: "Effort", threads: int, quiet: bool
) -> "list[Quality]":
    """The game quality of each group, with a progress bar."""
    from balance.cli import show
    from balance.qualities import measure

    total = effort.steps * sum(map(len, groups))
    with show.progress(total, "looking at games", quiet) as advance:
        return measure(groups, effort, threads, advance)


def write(
    files: "Files", csv: Path | None, parquet: Path | None, qualities: "Sequence[Quality]"
) -> None:
    """Write the measures into the files that were asked for, those by seat behind the others."""
    if csv is not None or parquet is not None:
        from balance.qualities.tables import every_row

        files.write_frame(every_row(qualities), csv, parquet)


def compared(found: "Comparison", effort: "Effort", quiet: bool) -> "Comparison":
    """The comparison with the change of game quality, with a progress bar."""
    from balance.cli import show
    from balance.comparing import with_quality
    from balance.qualities.changes import steps

    with show.progress(steps(found, effort), "looking at games", quiet) as advance:
        return with_quality(found, effort, advance)


def as_json(quality: "Quality") -> list[dict[str, Any]]:
    """The list that `play --json` prints under `quality`."""
    return [estimate.plain() for estimate in quality.estimates]


def print_quality(quality: "Quality", effort: "Effort") -> None:
    """The measures of one player count with intervals, and those of each seat."""
    from balance.cli import show

    rows = [
        (
            estimate.label,
            _with_unit(estimate),
            _span(estimate),
            " / ".join(_number(seat.mean, estimate.unit) for seat in estimate.by_seat),
            f"{estimate.games:,}" + (f" x {estimate.playouts}" if estimate.playouts else ""),
        )
        for estimate in quality.estimates
    ]
    columns = ("", "mean", "95 % interval", "by seat", "games x playouts")
    show.table(f"Game quality among {quality.lineup}", columns, rows)
    show.say(
        f"  win probabilities from {effort.playouts} playouts at up to {effort.looks} turns of a "
        "game; what each measure means: docs/quality.md", "dim",
    )  # fmt: skip


def _number(value: float | None, unit: str) -> str:
    """A number with one decimal, shares in per cent."""
    return "–" if value is None else f"{value * (100 if unit == 'share' else 1):.1f}"


def _with_unit(estimate: "Estimate") -> str:
    unit = "%" if estimate.unit == "share" else estimate.unit
    return f"{_number(estimate.mean, estimate.unit)} {unit}"


def _span(estimate: "Estimate") -> str:
    low, high = (_number(end, estimate.unit) for end in (estimate.low, estimate.high))
    return "" if "–" in (low, high) else f"{low} to {high}"


def print_changes(found: "Comparison", effort: "Effort") -> None:
    """A table a variant and player count, a row a measure, among the strongest players."""
    from balance.cli import show

    strongest = found.lineups[-1]
    tables: dict[tuple[str, int], list[QualityChange]] = {}
    for each in found.qualities:
        if each.row.lineup == strongest and each.paired.seat is None:
            tables.setdefault((each.row.variant, each.row.players), []).append(each)
    columns = ("", "before", "after", "change (95 %)", "", "pairing")
    for (variant, players), changes in tables.items():
        title = f"Game quality, {variant} beside {found.base}, {players} players, {strongest}"
        show.table(title, columns, [_change_cells(each) for each in changes])
    show.say(
        f"Course and pace from the same {effort.games:,} games before and after, {effort.playouts} "
        f"playouts at up to {effort.looks} turns of each; what decides from the same "
        f"{effort.deals:,} deals. Intervals hold for all measures, seats, player counts and "
        "lineups at once; more and less are Holm's over all of these (5 %). See docs/quality.md.",
        "dim",
    )  # fmt: skip


def _change_cells(each: "QualityChange") -> tuple[str, ...]:
    from math import isfinite

    from balance.cli.compare import differing, ratio

    pair, shown = each.paired, each.shown
    label, unit = pair.meaning.label, pair.meaning.unit
    mark = " %" if unit == "share" else ""
    if not mark and unit not in label.split():
        label += f" ({unit})"
    before, after = (_number(v if isfinite(v) else None, unit) for v in (pair.before, pair.after))
    change = _signed(pair.change, unit)
    if isfinite(shown.joint_low) and isfinite(shown.joint_high):
        change += f" ({_signed(shown.joint_low, unit)} to {_signed(shown.joint_high, unit)})"
    elif pair.differ is not None:
        change += f" ({differing(pair.differ)})"
    call = "" if each.call == "open" else each.call
    return label, before + mark, after + mark, change, call, ratio(pair.variance_ratio)


def _signed(value: float, unit: str) -> str:
    from reports.numbers import fixed, is_missing

    return "–" if is_missing(value) else fixed(value * (100 if unit == "share" else 1), 1, True)
