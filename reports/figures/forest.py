"""Points with intervals in rows: what each card does, what each strategy or deck changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from reports import style
from reports.figures.base import (
    Figure,
    axis_ticks,
    distinct,
    heading,
    label_of,
    numbers,
    responsive,
    unsigned,
    whiskers,
)
from reports.figures.sheet import Key, Paper, Sheet, shorten, symbol, text_width, wrap
from reports.numbers import estimate, fixed, player_counts, plural, words

ROW = 0.185  # inches from one row to the next
NO_CARD = "none removed"


@dataclass(frozen=True)
class Block:
    """Panels side by side, one per player count, over the same rows.

    `frame` has the columns `players`, `row`, `value`, `low`, `high`, and `mark` (what is drawn
    on the point: a digit, a verdict or nothing).
    """

    frame: pd.DataFrame
    rows: list[str]
    unit: str
    span: tuple[float, float]
    signed: bool = True  # values have a direction
    band: float = 0.0  # shaded from 0 (or its negative, if signed) to this value

    @property
    def players(self) -> list[int]:
        """The player counts in order."""
        return [int(n) for n in distinct(self.frame["players"])]


def _columns(paper: Paper, block: Block, label: float) -> int:
    """Return how many panels of a block stand side by side."""
    least = 1.1 if paper.titled else 0.95
    most = max(1, int((paper.width - label) / least))
    lines = max(1, -(-len(block.players) // most))
    return max(1, -(-len(block.players) // lines))  # lines of about the same number of panels


def height_of(paper: Paper, block: Block, label: float) -> float:
    """Return the height of a block in inches, whose labels take `label` inches."""
    lines = -(-len(block.players) // _columns(paper, block, label))
    return lines * (len(block.rows) * ROW + 0.86)


def label_room(paper: Paper, rows: Sequence[str]) -> float:
    """Return the width in inches that the labels of rows are given."""
    widest = max((text_width(r, style.SMALL) for r in rows), default=0.0)
    return min(widest, paper.width * (0.3 if paper.titled else 0.36)) + 0.14


def draw_block(sheet: Sheet, block: Block, top: float, label: float) -> None:
    """Draw a block with its upper edge `top` inches down the body."""
    columns = _columns(sheet.paper, block, label)
    pitch = (sheet.paper.width - label - 0.06) / columns
    width, height = min(pitch - 0.16, 3.2), len(block.rows) * ROW
    labels = [shorten(r, label - 0.1, style.SMALL) for r in block.rows]
    for i, n in enumerate(block.players):
        at = top + (i // columns) * (height + 0.86) + 0.3
        axes = sheet.axes(label + (i % columns) * pitch, at, width, height)
        heading(axes, plural(n, "player"), width + 0.1)
        _frame(axes, block, labels if i % columns == 0 else [], width)
        _dots(axes, block, block.frame[block.frame["players"] == n])


def _frame(axes: Axes, block: Block, labels: list[str], width: float) -> None:
    axes.set_xlim(*block.span)
    axes.set_ylim(len(block.rows) - 0.5, -0.5)
    axes.set_yticks(range(len(block.rows)), labels or [""] * len(block.rows))
    axes.tick_params(axis="y", length=0, labelcolor=style.INK)
    axes.spines["left"].set_visible(False)
    ticks = axis_ticks(*block.span, width, lambda v: _tick(v, block.signed))
    axes.set_xticks(ticks, [_tick(v, block.signed) for v in ticks])
    axes.set_xlabel(shorten(block.unit, width + 0.14, style.SMALL), fontsize=style.SMALL)
    if block.band:
        ends = (-block.band if block.signed else 0, block.band)
        axes.axvspan(*ends, color=style.BAND, lw=0)
    axes.hlines(range(len(block.rows)), *block.span, color=style.GRID, lw=0.8, zorder=0.5)
    axes.axvline(0, color=style.MUTED, lw=1.0)


def _tick(value: float, signed: bool) -> str:
    if abs(value) >= 1e5:
        return f"{value:.2g}".replace("-", "−")
    digits = (
        0 if abs(value) >= 10 or value == int(value) else 1 if abs(value * 10) % 1 < 1e-6 else 2
    )
    return fixed(value, digits, sign=signed)


def _dots(axes: Axes, block: Block, rows: pd.DataFrame) -> None:
    """Draw the rows of one panel, all points of one look at once."""
    place = {r: i for i, r in enumerate(block.rows)}
    rows = rows[np.isfinite(numbers(rows, "value"))]
    looks = pd.Series([_look(row) for row in rows.itertuples()], index=rows.index, dtype=object)
    for look in dict.fromkeys(looks):
        colour, face, size, mark = look
        some = rows[[other == look for other in looks]]
        x, y = numbers(some, "value"), [place[r] for r in some["row"]]
        bars = whiskers(x, numbers(some, "low"), numbers(some, "high"))
        axes.errorbar(x, y, xerr=bars, fmt="none", ecolor=colour, elinewidth=1.6)
        dots: dict[str, Any] = {"ls": "none", "clip_on": False}
        axes.plot(x, y, marker="o", ms=size, mfc=face, mec=colour, **dots)
        if mark:
            ink = style.PAPER if face == colour else colour
            axes.plot(x, y, marker=symbol(mark), ms=size * 0.56, color=ink, mew=0, **dots)


def _look(row: Any) -> tuple[str, str, float, str]:
    """Return colour, face, size and inner mark of a point.

    What is told apart from zero is filled, the rest is open; a verdict has its own colour.
    """
    if row.mark in style.SYMBOLS:
        colour = style.VERDICT_COLOURS[row.mark]
        return colour, colour, 10.0, style.SYMBOLS[row.mark]
    clear = row.low > 0 or row.high < 0
    colour = style.BLUE if clear else style.GREY
    return colour, colour if clear else style.PAPER, 9.0 if row.mark else 5.5, row.mark


def span_of(frame: pd.DataFrame, least: float, signed: bool) -> tuple[float, float]:
    """Return the ends of an axis that shows all intervals, and at least `least` either way."""
    ends = np.concatenate([numbers(frame, c) for c in ("value", "low", "high")])
    ends = ends[np.isfinite(ends)]
    high = max(float(ends.max(initial=0.0)), least)
    low = min(float(ends.min(initial=0.0)), -least) if signed else 0.0
    room = 0.07 * (high - low)
    return (low - room if signed else low - 0.5 * room, high + room)


# --- cards --------------------------------------------------------------------------------------


@responsive
def removal_effects(
    paper: Paper,
    effects: pd.DataFrame,
    *,
    title: str | None = None,
    name: str = "removal-effects",
) -> Figure:
    """Draw what the removal of each card changes: game length, and the most changed seat's rate.

    Rows are ordered by effect, the mean over player counts. `effects` is as `balance` makes it;
    its row "none removed" is what the others are compared with and is not drawn.
    """
    cards = effects[effects["card"] != NO_CARD]
    length = _change_block(cards, "turns_change", 1, "turns")
    rate = _change_block(cards, "rate_change", 100, "points")
    label = label_room(paper, [*length.rows, *rate.rows])
    heights = [height_of(paper, block, label) for block in (length, rate)]
    title = title or _removal_title(cards)
    key = [
        Key("told apart from no change", "o", style.BLUE),
        Key("not told apart", "o", style.GREY, filled=False),
    ]
    note = (
        "×: copies in the deck, of which one is taken out. Bars are 95 % intervals. "
        "Rows by mean size of effect."
    )
    sheet = Sheet(paper, sum(heights) + 0.8, title=title, key=key, note=note)
    top = 0.0
    for block, height, text in (
        (length, heights[0], "Change in game length without the card (turns)"),
        (
            rate,
            heights[1],
            "Change in win rate of the seat that changes most (points); its number is on the point",
        ),
    ):
        for i, line in enumerate(wrap(text, paper.width - 0.1, style.TEXT)):
            sheet.text(0.02, top + 0.06 + i * 0.16, line, va="top", size=style.TEXT)
        draw_block(sheet, block, top + 0.36, label)
        top += height + 0.4
    return Figure(name, title, _removal_alt(cards), sheet.figure, effects, sheet.head)


def _change_block(cards: pd.DataFrame, column: str, scale: float, unit: str) -> Block:
    ends = [scale * numbers(cards, column + end) for end in ("", "_low", "_high")]
    marks = ["" for _ in ends[0]]
    if f"{column}_seat" in cards:
        seats = numbers(cards, f"{column}_seat")
        marks = [f"{seat:.0f}" if np.isfinite(seat) else "" for seat in seats]
    frame = pd.DataFrame(
        {
            "players": cards["players"].to_numpy(),
            "row": [
                _card(c, k) for c, k in zip(cards["card"], numbers(cards, "copies"), strict=True)
            ],
            "value": ends[0],
            "low": ends[1],
            "high": ends[2],
            "mark": marks,
        }
    )
    size = frame["value"].abs().groupby(frame["row"], sort=False).mean()
    rows = list(size.sort_values(ascending=False, kind="stable", na_position="last").index)
    return Block(frame, rows, unit, span_of(frame, 0.1, signed=True))


def _card(card: Any, copies: float) -> str:
    name = label_of(card, "card")
    return f"{name} ×{copies:.0f}" if np.isfinite(copies) else name


def _removal_title(cards: pd.DataFrame) -> str:
    size = numbers(cards, "turns_change")
    if not np.isfinite(size).any():
        return "No card was removed"
    row = cards.iloc[int(np.nanargmax(np.abs(size)))]
    turns = float(row["turns_change"])
    how = f"{fixed(abs(turns), 1)} turns {'longer' if turns > 0 else 'shorter'}"
    card, n = " ".join(str(row["card"]).split()), plural(int(row["players"]), "player")
    return f"{card} matters most to the length: without one, games with {n} are {how}"


def _removal_alt(cards: pd.DataFrame) -> str:
    told = []
    for n in distinct(cards["players"]):
        rows = cards[cards["players"] == n]
        for column, scale, unit in (
            ("turns_change", 1.0, "turns"),
            ("rate_change", 100.0, "points"),
        ):
            size = numbers(rows, column)
            if not np.isfinite(size).any():
                continue
            row = rows.iloc[int(np.nanargmax(np.abs(size)))]
            value, low, high = (scale * float(row[column + e]) for e in ("", "_low", "_high"))
            change = estimate(value, low, high, "change")
            told.append(f"{plural(int(n), 'player')}: {row['card']} most, {change} {unit}")
    return (
        "Forest plot of card removals, in rows by size of effect: the change of game length and of "
        f"the most changed seat's win rate, with 95 % intervals. {'; '.join(told)}."
    )


# --- strategies, decks ----------------------------------------------------------------------------


@responsive
def ladder(
    paper: Paper,
    cells: pd.DataFrame,
    by: str = "lineup",
    *,
    tolerance: float = 0.02,
    title: str | None = None,
    name: str | None = None,
) -> Figure:
    """Draw how the worst seat's deviation and the verdict change with `by`: "lineup" or "deck".

    Rows stand in the order in which they come in `cells`, weakest strategy first.
    """
    value, low, high = unsigned(
        *(100 * numbers(cells, c) for c in ("worst_deviation", "worst_low", "worst_high"))
    )
    labels = [label_of(v, by) for v in cells[by]]
    columns = {"players": cells["players"].to_numpy(), "row": labels, "value": value}
    columns |= {"low": low, "high": high, "mark": cells["verdict"].astype(str).to_numpy()}
    frame = pd.DataFrame(columns)
    least = 150 * tolerance
    unit = "points from fair"
    rows = list(dict.fromkeys(labels))
    block = Block(frame, rows, unit, span_of(frame, least, signed=False), False, 100 * tolerance)
    label = label_room(paper, rows)
    found = [v for v in style.SYMBOLS if (cells["verdict"] == v).any()]
    key = [
        Key(style.VERDICT_WORDS[v], symbol(style.SYMBOLS[v]), style.VERDICT_COLOURS[v])
        for v in found
    ]
    text = fixed(100 * tolerance, 1).removesuffix(".0")
    key.append(Key(f"within the tolerance, ±{text} points", "band", style.BAND))
    title = title or _ladder_title(cells, by)
    sheet = Sheet(paper, height_of(paper, block, label), title=title, key=key)
    draw_block(sheet, block, 0.0, label)
    alt = _ladder_alt(cells, by)
    return Figure(name or f"ladder-{by}", title, alt, sheet.figure, cells, sheet.head)


def _ladder_title(cells: pd.DataFrame, by: str) -> str:
    """Say for which player counts `by` turns the verdict from fair to unfair."""
    calls = cells.groupby("players")["verdict"].agg(set)
    turned = [int(n) for n, found in calls.items() if {"FAIR", "UNFAIR"} <= found]
    if turned:
        return f"The verdict depends on the {words(by)} with {player_counts(turned)}"
    if all(len(found) == 1 for found in calls):
        return f"The verdict is the same for every {words(by)}"
    return f"No {words(by)} turns the verdict; some are not settled"


def _ladder_alt(cells: pd.DataFrame, by: str) -> str:
    told = []
    for n in distinct(cells["players"]):
        rows = cells[cells["players"] == n]
        each = [
            f"{label_of(value, by)} {fixed(100 * abs(size), 1)}, {verdict}"
            for value, size, verdict in zip(
                rows[by], numbers(rows, "worst_deviation"), rows["verdict"], strict=True
            )
        ]
        told.append(f"{plural(int(n), 'player')}: {'; '.join(each)}")
    return (
        f"Distance of the worst seat from fair in points with interval and verdict, "
        f"by {words(by)}. {'. '.join(told)}."
    )
