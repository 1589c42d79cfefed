"""Position files: rules facts in plain text, held against kernel and referee.

A file is a list of blocks, a blank line between two, `#` begins a comment. A block's lines:

    position NAME
    players N [KEY VALUE ...]        the game's own numbers follow, like `win 30 gov 3`
    set RULING=CHOICE                any number of these; in a game of profiles also lines like
                                     `hacker SEAT:KEY=VALUE`, with its word for one of them
    seat N: STATE                    and the game's other lines of state (`actor`, `pile:`, `phase`)
    turns N                          how many turns the block spans
    ask SEAT DECISION : OPTION OPTION ... -> OPTION
    after seat N: STATE              what is not named is as before
    next N | won N | draw
    outcome P                        begins one of several results that chance decides

Option lists are complete, their order is of no account. A decision that is not in the block must
not be asked. Outcomes are walked one by one, by dictating every draw, so that their probabilities
are exact.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

from sims.core.catalogue import games, part_of
from sims.core.cells import RULING, build_cell
from sims.core.contract import Cell, Game, Machine
from sims.core.data import Data, read_data
from sims.core.errors import DesignerError, unknown
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.streams import DictatedChance

MAX_OUTCOMES = 200_000
"""Ways that chance may go in one block before we give up."""


@dataclass(frozen=True)
class Ask:
    """A decision that must be asked: its complete list and what is chosen."""

    line: int
    seat: int
    kind: str
    options: frozenset[str]
    choice: str


@dataclass
class Outcome:
    """One way that a block may end, with its probability."""

    chance: Fraction = field(default_factory=lambda: Fraction(1))
    asks: list[Ask] = field(default_factory=list)
    after: dict[str, str] = field(default_factory=dict)
    ending: str = ""


@dataclass
class Position:
    """A block as read; `asks` come before the first outcome, `outcomes` has at least one."""

    name: str
    where: str
    cell: Cell
    table: dict[str, Any]
    turns: int
    asks: list[Ask]
    outcomes: list[Outcome]


@dataclass(frozen=True)
class Finding:
    """What one machine made of a position: `problem` is empty where it agrees."""

    position: str
    where: str
    machine: str
    problem: str


# --- reading -----------------------------------------------------------------------------------


def blocks(path: Path) -> Iterator[list[tuple[int, str]]]:
    """The blocks of a file as (line number, text), comments taken off."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        raise DesignerError(f"{path}: cannot be read ({problem})") from None
    block: list[tuple[int, str]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.split("#")[0].strip()
        if line:
            if line.startswith("position ") and block:
                yield block
                block = []
            block.append((number, line))
        elif not raw.strip() and block:
            yield block
            block = []
    if block:
        yield block


class _Reader:
    """Reads one block; every complaint names file and line."""

    def __init__(self, game: Game, data: Data, path: Path) -> None:
        self.game = game
        self.data = data
        self.path = path
        self.notation = part_of(game, "notation")

    def read(self, block: list[tuple[int, str]]) -> Position:
        lines = list(block)
        number, line = lines.pop(0)
        try:
            name = self._after(line, "position")
            number, line = lines.pop(0) if lines else (number, "")
            players, header = self._header(self._after(line, "players"))
            changes: dict[str, Any] = dict(self.notation.header_changes(header))
            words = {"set", self.game.profiles.one if self.game.profiles else "set"}
            while lines and lines[0][1].split()[0] in words:
                number, line = lines.pop(0)
                changes |= self._change(line)
            turns = next((int(t.split()[1]) for _, t in lines if t.startswith("turns ")), 1)
            changes[self.game.turn_limit] = turns
            cell = build_cell(self.data, players, changes, where="set")
            position = Position(
                name, f"{self.path}:{block[0][0]}", cell, self.notation.empty_table(cell), turns,
                [], [],
            )  # fmt: skip
            for number, line in lines:
                self._state_or_result(position, number, line)
            if not position.outcomes:
                raise DesignerError("the block has no result (next N, won N, draw)")
            total = sum(outcome.chance for outcome in position.outcomes)
            if total != 1:
                raise DesignerError(f"the outcomes' probabilities sum to {total}, not to 1")
        except (DesignerError, ValueError, IndexError) as problem:
            raise DesignerError(f"{self.path}, line {number}: {line!r}: {problem}") from None
        return position

    def _after(self, line: str, word: str) -> str:
        first, _, rest = line.partition(" ")
        if first != word:
            raise DesignerError(f"a line `{word} ...` is expected here")
        return rest.strip()

    def _header(self, text: str) -> tuple[int, dict[str, int]]:
        count, *rest = text.split()
        keys = rest[0::2]
        for key in keys:
            if key not in self.notation.HEADER:
                raise unknown("number", key, self.notation.HEADER, "players")
        return int(count), {k: int(v) for k, v in zip(keys, rest[1::2], strict=True)}

    def _change(self, line: str) -> dict[str, Any]:
        word, _, rest = line.partition(" ")
        key, equals, value = rest.partition("=")
        if not equals:
            raise DesignerError("KEY=VALUE is expected")
        if word == "set":
            return {f"{RULING}{key.strip()}": value.strip()}
        changes: dict[str, Any] = self.notation.seat_change(key.strip(), value.strip())
        return changes

    def _state_or_result(self, position: Position, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        cell = position.cell
        current = position.outcomes[-1] if position.outcomes else None
        if word == "seat" and current is None and not position.asks:
            seat, _, text = rest.partition(":")
            position.table["seats"][self._seat(cell, seat)] = self.notation.read_seat(cell, text)
        elif word == "turns":
            pass
        elif word == "ask":
            (current.asks if current else position.asks).append(self._ask(cell, number, rest))
        elif word == "outcome":
            position.outcomes.append(Outcome(Fraction(rest)))
        elif word in ("after", "next", "won", "draw"):
            if current is None:
                position.outcomes.append(current := Outcome())
            if word == "after":
                self._result(cell, current, rest)
            else:
                current.ending = line
        elif current is not None or not self.notation.read_line(
            cell, position.table, word.rstrip(":"), rest
        ):
            raise DesignerError("this line is not understood here")

    def _seat(self, cell: Cell, text: str) -> int:
        seat = int(text)
        if not 1 <= seat <= cell.players:
            raise DesignerError(f"seat {seat}: seats are 1 to {cell.players}")
        return seat - 1

    def _result(self, cell: Cell, outcome: Outcome, rest: str) -> None:
        what, _, text = rest.partition(":")
        what = " ".join(what.split())
        if what.startswith("seat "):
            self._seat(cell, what.removeprefix("seat "))
            outcome.after[what] = self.notation.seat_text(cell, self.notation.read_seat(cell, text))
        else:
            table = self.notation.empty_table(cell)
            if not self.notation.read_line(cell, table, what, text):
                raise DesignerError("this line is not understood here")
            lines = self.notation.table_lines(cell, table)
            if what not in lines:
                raise unknown("line of the result", what, lines, "after")
            outcome.after[what] = lines[what]

    def _ask(self, cell: Cell, number: int, rest: str) -> Ask:
        asked, _, listed = rest.partition(":")
        seat, kind = asked.split()
        if kind not in self.game.decisions:
            raise unknown("decision", kind, self.game.decisions, "ask")
        options, arrow, choice = listed.partition("->")
        if not arrow:
            raise DesignerError("`-> OPTION` is missing")
        texts = frozenset(self.notation.normal(kind, text) for text in options.split())
        chosen = self.notation.normal(kind, choice.strip())
        if chosen not in texts:
            raise DesignerError(f"{chosen!r} is not in the list before the arrow")
        return Ask(number, self._seat(cell, seat), kind, texts, chosen)


def game_of(path: Path) -> Game:
    """The game that a file's name tells, or a folder above it, or else what stands in the file."""
    for name in (path.stem, *(parent.name for parent in path.resolve().parents)):
        named = [game for game in games().values() if game.name in name]
        if len(named) == 1:
            return named[0]
    understood = [game for game in games().values() if _understands(game, path)]
    if len(understood) == 1:
        return understood[0]
    raise DesignerError(
        f"{path}: which game is it? Name the file or its folder after it "
        f"({', '.join(games())}), or use --game"
    )


def _understands(game: Game, path: Path) -> bool:
    try:
        read_positions(path, game)
    except DesignerError:
        return False
    return True


def read_positions(path: Path, game: Game | None = None) -> list[Position]:
    """Every position of a file."""
    if not path.is_file():
        raise DesignerError(f"{path}: there is no such file")
    game = game or game_of(path)
    reader = _Reader(game, read_data(game), path)
    found = [reader.read(block) for block in blocks(path)]
    if not found:
        raise DesignerError(f"{path}: no position in it")
    return found


# --- checking ----------------------------------------------------------------------------------


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
        machine.place(position.table, script)
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
        machine.choose(texts[choice])
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
