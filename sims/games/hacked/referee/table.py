"""Where every card is, and who knows it. Every card that moves goes through here.

What a player may know, to the letter of the rules page, is kept for each viewer as

* `seen_pile[v]`, {depth from the top: title}: places that v saw (Sprint planning) or chose (place).
  A drawn card brings them all one up. A card that v places moves those at its depth and below one
  down. A card that anybody else places empties `seen_pile[v]`: its depth is unknown to v, so no
  place is sure any more, not even the bottom. Nothing is deduced: that the number of You've been
  hacked in the pile is known to all does not make a place known, not even in a pile of nothing
  else. A shuffle empties it for everybody, the shuffler too, even if the pile is a single card.
* `seen_hand[v][h]`, a count by title, never more than h holds: cards that v saw pass into h's hand.
  A Ticket's card: the giver. A pair's random card: who lost it. A triple's named card: everybody.
  Neither the consultant that all start with nor a card that h drew from a place known to v counts.
  A card that v sees leave (played, discarded, named, taken by v) brings its count one down, as
  copies are not told apart; what else is known stays. A card that leaves unseen by v (a random draw
  or a Ticket's choice, to somebody else) makes all that v knew of h's hand uncertain: it is
  emptied.

Who is out knows nothing any more and nobody knows of their hand: both are emptied.
"""

from collections.abc import Iterable

from sims.games.hacked.cards import HACKED, KINDS
from sims.games.hacked.referee.record import Record

Counts = list[int]
"""Cards by title id."""


class Table:
    """The cards in play; lists are indexed by seat."""

    def __init__(self, players: int, record: Record) -> None:
        self.seats = range(players)
        self.record = record
        self.hand: list[Counts] = [[0] * KINDS for _ in self.seats]
        self.out = [False] * players
        self.pile: list[int] = []
        """Titles from the top."""
        self.discard: Counts = [0] * KINDS
        self.seen_pile: list[dict[int, int]] = [{} for _ in self.seats]
        self.seen_hand: list[list[Counts]] = [[[0] * KINDS for _ in self.seats] for _ in self.seats]

    def others(self, seat: int) -> list[int]:
        """The other living players, clockwise from the seat."""
        return [s for s in (*self.seats[seat + 1 :], *self.seats[:seat]) if not self.out[s]]

    def living(self) -> list[int]:
        """Everybody who is not out."""
        return [seat for seat in self.seats if not self.out[seat]]

    def hand_size(self, seat: int) -> int:
        """How many cards a player holds."""
        return sum(self.hand[seat])

    # The draw pile

    def draw(self) -> int:
        """Take the top card away; its title."""
        if not self.pile:
            raise ValueError("the draw pile is empty: it holds too few You've been hacked")
        title = self.pile.pop(0)
        for viewer in self.seats:
            seen = self.seen_pile[viewer]
            self.seen_pile[viewer] = {depth - 1: t for depth, t in seen.items() if depth > 0}
        return title

    def put_back(self, placer: int, depth: int) -> None:
        """Security consultant: the You've been hacked goes where only the placer knows it."""
        self.pile.insert(depth, HACKED)
        known = {d + (d >= depth): title for d, title in self.seen_pile[placer].items()}
        self._forget_pile()
        self.seen_pile[placer] = {**known, depth: HACKED}
        self.record.put_back(placer, depth, len(self.pile))

    def look(self, viewer: int, depth: int) -> None:
        """Sprint planning: the viewer sees that many from the top, fewer if there are fewer."""
        top = self.pile[:depth]
        self.seen_pile[viewer].update(enumerate(top))
        self.record.looked(viewer, top)

    def shuffled(self, pile: Iterable[int]) -> None:
        """Bugfix: the pile has a new order that nobody knows."""
        self.pile = list(pile)
        self._forget_pile()

    def _forget_pile(self) -> None:
        for seen in self.seen_pile:
            seen.clear()

    # Hands

    def take(self, seat: int, title: int) -> None:
        """A drawn card goes to the hand."""
        self.hand[seat][title] += 1
        self.record.drawn(seat, title)

    def play(self, seat: int, title: int, copies: int = 1) -> None:
        """Cards of a hand go to the discard pile, before everybody's eyes."""
        self.hand[seat][title] -= copies
        self.discard[title] += copies
        for viewer in self.seats:
            self._strike(viewer, seat, title, copies)
        self.record.discarded(seat, title, copies)

    def hand_over(self, title: int, giver: int, taker: int, seen_by_all: bool = False) -> None:
        """A card changes hands. Giver and taker see it, the others only if it was named."""
        self.hand[giver][title] -= 1
        self.hand[taker][title] += 1
        for viewer in self.living():
            if viewer == taker or seen_by_all:
                self._strike(viewer, giver, title, 1)
            else:
                self.seen_hand[viewer][giver] = [0] * KINDS
            if viewer != taker and (viewer == giver or seen_by_all):
                self.seen_hand[viewer][taker][title] += 1
        self.record.handed_over(title, giver, taker, seen_by_all)

    def eliminate(self, seat: int) -> None:
        """Out of the game: the hand leaves it unseen, and with it all knowledge of and by it."""
        self.out[seat] = True
        self.record.eliminated(seat, self.hand[seat])
        self.hand[seat] = [0] * KINDS
        self.seen_pile[seat].clear()
        for other in self.seats:
            self.seen_hand[seat][other] = [0] * KINDS
            self.seen_hand[other][seat] = [0] * KINDS

    def _strike(self, viewer: int, holder: int, title: int, copies: int) -> None:
        """The viewer has seen cards leave the hand."""
        seen = self.seen_hand[viewer][holder]
        seen[title] = max(seen[title] - copies, 0)
