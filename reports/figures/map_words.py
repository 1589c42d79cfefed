"""What is said with a map: its title, the notes below it, its alternative text."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from reports.figures.base import distinct, label_of
from reports.numbers import (
    count,
    first_upper,
    fixed,
    listed,
    parameter,
    percent,
    player_counts,
    plural,
)

CALLS = {"FAIR": "fair", "UNFAIR": "unfair", "INCONCLUSIVE": "not settled"}


def games_note(cells: pd.DataFrame) -> str:
    """Return how many games a cell has, and how exactly its deviation is known at worst."""
    if "games" not in cells or cells.empty:
        return ""
    low, high = int(cells["games"].min()), int(cells["games"].max())
    games = count(low) if low == high else f"{count(low)} to {count(high)}"
    half = 50 * (cells["worst_high"] - cells["worst_low"]).max() if "worst_high" in cells else None
    if half is None or not np.isfinite(float(half)):
        return f"{games} games per cell."
    known = fixed(float(half), 1)
    return f"{games} games per cell; points from fair are known to ±{known} or better."


def printed_note(cells: pd.DataFrame, column: str, printed: Mapping[int, Any], label: str) -> str:
    """Return the printed values as a sentence, and which of them are not on the map."""
    values = {n: v for n, v in printed.items() if (cells["players"] == n).any()}
    if not values:
        return ""
    if len(set(values.values())) == 1:
        text = f"Printed {label.lower()}: {parameter(next(iter(values.values())))}"
    else:
        each = [
            f"{parameter(v)} for {listed([str(n) for n in sorted(values) if values[n] == v])}"
            for v in dict.fromkeys(values[n] for n in sorted(values))
        ]
        text = f"Printed {label.lower()}: {listed(each)} players"
    swept = set(cells[column])
    missing = [parameter(v) for v in dict.fromkeys(values.values()) if v not in swept]
    return f"{text}; {listed(missing)} not on the map." if missing else f"{text}."


def map_title(cells: pd.DataFrame, column: str, printed: Mapping[int, Any], label: str) -> str:
    """Return the verdicts on the printed values as a title; without them, a count of verdicts."""
    at = [(cells["players"] == n) & (cells[column] == v) for n, v in printed.items()]
    rows = cells[np.logical_or.reduce(at)] if at else cells.iloc[:0]
    if rows.empty:
        return verdicts_title(cells)
    said: list[str] = []
    for call, word in CALLS.items():
        counts = sorted({int(n) for n in rows.loc[rows["verdict"] == call, "players"]})
        if counts:
            whom = player_counts(counts)
            said.append(f"{word} with {whom if not said else whom.rsplit(' ', 1)[0]}")
    return f"{first_upper(label.lower())} as printed: {', '.join(said)}"


def verdicts_title(cells: pd.DataFrame) -> str:
    """Return how many cells are fair and unfair as a title."""
    fair = int((cells["verdict"] == "FAIR").sum())
    unfair = int((cells["verdict"] == "UNFAIR").sum())
    return f"Of {plural(len(cells), 'cell')}, {fair:,d} are fair and {unfair:,d} unfair"


def alt_text(cells: pd.DataFrame, x: str, y: str, labels: tuple[str, str]) -> str:
    """Return the maps in words, player count by player count."""
    told = []
    for n in distinct(cells["players"]):
        rows = cells[cells["players"] == n]
        other = y if x == "players" else x if y == "players" else None
        fair = rows[rows["verdict"] == "FAIR"]
        where = [label_of(v, other) for v in distinct(fair[other])] if other else []
        what = listed(where) if 0 < len(where) <= 12 else f"{len(fair):,d} of {len(rows):,d} cells"
        share = percent(rows["unfinished_share"].max())
        mean = f"{fixed(rows['turns_mean'].min(), 1)} to {fixed(rows['turns_mean'].max(), 1)}"
        told.append(
            f"{plural(int(n), 'player')}: fair at {what if len(fair) else 'none'}, "
            f"mean length {mean} turns, at most {share} unfinished"
        )
    return (
        f"Three maps of {labels[1]} against {labels[0]}: how far the worst seat is from fair, with "
        f"the verdict in each cell; mean length; share of unfinished games. {'; '.join(told)}."
    )
