"""How many games until a verdict is expected to settle.

The rates observed so far are taken as if they were the true ones. They are estimates, so what
comes out is an **expectation, not a promise**: with few games played, or a rate near the border of
the band, ask again after the next batch.

"Expected to settle" means: with that many games a call of FAIR or UNFAIR has a chance of about
80 % (`SETTLE_CHANCE`) or more. The simpler reading (put the observed rates into the intervals and
let the games grow until they fit) would promise too little: at a table that is exactly fair it
stops where an interval fits the band only if the new games, too, come out exactly even, which they
almost never do. "Or more", because the chances of the seats are combined on the safe side: with
several seats equally far outside the band the true chance is nearer to 100 %.

Why there are closed forms. The Wilson bounds at p solve (x - p)**2 = z**2 x (1 - x) / N. Hence the
upper bound of p stays below a border c if and only if p <= c - z sqrt(c (1 - c) / N), and p itself
is, over repeated runs of N games, about normal with standard deviation sqrt(p (1 - p) / N).
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Rates = NDArray[np.float64]

SETTLE_CHANCE = 0.8
"""The chance of a call of FAIR or UNFAIR that `total_games_needed` aims at."""

MOST_GAMES = 10**9
"""A number of games that nobody plays: beyond it the rate counts as lying on the border."""


def _spread(rate: Rates) -> Rates:
    """Standard deviation of one game's win (0 or 1) at each rate, never exactly 0."""
    return np.maximum(np.sqrt(np.clip(rate * (1.0 - rate), 0.0, None)), 1e-12)


def _games_for_fair(low: Rates, high: Rates, band: tuple[float, float], z: float) -> int | None:
    """Smallest number of games that calls FAIR with `SETTLE_CHANCE`, None if there is none.

    Every seat must keep clear of both borders. The chances of failing at each are added up
    (Bonferroni), so that the chance reached is at least the one aimed at.
    """
    from scipy.special import ndtr

    # A border at or beyond 0 or 1 cannot be crossed and asks for nothing.
    below = low if band[0] > 0.0 else low[:0]
    above = high if band[1] < 1.0 else high[:0]
    rate = np.concatenate([below, above])
    border = np.concatenate([np.full(below.size, band[0]), np.full(above.size, band[1])])
    distance = np.concatenate([below - band[0], band[1] - above])
    if (distance <= 0.0).any():
        return None

    def fails(games: int) -> float:
        excess = z * _spread(border) - distance * math.sqrt(games)
        return float(ndtr(excess / _spread(rate)).sum())

    # `fails` falls with every game, since each distance is positive: bisection is safe.
    few, many = 0, MOST_GAMES
    if fails(many) > 1.0 - SETTLE_CHANCE:
        return None
    while many - few > 1:
        middle = (few + many) // 2
        if fails(middle) > 1.0 - SETTLE_CHANCE:
            few = middle
        else:
            many = middle
    return many


def _games_for_unfair(low: Rates, high: Rates, band: tuple[float, float], z: float) -> int | None:
    """Smallest number of games that calls UNFAIR with `SETTLE_CHANCE`, None if there is none.

    One seat outside is enough, so the seat that gets there first decides.
    """
    from scipy.special import ndtri

    rate = np.concatenate([high[high < band[0]], low[low > band[1]]])
    border = np.where(rate < band[0], band[0], band[1])
    distance = np.abs(rate - border)
    root = (z * _spread(border) + float(ndtri(SETTLE_CHANCE)) * _spread(rate)) / distance
    games = float((root**2).min(initial=np.inf))
    return math.ceil(games) if games <= MOST_GAMES else None


def total_games_needed(
    low: Rates,
    high: Rates,
    band: tuple[float, float],
    confidences: tuple[float, float],
) -> int | None:
    """Games in all (those played included) at which the call is expected to settle.

    ``low`` and ``high`` (seats,) are the rates observed so far, without and with the unfinished
    games won; ``band`` the lowest and highest fair rate; ``confidences`` those of the interval for
    FAIR and of one seat's interval for UNFAIR, both two-sided. None if it takes more than
    `MOST_GAMES` or never happens.
    """
    from scipy.special import ndtri

    z_fair, z_unfair = (float(ndtri(0.5 + confidence / 2.0)) for confidence in confidences)
    # At most one of the two exists: the first wants all rates inside, the second one outside.
    fair = _games_for_fair(low, high, band, z_fair)
    return fair if fair is not None else _games_for_unfair(low, high, band, z_unfair)
