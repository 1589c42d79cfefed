"""A game in progress as the actions see it: rules, table, record, chance, and whose turn it is."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sims.core.contract import Decision, Option
from sims.core.streams import Chance, shuffle
from sims.games.hacked.cards import KINDS
from sims.games.hacked.referee.record import Record, player
from sims.games.hacked.referee.rules import Rules
from sims.games.hacked.referee.table import Table

T = TypeVar("T")
Asking = Generator[Decision, Option, T]
"""Play that stops at every decision and is sent the chosen option."""


def ask(seat: int, kind: str, options: Sequence[Option]) -> Asking[Option]:
    """The option that the seat chooses."""
    return (yield Decision(seat, kind, tuple(options)))


@dataclass
class Game:
    """Everything an action needs. `actor` is the player to act, who owes `owes` turns."""

    rules: Rules
    table: Table
    record: Record
    chance: Chance
    actor: int = 0
    owes: int = 1
    """Turns left to the actor, the current one included."""
    attacked: bool = False
    """Whether the actor is under attack."""
    turns: int = 0
    """Turns that have ended."""

    # How a turn ends

    def end_turn(self) -> None:
        """Taking your turn, 4 and 5: one turn less is owed; after the last the next player acts."""
        self.turns += 1
        self.owes -= 1
        if self.owes == 0:
            self._next_player(owes=1, attacked=False)

    def end_turn_by_attack(self) -> None:
        """Attack: the next player has turns to take, on top of what the attacker still owed."""
        owes = self.rules.attack_turns
        if self.attacked and self.rules.attack_stack == "add":
            owes += self.owes
        self.turns += 1
        self._next_player(owes, attacked=True)

    def end_turn_by_elimination(self) -> None:
        """You've been hacked: the actor is out, what they owed is void."""
        self.table.eliminate(self.actor)
        self.turns += 1
        self._next_player(owes=1, attacked=False)

    def _next_player(self, owes: int, attacked: bool) -> None:
        self.actor = self.table.others(self.actor)[0]
        self.owes = owes
        self.attacked = attacked

    # Chance

    def random_card(self, holder: int) -> int:
        """A random card of a hand: the k-th in the order of titles. A single one takes no draw."""
        hand = self.table.hand[holder]
        cards = [title for title in range(KINDS) for _ in range(hand[title])]
        if len(cards) == 1:
            return cards[0]
        value = self.chance.draw(len(cards))
        what = f"random card of {player(holder)}'s hand"
        self.record.chance(what, len(cards), value, cards[value])
        return cards[value]


def shuffle_cards(cards: list[int], what: str, chance: Chance, record: Record) -> None:
    """Shuffle in place; every draw is recorded with the card that it puts to its final place."""

    def draw(bound: int) -> int:
        value = chance.draw(bound)
        record.chance(f"shuffle of {what}", bound, value, cards[value])
        return value

    shuffle(cards, draw)
