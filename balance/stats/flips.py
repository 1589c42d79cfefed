"""Whether a verdict really flips from one cell to another, or only seems to.

A table near the border of its tolerance is FAIR in one run and INCONCLUSIVE in the next. So only
FAIR to UNFAIR, or the other way round, can be a flip, and both ends must be shown: the error of a
flip is the larger of the two errors with which the verdicts were reached, doubled because it might
have been either way round. Over the rows of a table it goes through Holm's procedure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from balance.stats.comparisons import holm
from balance.stats.fairness import FEWEST_GAMES_PER_SEAT, Call, Verdict
from balance.stats.families import ERROR


def _tail(excess: float, border: float, games: int) -> float:
    """The chance that a rate at the border is seen so far or farther on the side asked about.

    The score test, so that it agrees with Wilson's interval to the digit.
    """
    from scipy.special import ndtr

    return float(ndtr(-excess / math.sqrt(border * (1.0 - border) / games)))


def error_of_fair(verdict: Verdict) -> float:
    """The smallest error at which the verdict would still be FAIR (at 5 % it is)."""
    if verdict.games < FEWEST_GAMES_PER_SEAT * len(verdict.seats):
        return 1.0
    lowest, highest = verdict.band
    errors = [0.0]
    for seat in verdict.seats:
        most = (seat.wins + verdict.unfinished) / verdict.games
        if lowest > 0.0:
            errors.append(_tail(seat.rate - lowest, lowest, verdict.games))
        if highest < 1.0:
            errors.append(_tail(highest - most, highest, verdict.games))
    return max(errors)


def error_of_unfair(verdict: Verdict) -> float:
    """The smallest error at which the verdict would still be UNFAIR (at 5 % it is)."""
    if verdict.games < FEWEST_GAMES_PER_SEAT * len(verdict.seats):
        return 1.0
    lowest, highest = verdict.band
    errors = [1.0]
    for seat in verdict.seats:
        most = (seat.wins + verdict.unfinished) / verdict.games
        if lowest > 0.0:
            errors.append(_tail(lowest - most, lowest, verdict.games))
        if highest < 1.0:
            errors.append(_tail(seat.rate - highest, highest, verdict.games))
    # Either side of any seat, or of the games that nobody won: as in Goodman's intervals.
    return min(1.0, min(errors) * 2 * (len(verdict.seats) + 1))


def error_of_flip(before: Verdict, after: Verdict) -> float:
    """The smallest error at which the one is FAIR and the other UNFAIR, whichever way round."""
    turns_unfair = max(error_of_fair(before), error_of_unfair(after))
    turns_fair = max(error_of_unfair(before), error_of_fair(after))
    return min(1.0, 2.0 * min(turns_unfair, turns_fair))


def flips(pairs: Sequence[tuple[Verdict, Verdict]]) -> list[str]:
    """What becomes of each verdict, (before, after), over all rows of a table.

    "flips": FAIR to UNFAIR or back, shown with Holm's procedure over the rows; "flips?": so it
    seems, but among so many rows it may be chance; "opens": settled before, inconclusive after;
    "settles": the other way round; "": the same.
    """
    if not pairs:
        return []
    shown = holm([error_of_flip(before, after) for before, after in pairs]) <= ERROR
    found = []
    for (before, after), is_shown in zip(pairs, shown, strict=True):
        if before.call == after.call:
            found.append("")
        elif after.call == Call.INCONCLUSIVE:
            found.append("opens")
        elif before.call == Call.INCONCLUSIVE:
            found.append("settles")
        else:
            found.append("flips" if is_shown else "flips?")
    return found
