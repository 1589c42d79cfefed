"""What a card in the opening hand is worth: the win rate with it against without it.

Hands are dealt at random, so the difference is the card's doing, relative to the cards that would
have been in the hand in its place. Seats differ in win rate, and may differ in how many cards they
are dealt; so hands are compared within each seat and the differences averaged, those of seats
where there is more to compare counting more (Mantel and Haenszel's weights; S. Greenland and J. M.
Robins, Estimation of a common effect parameter from sparse follow-up data, Biometrics 41 (1985)
55-68).

The seats of a game are not independent: only one of them wins, and a copy in one hand is in no
other. Both correlations are -1 / (n - 1) at most for n alike seats, so that the variance of the
average is at most n / (n - 1) times what it would be for independent seats. It is multiplied so.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sims.core.contract import Game, Trait
from sims.core.tally import OUTCOMES, Tally

WON, UNFINISHED = OUTCOMES.index("won"), OUTCOMES.index("unfinished")


@dataclass(frozen=True)
class HandEffect:
    """The win rate of hands with a card less that of hands without it, a share, with its interval.

    The interval allows for unfinished games; `seen_low` and `seen_high` do not, they count them as
    won by nobody. `hands_with` and `hands_without` count hands, one a
    game and seat, of the seats that were dealt either kind.
    """

    title: str
    value: float
    low: float
    high: float
    seen_low: float
    seen_high: float
    hands_with: int
    hands_without: int
    error: float
    """The smallest error at which the interval would leave zero out; used inside, never shown."""


@dataclass(frozen=True)
class HeldRate:
    """The win rate of hands with so many copies of a card, a share, averaged over the seats."""

    title: str
    held: int
    hands: int
    rate: float
    low: float
    high: float


def hand_trait(game: Game) -> Trait | None:
    """The trait that counts the cards of the opening hand: the one whose items are the titles."""
    return next((trait for trait in game.traits if trait.items == game.titles), None)


Counts = np.ndarray
"""Games by (seat, number held, outcome)."""


def _counts(tally: Tally, trait: Trait) -> Mapping[str, Counts]:
    found: Mapping[tuple[int, int, int, int], int] = tally.traits.get(trait.name, {})
    most = max((value for _, _, value, _ in found), default=0)
    shape = (tally.players, most + 1, len(OUTCOMES))
    counts = {title: np.zeros(shape, np.int64) for title in trait.items}
    for (item, seat, value, outcome), count in found.items():
        counts[trait.items[item]][seat, value, outcome] += count
    return counts


def _variance(wins: np.ndarray, n: np.ndarray) -> np.ndarray:
    """Of a rate by seat; half a game is added to both sides, so that none is certain."""
    rate = (wins + 0.5) / (n + 1)
    variance: np.ndarray = rate * (1 - rate) / n
    return variance


def _quantile(confidence: float) -> float:
    from scipy.special import ndtri

    return float(ndtri(0.5 + confidence / 2))


def hand_effects(tally: Tally, trait: Trait, confidence: float = 0.95) -> list[HandEffect]:
    """The effect of each card that some hands have and others of the same seat have not."""
    from scipy.special import ndtr

    z, together = _quantile(confidence), math.sqrt(tally.players / max(tally.players - 1, 1))
    found: list[HandEffect] = []
    for title, counts in _counts(tally, trait).items():
        held, bare = counts[:, 1:].sum(axis=1), counts[:, 0]
        n, m = held.sum(axis=1), bare.sum(axis=1)
        both = (n > 0) & (m > 0)
        if not both.any():
            continue
        n, m, held, bare = n[both], m[both], held[both], bare[both]
        weights = n * m / (n + m)
        weights = weights / weights.sum()

        def average(
            with_it: np.ndarray, without: np.ndarray, n: np.ndarray = n, m: np.ndarray = m,
            weights: np.ndarray = weights,
        ) -> tuple[float, float]:  # fmt: skip
            mean = float((weights * (with_it / n - without / m)).sum())
            spread = (weights**2 * (_variance(with_it, n) + _variance(without, m))).sum()
            return mean, together * math.sqrt(float(spread))

        value, seen = average(held[:, WON], bare[:, WON])
        low, below = average(held[:, WON], bare[:, WON] + bare[:, UNFINISHED])
        high, above = average(held[:, WON] + held[:, UNFINISHED], bare[:, WON])
        error = 2 * float(ndtr(-max(low / below, -high / above, 0.0)))
        ends = low - z * below, high + z * above, value - z * seen, value + z * seen
        found.append(HandEffect(title, value, *ends, int(n.sum()), int(m.sum()), error))
    return found


def held_rates(tally: Tally, trait: Trait, confidence: float = 0.95) -> list[HeldRate]:
    """The win rate by number held, each seat that had that number counting alike."""
    z = _quantile(confidence)
    found = []
    for title, counts in _counts(tally, trait).items():
        for held in range(counts.shape[1]):
            of_seats = counts[:, held]
            n = of_seats.sum(axis=1)
            if not n.any():
                continue
            of_seats, n = of_seats[n > 0], n[n > 0]
            won, perhaps = of_seats[:, WON], of_seats[:, WON] + of_seats[:, UNFINISHED]
            ends = []
            for wins, sign in ((won, -1), (perhaps, 1)):
                spread = math.sqrt(float(_variance(wins, n).sum())) / len(n)
                ends.append(float((wins / n).mean()) + sign * z * spread)
            rate = float((won / n).mean())
            low, high = max(0.0, ends[0]), min(1.0, ends[1])
            found.append(HeldRate(title, held, int(n.sum()), rate, low, high))
    return found
