"""What a player reads off a view: hands, hackers, who sits where, which cards are not yet seen."""

from collections import namedtuple

import numpy as np

from sims.core.bits import ONE, popcount
from sims.core.jit import part
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher.lists import byte_of, seat_bit

_ONES, _U56 = np.uint64(0x0101010101010101), np.uint64(56)

Chances = namedtuple("Chances", ["bolster", "mine", "loss", "theft"])
"""Of a card that the player has not seen: the chance that it is of a kind."""


@part
def held(view, kind):
    """How many protocols of a kind the player holds."""
    return np.int64(byte_of(view.hand_word, kind))


@part
def size_of(view, seat):
    """How many cards somebody holds."""
    return np.int64(byte_of(view.size_word, seat))


@part
def level_of(view, seat):
    """Somebody's Mainframe Security."""
    return np.int64(byte_of(view.level_word, seat))


@part
def seen_of(view, seat, kind):
    """How many protocols of a kind somebody else is known to hold."""
    return np.int64(byte_of(view.known_word[np.uint64(seat)], kind))


@part
def hacker_in(view, rules, seat):
    """The hacker who sits in a seat."""
    return rules.hacker[byte_of(view.sits_word, seat)]


@part
def firewall_of(view, seat):
    """Somebody's firewall."""
    return view.firewall[np.uint64(seat)]


@part
def steps_to(view, rules, seat):
    """How many turns of players in the game it is, clockwise, from the player to somebody else."""
    players, own, other = np.uint64(rules.players), np.uint64(view.seat), np.uint64(seat)
    twice = view.living | (view.living << players)
    apart = other - own if other >= own else other + players - own
    return popcount((twice >> (own + ONE)) & (seat_bit(apart) - ONE))


@part
def total_of(word):
    """The sum of all bytes of a word: cards in a hand by kind, or of everybody by seat."""
    return np.int64((word * _ONES) >> _U56)


@part
def unseen(view, rules):
    """The chances of a card not seen: the deck without discards, own hand and hands known."""
    known = view.known_word
    seen = view.discard_word + view.hand_word
    seen += known[0] + known[1] + known[2] + known[3] + known[4] + known[5]
    left = rules.deck_counts - seen
    one = 1.0 / max(np.float64(total_of(left)), 1.0)
    return Chances(
        one * byte_of(left, C.BOLSTER),
        one * byte_of(left, C.DATA_MINE),
        one * byte_of(left, C.PACKET_LOSS),
        one * byte_of(left, C.FILE_EXTRACTION),
    )
