"""Maps of two parameters: fairness, length and unfinished share side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Colormap, Normalize, TwoSlopeNorm
from matplotlib.patches import Rectangle

from reports import style
from reports.figures.base import (
    Figure,
    axis_ticks,
    distinct,
    is_numeric,
    label_of,
    largest,
    name_of,
    responsive,
    ticks_apart,
)
from reports.figures.map_words import (
    alt_text,
    games_note,
    map_title,
    printed_note,
    verdicts_title,
)
from reports.figures.measures import FAIRNESS, MEASURES, Measure
from reports.figures.sheet import Key, Paper, Sheet, shorten, symbol, text_width
from reports.numbers import fixed, parameter

HEAD = 0.3  # above a panel, for its heading
BAR = 0.62  # below a panel's axis, for the colour bar with its label
TEXT_ROOM = 0.17  # a row of cells that is at least so high can hold text


@dataclass(frozen=True)
class Grid:
    """What the maps of one figure share: the axes, where cells are, what is printed."""

    x: str
    y: str
    xs: list[Any]
    ys: list[Any]
    x_labels: list[str]
    y_labels: list[str]
    printed: set[tuple[int, int]]  # (x, y) places to outline
    cell: tuple[float, float]  # inches
    tolerance: float

    def place(self, cells: pd.DataFrame, values: Sequence[Any] | np.ndarray) -> np.ndarray:
        """Return `values`, one for each row of `cells`, as an array of shape (ys, xs)."""
        placed = np.full((len(self.ys), len(self.xs)), None, dtype=object)
        for x, y, value in zip(cells[self.x], cells[self.y], values, strict=True):
            if x in self.xs and y in self.ys:
                placed[self.ys.index(y), self.xs.index(x)] = value
        return placed


@responsive
def parameter_map(
    paper: Paper,
    cells: pd.DataFrame,
    parameter: str,
    printed: Mapping[int, Any] | None = None,
    *,
    tolerance: float = 0.02,
    label: str | None = None,
    title: str | None = None,
    name: str = "parameter-map",
) -> Figure:
    """Draw a parameter against the player count, the printed value of each count outlined.

    `cells` has one row per player count and value of the column `parameter`; `printed` gives the
    value that each player count is printed with; `tolerance` (0 to 1) is marked on the colour bar.
    """
    printed = printed or {}
    outlined = {(n, value) for n, value in printed.items()}
    title = title or map_title(cells, parameter, printed, label or name_of(parameter))
    labels = ("Players", label or name_of(parameter))
    note = printed_note(cells, parameter, printed, labels[1])
    key = ("players", parameter)
    return _draw(paper, cells, key, labels, outlined, tolerance, title, note, name)


@responsive
def heatmap(
    paper: Paper,
    cells: pd.DataFrame,
    x: str,
    y: str,
    *,
    tolerance: float = 0.02,
    printed: tuple[Any, Any] | None = None,
    x_label: str | None = None,
    y_label: str | None = None,
    title: str | None = None,
    name: str = "heatmap",
) -> Figure:
    """Draw a sweep of two axes, numbers or names; several player counts one below the other.

    `printed` is the (x, y) value of the setup as printed, to be outlined.
    """
    labels = (x_label or name_of(x), y_label or name_of(y))
    title = title or verdicts_title(cells)
    outlined = {printed} if printed else set()
    return _draw(paper, cells, (x, y), labels, outlined, tolerance, title, "", name)


def _draw(
    paper: Paper,
    cells: pd.DataFrame,
    axes: tuple[str, str],
    labels: tuple[str, str],
    outlined: set[tuple[Any, Any]],
    tolerance: float,
    title: str,
    note: str,
    name: str,
) -> Figure:
    x, y = axes
    blocks = _blocks(cells, x, y)
    grid, columns, left = _grid(paper, cells, x, y, outlined, tolerance)
    width, height = len(grid.xs) * grid.cell[0], len(grid.ys) * grid.cell[1]
    rotated = _rotated(grid)
    foot = (max(text_width(t, style.SMALL) for t in grid.x_labels) if rotated else 0.14) + 0.3
    step = HEAD + height + foot + BAR
    lines = -(-len(MEASURES) // columns)
    upright = text_width(labels[1]) <= height + 0.15  # there is room for it along the axis
    extra = 0.26 if len(blocks) > 1 or not upright else 0.0
    body = len(blocks) * (lines * step + extra)
    note = " ".join(part for part in (games_note(cells), note) if part)
    sheet = Sheet(paper, body, title=title, key=_key(cells, grid), note=note)
    norms = [_norm(measure, cells, tolerance) for measure in MEASURES]
    pitch = (paper.width - left) / columns
    for b, (block_label, rows) in enumerate(blocks):
        top = b * (lines * step + extra)
        _block_heading(sheet, top, block_label, "" if upright else labels[1])
        for i, (measure, norm) in enumerate(zip(MEASURES, norms, strict=True)):
            at_x = left + (i % columns) * pitch
            at_y = top + extra + (i // columns) * step + HEAD
            panel = sheet.axes(at_x, at_y, width, height)
            first = i % columns == 0
            y_label = labels[1] if upright and first else ""
            _panel(panel, grid, rows, measure, norm)
            _ticks(panel, grid, (labels[0], y_label), rotated, named=first)
            bar = sheet.axes(at_x, at_y + height + foot + 0.06, width, 0.09)
            _bar(bar, measure, norm, width, tolerance)
    return Figure(name, title, alt_text(cells, x, y, labels), sheet.figure, cells, sheet.head)


def _blocks(cells: pd.DataFrame, x: str, y: str) -> list[tuple[str, pd.DataFrame]]:
    if "players" in (x, y) or cells["players"].nunique() < 2:
        return [("", cells)]
    counts = distinct(cells["players"])
    return [(label_of(n, "players"), cells[cells["players"] == n]) for n in counts]


def _block_heading(sheet: Sheet, top: float, label: str, y_label: str) -> None:
    """Write what a block of panels shows, and the y axis's name where it found no room there."""
    if label:
        sheet.text(0.02, top + 0.04, label, va="top", weight="bold", size=style.HEADING)
    if y_label:
        left = text_width(label, style.HEADING, "bold") + 0.2 if label else 0.02
        y_label = shorten(y_label, sheet.paper.width - left - 0.1)
        sheet.text(left, top + 0.05, y_label, va="top", color=style.MUTED, size=style.TEXT)


