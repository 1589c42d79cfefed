"""What a person at the table reads and types: `balance sit`."""

import shlex
import sys
import textwrap
from collections.abc import Sequence
from typing import Any

from balance.cli import show
from balance.sitting import Moment, Sitting
from sims.core.catalogue import games
from sims.core.errors import DesignerError, printable, shown
from sims.core.sight import Sight

HELP = """\
  NUMBER   take that option
  o        the options again; `o WORD` only those that contain the word
  log      all that has happened so far, as your seat has seen it
  hint     how {name} would value your options, from what you see
  ?        this help
  q        leave the table; you can go on later
There is no undo: what was seen cannot be unseen. Where you have a single option, it is taken."""

_PROMPT = "> "
_COLUMN = 37
"""Options of at most so many characters stand in two columns of an 80-column terminal."""


class Screen:
    """Shows a sitting and asks for choices, until the game is over or the person leaves."""

    def __init__(self, sitting: Sitting, again: Sequence[str], traced: Sequence[str]) -> None:
        """`again` and `traced` are the commands that go on with the game, and that trace it."""
        self._sitting = sitting
        self._again, self._traced = list(again), list(traced)
        self._line = 0

    def play(self) -> None:
        """Play the game."""
        self._welcome()
        while (moment := self._sitting.play_on()).options:
            for line in screen(moment, show.width()):
                show.say(line)
            number = self._ask(moment)
            if number is None:
                self._leave()
                return
            self._sitting.choose(number)
        self._say(moment.happened)
        self._end()

    def _welcome(self) -> None:
        job, seat = self._sitting.job, self._sitting.seat
        game = games()[job.cell.game]
        bots = [f"{s + 1} {one.name}" for s, one in enumerate(job.strategies) if s != seat]
        show.say(f"{game.title}, {job.cell.players} players: game {job.first} of seed {job.seed}",
                 "bold")  # fmt: skip
        show.say(f"You are {game.player_word} {seat + 1}. The others: {', '.join(bots)}.")
        if self._sitting.explains:
            show.say("With --explain you read the bots' options, and so their cards:")
            show.say("more than your seat may know.")
        show.say("Type the number of an option, or ? for help.")

    def _ask(self, moment: Moment) -> int | None:
        """The number of the option taken; None to leave."""
        while True:
            words = self._read()
            if words is None:
                return None
            word, _, rest = words.partition(" ")
            if word == "q":
                show.say("")
                return None
            if word.isdecimal() and word.isascii() and len(word) < 9 and not rest:
                if 1 <= int(word) <= len(moment.options):
                    return int(word)
                self._complain(f"{word}: the options are 1 to {len(moment.options)}")
            elif word in ("o", "log", "hint", "?", ""):
                self._answer(word, rest.strip(), moment)
            else:
                self._complain(f"{shown(words)}: type a number from 1 to {len(moment.options)}, "
                               "o, log, hint, ? or q")  # fmt: skip

    def _answer(self, word: str, rest: str, moment: Moment) -> None:
        if word == "log":
            lines = self._sitting.log
        elif word == "hint":
            lines = self._sitting.hint()
        elif word == "?":
            lines = HELP.format(name=self._sitting.own_strategy).split("\n")
        else:
            lines = numbered(moment.options, rest)
        self._say(lines)

    def _say(self, lines: Sequence[str]) -> None:
        wide = show.width()
        for line in lines:
            for part in fitted(line, wide):
                show.say(part)

    def _read(self) -> str | None:
        """A line that was typed; None when the input ends."""
        sys.stdout.write(_PROMPT)
        sys.stdout.flush()
        typed = sys.stdin.readline()
        self._line += 1
        if not sys.stdin.isatty():  # so that a transcript reads as the terminal would
            sys.stdout.write(typed if typed.endswith("\n") else typed + "\n")
        if not typed:
            show.say("The input has ended before the game.")
            return None
        return " ".join(typed.split())

    def _complain(self, what: str) -> None:
        if not sys.stdin.isatty():
            raise DesignerError(f"input line {self._line}: {what}")
        show.say(what)

    def _with_choices(self, words: list[str]) -> str:
        made = self._sitting.made
        choices = ["--choices", ",".join(map(str, made))] if made else []
        return shlex.join([*words, *choices])

    def _leave(self) -> None:
        show.say(f"You leave after {len(self._sitting.made)} choices; the game is not over. "
                 "This goes on with it:")  # fmt: skip
        show.say(f"  {self._with_choices(self._again)}")

    def _end(self) -> None:
        traced, seat = self._sitting.trace(), self._sitting.seat
        word, winner = games()[traced.cell.game].player_word, traced.final["result"]["winner"]
        if winner == seat:
            show.say("You win.", "bold")
        else:
            who = "Nobody" if winner is None else f"{word.capitalize()} {winner + 1}"
            show.say(f"{who} wins.", "bold")
        rows = [["turns", str(traced.record["turns"])],
                ["your choices", str(len(self._sitting.made))],
                *measured(traced.record, traced.cell.game, traced.cell.players)]  # fmt: skip
        show.table("The game in numbers", ["", "value, or by seat"], rows)
        show.say("This shows the same game with all cards:")
        show.say(f"  {self._with_choices(self._traced)}")


