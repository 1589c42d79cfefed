"""The toy as a state machine.

The deal gives `head` points to one seat. Each turn one seat picks one of `options` (of one on odd
turns if `narrow`); the second gives it `pick` points. Then a coin gives `worth` points to one seat.
After `turns` turns the most points win; a tie is broken by lot, or a draw if `shared`. After `cap`
turns the game is left unfinished. With `twice` each seat has two turns in a row.

With `secret` each seat holds a hidden card, 0 or 1. It says which option gives the points: the
second or the third, by the card of whoever picks (1) or of the next seat (2).
"""

import numpy as np

from sims.core.jit import part
from sims.core.rng import DEAL, FIRST_SEAT, PLAY, draw, start_stream


@part
def deal(state, rules, seed, game_id):
    start_stream(state.chance.stream, seed, game_id, DEAL)
    for seat in range(rules.players):
        start_stream(state.choice[seat], seed, game_id, FIRST_SEAT + seat)
        state.score[seat] = 0
        state.card[seat] = draw(state.chance, 2) if rules.secret else 0
    state.score[draw(state.chance, rules.players)] += rules.head
    start_stream(state.chance.stream, seed, game_id, PLAY)
    state.decider = 0
    state.decision = 0
    state.actor = 0
    state.turn = 0
    state.over = 0


@part
def options(state, rules, listed):
    if state.over:
        return np.int64(0)
    listed.count = 1 if rules.narrow and state.turn % 2 else rules.options
    for place in range(listed.count):
        listed.item[place].code = np.uint64(place)
        listed.item[place].place = place
    return listed.count


@part
def observe(state, rules, seat, view):
    view.seat = seat
    view.turn = state.turn
    view.card = state.card[seat]
    for other in range(rules.players):
        view.score[other] = state.score[other]


@part
def end(state, rules):
    state.over = 1
    best = np.int64(-1)
    tied = np.int64(0)
    for seat in range(rules.players):
        if state.score[seat] > best:
            best, tied = state.score[seat], np.int64(0)
        tied += state.score[seat] == best
    state.winner, state.ended = np.int64(-1), np.int64(1)
    if tied == 1 or not rules.shared:
        lot = draw(state.chance, tied)
        for seat in range(rules.players):
            if state.score[seat] == best:
                if lot == 0:
                    state.winner, state.ended = np.int64(seat), np.int64(0)
                lot -= 1


@part
def apply(state, rules, option):
    whose = (state.actor + (rules.secret == 2)) % rules.players
    if option.code == np.uint64(1 + state.card[whose]):
        state.score[state.actor] += rules.pick
    if rules.worth:
        state.score[draw(state.chance, rules.players)] += rules.worth
    state.turn += 1
    state.actor = (state.turn // (1 + rules.twice)) % rules.players
    state.decider = state.actor
    if state.turn >= rules.turns:
        end(state, rules)
    elif state.turn >= rules.cap:
        state.over, state.winner, state.ended = np.int64(1), np.int64(-2), np.int64(2)


@part
def record(state, rules, kept):
    kept.winner = np.int8(state.winner)
    kept.ended = np.uint8(state.ended)
    kept.turns = np.int32(state.turn)
    for seat in range(rules.players):
        kept.score[seat] = np.int32(state.score[seat])
