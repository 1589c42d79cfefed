"""Moving cards: flips, random draws from a hand, and who still knows what afterwards.

Every function keeps two things true: each card in play lies in exactly one place, and what a
hacker knows of a hand is part of that hand.
"""

import numpy as np

from sims.core.bits import EMPTY, nth, one, popcount
from sims.core.jit import part
from sims.core.rng import draw
from sims.games.override import layout as L
from sims.games.override.lists import tag_of
from sims.games.override.records import SEATS


@part
def arrive(state, rules, card, seat, is_face_out):
    """Put a lifted card before a hacker or into that hacker's hand."""
    if is_face_out:
        state.out[seat] |= one(card)
        state.score[seat] += rules.worth[card]
    else:
        state.hand[seat] |= one(card)
    state.tag[card] = tag_of(card, seat)


@part
def end_marks_on(state, card):
    """A card that is flipped or moved carries no mark any more."""
    if state.marks & one(card) == EMPTY:
        return
    state.marks &= ~one(card)
    for seat in range(SEATS):
        if state.mark[seat] == card:
            state.mark[seat] = np.uint8(L.NONE)


@part
def random_card(state, seat):
    """A uniform card of a hand: the k-th lowest id."""
    hand = state.hand[np.uint64(seat)]
    return np.int64(nth(hand, draw(state.chance, popcount(hand))))


@part
def random_pair(state, seat):
    """Two different uniform cards of a hand of two or more."""
    hand = state.hand[np.uint64(seat)]
    first = nth(hand, draw(state.chance, popcount(hand)))
    rest = hand & ~one(first)
    second = nth(rest, draw(state.chance, popcount(rest)))
    return np.int64(first), np.int64(second)


@part
def all_see(state, holder, bit):
    """Everyone knows that these cards lie in the holder's hand."""
    for viewer in range(SEATS):
        state.known[viewer].hand[holder] |= bit


@part
def strike(state, holder, bit):
    """Everyone saw these cards leave the holder's hand."""
    for viewer in range(SEATS):
        state.known[viewer].hand[holder] &= ~bit


@part
def lose_sight(state, holder, but):
    """A card left the holder's hand unseen: only `but` still knows the rest."""
    kept = state.known[but].hand[holder]
    for viewer in range(SEATS):
        state.known[viewer].hand[holder] = EMPTY
    state.known[but].hand[holder] = kept


@part
def face_in(state, rules, card, holder):
    """Flip a face-out card into its holder's hand; everyone saw it."""
    bit = one(card)
    seat = np.uint64(holder)
    state.out[seat] &= ~bit
    state.score[seat] -= rules.worth[card]
    state.hand[seat] |= bit
    all_see(state, holder, bit)
    end_marks_on(state, card)


@part
def face_out(state, rules, card, holder):
    """Flip a card of a hand face-out before its holder."""
    bit = one(card)
    seat = np.uint64(holder)
    state.hand[seat] &= ~bit
    state.out[seat] |= bit
    state.score[seat] += rules.worth[card]
    strike(state, holder, bit)
    end_marks_on(state, card)


@part
def flip(state, rules, card, holder):
    """Turn a card over where it lies."""
    if state.out[np.uint64(holder)] & one(card):
        face_in(state, rules, card, holder)
    else:
        face_out(state, rules, card, holder)
