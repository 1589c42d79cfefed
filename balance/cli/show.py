"""What commands print: tables and remarks on the terminal, JSON and files for programs."""

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sims.core.errors import UNSEEN, DesignerError, printable

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

    from balance.planning import Planned
    from reports.figures import Figure

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
    sys.stdout.write(UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + "\n")


def table(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """A table on the terminal; the first column to the left, the others to the right.

    Where the terminal is too narrow for it, intervals go below what they are of, so that none is
    broken in the middle.
    """
    console = _console()
    cells = [[printable(cell) for cell in row] for row in rows]
    drawn = _drawn(columns, cells)
    if console.measure(drawn, options=console.options.update(width=WIDEST)).maximum > console.width:
        stacked = [[row[0], *(BESIDE.sub(r"\1\3\n\2", cell) for cell in row[1:])] for row in cells]
        drawn = _drawn(columns, stacked)
    say(title, "bold")
    console.print(drawn)
    console.print()


BESIDE = re.compile(r"(.+?) \((.+ to .+|[^()]* differs?)\)(.*)")
"""An estimate, its interval (or that few games differ), and what is said behind it."""

WIDEST = 1000
"""Characters that any table has room in; how wide one is by itself is measured there."""


def _drawn(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> "Table":
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=None, pad_edge=False)
    for i, column in enumerate(columns):
        drawn.add_column(
            Text(printable(column)), justify="left" if i == 0 else "right", overflow="fold"
        )
    for row in rows:
        drawn.add_row(*map(Text, row))
    return drawn


def say(text: str, style: str = "") -> None:
    """A line on the terminal; names from files are printed as they are."""
    from rich.text import Text

    _console(soft_wrap=True).print(Text(printable(text), style=style))


def width() -> int:
    """How wide the terminal is."""
    return _console().width


def drawn_lines(what: Any, wide: int) -> list[str]:
    """Something of rich's, such as a table, as plain lines."""
    from rich.console import Console

    console = Console(file=StringIO(), width=wide, color_system=None, force_terminal=False)
    with console.capture() as captured:
        console.print(what)
    return [line.rstrip() for line in captured.get().splitlines()]


def _console(**options: Any) -> "Console":
    """A terminal that lets a broken pipe be; rich would end the program as if it had failed."""
    from rich.console import Console

    class Ours(Console):
        def on_broken_pipe(self) -> None:
            raise

    return Ours(highlight=False, **options)


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


def announce_compiling(
    planned: Sequence["Planned"], quiet: bool, function: str = "play_chunk"
) -> None:
    """Say that a function of the kernel is compiled, if this is the first run of this version."""
    from sims.core.jit import is_cached

    for name in {p.cell.game for p in planned}:
        if not is_cached(f"{name}.{function}"):
            note(f"Compiling the kernel of {name}: once, half a minute ...", quiet)


def records(frame: "pd.DataFrame") -> list[dict[str, Any]]:
    """The rows of a frame as JSON-able values, every digit of them."""
    from reports.tables import records as rows_of

    return rows_of(frame)


def assumptions(planned: Sequence["Planned"]) -> list[str]:
    """Everything that was assumed for some cell, each once."""
    return list(dict.fromkeys(text for p in planned for text in p.cell.assumptions))


def say_assumptions(texts: Sequence[str]) -> None:
    """The assumptions, marked as such."""
    for text in texts:
        say(f"ASSUMPTION  {text}", "dim")


def check_files(files: Mapping[str, Path | None]) -> None:
    """Refuse files, by option, that cannot be written or drawn, before anything is played."""
    seen: dict[Path, str] = {}
    for option, path in files.items():
        if path is None:
            continue
        if not path.parent.is_dir():
            raise DesignerError(f"{option} {path}: there is no folder {path.parent}")
        if path.is_dir():
            raise DesignerError(f"{option} {path}: cannot be written (it is a folder)")
        if not path.exists() and not os.access(path.parent, os.W_OK):
            raise DesignerError(f"{option} {path}: the folder {path.parent} cannot be written to")
        if option.endswith("figure"):
            from balance.drawing import check_format

            check_format(path.suffix, option)
        if path in seen:
            raise DesignerError(f"{option} {path}: {seen[path]} writes into the same file")
        seen[path] = option


class Files:
    """Files to write when all has been played. One that fails must not keep the others, or what is
    printed, from the user: `complain` raises the first error when everything else is done.
    """

    def __init__(self) -> None:
        """Nothing has failed yet."""
        self._problem: DesignerError | None = None

    def write(self, path: Path | None, content: Callable[[], bytes]) -> None:
        """Write a file that was asked for, whole or not at all."""
        from sims.core.files import replace_file

        if path is not None:
            try:
                replace_file(path, content())
            except DesignerError as problem:
                self._problem = self._problem or problem

    def write_csv(self, path: Path | None, frame: "pd.DataFrame") -> None:
        """Write a frame as CSV that is harmless in a spreadsheet."""
        from balance.files import safe_cells

        self.write(path, lambda: safe_cells(frame).to_csv(index=False).encode())

    def write_frame(self, frame: "pd.DataFrame", csv: Path | None, parquet: Path | None) -> None:
        """Write a frame as CSV and as Parquet, as far as either was asked for."""
        self.write_csv(csv, frame)
        self.write(parquet, lambda: frame.to_parquet(index=False))

    def draw(self, path: Path | None, figure: "Callable[[], Figure]") -> None:
        """Draw a figure that was asked for, in the format of its file's ending."""
        if path is not None:
            from balance.drawing import drawn

            ending = path.suffix
            self.write(path, lambda: drawn(figure(), ending))

    def complain(self) -> None:
        """Raise what went wrong."""
        if self._problem is not None:
            raise self._problem
