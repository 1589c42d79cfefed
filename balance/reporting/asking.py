"""What will be played for a report: the cells and plans of each of its parts."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from balance import comparing, probing
from balance.carding import Asked
from balance.carding.answer import total_games as total_card_games
from balance.clarifying import open_questions
from balance.comparing import ladder
from balance.comparing.variants import AS_GIVEN, Variant
from balance.planning import Planned, Question, plan, rungs
from balance.recommending import planned
from balance.recommending.search import Plan, most_games
from balance.recommending.space import setups
from balance.reporting import profiles
from balance.reporting.order import MINE, Order, sweep_address
from balance.reporting.runs import Budget
from balance.reporting.sweeps import LeftOut, possible, sweep_cells
from balance.tournaments.fields import Field, fields
from sims.core.catalogue import find
from sims.core.cells import value_at
from sims.core.contract import ReportSweep
from sims.core.restricting import things


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


def compare_plan(order: Order, games: Budget) -> comparing.Plan | None:
    """The table beside another, or the printed one beside it; None where there is only one."""
    asked = replace(order.asked, games=games.rulings)
    if order.beside is not None:
        return comparing.make_plan(asked, [AS_GIVEN[0], order.beside], ladder(asked.game))
    if asked.data is None and not asked.changes:
        return None
    printed = replace(asked, data=None, changes={})
    mine = Variant(MINE, asked.data, asked.changes)
    return comparing.make_plan(printed, [Variant(AS_GIVEN[0]), mine], ladder(asked.game))


def cards_asked(asked: Question, games: Budget) -> Asked:
    """What is played to see what each card does, among the strongest players and the others."""
    strong = replace(asked, lineup=(rungs(find(asked.game))[-1],), games=games.cards)
    return Asked(strong, sample=games.sample)


def advice_plan(asked: Question, games: Budget) -> Plan:
    """What is searched for the setup to print: the map's parameter, among the strongest players."""
    strong = replace(asked, lineup=(rungs(find(asked.game))[-1],), games=games.advice)
    return planned(strong, (), ())


def sweeps(order: Order) -> list[ReportSweep]:
    """The game's sweeps that sections ask for."""
    every = order.game.report.sweeps
    return [s for s in every if order.shows("sweeps", sweep_address(s.key))]


def tournament(asked: Question, games: Budget) -> list[Field]:
    """The tables at which the ladder's strategies meet; none without games for it."""
    names = rungs(find(asked.game))
    if not games.tournament or len(names) < 2:
        return []
    return fields(replace(asked, games=games.tournament), names)


def probe_plan(asked: Question, games: Budget) -> probing.Plan | None:
    """What is taken from a player, among the two strongest rungs at the middle player count.

    None without games for it, and for a game that declares nothing to do without.
    """
    game = find(asked.game)
    if not games.probe or not things(game):
        return None
    counts = [planned.cell.players for planned in plan(asked)]
    at = replace(asked, players=(counts[len(counts) // 2],), games=games.probe)
    return probing.make_plan(at, rungs(game)[-2:])


def parts(order: Order, games: Budget) -> dict[str, int]:
    """What is played beside the table, the most important first, and about how many games each.

    Of what is searched (the setup to print, sizes of profiles) the most that may be played.
    """
    asked = order.asked
    names = rungs(order.game)
    strong = replace(asked, lineup=(names[-1],))
    table = plan(strong)
    mapped, _ = map_cells(strong, [p.cell.players for p in table])
    swept = sum(
        len(sweep_cells(strong, sweep, base)[0]) for sweep in sweeps(order) for base in table
    )
    sought = advice_plan(asked, games)
    clarified, compared = ruling_plan(asked, games), compare_plan(order, games)
    probed = probe_plan(asked, games)
    looked_at = games.looks.steps + games.glances.steps * (len(names) - 1)
    mends = games.advice * (len(names) + 1) * len(table)
    sizes = {
        "compared": (games.rulings + games.glances.steps) * compared.cells if compared else 0,
        "map": games.map * len(mapped),
        "advice": most_games(sought, setups(sought.question, sought.axes)) + mends,
        "rulings": games.rulings * clarified.cells if clarified else 0,
        "profiles": profiles.total_games(asked, names, games.profiles),
        "cards": total_card_games(cards_asked(asked, games)),
        "fresh": games.fresh * len(table),
        "sweeps": games.sweeps * swept * len(ends(names)),
        "probe": probed.games if probed else 0,
        "tournament": sum(field.steps for field in tournament(asked, games)),
        "qualities": looked_at * len(table),
        "sample": 0,
    }
    return {name: size for name, size in sizes.items() if name in order.parts()}


def total_games(order: Order, games: Budget) -> int:
    """The most games that `play_all` will play, but for the search of profiles: for the bar."""
    names = rungs(order.game)
    rows = len(plan(replace(order.asked, lineup=(names[-1],))))
    return games.table * rows * len(names) + sum(parts(order, games).values())
