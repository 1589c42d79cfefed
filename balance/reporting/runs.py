"""What a report plays: the table at each strategy, a map, card removals, decks, rulings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance import comparing, open_questions
from balance.api import Answer
from balance.carding import Asked, Cards
from balance.carding.answer import run as run_cards
from balance.carding.answer import total_games as total_card_games
from balance.clarifying import Clarification, clarify
from balance.comparing import Comparison, ladder
from balance.planning import Planned, Question, on_fresh_games, plan, rungs
from balance.playing import play_cells
from balance.profiles import Profiles
from balance.qualities import Effort, Quality, measure
from balance.recommending import Recommendation, planned
from balance.recommending.search import Plan, most_games, search
from balance.recommending.space import setups
from balance.reporting import profiles
from balance.reporting.sweeps import LeftOut, SweepRun, play_sweeps, possible, sweep_cells
from balance.variants import AS_GIVEN, Variant
from sims.core.catalogue import find
from sims.core.cells import value_at
from sims.core.contract import Game
from sims.core.schedule import Progress

LEAST = Effort(games=4, looks=4, playouts=4, deals=8, replays=2)
"""The least that game quality can be measured with."""


@dataclass(frozen=True)
class Budget:
    """Games of each cell, by what the cell is for. Fixed, so that a report can be made again."""

    table: int
    map: int
    sweeps: int
    cards: int
    fresh: int
    rulings: int
    advice: int
    sample: int
    profiles: int = 0
    """For each profile at each player count; 0: no section on them."""
    looks: Effort = LEAST
    """For the game quality among the strongest."""
    glances: Effort = LEAST
    """The same among the weaker rungs, to see whether it depends on strength."""

    def effort(self, is_strongest: bool) -> Effort:
        """How closely the games of a rung are looked at."""
        return self.looks if is_strongest else self.glances


def budget(game: Game, quick: bool) -> Budget:
    """The default budget of a game's report, or that of `--quick`."""
    k = game.report.scale
    if quick:
        return Budget(
            table=4_096 * k,
            map=256 * k,
            sweeps=512 * k,
            cards=512 * k,
            fresh=1_024 * k,
            rulings=512 * k,
            advice=1_024 * k,
            sample=20,
            looks=Effort(games=16 * k, looks=12, playouts=32, deals=128 * k, replays=8),
            glances=Effort(games=8 * k, looks=8, playouts=16, deals=64 * k, replays=8),
            profiles=1_024,
        )
    return Budget(
        table=32_768 * k,
        map=2_048 * k,
        sweeps=4_096 * k,
        cards=4_096 * k,
        fresh=8_192 * k,
        rulings=4_096 * k,
        advice=4_096 * k,
        sample=100,
        looks=Effort(games=40 * k, looks=16, playouts=64, deals=512 * k, replays=8),
        glances=Effort(games=24 * k, looks=12, playouts=32, deals=256 * k, replays=8),
        profiles=8_192,
    )


@dataclass(frozen=True)
class Runs:
    """Everything that was played. `table` has an answer for each rung of `ladder`, weakest first.

    The map is played among the strongest rung, `ladder[-1]`; sweeps among the weakest too; the open
    questions, and what a designer changed beside the printed table, among all of them.
    `map_left_out` are the cells of the map that the game cannot be played with.
    `fresh` is the table among the strongest once more on other games: what was picked as the most
    or the least of many is looked up there. `qualities` has the game quality of each row of the
    table at each rung, looked at with most `effort` at the strongest.
    """

    ladder: tuple[str, ...]
    table: list[Answer]
    fresh: Answer
    map: Answer
    map_left_out: list[LeftOut]
    parameter: str
    sweeps: list[SweepRun]
    cards: Cards
    rulings: Clarification | None
    compared: Comparison | None
    qualities: list[list[Quality]]
    effort: Effort
    advice: Recommendation
    profiles: list[Profiles]
    games: int

    @property
    def others(self) -> list[Planned]:
        """The cells of the open questions."""
        if self.rulings is None:
            return []
        return [finding.row.after.planned for finding in self.rulings.findings]


def ends(ladder: tuple[str, ...]) -> tuple[str, ...]:
    """The weakest and the strongest rung, among which sweeps are played."""
    return tuple(dict.fromkeys((ladder[0], ladder[-1])))


def map_axis(asked: Question, players: Sequence[int]) -> tuple[str, list[Any]]:
    """The map's parameter and values: the plan's, and what the table itself holds."""
    game = find(asked.game)
    key = game.report.map_parameter
    values = {v for n in players for v in game.report.map_values.get(n, ())}
    values |= {value_at(p.cell, key) for p in plan(replace(asked, players=tuple(players)))}
    return key, sorted(values)


def map_cells(asked: Question, players: Sequence[int]) -> tuple[list[Planned], list[LeftOut]]:
    """The cells of the map, and those that the game cannot be played with."""
    key, values = map_axis(asked, players)
    found: list[Planned] = []
    left_out: list[LeftOut] = []
    for count in players:
        cells, impossible = possible(replace(asked, players=(count,)), key, values)
        found += cells
        left_out += impossible
    return found, left_out


