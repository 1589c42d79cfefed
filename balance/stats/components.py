"""What decides who wins: seat, deal and play as shares of the variance of the outcome.

Of a cell, some deals are each played to the end several times, with everything that is random
behind the deal drawn anew. Let p(s, d) be the chance of seat s after deal d, p(s) its mean over
deals and p that over seats. For the win indicator of a seat drawn at random, with mean p,

    p (1 - p)  =  mean over s of (p(s) - p)**2              the seat
                + mean over s of Var over d of p(s, d)      the deal
                + mean over s, d of p(s, d) (1 - p(s, d))   the play: chance and choices behind it

Each part is estimated without bias: what finitely many replays and deals would add to the first two
is taken off, as in the one-way analysis of variance with random effects.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats._checks import check_confidence, counts

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Part:
    """A share of the variance with its interval.

    ``value`` is a ratio of unbiased estimates, which falls below 0 half of the time where the true
    share is 0. The interval is cut to 0..1 and holds the larger of 0 and the value.
    """

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Parts:
    """Seat, deal and play as shares of the variance of who wins; their values sum to 1."""

    seat: Part
    deal: Part
    play: Part


def variance_parts(tables: Sequence[ArrayLike], replays: int, confidence: float = 0.95) -> Parts:
    """Return the shares of seat, deal and play with intervals.

    A table (deals, seats) counts, for each deal, how many of its ``replays`` (2 or more) each seat
    won; draws and unfinished games are wins of nobody. Of several tables, one for each rotation of
    a lineup, the mean of their shares is returned.

    Deals are what was sampled: the intervals for deal and play are of the jackknife over deals
    (Student's t). The seat's part is a sum of squares, skewed where it is small, and has one by its
    root, which noise can move by no more than the noise's own root (the triangle inequality, with
    the chi-square quantile of seats - 1 degrees of freedom): exact for two seats and an even deal,
    wider than need be for more. All shares are nan where no game was won.

    Raises ValueError for fewer than 3 deals or 2 replays, or more wins than replays.

    Sources: S. R. Searle, G. Casella and C. E. McCulloch, Variance Components (1992), chapter 3;
    jackknife: J. W. Tukey, Annals of Mathematical Statistics 29 (1958) 614; deals fixed by their
    seed: J. Goodman, D. Perez-Liebana and S. Lucas, Seeding for Success, IEEE Transactions on Games
    (2025), arXiv:2503.02686, who show the spread of win rates over seeds, sampling noise included.
    """
    check_confidence(confidence)
    rates = [_rates(counts("wins", table), replays) for table in tables]
    found = [_jackknife(table, replays) for table in rates]
    value = np.mean([v for v, _ in found], axis=0)
    error = np.sqrt(np.sum([e**2 for _, e in found], axis=0)) / len(found)
    half = _t_quantile(confidence, sum(len(table) - 1 for table in rates)) * error
    seat = np.mean([_seat_bounds(table, confidence) for table in rates], axis=0)
    _, deal, play = (
        Part(float(v), float(max(v - h, 0.0)), float(min(max(v, 0.0) + h, 1.0)))
        for v, h in zip(value, half, strict=True)
    )
    return Parts(Part(float(value[0]), float(seat[0]), float(seat[1])), deal, play)


def variance_parts_change(
    after: ArrayLike, before: ArrayLike, replays: int, confidence: float = 0.95
) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """Return (low, high) of the change of the shares of seat, deal and play, after less before.

    Both tables are as in `variance_parts`, on the same deals. Deal and play: Student's t over the
    differences of the jackknife's values deal by deal, so that what both cells owe to the same
    deals falls out. The seat's share is skewed where it is small, which the jackknife does not
    follow: its interval goes from end to end of two intervals that hold at once (Bonferroni), and
    is wider than need be. An estimate below 0 is shown as 0; the intervals hold that change, too.

    Raises ValueError as `variance_parts`, and for another number of deals.
    """
    check_confidence(confidence)
    rates = [_rates(counts("wins", table), replays) for table in (after, before)]
    if len(rates[0]) != len(rates[1]):
        raise ValueError(f"{len(rates[0])} and {len(rates[1])} deals: must be the same deals")
    (now, later), (was, earlier) = (_pseudo_values(table, replays) for table in rates)
    error = (later - earlier).std(axis=0, ddof=1) / math.sqrt(len(later))
    half = _t_quantile(confidence, len(later) - 1) * error
    (low, high), (least, most) = (_seat_bounds(table, (1 + confidence) / 2) for table in rates)
    shown = np.clip(now, 0.0, 1.0) - np.clip(was, 0.0, 1.0)
    lows = np.clip(np.minimum(now - was - half, shown), -1.0, 1.0)
    highs = np.clip(np.maximum(now - was + half, shown), -1.0, 1.0)
    _, deal, play = ((float(a), float(b)) for a, b in zip(lows, highs, strict=True))
    return (float(low - most), float(high - least)), deal, play


def _rates(wins: NDArray[Any], replays: int) -> Floats:
    """The share of a deal's replays that each seat won, checked."""
    if wins.ndim != 2 or wins.shape[0] < 3:
        raise ValueError(f"wins of shape {wins.shape}: must be 3 or more deals by seats")
    if replays < 2:
        raise ValueError(f"replays = {replays}: must be 2 or more")
    if (wins.sum(axis=1) > replays).any():
        raise ValueError(f"a deal has more wins than its {replays} replays")
    return wins / replays


