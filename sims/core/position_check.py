"""Kernel and referee held against positions: what is asked, and what comes of it by every chance.

Outcomes are walked one by one, by dictating every draw, so that their probabilities are exact.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Protocol

from sims.core.catalogue import games, part_of
from sims.core.contract import Game, Machine
from sims.core.errors import DesignerError
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.positions import Outcome, Position, read_positions
from sims.core.streams import DictatedChance

MAX_OUTCOMES = 200_000
"""Ways that chance may go in one block before we give up."""


@dataclass(frozen=True)
class Finding:
    """What one machine made of a position: `problem` is empty where it agrees."""

    position: str
    where: str
    machine: str
    problem: str


class Subject(Protocol):
    """A machine that can be put into a position with its chances dictated."""

    name: str

    def start(self, position: Position, script: list[int]) -> Machine:
        """A machine in that position; its draws come from the script, then are zeros."""
        ...

    def bounds(self, machine: Machine) -> list[int]:
        """The bounds of the draws that the last step made."""
        ...


class KernelSubject:
    """The kernel, for positions."""

    name = "kernel"

    def __init__(self, game: Game) -> None:
        """The compiled kernel of a game."""
        self._game = game
        self._kernel = kernel(game.name)

    def start(self, position: Position, script: list[int]) -> Machine:
        """A machine in that position."""
        machine = KernelMachine(self._game, self._kernel, position.cell)
        try:
            machine.place(position.table, script)
        except OverflowError as problem:  # a number that no game can reach
            raise DesignerError(f"{position.where}: {problem}") from None
        return machine

    def bounds(self, machine: Machine) -> list[int]:
        """The bounds of the draws that the last step made."""
        assert isinstance(machine, KernelMachine)
        return [bound for bound, _ in machine.draws]


class RefereeSubject:
    """The referee, for positions."""

    name = "referee"

    def __init__(self, game: Game) -> None:
        """The referee of a game."""
        self._class = part_of(game, "referee").Referee
        self._chance = DictatedChance()
        self._seen = 0

    def start(self, position: Position, script: list[int]) -> Machine:
        """A machine in that position."""
        self._chance = DictatedChance(script)
        self._seen = 0
        machine: Machine = self._class(position.cell, self._chance)
        try:
            machine.place(position.table)  # type: ignore[attr-defined]
        except ValueError as problem:  # the referee looks for what cannot be
            raise DesignerError(f"{position.where}: {problem}") from None
        return machine

    def bounds(self, machine: Machine) -> list[int]:
        """The bounds of the draws that the last step made."""
        new = self._chance.log[self._seen :]
        self._seen = len(self._chance.log)
        return [bound for bound, _ in new]


@dataclass
class _End:
    """Where one way of chance led: what was asked, and the table at the end."""

    asks: list[tuple[int, str, frozenset[str]]]
    lines: dict[str, str]
    ending: str
    chance: Fraction


def check_position(position: Position, subject: Subject) -> Finding:
    """Hold a machine against a position, over every way that chance may go."""
    problem = ""
    try:
        reached: dict[int, Fraction] = {}
        for script, outcome, end in _walk(position, subject):
            if outcome is None:
                raise _Differs(f"chance {script}: {_no_outcome(position, end)}")
            reached[outcome] = reached.get(outcome, Fraction(0)) + end.chance
        for index, outcome_ in enumerate(position.outcomes):
            share = reached.get(index, Fraction(0))
            if share != outcome_.chance:
                raise _Differs(
                    f"outcome {index + 1} has probability {share}, not {outcome_.chance}"
                )
    except _Differs as differs:
        problem = str(differs)
    return Finding(position.name, position.where, subject.name, problem)


class _Differs(Exception):
    pass


def _walk(position: Position, subject: Subject) -> Iterator[tuple[list[int], int | None, _End]]:
    """Every way of chance, as (draws, the outcome that it fits, where it led)."""
    script: list[int] = []
    for _ in range(MAX_OUTCOMES):
        bounds, candidates, end = _play(position, subject, script)
        draws = (script + [0] * len(bounds))[: len(bounds)]
        fits = [i for i in candidates if _fits(position, position.outcomes[i], end)]
        yield draws, fits[0] if fits else None, end
        while bounds and draws[-1] + 1 == bounds[-1]:
            draws.pop()
            bounds.pop()
        if not bounds:
            return
        script = [*draws[:-1], draws[-1] + 1]
    raise _Differs(f"more than {MAX_OUTCOMES} ways of chance")


def _play(
    position: Position, subject: Subject, script: list[int]
) -> tuple[list[int], list[int], _End]:
    """Play the block once; the outcomes whose asks it followed stay candidates."""
    notation = part_of(games()[position.cell.game], "notation")
    cell = position.cell
    machine = subject.start(position, script)
    bounds = subject.bounds(machine)
    candidates = list(range(len(position.outcomes)))
    asked: list[tuple[int, str, frozenset[str]]] = []
    while (decision := machine.decision()) is not None:
        texts = {
            notation.normal(decision.kind, notation.option_text(cell, decision.kind, o)): o
            for o in decision.options
        }
        listed = frozenset(texts)
        if len(listed) != len(decision.options):
            raise _Differs(f"{decision.kind}: an option stands twice in the list")
        place = len(asked)
        asked.append((decision.seat, decision.kind, listed))
        choice = None
        for index in list(candidates):
            asks = position.asks + position.outcomes[index].asks
            ask = asks[place] if place < len(asks) else None
            if ask and (ask.seat, ask.kind, ask.options) == asked[-1] and choice in (
                None, ask.choice,
            ):  # fmt: skip
                choice = ask.choice
            else:
                candidates.remove(index)
        if choice is None:
            raise _Differs(_wrong_ask(position, place, asked[-1]))
        try:
            machine.choose(texts[choice])
        except ValueError as problem:  # the referee looks for what cannot be
            raise DesignerError(f"{position.where}: {problem}") from None
        bounds += subject.bounds(machine)
    table = machine.snapshot()
    chance = Fraction(1)
    for bound in bounds:
        chance /= bound
    lines = notation.table_lines(cell, table)
    return bounds, candidates, _End(asked, lines, notation.ending(table), chance)


def _wrong_ask(position: Position, place: int, asked: tuple[int, str, frozenset[str]]) -> str:
    seat, kind, options = asked
    text = f"seat {seat + 1} is asked {kind}: {' '.join(sorted(options))}"
    expected = [
        asks[place]
        for outcome in position.outcomes
        if place < len(asks := position.asks + outcome.asks)
    ]
    if not expected:
        return f"{text}; the block has no such decision"
    ask = expected[0]
    if (ask.seat, ask.kind) != (seat, kind):
        return f"{text}; line {ask.line} expects seat {ask.seat + 1}, {ask.kind}"
    missing = " ".join(sorted(ask.options - options)) or "none"
    extra = " ".join(sorted(options - ask.options)) or "none"
    return f"line {ask.line}, seat {seat + 1} {kind}: missing {missing}; not in the block {extra}"


def _expected(position: Position, outcome: Outcome) -> dict[str, str]:
    """The table's lines at the end of an outcome: as before, but for what it names."""
    notation = part_of(games()[position.cell.game], "notation")
    lines: dict[str, str] = notation.table_lines(position.cell, {**position.table, "result": None})
    return {**lines, **outcome.after}


