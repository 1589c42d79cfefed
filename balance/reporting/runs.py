"""What a report plays: the table at each strategy, a map, card removals, decks, rulings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.api import Answer
from balance.pairing import Change, compare
from balance.planning import Planned, Question, check, plan
from balance.playing import play_cells
from balance.qualities import Effort, Quality, measure
from balance.reporting.sweeps import LeftOut, SweepRun, play_sweeps, possible, sweep_cells
from sims.core.catalogue import find
from sims.core.cells import value_at
from sims.core.contract import Game
from sims.core.data import Data
from sims.core.errors import DesignerError
from sims.core.schedule import Progress
from sims.core.strategies import shipped
from sims.core.tally import Tally

FRESH = 2**32
"""What is added to the seed for games on which picked findings are seen again."""


@dataclass(frozen=True)
class Budget:
    """Games of each cell, by what the cell is for. Fixed, so that a report can be made again."""

    table: int
    map: int
    sweeps: int
    cards: int
    decks: int
    looks: Effort
    glances: Effort
    """What is looked at among the weaker rungs, to see whether it depends on strength."""

    def effort(self, is_strongest: bool) -> Effort:
        """How closely the games of a rung are looked at."""
        return self.looks if is_strongest else self.glances


def budget(game: Game, quick: bool) -> Budget:
    """The default budget of a game's report, or that of `--quick`."""
    k = game.report.scale
    if quick:
        return Budget(
            table=4_096 * k, map=256 * k, sweeps=512 * k, cards=512 * k, decks=1_024 * k,
            looks=Effort(games=16 * k, looks=12, playouts=32, deals=128 * k, replays=8),
            glances=Effort(games=8 * k, looks=8, playouts=16, deals=64 * k, replays=8),
        )  # fmt: skip
    return Budget(
        table=32_768 * k, map=2_048 * k, sweeps=4_096 * k, cards=4_096 * k, decks=8_192 * k,
        looks=Effort(games=40 * k, looks=16, playouts=64, deals=512 * k, replays=8),
        glances=Effort(games=24 * k, looks=12, playouts=32, deals=256 * k, replays=8),
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

    Map, cards, decks and rulings are played among the strongest rung, `ladder[-1]`; sweeps among
    the weakest too. `map_left_out` are the cells of the map that the game cannot be played with.
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
    cards: list[CardChange]
    decks: Answer
    rulings: Answer
    qualities: list[list[Quality]]
    effort: Effort
    games: int


def rungs(game: Game) -> tuple[str, ...]:
    """The strategies that the game's report plan names, as far as they exist, weakest first."""
    known = shipped(game.name)
    return tuple(name for name in game.report.ladder if name in known) or ("random",)


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


def deck_plan(asked: Question, data: Data) -> list[Planned]:
    """The table with each deck that the plan names and the folder holds."""
    named = find(asked.game).report.decks or tuple(data.decks)
    decks = [name for name in named if name in data.decks]
    return plan(asked, [("deck", decks)])


def ruling_plan(asked: Question) -> list[Planned]:
    """The table with each ruling decided each other way, one at a time."""
    planned = []
    for ruling in find(asked.game).rulings:
        for choice in ruling.choices[1:]:
            changes = {**asked.changes, f"ruling.{ruling.name}": choice}
            for cell in plan(replace(asked, changes=changes)):
                planned.append(
                    Planned(cell.cell, cell.strategies, {"ruling": f"{ruling.name} = {choice}"})
                )
    return planned


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


def total_steps(asked: Question, games: Budget) -> int:
    """What the progress of `play_all` counts up to: all games, and those looked at again."""
    steps = games.looks.steps + games.glances.steps * (len(rungs(find(asked.game))) - 1)
    return total_games(asked, games) + steps * len(plan(asked))


def total_games(asked: Question, games: Budget) -> int:
    """How many games `play_all` will play, playouts not counted."""
    _, data = check(asked)
    game = find(asked.game)
    strong = replace(asked, lineup=(rungs(game)[-1],))
    table = plan(strong)
    cards = sum(1 + len(removal_plan(strong, base)) for base in table)
    mapped, _ = map_cells(strong, [p.cell.players for p in table])
    swept = sum(
        len(sweep_cells(strong, sweep, base)[0]) for sweep in game.report.sweeps for base in table
    )
    return (
        games.table * len(table) * len(rungs(game))
        + games.decks * len(table)
        + games.map * len(mapped)
        + games.sweeps * swept * len(ends(rungs(game)))
        + games.cards * cards
        + games.decks * (len(deck_plan(strong, data)) + len(ruling_plan(strong)))
    )


def play_all(asked: Question, games: Budget, progress: Progress | None = None) -> Runs:
    """Play everything that a report needs."""
    game, data = check(asked)
    ladder = rungs(game)

    def answer(question: Question, planned: list[Planned]) -> Answer:
        return Answer(question, play_cells(question, planned, progress))

    table = []
    for name in ladder:
        rung = replace(asked, lineup=(name,), games=games.table)
        table.append(answer(rung, plan(rung)))
    strong = replace(asked, lineup=(ladder[-1],))
    counts = [result.planned.cell.players for result in table[-1].results]
    mapped = replace(strong, games=games.map)
    cells, left_out = map_cells(mapped, counts)
    swept = replace(asked, games=games.sweeps)
    decks = replace(strong, games=games.decks)
    fresh = replace(decks, seed=(asked.seed + FRESH) % 2**63)
    return Runs(
        ladder=ladder,
        table=table,
        fresh=answer(fresh, plan(fresh)),
        map=answer(mapped, cells),
        map_left_out=left_out,
        parameter=game.report.map_parameter,
        sweeps=[play_sweeps(swept, s, ends(ladder), progress) for s in game.report.sweeps],
        cards=_cards(replace(strong, games=games.cards), progress),
        decks=answer(decks, deck_plan(decks, data)),
        rulings=answer(decks, ruling_plan(decks)),
        qualities=[
            measure(
                [[result] for result in rung.results],
                games.effort(rung is table[-1]),
                asked.threads,
                progress,
            )
            for rung in table
        ],
        effort=games.looks,
        games=total_games(asked, games),
    )


def _cards(asked: Question, progress: Progress | None) -> list[CardChange]:
    found = []
    for base in plan(asked):
        removals = removal_plan(asked, base)
        if removals:
            before, changes = compare(asked, base, [cell for _, _, cell in removals], progress)
            for (title, copies, _), change in zip(removals, changes, strict=True):
                found.append(CardChange(base.cell.players, title, copies, before, change))
    return found
