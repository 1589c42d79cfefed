"""A game's kernel, compiled: plays chunks of games, or one game step by step.

A game's `kernel` module must hold five compiled parts that work on its records (see
`sims.core.loop` for what each does):

    deal(state, rules, seed, game_id)      options(state, rules, listed) -> count
    observe(state, rules, seat, view)      apply(state, rules, option)
    record(state, rules, kept)

its `records` module the dtypes STATE_DTYPE, VIEW_DTYPE, OPTIONS_DTYPE, RULES_DTYPE, RECORD_DTYPE,
and its `bridge` module plain Python that fills and reads them:

    pack(cell) -> rules record             place(state, cell, table)
    snapshot(state, cell) -> dict

The state needs the fields `decider`, `decision`, `over`, `actor` (whose turn it is), `turn` (turns
ended), `choice` (a stream a seat) and `chance` (a `CHANCE_DTYPE`); it draws from no other stream. A
record needs `winner` (seat, -1 draw, -2 unfinished), `ended` (place in the game's endings),
`turns`, `decisions` and `choices`. An option's dtype holds `code` and its numbers.

A game whose strategies look ahead also has a module `worlds`, see `sims.core.worlds`.
"""

from collections.abc import Sequence
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from threading import RLock
from typing import Any

import numpy as np
from numba import from_dtype, types

from sims.core import loop, playouts, worlds
from sims.core.contract import Cell, Option
from sims.core.jit import caller, entry
from sims.core.rng import stream_type

compiling = RLock()
"""Held by whoever compiles; numba's settings are those of the process."""


class Kernel:
    """The compiled machine of one game."""

    def __init__(self, game: str) -> None:
        """Import a game's kernel; compiling waits until something is played."""
        base = f"sims.games.{game}"
        self.game = game
        self.records = import_module(f"{base}.records")
        self.bridge = import_module(f"{base}.bridge")
        module = import_module(f"{base}.kernel")
        r = self.records
        self._state = from_dtype(r.STATE_DTYPE)
        self._view = from_dtype(r.VIEW_DTYPE)
        self._lists = from_dtype(r.OPTIONS_DTYPE)
        self._rules = from_dtype(r.RULES_DTYPE)
        self._record = from_dtype(r.RECORD_DTYPE)
        self.strategy_type = types.int64(
            self._view, self._lists, self._rules, loop.weights_type, stream_type
        )
        self._names = {
            **vars(module), **playouts.NAMES, "call": caller(self.strategy_type),
        }  # fmt: skip
        self.option_fields = [name for name in r.OPTION_DTYPE.names if name != "code"]

    def _compile(self, function: Any, *arguments: Any) -> Any:
        return self.compile(function, {}, "", *arguments)

    def compile(self, function: Any, names: dict[str, Any], label: str, *arguments: Any) -> Any:
        """A function bound to this game, with more names; `label` tells several of it apart."""
        with compiling:
            bound = loop.bind(function, {**self._names, **names}, f"{self.game}{label}")
            return entry(types.int64(*arguments))(bound)

    @property
    def seen(self) -> tuple[Any, Any, Any]:
        """The types of what a strategy is shown, each as an array: view, options, rules."""
        return self._view[::1], self._lists[::1], self._rules[::1]

    @cached_property
    def play_chunk(self) -> Any:
        """`loop.play_chunk` for this game."""
        return self._compile(
            loop.play_chunk, self._state[::1], self._view[::1], self._lists[::1],
            self._rules[::1], types.int64[::1], loop.weights_type[::1], types.uint64,
            types.int64, self._record[::1], types.int64[::1], loop.fault_type[::1],
        )  # fmt: skip

    @cached_property
    def playouts(self) -> Any:
        """`playouts.playouts` for this game."""
        return self._compile(
            playouts.playouts, self._state[::1], self._state[::1], self._view[::1],
            self._lists[::1], self._rules[::1], types.int64[::1], loop.weights_type[::1],
            types.uint64, types.int64, types.int64, self._record[::1], types.int64[::1],
            loop.fault_type[::1],
        )  # fmt: skip

    @cached_property
    def start_game(self) -> Any:
        """`loop.start_game` for this game."""
        return self._compile(
            loop.start_game, self._state[::1], self._rules[::1], self._lists[::1],
            types.uint64, types.int64,
        )  # fmt: skip

    @cached_property
    def resume(self) -> Any:
        """`loop.resume` for this game."""
        return self._compile(loop.resume, self._state[::1], self._rules[::1], self._lists[::1])

    @cached_property
    def take_option(self) -> Any:
        """`loop.take_option` for this game."""
        return self._compile(
            loop.take_option, self._state[::1], self._rules[::1], self._lists[::1], types.int64
        )

    @cached_property
    def look(self) -> Any:
        """`loop.look` for this game."""
        return self._compile(
            loop.look, self._state[::1], self._rules[::1], self._view[::1], types.int64
        )

    @cached_property
    def choose(self) -> Any:
        """`loop.choose` for this game."""
        return self._compile(
            loop.choose, types.int64, self._view[::1], self._lists[::1], self._rules[::1],
            loop.weights_type[::1], self._state[::1], types.int64,
        )  # fmt: skip

    @property
    def has_worlds(self) -> bool:
        """Whether the game has a module `worlds`."""
        return find_spec(f"sims.games.{self.game}.worlds") is not None

    @cached_property
    def imagine_world(self) -> Any:
        """`worlds.imagine_world` for this game, which must have worlds."""
        imagine = import_module(f"sims.games.{self.game}.worlds").imagine
        return self.compile(
            worlds.imagine_world, {"imagine": imagine}, "", self._view[::1], self._rules[::1],
            stream_type[::1], self._state[::1],
        )  # fmt: skip

    @cached_property
    def write_record(self) -> Any:
        """`loop.write_record` for this game."""
        return self._compile(
            loop.write_record, self._state[::1], self._rules[::1], self._record[::1]
        )

    def pack(self, cell: Cell) -> np.ndarray:
        """The rules record of a cell, in an array of one."""
        return np.array([self.bridge.pack(cell)], dtype=self.records.RULES_DTYPE)

    def option(self, item: Any) -> Option:
        """An option record as the numbers of the game's layout."""
        return tuple(int(item[name]) for name in self.option_fields)

    def new(self, what: str) -> np.ndarray:
        """An array of one empty record: "STATE", "VIEW", "OPTIONS" or "RECORD"."""
        return np.zeros(1, dtype=getattr(self.records, f"{what}_DTYPE"))


def pack_weights(lineup_weights: Sequence[Sequence[float]]) -> np.ndarray:
    """Weights by seat as the loop wants them."""
    packed = np.zeros(loop.MAX_SEATS, dtype=loop.WEIGHTS_DTYPE)
    for seat, values in enumerate(lineup_weights):
        packed[seat]["value"][: len(values)] = values
    return packed


@cache
def kernel(game: str) -> Kernel:
    """The kernel of a game, made once a process."""
    return Kernel(game)
