"""The three things that maps and lines show of a cell: fairness, length, unfinished games."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd

from reports.figures.base import numbers, unsigned
from reports.numbers import fixed, short


@dataclass(frozen=True)
class Measure:
    """One measure of a cell: where its values are, and how they are shown."""

    heading: str
    unit: str  # below a colour bar
    axis: str  # along an axis
    ramp: str  # the name of a colour ramp
    columns: tuple[str, str, str]  # value, low, high
    scale: float  # from the frame to what is shown
    cell: Callable[[float], str]  # a value in a cell of a map; gets what is shown
    signed: bool = False  # shown by its size on axes, with its sign in cells

    def values(self, cells: pd.DataFrame) -> np.ndarray:
        """Return the values as they are shown, signed where they have a sign."""
        return self.scale * numbers(cells, self.columns[0])

    def intervals(self, cells: pd.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return value, low and high as they are put on an axis."""
        value, low, high = (self.scale * numbers(cells, c) for c in self.columns)
        return unsigned(value, low, high) if self.signed else (value, low, high)


def _signed(value: float) -> str:
    return fixed(value, 1 if abs(value) < 100 else 0, sign=True)


def _share(value: float) -> str:
    if value == 0:
        return "0"
    return "<0.1" if value < 0.05 else fixed(value, 1 if value < 99.95 else 0)


FAIRNESS = Measure(
    "Fairness",
    "points from fair",
    "worst seat, points from fair",
    "fairness",
    ("worst_deviation", "worst_low", "worst_high"),
    100,
    _signed,
    signed=True,
)
LENGTH = Measure(
    "Length",
    "mean turns",
    "mean length (turns)",
    "blue",
    ("turns_mean", "turns_low", "turns_high"),
    1,
    short,
)
UNFINISHED = Measure(
    "Unfinished",
    "% of games",
    "unfinished games (%)",
    "purple",
    ("unfinished_share", "unfinished_low", "unfinished_high"),
    100,
    _share,
)
MEASURES = (FAIRNESS, LENGTH, UNFINISHED)
