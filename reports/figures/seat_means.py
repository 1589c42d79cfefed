"""What differs by seat beside the win rate: finishing place, waiting, plays and the like."""

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, numbers, responsive
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet, wrap
from reports.numbers import estimate, first_upper, fixed, number, percent, plural

LINE = 0.16  # inches from one line of a measure's name to the next


@responsive
def seat_means(
    paper: Paper, by_seat: pd.DataFrame, *, title: str | None = None, name: str = "seat-means"
) -> Figure:
    """Draw each seat's mean of every measure as its distance from the mean of all seats.

    `by_seat` has a row per player count, measure and seat: `players`, `measure`, `label`, `unit`
    ("share" for one from 0 to 1), `seat`, `mean`, `low`, `high`.
    """
    parts = [rows for _, rows in by_seat.groupby("measure", sort=False)]
    blocks = [_block(rows) for rows in parts]
    label = label_room(paper, blocks[0].rows if blocks else [])
    texts = [f"{_named(rows)}: distance from the mean of all seats" for rows in parts]
    lines = [wrap(text, paper.width - 0.1, style.TEXT) for text in texts]
    heads = [LINE * len(some) for some in lines]
    heights = [height_of(paper, block, label) for block in blocks]
    title = title or _title(by_seat)
    key = [
        Key("told apart from the mean of all seats", "o", style.BLUE),
        Key("not told apart", "o", style.GREY, filled=False),
    ]
    note = "Below the player count: the mean of all seats. Bars are 95 % intervals of each seat."
    sheet = Sheet(paper, sum(heads) + sum(heights), title=title, key=key, note=note)
    top = 0.0
    for block, height, head, some in zip(blocks, heights, heads, lines, strict=True):
        for i, line in enumerate(some):
            sheet.text(0.02, top + 0.06 + i * LINE, line, va="top", size=style.TEXT)
        draw_block(sheet, block, top + head, label)
        top += head + height
    return Figure(name, title, _alt(by_seat), sheet.figure, by_seat, sheet.head)


def _named(rows: pd.DataFrame) -> str:
    return first_upper(str(rows["label"].iloc[0]))


def _scale(rows: pd.DataFrame) -> tuple[float, str]:
    """From the frame to what is shown, and its unit."""
    unit = str(rows["unit"].iloc[0])
    return (100.0, "points") if unit == "share" else (1.0, unit)


def _overall(rows: pd.DataFrame) -> pd.Series:
    """The mean over the seats, by player count."""
    return rows.groupby("players")["mean"].mean()


def _block(rows: pd.DataFrame) -> Block:
    scale, unit = _scale(rows)
    overall = _overall(rows)
    middle = overall[rows["players"]].to_numpy()
    seats = [f"seat {n}" for n in distinct(rows["seat"])]
    frame = pd.DataFrame(
        {
            "players": rows["players"].to_numpy(),
            "row": [f"seat {n}" for n in rows["seat"]],
            "value": scale * (numbers(rows, "mean") - middle),
            "low": scale * (numbers(rows, "low") - middle),
            "high": scale * (numbers(rows, "high") - middle),
            "mark": "",
        }
    )
    show = percent if scale != 1 else number
    asides = {int(n): f"all: {show(mean)}" for n, mean in overall.items()}
    return Block(frame, seats, unit, span_of(frame, 0.02 * scale, signed=True), asides=asides)


def _title(by_seat: pd.DataFrame) -> str:
    """The largest distance of a seat's mean, in its measure's spread over the seats."""
    best, said = 0.0, "No seat is told apart by anything but its wins"
    for _, rows in by_seat.groupby("measure", sort=False):
        scale, unit = _scale(rows)
        middle = _overall(rows)[rows["players"]].to_numpy()
        apart = numbers(rows, "mean") - middle
        clear = (numbers(rows, "low") > middle) | (numbers(rows, "high") < middle)
        share = np.where(clear & (middle != 0), np.abs(apart / np.where(middle, middle, 1)), 0)
        if not share.size or share.max() <= best:
            continue
        best = float(share.max())
        row, by = rows.iloc[int(np.argmax(share))], scale * apart[int(np.argmax(share))]
        said = (
            f"{_named(rows)}: seat {int(row['seat'])} with {plural(int(row['players']), 'player')} "
            f"has {fixed(abs(by), 1 if abs(by) >= 1 else 2)} {unit} {'more' if by > 0 else 'less'} "
            "than the mean of all seats"
        )
    return said


def _alt(by_seat: pd.DataFrame) -> str:
    told = []
    for _, rows in by_seat.groupby("measure", sort=False):
        scale, _ = _scale(rows)
        for n, some in rows.groupby("players"):
            columns = (scale * numbers(some, column) for column in ("mean", "low", "high"))
            means = [
                estimate(m, low, high, "number") for m, low, high in zip(*columns, strict=True)
            ]
            told.append(f"{_named(rows)}, {plural(int(n), 'player')}: {', '.join(means)}")
    return f"Means by seat with 95 % intervals, seat 1 first. {'; '.join(told)}."
