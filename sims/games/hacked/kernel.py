"""You've Been Hacked as a state machine in numba: deal, options, observe, apply, record."""

import numpy as np

from sims.core.bits import EMPTY
from sims.core.jit import part
from sims.core.rng import DEAL, FIRST_SEAT, PLAY, start_stream
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.hands import byte_of, change, seat_bit
from sims.games.hacked.lists import after, list_options
from sims.games.hacked.piles import pile_size, shuffle_places
from sims.games.hacked.records import (
    SEATS,
)  # fmt: skip
from sims.games.hacked.turns import GOES_ON, end_turn, take

_FEW_WORDS = 4
"""Most printed draw piles are not larger: these words are written without a loop."""


@part
def clear(state, rules):
    """An empty table at the beginning of the game."""
    for seat in range(SEATS):
        state.hand[seat].words[0] = EMPTY
        state.hand[seat].words[1] = EMPTY
        state.planes[seat] = EMPTY
        state.plays[seat] = 0
        state.place[seat] = 1
        state.out_turn[seat] = 0
        for holder in range(SEATS):
            state.known[seat, holder].words[0] = EMPTY
            state.known[seat, holder].words[1] = EMPTY
    state.discard.words[0] = EMPTY
    state.discard.words[1] = EMPTY
    state.sizes = EMPTY
    state.kept = EMPTY
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
def start_choices(state, players, seed, game_id):
    """A stream for each seat's choices.

    Not a loop: the compiler would make it one of wide vectors, keep their constants in registers,
    and load all of them again after every call of a strategy.
    """
    start_stream(state.choice[0], seed, game_id, FIRST_SEAT)
    start_stream(state.choice[1], seed, game_id, FIRST_SEAT + 1)
    if players > 2:
        start_stream(state.choice[2], seed, game_id, FIRST_SEAT + 2)
    if players > 3:
        start_stream(state.choice[3], seed, game_id, FIRST_SEAT + 3)
    if players > 4:
        start_stream(state.choice[4], seed, game_id, FIRST_SEAT + 4)


@part
def deal(state, rules, seed, game_id):
    """*Setup*: a consultant each, the deal, then You've been hacked into the draw pile."""
    clear(state, rules)
    start_stream(state.chance.stream, seed, game_id, DEAL)
    start_choices(state, rules.players, seed, game_id)
    state.bottom = rules.dealt_from + rules.hacked_cards
    state.hacked_left = rules.hacked_cards
    for w in range(np.uint64(state.bottom + 7) >> np.uint64(3)):
        state.pile.words[w] = rules.deck.words[w]
    state.pile_words = (state.bottom - rules.hand_size * rules.players + 7) >> 3
    behind = max(state.pile_words, _FEW_WORDS)  # what `observe_pile` reads behind the bottom
    for viewer in range(SEATS):
        for w in range(np.uint64((state.bottom >> 3) + behind + 1)):
            state.seen[viewer].words[w] = EMPTY
    shuffle_places(state, 0, rules.dealt_from)
    for seat in range(rules.players):
        change(state, seat, C.CONSULTANT, rules.consultant_each)
        others = state.living & ~seat_bit(seat) if rules.consultant_each else EMPTY
        state.kept |= others << byte_of(seat)
    seat = 0
    state.top = rules.hand_size * rules.players
    for place in range(state.top):
        change(state, seat, state.pile.at[np.uint64(place)], 1)
        seat = after(seat, rules.players)
    for seat in range(SEATS):
        state.dealt[seat].words[0] = state.hand[seat].words[0]
        state.dealt[seat].words[1] = state.hand[seat].words[1]
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
def seen_word(state, viewer, w, shift):
    """Eight places that the viewer knows or not, from a bit of a word on."""
    higher = state.seen[viewer].words[w + np.uint64(1)]
    return (state.seen[viewer].words[w] >> shift) | (
        (higher << np.uint64(1)) << (np.uint64(63) - shift)
    )


@part
def observe_pile(state, viewer, view):
    """The places that the viewer knows, moved so that the top comes first."""
    if view.seen_words != state.pile_words:  # the view was last used for another cell
        for w in range(len(view.seen.words)):
            view.seen.words[w] = EMPTY
        view.seen_words = state.pile_words
    top = np.uint64(state.top)
    shift = (top & np.uint64(7)) << np.uint64(3)
    w = top >> np.uint64(3)
    for i in range(_FEW_WORDS):
        view.seen.words[i] = seen_word(state, viewer, w + np.uint64(i), shift)
    for i in range(_FEW_WORDS, state.pile_words):
        view.seen.words[np.uint64(i)] = seen_word(state, viewer, w + np.uint64(i), shift)


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
    view.hand.words[0] = state.hand[own].words[0]
    view.hand.words[1] = state.hand[own].words[1]
    view.discard.words[0] = state.discard.words[0]
    view.discard.words[1] = state.discard.words[1]
    view.hand_size.packed = state.sizes
    view.kept = (state.kept >> byte_of(own)) & np.uint64(0xFF)
    for holder in range(SEATS):
        view.known[holder].words[0] = state.known[own, holder].words[0]
        view.known[holder].words[1] = state.known[own, holder].words[1]
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
    longest = np.int64(0)
    for seat in range(SEATS):
        kept.places[seat] = np.uint8(state.place[seat])
        kept.plays[seat] = np.uint8(state.plays[seat])
        is_out = state.place[seat] > 1
        kept.dealt[seat, 0] = state.dealt[seat].words[0]
        kept.dealt[seat, 1] = state.dealt[seat].words[1]
        wait = state.turn - state.out_turn[seat] if is_out else 0
        kept.waits[seat] = np.int16(wait)
        longest = max(longest, wait)
    kept.longest_wait = np.int16(longest)
