"""Forest plots: what each card does, what each strategy or deck changes."""

from typing import Any

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, label_of, numbers, responsive, unsigned
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet, symbol, wrap
from reports.numbers import estimate, fixed, player_counts, plural, words

NO_CARD = "none removed"

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
