"""The payoff table of a tournament: each strategy alone among others who play another one."""

import numpy as np
import pandas as pd

from reports.figures.base import Figure, numbers
from reports.figures.profiles import profile_pairs
from reports.numbers import fixed, plural

CALLS = {"wins": "TOO STRONG", "loses": "TOO WEAK"}
"""How a profile of the same call is marked: the table is drawn the same way."""


def payoffs(pairs: pd.DataFrame, tolerance: float, *, name: str = "payoffs") -> Figure:
    """Draw the win rate of each strategy (row) alone among each other one (column).

    `pairs` is as a tournament makes it: `deviation` from an equal share with its 95 % interval, and
    `call`. A map per player count, rows in the order of the frame, points in each cell.
    """
    frame = pairs.rename(columns={"strategy": "profile"})
    frame = frame.assign(call=frame["call"].map(lambda call: CALLS.get(call, call)))
    title = payoffs_title(pairs)
    return profile_pairs(frame, tolerance, word="strategy", title=title, name=name)


def payoffs_title(pairs: pd.DataFrame) -> str:
    """Say where the gap is widest, if one is shown."""
    won = pairs[pairs["call"] == "wins"]
    if won.empty:
        return "No strategy is shown to beat another by more than the tolerance"
    row = won.iloc[int(np.argmax(numbers(won, "deviation")))]
    return (
        f"The widest gap: {row['strategy']} among {row['against']} with "
        f"{plural(int(row['players']), 'player')}, {fixed(100 * row['deviation'], 1, sign=True)} "
        "points from an equal share"
    )
