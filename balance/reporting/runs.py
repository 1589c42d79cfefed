"""What a report plays: the table at each strategy, a map, card removals, open questions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance import comparing, open_questions
from balance.api import Answer
from balance.clarifying import Clarification, clarify
from balance.comparing import Comparison, ladder
from balance.pairing import Change, compare
from balance.planning import Planned, Question, check, on_fresh_games, plan, rungs
from balance.playing import play_cells
from balance.reporting.sweeps import LeftOut, SweepRun, play_sweeps, possible, sweep_cells
from balance.variants import AS_GIVEN, Variant
from sims.core.catalogue import find
from sims.core.cells import value_at
from sims.core.contract import Game
from sims.core.errors import DesignerError
from sims.core.schedule import Progress
from sims.core.tally import Tally


@dataclass(frozen=True)
class Budget:
    """Games of each cell, by what the cell is for. Fixed, so that a report can be made again."""

    table: int
    map: int
    sweeps: int
    cards: int
    fresh: int
    rulings: int


def budget(game: Game, quick: bool) -> Budget:
    """The default budget of a game's report, or that of `--quick`."""
    k = game.report.scale
    if quick:
        return Budget(4_096 * k, 256 * k, 512 * k, cards=512 * k, fresh=1_024 * k, rulings=512 * k)
    return Budget(
        table=32_768 * k, map=2_048 * k, sweeps=4_096 * k, cards=4_096 * k, fresh=8_192 * k,
        rulings=4_096 * k,
    )  # fmt: skip


@dataclass(frozen=True)
class CardChange:
    """What taking one copy of a card out changes at one player count."""

    players: int
    card: str
    copies: int
    base: Tally
    change: Change


@dataclass(frozen=True)
class Runs:
    """Everything that was played. `table` has an answer for each rung of `ladder`, weakest first.

    Map and cards are played among the strongest rung, `ladder[-1]`; sweeps among the weakest too;
    the open questions, and what a designer changed beside the printed table, among all of them.
    `map_left_out` are the cells of the map that the game cannot be played with. `fresh` is the
    table among the strongest once more on other games: what was picked as the most or the least of
    many is looked up there.
    """

    ladder: tuple[str, ...]
    table: list[Answer]
    fresh: Answer
    map: Answer
    map_left_out: list[LeftOut]
    parameter: str
    sweeps: list[SweepRun]
    cards: list[CardChange]
    rulings: Clarification | None
    compared: Comparison | None
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


def removal_plan(asked: Question, base: Planned) -> list[tuple[str, int, Planned]]:
    """Each card with a copy in play, and the cell without one copy of it."""
    game = find(asked.game)
    removal = next((p.key for p in game.parameters if p.kind == "cards"), None)
    cell = base.cell
    found: list[tuple[str, int, Planned]] = []
    for title in game.titles:
        copies = cell.deck[title]["copies"]
        gone = cell.setup[removal] if removal else []
        if copies <= gone.count(title):
            continue
        key = removal or f"deck.{title}.copies"
        value: Any = [*gone, title] if removal else copies - 1
        one = replace(asked, changes={**asked.changes, key: value}, players=(cell.players,))
        try:
            found.append((title, copies, plan(one)[0]))
        except DesignerError:
            continue  # a game that cannot do without it has no such cell
    return found


def total_games(asked: Question, games: Budget) -> int:
    """How many games `play_all` will play at least, for the progress bar."""
    game = find(asked.game)
    strong = replace(asked, lineup=(rungs(game)[-1],))
    table = plan(strong)
    cards = sum(1 + len(removal_plan(strong, base)) for base in table)
    mapped, _ = map_cells(strong, [p.cell.players for p in table])
    swept = sum(
        len(sweep_cells(strong, sweep, base)[0]) for sweep in game.report.sweeps for base in table
    )
    clarified, compared = ruling_plan(asked, games), compare_plan(asked, games)
    return (
        games.table * len(table) * len(rungs(game))
        + games.fresh * len(table)
        + games.map * len(mapped)
        + games.sweeps * swept * len(ends(rungs(game)))
        + games.cards * cards
        + games.rulings * sum(one.cells for one in (clarified, compared) if one is not None)
    )


def play_all(asked: Question, games: Budget, progress: Progress | None = None) -> Runs:
    """Play everything that a report needs."""
    game, _ = check(asked)
    names = rungs(game)

    def answer(question: Question, planned: list[Planned]) -> Answer:
        return Answer(question, play_cells(question, planned, progress))

    table = []
    for name in names:
        rung = replace(asked, lineup=(name,), games=games.table)
        table.append(answer(rung, plan(rung)))
    strong = replace(asked, lineup=(names[-1],))
    counts = [result.planned.cell.players for result in table[-1].results]
    mapped = replace(strong, games=games.map)
    cells, left_out = map_cells(mapped, counts)
    swept = replace(asked, games=games.sweeps)
    fresh = on_fresh_games(replace(strong, games=games.fresh))
    clarified = _rulings(asked, games, progress)
    again = 0 if clarified is None else clarified.games_again
    return Runs(
        ladder=names,
        table=table,
        fresh=answer(fresh, plan(fresh)),
        map=answer(mapped, cells),
        map_left_out=left_out,
        parameter=game.report.map_parameter,
        sweeps=[play_sweeps(swept, s, ends(names), progress) for s in game.report.sweeps],
        cards=_cards(replace(strong, games=games.cards), progress),
        rulings=clarified,
        compared=_compared(asked, games, progress),
        games=total_games(asked, games) + again,
    )


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
    return comparing.played(asked, plan, comparing.margins_of(asked.tolerance), progress)


def _cards(asked: Question, progress: Progress | None) -> list[CardChange]:
    found = []
    for base in plan(asked):
        removals = removal_plan(asked, base)
        if removals:
            before, changes = compare(asked, base, [cell for _, _, cell in removals], progress)
            for (title, copies, _), change in zip(removals, changes, strict=True):
                found.append(CardChange(base.cell.players, title, copies, before, change))
    return found
