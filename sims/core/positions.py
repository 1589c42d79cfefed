"""Position files: rules facts in plain text, for `sims.core.position_check`.

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
from typing import Any

from sims.core.catalogue import games, part_of
from sims.core.cells import RULING, build_cell
from sims.core.contract import Cell, Game
from sims.core.data import Data, read_data
from sims.core.errors import DesignerError, shown, unknown
from sims.core.files import read_text


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


def blocks(path: Path) -> Iterator[list[tuple[int, str]]]:
    """The blocks of a file as (line number, text), comments taken off."""
    text = read_text(path)
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
            raise DesignerError(f"{self.path}, line {number}: {shown(line)}: {problem}") from None
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
            position.outcomes.append(Outcome(self._chance(rest)))
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

    def _chance(self, text: str) -> Fraction:
        try:
            chance = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise DesignerError(f"{text!r} is no probability like 1/3") from None
        if not 0 < chance <= 1:
            raise DesignerError(f"{text!r}: a probability is above 0 and at most 1")
        return chance

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
    game = game or game_of(path)
    reader = _Reader(game, read_data(game), path)
    found = [reader.read(block) for block in blocks(path)]
    if not found:
        raise DesignerError(f"{path}: no position in it")
    return found
