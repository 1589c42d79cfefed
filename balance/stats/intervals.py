"""Intervals for win rates: one rate alone (Wilson) or all of a table at once (Goodman).

Both take games that did not finish into account: nobody knows who would have won them, so a
seat's interval runs from the lower bound of ``wins / games`` to the upper bound of
``(wins + unfinished) / games``. Whatever the unfinished games would have become, each of the two
bounds errs no more often than it would with every game finished.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from balance.stats._checks import check_confidence, counts

Bounds = tuple[NDArray[np.float64], NDArray[np.float64]]


def wilson(
    successes: ArrayLike,
    trials: ArrayLike,
    confidence: float = 0.95,
    *,
    unfinished: ArrayLike = 0,
) -> Bounds:
    """Return (low, high), the Wilson score interval of a rate.

    ``successes``, ``trials`` and ``unfinished`` are counts and broadcast against each other; the
    bounds are shares from 0 to 1 in the broadcast shape (0-dimensional for plain numbers).
    ``trials`` counts all games, the unfinished ones too, which widen the interval (see above).

    Raises ValueError for no trials, counts that are negative, not whole or more than the trials.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    JASA 22 (1927) 209-212. Computed by statsmodels.
    """
    from statsmodels.stats.proportion import proportion_confint

    alpha = 1.0 - check_confidence(confidence)
    shared = np.broadcast_arrays(
        counts("successes", successes), counts("trials", trials), counts("unfinished", unfinished)
    )
    wins, games, open_games = (array.copy() for array in shared)  # numpy warns of shared memory
    if (games < 1).any():
        raise ValueError("trials = 0: a rate needs at least one game")
    most = wins + open_games
    if (most > games).any():
        raise ValueError("successes (with unfinished) must not be more than trials")

    low = np.asarray(proportion_confint(wins, games, alpha=alpha, method="wilson")[0])
    high = np.asarray(proportion_confint(most, games, alpha=alpha, method="wilson")[1])
    # The closed form gives these two exactly; rounding must not turn 0 into 1e-18.
    return np.where(wins == 0, 0.0, low), np.where(most == games, 1.0, high)


def goodman(categories: ArrayLike, confidence: float = 0.95, *, unfinished: int = 0) -> Bounds:
    """Return (low, high), simultaneous intervals for the rates of a multinomial.

    ``categories`` (k,) are the counts of everything that can become of a game: the wins of each
    seat and, last, the games that nobody won. With at least probability ``confidence`` (for large
    counts) **all** k rates lie in their intervals. ``unfinished`` games belong to one of the
    categories, nobody knows to which; they widen every interval.

    Raises ValueError for fewer than two categories, no games, or counts negative or not whole.

    Source: L. A. Goodman, On simultaneous confidence intervals for multinomial proportions,
    Technometrics 7 (1965) 247-254. His interval is Wilson's with the error shared equally by the
    k categories (Bonferroni): the chi-square quantile (1 df) at 1 - alpha / k is the square of
    the normal quantile at 1 - alpha / 2k. Written so, because statsmodels'
    ``multinomial_proportions_confint(method="goodman")``, against which the tests hold it, has no
    place for unfinished games.
    """
    alpha = 1.0 - check_confidence(confidence)
    array = counts("categories", categories)
    if array.ndim != 1 or array.size < 2:
        raise ValueError(f"categories of shape {array.shape}: must be a list of two or more counts")
    total = array.sum() + counts("unfinished", unfinished)
    if total < 1:
        raise ValueError("all categories are 0: a rate needs at least one game")
    return wilson(array, total, 1.0 - alpha / array.size, unfinished=unfinished)
