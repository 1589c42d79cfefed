"""Imagined worlds: states that fit all that a hacker knows, for strategies that look ahead.

A game that has them holds a module `sims/games/NAME/worlds.py` with one compiled part

    imagine(view, rules, stream, state)

It writes into `state` a complete state of the game that whoever looks (`view.seat`, the one that is
to decide) cannot tell from the real one: the same decision is due with the same options in the same
order, and `observe` shows that seat the same view. Cards that the seat cannot place are dealt
uniformly at random, from `stream`, over all deals that fit: the true conditional distribution for
one who knows the rules and what was seen, but nothing of how the others choose. A choice that
another seat has made unseen is imagined as uniform among the options that it had.

All of `state` that matters is written, whatever it held before, and its own streams are started
from `stream` (`fresh_streams`), so that equal streams imagine equal worlds. What the view does not
tell and no rule asks for (counts for the record) may hold anything.

The contract test `tests/contract/test_worlds.py` holds every game with such a module to this.
"""

from typing import Any

from sims.core.jit import part
from sims.core.playouts import restart
from sims.core.rng import next_word


def imagine(view: Any, rules: Any, stream: Any, state: Any) -> None:
    """Fill `state` with a world that fits the view; each game's `worlds` module holds its own."""
    raise NotImplementedError


@part
def fresh_streams(state, players, stream):
    """Start all streams of an imagined state anew, from one word of `stream`."""
    restart(state, players, next_word(stream), 0)


def imagine_world(views, rule_box, streams, states):
    """`imagine` for Python: arrays of one record each; `streams[0]` moves on."""
    imagine(views[0], rule_box[0], streams[0], states[0])
    return 0
