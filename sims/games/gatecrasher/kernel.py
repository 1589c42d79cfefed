"""Gate Crasher as a state machine in numba: deal, options, observe, apply, record."""

import numpy as np

from sims.core.bits import EMPTY, ONE
from sims.core.jit import part
from sims.core.rng import DEAL, PLAY, shuffle, start_seats, start_stream
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
        place = 0
        while place < rules.hackers:  # no `for`, see `sims.core.rng.start_seats`
            state.pool[np.uint64(place)] = np.uint8(place)
            place += 1
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
    start_seats(state.choice, rules, seed, game_id)
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
    # Fields that all may see lie alike in state and view, in one block. Word by word, each load
    # before its store: several words moved at once would have to wait for those of them that were
    # written just now, as a processor forwards a recent store to a load of the same width only. And
    # no loop, of which the compiler would make just such moves.
    own = np.uint64(seat)
    public, shown = state.public, view.public
    shown[0] = public[0]
    shown[1] = public[1]
    shown[2] = public[2]
    shown[3] = public[3]
    shown[4] = public[4]
    shown[5] = public[5]
    shown[6] = public[6]
    shown[7] = public[7]
    shown[8] = public[8]
    shown[9] = public[9]
    shown[10] = public[10]
    shown[11] = public[11]
    shown[12] = public[12]
    shown[13] = public[13]
    shown[14] = public[14]
    shown[15] = public[15]
    shown[16] = public[16]
    shown[17] = public[17]
    shown[18] = public[18]
    known, seen = state.known, view.known_word
    seen[0] = known[0, own]
    seen[1] = known[1, own]
    seen[2] = known[2, own]
    seen[3] = known[3, own]
    seen[4] = known[4, own]
    seen[5] = known[5, own]
    view.hand_word = state.hand[own]
    view.pile = np.int64(state.bottom - state.top)
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