def _grid(
    paper: Paper,
    cells: pd.DataFrame,
    x: str,
    y: str,
    outlined: set[tuple[Any, Any]],
    tolerance: float,
) -> tuple[Grid, int, float]:
    """Return the grid, how many panels stand side by side, and the room left of a panel."""
    xs, ys = distinct(cells[x]), distinct(cells[y])
    x_labels = [_tick(v, x, paper.width * 0.16) for v in xs]
    y_labels = [_tick(v, y, paper.width * 0.22) for v in ys]
    left = 0.3 + max((text_width(t, style.SMALL) for t in y_labels), default=0.1) + 0.1
    columns, gap = len(MEASURES), 0.2 if paper.titled else 0.12
    width = (paper.width - left) / columns - gap
    if width / max(1, len(xs)) < (0.2 if paper.titled else 0.13):
        columns, width = 1, paper.width - left - gap
    cell_width = min(width / max(1, len(xs)), 1.3 if len(xs) == 1 else 0.9)
    row = 0.19 if len(ys) <= 30 else 0.16 if len(ys) <= 45 else max(0.05, 7.0 / len(ys))
    row = 0.3 if len(ys) <= 8 else row
    printed = {(xs.index(a), ys.index(b)) for a, b in outlined if a in xs and b in ys}
    shape = (cell_width, row)
    return Grid(x, y, xs, ys, x_labels, y_labels, printed, shape, tolerance), columns, left


def _tick(value: Any, column: str, width: float) -> str:
    text = parameter(value) if column == "players" else label_of(value, column)
    return shorten(text, width, style.SMALL)


def _rotated(grid: Grid) -> bool:
    """Say whether the names below a panel must stand upright. Numbers are thinned instead."""
    return not is_numeric(grid.xs) and ticks_apart(grid.x_labels, grid.cell[0]) > 1


