"""One game, decision by decision: kernel and referee in step, each checking the other.

The kernel plays with its strategies, as in a run; the referee follows the same choices by the rules
in plain Python, draws from its own copy of the streams, and must agree on every option list, every
draw by chance, the state after every decision and the result. The log is the referee's.
"""

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


def trace(job: Job, keep_log: bool = True) -> Trace:
    """Play game `job.first` of a cell; raises `Disagreement` if kernel and referee differ."""
    if not 0 <= job.first < 2**63:
        raise DesignerError(f"game {shown(job.first)}: games are numbered from 0 to 2**63 - 1")
    game = games()[job.cell.game]
    machine = KernelMachine(game, kernel(game.name), job.cell)
    chooser = _Chooser(job)
    deal = StreamChance(Stream.of_game(job.seed, job.first, DEAL))
    play = StreamChance(Stream.of_game(job.seed, job.first, PLAY))
    referee = part_of(game, "referee").Referee(job.cell, play, keep_log=keep_log)

    machine.deal(job.seed, job.first)
    referee.deal(deal)
    draws = [*deal.log, *play.log]
    _agree(job, "chance in the deal", draws, machine.draws)
    decisions = choices = 0
    while True:
        _agree(job, f"the state at decision {decisions}", referee.snapshot(), machine.snapshot())
        decision = machine.decision()
        _agree_on_options(job, decisions, referee.decision(), decision)
        if decision is None:
            break
        place = chooser.choose(machine, decision)
        decisions += 1
        choices += len(decision.options) > 1
        before = len(play.log)
        machine.choose_index(place)
        referee.choose(decision.options[place])
        _agree(job, f"chance at decision {decisions}", play.log[before:], machine.draws)
    record = machine.record()
    record |= {"decisions": decisions, "choices": choices}
    return Trace(
        job.cell, job.seed, job.first, referee.log, referee.events, record, referee.snapshot()
    )


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
