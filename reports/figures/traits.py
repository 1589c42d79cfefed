"""What a seat had and who wins: win rates by value, and how much each explains."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet
from reports.numbers import estimate, fixed, plural

BLUE_KEY = (
    Key("told apart from 0", "o", style.BLUE),
    Key("not told apart", "o", style.GREY, filled=False),
)


@responsive
def trait_rates(
    paper: Paper,
    rates: pd.DataFrame,
    *,
    label: str,
    title: str | None = None,
    name: str = "trait-rates",
) -> Figure:
    """Draw win rates by the value of one trait, as points from the mean rate of all seats.

    `rates` has a row per player count and value: `players`, `label` (the value), `deviation` with
    `deviation_low` and `deviation_high`, shares. A panel per player count, values in their order.
    """
    frame = _block_frame(rates, [str(v) for v in rates["label"]], "deviation")
    rows = [str(v) for v in dict.fromkeys(rates.sort_values("value")["label"])]
    block = Block(frame, rows, "points from the mean", span_of(frame, 1.0, signed=True))
    title = title or _rates_title(rates, label)
    sheet = Sheet(
        paper, height_of(paper, block, label_room(paper, rows)), title=title, key=BLUE_KEY
    )
    draw_block(sheet, block, 0.0, label_room(paper, rows))
    return Figure(name, title, _alt(rates, label, "deviation"), sheet.figure, rates, sheet.head)


@responsive
def explained(
    paper: Paper,
    shares: pd.DataFrame,
    *,
    title: str | None = None,
    name: str = "explained",
) -> Figure:
    """Draw how much of who wins each trait explains, in per cent of the variance.

    `shares` has a row per player count and trait: `players`, `label`, `share` with `low`, `high`.
    """
    frame = _block_frame(shares, [str(v) for v in shares["label"]], "share", ("low", "high"))
    frame["value"] = frame["value"].clip(lower=0)  # an estimate without bias may lie below 0
    means = frame.groupby("row", sort=False)["value"].mean().sort_values(ascending=False)
    rows = [str(row) for row in means.index]
    span = span_of(frame, 1.0, signed=False)
    block = Block(frame, rows, "% of the variance", span, signed=False)
    title = title or _explained_title(shares)
    sheet = Sheet(
        paper, height_of(paper, block, label_room(paper, rows)), title=title, key=BLUE_KEY
    )
    draw_block(sheet, block, 0.0, label_room(paper, rows))
    return Figure(name, title, _alt(shares, "", "share"), sheet.figure, shares, sheet.head)


def _block_frame(
    frame: pd.DataFrame, rows: list[str], value: str, ends: tuple[str, str] | None = None
) -> pd.DataFrame:
    low, high = ends or (f"{value}_low", f"{value}_high")
    return pd.DataFrame(
        {
            "players": frame["players"].to_numpy(), "row": rows,
            "value": 100 * numbers(frame, value), "low": 100 * numbers(frame, low),
            "high": 100 * numbers(frame, high), "mark": "",
        }
    )  # fmt: skip


def _rates_title(rates: pd.DataFrame, label: str) -> str:
    """Say which value wins most, where that is widest, if it is told apart from the mean."""
    clear = rates[numbers(rates, "deviation_low") > 0]
    if clear.empty:
        return f"By {label}: no value is shown to win more than the mean"
    row = clear.iloc[int(np.argmax(numbers(clear, "deviation")))]
    return (
        f"By {label}: {row['label']} wins most with {plural(int(row['players']), 'player')}, "
        f"{fixed(100 * row['deviation'], 1, sign=True)} points from the mean"
    )


def _explained_title(shares: pd.DataFrame) -> str:
    row = shares.iloc[int(np.argmax(numbers(shares, "share")))]
    return (
        f"Who wins is explained most by {row['label']}: {fixed(100 * row['share'], 1)} % of the "
        f"variance with {plural(int(row['players']), 'player')}"
    )


def _alt(frame: pd.DataFrame, label: str, value: str) -> str:
    low, high = ("low", "high") if value == "share" else (f"{value}_low", f"{value}_high")
    kind = "percent" if value == "share" else "points"
    told = []
    for n in distinct(frame["players"]):
        each = [
            f"{row['label']} {estimate(row[value], row[low], row[high], kind)}"
            for _, row in frame[frame["players"] == n].iterrows()
        ]
        told.append(f"{plural(int(n), 'player')}: {'; '.join(each)}")
    what = f"Win rate by {label}, from the mean" if label else "Share of who wins that is explained"
    return f"{what}, 95 %. {'. '.join(told)}."
