"""Who has which card, and who knows it. Every card that moves or flips goes through here."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sims.games.override.referee.record import Record


class Move(NamedTuple):
    """A card on its way. `face_out`: it arrives face-out, and everybody sees it go."""

    card: int
    giver: int
    taker: int
    face_out: bool


class Table:
    """The cards in play and the status of every hacker; lists are indexed by seat."""

    def __init__(self, players: int, record: Record) -> None:
        self.seats = range(players)
        self.record = record
        self.hand: list[set[int]] = [set() for _ in self.seats]
        self.out: list[set[int]] = [set() for _ in self.seats]
        self.screen = [False] * players
        self.mark: list[int | None] = [None] * players
        self.jail = [False] * players
        self.seen: list[list[set[int]]] = [[set() for _ in self.seats] for _ in self.seats]
        """`seen[v][h]`: the cards that v knows to be in h's hand; a part of that hand."""

    def clockwise(self, first: int) -> list[int]:
        """All seats, jailed or not, starting with `first`."""
        return [*self.seats[first:], *self.seats[:first]]

    def holder(self, card: int) -> int:
        """The seat that has the card, face-in or face-out."""
        return next(h for h in self.seats if card in self.out[h] or card in self.hand[h])

    # Flips (Glossary, Flip)

    def turn_face_out(self, card: int, holder: int) -> None:
        """A card goes from the hand to the table of the same hacker, before everybody's eyes."""
        self._end_marks_on(card)
        self.hand[holder].remove(card)
        self.out[holder].add(card)
        self._strike(card, holder)
        self.record.moved(card, holder, "in", holder, "out")

    def turn_face_in(self, card: int, holder: int) -> None:
        """A card goes from the table to the hand of the same hacker; all know it to be there."""
        self._end_marks_on(card)
        self.out[holder].remove(card)
        self.hand[holder].add(card)
        for viewer in self.seats:
            if viewer != holder:
                self.seen[viewer][holder].add(card)
        self.record.moved(card, holder, "out", holder, "in")

    def flip(self, card: int, holder: int) -> None:
        """Turn a card over, whichever way it lies."""
        if card in self.hand[holder]:
            self.turn_face_out(card, holder)
        else:
            self.turn_face_in(card, holder)

    # Moves from hacker to hacker

    def trade(self, moves: Sequence[Move]) -> None:
        """Move cards all at once. A card that reaches a jailed hacker is face-out (Proxy Swap).

        Giver and taker of a face-in card see it. For everybody else one unknown card has left the
        giver's hand, so that nothing known of that hand is sure any more.
        """
        moves = [move._replace(face_out=move.face_out or self.jail[move.taker]) for move in moves]
        for card, giver, taker, face_out in moves:
            came_from = self._lift(card, giver)
            if came_from == "in":
                if face_out:
                    self._strike(card, giver)
                else:
                    self._lose_sight(card, giver, taker)
            self.record.moved(card, giver, came_from, taker, "out" if face_out else "in")
        for card, giver, taker, face_out in moves:
            if face_out:
                self.out[taker].add(card)
            else:
                self.hand[taker].add(card)
                if giver != taker:
                    self.seen[giver][taker].add(card)

    def shuffle_in(self, chosen: Sequence[tuple[int, int]], dealt: Sequence[int]) -> None:
        """NOAA: the (seat, card) pairs are lifted; the i-th of these hackers gets the i-th dealt.

        Each card keeps its facing. Face-in ones are lost to all sight but their new holders'.
        """
        origin = {}
        for giver, card in chosen:
            came_from = self._lift(card, giver)
            origin[card] = giver, came_from
            if came_from == "in":
                self._lose_sight(card, giver, giver)
        for (taker, _), card in zip(chosen, dealt):
            giver, facing = origin[card]
            (self.out if facing == "out" else self.hand)[taker].add(card)
            self.record.moved(card, giver, facing, taker, facing, dealt_again=True)

    def lock_away(self, hacker: int) -> None:
        """Hacker Jail: every card turns face-out, marks and Screen Door status end."""
        self.jail[hacker] = True
        self.screen[hacker] = False
        self.mark[hacker] = None
        self.record.jailed(hacker)
        for card in sorted(self.hand[hacker]):
            self.turn_face_out(card, hacker)

    def learn(self, viewer: int, holder: int, cards: Iterable[int]) -> None:
        """The viewer has looked at cards of the holder's hand."""
        self.seen[viewer][holder].update(cards)
        self.record.learned(viewer, holder, cards)

    def _lift(self, card: int, giver: int) -> str:
        """Take a card away from where it lies, "in" or "out"; marks on it end."""
        self._end_marks_on(card)
        if card in self.out[giver]:
            self.out[giver].remove(card)
            return "out"
        self.hand[giver].remove(card)
        return "in"

    def _end_marks_on(self, card: int) -> None:
        """Computer Goggles: a mark ends when its card is flipped or moved."""
        for carrier in self.seats:
            if self.mark[carrier] == card:
                self.mark[carrier] = None
                self.record.mark_ended(carrier, card)

    def _strike(self, card: int, holder: int) -> None:
        """Everybody has seen this card leave the hand; what else is known of it stays known."""
        for viewer in self.seats:
            self.seen[viewer][holder].discard(card)

    def _lose_sight(self, card: int, giver: int, taker: int) -> None:
        """A hidden card has left the giver's hand: only the taker can tell which one."""
        for viewer in self.seats:
            if viewer == taker:
                self.seen[viewer][giver].discard(card)
            else:
                self.seen[viewer][giver].clear()
