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
from sims.games.hacked.records import SEATS

_ONE = np.uint64(1)
_SEEN = np.uint8(1)
"""A place that is known says 1 + the title, one that is not says 0."""


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
def forget_pile(state, viewer):
    """A viewer can be sure of no place any more."""
    for w in range(np.uint64(state.bottom + 7) >> np.uint64(3)):
        state.seen[viewer].words[w] = EMPTY


@part
def bugfix(state):
    """*Bugfix*: the draw pile has a new order that nobody knows."""
    for viewer in range(SEATS):
        forget_pile(state, viewer)
    shuffle_places(state, state.top, pile_size(state))


@part
def look(state, viewer, depth):
    """*Sprint planning*: the viewer sees the top of the draw pile, as deep as there are cards."""
    for p in range(state.top, min(state.top + depth, state.bottom)):
        place = np.uint64(p)
        state.seen[viewer].at[place] = state.pile.at[place] + _SEEN


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
    for viewer in range(SEATS):
        if viewer != np.int64(seat):
            forget_pile(state, viewer)
    state.top -= 1
    place = np.uint64(state.top)
    for _ in range(depth):
        state.pile.at[place] = state.pile.at[place + _ONE]
        state.seen[seat].at[place] = state.seen[seat].at[place + _ONE]
        place += _ONE
    state.pile.at[place] = np.uint8(HACKED)
    state.seen[seat].at[place] = np.uint8(HACKED) + _SEEN
    state.hacked_left += 1
