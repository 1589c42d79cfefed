"""What a player can work out from a view: chances in the draw pile, whose turn comes next."""

import numpy as np

from sims.core.bits import lowest, popcount
from sims.core.jit import part
from sims.games.hacked import cards as C
from sims.games.hacked.layout import F_CARD
from sims.games.hacked.records import SEATS

_ONE = np.uint64(1)
_LOW_BITS = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
_HIGH_BITS = np.uint64(0x8080_8080_8080_8080)
_SEEN_HACKED = np.uint64(0x0101_0101_0101_0101) * np.uint64(1 + C.HACKED)


@part
def held(view, title):
    """How many cards of a title the player holds."""
    return np.int64(view.hand.of[np.uint64(title)])


@part
def size_of(view, seat):
    """How many cards somebody holds."""
    return np.int64(view.hand_size.of[np.uint64(seat)])


@part
def _some(word):
    """How many bytes of a word are not 0."""
    return popcount((((word & _LOW_BITS) + _LOW_BITS) | word) & _HIGH_BITS)


@part
def unseen_chance(view):
    """Advice 2, *count the cards left*: the chance that a place not known holds You've been hacked.

    0 when every place is known.
    """
    known = np.int64(0)
    others = np.int64(0)  # bytes that are not a You've been hacked that was seen
    words = np.uint64(view.pile_size + 7) >> np.uint64(3)
    for w in range(words):
        known += _some(view.seen.words[w])
        others += _some(view.seen.words[w] ^ _SEEN_HACKED)
    unseen = view.pile_size - known
    hacked = view.hacked_left - (np.int64(words) * 8 - others)
    return hacked / unseen if unseen > 0 else 0.0


@part
def chance_at(view, unseen, depth):
    """The chance of You've been hacked at a depth, where places not known have chance `unseen`."""
    if depth >= view.pile_size:
        return 0.0
    known = view.seen.at[np.uint64(depth)]
    if known == 0:
        return unseen
    return 1.0 if known == 1 + C.HACKED else 0.0


@part
def top_chance(view):
    """The chance that the next card is You've been hacked; 1.0 only when that is sure."""
    return chance_at(view, unseen_chance(view), 0)


@part
def next_player(view, seat):
    """The next living player clockwise after a seat."""
    start = np.uint64(seat + 1)
    turned = (view.living | (view.living << np.uint64(8))) >> start
    seat = np.int64((lowest(turned) + start) & np.uint64(7))
    return min(seat, SEATS - 1)


@part
def opponents(view):
    """How many others are not out."""
    return popcount(view.living) - 1


@part
def is_target(view):
    """Whether what is played is aimed at the player: by name, or an Attack on who acts next."""
    if view.actor == view.seat:
        return False
    if np.int64(view.pending.target) == view.seat:
        return True
    attacks = view.pending.form == F_CARD and view.pending.title == C.ATTACK
    return attacks and next_player(view, view.actor) == view.seat


@part
def stands(view):
    """Whether what is played is carried out if nobody freezes any more."""
    return view.freezes & 1 == 0
