"""The verdict: is a table fair to all its seats, unfair to some, or is it too early to tell?

With n seats and a tolerance d, the fair band is 1/n - d to 1/n + d.

* FAIR: every seat's 90 % interval lies within the band. This is two one-sided tests of 5 % each
  per seat. FAIR is claimed only if **all** of them reject, so no correction for their number is
  due (intersection-union test): a table with some seat outside the band is called FAIR in at most
  5 % of runs. Sources: D. J. Schuirmann, A comparison of the two one-sided tests procedure and the
  power approach, J. Pharmacokinetics and Biopharmaceutics 15 (1987) 657-680; R. L. Berger,
  Multiparameter hypothesis testing and acceptance sampling, Technometrics 24 (1982) 295-300.
* UNFAIR: some seat's interval lies wholly outside the band. Here **any** seat suffices, so the
  intervals must hold for all seats at once (Goodman, 95 %): a table with every seat inside the
  band is called UNFAIR in at most 5 % of runs.
* INCONCLUSIVE: neither, or fewer than 10 games per seat; see `needed` for the games that are
  expected to settle it.

FAIR and UNFAIR cannot hold together: each of a seat's intervals contains its observed rate. FAIR
puts every 90 % interval, hence every observed rate, inside the band; then no interval with the
observed rate in it lies wholly outside.

The error rate of FAIR is 5 % up to the unevenness of whole numbers (less than 0.2 points at the
5,000 games or so that the default tolerance takes; more if a wide tolerance lets few games do).
Both rates hold for one look at a fixed number of games. Playing on until the call comes out as
wished raises them, unless the verdict is asked for as one that may be looked at `anytime`: then all
intervals are confidence sequences (`anytime`), of 95 % for FAIR and of 95 % for all seats at once
for UNFAIR, and the rates hold over all looks together.

Draws are won by nobody, unfinished games perhaps by anybody: the former lower all rates, the
latter widen all intervals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from balance.stats._checks import plain, whole
from balance.stats.anytime import confidence_sequence
from balance.stats.intervals import goodman, wilson
from balance.stats.needed import MOST_GAMES, SETTLE_CHANCE, total_games_needed

EQUIVALENCE_CONFIDENCE = 0.90
"""Of the interval that must lie inside the band: two one-sided tests at 5 %."""

CONFIDENCE = 0.95
"""Of the simultaneous intervals, and of the plain one that reports show."""


FEWEST_GAMES_PER_SEAT = 10
"""Below this many games per seat no call is made.

