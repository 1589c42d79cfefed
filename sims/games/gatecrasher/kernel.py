"""Gate Crasher as a state machine in numba: deal, options, observe, apply, record."""

import numpy as np

from sims.core.bits import EMPTY, ONE
from sims.core.jit import part
from sims.core.rng import DEAL, FIRST_SEAT, PLAY, shuffle, start_stream
from sims.games.gatecrasher.layout import SEATS
from sims.games.gatecrasher.lists import byte_of, list_options, seat_bit
from sims.games.gatecrasher.moves import hacker_of
from sims.games.gatecrasher.rounds import (
    begin_execution,
    deal_round,
    initialize,
)  # fmt: skip
from sims.games.gatecrasher.turns import end_turn, take


@part
def seat_hackers(state, rules):
    """Who sits where: as the cell says, or drawn from its pool, none twice."""
    state.sits_word = rules.sits_word
    if rules.is_drawn:
        for place in range(rules.hackers):
            state.pool[place] = np.uint8(place)
        shuffle(state.chance, state.pool, rules.hackers)
        for seat in range(rules.players):
            state.sits[seat] = state.pool[seat]
    state.level_word = EMPTY
    state.open_hands = EMPTY
    for seat in range(rules.players):
        hacker = hacker_of(state, rules, np.uint64(seat))
        state.level_word |= np.uint64(hacker.mainframe_levels) << np.uint64(8 * seat)
        if hacker.extraction_immune == 0:
            state.open_hands |= seat_bit(seat)


@part
def clear(state, rules):
    """A new game's table."""
    state.living = (ONE << np.uint64(rules.players)) - ONE
    state.turn = 0
    state.round = 0
    state.over = 0
    state.lead_changes = 0
    state.passed_out = 0
    state.target = 0
    for seat in range(SEATS):
        state.firewall[seat] = 0
        state.out_at[seat] = 0


@part
def deal(state, rules, seed, game_id):
    """*Setup*: seat the hackers, shuffle, deal; then the first round begins."""
    clear(state, rules)
    start_stream(state.chance.stream, seed, game_id, DEAL)
    for seat in range(rules.players):
        start_stream(state.choice[seat], seed, game_id, FIRST_SEAT + seat)
    seat_hackers(state, rules)
    deal_round(state, rules)
    for seat in range(SEATS):
        state.dealt[seat] = state.hand[seat]
    start_stream(state.chance.stream, seed, game_id, PLAY)
    initialize(state, rules)
    begin_execution(state, rules)


@part
def options(state, rules, listed):
    """List the next decision, ending turns until there is one; 0 when the game is over."""
    while state.over == 0:
        if state.left == 0:
            end_turn(state, rules)
        else:
            count = np.int64(list_options(state, rules, listed))
            listed.count = count
            return count
    return np.int64(0)


@part
def observe(state, rules, seat, view):
    """All that the rules page lets a player know, and nothing else."""
    # Fields that all may see lie alike in state and view, in one block. First all loads, then all
    # stores: so the compiler moves several at once, which it dares not do when they take turns.
    own = np.uint64(seat)
    known = state.known
    k0, k1, k2 = known[0, own], known[1, own], known[2, own]
    k3, k4, k5 = known[3, own], known[4, own], known[5, own]
    hand = state.hand[own]
    pile = np.int64(state.bottom - state.top)
    public = state.public
    p0, p1, p2, p3, p4, p5 = public[0], public[1], public[2], public[3], public[4], public[5]
    p6, p7, p8, p9, p10 = public[6], public[7], public[8], public[9], public[10]
    p11, p12, p13, p14, p15 = public[11], public[12], public[13], public[14], public[15]
    p16, p17, p18 = public[16], public[17], public[18]
    shown = view.public
    shown[0], shown[1], shown[2], shown[3], shown[4], shown[5] = p0, p1, p2, p3, p4, p5
    shown[6], shown[7], shown[8], shown[9], shown[10] = p6, p7, p8, p9, p10
    shown[11], shown[12], shown[13], shown[14], shown[15] = p11, p12, p13, p14, p15
    shown[16], shown[17], shown[18] = p16, p17, p18
    seen = view.known_word
    seen[0], seen[1], seen[2], seen[3], seen[4], seen[5] = k0, k1, k2, k3, k4, k5
    view.hand_word = hand
    view.pile = pile
    view.seat = np.int64(seat)


@part
def apply(state, rules, option):
    """Take an option; what follows without a choice is for `options` to play."""
    take(state, rules, option.code)


@part
def record(state, rules, kept):
    """Write down what is kept of a finished game."""
    kept.winner = np.int8(state.winner)
    kept.ended = np.uint8(state.ended)
    kept.winner_1 = np.int8(state.winner_1)
    kept.first_1 = np.uint8(state.first_1)
    kept.first = np.uint8(state.first)
    kept.began = np.uint8(state.began)
    longest = np.int64(0)
    for seat in range(SEATS):
        kept.hacker[seat] = state.sits[seat]
        kept.dealt[seat] = state.dealt[seat]
        kept.opening_1[seat] = np.int32(state.opening_1[seat])
        is_out = seat < rules.players and byte_of(state.level_word, seat) == EMPTY
        waited = state.turn - state.out_at[seat] if is_out else np.int64(0)
        kept.waited[seat] = np.int32(waited)
        longest = max(longest, waited)
    kept.longest_wait = np.int32(longest)
    kept.rounds = np.int32(state.round)
    kept.lead_changes = np.int32(state.lead_changes)
    kept.lead_changes_1 = np.int32(state.lead_changes_1)
    kept.turns_1 = np.int32(state.turns_1)
    kept.passed_out = np.int32(state.passed_out)
    kept.turns = np.int32(state.turn)
