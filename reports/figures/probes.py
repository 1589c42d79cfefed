"""Restricted play: what each thing is missed by, in rows, a panel for each player count."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, label_of, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet
from reports.numbers import estimate, fixed, plural


@responsive
def restrictions(
    paper: Paper,
    rows: pd.DataFrame,
    *,
    margin: float = 0.02,
    title: str | None = None,
    name: str = "probe",
) -> Figure:
    """Draw the change of the win rate of who may not use a thing, in points.

    `rows` has a row per player count and thing with `label`, `call`, and the shares `change`,
    `joint_low`, `joint_high`; things stand in the order of their mean change.
    """
    frame = pd.DataFrame(
        {
            "players": rows["players"].to_numpy(),
            "row": [label_of(label, "thing") for label in rows["label"]],
            "value": 100 * numbers(rows, "change"),
            "low": 100 * numbers(rows, "joint_low"),
            "high": 100 * numbers(rows, "joint_high"),
            "mark": "",
            "clear": rows["call"].isin(["essential", "missed", "better without"]).to_numpy(bool),
        }
    )
    order = list(frame.groupby("row", sort=False)["value"].mean().sort_values().index)
    least = 150 * margin
    block = Block(
        frame, order, "points of win rate", span_of(frame, least, signed=True), True, 100 * margin
    )
    label = label_room(paper, order)
    text = fixed(100 * margin, 1).removesuffix(".0")
    key = [
        Key("shown to matter", "o", style.BLUE),
        Key("not shown", "o", style.GREY, filled=False),
        Key(f"too little to matter, ±{text} points", "band", style.BAND),
    ]
    note = "Bars are 95 % intervals that hold for all rows at once."
    title = title or _title(rows)
    sheet = Sheet(paper, height_of(paper, block, label), title=title, key=key, note=note)
    draw_block(sheet, block, 0.0, label)
    return Figure(name, title, _alt(rows), sheet.figure, rows, sheet.head)


def _title(rows: pd.DataFrame) -> str:
    lost = rows[rows["call"].isin(["essential", "missed"])]
    if lost.empty:
        return "Nothing is shown to be missed"
    row = lost.loc[lost["change"].idxmin()]
    return (
        f"Most missed: {label_of(row['label'], 'thing')}, "
        f"{fixed(100 * float(row['change']), 1, sign=True)} points with "
        f"{plural(int(row['players']), 'player')}"
    )


def _alt(rows: pd.DataFrame) -> str:
    told = []
    for n in distinct(rows["players"]):
        some = rows[rows["players"] == n]
        change = numbers(some, "change")
        if np.isfinite(change).any():
            row = some.iloc[int(np.nanargmin(change))]
            value, low, high = (100 * float(row[c]) for c in ("change", "joint_low", "joint_high"))
            told.append(
                f"{plural(int(n), 'player')}: {row['label']} most, "
                f"{estimate(value, low, high, 'change')} points, {row['call']}"
            )
    return (
        "Forest plot of the change of the win rate of a player who may not use one thing, with 95 "
        f"% intervals. {'; '.join(told)}."
    )
