"""What a report plays: the table at each strategy, a map, card removals, decks, rulings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from balance.api import Answer
from balance.carding import Asked, Cards
from balance.carding.answer import run as run_cards
from balance.carding.answer import total_games as total_card_games
from balance.planning import Planned, Question, check, plan
from balance.playing import play_cells
from balance.profiles import Profiles
from balance.qualities import Effort, Quality, measure
from balance.recommending import Recommendation, planned
from balance.recommending.search import Plan, most_games, search
from balance.recommending.space import setups
from balance.reporting import profiles
from balance.reporting.sweeps import LeftOut, SweepRun, play_sweeps, possible, sweep_cells
from sims.core.catalogue import find
from sims.core.cells import value_at
from sims.core.contract import Game
from sims.core.data import Data
from sims.core.schedule import Progress
from sims.core.strategies import shipped

FRESH = 2**32
"""What is added to the seed for games on which picked findings are seen again."""


LEAST = Effort(games=4, looks=4, playouts=4, deals=8, replays=2)
"""The least that game quality can be measured with."""


@dataclass(frozen=True)
class Budget:
    """Games of each cell, by what the cell is for. Fixed, so that a report can be made again."""

    table: int
    map: int
    sweeps: int
    cards: int
    decks: int
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
            decks=1_024 * k,
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
        decks=8_192 * k,
        advice=4_096 * k,
        sample=100,
        looks=Effort(games=40 * k, looks=16, playouts=64, deals=512 * k, replays=8),
        glances=Effort(games=24 * k, looks=12, playouts=32, deals=256 * k, replays=8),
        profiles=8_192,
    )


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
    cards: Cards
    decks: Answer
    rulings: Answer
    qualities: list[list[Quality]]
    effort: Effort
    advice: Recommendation
    profiles: list[Profiles]
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
    search_plan = advice_plan(asked, games)
    most = most_games(search_plan, setups(search_plan.question, search_plan.axes))
    return most + _settled_games(asked, games)


def _settled_games(asked: Question, games: Budget) -> int:
    """How many games are played beside the searches, whose number depends on what they find."""
    _, data = check(asked)
    game = find(asked.game)
    strong = replace(asked, lineup=(rungs(game)[-1],))
    table = plan(strong)
    mapped, _ = map_cells(strong, [p.cell.players for p in table])
    swept = sum(
        len(sweep_cells(strong, sweep, base)[0]) for sweep in game.report.sweeps for base in table
    )
    looked_at = games.looks.steps + games.glances.steps * (len(rungs(game)) - 1)
    return (
        games.table * len(table) * len(rungs(game))
        + looked_at * len(table)
        + games.decks * len(table)
        + games.map * len(mapped)
        + games.sweeps * swept * len(ends(rungs(game)))
        + total_card_games(cards_asked(asked, games))
        + games.decks * (len(deck_plan(strong, data)) + len(ruling_plan(strong)))
        + profiles.total_games(asked, rungs(game), games.profiles)
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
    searched = advice_plan(asked, games)
    advice = Recommendation(searched, search(searched, progress))
    fresh = replace(decks, seed=(asked.seed + FRESH) % 2**63)
    characters, played = profiles.play(asked, ladder, games.profiles, progress)
    return Runs(
        ladder=ladder,
        table=table,
        fresh=answer(fresh, plan(fresh)),
        map=answer(mapped, cells),
        map_left_out=left_out,
        parameter=game.report.map_parameter,
        sweeps=[play_sweeps(swept, s, ends(ladder), progress) for s in game.report.sweeps],
        cards=run_cards(cards_asked(asked, games), progress),
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
        profiles=characters,
        advice=advice,
        games=_settled_games(asked, replace(games, profiles=0)) + advice.played + played,
    )
