"""The toy's worlds: nothing is hidden in it but the others' cards and what chance will bring."""

from sims.core.jit import part
from sims.core.rng import draw
from sims.core.worlds import fresh_streams


@part
def imagine(view, rules, stream, state):
    fresh_streams(state, rules.players, stream)
    for seat in range(rules.players):
        state.score[seat] = view.score[seat]
        state.card[seat] = draw(state.chance, 2) if rules.secret else 0
    state.card[view.seat] = view.card
    state.turn = view.turn
    state.actor = state.decider = view.seat
    state.decision = 0
    state.over = 0
