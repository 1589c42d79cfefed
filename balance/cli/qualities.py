"""Game quality on the terminal: measured behind a play, printed as a table."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from balance.playing import Result
    from balance.qualities import Effort, Estimate, Quality

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


def effort_of(games: int, playouts: int) -> "Effort":
    """The effort that the options ask for, or a `DesignerError`."""
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
