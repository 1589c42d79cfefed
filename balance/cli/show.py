"""What commands print: tables and remarks on the terminal, JSON and files for programs."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sims.core.errors import UNSEEN, DesignerError, printable

if TYPE_CHECKING:
    import pandas as pd

    from balance.planning import Planned

SIGN = {"FAIR": "✓", "UNFAIR": "✗", "INCONCLUSIVE": "?"}
COLOUR = {"FAIR": "green", "UNFAIR": "red", "INCONCLUSIVE": "yellow"}


def percent(share: float, digits: int = 1) -> str:
    """A share as per cent."""
    return f"{share * 100:.{digits}f} %"


def span(low: float, high: float, digits: int = 1) -> str:
    """An interval of shares as per cent."""
    return f"{low * 100:.{digits}f} to {high * 100:.{digits}f}"


def print_json(value: Any) -> None:
    """One JSON value on standard output."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    sys.stdout.write(UNSEEN.sub(lambda found: json.dumps(found[0])[1:-1], text) + "\n")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on the terminal; the first column to the left, the others to the right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False)
    drawn = Table(box=None, pad_edge=False)
    for i, column in enumerate(columns):
        drawn.add_column(
            Text(printable(column)), justify="left" if i == 0 else "right", overflow="fold"
        )
    for row in rows:
        drawn.add_row(*(Text(printable(cell)) for cell in row))
    say(title, "bold")
    console.print(drawn)
    console.print()


def say(text: str, style: str = "") -> None:
    """A line on the terminal; names from files are printed as they are."""
    from rich.console import Console
    from rich.text import Text

    Console(highlight=False, soft_wrap=True).print(Text(printable(text), style=style))


def note(text: str, quiet: bool) -> None:
    """A remark on standard error, unless quiet."""
    if not quiet:
        sys.stderr.write(printable(text) + "\n")


@contextmanager
def progress(total: int, what: str, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A progress bar with games/s and time left on a terminal, nothing when piped or quiet."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"),
        TextColumn("{task.fields[rate]}"), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(what, total=total, rate="")

        def advance(games: int) -> None:
            bar.update(task, advance=games)
            speed = bar.tasks[0].speed
            if speed:
                bar.update(task, rate=f"{speed:,.0f} games/s")

        yield advance


def and_get_ready(
    advance: Callable[[int], None] | None,
) -> Callable[[int], None]:
    """`advance`, that at the first games also imports what judging all of them will need.

    The threads play on meanwhile; without it, Ctrl-C would be followed by those imports.
    """
    waiting = ["balance.summary"]

    def both(games: int) -> None:
        if waiting:
            import_module(waiting.pop())
            from balance.stats import verdict

            verdict([50, 50], 0, 0, 0.02)  # the statistics import their libraries when called
        if advance is not None:
            advance(games)

    return both


def announce_compiling(planned: Sequence["Planned"], quiet: bool) -> None:
    """Say that the kernel is compiled, if this is the first run of this version."""
    from sims.core.jit import is_cached

    for name in {p.cell.game for p in planned}:
        if not is_cached(f"{name}.play_chunk"):
            note(f"Compiling the kernel of {name}: once, half a minute ...", quiet)


def write_frame(frame: "pd.DataFrame", csv: Path | None, parquet: Path | None) -> None:
    """Write a frame to the files that were asked for, whole or not at all."""
    from balance.files import safe_cells
    from sims.core.files import replace_file

    if csv is not None:
        replace_file(csv, safe_cells(frame).to_csv(index=False).encode())
    if parquet is not None:
        replace_file(parquet, frame.to_parquet(index=False))


def assumptions(planned: Sequence["Planned"]) -> list[str]:
    """Everything that was assumed for some cell, each once."""
    return list(dict.fromkeys(text for p in planned for text in p.cell.assumptions))


def say_assumptions(texts: Sequence[str]) -> None:
    """The assumptions, marked as such."""
    for text in texts:
        say(f"ASSUMPTION  {text}", "dim")


def in_folder(path: Path, what: str) -> None:
    """Refuse a file whose folder does not exist, before anything is played."""
    if not path.parent.is_dir():
        raise DesignerError(f"{what} {path}: there is no folder {path.parent}")