Goodman's intervals are for large counts: with six seats, the first two games both won by one seat
(a chance of 1 in 6) would be UNFAIR already. From 10 games per seat on, the chance of a wrong
UNFAIR is below 5 % for two to six seats; the tests compute it exactly.
"""


class Call(StrEnum):
    """What the games say about the table."""

    FAIR = "FAIR"
    UNFAIR = "UNFAIR"
    INCONCLUSIVE = "INCONCLUSIVE"


@dataclass(frozen=True)
class SeatRate:
    """One seat's win rate with its three intervals, all shares from 0 to 1.

    All intervals allow for the unfinished games. ``low`` and ``high`` are the plain 95 % interval,
    the one to show; ``equivalence_*`` (90 %) decide on FAIR, ``simultaneous_*`` (95 % for all
    seats at once) on UNFAIR.
    """

    seat: int
    wins: int
    rate: float
    low: float
    high: float
    equivalence_low: float
    equivalence_high: float
    simultaneous_low: float
    simultaneous_high: float


@dataclass(frozen=True)
class Verdict:
    """A call with its grounds.

    ``games_needed`` is the number of **further** games at which the call is expected to settle if
    the rates stay as observed: 0 if it is settled, None if no number of games is expected to
    settle it. ``reason`` says in one or two sentences why. Of a verdict that holds ``anytime`` all
    intervals are confidence sequences, and ``games_needed`` is not worked out (None).
    """

    call: Call
    tolerance: float
    games: int
    draws: int
    unfinished: int
    games_needed: int | None
    reason: str
    seats: tuple[SeatRate, ...]
    anytime: bool = False

    @property
    def band(self) -> tuple[float, float]:
        """Lowest and highest rate that is still fair (not cut off at 0 and 1)."""
        even = 1.0 / len(self.seats)
        return even - self.tolerance, even + self.tolerance

    def to_dict(self) -> dict[str, Any]:
        """The verdict as nested dicts, lists, numbers and strings, ready for JSON."""
        result: dict[str, Any] = plain(self)
        return result


def verdict(
    wins: Sequence[int] | NDArray[np.integer[Any]],
    draws: int = 0,
    unfinished: int = 0,
    tolerance: float = 0.02,
    anytime: bool = False,
) -> Verdict:
    """Judge a table by the games played at it.

    ``wins`` (seats,) counts the games that each seat won, ``draws`` those that ended without a
    winner, ``unfinished`` those that were broken off; together they are all games. ``tolerance``
    is a share: 0.02 lets a seat be 2 points away from 1/n. ``anytime`` makes a verdict that may be
    looked at after any game, as often as one likes, to stop as soon as it is FAIR or UNFAIR.

    Raises ValueError for fewer than two seats, no games, a negative count or a tolerance that does
    not lie between 0 and 1; TypeError for a count that is not a whole number.
    """
    won = [whole(f"wins of seat {seat}", count) for seat, count in enumerate(wins, start=1)]
    draws, unfinished = whole("draws", draws), whole("unfinished", unfinished)
    if len(won) < 2:
        raise ValueError(f"wins for {len(won)} seats: a verdict compares two or more seats")
    if not 0.0 < tolerance < 1.0:
        raise ValueError(
            f"tolerance = {tolerance}: must lie between 0 and 1; write 0.02 for 2 points"
        )
    games = sum(won) + draws + unfinished
    if games == 0:
        raise ValueError("no games: a verdict needs at least one")

    if anytime:
        shown = equivalence = confidence_sequence(won, games, CONFIDENCE, unfinished)
        of_each = 1.0 - (1.0 - CONFIDENCE) / len(won)
        simultaneous = confidence_sequence(won, games, of_each, unfinished)
    else:
        shown = wilson(won, games, CONFIDENCE, unfinished=unfinished)
        equivalence = wilson(won, games, EQUIVALENCE_CONFIDENCE, unfinished=unfinished)
        simultaneous = goodman([*won, draws], CONFIDENCE, unfinished=unfinished)
    seats = tuple(
        SeatRate(
            i + 1,
            count,
            count / games,
            *(float(side[i]) for side in shown + equivalence + simultaneous),
        )
        for i, count in enumerate(won)
    )
    case = Verdict(
        Call.INCONCLUSIVE, float(tolerance), games, draws, unfinished, None, "", seats, anytime
    )
    return _decided(case)


def _decided(case: Verdict) -> Verdict:
    """Fill in call, games needed and reason of a verdict that has all its intervals."""
    lowest, highest = case.band
    outside = tuple(
        s for s in case.seats if s.simultaneous_low > highest or s.simultaneous_high < lowest
    )
    needed: int | None = 0
    missing = FEWEST_GAMES_PER_SEAT * len(case.seats) - case.games
    if missing > 0:
        # So few games cannot show that no number will do: never None here.
        call, needed = Call.INCONCLUSIVE, max(missing, _further_games(case) or 0)
        reason = _why_hardly_any(case, needed)
    elif all(lowest <= s.equivalence_low and s.equivalence_high <= highest for s in case.seats):
        call, reason = Call.FAIR, _why_fair(case)
    elif outside:
        call, reason = Call.UNFAIR, _why_unfair(case, outside)
    elif case.anytime:
        call, needed, reason = Call.INCONCLUSIVE, None, _why_open(case)
    else:
        call, needed = Call.INCONCLUSIVE, _further_games(case)
        reason = _why_never(case) if needed is None else _why_too_few(case, needed)
    return replace(case, call=call, games_needed=needed, reason=reason + _remarks(case, call))


def _further_games(case: Verdict) -> int | None:
    """Games still to be played until the call is expected to settle, None if it never is."""
    low = np.array([s.rate for s in case.seats])
    high = np.array([(s.wins + case.unfinished) / case.games for s in case.seats])
    # As in `goodman`: the error is shared by the seats and the games that nobody won.
    one_seat = 1.0 - (1.0 - CONFIDENCE) / (len(case.seats) + 1)
    total = total_games_needed(low, high, case.band, (EQUIVALENCE_CONFIDENCE, one_seat))
    if total is None or total - case.games > MOST_GAMES:
        return None
    return max(1, total - case.games)


def _interval(case: Verdict) -> str:
    return "95 % confidence sequence" if case.anytime else "90 % interval"


def _percent(share: float) -> str:
    return "<0.01 %" if 0 < share < 5e-5 else f"{100.0 * share:.2f} %"


def _fair_band(case: Verdict) -> str:
    lowest, highest = case.band
    return f"{_percent(max(0.0, lowest))} to {_percent(min(1.0, highest))}"


def _why_fair(case: Verdict) -> str:
    lowest = min(s.equivalence_low for s in case.seats)
    highest = max(s.equivalence_high for s in case.seats)
    return (
        f"All seats' {_interval(case)}s lie between {_percent(lowest)} and {_percent(highest)}, "
        f"within the fair band of {_fair_band(case)}."
    )


def _why_unfair(case: Verdict, outside: tuple[SeatRate, ...]) -> str:
    def clause(seat: SeatRate) -> str:
        if seat.simultaneous_low > case.band[1]:
            return f"seat {seat.seat} wins too often (at least {_percent(seat.simultaneous_low)})"
        return f"seat {seat.seat} wins too seldom (at most {_percent(seat.simultaneous_high)})"

    clauses = "; ".join(clause(seat) for seat in outside)
    return f"{clauses[0].upper()}{clauses[1:]}; the fair band is {_fair_band(case)}."


def _worst(case: Verdict) -> SeatRate:
    """The seat whose 90 % interval sticks out of the band furthest."""
    lowest, highest = case.band
    return max(
        case.seats, key=lambda s: max(lowest - s.equivalence_low, s.equivalence_high - highest)
    )


def _about(games: int) -> str:
    """Two digits, rounded up: it is an expectation only."""
    step = int(10 ** max(0, len(str(games)) - 2))
    return f"about {-(-games // step) * step:,}"


def _why_hardly_any(case: Verdict, needed: int) -> str:
    return (
        f"Too few games: no call is made on fewer than {FEWEST_GAMES_PER_SEAT} games per seat, "
        f"here {FEWEST_GAMES_PER_SEAT * len(case.seats)}. {_about(needed).capitalize()} more games "
        f"are a first guess at what settles it."
    )


def _why_open(case: Verdict) -> str:
    seat = _worst(case)
    return (
        f"Still open after {case.games:,} games: seat {seat.seat}'s {_interval(case)} of "
        f"{_percent(seat.equivalence_low)} to {_percent(seat.equivalence_high)} is neither within "
        f"the fair band of {_fair_band(case)} nor outside."
    )


def _why_too_few(case: Verdict, needed: int) -> str:
    seat = _worst(case)
    return (
        f"Too few games: seat {seat.seat}'s {_interval(case)} of "
        f"{_percent(seat.equivalence_low)} to {_percent(seat.equivalence_high)} is not within the "
        f"fair band of {_fair_band(case)}. "
        f"If the rates stay as they are, {_about(needed)} more games settle it with a chance of "
        f"{100 * SETTLE_CHANCE:.0f} %."
    )


def _why_never(case: Verdict) -> str:
    lowest, highest = case.band
    share = case.unfinished / case.games
    # Seats on different sides of a border with the unfinished games lost and with them won.
    torn = [s for s in case.seats if any(s.rate < b < s.rate + share for b in (lowest, highest))]
    if not torn:
        seat = _worst(case)
        rate = _percent(seat.rate)
        if case.unfinished:
            rate += f" (with the unfinished games up to {_percent(seat.rate + share)})"
        return (
            f"More games are not expected to settle it: seat {seat.seat}'s rate of {rate} sits on "
            f"the border of the fair band of {_fair_band(case)}, as far as it is known "
            f"({_percent(seat.low)} to {_percent(seat.high)}); more games may yet move it."
        )
    seat = max(torn, key=lambda s: max(lowest - s.rate, s.rate + share - highest))
    return (
        f"More games are not expected to settle it: {_percent(share)} of games did not finish, so "
        f"seat {seat.seat}'s rate may be anything from {_percent(seat.rate)} to "
        f"{_percent(seat.rate + share)}, across the border of the fair band of {_fair_band(case)}."
    )


def _remarks(case: Verdict, call: Call) -> str:
    """What a designer must know besides: draws and unfinished games."""
    remarks = ""
    if case.draws and call is not Call.FAIR:
        remarks += f" Draws, which no seat wins, are {_percent(case.draws / case.games)} of games."
    if case.unfinished:
        share = _percent(case.unfinished / case.games)
        remarks += f" Unfinished games ({share}) widen all intervals: any seat might have won them."
    return remarks
