"""Forest plots: what each card does, what each strategy or deck changes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from reports import style
from reports.figures.base import Figure, distinct, label_of, numbers, responsive, unsigned
from reports.figures.rows import Block, draw_block, height_of, label_room, span_of
from reports.figures.sheet import Key, Paper, Sheet, symbol, wrap
from reports.numbers import estimate, fixed, player_counts, plural, words

# --- cards --------------------------------------------------------------------------------------


@responsive
def card_effects(
    paper: Paper,
    effects: pd.DataFrame,
    panels: Sequence[tuple[str, str, str]],
    *,
    title: str | None = None,
    name: str = "cards",
) -> Figure:
    """Draw what each card does, a block of panels for each kind of effect: a forest plot.

    `effects` has a row per player count, card and kind with `copies`, `value`, `low`, `high` as
    they are shown, and `told_apart`. `panels` are (kind, heading, unit) in order; rows are ordered
    by the mean size, over player counts, of the effect "swap", or of the first kind without it.
    """
    panels = [panel for panel in panels if (effects["kind"] == panel[0]).any()]
    order = _card_order(effects, panels)
    blocks = [
        _card_block(effects[effects["kind"] == kind], order, unit) for kind, _, unit in panels
    ]
    label = label_room(paper, order)
    heights = [height_of(paper, block, label) for block in blocks]
    title = title or _card_title(effects, panels)
    key = [
        Key("told apart from zero (false discovery rate 5 %)", "o", style.BLUE),
        Key("not told apart", "o", style.GREY, filled=False),
    ]
    note = "×: copies in play, of which one is swapped or taken out. Bars are 95 % intervals"
    ends = np.concatenate([numbers(effects, end) for end in ("low", "high")])
    note += "; no bar: too few games differ." if np.isinf(ends).any() else "."
    sheet = Sheet(paper, sum(heights) + 0.4 * len(blocks), title=title, key=key, note=note)
    top = 0.0
    for block, height, (_, text, unit) in zip(blocks, heights, panels, strict=True):
        for i, line in enumerate(wrap(f"{text} ({unit})", paper.width - 0.1, style.TEXT)):
            sheet.text(0.02, top + 0.06 + i * 0.16, line, va="top", size=style.TEXT)
        draw_block(sheet, block, top + 0.36, label)
        top += height + 0.4
    return Figure(name, title, _card_alt(effects, panels), sheet.figure, effects, sheet.head)


def _card_rows(effects: pd.DataFrame) -> list[str]:
    return [_card(c, k) for c, k in zip(effects["card"], numbers(effects, "copies"), strict=True)]


def _card_order(effects: pd.DataFrame, panels: Sequence[tuple[str, str, str]]) -> list[str]:
    kinds = [kind for kind, _, _ in panels]
    first = "swap" if "swap" in kinds else kinds[0] if kinds else ""
    size = effects["value"].abs().where(effects["kind"] == first)
    mean = size.groupby(pd.Series(_card_rows(effects), index=effects.index), sort=False).mean()
    return list(mean.sort_values(ascending=False, kind="stable", na_position="last").index)


def _card_block(rows: pd.DataFrame, order: list[str], unit: str) -> Block:
    frame = pd.DataFrame(
        {
            "players": rows["players"].to_numpy(),
            "row": _card_rows(rows),
            **{c: numbers(rows, c) for c in ("value", "low", "high")},
            "mark": "",
            "clear": rows["told_apart"].to_numpy(dtype=bool),
        }
    )
    return Block(frame, order, unit, span_of(frame, 0.1, signed=True))


def _card(card: Any, copies: float) -> str:
    name = label_of(card, "card")
    return f"{name} ×{copies:.0f}" if np.isfinite(copies) else name


def _card_title(effects: pd.DataFrame, panels: Sequence[tuple[str, str, str]]) -> str:
    told = effects[effects["told_apart"].astype(bool) & effects["value"].notna()]
    if told.empty:
        return "No card's effect is told apart from zero"
    several = effects["players"].nunique() > 1
    parts = []
    for kind, _, unit in panels:
        rows = told[told["kind"] == kind]
        if len(rows):
            row = rows.loc[rows["value"].abs().idxmax()]
            card = " ".join(str(row["card"]).split())
            size = fixed(float(row["value"]), 1, sign=True)
            where = f" with {plural(int(row['players']), 'player')}" if several else ""
            parts.append(f"{kind} of {card}, {size} {unit}{where}")
    if len(parts) == 1:
        return f"The largest effect told apart from zero: {parts[0]}"
    return f"The largest effects: {'; '.join(parts)}"


def _card_alt(effects: pd.DataFrame, panels: Sequence[tuple[str, str, str]]) -> str:
    told = []
    for n in distinct(effects["players"]):
        for kind, _, unit in panels:
            rows = effects[(effects["players"] == n) & (effects["kind"] == kind)]
            size = numbers(rows, "value")
            if np.isfinite(size).any():
                row = rows.iloc[int(np.nanargmax(np.abs(size)))]
                change = estimate(row["value"], row["low"], row["high"], "change")
                told.append(
                    f"{plural(int(n), 'player')}, {kind}: {row['card']} most, {change} {unit}"
                )
    return (
        "Forest plot of what each card does, in rows by the size of its swap, with 95 % "
        f"intervals. {'; '.join(told)}."
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
