"""The draw pile: shuffled, looked at, drawn from and put back into; and who knows its places.

The top card lies in place `top`, the last one before `bottom`. A drawn card leaves its place free,
so that a card that is put back finds room by moving those above it up by one: the places below it,
and what is known of them, stay where they are.
"""

import numpy as np

from sims.core.bits import EMPTY
from sims.core.jit import part
from sims.core.rng import draw
from sims.games.hacked.cards import HACKED
from sims.games.hacked.hands import seat_bit
from sims.games.hacked.records import SEATS

_EVERY = np.uint64(0x0101_0101_0101_0101)


@part
def pile_size(state):
    """How many cards the draw pile has."""
    return state.bottom - state.top


@part
def shuffle_places(state, first, count):
    """Fisher-Yates over `count` places from `first` on, from the last one down."""
    cards = state.pile.at
    for last in range(count - 1, 0, -1):
        other = np.uint64(first + draw(state.chance, last + 1))
        place = np.uint64(first + last)
        cards[place], cards[other] = cards[other], cards[place]


@part
def keep_knowers(state, seats):
    """Of those who know places of the draw pile only these seats still do."""
    kept = np.uint64(seats) * _EVERY
    for w in range(state.top >> 3, (state.bottom + 7) >> 3):
        state.knowers.word[np.uint64(w)] &= kept
    for viewer in range(SEATS):
        if seats & seat_bit(viewer) == EMPTY:
            state.reach[viewer] = 0


@part
def bugfix(state):
    """*Bugfix*: the draw pile has a new order that nobody knows."""
    keep_knowers(state, EMPTY)
    shuffle_places(state, state.top, pile_size(state))


@part
def look(state, viewer, depth):
    """*Sprint planning*: the viewer sees the top of the draw pile, as deep as there are cards."""
    end = min(state.top + depth, state.bottom)
    bit = np.uint8(seat_bit(viewer))
    for place in range(state.top, end):
        state.knowers.at[np.uint64(place)] |= bit
    seat = np.uint64(viewer)
    if end > state.top:
        state.reach[seat] = max(state.reach[seat], end)


@part
def draw_top(state):
    """*Taking your turn*, 4: the title of the top card, which leaves the draw pile."""
    title = state.pile.at[np.uint64(state.top)]
    state.top += 1
    return title


@part
def put_back(state, seat, depth):
    """*Security consultant*: You've been hacked goes to a depth that only its placer knows.

    What that player saw stays true, with the places below one further down; all others can be
    sure of no place any more.
    """
    keep_knowers(state, seat_bit(seat))
    top = state.top - 1
    state.top = top
    place = top + depth
    for p in range(top, place):
        at = np.uint64(p)
        state.pile.at[at] = state.pile.at[at + np.uint64(1)]
        state.knowers.at[at] = state.knowers.at[at + np.uint64(1)]
    state.pile.at[np.uint64(place)] = np.uint8(HACKED)
    state.knowers.at[np.uint64(place)] = np.uint8(seat_bit(seat))
    viewer = np.uint64(seat)
    state.reach[viewer] = max(state.reach[viewer], place + 1)
    state.hacked_left += 1
