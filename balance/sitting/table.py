"""A person at the table: one game in which a seat is played by hand.

    sitting = Sitting(job, seat=1)
    while (moment := sitting.play_on()).options:
        sitting.choose(1)                       # by number, as the options are counted

What a `Moment` holds is made of the seat's view, its options and what the referee tells that seat:
no more than it may know. Kernel and referee play in step, as in `balance trace`, which shows the
same game again when it is given the choices.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from balance.sitting.explaining import explained
from sims.core.contract import Decision
from sims.core.heard import Heard, heard_by
from sims.core.runner import Job
from sims.core.sight import Sight, option_words, question, sight
from sims.core.trace import ByHand, InStep, Trace


@dataclass(frozen=True)
class Moment:
    """What has happened since the last one, and what is asked; without `options` the game is over.

    `options` are in words; they are chosen by number, from 1.
    """

    happened: tuple[str, ...]
    sight: Sight | None = None
    question: str = ""
    options: tuple[str, ...] = ()


class Sitting:
    """A game of a job in which one seat, counted from 0, chooses by hand where it has a choice."""

    def __init__(
        self, job: Job, seat: int, choices: Sequence[int] = (), explain: bool = False
    ) -> None:
        """Deal; `choices`, by number, are made before anybody is asked.

        With `explain`, what happened also has the scores that the others gave their options. They
        tell of cards that the seat does not see.
        """
        self.seat = seat
        self.made: list[int] = []
        self._game = InStep(job)
        self._known = ByHand(seat, choices)
        self.explains = explain
        self._due: Decision | None = None
        self._heard = 0
        self._happened: list[str] = []
        self.log: list[str] = []
        """All that has happened so far, as the seat has seen it."""

    @property
    def job(self) -> Job:
        """What is played."""
        return self._game.job

    @property
    def own_strategy(self) -> str:
        """The strategy that the lineup names for the seat, which gives hints."""
        return self.job.strategies[self.seat].name

    @property
    def unused(self) -> int:
        """How many of the choices given at the beginning the game had no use for yet."""
        return self._known.left

    def play_on(self) -> Moment:
        """Let everybody else play until the seat has a choice, or to the end."""
        while (due := self._game.decision()) is not None:
            self._listen()
            place = self._by_hand(due) if due.seat == self.seat else self._advice(due)
            if place is None:
                self._due = due
                return self._moment(due)
            self._game.take(due, place)
        self._listen()
        return Moment(self._take_happened())

    def _by_hand(self, due: Decision) -> int | None:
        place = self._known.choose(due)
        if place is not None and len(due.options) > 1:
            self.made.append(place + 1)
        return place

    def _advice(self, due: Decision) -> int:
        """What a bot takes; its scores come first, from the chances that it chooses by."""
        is_told = self.explains and len(due.options) > 1
        scores = self._game.scores(due) if is_told else None
        place = self._game.advice(due)
        if is_told:
            self._happened += explained(self._game.job, due, scores, place)
        return place

    def _listen(self) -> None:
        """Take down what the referee has told the seat since the last time."""
        told: Sequence[Heard] = getattr(self._game.referee, "told", ())
        lines = heard_by(self.seat, told[self._heard :])
        self._heard = len(told)
        self.log += lines
        self._happened += lines

    def _take_happened(self) -> tuple[str, ...]:
        happened, self._happened = tuple(self._happened), []
        return happened

    def view(self) -> Any:
        """What the seat sees, as a strategy would."""
        return self._game.machine.view(self.seat)[0]

    def _moment(self, due: Decision) -> Moment:
        cell = self._game.job.cell
        options = tuple(option_words(cell, due.kind, option, due.seat) for option in due.options)
        seen = sight(cell, self.view())
        return Moment(self._take_happened(), seen, question(cell, due.kind), options)

    def choose(self, number: int) -> None:
        """Take an option of the last moment, by its number from 1."""
        if self._due is None or not 1 <= number <= len(self._due.options):
            raise ValueError(f"there is no option {number}")
        self._game.take(self._due, number - 1)
        self._due = None
        self.made.append(number)

    def hint(self) -> list[str]:
        """What the strategy that the seat's lineup names makes of its options: of its own view."""
        if self._due is None:
            raise ValueError("nothing is asked")
        return explained(self.job, self._due, self._game.scores(self._due))

    def trace(self) -> Trace:
        """The whole game, when it is over."""
        return self._game.trace()
