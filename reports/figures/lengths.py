"""How long games last."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from reports import style
from reports.figures.base import Figure, distinct, numbers, responsive
from reports.figures.sheet import Key, Paper, Sheet, text_width
from reports.numbers import count, fixed, percent, plural

HEADROOM = 1.24  # for the median's number above the highest bar
ROW, GAP = 0.68, 0.14  # inches: a histogram's height, and what is between two
TAIL = 0.998  # the axis ends where this share of the games that end has ended


def median_of(turns: np.ndarray, games: np.ndarray) -> float:
    """Return the median of a histogram: the least length that half the games reach."""
    if not games.sum():
        return float("nan")
    order = np.argsort(turns)
    reached = np.cumsum(games[order]) >= games.sum() / 2
    return float(turns[order][int(np.argmax(reached))])


@responsive
def lengths(
    paper: Paper,
    lengths: pd.DataFrame,
    *,
    cap: int | None = None,
    title: str | None = None,
    name: str = "lengths",
) -> Figure:
    """Draw the distribution of game lengths, one histogram per player count over a shared axis.

    `cap` is the turn at which unfinished games were stopped; the games that reached it are told
    apart. The few games longer than the axis are stated at its end.
    """
    counts = [int(n) for n in distinct(lengths["players"])]
    edges = _edges(lengths, cap)
    shares = {n: _shares(lengths[lengths["players"] == n], edges, cap) for n in counts}
    beyond = {n: _beyond(lengths[lengths["players"] == n], edges, cap) for n in counts}
    top = max((s.max() for s in shares.values()), default=0.0) or 1.0
    left = max((text_width(plural(n, "player"), style.TEXT) for n in counts), default=0.5) + 0.5
    ends = [text_width(t, style.SMALL) for note in beyond.values() for t in note]
    right = max(ends, default=0.0) + 0.2
    title = title or _title(lengths, cap)
    bin_width = int(edges[1] - edges[0])
    unit = "turn" if bin_width == 1 else f"{bin_width:,d} turns"
    note = f"Height: share of the games per {unit}, the same scale for all."
    if cap is not None:
        note += f" Stopped: not finished by turn {count(cap)}."
    body = len(counts) * (ROW + GAP) + 0.6
    sheet = Sheet(paper, body, title=title, key=[Key("median", "bar", style.INK)], note=note)
    for i, n in enumerate(counts):
        at = i * (ROW + GAP) + GAP
        axes = sheet.axes(left, at, paper.width - left - right, ROW)
        rows = lengths[lengths["players"] == n]
        _histogram(axes, rows, edges, shares[n], top, paper.width - left - right)
        sheet.text(0.02, at + ROW, plural(n, "player"), va="baseline", weight="bold")
        for line, text in enumerate(beyond[n]):
            y = at + ROW - 0.13 * (len(beyond[n]) - 1 - line)
            look: dict[str, Any] = {
                "va": "baseline",
                "ha": "right",
                "size": style.SMALL,
                "color": style.MUTED,
            }
            sheet.text(paper.width - 0.04, y, text, **look)
        if n != counts[-1]:
            axes.tick_params(axis="x", labelbottom=False)
    axes.set_xlabel("game length (turns)")
    return Figure(name, title, _alt(lengths, cap), sheet.figure, lengths, sheet.head)


def _edges(frame: pd.DataFrame, cap: int | None) -> np.ndarray:
    """Return the edges of the bins, of one whole width, with every length on the axis inside."""
    turns, games = numbers(frame, "turns"), numbers(frame, "games")
    ended = turns < cap if cap is not None else np.ones(len(turns), dtype=bool)
    ended &= games > 0
    if not ended.any():
        return (
            np.arange(0, (cap or 1) + 2) - 0.5 if (cap or 1) < 80 else np.linspace(0, cap or 1, 60)
        )
    order = np.argsort(turns[ended])
    reached = np.cumsum(games[ended][order]) >= TAIL * games[ended].sum()
    low, high = turns[ended].min(), turns[ended][order][int(np.argmax(reached))]
    width = _nice((high - low + 1) / 70)
    start = np.floor(low / width) * width - (0.5 if width == 1 else 0)
    return np.arange(start, high + width + 0.5, width)


def _nice(width: float) -> int:
    """Return the least of 1, 2, 5, 10, 20, ... that is not below `width`."""
    power = 10 ** int(max(0, np.floor(np.log10(max(width, 1)))))
    return int(next(m * power for m in (1, 2, 5, 10) if m * power >= width))


def _shares(rows: pd.DataFrame, edges: np.ndarray, cap: int | None) -> np.ndarray:
    turns, games = numbers(rows, "turns"), numbers(rows, "games")
    inside = turns < cap if cap is not None else np.ones(len(turns), dtype=bool)
    found, _ = np.histogram(turns[inside], bins=edges, weights=games[inside])
    return np.asarray(found / max(games.sum(), 1), dtype=float)


def _beyond(rows: pd.DataFrame, edges: np.ndarray, cap: int | None) -> list[str]:
    """Return what is said at the right end: games beyond the axis, games stopped at the cap."""
    turns, games = numbers(rows, "turns"), numbers(rows, "games")
    stopped = turns >= cap if cap is not None else np.zeros(len(turns), dtype=bool)
    longer = (turns >= edges[-1]) & ~stopped
    total = max(games.sum(), 1)
    said = []
    if games[longer].sum():
        said.append(f"{percent(games[longer].sum() / total)} longer")
    if cap is not None:
        said.append(f"{percent(games[stopped].sum() / total)} stopped")
    return said


def _histogram(
    axes: Axes,
    rows: pd.DataFrame,
    edges: np.ndarray,
    shares: np.ndarray,
    top: float,
    width: float,
) -> None:
    axes.stairs(shares, edges, fill=True, color=style.BLUE, alpha=0.75, lw=0)
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(0, top * HEADROOM)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(
        MaxNLocator(max(3, int(width / 0.8)), steps=[1, 2, 5, 10], integer=True)
    )
    axes.xaxis.set_major_formatter(lambda v, _: f"{v:,.0f}")
    median = median_of(numbers(rows, "turns"), numbers(rows, "games"))
    if not np.isfinite(median):
        return
    if median > edges[-1]:  # most games are stopped, or very long
        return
    axes.plot([median, median], [0, top * HEADROOM], color=style.INK, lw=1.4, clip_on=False)
    text = count(median)
    near_end = (edges[-1] - median) / (edges[-1] - edges[0]) * width < text_width(text) + 0.1
    look: dict[str, Any] = {"textcoords": "offset points", "va": "top", "fontsize": style.SMALL}
    shift, side = (-4, "right") if near_end else (4, "left")
    axes.annotate(text, (median, top * HEADROOM), (shift, 1), ha=side, color=style.INK, **look)


def _medians(frame: pd.DataFrame) -> dict[int, float]:
    rows = {int(n): frame[frame["players"] == n] for n in distinct(frame["players"])}
    return {n: median_of(numbers(r, "turns"), numbers(r, "games")) for n, r in rows.items()}


def _title(frame: pd.DataFrame, cap: int | None) -> str:
    medians = {n: m for n, m in _medians(frame).items() if np.isfinite(m)}
    if not medians:
        return "No games were simulated"
    first, last = min(medians), max(medians)
    if len(medians) == 1:
        return (
            f"Half of the games with {plural(first, 'player')} end by turn {count(medians[first])}"
        )
    return (
        f"Half of the games end by turn {count(medians[first])} with {plural(first, 'player')} "
        f"and by turn {count(medians[last])} with {last}"
    )


def _alt(frame: pd.DataFrame, cap: int | None) -> str:
    told = []
    for n, median in _medians(frame).items():
        rows = frame[frame["players"] == n]
        turns, games = numbers(rows, "turns"), numbers(rows, "games")
        played = turns[games > 0]
        if not played.size:
            continue
        text = f"{plural(n, 'player')}: median {count(median)} turns, from {fixed(played.min(), 0)}"
        text += f" to {fixed(played.max(), 0)}"
        if cap is not None:
            text += (
                f", {percent(games[turns >= cap].sum() / games.sum())} stopped at turn {count(cap)}"
            )
        told.append(text)
    return f"Histograms of game length in turns by player count. {'; '.join(told)}."
