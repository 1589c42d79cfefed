"""Parts of a whole by player count: what decides who wins, how games end."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, numbers, responsive, whiskers
from reports.figures.sheet import Key, Paper, Sheet, text_width
from reports.numbers import listed, percent, plural

ROW = 0.42  # inches


@responsive
def deciding_parts(
    paper: Paper, parts: pd.DataFrame, *, title: str, name: str = "deciding-parts"
) -> Figure:
    """Draw what each part decides with its interval, a row per player count, a mark per part.

    `parts` has a row per player count and part: `players`, `part`, `mean`, `low` and `high`, shares
    from 0 to 1.
    """
    return _draw(
        paper, parts, title, name, "share of the variance of who wins (%)",
        "What decides who wins, with intervals.",
    )  # fmt: skip


@responsive
def endings(
    paper: Paper, parts: pd.DataFrame, *, title: str | None = None, name: str = "ending-shares"
) -> Figure:
    """Draw how games end: the share of each ending with its interval, by player count.

    `parts` as for `deciding_parts`; `part` names the ending.
    """
    title = title or _commonest(parts)
    return _draw(
        paper, parts, title, name, "share of the games (%)", "How games end, with 95 % intervals."
    )


def _commonest(parts: pd.DataFrame) -> str:
    """Say which ending is the most frequent one at which player counts."""
    if not np.isfinite(numbers(parts, "mean")).any():
        return "No game was played"
    most: dict[str, list[int]] = {}
    for n in distinct(parts["players"]):
        rows = parts[parts["players"] == n]
        best = str(rows["part"].iloc[int(np.nanargmax(numbers(rows, "mean")))])
        most.setdefault(best, []).append(int(n))
    if len(most) == 1:
        return f"Most games end by {next(iter(most))}"
    told = [f"by {part} with {listed([str(n) for n in at])}" for part, at in most.items()]
    return f"Most games end {listed(told)} players"


def _draw(paper: Paper, parts: pd.DataFrame, title: str, name: str, label: str, alt: str) -> Figure:
    """Draw a row per player count and a mark per part."""
    counts = [int(n) for n in distinct(parts["players"])]
    names = distinct(parts["part"])
    left = max(text_width(plural(n, "player")) for n in counts) + 0.2
    width = paper.width - left - 0.25
    looks = [style.SERIES[i % len(style.SERIES)] for i in range(len(names))]
    key = [Key(str(p), mark, colour) for p, (colour, mark) in zip(names, looks, strict=True)]
    row = max(ROW, 0.15 * len(names) + 0.1)
    sheet = Sheet(paper, row * len(counts) + 0.55, title=title, key=key)
    axes = sheet.axes(left, 0.06, width, row * len(counts))
    for i, part in enumerate(names):
        rows = parts[parts["part"] == part]
        mean, low, high = (100 * numbers(rows, c) for c in ("mean", "low", "high"))
        at = np.array([counts.index(int(n)) for n in rows["players"]], dtype=float)
        at += (i - (len(names) - 1) / 2) * 0.6 / max(3, len(names))
        colour, mark = looks[i]
        axes.errorbar(
            mean, at, xerr=whiskers(mean, low, high), fmt=mark, color=colour, ms=6, elinewidth=1.6,
            capsize=0,
        )  # fmt: skip
    for edge in range(1, len(counts)):
        axes.axhline(edge - 0.5, color=style.GRID, lw=0.8)
    axes.set_xlim(-1, 101)
    axes.set_ylim(len(counts) - 0.5, -0.5)
    axes.set_xticks([0, 25, 50, 75, 100])
    axes.set_yticks(range(len(counts)), [plural(n, "player") for n in counts])
    axes.tick_params(axis="y", length=0, labelsize=style.TEXT, labelcolor=style.INK)
    axes.grid(axis="x")
    axes.set_xlabel(label)
    return Figure(name, title, _alt(parts, counts, alt), sheet.figure, parts, sheet.head)


def _alt(parts: pd.DataFrame, counts: list[int], head: str) -> str:
    told = []
    for n in counts:
        rows = parts[parts["players"] == n]
        shares = ", ".join(
            f"{part} {percent(mean)}" for part, mean in zip(rows["part"], rows["mean"], strict=True)
        )
        told.append(f"{plural(n, 'player')}: {shares}")
    return f"{head} {'; '.join(told)}."
