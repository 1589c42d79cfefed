"""The referee: deal or position, turn after turn, and the result."""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Decision, Option
from sims.core.streams import Chance
from sims.games.hacked.cards import CONSULTANT, HACKED
from sims.games.hacked.layout import E_LAST_STANDING, E_UNFINISHED, ENDINGS
from sims.games.hacked.referee.actions import take_turn
from sims.games.hacked.referee.game import Asking, Game, shuffle_cards
from sims.games.hacked.referee.position import lay_out
from sims.games.hacked.referee.record import Record, by_title
from sims.games.hacked.referee.rules import Rules
from sims.games.hacked.referee.table import Table

Result = tuple[int | None, str]
"""The winner's seat, None for nobody, and how the game ended."""


class Referee:
    """A game of You've Been Hacked, played by the rules page alone; a `Machine`.

    `log` has lines for a person, `events` the same in plain values, `told` who hears which of
    the lines; all stay empty with `keep_log` off. ValueError for a cell that cannot be played.
    """

    def __init__(self, cell: Cell, chance: Chance, keep_log: bool = True) -> None:
        self._rules = Rules.of_cell(cell)
        self._chance = chance
        self._keep_log = keep_log
        self._clear()

    def _clear(self) -> None:
        """An empty table: nothing is dealt, nobody is asked."""
        record = Record(self._keep_log)
        self.log, self.events, self.told = record.log, record.events, record.told
        table = Table(self._rules.players, record)
        self._game = Game(self._rules, table, record, self._chance)
        self._result: Result | None = None
        self._due: Decision | None = None

    def deal(self, chance: Chance) -> None:
        """Setup: one consultant each, then the deal, then You've been hacked into the pile."""
        self._clear()
        rules, table, record = self._rules, self._game.table, self._game.record
        pile = rules.dealt_cards()
        shuffle_cards(pile, "the deck", chance, record)
        for seat in table.seats:
            table.hand[seat][CONSULTANT] += rules.own_consultants
        for _ in range(rules.hand_size):
            for seat in table.seats:
                table.hand[seat][pile.pop(0)] += 1
        pile += [HACKED] * rules.hacked_cards
        shuffle_cards(pile, "the draw pile", chance, record)
        table.pile = pile
        record.dealt(table.hand, pile)
        self._start()

    def place(self, table: Mapping[str, Any]) -> None:
        """Set up a position, as `snapshot` writes it; the actor's turn begins.

        Only `seats` is needed. A `result` is not looked at. ValueError for what cannot be.
        """
        self._clear()
        lay_out(self._game, table)
        self._start()

    def decision(self) -> Decision | None:
        """The decision that is due, None when the game is over."""
        return self._due

    def choose(self, option: Option) -> None:
        """Take an option of the decision that is due and play on to the next one."""
        option = tuple(int(number) for number in option)
        if self._due is None:
            raise ValueError(f"option {option}: no decision is due")
        if option not in self._due.options:
            raise ValueError(f"option {option} is not in the list of {self._due}")
        self._game.record.decided(self._due, option)
        self._go_on(option)

    def snapshot(self) -> dict[str, Any]:
        """The complete state in plain values; seats from 0, cards as counts by title id.

        A You've been hacked that was drawn is nowhere until it is placed (decisions `consult` and
        `place`); those of players who are out, and their hands, have left the game. When one is
        left, that one is the actor, owes 1 and is not attacked.
        """
        game, table, result = self._game, self._game.table, self._result
        return {
            "turn": game.turns,
            "actor": game.actor,
            "owes": game.owes,
            "attacked": game.attacked,
            "pile": list(table.pile),
            "discard": by_title(table.discard),
            "seats": [self._seat(seat) for seat in table.seats],
            "result": None if result is None else {"winner": result[0], "ended": result[1]},
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        table = self._game.table
        return {
            "hand": by_title(table.hand[seat]),
            "out": table.out[seat],
            "seen_hand": {h: by_title(s) for h, s in enumerate(table.seen_hand[seat]) if any(s)},
            "seen_pile": dict(sorted(table.seen_pile[seat].items())),
        }

    def _start(self) -> None:
        self._play = self._turn_after_turn()
        self._go_on(None)

    def _go_on(self, option: Option | None) -> None:
        """Play on to the next decision or to the end; the first time there is no option to send."""
        try:
            self._due = next(self._play) if option is None else self._play.send(option)
        except StopIteration:
            self._due = None

    def _turn_after_turn(self) -> Asking[None]:
        """Ending the game: turns until one player is left, or until the cap."""
        game = self._game
        while self._result is None:
            game.record.turn(game.turns + 1, game.actor, game.owes, game.attacked)
            yield from take_turn(game)
            living = game.table.living()
            if len(living) == 1:
                self._result = living[0], ENDINGS[E_LAST_STANDING]
            elif game.turns >= self._rules.max_turns:
                self._result = None, ENDINGS[E_UNFINISHED]
            game.record.state(self.snapshot)
        game.record.ended(*self._result, game.turns)
