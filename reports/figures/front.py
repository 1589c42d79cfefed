"""Two targets against each other: every setup tried, the front, what is printed and recommended."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from reports import style
from reports.figures.base import (
    Figure,
    distinct,
    heading,
    is_numeric,
    numbers,
    responsive,
    whiskers,
)
from reports.figures.sheet import Key, Paper, Sheet, shorten, wrap
from reports.numbers import estimate, plural

PANEL, FOOT, HEAD = 2.0, 0.66, 0.48  # inches: a panel's height, and what is below and above it
ALONE = 3.2  # inches: the height of a panel that has the whole width

# role: (words of the key, mark, colour, size), drawn in this order
ROLES = {
    "": ("tried, numbers of the race", "o", style.GREY, 3.4),
    "front": ("no other setup is better in every target", "o", style.BLUE, 5.5),
    "printed": ("printed", "s", style.COLOURS["orange"][0], 6.5),
    "recommended": ("recommended", "D", style.GREEN, 6.5),
    "nearest": ("nearest to the targets", "D", style.COLOURS["purple"][0], 6.5),
}


@dataclass(frozen=True)
class Aim:
    """An axis: its column in the frame (with `_low` and `_high`), words, and the target's bounds.

    Values and bounds are as they are shown; a missing bound is infinite.
    """

    column: str
    label: str
    unit: str
    low: float
    high: float

    @property
    def axis(self) -> str:
        """The label of the axis."""
        return f"{self.label} ({self.unit})" if self.unit else self.label


@responsive
def trade_off(
    paper: Paper,
    setups: pd.DataFrame,
    x: Aim,
    y: Aim,
    *,
    title: str,
    name: str = "trade-off",
) -> Figure:
    """Draw the setups of each player count by two targets.

    `setups` has the columns `players`, `label`, `role` (a key of `ROLES`; what is recommended as
    printed is "recommended"), `front` (whether no other is better in all targets), and those of
    `x` and `y`. Only those with a role have error bars: their games had no part in choosing them.
    """
    counts = [int(n) for n in distinct(setups["players"])]
    columns = min(len(counts), 3 if paper.titled else 1)
    pitch = paper.width / columns
    lines = -(-len(counts) // columns)
    found = [role for role in ROLES if (setups["role"] == role).any()]
    key = [Key(ROLES[r][0], ROLES[r][1], ROLES[r][2]) for r in found]
    if _bounded(x) or _bounded(y):
        key.append(Key("within the targets", "band", style.BAND))
    note = "Bars are 95 % intervals from fresh games, which had no part in choosing the setups."
    height = ALONE if paper.titled and columns == 1 else PANEL
    pitch_down = HEAD + height + FOOT
    sheet = Sheet(paper, lines * pitch_down, title=title, key=key, note=note)
    for i, n in enumerate(counts):
        left, top = (i % columns) * pitch + 0.62, (i // columns) * pitch_down + HEAD
        width = pitch - 0.8
        axes = sheet.axes(left, top, width, height)
        rows = setups[setups["players"] == n]
        heading(axes, plural(n, "player"), width, _aside(rows))
        _panel(axes, rows, x, y)
        axes.set_xlabel("\n".join(wrap(x.axis, width, style.SMALL)), fontsize=style.SMALL)
        axes.set_ylabel(shorten(y.axis, height, style.SMALL), fontsize=style.SMALL)
    return Figure(name, title, _alt(setups, x, y), sheet.figure, setups, sheet.head)


def _bounded(aim: Aim) -> bool:
    return np.isfinite(aim.low) or np.isfinite(aim.high)


def _aside(rows: pd.DataFrame) -> str:
    """What is recommended, or nearest."""
    for role in ("recommended", "nearest"):
        labels = rows.loc[rows["role"] == role, "label"].tolist()
        if labels:
            return f"{role}: {labels[0]}"
    return ""


def _limits(rows: pd.DataFrame, aim: Aim) -> tuple[float, float]:
    """What an axis spans: all values, the intervals that are drawn, and the bounds."""
    drawn = rows[rows["role"] != ""]
    parts = [numbers(rows, aim.column)]
    parts += [numbers(drawn, f"{aim.column}{end}") for end in ("_low", "_high")]
    ends = np.concatenate([*parts, [aim.low, aim.high]])
    ends = ends[np.isfinite(ends)]
    low, high = (float(ends.min()), float(ends.max())) if ends.size else (0.0, 1.0)
    if low >= 0 and low < 0.5 * high:
        low = 0.0
    room = 0.08 * (high - low) or max(abs(high) * 0.1, 0.5)  # no mark lies on the frame
    return low - room, high + room


def _panel(axes: Axes, rows: pd.DataFrame, x: Aim, y: Aim) -> None:
    across, up = _limits(rows, x), _limits(rows, y)
    axes.set_xlim(*across)
    axes.set_ylim(*up)
    for axis, aim in ((axes.xaxis, x), (axes.yaxis, y)):
        whole = is_numeric([aim.low]) and aim.unit == ""
        axis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10], integer=whole))
    axes.grid()
    if _bounded(x) or _bounded(y):
        left, bottom = max(x.low, across[0]), max(y.low, up[0])
        right, top = min(x.high, across[1]), min(y.high, up[1])
        band = Rectangle((left, bottom), right - left, top - bottom, color=style.BAND, lw=0)
        axes.add_patch(band).set_zorder(0.2)
    front = rows[rows["front"].astype(bool)]
    at = numbers(front, x.column), numbers(front, y.column)
    order = np.argsort(at[0], kind="stable")
    if len(front) > 1:
        axes.plot(at[0][order], at[1][order], color=style.BLUE, lw=1.0, ls=(0, (4, 2)))
    for role, (_, mark, colour, size) in ROLES.items():
        some = rows[rows["role"] == role]
        px, py = numbers(some, x.column), numbers(some, y.column)
        if role:
            bars = [
                whiskers(p, numbers(some, f"{a.column}_low"), numbers(some, f"{a.column}_high"))
                for p, a in ((px, x), (py, y))
            ]
            axes.errorbar(
                px, py, xerr=bars[0], yerr=bars[1], fmt="none", ecolor=colour, elinewidth=1.2,
                capsize=2.5, alpha=0.75,
            )  # fmt: skip
        edge = style.PAPER if role else colour  # what lies over another stays apart from it
        axes.plot(px, py, ls="none", marker=mark, ms=size, color=colour, mec=edge, mew=0.8)


def _alt(setups: pd.DataFrame, x: Aim, y: Aim) -> str:
    told = []
    for _, row in setups[setups["role"] != ""].iterrows():
        ends = [
            f"{estimate(row[c], row[f'{c}_low'], row[f'{c}_high'], 'number')} {a.unit}".rstrip()
            for c, a in ((x.column, x), (y.column, y))
        ]
        role = "better in one, worse in the other" if row["role"] == "front" else row["role"]
        n = plural(int(row["players"]), "player")
        told.append(f"{n}, {row['label']}, {role}: {', '.join(ends)}")
    return (
        f"Setups by {x.label} and {y.label}, with 95 % intervals where they were played afresh. "
        f"{'. '.join(told)}."
    )
