"""Playouts: a position played to the end many times, each time with fresh randomness.

A playout starts from a copy of a game's state at a decision. What lies on the table and in hands
and pile stays as it is; every stream (chance in play, each seat's choices) starts anew, so that
the share of playouts a seat wins estimates its true win probability from there under this play.
It is no player's belief: hidden cards stay where they are. A search that wants a belief hands in
states in which the hidden cards were dealt again.

Like `sims.core.loop`, `playouts` is written against the functions of a game's kernel module and
bound to each game by `loop.bind`. `sims.core.replays` is the way in from Python.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sims.core.jit import part
from sims.core.loop import apply, call, observe, options, record
from sims.core.rng import FIRST_SEAT, FREE, PLAY, start_stream

ANY = -1
"""Opening of a playout whose first choice is its strategy's own."""


@intrinsic
def copy_state(typingctx: Any, target: Any, source: Any) -> Any:
    """Copy a whole record into another of its type, as memory."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir
        from numba.core import cgutils

        size = ir.Constant(ir.IntType(64), signature.args[0].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@part
def restart(state, players, seed, number):
    """Give a state the streams of playout `number` under `seed` in place of its own."""
    for seat in range(players):
        start_stream(state.choice[seat], seed, number, FIRST_SEAT + seat)
    start_stream(state.chance.stream, seed, number, PLAY)
    state.chance.mode = FREE
    state.chance.used = 0


def playouts(
    states, trials, views, lists, rule_box, strategies, weights, seed, first, opening, records,
    stop, faults,
):  # fmt: skip
    """Play the position `states[0]` to the end for each of `records`; returns how many were played.

    Playout `first + i` fills `records[i]`, whose `decisions` and `choices` count from the position
    on; it depends on the position, `seed` and its number alone. `trials`, `views` and `lists` are
    room for one record each; `states` is only read. With `opening` 0 or more the first decision
    takes that option of its list in every playout. Ends early as `loop.play_chunk` does, with the
    playout's number as the game of the fault.
    """
    state = trials[0]
    view = views[0]
    listed = lists[0]
    rules = rule_box[0]
    for place in range(records.shape[0]):
        if stop[0]:
            return place
        copy_state(state, states[0])
        restart(state, rules.players, seed, first + place)
        decisions = 0
        choices = 0
        forced = opening
        count = options(state, rules, listed)
        while count > 0:
            seat = np.uint64(state.decider)
            if forced >= 0:
                chosen = forced
                forced = np.int64(ANY)
            else:
                observe(state, rules, seat, view)
                chosen = call(
                    strategies[seat], view, listed, rules, weights[seat], state.choice[seat]
                )
            if chosen < 0 or chosen >= count:
                faults[0].game = first + place
                faults[0].seat = seat
                faults[0].chosen = chosen
                faults[0].count = count
                return -1
            decisions += 1
            if count > 1:
                choices += 1
            apply(state, rules, listed.item[np.uint64(chosen)])
            count = options(state, rules, listed)
        kept = records[place]
        kept.decisions = decisions
        kept.choices = choices
        record(state, rules, kept)
    return records.shape[0]


NAMES = {"copy_state": copy_state, "restart": restart, "ANY": ANY}
"""What `playouts` needs beside the functions of a game's kernel module."""
