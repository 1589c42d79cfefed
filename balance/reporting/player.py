"""Playing the parts of a report, each into its place in `Runs`."""

from collections.abc import Callable
from dataclasses import replace

from balance import comparing, probing, tournaments
from balance.api import Answer
from balance.carding.answer import run as run_cards
from balance.clarifying import clarify
from balance.planning import Planned, Question, on_fresh_games, plan, rungs
from balance.playing import Result, play_cells
from balance.qualities import measure
from balance.recommending import Recommendation
from balance.recommending.search import search
from balance.reporting import asking, profiles
from balance.reporting.clock import Clock
from balance.reporting.mends import mend
from balance.reporting.order import Order
from balance.reporting.runs import Budget, Runs
from balance.reporting.sample import usual_game
from balance.reporting.settling import Cell, play_first, settle
from balance.reporting.sweeps import play_sweeps
from balance.stats import Call
from sims.core.schedule import Progress


def play_all(
    order: Order, games: Budget, progress: Progress | None = None, clock: Clock | None = None
) -> Runs:
    """Play everything that the sections ordered need, as far as there is time.

    With a limited `clock` the table is played until verdicts are clear; then come the other parts,
    each if its games can be played in time; what time is left goes to verdicts that are open.
    """
    clock = clock or Clock()
    played = 0

    def told(number: int) -> None:
        nonlocal played
        played += number
        if progress is not None:
            progress(number)

    player = Player(order, games, clock, told)
    runs = player.table()
    for name, size in asking.parts(order, games).items():
        if clock.is_limited and not clock.affords(size):
            runs.skipped.append(name)
            continue
        PARTS[name](player, runs)
    player.settle(runs)
    runs.games = played
    runs.minutes = clock.spent / 60
    return runs