def measured(record: dict[str, Any], game: str, players: int) -> list[list[str]]:
    """What the game's measures say of one game, each as a name and a value or one a seat."""
    rows = []
    for measure in games()[game].measures:
        value = record[measure.field]
        if measure.kind == "seats":
            said = "  ".join(str(one) for one in value[:players])
        elif measure.kind == "mask":
            said = (
                ", ".join(str(seat + 1) for seat in range(players) if value >> seat & 1) or "none"
            )
        elif measure.kind == "flag":
            said = "yes" if value else "no"
        else:
            said = str(value)
        rows.append([measure.label, said])
    return rows


def numbered(options: Sequence[str], word: str = "") -> list[str]:
    """The options with their numbers, in two columns if they are short; or those with a word."""
    width = len(str(len(options)))
    lines = [
        f"  {number:>{width}}  {said}"
        for number, said in enumerate(options, 1)
        if word.lower() in said.lower()
    ]
    if len(lines) <= 8 or max(map(len, lines)) > _COLUMN:
        return lines or [f"  no option contains {shown(word)}"]
    half = (len(lines) + 1) // 2
    right = [*lines[half:], ""]
    return [f"{a:<{_COLUMN + 2}}{b}".rstrip() for a, b in zip(lines[:half], right, strict=False)]


def screen(moment: Moment, width: int) -> list[str]:
    """What is shown when the seat is asked, line by line, for a terminal so wide.

    It is made of the moment alone, so that it shows what the seat may know and nothing else.
    """
    seen = [] if moment.sight is None else [*_in_words(moment.sight, width), ""]
    lines = ["", *moment.happened, "", *seen, moment.question, *numbered(moment.options)]
    return [part for line in lines for part in fitted(line, width)]


def fitted(line: str, width: int) -> list[str]:
    """A line as several that are not wider, broken between words and indented under the first."""
    if len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line, width, initial_indent="", subsequent_indent=f"{indent}    ")


def _in_words(sight: Sight, width: int) -> list[str]:
    """A view: facts, and a table of the seats."""
    from rich.table import Table
    from rich.text import Text

    facts = Table.grid(padding=(0, 2))
    facts.add_column(no_wrap=True)
    facts.add_column(overflow="fold")
    for name, what in sight.facts:
        facts.add_row(Text(printable(name)), Text(printable(what)))
    lines = show.drawn_lines(facts, width)
    if sight.rows:
        seats = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for column in sight.columns:
            seats.add_column(Text(column), overflow="fold")
        for row in sight.rows:
            seats.add_row(*(Text(printable(cell)) for cell in row))
        lines += ["", *show.drawn_lines(seats, width)]
    return lines
