"""Points with intervals in rows, a panel for each player count: what forest plots are made of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from reports import style
from reports.figures.base import axis_ticks, distinct, heading, numbers, whiskers
from reports.figures.sheet import Paper, Sheet, shorten, symbol, text_width
from reports.numbers import fixed, plural

ROW = 0.185  # inches from one row to the next


@dataclass(frozen=True)
class Block:
    """Panels side by side, one per player count, over the same rows.

    `frame` has the columns `players`, `row`, `value`, `low`, `high`, and `mark` (what is drawn
    on the point: a digit, a verdict or nothing).
    """

    frame: pd.DataFrame
    rows: list[str]
    unit: str
    span: tuple[float, float]
    signed: bool = True  # values have a direction
    band: float = 0.0  # shaded from 0 (or its negative, if signed) to this value
    asides: Mapping[int, str] = field(default_factory=dict)  # beside a panel's player count

    @property
    def players(self) -> list[int]:
        """The player counts in order."""
        return [int(n) for n in distinct(self.frame["players"])]

    @property
    def pitch(self) -> float:
        """Inches from one line of panels to the next."""
        return len(self.rows) * ROW + 0.86 + (0.16 if self.asides else 0.0)


def columns_of(paper: Paper, block: Block, label: float) -> int:
    """Return how many panels of a block stand side by side."""
    least = 1.1 if paper.titled else 0.95
    most = max(1, int((paper.width - label) / least))
    lines = max(1, -(-len(block.players) // most))
    return max(1, -(-len(block.players) // lines))  # lines of about the same number of panels


def height_of(paper: Paper, block: Block, label: float) -> float:
    """Return the inches that a block takes."""
    return -(-len(block.players) // columns_of(paper, block, label)) * block.pitch


def label_room(paper: Paper, rows: Sequence[str]) -> float:
    """Return the inches that the names of rows take; longer names are cut."""
    widest = max((text_width(r, style.SMALL) for r in rows), default=0.0)
    return min(widest, paper.width * (0.3 if paper.titled else 0.36)) + 0.14


def draw_block(sheet: Sheet, block: Block, top: float, label: float) -> None:
    """Draw a block with its upper edge `top` inches down the body."""
    columns = columns_of(sheet.paper, block, label)
    pitch = (sheet.paper.width - label - 0.06) / columns
    width, height = pitch - 0.16, len(block.rows) * ROW
    if columns > 1:
        width = min(width, 3.2)
    labels = [shorten(r, label - 0.1, style.SMALL) for r in block.rows]
    for i, n in enumerate(block.players):
        at = top + (i // columns) * block.pitch + (0.46 if block.asides else 0.3)
        axes = sheet.axes(label + (i % columns) * pitch, at, width, height)
        heading(axes, plural(n, "player"), width + 0.1, block.asides.get(n, ""))
        _frame(axes, block, labels if i % columns == 0 else [], width)
        _dots(axes, block, block.frame[block.frame["players"] == n])


def _frame(axes: Axes, block: Block, labels: list[str], width: float) -> None:
    axes.set_xlim(*block.span)
    axes.set_ylim(len(block.rows) - 0.5, -0.5)
    axes.set_yticks(range(len(block.rows)), labels or [""] * len(block.rows))
    axes.tick_params(axis="y", length=0, labelcolor=style.INK)
    axes.spines["left"].set_visible(False)
    ticks = axis_ticks(*block.span, width, lambda v: _tick(v, block.signed))
    axes.set_xticks(ticks, [_tick(v, block.signed) for v in ticks])
    axes.set_xlabel(shorten(block.unit, width + 0.14, style.SMALL), fontsize=style.SMALL)
    if block.band:
        ends = (-block.band if block.signed else 0, block.band)
        axes.axvspan(*ends, color=style.BAND, lw=0)
    axes.hlines(range(len(block.rows)), *block.span, color=style.GRID, lw=0.8, zorder=0.5)
    axes.axvline(0, color=style.MUTED, lw=1.0)


def _tick(value: float, signed: bool) -> str:
    if abs(value) >= 1e5:
        return f"{value:.2g}".replace("-", "−")
    digits = (
        0 if abs(value) >= 10 or value == int(value) else 1 if abs(value * 10) % 1 < 1e-6 else 2
    )
    return fixed(value, digits, sign=signed)


def _dots(axes: Axes, block: Block, rows: pd.DataFrame) -> None:
    """Draw the rows of one panel, all points of one look at once."""
    place = {r: i for i, r in enumerate(block.rows)}
    rows = rows[np.isfinite(numbers(rows, "value"))]
    looks = pd.Series([_look(row) for row in rows.itertuples()], index=rows.index, dtype=object)
    for look in dict.fromkeys(looks):
        colour, face, size, mark = look
        some = rows[[other == look for other in looks]]
        x, y = numbers(some, "value"), [place[r] for r in some["row"]]
        bars = whiskers(x, numbers(some, "low"), numbers(some, "high"))
        axes.errorbar(x, y, xerr=bars, fmt="none", ecolor=colour, elinewidth=1.6)
        dots: dict[str, Any] = {"ls": "none", "clip_on": False}
        axes.plot(x, y, marker="o", ms=size, mfc=face, mec=colour, **dots)
        if mark:
            ink = style.PAPER if face == colour else colour
            axes.plot(x, y, marker=symbol(mark), ms=size * 0.56, color=ink, mew=0, **dots)


def _look(row: Any) -> tuple[str, str, float, str]:
    """Return colour, face, size and inner mark of a point.

    What is told apart from zero is filled, the rest is open; a verdict has its own colour.
    """
    if row.mark in style.SYMBOLS:
        colour = style.VERDICT_COLOURS[row.mark]
        return colour, colour, 10.0, style.SYMBOLS[row.mark]
    clear = row.clear if hasattr(row, "clear") else row.low > 0 or row.high < 0
    colour = style.BLUE if clear else style.GREY
    return colour, colour if clear else style.PAPER, 9.0 if row.mark else 5.5, row.mark


def span_of(frame: pd.DataFrame, least: float, signed: bool) -> tuple[float, float]:
    """Return the ends of an axis that shows all points with their bars, `least` at least."""
    ends = np.concatenate([numbers(frame, c) for c in ("value", "low", "high")])
    ends = ends[np.isfinite(ends)]
    high = max(float(ends.max(initial=0.0)), least)
    low = min(float(ends.min(initial=0.0)), -least) if signed else 0.0
    room = 0.07 * (high - low)
    return (low - room if signed else low - 0.5 * room, high + room)