def _norm(measure: Measure, cells: pd.DataFrame, tolerance: float) -> Normalize:
    values = measure.values(cells)
    if measure.signed:  # what is just tolerable is in the middle, where the colours change
        centre = max(100 * tolerance, 1e-6)
        return TwoSlopeNorm(centre, 0, max(largest(values), 2 * centre))
    finite = values[np.isfinite(values)]
    if measure.columns[0].endswith("share") or not finite.size:
        return Normalize(0, max(largest(values), 1.0))
    low, high = float(finite.min()), float(finite.max())
    room = max((high - low) * 0.02, abs(high) * 0.01, 1e-9)
    return Normalize(low - room, high + room)


def _panel(
    axes: Axes,
    grid: Grid,
    cells: pd.DataFrame,
    measure: Measure,
    norm: Normalize,
) -> None:
    colours = style.ramp(measure.ramp)
    shown = grid.place(cells, measure.values(cells)).astype(float)
    size = np.abs(shown) if measure.signed else shown
    masked = np.ma.masked_invalid(size)
    edge = 0.8 if min(grid.cell) > 0.1 else 0.0
    axes.set_facecolor(style.GRID)
    axes.pcolormesh(masked, cmap=colours, norm=norm, edgecolors=style.PAPER, linewidth=edge)
    for spine in axes.spines.values():
        spine.set_visible(False)
    heading_text = shorten(
        measure.heading, grid.cell[0] * len(grid.xs) + 0.1, style.HEADING, "bold"
    )
    axes.set_title(heading_text, pad=6)
    verdicts = grid.place(cells, list(cells["verdict"])) if measure is FAIRNESS else None
    _fill(axes, grid, shown, verdicts, measure, lambda v: colours(norm(abs(v))))
    for i, j in sorted(grid.printed):
        for colour, width in ((style.LIGHT, 3.6), (style.DARK, 1.8)):  # seen on pale and on dark
            frame: dict[str, Any] = {
                "fill": False,
                "ec": colour,
                "lw": width,
                "clip_on": False,
                "zorder": 5,
            }
            axes.add_patch(Rectangle((i, j), 1, 1, joinstyle="miter", **frame))


def _ticks(axes: Axes, grid: Grid, labels: tuple[str, str], rotated: bool, named: bool) -> None:
    every_x = 1 if rotated else ticks_apart(grid.x_labels, grid.cell[0])
    every_y = max(1, int(np.ceil(0.145 / grid.cell[1])))
    at_x = range(0, len(grid.xs), every_x)
    at_y = range(0, len(grid.ys), every_y)
    upright: dict[str, Any] = {
        "rotation": 90,
        "rotation_mode": "anchor",
        "ha": "right",
        "va": "center",
    }
    names = [grid.x_labels[i] for i in at_x]
    axes.set_xticks([i + 0.5 for i in at_x], names, **(upright if rotated else {}))
    axes.set_yticks([j + 0.5 for j in at_y], [grid.y_labels[j] for j in at_y])
    axes.tick_params(length=0, pad=3)
    axes.set_xlabel(labels[0].lower() if labels[0] == "Players" else labels[0], labelpad=2)
    if labels[1]:
        axes.set_ylabel(labels[1], labelpad=4)
    if not named:
        axes.set_yticklabels([])
    if not is_numeric(grid.ys):
        axes.invert_yaxis()  # names read from the top


def _fill(
    axes: Axes,
    grid: Grid,
    shown: np.ndarray,
    verdicts: np.ndarray | None,
    measure: Measure,
    colour: Any,
) -> None:
    """Write the verdict's symbol and the value into the cells, as far as there is room."""
    width, height = grid.cell
    texts = [measure.cell(v) for v in shown.ravel() if np.isfinite(v)]
    size = style.SMALL if height >= 0.18 else style.SMALL - 0.8
    widest = max((text_width(t, size) for t in texts), default=0.0)
    marks = 0.18 if verdicts is not None else 0.0
    numbered = height >= TEXT_ROOM - 0.02 and widest + marks + 0.08 <= width
    rows, columns = np.nonzero(np.isfinite(shown))
    inks = [style.text_on(colour(float(shown[at]))) for at in zip(rows, columns, strict=True)]
    centres = columns + 0.5
    if verdicts is not None and min(width, height) >= 0.09:
        left = centres - (widest / 2 + 0.02) / width if numbered else centres
        calls = [str(call) for call in verdicts[rows, columns]]
        _symbols(axes, left, rows + 0.5, calls, inks, min(7.5, 52 * min(height, width)))
        centres = centres + (widest / 2 + marks / 2 + 0.02) / width
    if not numbered:
        return
    put: dict[str, Any] = {"va": "center_baseline", "fontsize": size}
    put["ha"] = "right" if verdicts is not None else "center"
    for x, y, value, ink in zip(centres, rows + 0.5, shown[rows, columns], inks, strict=True):
        axes.text(x, y, measure.cell(float(value)), color=ink, **put)


