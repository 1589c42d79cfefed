"""Ratings from games of several players of which only the winner is known.

Each player i has a strength s(i), and wins a table with chance exp s(i) over the sum of exp s of
all who sit there: Luce's choice rule, the first step of the Plackett-Luce model, and with two
players the model of Bradley and Terry. The strengths are those of maximum likelihood, on Elo's
scale: 400 points are ten times the odds. Only differences count; the mean is 0.

Sources: R. A. Bradley and M. E. Terry, Biometrika 39 (1952) 324-345; R. D. Luce, Individual Choice
Behavior (1959); R. L. Plackett, Applied Statistics 24 (1975) 193-202; A. E. Elo, The Rating of
Chessplayers (1978), for the scale. The likelihood is concave; scipy finds its maximum.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

POINTS = 400.0 / math.log(10.0)
"""Elo points of one unit of log odds."""

SPREAD = 5.0
"""Standard deviation, in log odds, of the weak prior that keeps a rating finite where a player
never wins or always does; with hundreds of wins it moves a rating by less than its rounding."""

Floats = NDArray[np.float64]


def chances(copies: ArrayLike, ratings: ArrayLike) -> Floats:
    """The chance that each player wins, by table: (tables, players), all its copies together.

    ``copies`` (tables, players) says how often each player sits at each table, ``ratings``
    (players,) are in Elo points.
    """
    seats = np.asarray(copies, dtype=np.float64)
    strength = np.exp(np.asarray(ratings, dtype=np.float64) / POINTS)
    parts = seats * strength
    result: Floats = parts / parts.sum(axis=1, keepdims=True)
    return result


def rate(copies: ArrayLike, wins: ArrayLike, start: ArrayLike | None = None) -> Floats:
    """Return the ratings (players,) in Elo points, with mean 0.

    ``copies`` (tables, players) as in `chances`; ``wins`` (tables, players) counts the games that
    a player's copies won there. Games that nobody won say nothing about who is stronger. ``start``
    are ratings to begin the search at.

    Raises ValueError for arrays of other shapes or negative numbers.
    """
    from scipy.optimize import minimize

    seats = np.asarray(copies, dtype=np.float64)
    won = np.asarray(wins, dtype=np.float64)
    if seats.ndim != 2 or seats.shape != won.shape:
        raise ValueError(f"copies {seats.shape} and wins {won.shape}: must be tables by players")
    if (seats < 0).any() or (won < 0).any() or (won[seats == 0] > 0).any():
        raise ValueError("copies and wins must be 0 or more, and 0 wins where nobody sits")
    games, total = won.sum(axis=1), won.sum(axis=0)
    scale = max(1.0, float(games.sum()))

    def expected(strength: Floats) -> Floats:
        parts = seats * np.exp(strength - strength.max())
        shares: Floats = parts / parts.sum(axis=1, keepdims=True)
        return shares

    def loss(strength: Floats) -> float:
        top = strength.max()
        sums = (seats * np.exp(strength - top)).sum(axis=1)
        value = total @ strength - games @ (np.log(sums) + top)
        return float(0.5 * strength @ strength / SPREAD**2 - value) / scale

    def slope(strength: Floats) -> Floats:
        result: Floats = strength / SPREAD**2 - total + games @ expected(strength)
        return result / scale

    def bend(strength: Floats) -> Floats:
        shares = expected(strength)
        middle = (shares.T * games) @ shares
        result: Floats = np.diag(games @ shares + 1.0 / SPREAD**2) - middle
        return result / scale

    first = np.zeros(seats.shape[1]) if start is None else np.asarray(start) / POINTS
    found = minimize(
        loss, first, jac=slope, hess=bend, method="trust-exact", options={"gtol": 1e-9}
    )
    strength = np.asarray(found.x, dtype=np.float64)
    result: Floats = POINTS * (strength - strength.mean())
    return result
