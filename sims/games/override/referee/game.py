"""A game in progress as the effects see it: rules, table, record, chance and the actor."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sims.core.contract import Decision, Option
from sims.core.streams import Chance, shuffle
from sims.games.override.referee.record import Record, hacker
from sims.games.override.referee.rules import Rules
from sims.games.override.referee.table import Table

T = TypeVar("T")
Asking = Generator[Decision, Option, T]
"""Play that stops at every decision and is sent the chosen option."""


def ask(seat: int, kind: str, options: Sequence[Option]) -> Asking[Option | None]:
    """The option that the seat chooses; None, and nobody is asked, when there is none."""
    if not options:
        return None
    return (yield Decision(seat, kind, tuple(options)))


@dataclass
class Game:
    """Everything an effect needs. `actor` is the hacker whose turn it is (p on the rules page)."""

    rules: Rules
    table: Table
    record: Record
    chance: Chance
    actor: int

    # Who is kept out (General Effects)

    def opponents(self) -> list[int]:
        """All but the actor, jailed or not, clockwise."""
        return self.table.clockwise(self.actor)[1:]

    def is_protected(self, hacker: int, cred: int) -> bool:
        """Hacker Protection from the actor's hack of that cred; none in jail, none from oneself."""
        return (
            hacker != self.actor
            and not self.table.jail[hacker]
            and self._has_protection(hacker, cred)
        )

    def is_kept_out_of_swap(self, hacker: int, cred: int) -> bool:
        """Protection or Screen Door status keeps a hacker out of a swap of that cred."""
        if self.table.jail[hacker]:
            return False
        if hacker == self.actor:
            return self.rules.protection_blocks_self and self._has_protection(hacker, cred)
        return self.table.screen[hacker] or self._has_protection(hacker, cred)

    def _has_protection(self, hacker: int, cred: int) -> bool:
        return any(self.rules.protects_from[card] == cred for card in self.table.out[hacker])

    # Chance

    def random_card(self, holder: int) -> int:
        """A random card of a hand."""
        return self._pick(sorted(self.table.hand[holder]), holder)

    def two_random_cards(self, holder: int) -> list[int]:
        """A random pair of a hand; the one card there is, if it holds one."""
        hand = sorted(self.table.hand[holder])
        first = self._pick(hand, holder)
        hand.remove(first)
        return [first, self._pick(hand, holder)] if hand else [first]

    def _pick(self, cards: list[int], holder: int) -> int:
        """The k-th lowest id, k by chance. A single card takes no draw."""
        if len(cards) == 1:
            return cards[0]
        value = self.chance.draw(len(cards))
        self.record.chance(
            f"random card of {hacker(holder)}'s hand", len(cards), value, cards[value]
        )
        return cards[value]


def shuffle_cards(cards: list[int], what: str, chance: Chance, record: Record) -> None:
    """Shuffle in place; every draw is recorded with the card that it puts to its final place."""

    def draw(bound: int) -> int:
        value = chance.draw(bound)
        record.chance(f"shuffle of {what}", bound, value, cards[value])
        return value

    shuffle(cards, draw)
