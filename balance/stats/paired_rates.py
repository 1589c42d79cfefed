"""The change of a rate between two cells that were played on the same game ids.

Only the games that differ say anything: with b games won after and not before, and c the other way
round, the change is (b - c) / n. A t interval fails where few games differ (it is a point where
none does), and a ruling that hardly ever matters is just that case. The score interval does not:
where none of n games differs it still reaches z**2 / (n + z**2) to either side.

Source: T. Tango, Equivalence test and confidence interval for the difference in proportions for the
paired-sample design, Statistics in Medicine 17 (1998) 891-908. Recommended for small and large
samples by M. W. Fagerland, S. Lydersen and P. Laake, Statistics in Medicine 33 (2014) 2850-2875.
"""

from __future__ import annotations

import math

from balance.stats._checks import check_confidence, whole
from balance.stats.comparisons import PairedSums


def discordant(sums: PairedSums) -> tuple[int, int]:
    """Return b and c: the games with a 1 in cell a alone, and in cell b alone.

    Raises ValueError for sums of anything but zeros and ones.
    """
    if sums.squares_a != sums.total_a or sums.squares_b != sums.total_b:
        raise ValueError("sums of values other than 0 and 1: a rate needs these")
    b = whole("games won in the first cell alone", sums.total_a - sums.products)
    c = whole("games won in the second cell alone", sums.total_b - sums.products)
    whole("games won in neither alone", sums.n - b - c)
    return b, c


def score(b: int, c: int, n: int, change: float) -> float:
    """Return Tango's score statistic, about normal if `change` (-1 to 1) is the true one.

    Positive where more was seen than `change`; infinite at a change that cannot be.
    """
    excess = b - c - n * change
    # The chance of a game in which only the second cell wins, estimated under `change`.
    half = -b - c + (2 * n - b + c) * change
    root = math.sqrt(max(0.0, half * half + 8 * n * c * change * (1 - change)))
    variance = n * ((root - half) / (2 * n) + change * (1 - change))
    if variance > 0:
        return excess / math.sqrt(variance)
    return math.copysign(math.inf, excess) if excess else 0.0


def rate_change_bounds(sums: PairedSums, confidence: float = 0.95) -> tuple[float, float]:
    """Return (low, high), the score interval of the change a - b of a rate (shares, -1 to 1).

    Raises ValueError for no games or values other than 0 and 1.
    """
    from scipy.optimize import brentq
    from scipy.special import ndtri

    z = float(ndtri(0.5 + check_confidence(confidence) / 2))
    n = whole("n", sums.n, 1)
    b, c = discordant(sums)
    seen = (b - c) / n

    def bound(end: float) -> float:
        """Where the score is z on the way from the change that was seen to the end of the scale."""
        if seen == end:
            return end
        sign = math.copysign(z, seen - end)
        return float(brentq(lambda x: max(-1e9, min(1e9, score(b, c, n, x))) - sign, seen, end))

    return bound(-1.0), bound(1.0)
