"""What one more of something is worth: the slope of winning on a value, within games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balance.stats._checks import check_confidence, plain


@dataclass(frozen=True)
class Slope:
    """The change of a win rate for one more of a value than the others at the table have.

    ``change`` is a share (-1 to 1 and beyond: of one more, not of what there is), with its
    interval. ``games`` are all games, the unfinished ones too. All is nan where no game had seats
    that differ.
    """

    games: int
    change: float
    low: float
    high: float

    def to_dict(self) -> dict[str, Any]:
        """As a dict for JSON; what is undefined becomes None."""
        result: dict[str, Any] = plain(self)
        return result


def slope(
    finished: Sequence[int],
    least: Sequence[int] = (0,) * 6,
    most: Sequence[int] = (0,) * 6,
    confidence: float = 0.95,
) -> Slope:
    """Return the slope of winning on a value, from sums over games.

    Each argument is (games, sum of d, of d d, of d q, of q, of q q), with d and q of a game as in
    `sims.core.counting.contrasts`; ``least`` and ``most`` are of the unfinished games, had the seat
    with the least or the most of the value won. They widen the interval and are never dropped.

    The slope is the ratio of two sums over independent games, which is the least-squares slope with
    an effect for each game; its variance is that of a ratio by linearisation, so that it allows for
    seats of a game that win or hold a card at one another's cost.

    Source: W. G. Cochran, Sampling Techniques, 3rd ed. 1977, section 2.11.
    """
    check_confidence(confidence)
    _, low, _ = _ratio([a + b for a, b in zip(finished, least, strict=True)], confidence)
    _, _, high = _ratio([a + b for a, b in zip(finished, most, strict=True)], confidence)
    middle, _, _ = _ratio(finished, confidence)
    return Slope(finished[0] + least[0], middle, low, high)


def _ratio(sums: Sequence[int], confidence: float) -> tuple[float, float, float]:
    """The ratio of the sums of d and q over games, and its t interval."""
    from scipy.stats import t

    n, d, dd, dq, q, qq = sums
    if q == 0:
        return math.nan, math.nan, math.nan
    ratio = d / q
    if n < 2:
        return ratio, -math.inf, math.inf
    # In whole numbers as far as it goes: the three terms nearly cancel.
    left = (dd * q * q - 2 * d * q * dq + d * d * qq) / (q * q)
    half = float(t.isf((1.0 - confidence) / 2.0, n - 1)) * math.sqrt(left * n / (n - 1)) / q
    return ratio, ratio - half, ratio + half
