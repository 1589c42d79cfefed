"""Worlds that a player must reckon with: what is hidden from a view, dealt again.

Of all ways in which the cards out of sight can lie, each is equally likely: that is what a player
knows who makes nothing of how the others play. Two facts follow from the rules alone and are kept:
no You've been hacked is ever in a hand, and whoever had to use a consultant (ruling
`consultant_use`) went out without one.
"""

import numpy as np

from sims.core.bits import EMPTY, popcount
from sims.core.jit import part
from sims.core.rng import draw
from sims.core.worlds import fresh_streams
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.hands import byte_of, change, holds, seat_bit
from sims.games.hacked.piles import shuffle_places
from sims.games.hacked.records import PLACES, SEATS

_ONE = np.uint64(1)
_FEW_WORDS = 4
_SPARE = C.CHEATSHEET_E
"""Stands in for what the deck lacks: a position may be set up with more cards than it has."""


@part
def is_kept(view, holder, title):
    """1 for the consultant that somebody surely still has from the beginning."""
    is_sure = (view.kept >> np.uint64(holder)) & _ONE != EMPTY
    return np.int64(is_sure and title == C.CONSULTANT)


@part
def known_of(view, holder, title):
    """How many cards of a title the player knows to be in another hand."""
    return np.int64(view.known[holder].of[np.uint64(title)]) + is_kept(view, holder, title)


@part
def seen_in_pile(view, title):
    """How many cards of a title the player knows a place of."""
    count = np.int64(0)
    for depth in range(view.pile_size):
        count += np.int64(view.seen.at[np.uint64(depth)] == np.uint8(1 + title))
    return count


@part
def out_of_sight(view, rules, title):
    """How many cards of a title the player cannot place."""
    t = np.uint64(title)
    count = np.int64(rules.copies.of[t]) - np.int64(view.hand.of[t]) - np.int64(view.discard.of[t])
    for holder in range(SEATS):
        count -= known_of(view, holder, title)
    return max(count - seen_in_pile(view, title), np.int64(0))


@part
def stack(state, count, title, copies):
    """Put cards on the `count` that lie in the pile's places from the first on."""
    for _ in range(copies):
        state.pile.at[np.uint64(count)] = np.uint8(title)
        count += 1
    return count


@part
def pull(state, count):
    """A random one of the `count` cards that lie there; the last one takes its place."""
    if count <= 0:
        return np.int64(_SPARE)
    place, last = np.uint64(draw(state.chance, count)), np.uint64(count - 1)
    title = state.pile.at[place]
    state.pile.at[place] = state.pile.at[last]
    return np.int64(title)


@part
def put_public(view, rules, state):
    """What lies open, and whose turn it is; nothing is known of how it came about."""
    state.discard.words[0] = view.discard.words[0]
    state.discard.words[1] = view.discard.words[1]
    state.hacked_left = view.hacked_left
    state.living = view.living
    state.actor = view.actor
    state.owes = view.owes
    state.attacked = view.attacked
    state.decider = view.seat
    state.decision = view.decision
    state.pending = view.pending.code
    state.last = view.last
    state.freezes = view.freezes
    state.turn = view.turn
    state.over = 0
    is_drawn = view.decision == L.CONSULT or view.decision == L.PLACE
    state.hacked_met = rules.players - popcount(view.living) + np.int64(is_drawn)
    state.consultants_used = np.int64(view.decision == L.PLACE)
    state.freezes_used = view.freezes
    place = rules.players
    for seat in range(SEATS):
        is_out = seat < rules.players and view.living & seat_bit(seat) == EMPTY
        state.place[seat] = place if is_out else 1
        place -= np.int64(is_out)
        state.out_turn[seat] = view.turn if is_out else 0
        state.plays[seat] = 0
        state.dealt[seat].words[0] = EMPTY
        state.dealt[seat].words[1] = EMPTY


@part
def put_known(view, state):
    """The hands as far as the player knows them, and what others know of each other's."""
    own = np.uint64(view.seat)
    state.sizes = EMPTY
    state.kept = EMPTY
    for seat in range(SEATS):
        state.hand[seat].words[0] = EMPTY
        state.hand[seat].words[1] = EMPTY
        state.planes[seat] = EMPTY
        state.kept |= (view.kept & ~seat_bit(seat)) << byte_of(seat)
        for holder in range(SEATS):
            is_other = EMPTY if seat == holder else ~EMPTY
            state.known[seat, holder].words[0] = view.known[holder].words[0] & is_other
            state.known[seat, holder].words[1] = view.known[holder].words[1] & is_other
    for holder in range(SEATS):
        for title in range(C.CONSULTANT, C.KINDS):
            copies = known_of(view, holder, title)
            if np.uint64(holder) == own:
                copies = np.int64(view.hand.of[np.uint64(title)])
            if copies > 0:
                change(state, holder, title, copies)