class Player:
    """Plays the parts of an order, as many games as a budget says, until a clock has run down."""

    def __init__(self, order: Order, games: Budget, clock: Clock, told: Progress) -> None:
        self.asked, self.order = order.asked, order
        self.games, self.clock, self.told = games, clock, told
        self.ladder = rungs(order.game)
        self.strong = replace(self.asked, lineup=(self.ladder[-1],))
        self.rows: list[list[Cell]] = []
        self.mapped: list[Cell] = []

    def _answer(self, question: Question, planned: list[Planned]) -> Answer:
        return Answer(question, play_cells(question, planned, self.told))

    # The strongest come first where time is short, the map's cells after all rows of the table.

    def table(self) -> Runs:
        """The table among players of each strength: the beginning of `Runs`."""
        found: list[Answer] = []
        slowest = 0.0
        for rank, name in enumerate(reversed(self.ladder)):
            rung = replace(self.asked, lineup=(name,), games=self.games.table)
            if self.clock.is_limited:
                cells = [Cell.of(rung, planned, rank) for planned in plan(rung)]
                play_first(cells, rung.games, self.clock, self.told)
                slowest = max(slowest, self.clock.seconds_per_game)
                self.rows.insert(0, cells)
                found.insert(0, _judged(rung, cells))
            else:
                found.insert(0, self._answer(rung, plan(rung)))
        self.clock.seconds_per_game = slowest  # most parts are played among the strongest
        parameter = self.order.game.report.map_parameter
        return Runs(self.ladder, found, parameter, effort=self.games.looks)

    def map(self, runs: Runs) -> None:
        """The map of the game's main parameter by player count."""
        question = replace(self.strong, games=self.games.map)
        counts = [r.planned.cell.players for r in runs.table[-1].results]
        cells, runs.map_left_out = asking.map_cells(question, counts)
        if not self.clock.is_limited:
            runs.map = self._answer(question, cells)
            return
        self.mapped = [Cell.of(question, planned, len(self.ladder)) for planned in cells]
        play_first(self.mapped, question.games, self.clock, self.told)
        runs.map = _judged(question, self.mapped)

    def settle(self, runs: Runs) -> None:
        """Spend what time is left on verdicts that are open."""
        cells = [cell for rows in self.rows for cell in rows] + self.mapped
        if not cells or not self.clock.is_limited:
            return
        settle(cells, self.clock, self.told)
        runs.table = [
            _judged(answer.question, rows)
            for answer, rows in zip(runs.table, self.rows, strict=True)
        ]
        if runs.map is not None:
            runs.map = _judged(runs.map.question, self.mapped)

    def fresh(self, runs: Runs) -> None:
        """The table among the strongest on other games."""
        fresh = on_fresh_games(replace(self.strong, games=self.games.fresh))
        runs.fresh = self._answer(fresh, plan(fresh))

    def sweeps(self, runs: Runs) -> None:
        """One value at a time, as far as sections ask for it."""
        asked = replace(self.asked, games=self.games.sweeps)
        ends = asking.ends(self.ladder)
        runs.sweeps = [
            play_sweeps(asked, sweep, ends, self.told) for sweep in asking.sweeps(self.order)
        ]

    def cards(self, runs: Runs) -> None:
        """What each card does."""
        runs.cards = run_cards(asking.cards_asked(self.asked, self.games), self.told)

    def rulings(self, runs: Runs) -> None:
        """The open questions of the rulebook; nothing where none is open."""
        plan = asking.ruling_plan(self.asked, self.games)
        if plan is not None:
            margins = comparing.margins_of(self.asked.tolerance)
            asked = replace(self.asked, games=self.games.rulings)
            runs.rulings = clarify(asked, plan, margins, self.told)

    def compared(self, runs: Runs) -> None:
        """The table beside another one; nothing where there is none."""
        plan = asking.compare_plan(self.order, self.games)
        if plan is not None:
            margins = comparing.margins_of(self.asked.tolerance)
            asked = replace(self.asked, games=self.games.rulings)
            found = comparing.played(asked, plan, margins, self.told)
            runs.compared = comparing.with_quality(found, self.games.glances, self.told)

    def qualities(self, runs: Runs) -> None:
        """The game quality of each row at each rung."""
        runs.qualities = [
            measure(
                [[result] for result in rung.results],
                self.games.effort(rung is runs.table[-1]),
                self.asked.threads,
                self.told,
            )
            for rung in runs.table
        ]

    def profiles(self, runs: Runs) -> None:
        """Who is too strong or too weak, in games whose players differ."""
        runs.profiles, _ = profiles.play(self.asked, self.ladder, self.games.profiles, self.told)

    def advice(self, runs: Runs) -> None:
        """The setup to print, and what would make each row fair that is not."""
        sought = asking.advice_plan(self.asked, self.games)
        runs.advice = Recommendation(sought, search(sought, self.told))
        calls = {r.planned.cell.players: r.verdict.call for r in runs.table[-1].results}
        for found in runs.advice.found:
            if calls[found.players] is not Call.FAIR:
                mended = mend(sought.question, found, runs.parameter, self.told)
                runs.mends += [mended] if mended is not None else []

    def probe(self, runs: Runs) -> None:
        """What a strong player cannot do without; nothing where there is no plan for it."""
        made = asking.probe_plan(self.asked, self.games)
        if made is not None:
            runs.probe = probing.played(made, self.asked.tolerance, self.told)

    def tournament(self, runs: Runs) -> None:
        """The ladder's strategies against each other; nothing where there are no games for it."""
        every = asking.tournament(self.asked, self.games)
        if every:
            asked = replace(self.asked, games=self.games.tournament)
            runs.tournament = tournaments.ask(asked, every, self.told)

    def sample(self, runs: Runs) -> None:
        """A usual game of the row in the middle of the table."""
        results = runs.table[-1].results
        runs.sample = usual_game(results[len(results) // 2])


PARTS: dict[str, Callable[[Player, Runs], None]] = {
    "map": Player.map, "fresh": Player.fresh, "sweeps": Player.sweeps, "cards": Player.cards,
    "rulings": Player.rulings, "compared": Player.compared, "qualities": Player.qualities,
    "profiles": Player.profiles, "advice": Player.advice, "sample": Player.sample,
    "probe": Player.probe, "tournament": Player.tournament,
}  # fmt: skip
"""How each part is played."""


def _judged(question: Question, cells: list[Cell]) -> Answer:
    results: list[Result] = [cell.result() for cell in cells]
    return Answer(question, results)
