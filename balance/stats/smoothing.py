"""Smoothing win probabilities along a game: how much is noise is known, how much moves is learnt.

A win probability estimated by playouts at each turn of a game is the true one plus binomial noise.
Counted on the raw estimates, the noise alone would make leaders change. Here it is taken off as
far as the games themselves say: where successive estimates differ by no more than noise a path is
flattened to its mean, and where they differ by much more it is left as it is.

The true path is a martingale between 0 and 1 that ends in either. Its steps are taken to have the
variance c p (1 - p), as in the Wright-Fisher model: they vanish where a game is decided. The noise
of K playouts is p (1 - p) / K, so that the weight of a step against the noise is c K whatever p is.
Then one filter serves all seats, and what summed to 1 before still does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Paths = NDArray[np.float64]


def step_share(rates: Paths, trials: Paths) -> float:
    """Return c, the variance of a step as a share of p (1 - p), by moments; at least 0.

    ``rates`` (paths, times) are shares of ``trials`` (2 or more), both NaN behind a path's end. The
    squared difference of two rates expects the step's variance plus both noises; each p (1 - p) is
    estimated without bias, by n / (n - 1) times that of the rate.
    """
    spread = rates * (1.0 - rates) * trials / (trials - 1.0)
    noise = spread / trials
    excess = np.diff(rates, axis=1) ** 2 - noise[:, 1:] - noise[:, :-1]
    room = (spread[:, 1:] + spread[:, :-1]) / 2.0
    known = np.isfinite(excess)
    total = float(room[known].sum())
    return max(0.0, float(excess[known].sum()) / total) if total > 0.0 else 0.0


def smooth(rates: Paths, noise: Paths, step: float) -> Paths:
    """Return the paths with noise taken off: the smoother of a random walk seen with noise.

    ``rates`` (paths, times) are NaN behind the end of a path and known at time 0; ``noise``, of the
    same shape, is the variance of each error and ``step`` that of a step, in any common unit. Each
    entry is the best linear estimate from the whole path; with ``step`` 0 it is the mean weighted
    by precision, and with no noise the path itself.

    Source: R. E. Kalman, Journal of Basic Engineering 82 (1960) 35-45, forward; H. E. Rauch, F.
    Tung and C. T. Striebel, AIAA Journal 3 (1965) 1445-1450, backward. Written out because the
    paths are many and short; the tests hold it against statsmodels.
    """
    known = np.isfinite(rates)
    level, spread = np.zeros_like(rates), np.zeros_like(rates)
    level[:, 0], spread[:, 0] = rates[:, 0], noise[:, 0]
    for t in range(1, rates.shape[1]):
        prior = spread[:, t - 1] + step
        gain = prior / (prior + np.where(known[:, t], noise[:, t], np.inf))
        surprise = np.where(known[:, t], rates[:, t] - level[:, t - 1], 0.0)
        level[:, t] = level[:, t - 1] + gain * surprise
        spread[:, t] = (1.0 - gain) * prior
    for t in range(rates.shape[1] - 2, -1, -1):
        back = spread[:, t] / (spread[:, t] + step)
        level[:, t] += back * (level[:, t + 1] - level[:, t])
    return np.where(known, level, np.nan)
