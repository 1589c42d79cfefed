"""What becomes of each measure of game quality beside the table as it is: a forest plot."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet, wrap
from reports.numbers import estimate, fixed, plural

GAP = 0.4  # inches between blocks, beside the room for their headings


@responsive
def quality_changes(
    paper: Paper,
    rows: pd.DataFrame,
    *,
    title: str | None = None,
    name: str = "quality-changes",
) -> Figure:
    """Draw the change of each measure of game quality, a block for each unit.

    `rows` is as `Comparison.quality` makes it: a row per `variant`, `players`, `lineup`, `measure`
    and `seat`, of which those of the whole game (no seat) are drawn. Intervals are those for all
    rows of the frame at once; what is called more or less is filled.
    """
    whole = rows[rows["seat"].isna()].reset_index(drop=True)
    labels = _labels(whole)
    units = list(dict.fromkeys(whole["unit"]))
    shares = whole["unit"] == "share"
    blocks = [
        _block(whole[whole["unit"] == unit], labels[whole["unit"] == unit], unit) for unit in units
    ]
    label = label_room(paper, list(labels))
    key = [
        Key("told apart from no change", "o", style.BLUE),
        Key("not told apart", "o", style.GREY, filled=False),
    ]
    note = "Bars are 95 % intervals for all measures, seats, player counts and lineups at once"
    ends = np.concatenate([numbers(whole, f"joint_{end}") for end in ("low", "high")])
    note += "; no bar: too few games differ." if np.isinf(ends).any() else "."
    title = title or _title(whole, shares)
    heights = [height_of(paper, block, label) + GAP for block in blocks]
    sheet = Sheet(paper, sum(heights), title=title, key=key, note=note)
    top = 0.0
    for unit, block, height in zip(units, blocks, heights, strict=True):
        text = _heading(whole[whole["unit"] == unit])
        for i, line in enumerate(wrap(text, paper.width - 0.1, style.TEXT)):
            sheet.text(0.02, top + 0.06 + i * 0.16, line, va="top", size=style.TEXT)
        draw_block(sheet, block, top + 0.36, label)
        top += height
    return Figure(name, title, _alt(whole), sheet.figure, rows, sheet.head)


def _heading(rows: pd.DataFrame) -> str:
    """What changes in a block: the measure, or what its several measures have in common."""
    names = list(dict.fromkeys(rows["label"]))
    unit = str(rows["unit"].iloc[0])
    if len(names) == 1:
        return f"Change in {names[0]}"
    return "Change in shares (points)" if unit == "share" else f"Change in {unit}"


def _unit(unit: str) -> str:
    return "points" if unit == "share" else unit


def _labels(rows: pd.DataFrame) -> pd.Series:
    """A measure's label, with the variant and the lineup where there are several."""
    labels = rows["label"].astype(str)
    for column in ("variant", "lineup"):
        if rows[column].nunique() > 1:
            labels = labels + ", " + rows[column].astype(str).str.split().str.join(" ")
    return labels


def _block(rows: pd.DataFrame, labels: pd.Series, unit: str) -> Block:
    scale = 100.0 if unit == "share" else 1.0
    names = {"value": "change", "low": "joint_low", "high": "joint_high"}
    values = {key: scale * numbers(rows, column) for key, column in names.items()}
    frame = pd.DataFrame(
        {
            "players": rows["players"].to_numpy(),
            "row": labels.to_numpy(),
            **values,
            "mark": "",
            "clear": rows["call"].isin(["more", "less"]).to_numpy(),
        }
    )
    order = list(dict.fromkeys(labels))
    return Block(frame, order, _unit(unit), span_of(frame, 0.1, signed=True))


def _title(rows: pd.DataFrame, shares: pd.Series) -> str:
    """Say how many measures are told apart, and which of the shares most."""
    told = rows["call"].isin(["more", "less"])
    count = int(told.sum())
    if not count:
        return "No change in game quality is told apart"
    verb = "is" if count == 1 else "are"
    text = f"{count} of {plural(len(rows), 'change')} in game quality {verb} told apart"
    some = rows[told & shares] if (told & shares).any() else rows[told]
    row = some.loc[some["change"].abs().idxmax()]
    scale = 100 if row["unit"] == "share" else 1
    size = fixed(scale * float(row["change"]), 1, sign=True)
    where = plural(int(row["players"]), "player")
    most = f"{row['label']}, {size} {_unit(str(row['unit']))} with {where}"
    return f"{text}: {most}" if count == 1 else f"{text}; the largest: {most}"


def _alt(rows: pd.DataFrame) -> str:
    told = []
    for n in distinct(rows["players"]):
        each = []
        for row in rows[rows["players"] == n].to_dict("records"):
            scale = 100 if row["unit"] == "share" else 1
            value, low, high = (
                scale * float(row[end]) for end in ("change", "joint_low", "joint_high")
            )
            size = estimate(value, low, high, "change")
            each.append(f"{row['label']} {size} {_unit(row['unit'])}")
        told.append(f"{plural(int(n), 'player')}: {'; '.join(each)}")
    return (
        "Forest plot of the change of each measure of game quality, with 95 % intervals for all "
        f"rows at once. {'. '.join(told)}."
    )
