"""What each entrant wins by who else sits there, and who is never worse than whom.

Groups of game ids are the observations: what is won in a group, over all circles and rotations that
are played on its ids, over the games of the group. The interval of a rate is Student's t for such a
ratio. Of two tables the differences group by group are taken, for they are played on the same ids.

Unfinished games: the lower end takes them as lost, the upper as won. Where hardly a game differs,
a t interval is too narrow; every interval is therefore at least as wide as the score interval where
nothing was seen, z**2 / (n + z**2) for n games (see `balance.stats.paired_rates`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from balance.stats import Bounds, holm
from balance.stats.families import ERROR, error_of, error_of_difference
from balance.tournaments.fields import Played

Floats = np.ndarray


@dataclass(frozen=True)
class Ratios:
    """Several means over games, as the ratio of sums over groups, all of the same shape (rows,).

    `value` as counted; `least` and `most` with unfinished games lost and won, and the standard
    errors of these; `games` are the games behind each, `groups` the groups of game ids.
    """

    value: Floats
    least: Floats
    least_error: Floats
    most: Floats
    most_error: Floats
    games: Floats
    groups: int

    def bounds(self, confidence: float) -> tuple[Floats, Floats]:
        """The interval of each at a confidence."""
        from scipy.special import ndtri, stdtrit

        tail = 0.5 + confidence / 2
        t, z = float(stdtrit(max(1, self.groups - 1), tail)), float(ndtri(tail))
        floor = z * z / (self.games + z * z)
        low = self.least - np.maximum(t * self.least_error, floor)
        high = self.most + np.maximum(t * self.most_error, floor)
        return low, high

    def row(self, place: int) -> Bounds:
        """The bounds of one of them."""

        def bounds(confidence: float) -> tuple[float, float]:
            low, high = self.bounds(confidence)
            return float(low[place]), float(high[place])

        return bounds

    def hull(self) -> Bounds:
        """Bounds around all of them at each confidence (see `balance.stats.hull`)."""

        def bounds(confidence: float) -> tuple[float, float]:
            low, high = self.bounds(confidence)
            return float(low.min()), float(high.max())

        return bounds


def ratio(sums: Floats, games: Floats) -> tuple[Floats, Floats]:
    """Ratios of sums (rows, groups) to games (rows, groups), and their standard errors.

    Source: W. G. Cochran, Sampling Techniques, 3rd ed. 1977, section 2.11.
    """
    total = games.sum(axis=1)
    value = sums.sum(axis=1) / total
    used = (games > 0).sum(axis=1)
    away = sums - value[:, None] * games
    spread = (away**2).sum(axis=1) * used / np.maximum(used - 1, 1)
    error = np.where(used > 1, np.sqrt(spread) / total, np.inf)
    return value, error


@dataclass(frozen=True)
class Rates:
    """The win rate of one copy of an entrant at tables: `table` and `entrant` (rows,) say which."""

    table: np.ndarray
    entrant: np.ndarray
    found: Ratios


def rates(played: Played) -> Rates:
    """The win rate of every entrant at every table where it sits."""
    table, entrant = np.nonzero(played.copies)
    copies = played.copies[table, entrant][:, None]
    won = played.wins[table, :, entrant]
    games = played.games[table]
    lost = played.unfinished[table]
    least, least_error = ratio(won / copies, games)
    most, most_error = ratio((won + lost) / copies, games)
    found = Ratios(
        least, least, least_error, most, np.asarray(most_error), games.sum(axis=1),
        int((games[0] > 0).sum()),
    )  # fmt: skip
    return Rates(table, entrant, found)


@dataclass(frozen=True)
class Swap:
    """One entrant in place of another, everybody else as before.

    `others` (rows, entrants) are who else sits there, `found` the differences of the win rates.
    """

    a: int
    b: int
    others: np.ndarray
    found: Ratios


def swaps(played: Played) -> list[Swap]:
    """For every two entrants the tables that differ by one copy of them."""
    place = {tuple(row): i for i, row in enumerate(played.copies.tolist())}
    found = []
    for a, b in combinations(range(played.copies.shape[1]), 2):
        pairs = []
        for one, row in enumerate(played.copies.tolist()):
            if row[a]:
                row[a] -= 1
                row[b] += 1
                other = place.get(tuple(row))
                if other is not None:
                    pairs.append((one, other))
        found.append(_swap(played, a, b, np.array(pairs)))
    return found


def _swap(played: Played, a: int, b: int, pairs: np.ndarray) -> Swap:
    with_a, with_b = pairs[:, 0], pairs[:, 1]
    others = played.copies[with_a].copy()
    others[:, a] -= 1
    games_a, games_b = played.games[with_a], played.games[with_b]
    # In each group as many games as at the table with `a`, so that differences are per game.
    scale = np.divide(games_a, games_b, out=np.zeros(games_a.shape), where=games_b > 0)
    won_a = played.wins[with_a, :, a] / played.copies[with_a, a][:, None]
    won_b = scale * played.wins[with_b, :, b] / played.copies[with_b, b][:, None]
    open_a = played.unfinished[with_a] / played.copies[with_a, a][:, None]
    open_b = scale * played.unfinished[with_b] / played.copies[with_b, b][:, None]
    value, _ = ratio(won_a - won_b, games_a)
    least, least_error = ratio(won_a - won_b - open_b, games_a)
    most, most_error = ratio(won_a + open_a - won_b, games_a)
    games = np.minimum(games_a.sum(axis=1), games_b.sum(axis=1))
    groups = int((games_a[0] > 0).sum())
    return Swap(a, b, others, Ratios(value, least, least_error, most, most_error, games, groups))


BETTER, WORSE, NEVER_WORSE, NEVER_BETTER = "better", "worse", "never worse", "never better"
ALIKE, DEPENDS, OPEN = "alike", "depends", "open"


@dataclass(frozen=True)
class Standing:
    """How an entrant does in place of another, over everybody else who may sit there.

    `call`: `better` or `worse` beside all others; `never worse` or `never better` than the margin;
    `alike`: both; `depends`: better beside some and worse beside others; or `open`. `least` and
    `most` are the smallest and largest difference seen, `low` and `high` the ends of the 95 %
    intervals around all of them; shares.
    """

    a: int
    b: int
    call: str
    least: float
    most: float
    low: float
    high: float
    tables: int


def standings(played: Played, margin: float) -> list[Standing]:
    """Every two entrants: who is better, or never worse, in place of the other.

    "Better beside all" has to be shown beside each of them, so their number needs no correction
    (intersection-union test, Berger 1982). "Depends" needs one beside which it is better and one
    beside which it is worse, so there the error is shared by all (Bonferroni). The chance of any
    wrong claim among all pairs is kept at 5 % for each of the three kinds of claims (Holm).
    """
    found = swaps(played)
    hulls = [swap.found.hull() for swap in found]
    clear = holm([error_of_difference(bounds) for bounds in hulls]) <= ERROR
    not_worse = _shown([error_of(_above(bounds, margin)) for bounds in hulls])
    not_better = _shown([error_of(_below(bounds, margin)) for bounds in hulls])
    mixed = holm([_error_of_both(swap.found) for swap in found]) <= ERROR
    rows = []
    for place, (swap, bounds) in enumerate(zip(found, hulls, strict=True)):
        low, high = bounds(1 - ERROR)
        call = OPEN
        if not_worse[place] and not_better[place]:
            call = ALIKE  # even where a difference, too small to matter, is shown
        elif clear[place]:
            call = BETTER if low > 0 else WORSE
        elif mixed[place]:
            call = DEPENDS
        elif not_worse[place] or not_better[place]:
            call = NEVER_WORSE if not_worse[place] else NEVER_BETTER
        value = swap.found.value
        least, most = float(value.min()), float(value.max())
        rows.append(Standing(swap.a, swap.b, call, least, most, low, high, len(value)))
    return rows


def _shown(errors: Sequence[float]) -> np.ndarray:
    shown: np.ndarray = holm(errors) <= ERROR
    return shown


def _above(bounds: Bounds, margin: float) -> Callable[[float], bool]:
    """Whether at an error of one side nothing below the margin is left."""
    return lambda error: bounds(1 - 2 * error)[0] > -margin


def _below(bounds: Bounds, margin: float) -> Callable[[float], bool]:
    """Whether at an error of one side nothing above the margin is left."""
    return lambda error: bounds(1 - 2 * error)[1] < margin


def _error_of_both(found: Ratios) -> float:
    """The smallest error at which one difference is above zero and another below."""

    def shows(error: float) -> bool:
        low, high = found.bounds(1 - error / len(found.value))
        return bool((low > 0).any() and (high < 0).any())

    return error_of(shows)


def better_of(standings: Sequence[Standing], entrants: int) -> np.ndarray:
    """Whether each entrant (rows) is never worse than each other one (columns)."""
    never = np.eye(entrants, dtype=bool)
    for row in standings:
        never[row.a, row.b] = row.call in (BETTER, NEVER_WORSE, ALIKE)
        never[row.b, row.a] = row.call in (WORSE, NEVER_BETTER, ALIKE)
    return never