def _fits(position: Position, outcome: Outcome, end: _End) -> bool:
    asks = position.asks + outcome.asks
    return (
        len(asks) == len(end.asks)
        and _expected(position, outcome) == end.lines
        and outcome.ending in ("", end.ending)
    )


def _no_outcome(position: Position, end: _End) -> str:
    outcome = position.outcomes[0]
    expected = _expected(position, outcome)
    asks = position.asks + outcome.asks
    if len(position.outcomes) == 1 and len(asks) > len(end.asks):
        return f"line {asks[len(end.asks)].line}: this decision is not asked"
    differing = [
        f"{what}: {end.lines.get(what, '')!r}, not {expected.get(what, '')!r}"
        for what in expected
        if expected[what] != end.lines.get(what)
    ]
    if outcome.ending not in ("", end.ending):
        differing.append(f"{end.ending!r}, not {outcome.ending!r}")
    if len(position.outcomes) > 1:
        return f"no outcome fits; against the first: {'; '.join(differing)}"
    return "; ".join(differing)


def check_file(path: Path, game: Game | None = None) -> list[Finding]:
    """Both machines against every position of a file."""
    positions = read_positions(path, game)
    found = games()[positions[0].cell.game]
    subjects: tuple[Subject, ...] = (KernelSubject(found), RefereeSubject(found))
    return [check_position(p, subject) for p in positions for subject in subjects]
