"""What decides who wins: parts of the whole, by player count."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, numbers, responsive, whiskers
from reports.figures.sheet import Key, Paper, Sheet, text_width
from reports.numbers import percent, plural

ROW = 0.42  # inches


@responsive
def deciding_parts(
    paper: Paper, parts: pd.DataFrame, *, title: str, name: str = "deciding-parts"
) -> Figure:
    """Draw what each part decides with its interval, a row per player count, a mark per part.

    `parts` has a row per player count and part: `players`, `part`, `mean`, `low` and `high`, shares
    from 0 to 1.
    """
    counts = [int(n) for n in distinct(parts["players"])]
    names = distinct(parts["part"])
    left = max(text_width(plural(n, "player")) for n in counts) + 0.2
    width = paper.width - left - 0.25
    key = [Key(str(p), style.SERIES[i][1], style.SERIES[i][0]) for i, p in enumerate(names)]
    sheet = Sheet(paper, ROW * len(counts) + 0.55, title=title, key=key)
    axes = sheet.axes(left, 0.06, width, ROW * len(counts))
    for i, part in enumerate(names):
        rows = parts[parts["part"] == part]
        mean, low, high = (100 * numbers(rows, c) for c in ("mean", "low", "high"))
        at = np.array([counts.index(int(n)) for n in rows["players"]], dtype=float)
        at += (i - (len(names) - 1) / 2) * 0.2
        colour, mark = style.SERIES[i]
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
    axes.set_xlabel("share of the variance of who wins (%)")
    return Figure(name, title, _alt(parts, counts), sheet.figure, parts, sheet.head)


def _alt(parts: pd.DataFrame, counts: list[int]) -> str:
    told = []
    for n in counts:
        rows = parts[parts["players"] == n]
        shares = ", ".join(
            f"{part} {percent(mean)}" for part, mean in zip(rows["part"], rows["mean"], strict=True)
        )
        told.append(f"{plural(n, 'player')}: {shares}")
    return f"What decides who wins, with intervals. {'; '.join(told)}."
