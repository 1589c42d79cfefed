"""A game in progress as the phases and effects see it, and every draw by chance."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from sims.core.contract import Decision, Option
from sims.core.streams import Chance, shuffle
from sims.games.gatecrasher.cards import DIE, TITLES
from sims.games.gatecrasher.layout import P_EXECUTION, P_FIRST, P_OVERCLOCK, PHASES
from sims.games.gatecrasher.referee.record import Record, player
from sims.games.gatecrasher.referee.rules import Hacker, Rules
from sims.games.gatecrasher.referee.table import Table

FIRST, EXECUTION, OVERCLOCK = PHASES[P_FIRST], PHASES[P_EXECUTION], PHASES[P_OVERCLOCK]

T = TypeVar("T")
Asking = Generator[Decision, Option, T]
"""Play that stops at every decision and is sent the chosen option."""


def ask(seat: int, kind: str, options: Sequence[Option]) -> Asking[Option]:
    """The option that the seat chooses. No decision of this game is ever without one."""
    return (yield Decision(seat, kind, tuple(options)))


@dataclass
class Game:
    """Everything that a phase or an effect needs. `actor` is the player whose turn it is."""

    rules: Rules
    table: Table
    record: Record
    chance: Chance
    actor: int = 0
    phase: str = EXECUTION
    turns: int = 0
    """Turns ended in all."""
    rounds: int = 0
    """Rounds ended."""

    def hacker(self, seat: int) -> Hacker:
        """The profile of a seat."""
        return self.rules.hackers[seat]

    def opponents(self) -> list[int]:
        """Everybody in the game but the actor, clockwise."""
        return self.table.living_from(self.actor)[1:]

    # Chance

    def roll(self, seat: int, dice: int, what: str) -> list[int]:
        """The faces of that many dice, rolled one after the other."""
        faces = []
        for _ in range(dice):
            value = self.chance.draw(DIE)
            self.record.chance(f"{what} of {player(seat)}", DIE, value, value + 1, str(value + 1))
            faces.append(value + 1)
        return faces

    def one_of(self, seats: Sequence[int], what: str) -> int:
        """One of these seats, each equally likely. A single one takes no draw."""
        if len(seats) == 1:
            return seats[0]
        value = self.chance.draw(len(seats))
        chosen = seats[value]
        self.record.chance(what, len(seats), value, chosen, player(chosen))
        return chosen


def shuffle_kinds(kinds: list[int], chance: Chance, record: Record) -> None:
    """Shuffle in place; every draw is recorded with the card that it puts to its final place."""

    def draw(bound: int) -> int:
        value = chance.draw(bound)
        kind = kinds[value]
        record.chance("shuffle of the deck", bound, value, kind, TITLES[kind])
        return value

    shuffle(kinds, draw)
