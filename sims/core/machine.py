"""The kernel stepped one decision at a time from Python: for traces, positions and checks."""

from typing import Any

from sims.core import rng
from sims.core.contract import Cell, Decision, Game, Option
from sims.core.kernel import Kernel


class KernelMachine:
    """One game of a cell in the compiled kernel, seen through `contract.Machine`.

    Every draw by chance since the last step stands in `draws` as (bound, value).
    """

    def __init__(self, game: Game, kernel: Kernel, cell: Cell) -> None:
        """A machine for games of this cell; `deal` or `place` starts one."""
        self._game = game
        self._kernel = kernel
        self._cell = cell
        self._rules = kernel.pack(cell)
        self._states = kernel.new("STATE")
        self._lists = kernel.new("OPTIONS")
        self._views = kernel.new("VIEW")
        self._count = 0
        self.draws: list[tuple[int, int]] = []

    @property
    def state(self) -> Any:
        """The state record itself."""
        return self._states[0]

    @property
    def rules(self) -> Any:
        """The rules record of the cell."""
        return self._rules[0]

    def deal(self, seed: int, game_id: int) -> None:
        """Deal game `game_id`: the same game that a run of this cell plays."""
        self.state["chance"]["mode"] = rng.LOGGED
        self.state["chance"]["used"] = 0
        self._count = self._kernel.start_game(self._states, self._rules, self._lists, seed, game_id)
        self._collect()

    def place(self, table: dict[str, Any], script: list[int] | None = None) -> None:
        """Set up a position; draws by chance come from `script`, then are zeros."""
        self._states = self._kernel.new("STATE")
        self._kernel.bridge.place(self.state, self._cell, table)
        self.state["chance"]["mode"] = rng.DICTATED
        self._script = list(script or [])
        self._dictate()
        self._count = self._kernel.resume(self._states, self._rules, self._lists)
        self._collect()

    def _dictate(self) -> None:
        """Put what is left of the script where the kernel will look for it."""
        chance = self.state["chance"]
        chance["value"][:] = 0
        chance["value"][: len(self._script)] = self._script[: rng.LOG_SIZE]

    def _collect(self) -> None:
        """Take over the draws that the last step made."""
        chance = self.state["chance"]
        used = int(chance["used"])
        if used > rng.LOG_SIZE:
            raise RuntimeError(f"{used} draws by chance in one step; {rng.LOG_SIZE} can be logged")
        self.draws = [(int(chance["bound"][i]), int(chance["value"][i])) for i in range(used)]
        chance["used"] = 0
        if chance["mode"] == rng.DICTATED:
            self._script = self._script[used:]
            self._dictate()

    @property
    def states(self) -> Any:
        """The state, an array of one record."""
        return self._states

    @property
    def options(self) -> list[Option]:
        """The options of the decision that is due, in the kernel's order."""
        items = self._lists[0]["item"]
        return [self._kernel.option(items[i]) for i in range(self._count)]

    @property
    def lists(self) -> Any:
        """The option list as the kernel wrote it, an array of one record."""
        return self._lists

    def decision(self) -> Decision | None:
        """The decision that is due, None when the game is over."""
        if self._count == 0:
            return None
        kind = self._game.decisions[int(self.state["decision"])]
        return Decision(int(self.state["decider"]), kind, tuple(self.options))

    def choose(self, option: Option) -> None:
        """Take an option of the decision that is due."""
        self.choose_index(self.options.index(option))

    def choose_index(self, index: int) -> None:
        """Take the option at a place of the list."""
        self._count = self._kernel.take_option(self._states, self._rules, self._lists, index)
        self._collect()

    def view(self, seat: int) -> Any:
        """What a seat may know, an array of one record."""
        self._kernel.look(self._states, self._rules, self._views, seat)
        return self._views

    def record(self) -> dict[str, Any]:
        """What is kept of the finished game, but for the counts of decisions."""
        records = self._kernel.new("RECORD")
        self._kernel.write_record(self._states, self._rules, records)
        return {name: records[0][name].tolist() for name in records.dtype.names or ()}

    def snapshot(self) -> dict[str, Any]:
        """The complete state in plain values."""
        return self._kernel.bridge.snapshot(self.state, self._cell)
