"""One game, decision by decision: kernel and referee in step, each checking the other.

The kernel plays with its strategies, as in a run; the referee follows the same choices by the rules
in plain Python, draws from its own copy of the streams, and must agree on every option list, every
draw by chance, the state after every decision and the result. The log is the referee's.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sims.core import faults
from sims.core.catalogue import games, part_of
from sims.core.contract import Cell, Decision
from sims.core.errors import DesignerError, shown
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import Job
from sims.core.scores import Scores, scores_of
from sims.core.strategies import at_table
from sims.core.streams import DEAL, PLAY, Stream, StreamChance
from sims.core.watch import watched


class Disagreement(Exception):
    """Kernel and referee differ: one of them is wrong. The message says where and how."""


@dataclass(frozen=True)
class Trace:
    """A game as it went: `log` for a person, `events` for a program, and the kernel's record."""

    cell: Cell
    seed: int
    game_id: int
    log: list[str]
    events: list[dict[str, Any]]
    record: dict[str, Any]
    final: dict[str, Any]


class _Chooser:
    """Lets the strategies of a job choose in a game that is stepped from Python."""

    def __init__(self, job: Job) -> None:
        self._job = job
        engine = kernel(job.cell.game)
        self._call = engine.choose
        self._addresses, self._weights = at_table(job.cell, job.strategies)
        self._rules = engine.pack(job.cell)
        self._shown = self._rules.tobytes(), self._weights.tobytes()

    def scores(self, machine: KernelMachine, decision: Decision) -> Scores | None:
        """What the seat's strategy makes of the options, if it says so."""
        seat = decision.seat
        return scores_of(
            self._job.strategies[seat], machine.view(seat), machine.lists, self._rules,
            self._weights[seat : seat + 1], machine.state["choice"][seat],
        )  # fmt: skip

    def choose(self, machine: KernelMachine, decision: Decision) -> int:
        """The place of the option that the seat's strategy takes; its faults are found."""
        job, seat = self._job, decision.seat
        view = machine.view(seat)

        def call() -> int:
            return int(
                self._call(
                    self._addresses[seat], view, machine.lists, self._rules, self._weights,
                    machine.states, seat,
                )
            )  # fmt: skip

        if job.strategies[seat].path is None:
            place = call()
        else:
            kind = decision.kind.replace("_", " ")
            place = watched(call, lambda s: faults.stuck(job, job.first, seat, kind, s))
        if self._shown != (self._rules.tobytes(), self._weights.tobytes()):
            raise faults.written(job)
        count = len(decision.options)
        if not 0 <= place < count:
            raise faults.wrong_choice(job, job.first, seat, place, count)
        return place


class InStep:
    """Game `job.first` of a cell, kernel and referee side by side, one decision after the other.

    Every step raises `Disagreement` where they differ. `referee` has the log.
    """

    def __init__(self, job: Job, keep_log: bool = True) -> None:
        """Deal the game."""
        if not 0 <= job.first < 2**63:
            raise DesignerError(f"game {shown(job.first)}: games are numbered from 0 to 2**63 - 1")
        self.job = job
        game = games()[job.cell.game]
        self.machine = KernelMachine(game, kernel(game.name), job.cell)
        self._chooser = _Chooser(job)
        deal = StreamChance(Stream.of_game(job.seed, job.first, DEAL))
        self._play = StreamChance(Stream.of_game(job.seed, job.first, PLAY))
        self.referee = part_of(game, "referee").Referee(job.cell, self._play, keep_log=keep_log)
        self.decisions = self.choices = 0
        self.machine.deal(job.seed, job.first)
        self.referee.deal(deal)
        _agree(job, "chance in the deal", [*deal.log, *self._play.log], self.machine.draws)

    def decision(self) -> Decision | None:
        """The decision that is due, None when the game is over."""
        number = self.decisions
        _agree(
            self.job, f"the state at decision {number}",
            self.referee.snapshot(), self.machine.snapshot(),
        )  # fmt: skip
        decision = self.machine.decision()
        _agree_on_options(self.job, number, self.referee.decision(), decision)
        return decision

    def scores(self, decision: Decision) -> Scores | None:
        """How the strategy of the seat values the options; None if it does not say."""
        return self._chooser.scores(self.machine, decision)

    def advice(self, decision: Decision) -> int:
        """The place of the option that the strategy of the seat takes."""
        return self._chooser.choose(self.machine, decision)

    def take(self, decision: Decision, place: int) -> None:
        """Take an option of the decision that is due."""
        self.decisions += 1
        self.choices += len(decision.options) > 1
        before = len(self._play.log)
        self.machine.choose_index(place)
        self.referee.choose(decision.options[place])
        what = f"chance at decision {self.decisions}"
        _agree(self.job, what, self._play.log[before:], self.machine.draws)

    def trace(self) -> Trace:
        """The game that was played."""
        record = self.machine.record()
        record |= {"decisions": self.decisions, "choices": self.choices}
        job, referee = self.job, self.referee
        return Trace(
            job.cell, job.seed, job.first, referee.log, referee.events, record, referee.snapshot()
        )


