"""What one more of each card is worth: the change of the win rate, card by card."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, label_of, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet
from reports.numbers import estimate, fixed, plural


@responsive
def worths(
    paper: Paper, worths: pd.DataFrame, *, title: str | None = None, name: str = "worths"
) -> Figure:
    """Draw what one more of each item is worth, a panel per player count.

    `worths` has a row per player count and item: `players`, `item`, and `change`, `low`, `high`,
    the change of the win rate (a share). Rows are ordered by the mean over player counts.
    """
    known = worths[np.isfinite(numbers(worths, "change"))]
    frame = pd.DataFrame(
        {
            "players": known["players"].to_numpy(),
            "row": [label_of(item, "item") for item in known["item"]],
            "value": 100 * numbers(known, "change"),
            "low": 100 * numbers(known, "low"),
            "high": 100 * numbers(known, "high"),
            "mark": "",
        }
    )
    order = frame.groupby("row", sort=False)["value"].mean()
    rows = list(order.sort_values(ascending=False, kind="stable").index)
    block = Block(frame, rows, "points", span_of(frame, 0.1, signed=True))
    label = label_room(paper, rows)
    title = title or _title(known)
    key = [
        Key("told apart from none", "o", style.BLUE),
        Key("not told apart", "o", style.GREY, filled=False),
    ]
    note = (
        "Change of the win rate for one more than the others at the table have. Bars are 95 % "
        "intervals. Rows by the mean over player counts."
    )
    sheet = Sheet(paper, height_of(paper, block, label), title=title, key=key, note=note)
    draw_block(sheet, block, 0.0, label)
    return Figure(name, title, _alt(known), sheet.figure, worths, sheet.head)


def _title(known: pd.DataFrame) -> str:
    if known.empty:
        return "Nobody was told apart"
    best = known.loc[known.groupby("players")["change"].idxmax()]
    first = best.iloc[int(np.argmax(best["change"]))]
    said = (
        f"one more is worth {fixed(100 * first['change'], 1)} points with "
        f"{plural(int(first['players']), 'player')}"
    )
    names = " ".join(str(first["item"]).split())
    if best["item"].nunique() == 1 and len(best) > 1:
        return f"{names} is worth most at every player count: {said}"
    return f"{names} is worth most: {said}"


def _alt(known: pd.DataFrame) -> str:
    told = []
    for n in distinct(known["players"]):
        rows = known[known["players"] == n].sort_values("change", ascending=False)
        ends = [
            f"{row['item']} "
            + estimate(100 * row["change"], 100 * row["low"], 100 * row["high"], "change")
            for row in (rows.iloc[0], rows.iloc[-1])
        ]
        told.append(f"{plural(int(n), 'player')}: most {ends[0]}, least {ends[1]} points")
    return (
        "Forest plot of what one more of each item changes in the win rate, with 95 % intervals. "
        f"{'; '.join(told)}."
    )
