"""What the rows of a table show, when a table has many rows.

A row is a quantity with an interval at any confidence: here the change of something between two
cells. Two things may be shown of it:

* **a difference**: the interval lies to one side of zero;
* **no difference beyond a margin**: the 90 % interval lies within plus and minus the margin. That
  is two one-sided tests (Schuirmann 1987), so it is evidence of its own: a row that shows neither
  is open, however small its estimate.

With m rows, some would seem to show something by chance. Holm's procedure (1979) allows for that:
the errors of the rows are put in order, the smallest is held against 5 % / m, the next against
5 % / (m - 1), and so on until one fails. Whatever the truth, the chance of any wrong claim among
the rows is at most 5 % for differences, and 5 % for their absence. The error of a row is the
smallest at which its interval would still show the thing; it is used inside and never shown.

Bounds must be nested: the interval at a higher confidence contains that at a lower one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from balance.stats.comparisons import holm

ERROR = 0.05
"""The chance of any wrong claim among the rows of a table."""

SMALLEST = 1e-12
"""No error is traced below this."""

Bounds = Callable[[float], tuple[float, float]]
"""From a confidence to the interval (low, high)."""


@dataclass(frozen=True)
class Shown:
    """What a row shows, and its intervals in the unit of the row.

    `sign` is 1 or -1 for a difference that is shown, 0 for none; `within` says whether no
    difference beyond `margin` is shown. `low` and `high` are the 95 % interval of the row alone,
    `joint_low` and `joint_high` that for all rows at once (Bonferroni).
    """

    sign: int
    within: bool
    margin: float
    low: float
    high: float
    joint_low: float
    joint_high: float

    @property
    def least(self) -> float:
        """The least size that the joint interval leaves: 0 if it contains 0."""
        return max(0.0, self.joint_low, -self.joint_high)

    @property
    def most(self) -> float:
        """The largest size that the joint interval leaves."""
        return max(abs(self.joint_low), abs(self.joint_high))


def error_of(shows: Callable[[float], bool], most: float = ERROR) -> float:
    """The smallest error at which something is shown; 1 if it is not even at `most`.

    `shows(error)` must hold from some error on upwards.
    """
    if not shows(most):
        return 1.0
    low, high = math.log(SMALLEST), math.log(most)
    if shows(SMALLEST):
        return SMALLEST
    while high - low > 0.01:
        middle = (low + high) / 2
        if shows(math.exp(middle)):
            high = middle
        else:
            low = middle
    return math.exp(high)


def error_of_difference(bounds: Bounds) -> float:
    """The smallest error at which the interval leaves zero out."""

    def shows(error: float) -> bool:
        low, high = bounds(1.0 - error)
        return low > 0.0 or high < 0.0

    return error_of(shows)


def error_of_absence(bounds: Bounds, margin: float) -> float:
    """The smallest error at which two one-sided tests show no difference beyond the margin."""

    def shows(error: float) -> bool:
        low, high = bounds(1.0 - 2.0 * error)
        return -margin < low and high < margin

    return error_of(shows)


def family(rows: Sequence[Bounds], margins: Sequence[float]) -> list[Shown]:
    """What each row of a table shows, with Holm's procedure over all of them."""
    if not rows:
        return []
    differs = holm([error_of_difference(row) for row in rows]) <= ERROR
    absent = holm([error_of_absence(r, m) for r, m in zip(rows, margins, strict=True)]) <= ERROR
    found = []
    for row, margin, is_different, is_absent in zip(rows, margins, differs, absent, strict=True):
        low, high = row(1.0 - ERROR)
        joint = row(1.0 - ERROR / len(rows))
        sign = (1 if low > 0 else -1) if is_different else 0
        found.append(Shown(sign, bool(is_absent), margin, low, high, *joint))
    return found


def hull(rows: Sequence[Bounds]) -> Bounds:
    """Bounds around several quantities: all of them are within a margin if the hull is.

    No correction for their number is due: each has to be shown (intersection-union test, Berger
    1982).
    """

    def bounds(confidence: float) -> tuple[float, float]:
        found = [row(confidence) for row in rows]
        return min(low for low, _ in found), max(high for _, high in found)

    return bounds
