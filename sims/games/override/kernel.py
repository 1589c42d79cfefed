"""Super Hack Override as a state machine in numba: deal, options, observe, apply, record."""

import numpy as np

from sims.core.bits import EMPTY, copy_fields, copy_words, count_each, lowest, one, without_lowest
from sims.core.jit import part
from sims.core.rng import DEAL, PLAY, shuffle, start_seats, start_stream
from sims.games.override import layout as L
from sims.games.override.lists import after, list_options, seat_bit
from sims.games.override.moves import arrive
from sims.games.override.records import CARD_AT, ROWS, SEATS
from sims.games.override.turns import begin_turn, end_turn, open_cred, skip, take


@part
def clear(state):
    """An empty table at the beginning of the game."""
    for seat in range(SEATS):
        state.hand[seat] = EMPTY
        state.out[seat] = EMPTY
        state.score[seat] = 0
        state.mark[seat] = np.uint8(L.NONE)
        for viewer in range(SEATS):
            state.known[viewer].hand[seat] = EMPTY
    state.jailed = EMPTY
    state.marks = EMPTY
    state.screened = EMPTY
    state.asked = EMPTY
    state.answered_yes = EMPTY
    state.answer = L.NONE
    state.pending = EMPTY
    state.actor = 0
    state.turn = 0
    state.over = 0


@part
def deal(state, rules, seed, game_id):
    """*Setup*: shuffle, set aside the random removals, deal round; the Diskette's holder begins."""
    clear(state)
    start_stream(state.chance.stream, seed, game_id, DEAL)
    start_seats(state.choice, rules, seed, game_id)
    count = 0
    rest = rules.in_play
    while rest:
        state.shuffled[count] = np.uint8(lowest(rest))
        rest = without_lowest(rest)
        count += 1
    shuffle(state.chance, state.shuffled, count)
    shift = 0
    seat = 0
    for place in range(rules.remove_random, count):
        if rules.diskette & one(state.shuffled[place]):
            shift = seat
        seat = after(seat, rules.players)
    seat = (rules.players - shift) % rules.players
    for place in range(rules.remove_random, count):
        arrive(state, rules, state.shuffled[place], seat, False)
        seat = after(seat, rules.players)
    copy_words(state.dealt, state.hand)
    # *Who Goes First?*: the Diskette is put down at the start of the first turn, with no effect.
    if state.hand[0] & rules.diskette:
        state.hand[0] &= ~rules.diskette
        arrive(state, rules, lowest(rules.diskette), 0, True)
    start_stream(state.chance.stream, seed, game_id, PLAY)
    begin_turn(state)


@part
def options(state, rules, listed):
    """List the next decision that has an option, playing on until there is one; 0 when over."""
    while state.over == 0:
        if state.decision == L.END_OF_TURN:
            end_turn(state, rules)
        else:
            count = np.int64(list_options(state, rules, listed))
            if count > 0:
                listed.count = count
                return count
            skip(state, rules)
    return np.int64(0)


@part
def observe_marks(state, view):
    """Who carries a mark is seen by all; which card it is, only where that card lies face-out."""
    for seat in range(SEATS):
        card = state.mark[seat]
        if card != L.NONE:
            view.marked |= seat_bit(seat)
            if state.hand[seat] & one(card) == EMPTY:
                view.mark[seat] = card


@part
def observe(state, rules, seat, view):
    """All that the rules page lets a hacker know, and nothing else."""
    own = np.uint64(seat)
    view.seat = seat
    copy_fields(view, state, "decision", "screened")
    view.own_mark = state.mark[own]
    view.own_pick = np.int64(state.pick[own]) if state.decision == L.DIRECTION else L.NONE
    view.hand = state.hand[own]
    copy_words(view.out, state.out)
    copy_words(view.known, state.known[own].hand)
    view.known[own] = EMPTY  # what all saw go into a hand is noted for its holder too
    count_each(view.hand_size, state.hand)
    view.marked = EMPTY
    for other in range(ROWS):
        view.mark[other] = np.uint8(L.NONE)
    if state.marks:
        observe_marks(state, view)
    pending = state.pending if state.decision == L.INTERRUPT else EMPTY
    if pending & np.uint64(0xFF) == np.uint64(L.F_OWN):
        pending |= np.uint64(L.NONE << CARD_AT)  # the actor's own card is face-in
    view.pending.code = pending


@part
def apply(state, rules, option):
    """Take an option and play on to the next decision point, where there may be no option."""
    take(state, rules, option.code)


@part
def record(state, rules, kept):
    """Write down what is kept of a finished game."""
    kept.winner = np.int8(state.winner)
    kept.ended = np.uint8(state.ended)
    kept.jailed = np.uint8(state.jailed)
    kept.turns = np.int32(state.turn)
    for seat in range(SEATS):
        kept.dealt[seat] = state.dealt[seat]
        is_out = state.jailed & seat_bit(seat) != EMPTY
        kept.waited[seat] = np.int32(state.turn - state.jailed_at[seat] if is_out else 0)
    kept.winner_cred = np.int32(0)
    if state.winner >= 0:
        kept.winner_cred = np.int32(open_cred(state, np.uint64(state.winner)))
