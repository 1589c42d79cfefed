"""The referee: deal or position, round after round, and the result."""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Decision, Option
from sims.core.streams import Chance, shuffle
from sims.games.gatecrasher.layout import E_DRAW, E_LAST_STANDING, E_UNFINISHED, ENDINGS
from sims.games.gatecrasher.referee import rounds
from sims.games.gatecrasher.referee.game import EXECUTION, FIRST, OVERCLOCK, Asking, Game
from sims.games.gatecrasher.referee.position import lay_out
from sims.games.gatecrasher.referee.record import Record
from sims.games.gatecrasher.referee.rules import Rules, hackers_of
from sims.games.gatecrasher.referee.table import Table, counted

Result = tuple[int | None, str]
"""The winner's seat, None for nobody, and how the game ended."""


class Referee:
    """A game of Gate Crasher, played by the rules page alone; a `Machine`.

    The cell says which hacker sits where, or from which of them each deal draws one a seat. `log`
    has lines for a person, `events` the same in plain values, `told` who hears what of it; all stay
    empty with `keep_log` off.
    """

    def __init__(self, cell: Cell, chance: Chance, keep_log: bool = True) -> None:
        self._cell = cell
        self._rules = Rules.of_cell(cell, hackers_of(cell))
        self._chance = chance
        self._keep_log = keep_log
        self._clear()

    def _clear(self) -> None:
        """An empty table: nothing is dealt, nobody is asked."""
        record = Record(self._keep_log)
        self.log, self.events, self.told = record.log, record.events, record.told
        self._game = Game(self._rules, Table(self._rules, record), record, self._chance)
        self._result: Result | None = None
        self._due: Decision | None = None

    def deal(self, chance: Chance) -> None:
        """Setup: `chance` draws the hackers from a pool and shuffles the deck for the first round.

        Dice are rolled by the chance of play, in the first round too. ValueError if the hands take
        more cards than the deck holds.
        """
        places = list(range(len(self._cell.profile_pool)))
        shuffle(places, chance.draw)
        self._rules = Rules.of_cell(self._cell, hackers_of(self._cell, places))
        self._clear()
        names = [self._cell.profile_pool[place]["name"] for place in places]
        self._game.record.seated(names, self._cell.players)
        self._start(self._round_after_round(chance))

    def place(self, table: Mapping[str, Any]) -> None:
        """Set up a position; it goes on with the beginning of the actor's turn in its phase.

        Phase "first": who acts first is found and the game stops there, unfinished. ValueError for
        a position that cannot be.
        """
        plays = {
            FIRST: self._only_who_acts_first,
            EXECUTION: self._from_execution,
            OVERCLOCK: self._from_overclock,
        }
        if table["phase"] not in plays:
            raise ValueError(f"position: no phase {table['phase']!r}, only {', '.join(plays)}")
        self._clear()
        lay_out(self._game, table)
        self._start(plays[table["phase"]]())

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
        """The complete state in plain values, as `layout` describes it."""
        game, result = self._game, self._result
        return {
            "turn": game.turns,
            "round": game.rounds,
            "phase": game.phase,
            "actor": game.actor,
            "pile": list(game.table.pile),
            "discard": counted(game.table.discard),
            "seats": [self._seat(seat) for seat in game.table.seats],
            "result": None if result is None else {"winner": result[0], "ended": result[1]},
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        table = self._game.table
        return {
            "firewall": table.firewall[seat],
            "levels": table.levels[seat],
            "hand": counted(table.hand[seat]),
            "out": table.is_out(seat),
            "seen_hand": {h: counted(seen) for h, seen in enumerate(table.seen[seat]) if any(seen)},
        }

    # Play

    def _start(self, play: Asking[None]) -> None:
        self._play = play
        self._go_on(None)

    def _go_on(self, option: Option | None) -> None:
        """Play on to the next decision or to the end; the first time there is no option to send."""
        try:
            self._due = next(self._play) if option is None else self._play.send(option)
        except StopIteration:
            self._due = None

    def _round_after_round(self, chance: Chance) -> Asking[None]:
        """Rounds until there is a result; the first of them is shuffled by this chance."""
        game = self._game
        while self._result is None:
            rounds.deal(game, chance)
            rounds.initialization(game)
            first = rounds.who_acts_first(game)
            following = yield from rounds.execution(game, first, self._turn_ended)
            yield from rounds.overclock(game, following, self._turn_ended)
            self._end_round()
            chance = self._chance

    def _from_execution(self) -> Asking[None]:
        """The rest of a round that is in its Execution phase, then round after round."""
        following = yield from rounds.execution(self._game, self._game.actor, self._turn_ended)
        yield from rounds.overclock(self._game, following, self._turn_ended)
        self._end_round()
        yield from self._round_after_round(self._chance)

    def _from_overclock(self) -> Asking[None]:
        """The rest of a round that is in its Overclock phase, then round after round."""
        yield from rounds.overclock(self._game, self._game.actor, self._turn_ended)
        self._end_round()
        yield from self._round_after_round(self._chance)

    def _only_who_acts_first(self) -> Asking[None]:
        """No turn, only the question whose it would be."""
        self._game.actor = rounds.who_acts_first(self._game)
        self._finish((None, ENDINGS[E_UNFINISHED]))
        yield from ()

    def _turn_ended(self) -> None:
        self._game.turns += 1
        self._game.record.state(self.snapshot)

    def _end_round(self) -> None:
        """Score the round; How To Win: one player left wins, none left is a draw."""
        game = self._game
        rounds.end_round(game)
        living = game.table.living()
        result: Result | None = None
        if not living:
            result = None, ENDINGS[E_DRAW]
        elif len(living) == 1:
            result = living[0], ENDINGS[E_LAST_STANDING]
        elif game.rounds >= self._rules.max_rounds:
            result = None, ENDINGS[E_UNFINISHED]
        if result is None:
            game.record.state(self.snapshot)
        else:
            self._finish(result)

    def _finish(self, result: Result) -> None:
        self._result = result
        self._game.record.state(self.snapshot)
        self._game.record.ended(*result, self._game.turns, self._game.rounds)
