"""Paired gains: how much more one player wins than another in its place, row by row."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, label_of, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet
from reports.numbers import estimate, plural


@responsive
def gains(
    paper: Paper,
    rows: pd.DataFrame,
    title: str,
    *,
    margin: float = 0.0,
    note: str = "Points of a win rate, paired by game id. Bars are 95 % intervals.",
    name: str = "gains",
) -> Figure:
    """Draw paired differences of win rates with intervals, a panel per player count.

    `rows` has `players`, `row` (its name), `value`, `low`, `high` as shares and `clear`: whether a
    difference is shown. A band of `margin` (a share) to either side is shaded.
    """
    ends = {column: 100 * numbers(rows, column) for column in ("value", "low", "high")}
    labels = [label_of(value, "row") for value in rows["row"]]
    frame = pd.DataFrame(
        {
            "players": rows["players"].to_numpy(), "row": labels, **ends, "mark": "",
            "clear": rows["clear"].to_numpy(dtype=bool),
        }
    )  # fmt: skip
    order = list(dict.fromkeys(labels))
    span = span_of(frame, max(150 * margin, 0.1), signed=True)
    block = Block(frame, order, "points", span, True, 100 * margin)
    label = label_room(paper, order)
    key = [
        Key("shown to differ from zero", "o", style.BLUE),
        Key("not shown", "o", style.GREY, filled=False),
    ]
    if margin:
        key.append(Key(f"too small to matter, ±{100 * margin:g} points", "band", style.BAND))
    sheet = Sheet(paper, height_of(paper, block, label), title=title, key=key, note=note)
    draw_block(sheet, block, 0.0, label)
    return Figure(name, title, _alt(rows), sheet.figure, rows, sheet.head)


def _alt(rows: pd.DataFrame) -> str:
    told = []
    for n in distinct(rows["players"]):
        some = rows[rows["players"] == n]
        ends = (100 * numbers(some, column) for column in ("value", "low", "high"))
        each = [
            f"{row} {estimate(float(v), float(a), float(b), 'change')}"
            for row, v, a, b in zip(some["row"], *ends, strict=True)
            if np.isfinite(v)
        ]
        told.append(f"{plural(int(n), 'player')}: {'; '.join(each)}")
    return f"Differences of win rates in points with 95 % intervals. {'. '.join(told)}."