class ByHand:
    """Choices of one seat, made beforehand: a place for each decision that leaves it a choice.

    Places count from 1, as a person reads and writes them.
    """

    def __init__(self, seat: int, places: Sequence[int] = ()) -> None:
        """The seat, from 0, and its choices in the order in which they come."""
        self.seat = seat
        self._left = list(places)
        self._made = 0

    @property
    def left(self) -> int:
        """How many choices have not been made."""
        return len(self._left)

    def choose(self, decision: Decision) -> int | None:
        """The place, from 0, of what the seat takes; None when that is not said."""
        count = len(decision.options)
        if count == 1:
            return 0
        if not self._left:
            return None
        place = self._left.pop(0)
        self._made += 1
        if not 1 <= place <= count:
            raise DesignerError(
                f"--choices: number {self._made} is {shown(place)}; at that decision "
                f"({decision.kind.replace('_', ' ')}) seat {self.seat + 1} has options 1 to {count}"
            )
        return place - 1


def trace(job: Job, keep_log: bool = True, by_hand: ByHand | None = None) -> Trace:
    """Play game `job.first` of a cell; raises `Disagreement` if kernel and referee differ.

    With `by_hand` that seat chooses as told instead of by its strategy.
    """
    game = InStep(job, keep_log)
    while (decision := game.decision()) is not None:
        place: int | None = None
        if by_hand is not None and decision.seat == by_hand.seat:
            place = by_hand.choose(decision)
            if place is None:
                raise DesignerError(
                    f"--choices: seat {by_hand.seat + 1} has more to choose than there are numbers"
                )
        game.take(decision, game.advice(decision) if place is None else place)
    if by_hand is not None and by_hand.left:
        raise DesignerError(f"--choices: the game ends with {by_hand.left} of the numbers left")
    return game.trace()


def _agree(job: Job, what: str, by_referee: Any, by_kernel: Any) -> None:
    if by_referee != by_kernel:
        raise Disagreement(
            f"game {job.first}, seed {job.seed}, {job.cell.players} players: {what}:\n"
            f"  referee {by_referee}\n  kernel  {by_kernel}"
        )


def _agree_on_options(
    job: Job, number: int, by_referee: Decision | None, by_kernel: Decision | None
) -> None:
    def plain(decision: Decision | None) -> Any:
        if decision is None:
            return None
        return decision.seat, decision.kind, sorted(decision.options)

    _agree(job, f"decision {number}", plain(by_referee), plain(by_kernel))
    if by_kernel is not None and len(set(by_kernel.options)) != len(by_kernel.options):
        _agree(job, f"decision {number}: an option twice", "distinct", by_kernel.options)


def plain_record(records: np.ndarray) -> dict[str, Any]:
    """The first record of a chunk in plain values, to hold against a trace's."""
    return {name: records[0][name].tolist() for name in records.dtype.names or ()}