@part
def hidden_in(view, state, seat):
    """How many cards of a hand are still to be dealt."""
    shift = np.uint64(seat) << np.uint64(3)
    held = (state.sizes >> shift) & np.uint64(0xFF)
    return max(np.int64(view.hand_size.of[np.uint64(seat)]) - np.int64(held), 0)


@part
def hidden_places(view):
    """How many places of the draw pile the player does not know."""
    count = np.int64(0)
    for depth in range(view.pile_size):
        count += np.int64(view.seen.at[np.uint64(depth)] == 0)
    return count


@part
def gather(view, rules, state, slots):
    """Lay what is out of sight in the pile's places, without what left the game; how many cards.

    More cards than `slots` are out of sight when somebody went out: the rest was in those hands.
    """
    count = np.int64(0)
    for title in range(C.CONSULTANT + 1, C.KINDS):
        count = stack(state, count, title, out_of_sight(view, rules, title))
    consultants = out_of_sight(view, rules, C.CONSULTANT)
    gone = count + consultants - slots
    if rules.consult_asked == 0 and popcount(view.living) < rules.players:
        while gone > 0 and count > 0:
            pull(state, count)
            count -= 1
            gone -= 1
    return stack(state, count, C.CONSULTANT, consultants)


@part
def deal_hands(view, state, count):
    """Deal the other hands what the player does not know of them; how many cards are left."""
    for seat in range(SEATS):
        for _ in range(hidden_in(view, state, seat)):
            change(state, seat, pull(state, count), 1)
            count = max(count - 1, 0)
    return count


@part
def lay_pile(view, state, count, places, hacked):
    """The draw pile out of `count` cards and some You've been hacked, around what is known of it.

    What is left over was in the hands of who is out.
    """
    while count > places - hacked:
        pull(state, count)
        count -= 1
    count = stack(state, count, _SPARE, places - hacked - count)
    count = stack(state, count, C.HACKED, hacked)
    shuffle_places(state, 0, count)
    # A card that was drawn and is to be put back needs a free place above the top.
    is_drawn = view.decision == L.CONSULT or view.decision == L.PLACE
    state.top = np.int64(is_drawn)
    state.bottom = state.top + view.pile_size
    own = np.uint64(view.seat)
    for depth in range(view.pile_size - 1, -1, -1):  # cards only move down: none is overwritten
        seen = view.seen.at[np.uint64(depth)]
        if seen == 0:
            count -= 1
        place = np.uint64(state.top + depth)
        title = state.pile.at[np.uint64(count)] if seen == 0 else seen - np.uint8(1)
        state.pile.at[place] = title
        state.seen[own].at[place] = seen
    for place in range(state.bottom, PLACES):  # as nobody should reach them, see `bridge.place`
        state.pile.at[np.uint64(place)] = np.uint8(C.HACKED)


@part
def clear_seen(view, state):
    """No place is known, as far as views read."""
    state.pile_words = view.seen_words
    last = (view.pile_size >> 3) + 1 + max(view.seen_words, _FEW_WORDS)
    words = min(np.uint64(last + 1), np.uint64(len(state.seen[0].words)))
    for viewer in range(SEATS):
        for w in range(words):
            state.seen[viewer].words[w] = EMPTY


@part
def ask_the_rest(view, rules, state):
    """*ChangeFreeze*: after the player, clockwise up to the last card's, all who hold one."""
    state.asked = EMPTY
    if view.decision != L.FREEZE:
        return
    state.asked = seat_bit(view.seat)
    seat = view.seat
    for _ in range(rules.players):
        seat = seat + 1 if seat + 1 < rules.players else 0
        if seat == view.last or seat == view.seat:
            return
        if holds(state, seat, C.CHANGE_FREEZE):
            state.asked |= seat_bit(seat)


@part
def imagine(view, rules, stream, state):
    """Fill `state` with a world that the view's seat, who decides, cannot tell from its own.

    See `sims.core.worlds`. What others know of each other's hands is imagined to be what this
    player knows, and of its own hand nothing. What a record keeps of the course is as if the game
    had only begun.
    """
    fresh_streams(state, rules.players, stream)
    put_public(view, rules, state)
    put_known(view, state)
    clear_seen(view, state)
    places = hidden_places(view)
    hacked = min(max(view.hacked_left - seen_in_pile(view, C.HACKED), 0), places)
    slots = places - hacked
    for seat in range(SEATS):
        slots += hidden_in(view, state, seat)
    count = gather(view, rules, state, slots)
    count = deal_hands(view, state, count)
    lay_pile(view, state, count, places, hacked)
    ask_the_rest(view, rules, state)
