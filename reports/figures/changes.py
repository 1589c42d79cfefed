"""What variants of a table change beside it: worst seat, length, unfinished games."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet, wrap
from reports.numbers import estimate, fixed, plural

GAP = 0.4  # inches between blocks, beside the room for their headings


@responsive
def changes(
    paper: Paper,
    rows: pd.DataFrame,
    *,
    margins: tuple[float, float] = (0.01, 0.05),
    title: str | None = None,
    name: str = "changes",
) -> Figure:
    """Draw the change of the worst seat, of length and of unfinished games, variant by variant.

    `rows` is as `balance.compare` and `balance.rulings` make it: a row per `variant`, `players` and
    `lineup`. Intervals are those for all rows at once. `margins`, what is too small to matter (a
    share of a rate, a share of the length), are shaded. The variant with the largest shown effect
    stands first.
    """
    labels = _labels(rows)
    order = _order(rows, labels, margins)
    before = numbers(rows, "turns_before")
    blocks = [
        (
            "How much farther the worst seat is from an equal share (points)",
            _block(rows, labels, order, "worst", 100.0, "points", 100 * margins[0]),
        ),
        (
            "Change in game length (% of it)",
            _block(rows, labels, order, "turns", 100 / before, "%", 100 * margins[1]),
        ),
        (
            "Change in the share of unfinished games (points)",
            _block(rows, labels, order, "unfinished", 100.0, "points", 100 * margins[0]),
        ),
    ]
    label = label_room(paper, order)
    key = [
        Key("told apart from no change", "o", style.BLUE),
        Key("not told apart", "o", style.GREY, filled=False),
        Key("too small to matter", "band", style.BAND),
    ]
    note = (
        "Bars are 95 % intervals for all rows of the table at once; no bar: too few games differ. "
        "The largest shown is on top."
    )
    title = title or _title(rows)
    heights = [height_of(paper, block, label) + GAP for _, block in blocks]
    sheet = Sheet(paper, sum(heights), title=title, key=key, note=note)
    top = 0.0
    for (text, block), height in zip(blocks, heights, strict=True):
        for i, line in enumerate(wrap(text, paper.width - 0.1, style.TEXT)):
            sheet.text(0.02, top + 0.06 + i * 0.16, line, va="top", size=style.TEXT)
        draw_block(sheet, block, top + 0.36, label)
        top += height
    return Figure(name, title, _alt(rows), sheet.figure, rows, sheet.head)


def _labels(rows: pd.DataFrame) -> list[str]:
    """What a row is called: its variant, with the lineup where there are several."""
    several = rows["lineup"].nunique() > 1
    return [
        " ".join((f"{variant}, {lineup}" if several else str(variant)).split()) or "(no name)"
        for variant, lineup in zip(rows["variant"], rows["lineup"], strict=True)
    ]


def _order(rows: pd.DataFrame, labels: list[str], margins: tuple[float, float]) -> list[str]:
    """The labels by the largest effect that is shown, in margins, then by what was seen."""
    size = pd.DataFrame({"label": labels, "shown": 0.0, "seen": 0.0})
    for column, unit in (
        ("worst", np.full(len(rows), margins[0])),
        ("turns", margins[1] * numbers(rows, "turns_before")),
        ("unfinished", np.full(len(rows), margins[0])),
    ):
        low, high = (numbers(rows, f"{column}_joint_{end}") for end in ("low", "high"))
        shown = np.maximum(np.maximum(low, -high), 0) / unit
        seen = np.abs(numbers(rows, f"{column}_change")) / unit
        size["shown"] = np.fmax(size["shown"], shown)
        size["seen"] = np.fmax(size["seen"], seen)
    largest = size.groupby("label", sort=False).max()
    return list(largest.sort_values(["shown", "seen"], ascending=False, kind="stable").index)


def _block(
    rows: pd.DataFrame,
    labels: list[str],
    order: list[str],
    column: str,
    scale: float | np.ndarray,
    unit: str,
    band: float,
) -> Block:
    names = {"value": "change", "low": "joint_low", "high": "joint_high"}
    values = {key: scale * numbers(rows, f"{column}_{end}") for key, end in names.items()}
    finite = {key: np.where(np.isfinite(value), value, np.nan) for key, value in values.items()}
    frame = pd.DataFrame(
        {"players": rows["players"].to_numpy(), "row": labels, **finite, "mark": ""}
    )
    return Block(frame, order, unit, span_of(frame, 1.5 * band, signed=True), band=band)


def _title(rows: pd.DataFrame) -> str:
    """Say which change of the worst seat is the largest that is shown, or else of the length."""
    for calls, column in (("worst_call", "worst_change"), ("turns_call", "turns_change")):
        shown = rows[rows[calls].isin(["fairer", "less fair", "longer", "shorter"])]
        if shown.empty:
            continue
        row = shown.loc[shown[column].abs().idxmax()]
        size, variant = abs(float(row[column])), " ".join(str(row["variant"]).split())
        where = plural(int(row["players"]), "player")
        if column == "worst_change":
            return (
                f"{variant} is {row[calls]} with {where}: the worst seat by "
                f"{fixed(100 * size, 1)} points"
            )
        return (
            f"No change in fairness is shown; with {variant}, games of {where} are "
            f"{fixed(size, 1)} turns {row[calls]}"
        )
    return "No change in fairness or length is shown"


def _alt(rows: pd.DataFrame) -> str:
    told = []
    for n in distinct(rows["players"]):
        each = []
        for row in rows[rows["players"] == n].to_dict("records"):
            value, low, high = (
                100 * float(row[f"worst_{end}"]) for end in ("change", "joint_low", "joint_high")
            )
            size = estimate(value, low, high, "change")
            each.append(f"{row['variant']} among {row['lineup']} {size}")
        told.append(f"{plural(int(n), 'player')}: {'; '.join(each)}")
    return (
        "Forest plot of changes beside the table as it is, with 95 % intervals for all rows at "
        "once: worst seat, length and unfinished games. Worst seat, points farther from an equal "
        f"share: {'. '.join(told)}."
    )