def _t_quantile(confidence: float, freedom: int) -> float:
    from scipy.stats import t

    return float(t.isf((1.0 - confidence) / 2.0, freedom))


def _seat_bounds(rates: Floats, confidence: float) -> tuple[float, float]:
    """The interval of the seat's share from the rates (deals, seats) of one table."""
    from scipy.stats import chi2

    deals, seats = rates.shape
    centred = rates - rates.mean(axis=1, keepdims=True)
    noise = centred.var(axis=0, ddof=1).mean() / deals
    mean = rates.mean()
    with np.errstate(invalid="ignore"):  # nobody ever won
        root = np.sqrt((centred.mean(axis=0) ** 2).mean() / (mean * (1.0 - mean)))
        half = np.sqrt(
            noise / (mean * (1.0 - mean)) * chi2.ppf(confidence, seats - 1) / (seats - 1)
        )
    return max(root - half, 0.0) ** 2, min(root + half, 1.0) ** 2


def _jackknife(rates: Floats, replays: int) -> tuple[Floats, Floats]:
    """The three shares from the rates (deals, seats) of one table, and their standard errors."""
    whole, pseudo = _pseudo_values(rates, replays)
    return whole, pseudo.std(axis=0, ddof=1) / math.sqrt(len(rates))


def _pseudo_values(rates: Floats, replays: int) -> tuple[Floats, Floats]:
    """The three shares from the rates (deals, seats) of one table, and the jackknife's (deals, 3).

    The spread of the latter over deals is what the shares' errors are told from.
    """
    centred = rates - rates.mean(axis=1, keepdims=True)
    inside = (rates * (1.0 - rates)).sum(axis=1) * replays / (replays - 1)
    one = (rates, rates**2, centred**2, inside)
    deals = len(rates)
    totals = tuple(part.sum(axis=0) for part in one)
    whole = _shares(deals, replays, *totals)
    without = _shares(deals - 1, replays, *(t - part for t, part in zip(totals, one, strict=True)))
    return whole, deals * whole - (deals - 1) * without


def _shares(
    deals: int, replays: int, total: Floats, squares: Floats, centred: Floats, inside: Floats
) -> Floats:
    """The shares (..., 3) from sums over deals.

    ``total`` and ``squares`` (..., seats) sum the rates and their squares, ``centred`` the squares
    of rates less the deal's mean over seats, ``inside`` (...) the unbiased p (1 - p) over seats.
    """
    seats = total.shape[-1]
    mean = total / deals
    play = inside / deals / seats
    deal = ((squares - deals * mean**2) / (deals - 1)).mean(axis=-1) - play / replays
    away = mean - mean.mean(axis=-1, keepdims=True)
    noise = (centred - deals * away**2) / (deals - 1) / deals
    seat = (away**2 - noise).mean(axis=-1)
    parts = np.stack([seat, deal, play], axis=-1)
    with np.errstate(invalid="ignore"):  # nobody ever won
        shares: Floats = parts / parts.sum(axis=-1, keepdims=True)
    return shares
