"""You've Been Hacked as a state machine in numba: deal, options, observe, apply, record."""

import numpy as np

from sims.core.bits import EMPTY
from sims.core.jit import part
from sims.core.rng import DEAL, FIRST_SEAT, PLAY, start_stream
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.hands import change
from sims.games.hacked.lists import after, list_options
from sims.games.hacked.piles import pile_size, shuffle_places
from sims.games.hacked.records import (
    SEATS,
    options_type,
    record_type,
    rules_type,
    state_type,
    view_type,
)  # fmt: skip
from sims.games.hacked.turns import GOES_ON, end_turn, take

_SEEN_FROM = np.uint8(1)


@part
def clear(state, rules):
    """An empty table at the beginning of the game."""
    for seat in range(SEATS):
        state.hand[seat].word[0] = EMPTY
        state.hand[seat].word[1] = EMPTY
        state.planes[seat] = EMPTY
        state.reach[seat] = 0
        state.plays[seat] = 0
        state.place[seat] = 1
        state.out_turn[seat] = 0
        for holder in range(SEATS):
            state.known[seat, holder].word[0] = EMPTY
            state.known[seat, holder].word[1] = EMPTY
    state.discard.word[0] = EMPTY
    state.discard.word[1] = EMPTY
    state.sizes = EMPTY
    state.living = (np.uint64(1) << np.uint64(rules.players)) - np.uint64(1)
    state.actor = 0
    state.owes = 1
    state.attacked = 0
    state.decider = 0
    state.decision = L.PLAY
    state.pending = EMPTY
    state.last = 0
    state.freezes = 0
    state.turn = 0
    state.over = 0
    state.hacked_met = 0
    state.consultants_used = 0
    state.freezes_used = 0


@part
def deal(state, rules, seed, game_id):
    """*Setup*: a consultant each, the deal, then You've been hacked into the draw pile."""
    clear(state, rules)
    start_stream(state.chance.stream, seed, game_id, DEAL)
    for seat in range(rules.players):
        start_stream(state.choice[seat], seed, game_id, FIRST_SEAT + seat)
    state.bottom = rules.dealt_from + rules.hacked_cards
    state.hacked_left = rules.hacked_cards
    for w in range((state.bottom + 7) >> 3):
        state.pile.word[w] = rules.deck.word[w]
        state.knowers.word[w] = EMPTY
    shuffle_places(state, 0, rules.dealt_from)
    for seat in range(rules.players):
        change(state, seat, C.CONSULTANT, rules.consultant_each)
    seat = 0
    state.top = rules.hand_size * rules.players
    for place in range(state.top):
        change(state, seat, state.pile.at[place], 1)
        seat = after(seat, rules.players)
    # The You've been hacked lie behind the other cards already.
    shuffle_places(state, state.top, pile_size(state))
    start_stream(state.chance.stream, seed, game_id, PLAY)


@part
def options(state, rules, listed):
    """List the next decision; there always is an option until the game is over, then 0."""
    if state.over:
        return np.int64(0)
    count = np.int64(list_options(state, rules, listed))
    listed.count = count
    return count


@part
def observe_pile(state, viewer, view):
    """The places that the viewer knows; those that the view still shows from before are wiped."""
    depth = max(state.reach[viewer] - state.top, 0)
    shift = np.uint8(viewer)
    for d in range(depth):
        place = np.uint64(state.top + d)
        is_known = (state.knowers.at[place] >> shift) & _SEEN_FROM
        view.seen.at[d] = (state.pile.at[place] + _SEEN_FROM) * is_known
    for d in range(depth, view.seen_depth):
        view.seen.at[np.uint64(d)] = np.uint8(0)
    view.seen_depth = depth


@part
def observe(state, rules, seat, view):
    """All that the rules page lets a player know, and nothing else."""
    own = np.uint64(seat)
    view.seat = seat
    view.decision = state.decision
    view.actor = state.actor
    view.turn = state.turn
    view.owes = state.owes
    view.attacked = state.attacked
    view.living = state.living
    view.pile_size = pile_size(state)
    view.hacked_left = state.hacked_left
    view.freezes = state.freezes
    view.last = state.last
    view.pending.code = state.pending
    view.hand.word[0] = state.hand[own].word[0]
    view.hand.word[1] = state.hand[own].word[1]
    view.discard.word[0] = state.discard.word[0]
    view.discard.word[1] = state.discard.word[1]
    view.hand_sizes = state.sizes
    for holder in range(SEATS):
        view.known[holder].word[0] = state.known[own, holder].word[0]
        view.known[holder].word[1] = state.known[own, holder].word[1]
    observe_pile(state, own, view)


@part
def apply(state, rules, option):
    """Take an option and play on to the next decision point."""
    how = take(state, rules, option.code)
    if how != GOES_ON:
        end_turn(state, rules, how)


@part
def record(state, rules, kept):
    """Write down what is kept of a finished game."""
    kept.winner = np.int8(state.winner)
    kept.ended = np.uint8(state.ended)
    kept.turns = np.int32(state.turn)
    kept.hacked_met = np.uint8(state.hacked_met)
    kept.consultants = np.uint8(state.consultants_used)
    kept.freezes = np.uint8(state.freezes_used)
    for seat in range(SEATS):
        kept.places[seat] = np.uint8(state.place[seat])
        kept.plays[seat] = np.uint8(state.plays[seat])
        is_out = state.place[seat] > 1
        kept.waits[seat] = np.int16(state.turn - state.out_turn[seat] if is_out else 0)