def ruling_plan(asked: Question, games: Budget) -> open_questions.Plan | None:
    """Every open question decided each other way at every rung; None where nothing is open."""
    asked = replace(asked, games=games.rulings)
    if not any(question.others for question in open_questions.open_questions(asked)):
        return None
    return open_questions.make_plan(asked, ladder(asked.game))


def compare_plan(asked: Question, games: Budget) -> comparing.Plan | None:
    """The table beside the printed one; None where it is the printed one."""
    if asked.data is None and not asked.changes:
        return None
    printed = replace(asked, data=None, changes={}, games=games.rulings)
    mine = Variant("this table", asked.data, asked.changes)
    return comparing.make_plan(printed, [Variant(AS_GIVEN[0]), mine], ladder(asked.game))


def cards_asked(asked: Question, games: Budget) -> Asked:
    """What is played to see what each card does, among the strongest players and the others."""
    strong = replace(asked, lineup=(rungs(find(asked.game))[-1],), games=games.cards)
    return Asked(strong, sample=games.sample)


def advice_plan(asked: Question, games: Budget) -> Plan:
    """What is searched for the setup to print: the map's parameter, among the strongest players."""
    strong = replace(asked, lineup=(rungs(find(asked.game))[-1],), games=games.advice)
    return planned(strong, (), ())


def total_games(asked: Question, games: Budget) -> int:
    """The most games that `play_all` will play, but for the search of profiles: for the bar."""
    game = find(asked.game)
    names = rungs(game)
    strong = replace(asked, lineup=(names[-1],))
    table = plan(strong)
    mapped, _ = map_cells(strong, [p.cell.players for p in table])
    swept = sum(
        len(sweep_cells(strong, sweep, base)[0]) for sweep in game.report.sweeps for base in table
    )
    sought = advice_plan(asked, games)
    clarified, compared = ruling_plan(asked, games), compare_plan(asked, games)
    looked_at = games.looks.steps + games.glances.steps * (len(names) - 1)
    return (
        games.table * len(table) * len(names)
        + looked_at * len(table)
        + games.fresh * len(table)
        + games.map * len(mapped)
        + games.sweeps * swept * len(ends(names))
        + total_card_games(cards_asked(asked, games))
        + games.rulings * sum(one.cells for one in (clarified, compared) if one is not None)
        + games.glances.steps * (compared.cells if compared is not None else 0)
        + profiles.total_games(asked, names, games.profiles)
        + most_games(sought, setups(sought.question, sought.axes))
    )


def play_all(asked: Question, games: Budget, progress: Progress | None = None) -> Runs:
    """Play everything that a report needs."""
    game = find(asked.game)
    names = rungs(game)
    played = 0

    def told(number: int) -> None:
        nonlocal played
        played += number
        if progress is not None:
            progress(number)

    def answer(question: Question, planned: list[Planned]) -> Answer:
        return Answer(question, play_cells(question, planned, told))

    table = []
    for name in names:
        rung = replace(asked, lineup=(name,), games=games.table)
        table.append(answer(rung, plan(rung)))
    strong = replace(asked, lineup=(names[-1],))
    mapped = replace(strong, games=games.map)
    cells, left_out = map_cells(mapped, [r.planned.cell.players for r in table[-1].results])
    swept = replace(asked, games=games.sweeps)
    sought = advice_plan(asked, games)
    fresh = on_fresh_games(replace(strong, games=games.fresh))
    found = Runs(
        ladder=names,
        table=table,
        fresh=answer(fresh, plan(fresh)),
        map=answer(mapped, cells),
        map_left_out=left_out,
        parameter=game.report.map_parameter,
        sweeps=[play_sweeps(swept, sweep, ends(names), told) for sweep in game.report.sweeps],
        cards=run_cards(cards_asked(asked, games), told),
        rulings=_rulings(asked, games, told),
        compared=_compared(asked, games, told),
        qualities=[
            measure(
                [[result] for result in rung.results],
                games.effort(rung is table[-1]),
                asked.threads,
                told,
            )
            for rung in table
        ],
        effort=games.looks,
        profiles=profiles.play(asked, names, games.profiles, told)[0],
        advice=Recommendation(sought, search(sought, told)),
        games=0,
    )
    return replace(found, games=played)


def _rulings(asked: Question, games: Budget, progress: Progress | None) -> Clarification | None:
    plan = ruling_plan(asked, games)
    if plan is None:
        return None
    margins = comparing.margins_of(asked.tolerance)
    return clarify(replace(asked, games=games.rulings), plan, margins, progress)


def _compared(asked: Question, games: Budget, progress: Progress | None) -> Comparison | None:
    plan = compare_plan(asked, games)
    if plan is None:
        return None
    found = comparing.played(asked, plan, comparing.margins_of(asked.tolerance), progress)
    return comparing.with_quality(found, games.glances, progress)
