"""What a figure function returns, and what the figure functions share."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure as MplFigure

from reports import style
from reports.figures.sheet import NARROW, WIDE, Paper, shorten, text_width
from reports.numbers import first_upper, parameter, plural, words

P = ParamSpec("P")


@dataclass(frozen=True)
class Figure:
    """A drawn figure with what belongs to it.

    `title` says the finding, `alt` describes the figure to who does not see it, `frame` holds the
    numbers that it shows. `narrow` is the same figure for a phone. The top `head` inches of
    `figure` hold its title.
    """

    name: str
    title: str
    alt: str
    figure: MplFigure
    frame: pd.DataFrame
    head: float = 0.0
    narrow: MplFigure | None = None


def responsive(
    draw: Callable[Concatenate[Paper, P], Figure],
) -> Callable[P, Figure]:
    """Let a figure function, which takes the paper first, draw for the page and for a phone."""

    @wraps(draw)
    def both(*args: P.args, **kwargs: P.kwargs) -> Figure:
        with style.theme():
            wide = draw(WIDE, *args, **kwargs)
            return replace(wide, narrow=draw(NARROW, *args, **kwargs).figure)

    return both


def distinct(values: pd.Series) -> list[Any]:
    """Return the distinct values: numbers in order, anything else as it comes."""
    found = list(dict.fromkeys(values.dropna().tolist()))
    numeric = all(isinstance(v, (int, float, np.number)) for v in found)
    return sorted(found) if numeric else found


def is_numeric(values: list[Any]) -> bool:
    """Say whether all values are numbers (truth values are not)."""
    return all(isinstance(v, (int, float, np.number)) and not isinstance(v, bool) for v in values)


def label_of(value: Any, column: str) -> str:
    """Return how a value of `column` is written in a figure."""
    if column == "players":
        return plural(int(value), "player")
    return parameter(value) if str(value).strip() else "(no name)"


def name_of(column: str) -> str:
    """Return a column's name as an axis label."""
    return first_upper(words(column))


def numbers(frame: pd.DataFrame, column: str) -> np.ndarray:
    """Return a column as floats, NaN where it is missing or the frame has no such column."""
    if column not in frame:
        return np.full(len(frame), np.nan)
    return pd.to_numeric(frame[column], errors="coerce").to_numpy(dtype=float, na_value=np.nan)


def largest(values: np.ndarray) -> float:
    """Return the largest absolute finite value, 0 if there is none."""
    finite = values[np.isfinite(values)]
    return float(np.abs(finite).max()) if finite.size else 0.0


def unsigned(
    value: np.ndarray, low: np.ndarray, high: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return size and interval of a deviation without its sign, that of the worst seat."""
    down = value < 0
    ends = np.where(down, -high, low), np.where(down, -low, high)
    return np.abs(value), np.maximum(ends[0], 0), ends[1]


def whiskers(value: np.ndarray, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the lengths of error bars below and above; a missing or endless one is not drawn."""
    ends = (np.maximum(value - low, 0), np.maximum(high - value, 0))
    below, above = (np.nan_to_num(end, nan=0.0, posinf=0.0) for end in ends)
    return below, above


def heading(axes: Axes, text: str, width: float, aside: str = "") -> None:
    """Write the heading of one panel of `width` inches, with an aside in a lighter tone."""
    text = shorten(text, width, style.HEADING, "bold")
    top = 5 + (style.SMALL * 1.35 if aside else 0)
    put: dict[str, Any] = {
        "xycoords": "axes fraction",
        "textcoords": "offset points",
        "va": "baseline",
    }
    axes.annotate(
        text, (0, 1), (0, top), fontsize=style.HEADING, fontweight="bold", color=style.INK, **put
    )
    if aside:
        aside = shorten(aside, width, style.SMALL)
        axes.annotate(aside, (0, 1), (0, 5), fontsize=style.SMALL, color=style.MUTED, **put)


def axis_ticks(low: float, high: float, width: float, show: Callable[[float], str]) -> list[float]:
    """Return the finest round ticks from `low` to `high`, whose labels fit in `width` inches."""
    size = high - low
    if not np.isfinite(size) or size <= 0:
        return [0.0]
    power = 10.0 ** np.floor(np.log10(size / 8))
    for step in (m * power for m in (1, 2, 5, 10, 20, 50, 100)):
        first, last = int(np.ceil(low / step)), int(np.floor(high / step))
        ticks = [float(f"{k * step:.12g}") for k in range(first, last + 1)]
        if len(ticks) <= 6 and ticks_apart([show(t) for t in ticks], step / size * width) == 1:
            return ticks
    return [0.0]


def ticks_apart(labels: list[str], step: float, size: float = style.SMALL) -> int:
    """Return every how many of the labels, `step` inches apart, there is room for."""
    widest = max((text_width(label, size) for label in labels), default=0.0)
    return max(1, int(np.ceil((widest + 0.06) / step))) if step > 0 else 1
