"""Cards in hands and on the discard pile, and who still knows what of a hand.

Every function keeps two things true: `planes` and `sizes` say of a hand what its counts say, and
what a player knows of a hand is part of that hand.
"""

import numpy as np

from sims.core.bits import EMPTY
from sims.core.jit import part
from sims.core.rng import draw
from sims.games.hacked.cards import CONSULTANT, KINDS
from sims.games.hacked.records import SEATS

_BYTE = np.uint64(0xFF)
_ONE = np.uint64(1)
_PLANES = np.uint64(0x0000_0001_0001_0001)
"""Bit 0 of each of the three planes."""


_VIEWERS = np.uint64(0x01_0101_0101)
"""Bit 0 of each viewer's byte of `kept`."""


@part
def byte_of(viewer):
    """Where a viewer's byte of `kept` begins."""
    return np.uint64(viewer) << np.uint64(3)


@part
def word_of(title):
    """Which word of `CARDS_DTYPE` counts a title."""
    return np.uint64(title) >> np.uint64(3)


@part
def shift_of(title):
    """Where in its word the count of a title begins."""
    return (np.uint64(title) & np.uint64(7)) << np.uint64(3)


@part
def seat_bit(seat):
    """The set of one seat."""
    return _ONE << np.uint64(seat)


@part
def size_of(state, seat):
    """How many cards a player holds."""
    return np.int64((state.sizes >> (np.uint64(seat) << np.uint64(3))) & _BYTE)


@part
def holds(state, seat, title):
    """Whether a player holds a card of that title."""
    return (state.planes[np.uint64(seat)] >> np.uint64(title)) & _ONE != EMPTY


@part
def change(state, seat, title, by):
    """Add cards of a title to a hand, or take them away (`by` below 0), never more than it has."""
    place, w, shift = np.uint64(seat), word_of(title), shift_of(title)
    more = np.uint64(by)  # modulo 2**64: what is below 0 takes away
    word = state.hand[place].words[w] + (more << shift)
    state.hand[place].words[w] = word
    state.sizes += more << (place << np.uint64(3))
    held = min((word >> shift) & _BYTE, np.uint64(3))
    full = _PLANES & ((_ONE << (held << np.uint64(4))) - _ONE)
    t = np.uint64(title)
    state.planes[place] = (state.planes[place] & ~(_PLANES << t)) | (full << t)


@part
def random_title(state, seat):
    """The title of a uniform card of a hand: the k-th in the order of titles."""
    place = np.uint64(seat)
    k = np.uint64(draw(state.chance, size_of(state, seat)))
    title = np.int64(0)
    cards = EMPTY
    for t in range(KINDS):  # counts the titles that end before the k-th card; nothing to foresee
        cards += (state.hand[place].words[word_of(t)] >> shift_of(t)) & _BYTE
        title += np.int64(cards <= k)
    return title


@part
def strike(state, viewer, holder, title, copies):
    """A viewer saw cards leave a hand: of the known ones of that title so many fewer are left."""
    w, shift = word_of(title), shift_of(title)
    word = state.known[viewer, holder].words[w]
    known = (word >> shift) & _BYTE
    state.known[viewer, holder].words[w] = word - (min(known, np.uint64(copies)) << shift)
    if title == CONSULTANT and known < np.uint64(copies):
        state.kept &= ~(seat_bit(holder) << byte_of(viewer))


@part
def forget_hand(state, holder):
    """Nobody knows anything of a hand any more."""
    for viewer in range(SEATS):
        state.known[viewer, holder].words[0] = EMPTY
        state.known[viewer, holder].words[1] = EMPTY
    state.kept &= ~(_VIEWERS << np.uint64(holder))


@part
def discard(state, seat, title, copies):
    """*Play*: cards of a hand go to the discard pile before everybody's eyes."""
    place = np.uint64(seat)
    change(state, seat, title, -copies)
    state.discard.words[word_of(title)] += np.uint64(copies) << shift_of(title)
    for viewer in range(SEATS):
        strike(state, viewer, place, title, copies)


@part
def hand_over_named(state, giver, taker, title):
    """*Three of a kind*: all hear which card changes hands."""
    change(state, giver, title, -1)
    change(state, taker, title, 1)
    for viewer in range(SEATS):
        strike(state, viewer, giver, title, 1)
        more = np.uint64(viewer != np.int64(taker))
        state.known[viewer, taker].words[word_of(title)] += more << shift_of(title)


@part
def hand_over_unseen(state, giver, taker, title):
    """*Ticket*, *Two of a kind*: only its two see the card; the rest lose sight of the hand."""
    change(state, giver, title, -1)
    change(state, taker, title, 1)
    for viewer in range(SEATS):
        keep = EMPTY - np.uint64(viewer == np.int64(taker))
        state.known[viewer, giver].words[0] &= keep
        state.known[viewer, giver].words[1] &= keep
    others = _VIEWERS & ~(_ONE << byte_of(taker))
    state.kept &= ~(others << np.uint64(giver))
    strike(state, taker, giver, title, 1)
    state.known[giver, taker].words[word_of(title)] += _ONE << shift_of(title)
