"""The round: the deal, Initialization, who acts first, and what its end does to everybody."""

import numpy as np

from sims.core.bits import EMPTY, ONE, lowest, nth, popcount
from sims.core.jit import part
from sims.core.rng import draw, shuffle
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.lists import byte_at, byte_of, next_living, seat_bit
from sims.games.gatecrasher.moves import (
    find_leader,
    forget_hands,
    hacker_of,
    roll_best,
    within,
)  # fmt: skip

_NOBODY_YET = np.int64(1) << np.int64(60)
"""Above every firewall."""


@part
def deal_round(state, rules):
    """*Setup*, and the end of *Phase 3*: shuffle the whole deck, deal each player in the game."""
    forget_hands(state)
    state.discard_word = EMPTY
    for word in range(rules.deck_words):
        state.pile_word[word] = rules.deck_word[word]
    shuffle(state.chance, state.pile, rules.cards)
    deepest = np.int64(0)
    for seat in range(rules.players):
        state.firewall[seat] = 0
        if state.living & seat_bit(seat):
            size = np.int64(hacker_of(state, rules, np.uint64(seat)).hand_size)
            state.size_word |= np.uint64(size) << (np.uint64(seat) << np.uint64(3))
            deepest = max(deepest, size)
    top = np.uint64(0)
    for dealt in range(deepest):
        for seat in range(rules.players):
            if np.uint64(dealt) < byte_of(state.size_word, seat):
                state.hand[seat] += byte_at(state.pile[top])
                top += ONE
    state.top = top
    state.bottom = np.uint64(rules.cards)


@part
def initialize(state, rules):
    """*Phase 1: Initialization*: each player rolls a firewall, in seat order."""
    best = np.int64(-_NOBODY_YET)
    for seat in range(rules.players):
        if state.living & seat_bit(seat):
            hacker = hacker_of(state, rules, np.uint64(seat))
            rolled = roll_best(state.chance, hacker.init_dice, hacker.init_keep)
            state.firewall[seat] = within(rules, rolled + hacker.init_bonus)
            if state.firewall[seat] > best:
                best = state.firewall[seat]
                state.leader = np.uint64(seat)
    if state.round == 0:
        for seat in range(L.SEATS):
            state.opening_1[seat] = state.firewall[seat]
    state.began = state.living


@part
def find_first(state, rules):
    """*Phase 2*: the lowest firewall goes first (ruling `first_tie`)."""
    least = _NOBODY_YET
    tied = EMPTY
    for seat in range(rules.players):
        if state.living & seat_bit(seat):
            if state.firewall[seat] < least:
                least = state.firewall[seat]
                tied = EMPTY
            if state.firewall[seat] == least:
                tied |= seat_bit(seat)
    if rules.first_tie == 1:
        return lowest(tied)
    return nth(tied, draw(state.chance, popcount(tied)))


@part
def begin_turn(state, rules, seat):
    """It is this player's turn, in the phase that is on."""
    hacker = hacker_of(state, rules, seat)
    is_execution = state.phase == L.P_EXECUTION
    allowed = hacker.protocols_per_turn if is_execution else hacker.overclock_protocols
    state.decider = seat
    state.decision = L.EXECUTE
    state.left = np.int64(allowed)
    state.acted = 0


@part
def begin_execution(state, rules):
    """*Phase 2: Execution*."""
    state.phase = L.P_EXECUTION
    state.passes = 0
    state.due = 0
    state.first = find_first(state, rules)
    begin_turn(state, rules, state.first)


@part
def begin_overclock(state, rules):
    """*Phase 3: Overclock*: one turn for each, from the next player on."""
    state.phase = L.P_OVERCLOCK
    state.passed_out += np.int64(state.top < state.bottom)
    state.due = popcount(state.living)
    begin_turn(state, rules, next_living(state, rules, state.decider))


@part
def round_winners(state, rules):
    """*Phase 3*: the strongest firewall (ruling `round_tie`), a set of players."""
    best = np.int64(-_NOBODY_YET)
    tied = EMPTY
    for seat in range(rules.players):
        if state.living & seat_bit(seat):
            if state.firewall[seat] > best:
                best = state.firewall[seat]
                tied = EMPTY
            if state.firewall[seat] == best:
                tied |= seat_bit(seat)
    count = popcount(tied)
    if count == 1 or rules.round_tie == 0:
        return tied
    if rules.round_tie == 1:
        return EMPTY
    return seat_bit(nth(tied, draw(state.chance, count)))


@part
def keep_round_1(state, rules, winners):
    """What the record says of the first round."""
    state.winner_1 = np.int64(lowest(winners)) if popcount(winners) == 1 else np.int64(-1)
    state.lead_changes_1 = state.lead_changes
    state.turns_1 = state.turn
    state.first_1 = state.first


@part
def lose_levels(state, rules, losers):
    """*Phase 3*: Mainframe Security goes down by 1; who has none left is out of the game."""
    for seat in range(rules.players):
        if losers & seat_bit(seat):
            state.level_word -= byte_at(seat)
            if byte_of(state.level_word, seat) == EMPTY:
                state.living &= ~seat_bit(seat)
                state.out_at[seat] = state.turn


@part
def end_game(state, winner, ended):
    """The game is over."""
    state.over = 1
    state.winner = winner
    state.ended = ended


@part
def end_round(state, rules):
    """*Phase 3*, its end, and *How To Win*; then the next round, or the cap."""
    if rules.leftover_at == 1:
        for seat in range(rules.players):
            if state.living & seat_bit(seat):
                value = hacker_of(state, rules, np.uint64(seat)).leftover_value
                more = value * np.int64(byte_of(state.size_word, seat))
                state.firewall[seat] = within(rules, state.firewall[seat] + more)
        find_leader(state, rules)
    winners = round_winners(state, rules)
    if state.round == 0:
        keep_round_1(state, rules, winners)
    lose_levels(state, rules, state.living & ~winners)
    state.round += 1
    left = popcount(state.living)
    if left == 1:
        end_game(state, np.int64(lowest(state.living)), L.E_LAST_STANDING)
    elif left == 0:
        end_game(state, L.DRAW, L.E_DRAW)
    elif state.round >= rules.max_rounds:
        end_game(state, L.UNFINISHED, L.E_UNFINISHED)
    else:
        deal_round(state, rules)
        initialize(state, rules)
        begin_execution(state, rules)
