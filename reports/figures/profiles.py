"""Profiles: how far each one's share of the wins is from fair, and each against each other one."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from reports import style
from reports.figures.base import Figure, distinct, heading, label_of, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet, shorten, symbol, text_width
from reports.numbers import estimate, fixed, plural

CALLS = {
    "FAIR": "FAIR",
    "TOO STRONG": "UNFAIR",
    "TOO WEAK": "UNFAIR",
    "INCONCLUSIVE": "INCONCLUSIVE",
}
"""The mark of a call is that of the verdict which it comes to; the side shows which it is."""


@responsive
def profile_shares(
    paper: Paper,
    shares: pd.DataFrame,
    tolerance: float,
    *,
    word: str = "profile",
    title: str | None = None,
    name: str = "profile-shares",
) -> Figure:
    """Draw each profile's distance from an equal share, with intervals, a panel per player count.

    `shares` is as `balance` makes it, of one lineup; rows by their mean over the player counts.
    """
    ends = [100 * numbers(shares, c) for c in ("deviation", "deviation_low", "deviation_high")]
    labels = [label_of(v, "profile") for v in shares["profile"]]
    frame = pd.DataFrame(
        {
            "players": shares["players"].to_numpy(), "row": labels,
            "value": ends[0], "low": ends[1], "high": ends[2],
            "mark": [CALLS[call] for call in shares["call"]],
        }
    )  # fmt: skip
    means = frame.groupby("row", sort=False)["value"].mean().sort_values(ascending=False)
    rows = [str(row) for row in means.index]
    block = Block(
        frame, rows, "points from fair", span_of(frame, 150 * tolerance, signed=True), True,
        100 * tolerance,
    )  # fmt: skip
    label = label_room(paper, rows)
    found = [call for call in style.SYMBOLS if (frame["mark"] == call).any()]
    texts = {
        "FAIR": "fair",
        "UNFAIR": "too strong (right) or too weak (left)",
        "INCONCLUSIVE": "not settled",
    }
    key = [Key(texts[c], symbol(style.SYMBOLS[c]), style.VERDICT_COLOURS[c]) for c in found]
    within = fixed(100 * tolerance, 1).removesuffix(".0")
    key.append(Key(f"within the tolerance, ±{within} points", "band", style.BAND))
    title = title or shares_title(shares, word)
    sheet = Sheet(paper, height_of(paper, block, label), title=title, key=key)
    draw_block(sheet, block, 0.0, label)
    return Figure(name, title, _shares_alt(shares), sheet.figure, shares, sheet.head)


def shares_title(shares: pd.DataFrame, word: str) -> str:
    """Say who is farthest from fair, among those that are shown to be off."""
    off = shares[shares["call"].isin(["TOO STRONG", "TOO WEAK"])]
    if off.empty:
        return f"No {word} is shown to be too strong or too weak"
    row = off.iloc[int(np.argmax(np.abs(numbers(off, "deviation"))))]
    names = len(set(off["profile"]))
    others = f", the farthest of {names} that are off" if names > 1 else ""
    who = f"{row['profile']} is {str(row['call']).lower()}"
    return (
        f"{who} with {plural(int(row['players']), 'player')}: "
        f"{fixed(100 * row['deviation'], 1, sign=True)} points from fair{others}"
    )


def _shares_alt(shares: pd.DataFrame) -> str:
    told = []
    for n in distinct(shares["players"]):
        rows = shares[shares["players"] == n]
        each = [
            f"{row['profile']} {_estimate(row)}, {str(row['call']).lower()}"
            for _, row in rows.iterrows()
        ]
        told.append(f"{plural(int(n), 'player')}: {'; '.join(each)}")
    return f"Distance from an equal share of the wins in points, 95 %. {'. '.join(told)}."


def _estimate(row: Any) -> str:
    value, low, high = (100 * row[f"deviation{end}"] for end in ("", "_low", "_high"))
    return estimate(value, low, high, "change")


# --- each against each ----------------------------------------------------------------------------


@responsive
def profile_pairs(
    paper: Paper,
    pairs: pd.DataFrame,
    tolerance: float,
    *,
    word: str = "profile",
    title: str | None = None,
    name: str = "profile-pairs",
) -> Figure:
    """Draw each profile (row) alone at a table of each other one (column), a map per player count.

    A cell has the distance from an equal share in points and half its 95 % interval. Colours have
    fair in the middle and the same scale on all maps.
    """
    names = [str(v) for v in dict.fromkeys(pairs["profile"])]
    counts = [int(n) for n in distinct(pairs["players"])]
    size = style.SMALL
    left = min(max(text_width(n, size) for n in names), paper.width * 0.25) + 0.14
    cell = min((paper.width - left - 0.1) / max(1, len(names)), 1.0)
    height = 0.36 if cell > 0.5 else 0.3
    deep = min(max(text_width(n, size) for n in names), 1.0) + 0.12
    room = deep if max(text_width(n, size) for n in names) > cell - 0.06 else 0.24
    block = len(names) * height + room + 0.42
    most = max(float(np.nanmax(np.abs(100 * numbers(pairs, "deviation")))), 200 * tolerance)
    title = title or _pairs_title(pairs, word)
    key = [
        Key("the row wins more than an equal share", "s", style.BLUE),
        Key("it wins less", "s", style.VERMILLION),
        Key("shown to be beyond the tolerance", "frame", style.INK),
    ]
    note = (
        f"Points from an equal share of the wins of the row's {word}, alone at a table of the "
        "column's; below it half the 95 % interval."
    )
    sheet = Sheet(paper, block * len(counts), title=title, key=key, note=note)
    for i, n in enumerate(counts):
        width = cell * len(names)
        axes = sheet.axes(left, i * block + 0.3, width, len(names) * height)
        heading(axes, plural(n, "player"), width)
        rows = pairs[pairs["players"] == n]
        _matrix(axes, rows, names, (cell, height), most, room > 0.25, left)
    return Figure(name, title, _pairs_alt(pairs), sheet.figure, pairs, sheet.head)


def _matrix(
    axes: Axes, rows: pd.DataFrame, names: list[str], shape: tuple[float, float], most: float,
    upright: bool, left: float,
) -> None:  # fmt: skip
    cell, height = shape
    colours, norm = style.ramp("sides"), Normalize(-most, most)
    place = {name: i for i, name in enumerate(names)}
    axes.set_xlim(0, len(names))
    axes.set_ylim(len(names), 0)
    for i in range(len(names)):
        axes.add_patch(Rectangle((i, i), 1, 1, fc=style.GRID, ec=style.PAPER, lw=0.8))
    for _, row in rows.iterrows():
        x, y = place[str(row["against"])], place[str(row["profile"])]
        value = 100 * float(row["deviation"])
        half = 50 * float(row["deviation_high"] - row["deviation_low"])
        colour = colours(norm(value))
        axes.add_patch(Rectangle((x, y), 1, 1, fc=colour, ec=style.PAPER, lw=0.8))
        if row["call"] in ("TOO STRONG", "TOO WEAK"):
            inset = 0.035
            box = (x + inset * height / cell, y + inset)
            width = 1 - 2 * inset * height / cell
            axes.add_patch(Rectangle(box, width, 1 - 2 * inset, fc="none", ec=style.DARK, lw=1.2))
        ink = style.text_on(colour)
        small = style.SMALL if cell > 0.5 else style.SMALL - 2.4
        put: dict[str, Any] = {"ha": "center", "va": "center_baseline", "color": ink}
        axes.text(x + 0.5, y + 0.36, fixed(value, 1, sign=True), fontsize=small, **put)
        axes.text(x + 0.5, y + 0.74, f"±{fixed(half, 1)}", fontsize=small - 1.4, **put)
    turned: dict[str, Any] = {
        "rotation": 90,
        "ha": "right",
        "va": "center",
        "rotation_mode": "anchor",
    }
    room = 1.0 if upright else cell
    below = [shorten(n, room, style.SMALL) for n in names]
    axes.set_xticks(np.arange(len(names)) + 0.5, below, **(turned if upright else {}))
    beside = [shorten(n, left - 0.12, style.SMALL) for n in names]
    axes.set_yticks(np.arange(len(names)) + 0.5, beside)
    axes.tick_params(length=0, pad=3, labelcolor=style.INK)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _pairs_title(pairs: pd.DataFrame, word: str) -> str:
    off = pairs[pairs["call"] == "TOO STRONG"]
    if off.empty:
        return f"No {word} is shown to beat another by more than the tolerance"
    row = off.iloc[int(np.argmax(numbers(off, "deviation")))]
    return (
        f"The widest gap: {row['profile']} against {row['against']} with "
        f"{plural(int(row['players']), 'player')}, {fixed(100 * row['deviation'], 1, sign=True)} "
        "points from fair"
    )


def _pairs_alt(pairs: pd.DataFrame) -> str:
    told = [
        f"{plural(int(row['players']), 'player')}, {row['profile']} against {row['against']}: "
        f"{_estimate(row)}"
        for _, row in pairs.iterrows()
    ]
    return f"Points from an equal share of the wins, 95 %. {'; '.join(told)}."
