"""Worlds that a player must reckon with: what is hidden from a view, dealt again.

Of all ways in which the cards out of sight can lie, each is equally likely: that is what a player
knows who makes nothing of how the others play. One fact follows from the rules alone and is kept:
who passes although the ruling `pass_ends` bars it has nothing but File Extractions in hand.
"""

import numpy as np

from sims.core.bits import EMPTY
from sims.core.jit import part
from sims.core.rng import draw, shuffle
from sims.core.worlds import fresh_streams
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.layout import SEATS
from sims.games.gatecrasher.lists import byte_at, byte_of, next_living, seat_bit
from sims.games.gatecrasher.moves import hacker_of
from sims.games.gatecrasher.records import PUBLIC_WORDS

_SPARE = C.BOLSTER
"""Stands in for what the deck lacks: a position may be set up with more cards than it has."""
_FORCED = 1
"""Ruling `pass_ends`: who can execute a protocol must."""


@part
def put_public(view, rules, state):
    """What lies open, and whose turn it is; nothing is known of how it came about."""
    for word in range(PUBLIC_WORDS):
        state.public[word] = view.public[word]
    hacker = hacker_of(state, rules, state.decider)
    is_execution = state.phase == L.P_EXECUTION
    allowed = hacker.protocols_per_turn if is_execution else hacker.overclock_protocols
    state.acted = np.int64(state.left < allowed or state.decision == L.EXTRACT)
    state.turn = 0
    state.over = 0
    state.began = state.living
    state.first = state.decider
    state.lead_changes = 0
    state.passed_out = 0
    state.winner_1 = np.int64(-1)
    state.first_1 = state.decider
    state.lead_changes_1 = 0
    state.turns_1 = 0
    state.open_hands = EMPTY
    state.leader = state.decider
    for seat in range(SEATS):
        state.out_at[seat] = 0
        state.opening_1[seat] = 0
        state.dealt[seat] = EMPTY
        if seat < rules.players:
            if hacker_of(state, rules, np.uint64(seat)).extraction_immune == 0:
                state.open_hands |= seat_bit(seat)
            is_ahead = state.firewall[seat] > state.firewall[state.leader]
            if is_ahead and state.living & seat_bit(seat) != EMPTY:
                state.leader = np.uint64(seat)


@part
def put_known(view, state):
    """The hands as far as the player knows them, and what others know of each other's."""
    own = np.uint64(view.seat)
    for holder in range(SEATS):
        for viewer in range(SEATS):
            state.known[holder, viewer] = EMPTY if viewer == holder else view.known_word[holder]
        state.hand[holder] = view.known_word[holder]
    state.hand[own] = view.hand_word


@part
def hidden_in(state, seat):
    """How many cards of a hand are still to be dealt."""
    held = np.int64(0)
    for kind in range(C.KINDS):
        held += np.int64(byte_of(state.hand[seat], kind))
    return max(np.int64(byte_of(state.size_word, seat)) - held, 0)


@part
def out_of_sight(rules, state, kind):
    """How many cards of a kind lie neither open nor in a hand as far as that is dealt."""
    count = np.int64(byte_of(rules.deck_counts, kind)) - np.int64(byte_of(state.discard_word, kind))
    for seat in range(SEATS):
        count -= np.int64(byte_of(state.hand[seat], kind))
    return max(count, np.int64(0))


@part
def deal_to_who_passed(rules, state):
    """*Phase 2*, ruling `pass_ends`: the last who passed, as many as in a row, had to.

    They ended their turns right before the actor's, or in Overclock before its first turn; since
    then no card but a File Extraction can have come into or out of their hands.
    """
    players = np.int64(0)
    seat = state.decider
    for _ in range(SEATS):
        players += 1
        seat = next_living(state, rules, seat)
        if seat == state.decider:
            break
    extractions = out_of_sight(rules, state, C.FILE_EXTRACTION)
    for step in range(1, players):
        seat = next_living(state, rules, seat)
        before = (state.due - 1 - step + players) % players  # turns between theirs and the last
        had_a_turn = hacker_of(state, rules, seat).protocols_per_turn > 0
        if before < state.passes and had_a_turn:
            dealt = min(hidden_in(state, seat), extractions)
            state.hand[seat] += np.uint64(dealt) * byte_at(C.FILE_EXTRACTION)
            extractions -= dealt


@part
def gather(rules, state):
    """Lay what is out of sight in the places of the pile; how many cards that are."""
    count = np.int64(0)
    for kind in range(C.KINDS):
        for _ in range(out_of_sight(rules, state, kind)):
            state.pile[np.uint64(count)] = np.uint8(kind)
            count += 1
    return count


@part
def pull(state, count):
    """A random one of the first `count` cards of the pile; the last of them takes its place."""
    if count <= 0:
        return np.int64(_SPARE)
    place, last = np.uint64(draw(state.chance, count)), np.uint64(count - 1)
    kind = state.pile[place]
    state.pile[place] = state.pile[last]
    return np.int64(kind)


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
    if rules.pass_ends == _FORCED and state.passes > 0:
        deal_to_who_passed(rules, state)
    count = gather(rules, state)
    for holder in range(SEATS):
        for _ in range(hidden_in(state, np.uint64(holder))):
            state.hand[np.uint64(holder)] += byte_at(pull(state, count))
            count = max(count - 1, 0)
    while count < view.pile:
        state.pile[np.uint64(count)] = np.uint8(_SPARE)
        count += 1
    shuffle(state.chance, state.pile, count)
    state.top = np.uint64(0)
    state.bottom = np.uint64(view.pile)
