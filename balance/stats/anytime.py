"""Intervals that may be watched while games are played: confidence sequences for a rate.

An interval for a fixed number of games misses more often the more often one looks and may stop. A
confidence sequence holds at all numbers of games at once: the chance that it **ever** leaves out
the true rate is at most 1 - confidence. So games may be added until it is narrow enough, or until a
verdict is clear, and it still holds.

The beta-binomial mixture: with a prior Beta(a, b) fixed beforehand, the ratio

    M(p) = B(a + s, b + n - s) / (B(a, b) p^s (1 - p)^(n - s))

after s wins in n games is a nonnegative martingale of mean 1 at the true rate p, so by Ville's
inequality it ever reaches 1/alpha with a chance of at most alpha; the sequence is all p with
M(p) < 1/alpha. Sources: H. Robbins, Statistical methods related to the law of the iterated
logarithm, Annals of Mathematical Statistics 41 (1970) 1397-1409; S. R. Howard, A. Ramdas,
J. McAuliffe and J. Sekhon, Time-uniform, nonparametric, nonasymptotic confidence sequences, Annals
of Statistics 49 (2021) 1055-1080.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from balance.stats._checks import check_confidence, whole

PRIOR_GAMES = 50.0
"""Weight of the prior, in games. It is centred on an equal share, where rates of interest lie:
there the sequence is narrower than with a flat prior, by a tenth at 100,000 games. The guarantee
does not rest on it: far from an equal share the sequence is only wider."""


def confidence_sequence(
    wins: Sequence[int] | NDArray[np.integer],
    games: int,
    confidence: float = 0.95,
    unfinished: int = 0,
    centre: float | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lower and upper ends (seats,) of a confidence sequence for each rate.

    ``wins`` (seats,) are counts of ``games``; ``unfinished`` games may have been won by anybody:
    the lower end takes them as lost, the upper one as won. ``centre`` is the rate that the prior
    is centred on, 1 / seats unless given. Each seat's sequence holds on its own; for all of m seats
    at once ask for a confidence of 1 - (1 - c) / m.

    Raises ValueError for more wins than games, TypeError for counts that are not whole numbers.
    """
    alpha = 1.0 - check_confidence(confidence)
    n, open_games = whole("games", games), whole("unfinished", unfinished)
    won = [whole(f"wins of seat {seat}", count) for seat, count in enumerate(wins, start=1)]
    if any(count + open_games > n for count in won):
        raise ValueError("wins and unfinished games must not be more than the games")
    centre = 1.0 / len(won) if centre is None else centre
    if not 0.0 < centre < 1.0:
        raise ValueError(
            f"centre = {centre}: must lie between 0 and 1; one seat has no equal share"
        )
    prior = PRIOR_GAMES * centre, PRIOR_GAMES * (1.0 - centre)
    low = [_end(count, n, alpha, prior, upper=False) for count in won]
    high = [_end(count + open_games, n, alpha, prior, upper=True) for count in won]
    return np.array(low), np.array(high)


def _end(wins: int, games: int, alpha: float, prior: tuple[float, float], upper: bool) -> float:
    """Where M(p) reaches 1/alpha, on one side of the observed rate."""
    from scipy.optimize import brentq
    from scipy.special import betaln

    a, b = prior
    losses = games - wins
    if (upper and losses == 0) or (not upper and wins == 0):
        return 1.0 if upper else 0.0
    mixture = float(betaln(a + wins, b + losses) - betaln(a, b))

    def excess(p: float) -> float:
        """log M(p) + log alpha: falls to the observed rate, then rises."""
        likelihood = (wins * math.log(p) if wins else 0.0) + (
            losses * math.log1p(-p) if losses else 0.0
        )
        return mixture - likelihood + math.log(alpha)

    rate = wins / games
    inside = min(max(rate, 1e-300), 1.0 - 1e-16)
    outside = 1.0 - 1e-16 if upper else 1e-300
    return float(brentq(excess, inside, outside, xtol=1e-15, rtol=1e-13))
