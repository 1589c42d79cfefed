"""The one loop that plays a chunk of games, for whatever game it is bound to.

`play_chunk` is written against five functions that each game's kernel module supplies under these
names; `bind` makes a game's own loop of it by giving the same code that module's names. So the
loop stands once, numba sees direct calls that it can inline, and the compiled loop is cached.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numba import from_dtype

MAX_SEATS = 8
"""Seats of the largest game that the loop can hold."""

MAX_WEIGHTS = 64
WEIGHTS_DTYPE = np.dtype(
    [
        ("value", np.float64, (MAX_WEIGHTS,)),
        ("inner", np.int64),  # address of the strategy that a restricted one asks
        ("barred", np.int64),  # place of its restriction among the game's
        ("item", np.int64),  # what that restriction is about, by its place
    ]
)
"""What a seat's strategy plays with: its weights, and of a restricted one what it may not use."""

FAULT_DTYPE = np.dtype(
    [("game", np.int64), ("seat", np.int64), ("chosen", np.int64), ("count", np.int64)]
)
"""What a strategy did wrong: the game, its seat, the index it returned, how many there were."""

weights_type = from_dtype(WEIGHTS_DTYPE)
fault_type = from_dtype(FAULT_DTYPE)


def deal(state: Any, rules: Any, seed: int, game_id: int) -> None:
    """Start the streams, deal, and go to the first decision point."""
    raise NotImplementedError


def options(state: Any, rules: Any, listed: Any) -> int:
    """List the next decision that has an option, playing on until there is one; 0 when over."""
    raise NotImplementedError


def observe(state: Any, rules: Any, seat: int, view: Any) -> None:
    """Fill `view` with all that the seat may know, and nothing else."""
    raise NotImplementedError


def apply(state: Any, rules: Any, option: Any) -> None:
    """Take an option and play on to the next decision point, where there may be no option."""
    raise NotImplementedError


def call(address: int, view: Any, listed: Any, rules: Any, weights: Any, stream: Any) -> int:
    """Call a strategy by its address: `sims.core.jit.caller` of the game's strategy type."""
    raise NotImplementedError


def record(state: Any, rules: Any, kept: Any) -> None:
    """Write down what is kept of a finished game."""
    raise NotImplementedError


def play_chunk(
    states, views, lists, rule_box, strategies, weights, seed, first, records, stop, faults
):
    """Play games first, first + 1, ... into `records`; returns how many were played.

    `states`, `views`, `lists`, `rule_box` and `faults` are arrays of one record, `weights` of one
    a seat. Ends early when `stop[0]` is set (checked between games) or, with -1 and `faults`
    filled, when a strategy returns an index that is not in the list.
    """
    state = states[0]
    view = views[0]
    listed = lists[0]
    rules = rule_box[0]
    for place in range(records.shape[0]):
        if stop[0]:
            return place
        deal(state, rules, seed, first + place)
        decisions = 0
        choices = 0
        count = options(state, rules, listed)
        while count > 0:
            seat = np.uint64(state.decider)
            observe(state, rules, seat, view)
            chosen = call(strategies[seat], view, listed, rules, weights[seat], state.choice[seat])
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


def start_game(states, rule_box, lists, seed, game_id):
    """Deal game `game_id`; returns how many options its first decision has."""
    deal(states[0], rule_box[0], seed, game_id)
    return options(states[0], rule_box[0], lists[0])


def resume(states, rule_box, lists):
    """Play on from a state to the next decision; returns how many options it has, 0 when over."""
    return options(states[0], rule_box[0], lists[0])


def take_option(states, rule_box, lists, index):
    """Take an option of the list and play on; returns how many options come next, 0 when over."""
    apply(states[0], rule_box[0], lists[0].item[np.uint64(index)])
    return options(states[0], rule_box[0], lists[0])


def look(states, rule_box, views, seat):
    """Fill `views[0]` with what the seat may know."""
    observe(states[0], rule_box[0], np.uint64(seat), views[0])
    return 0


def choose(address, views, lists, rule_box, weights, states, seat):
    """Let the strategy at an address choose for a seat that has been shown its view."""
    place = np.uint64(seat)
    return call(address, views[0], lists[0], rule_box[0], weights[place], states[0].choice[place])


def write_record(states, rule_box, records):
    """Write the record of a finished game; decisions and choices are the caller's to count."""
    record(states[0], rule_box[0], records[0])
    return 0


def bind(function: Callable[..., Any], names: dict[str, Any], game: str) -> Callable[..., Any]:
    """A function of this module with the functions of a game's kernel module in its free names.

    `names` is that module's namespace. The name of the game makes the cached files distinct.
    """
    bound = FunctionType(function.__code__, names, function.__name__)
    bound.__module__ = names["__name__"]
    bound.__qualname__ = f"{game}.{function.__name__}"
    return bound
