"""Games played again decision by decision, with playouts from any position on the way.

    replay = Replay(job)
    for step in replay.steps(game_id):                  # the game that `runner` plays
        records = replay.play_out(replay.position(step), 256)

A `Replay` is one thread's; what it yields depends on the cell, the seed, the game and the numbers
of the playouts alone.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from sims.core import faults, loop, strategies
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.kernel import kernel
from sims.core.playouts import ANY
from sims.core.runner import Job
from sims.core.streams import mix
from sims.core.watch import watched

_WORD = (1 << 64) - 1
_SALT = 0x5851F42D4C957F2D


@dataclass(frozen=True)
class Step:
    """A decision of a game: how many were before it, and what is asked of whom.

    `turn` counts the turns ended, `actor` is the seat whose turn it is, `seat` the one that
    decides, `options` the length of its list.
    """

    game_id: int
    number: int
    turn: int
    actor: int
    seat: int
    options: int


@dataclass(frozen=True)
class Position:
    """A state at a decision, to be played out: `state` is an array of one record.

    `seed` starts the streams of its playouts; equal seeds give two positions, such as the two
    that follow from two options, the same random numbers. `game_id` is for messages alone.
    """

    state: np.ndarray
    seed: int
    game_id: int


def playout_seed(seed: int, game_id: int, number: int) -> int:
    """The seed of the playouts from decision `number` of a game: 64 bits that look independent.

    Playouts under it start their streams as games under `seed` do, by (its number, stream). The
    hash is a bijection of the decision's number for one game and of the game id for one decision;
    that two of N positions with K playouts each share a stream has a chance near N**2 K / 2**60.
    """
    key = mix((seed ^ _SALT) & _WORD)
    key = mix((key + game_id) & _WORD)
    return mix((key ^ _SALT) + number & _WORD)


class Replay:
    """The games of a job, one at a time, stepped from Python; see this module."""

    def __init__(self, job: Job, stop: np.ndarray | None = None) -> None:
        """Room for one game of the job and its playouts; `stop[0]` ends playouts early."""
        self._job = job
        self._engine = engine = kernel(job.cell.game)
        self._states, self._trials = engine.new("STATE"), engine.new("STATE")
        self._views, self._trial_views = engine.new("VIEW"), engine.new("VIEW")
        self._lists, self._trial_lists = engine.new("OPTIONS"), engine.new("OPTIONS")
        self._addresses, self._weights = strategies.at_table(job.cell, job.strategies)
        self._rules = engine.pack(job.cell)
        self._shown = self._rules.tobytes(), self._weights.tobytes()
        self._wrong = np.zeros(1, loop.FAULT_DTYPE)
        self._stop = np.zeros(1, np.int64) if stop is None else stop
        self._has_users = faults.has_users(job)
        self.record = engine.new("RECORD")
        """The record of the game that `steps` played to its end, an array of one."""

    def steps(self, game_id: int) -> Iterator[Step]:
        """Play a game; yields at each decision before it is taken. Afterwards see `record`."""
        engine = self._engine
        count = engine.start_game(
            self._states, self._rules, self._lists, self._job.seed, game_id
        )  # fmt: skip
        number = choices = 0
        while count > 0:
            state = self._states[0]
            seat = int(state["decider"])
            yield Step(game_id, number, int(state["turn"]), int(state["actor"]), seat, count)
            chosen = self._choose(game_id, seat, count)
            number += 1
            choices += count > 1
            count = engine.take_option(self._states, self._rules, self._lists, chosen)
        engine.write_record(self._states, self._rules, self.record)
        self.record[0]["decisions"] = number
        self.record[0]["choices"] = choices
        self._check_untouched()

    def _choose(self, game_id: int, seat: int, count: int) -> int:
        engine = self._engine
        engine.look(self._states, self._rules, self._views, seat)

        def call() -> int:
            place: int = engine.choose(
                self._addresses[seat], self._views, self._lists, self._rules, self._weights,
                self._states, seat,
            )  # fmt: skip
            return place

        if self._job.strategies[seat].path is None:
            chosen = call()
        else:
            chosen = watched(call, lambda seconds: self._stuck(self._states, game_id, seconds))
        if not 0 <= chosen < count:
            raise faults.wrong_choice(self._job, game_id, seat, chosen, count)
        return chosen

    def _stuck(self, states: np.ndarray, game_id: int, seconds: float) -> DesignerError:
        state = states[0]
        kind = games()[self._job.cell.game].decisions[int(state["decision"])].replace("_", " ")
        return faults.stuck(self._job, game_id, int(state["decider"]), kind, seconds)

    def _check_untouched(self) -> None:
        if self._shown != (self._rules.tobytes(), self._weights.tobytes()):
            raise faults.written(self._job)

    def position(self, step: Step) -> Position:
        """The position at the step that `steps` yielded last, for good: a copy."""
        seed = playout_seed(self._job.seed, step.game_id, step.number)
        return Position(self._states.copy(), seed, step.game_id)

    def play_out(
        self, position: Position, count: int, first: int = 0, opening: int = ANY
    ) -> np.ndarray:
        """The records of playouts `first`, `first + 1`, ... of a position: an array of `count`.

        Fewer if `stop[0]` gets set. With `opening`, the first decision takes that option of its
        list in each. Turns count from the start of the game, decisions from the position on.
        Raises `DesignerError` for a strategy that chooses no option of its list, or never does.
        """
        records = np.zeros(count, self._engine.records.RECORD_DTYPE)

        def play() -> int:
            number: int = self._engine.playouts(
                position.state, self._trials, self._trial_views, self._trial_lists, self._rules,
                self._addresses, self._weights, position.seed, first, opening, records,
                self._stop, self._wrong,
            )  # fmt: skip
            return number

        played = self._watched(play, position, records) if self._has_users else play()
        self._check_untouched()
        if played < 0:
            _, *what = self._wrong[0].item()
            raise faults.wrong_choice(self._job, position.game_id, *what)
        return records[:played]

    def _watched(self, play: Callable[[], int], position: Position, records: np.ndarray) -> int:
        """What `play` returns; a strategy that never does is found."""
        records["winner"] = faults.UNPLAYED
        played: int = watched(
            play,
            lambda seconds: self._stuck(self._trials, position.game_id, seconds),
            lambda: faults.pulse(self._trials, records),
            self._stop,
        )
        return played


def prepare(job: Job) -> None:
    """Compile all that replaying a job needs."""
    engine = kernel(job.cell.game)
    for name in ("start_game", "take_option", "look", "choose", "write_record", "playouts"):
        getattr(engine, name)
    strategies.at_table(job.cell, job.strategies)
