"""The referee: deal or position, turns, the check at the end of each, and the result."""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Decision, Option
from sims.core.streams import Chance
from sims.games.override.cards import DISKETTE
from sims.games.override.layout import E_CRED, E_DRAW, E_LAST_STANDING, E_UNFINISHED, ENDINGS
from sims.games.override.referee import options
from sims.games.override.referee.effects import resolve
from sims.games.override.referee.game import Asking, Game, ask, shuffle_cards
from sims.games.override.referee.position import lay_out
from sims.games.override.referee.record import Record
from sims.games.override.referee.rules import Rules
from sims.games.override.referee.table import Table

Result = tuple[int | None, str]
"""The winner's seat, None for nobody, and how the game ended."""


class Referee:
    """A game of Super Hack Override, played by the rules page alone; a `Machine`.

    `log` has lines for a person, `events` the same in plain values, `told` who hears which of
    the lines; all stay empty with `keep_log` off.
    """

    def __init__(self, cell: Cell, chance: Chance, keep_log: bool = True) -> None:
        self._rules = Rules.of_cell(cell)
        self._chance = chance
        self._keep_log = keep_log
        self._clear()

    def _clear(self) -> None:
        """An empty table: nothing is dealt, nobody is asked."""
        record = Record(self._rules, self._keep_log)
        self.log, self.events, self.told = record.log, record.events, record.told
        table = Table(self._rules.players, record)
        self._game = Game(self._rules, table, record, self._chance, actor=0)
        self._turns = 0
        self._result: Result | None = None
        self._due: Decision | None = None

    def deal(self, chance: Chance) -> None:
        """Setup the Game, Who Goes First: shuffle, set aside, deal; the Diskette makes first."""
        self._clear()
        rules, table, record = self._rules, self._game.table, self._game.record
        cards = list(rules.in_deal)
        shuffle_cards(cards, "the deck", chance, record)
        aside, dealt = cards[: rules.remove_random], cards[rules.remove_random :]
        hands = [dealt[seat :: rules.players] for seat in table.seats]
        diskette = next((card for card in dealt if rules.is_hack(card, DISKETTE)), None)
        first = 0 if diskette is None else dealt.index(diskette) % rules.players
        for seat, dealt_to in enumerate(table.clockwise(first)):
            table.hand[seat] = set(hands[dealt_to])
        record.dealt(table.hand, aside, first)
        if diskette is not None:
            table.turn_face_out(diskette, 0)
        self._start()

    def place(self, table: Mapping[str, Any]) -> None:
        """Set up a position; it goes on with the beginning of the actor's turn.

        ValueError for a position that cannot be.
        """
        self._clear()
        self._game.actor = table["actor"]
        lay_out(self._game, table["seats"])
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
        """The complete state in plain values; seats from 0, cards by id."""
        result = self._result
        return {
            "turn": self._turns,
            "actor": self._game.actor,
            "seats": [self._seat(seat) for seat in self._game.table.seats],
            "result": None if result is None else {"winner": result[0], "ended": result[1]},
        }

    def _seat(self, seat: int) -> dict[str, Any]:
        table = self._game.table
        return {
            "in": sorted(table.hand[seat]),
            "out": sorted(table.out[seat]),
            "screen": table.screen[seat],
            "mark": table.mark[seat],
            "jail": table.jail[seat],
            "seen": {h: sorted(known) for h, known in enumerate(table.seen[seat]) if known},
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
        """Turns until there is a result."""
        game = self._game
        while self._result is None:
            game.record.turn(self._turns + 1, game.actor)
            yield from take_turn(game)
            self._turns += 1
            self._result = check_end_of_turn(game)
            if self._result is None:
                game.actor = next(h for h in game.opponents() if not game.table.jail[h])
                if self._turns >= self._rules.max_turns:
                    self._result = None, ENDINGS[E_UNFINISHED]
            game.record.state(self.snapshot)
        game.record.ended(*self._result, self._turns)


def take_turn(game: Game) -> Asking[None]:
    """Take Your Turn, steps 1 and 2, of the actor; a mark does not outlive its carrier's turn."""
    actor, table = game.actor, game.table
    if table.screen[actor]:
        table.screen[actor] = False
        game.record.screened(actor, on=False)
    option = yield from ask(actor, "execute", options.execute(game))
    if option is None:
        game.record.passed(actor)
        return
    _, card, holder, _, _ = option
    if holder == actor:
        table.turn_face_out(card, actor)
    elif not table.jail[holder]:
        table.turn_face_in(card, holder)
    yield from resolve(game, card)
    mark = table.mark[actor]
    if mark is not None:
        table.mark[actor] = None
        game.record.mark_ended(actor, mark)


def check_end_of_turn(game: Game) -> Result | None:
    """Step 3, Check Hacker Cred to Lose/Win: first jail, then the last one left, then cred."""
    rules, table = game.rules, game.table
    for hacker in table.seats:
        government = sum(rules.government[card] for card in table.out[hacker])
        if government >= rules.gov_limit and not table.jail[hacker]:
            table.lock_away(hacker)
    free = [h for h in table.clockwise(game.actor) if not table.jail[h]]
    if not free:
        return None, ENDINGS[E_DRAW]
    if len(free) == 1:
        return free[0], ENDINGS[E_LAST_STANDING]
    cred = {h: rules.sum_of_cred(table.out[h]) for h in free}
    most = max(cred.values())
    if most < rules.winning_cred:
        return None
    leaders = [h for h in free if cred[h] == most]
    if len(leaders) == 1 or rules.cred_tie == "actor":
        return leaders[0], ENDINGS[E_CRED]
    return (None, ENDINGS[E_DRAW]) if rules.cred_tie == "shared" else None