def _symbols(
    axes: Axes, x: np.ndarray, y: np.ndarray, calls: list[str], inks: list[str], size: float
) -> None:
    """Mark each cell with its verdict, all cells of one look at once."""
    looks = pd.DataFrame({"call": calls, "ink": inks, "x": x, "y": y})
    for (call, ink), cells in looks.groupby(["call", "ink"]):
        if call in style.SYMBOLS:
            mark = symbol(style.SYMBOLS[call])
            at = cells["x"].to_numpy(), cells["y"].to_numpy()
            axes.plot(*at, ls="none", marker=mark, ms=size, mew=0, color=ink, zorder=4)


def _bar(axes: Axes, measure: Measure, norm: Normalize, width: float, tolerance: float) -> None:
    colours: Colormap = style.ramp(measure.ramp)
    low, high = float(norm.vmin or 0), float(norm.vmax or 1)
    steps = np.linspace(low, high, 65)
    middles = [(steps[:-1] + steps[1:]) / 2]
    look: dict[str, Any] = {
        "edgecolors": "face",
        "linewidth": 0.5,
    }  # no light seams between the steps
    axes.pcolormesh(steps, [0, 1], middles, cmap=colours, norm=norm, **look)
    for spine in axes.spines.values():
        spine.set_visible(False)
    axes.set_yticks([])
    axes.set_xlim(low, high)
    _bar_ticks(axes, measure, width)
    if measure.signed:
        axes.axvline(100 * tolerance, ymin=-0.35, ymax=1.35, color=style.INK, lw=1.4, clip_on=False)
        axes.axvline(100 * tolerance, color=style.DARK, lw=1.4)
    axes.set_xlabel(
        shorten(measure.unit, width + 0.15, style.SMALL), fontsize=style.SMALL, labelpad=1
    )


def _bar_ticks(axes: Axes, measure: Measure, width: float) -> None:
    """Number a colour bar; what would stand out at an end is moved in, or left out."""

    def show(value: float) -> str:
        return measure.cell(value).lstrip("+").removesuffix(".0")

    low, high = axes.get_xlim()
    ticks = axis_ticks(low, high, width, show)
    places: list[tuple[float, str, float, float]] = []  # value, side, left and right in inches
    for value in [ticks[0], *ticks[:0:-1]]:  # the ends come first
        at, half = (value - low) / (high - low) * width, text_width(show(value), style.SMALL) / 2
        side = "left" if at - half < -0.06 else "right" if at + half > width + 0.06 else "center"
        left = {"left": at, "right": at - 2 * half, "center": at - half}[side]
        if all(left > b + 0.05 or left + 2 * half < a - 0.05 for _, _, a, b in places):
            places.append((value, side, left, left + 2 * half))
    axes.set_xticks([p[0] for p in places], [show(p[0]) for p in places])
    for label, (_, side, _, _) in zip(axes.get_xticklabels(), places, strict=True):
        label.set(horizontalalignment=side)
    axes.tick_params(axis="x", length=2, pad=2)


def _key(cells: pd.DataFrame, grid: Grid) -> list[Key]:
    found = [v for v in style.SYMBOLS if (cells["verdict"] == v).any()]
    marks = [Key(style.VERDICT_WORDS[v], symbol(style.SYMBOLS[v]), style.INK) for v in found]
    if grid.printed:
        marks.append(Key("as printed", "frame", style.INK))
    tolerance = fixed(100 * grid.tolerance, 1).removesuffix(".0")
    marks.append(Key(f"tolerance, ±{tolerance} points", "bar", style.INK))
    return marks
