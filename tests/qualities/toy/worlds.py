"""The toy's worlds: nothing is hidden in it but what chance will bring."""

from sims.core.jit import part
from sims.core.worlds import fresh_streams


@part
def imagine(view, rules, stream, state):
    fresh_streams(state, rules.players, stream)
    for seat in range(rules.players):
        state.score[seat] = view.score[seat]
    state.turn = view.turn
    state.actor = state.decider = view.seat
    state.decision = 0
    state.over = 0
