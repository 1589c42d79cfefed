"""The streams of `sims.core.rng` in plain Python, for referees, traces and checks."""

from collections.abc import Callable, MutableSequence
from dataclasses import dataclass, field
from typing import Protocol

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15
STREAMS_PER_GAME = 16
DEAL, PLAY, FIRST_SEAT = 0, 1, 2


def mix(word: int) -> int:
    """The output function of splitmix64: a bijection of 64-bit words."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & _MASK
    return word ^ (word >> 31)


def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & _MASK


class Stream:
    """One xoshiro256++ stream."""

    def __init__(self, words: list[int]) -> None:
        """Start from four 64-bit words, not all zero."""
        self.words = list(words)

    @classmethod
    def of_game(cls, seed: int, game_id: int, number: int) -> "Stream":
        """Stream `number` of game `game_id` under `seed`."""
        key = mix((mix((seed + _GOLDEN) & _MASK) + game_id * STREAMS_PER_GAME + number) & _MASK)
        words = []
        for _ in range(4):
            key = (key + _GOLDEN) & _MASK
            words.append(mix(key))
        return cls(words)

    def next_word(self) -> int:
        """The next 64 random bits."""
        a, b, c, d = self.words
        result = (_rotate((a + d) & _MASK, 23) + a) & _MASK
        c ^= a
        d ^= b
        b, a, c = b ^ c, a ^ d, c ^ ((b << 17) & _MASK)
        self.words = [a, b, c, _rotate(d, 45)]
        return result

    def below(self, bound: int) -> int:
        """A uniform integer in 0..bound-1 (Lemire 2019); a bound of 1 takes no random bits."""
        if bound <= 1:
            return 0
        threshold = ((1 << 32) - bound) % bound
        while True:
            product = (self.next_word() >> 32) * bound
            if product & 0xFFFFFFFF >= threshold:
                return product >> 32


class Chance(Protocol):
    """Where a referee gets its random events from: `draw(n)` is uniform in 0..n-1."""

    def draw(self, bound: int) -> int:
        """A draw by chance; a bound of 1 is no draw."""
        ...


@dataclass
class StreamChance:
    """Chance from a stream; keeps what was drawn as (bound, value)."""

    stream: Stream
    log: list[tuple[int, int]] = field(default_factory=list)

    def draw(self, bound: int) -> int:
        """A draw by chance; a bound of 1 is no draw and is not logged."""
        if bound <= 1:
            return 0
        value = self.stream.below(bound)
        self.log.append((bound, value))
        return value


@dataclass
class DictatedChance:
    """Chance that yields given values, then zeros; keeps the bounds, to walk every outcome."""

    script: list[int] = field(default_factory=list)
    log: list[tuple[int, int]] = field(default_factory=list)

    def draw(self, bound: int) -> int:
        """The next value of the script; a bound of 1 is no draw and uses none of it."""
        if bound <= 1:
            return 0
        place = len(self.log)
        value = self.script[place] if place < len(self.script) else 0
        self.log.append((bound, value))
        return value


def shuffle(cards: MutableSequence[int], draw: Callable[[int], int]) -> None:
    """Fisher-Yates in place, from the last place down; `draw(n)` is uniform in 0..n-1."""
    for last in range(len(cards) - 1, 0, -1):
        other = draw(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
