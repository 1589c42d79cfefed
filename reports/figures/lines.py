"""How fairness, length and unfinished share change along one parameter."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from reports import style
from reports.figures.base import (
    Figure,
    distinct,
    is_numeric,
    label_of,
    largest,
    name_of,
    responsive,
    ticks_apart,
    whiskers,
)
from reports.figures.measures import FAIRNESS, MEASURES, UNFINISHED, Measure
from reports.figures.sheet import Key, Paper, Sheet, shorten, spread, text_width
from reports.numbers import fixed, listed, plural, short

PANEL, GAP = 1.5, 0.5  # inches: a panel's height, and what is between two


@responsive
def line_plot(
    paper: Paper,
    cells: pd.DataFrame,
    x: str,
    *,
    tolerance: float = 0.02,
    x_label: str | None = None,
    printed: Mapping[int, Any] | None = None,
    title: str | None = None,
    name: str = "line-plot",
) -> Figure:
    """Draw the measures of a sweep of one axis, one line per player count.

    Numbers are joined by lines with bands as intervals, names stand as points with bars. `printed`
    gives the value that each player count is printed with; it is ringed. Where every game was
    finished, nothing is drawn of unfinished ones.
    """
    values, counts = distinct(cells[x]), [int(n) for n in distinct(cells["players"])]
    numeric = is_numeric(values)
    labels = [shorten(label_of(v, x), paper.width * 0.35, style.SMALL) for v in values]
    names = [plural(n, "player") for n in counts]
    left, right = 0.72, max(text_width(t, style.SMALL) for t in names) + 0.2
    width = paper.width - left - right
    rotated = not numeric and ticks_apart(labels, width / len(values)) > 1
    foot = max(text_width(t, style.SMALL) for t in labels) if rotated else 0.14
    shown = [m for m in MEASURES if m is not UNFINISHED or largest(m.values(cells)) > 0]
    note = "" if UNFINISHED in shown else "Every game was finished."
    printed = printed or {}
    body = len(shown) * (PANEL + GAP) + foot + 0.25
    title = title or _title(cells, x, values, x_label or name_of(x))
    key = _key(counts, tolerance, is_marked=any(v in values for v in printed.values()))
    sheet = Sheet(paper, body, title=title, key=key, note=note)
    for i, measure in enumerate(shown):
        axes = sheet.axes(left, i * (PANEL + GAP) + 0.32, width, PANEL)
        _panel(axes, cells, x, values, measure, tolerance, names, printed)
        _x_axis(axes, values, labels, width, rotated, last=measure is shown[-1])
        axes.set_title(measure.heading, pad=6)
        axes.set_ylabel(measure.unit)
    axes.set_xlabel(shorten(x_label or name_of(x), width))
    return Figure(name, title, _alt(cells, x, values), sheet.figure, cells, sheet.head)


def _panel(
    axes: Axes,
    cells: pd.DataFrame,
    x: str,
    values: list[Any],
    measure: Measure,
    tolerance: float,
    names: list[str],
    printed: Mapping[int, Any],
) -> None:
    numeric = is_numeric(values)
    counts = distinct(cells["players"])
    all_values = np.concatenate(measure.intervals(cells))
    top = largest(all_values)
    if measure is FAIRNESS:
        top = max(top, 140 * tolerance)
        axes.axhspan(0, 100 * tolerance, color=style.BAND, lw=0)
    elif measure is UNFINISHED:
        top = max(top, 0.5)
    axes.set_ylim(0, top * 1.08 if top > 0 else 1)
    axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
    axes.yaxis.set_major_formatter(lambda v, _: _tick(v))
    axes.grid(axis="y")
    ends = []
    for k, n in enumerate(counts):
        rows = cells[cells["players"] == n]
        place = {v: float(v) if numeric else float(i) for i, v in enumerate(values)}
        at = np.array([place[v] for v in rows[x]])
        if not numeric:
            at = at + (k - (len(counts) - 1) / 2) * 0.6 / max(len(counts), 2)
        order = np.argsort(at, kind="stable")
        estimate = [part[order] for part in measure.intervals(rows)]
        _series(axes, at[order], estimate, k, joined=numeric and len(rows) > 1)
        own = (rows[x] == printed.get(n)).to_numpy()
        look: dict[str, Any] = {"ms": 10, "mfc": "none", "mec": style.INK, "mew": 1.2}
        ring = measure.intervals(rows)[0][own]
        axes.plot(at[own], ring, "o", clip_on=False, zorder=5, **look)
        finite = np.flatnonzero(np.isfinite(estimate[0]))
        ends.append(estimate[0][finite[-1]] if finite.size else np.nan)
    if numeric and len(counts) > 1:
        _end_labels(axes, ends, names)


def _tick(value: float) -> str:
    return fixed(value, 1).removesuffix(".0") if 1 <= abs(value) < 1e4 else _small(value)


def _small(value: float) -> str:
    return short(value) if abs(value) >= 1e4 else f"{value:.3g}"


def _series(axes: Axes, at: np.ndarray, estimate: list[np.ndarray], k: int, joined: bool) -> None:
    value, low, high = estimate
    colour, mark = style.SERIES[k % len(style.SERIES)]
    if joined:
        axes.fill_between(at, low, high, color=colour, alpha=0.12, lw=0)
        every = max(1, len(at) // 12)
        look: dict[str, Any] = {"ms": 4.5, "lw": 1.5, "markevery": every, "clip_on": False}
        axes.plot(at, value, color=colour, marker=mark, **look)
        return
    bars = whiskers(value, low, high)
    axes.errorbar(at, value, yerr=bars, fmt=mark, color=colour, ms=5, elinewidth=1.4)


def _end_labels(axes: Axes, ends: list[float], names: list[str]) -> None:
    """Name each line at its right end, apart from one another."""
    low, high = axes.get_ylim()
    gap = style.SMALL * 1.25 / 72 / PANEL * (high - low)
    shown = [i for i, end in enumerate(ends) if np.isfinite(end)]
    places = spread([ends[i] for i in shown], gap, low + gap / 2, high)
    for i, y in zip(shown, places, strict=True):
        axes.annotate(
            names[i],
            (1, y),
            (8, 0),
            xycoords=("axes fraction", "data"),
            textcoords="offset points",
            va="center",
            fontsize=style.SMALL,
            color=style.MUTED,
            annotation_clip=False,
        )


def _x_axis(
    axes: Axes, values: list[Any], labels: list[str], width: float, rotated: bool, last: bool
) -> None:
    if is_numeric(values):
        low, high = float(values[0]), float(values[-1])
        room = (high - low) * 0.01 or max(abs(low) * 0.1, 0.5)
        axes.set_xlim(low - room, high + room)
        ticks = max(2, min(8, int(width / 0.6)))
        axes.xaxis.set_major_locator(MaxNLocator(ticks, steps=[1, 2, 5, 10]))
        if len(values) <= ticks:
            axes.set_xticks([float(v) for v in values], labels)
        else:
            axes.xaxis.set_major_formatter(lambda v, _: _tick(v))
    else:
        axes.set_xlim(-0.5, len(values) - 0.5)
        upright: dict[str, Any] = {
            "rotation": 90,
            "rotation_mode": "anchor",
            "ha": "right",
            "va": "center",
        }
        axes.set_xticks(range(len(values)), labels, **(upright if rotated else {}))
        axes.tick_params(axis="x", length=0)
    if not last:
        axes.tick_params(axis="x", labelbottom=False)


def _key(counts: list[int], tolerance: float, is_marked: bool) -> list[Key]:
    key = [Key("as printed", "o", style.INK, filled=False)] if is_marked else []
    for k, n in enumerate(counts):
        colour, mark = style.SERIES[k % len(style.SERIES)]
        key.append(Key(plural(n, "player"), mark, colour))
    text = fixed(100 * tolerance, 1).removesuffix(".0")
    return [*key, Key(f"within the tolerance, ±{text} points", "band", style.BAND)]


def _title(cells: pd.DataFrame, x: str, values: list[Any], label: str) -> str:
    """Say at which values every player count is fair; a value may be tried at some of them only."""
    label = label.partition(" (")[0]  # without its unit
    counts = cells["players"].nunique()
    tried = [(value, cells[cells[x] == value]) for value in values]
    fair = [
        value
        for value, rows in tried
        if (rows["verdict"] == "FAIR").all() and rows["players"].nunique() == counts
    ]
    whom = "every player count" if counts > 1 else "the game"
    if not fair:
        return f"{label}: no value tried is shown to make {whom} fair"
    if len(fair) == len(values):
        return f"{label}: every value tried makes {whom} fair"
    if len(fair) > 2:
        return f"{label}: {len(fair)} of {len(values)} values tried make {whom} fair"
    verb = "makes" if len(fair) == 1 else "make"
    return f"{label} {listed([label_of(v, x) for v in fair])} {verb} {whom} fair"


def _alt(cells: pd.DataFrame, x: str, values: list[Any]) -> str:
    told = []
    for n in distinct(cells["players"]):
        rows = cells[cells["players"] == n]
        size = np.abs(FAIRNESS.values(rows))
        if not np.isfinite(size).any():
            continue
        best, worst = (rows.iloc[int(f(size))][x] for f in (np.nanargmin, np.nanargmax))
        told.append(
            f"{plural(int(n), 'player')}: closest to fair at {label_of(best, x)}, "
            f"{fixed(float(np.nanmin(size)), 1)} points; farthest at {label_of(worst, x)}, "
            f"{fixed(float(np.nanmax(size)), 1)} points"
        )
    span = f"{label_of(values[0], x)} to {label_of(values[-1], x)}" if values else "nothing"
    return (
        f"Distance of the worst seat from fair, mean length and share of unfinished games against "
        f"{name_of(x).lower()} from {span}, with intervals. {'; '.join(told)}."
    )
