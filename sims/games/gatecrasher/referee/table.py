"""Cards, firewalls and levels, and who knows what. Whatever changes on the table changes in here.

*What a player may know* of another's hand are cards seen there by a File Extraction of one's own.
`seen[v][h]` counts them by kind, never more than h holds:

* v extracts from h: v has seen the whole hand; what v takes is known to be gone.
* somebody else extracts from h: v cannot tell which card has left, nothing stays known of h's hand.
  What v knows of the taker's hand stays known: a card came, none left.
* h executes a protocol: everybody has seen a card of that kind leave.
* h draws, or takes a card from somebody: one more card that v does not know. (The page does not
  list the card that was taken from oneself, so it is not known in the taker's hand.)
* a new deal: nothing is known of anybody.
"""

from collections.abc import Sequence

from sims.games.gatecrasher.cards import KINDS
from sims.games.gatecrasher.referee.record import Record
from sims.games.gatecrasher.referee.rules import Rules


def counted(cards: Sequence[int]) -> dict[int, int]:
    """Counts by kind as plain values: kinds of which there is none are left out."""
    return {kind: copies for kind, copies in enumerate(cards) if copies}


class Table:
    """What lies on the table; lists are indexed by seat, hands and the discard pile by kind."""

    def __init__(self, rules: Rules, record: Record) -> None:
        self.rules = rules
        self.record = record
        self.seats = range(rules.players)
        self.levels = [hacker.mainframe_levels for hacker in rules.hackers]
        self.firewall = [0 for _ in self.seats]
        self.clear_cards()

    def clear_cards(self) -> None:
        """Every card goes back into the deck; with them goes all that was known."""
        self.pile: list[int] = []
        """From the top."""
        self.discard = [0] * KINDS
        self.hand = [[0] * KINDS for _ in self.seats]
        self.seen = [[[0] * KINDS for _ in self.seats] for _ in self.seats]

    # Players

    def is_out(self, seat: int) -> bool:
        """Eliminated: no Mainframe Security level is left."""
        return self.levels[seat] == 0

    def living(self) -> list[int]:
        """Who is in the game, in seat order."""
        return [seat for seat in self.seats if not self.is_out(seat)]

    def living_from(self, first: int) -> list[int]:
        """Who is in the game, clockwise from a seat and starting with it."""
        around = [*self.seats[first:], *self.seats[:first]]
        return [seat for seat in around if not self.is_out(seat)]

    def lose_level(self, seat: int) -> None:
        """Mainframe Security goes down by one."""
        self.levels[seat] -= 1
        self.record.lost_level(seat, self.levels[seat])

    # Firewalls

    def set_firewall(self, seat: int, strength: int, why: str) -> None:
        """Mark a strength on the Firewall card, as far as its range goes."""
        before, now = self.firewall[seat], self.rules.in_range(strength)
        self.firewall[seat] = now
        self.record.firewall(seat, before, now, why)

    def change_firewall(self, seat: int, by: int, why: str) -> None:
        """Add to a firewall, or take off it."""
        self.set_firewall(seat, self.firewall[seat] + by, f"{why}: {by:+}")

    # Cards

    def discard_from(self, seat: int, kind: int) -> None:
        """An executed protocol goes to the discard pile, before everybody's eyes."""
        self.hand[seat][kind] -= 1
        self.discard[kind] += 1
        for viewer in self.seats:
            if self.seen[viewer][seat][kind]:
                self.seen[viewer][seat][kind] -= 1
        self.record.discarded(seat, kind)

    def draw(self, seat: int) -> None:
        """The top of the pile goes to a hand; of an empty pile nothing does."""
        if self.pile:
            kind = self.pile.pop(0)
            self.hand[seat][kind] += 1
            self.record.drew(seat, kind)

    def look(self, viewer: int, holder: int) -> None:
        """The viewer sees all of a hand."""
        self.seen[viewer][holder] = list(self.hand[holder])
        self.record.learned(viewer, holder, counted(self.hand[holder]))

    def take(self, taker: int, giver: int, kind: int) -> None:
        """A card goes from a hand to the hand of a player who has just looked at it."""
        self.hand[giver][kind] -= 1
        self.hand[taker][kind] += 1
        for viewer in self.seats:
            if viewer == taker:
                self.seen[viewer][giver][kind] -= 1
            else:
                self.seen[viewer][giver] = [0] * KINDS
        self.record.took(taker, giver, kind)
