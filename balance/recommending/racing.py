"""Sequential halving: find the best of many setups without playing all of them to the end.

Every setup plays the same few games; the worse half is dropped; the rest play on until they have
twice as many, and so on to the last one. Each round costs about the same, and the setups that are
hard to tell apart get most of the games. All play the same game ids, so that what they have in
common cancels where they are ranked.

Source: Z. Karnin, T. Koren and O. Somekh, Almost optimal exploration in multi-armed bandits, ICML
2013, algorithm 2; games of earlier rounds are kept, as in K. Jamieson and A. Talwalkar,
Non-stochastic best arm identification and hyperparameter optimization, AISTATS 2016.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

Arm = TypeVar("Arm")


def rounds(arms: int, first: int) -> list[tuple[int, int]]:
    """The arms that are left in each round, and the games that each of them has played by then."""
    found = [(arms, first)]
    while found[-1][0] > 2:
        left, games = found[-1]
        found.append(((left + 1) // 2, 2 * games))
    return found


def total_games(arms: int, first: int) -> int:
    """How many games `halve` plays in all."""
    played, total = 0, 0
    for left, games in rounds(arms, first):
        total += left * (games - played)
        played = games
    return total


def halve(
    arms: Sequence[Arm],
    play: Callable[[Sequence[Arm], int], None],
    score: Callable[[Arm], float],
    first: int,
) -> list[Arm]:
    """The arms, the best first: the last that was left, then who was dropped last, and so on.

    `play(arms, games)` brings each arm up to so many games; `score` is better the smaller it is.
    Of arms with equal scores those that come first in `arms` stay.
    """
    alive = list(arms)
    dropped: list[Arm] = []
    for _, games in rounds(len(arms), first):
        play(alive, games)
        alive.sort(key=score)
        keep = (len(alive) + 1) // 2
        dropped[:0] = alive[keep:]
        alive = alive[:keep]
    return alive + dropped
