"""From a question's options to cells that can be played: players, lineups, rotations, grids."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from sims.core import cells, strategies
from sims.core.catalogue import find
from sims.core.contract import Cell, Game
from sims.core.data import DRAW, Data, read_data
from sims.core.errors import DesignerError, shown, unknown
from sims.core.strategies import Strategy

MAX_CELLS = 20_000
MAX_GAMES = 10**12
"""Games of a cell: more than a month of any machine, and far from the end of the game ids."""
MAX_THREADS = 1024
WHO = ("lineup", "profiles")
"""Axes of a sweep that say who sits at the table; `+` joins the names of a lineup."""


@dataclass(frozen=True)
class Question:
    """What every command that plays games is asked with; the command line's shared options.

    `changes` holds `--set`, `--deck` and `--ruling` as one mapping (see `sims.core.cells`).
    """

    game: str
    players: tuple[int, ...] = ()
    lineup: tuple[str, ...] = ("random",)
    rotate: bool = False
    data: Path | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)
    profiles: tuple[str, ...] = ()
    games: int = 100_000
    seed: int = 1
    tolerance: float = 0.02
    threads: int = 0


FRESH = 2**32
"""What is added to the seed for games on which what was picked is seen again."""


def on_fresh_games(question: Question) -> Question:
    """The question, asked of other games than those on which something was picked."""
    return replace(question, seed=(question.seed + FRESH) % 2**63)


@dataclass(frozen=True)
class Planned:
    """A cell to be played, its strategies, and its place in a grid (`at`: axis to value)."""

    cell: Cell
    strategies: tuple[Strategy, ...]
    at: Mapping[str, Any] = field(default_factory=dict)

    @property
    def lineup(self) -> str:
        """The lineup in words: one name if all seats play the same."""
        names = [player.strategy for player in self.cell.lineup]
        return names[0] if len(set(names)) == 1 else ",".join(names)


Rotations = tuple[Planned, ...]
"""One setup with its lineup in every rotation that is played: a single cell without `--rotate`."""


def by_count(planned: Iterable[Planned]) -> dict[int, Rotations]:
    """The cells of one setup by player count, as `plan` made them: each count's rotations."""
    found: dict[int, Rotations] = {}
    for cell in planned:
        players = cell.cell.players
        found[players] = (*found.get(players, ()), cell)
    return found


def lineup_of(rotations: Rotations) -> str:
    """The lineup of a setup in words."""
    return rotations[0].lineup + (" in every rotation" if len(rotations) > 1 else "")


ROTATED = (
    "The lineup was played in all its rotations, each on as many games: everybody in it sat in "
    "every seat equally often, so what is said of a seat is not of who sat there."
)
"""What a reader has to know where a lineup was rotated."""


def check(question: Question) -> tuple[Game, Data]:
    """The game and its data folder; refuses what is impossible for any game."""
    game = find(question.game)
    if question.games < 1:
        raise DesignerError(f"--games {shown(question.games)}: at least 1 game is needed")
    if question.games > MAX_GAMES:
        raise DesignerError(f"--games {shown(question.games)}: at most {MAX_GAMES:,} can be played")
    if not 0 <= question.threads <= MAX_THREADS:
        raise DesignerError(
            f"--threads {shown(question.threads)}: allowed are 0 (one a processor) to {MAX_THREADS}"
        )
    if not 0 <= question.seed < 2**63:
        raise DesignerError(
            f"--seed {shown(question.seed)}: a whole number from 0 to 2**63 - 1 is needed"
        )
    if not 0 < question.tolerance < 0.5:
        raise DesignerError(
            f"--tolerance {question.tolerance * 100:g}: more than 0 and less than 50 points is "
            "needed"
        )
    return game, read_data(game, question.data)


def player_counts(text: str, game: Game) -> tuple[int, ...]:
    """The counts that `4`, `2:6` or `2,4` names."""
    counts = numbers(text, "--players")
    for count in counts:
        if count not in game.players:
            raise DesignerError(
                f"--players {text}: {game.title} is for {game.players.start} to "
                f"{game.players.stop - 1} players, not {count}"
            )
    return tuple(counts)


def numbers(text: str, what: str) -> list[int]:
    """Whole numbers written `20`, `20:45`, `20:45:5` (both ends in) or `20,25,30`."""
    found: list[int] = []
    for part in text.split(","):
        try:
            bounds = [int(bound) for bound in part.split(":")]
        except ValueError:
            raise DesignerError(
                f"{what} {text}: {part!r} is no whole number and no range like 20:45"
            ) from None
        if len(bounds) == 1:
            found += bounds
        elif len(bounds) <= 3 and (len(bounds) == 2 or bounds[2] > 0) and bounds[0] <= bounds[1]:
            step = bounds[2] if len(bounds) == 3 else 1
            last = min(bounds[1], bounds[0] + step * MAX_CELLS)  # enough to see that it is too much
            found += range(bounds[0], last + 1, step)
        else:
            raise DesignerError(
                f"{what} {text}: {part!r} is no range; write FROM:TO or FROM:TO:STEP"
            )
        if len(found) > MAX_CELLS:
            raise DesignerError(f"{what} {text}: more than {MAX_CELLS} values")
    return list(dict.fromkeys(found))


def axis(game: Game, text: str) -> tuple[str, list[Any]]:
    """A sweep's axis from `KEY=VALUES`, where VALUES is a range or a list with commas."""
    key, equals, values = text.partition("=")
    key = key.strip()
    if not equals or not values:
        raise DesignerError(f"--over {text}: write KEY=VALUES, like winning_cred=20:45")
    if game.profiles is not None and key == game.profiles.option:
        key = "profiles"
    if key not in WHO:
        cells.check_key(game, key, "--over")
    parameter = game.parameter(key)
    is_number = parameter is not None and parameter.kind == "int"
    is_range = ":" in values and key not in WHO
    if is_number or (is_range and not game.ruling(key.removeprefix(cells.RULING))):
        return key, list(numbers(values, f"--over {key}"))
    return key, [value.strip() for value in values.split(",")]


def rungs(game: Game) -> tuple[str, ...]:
    """The strategies that the game's report plan names, as far as they exist, weakest first."""
    known = strategies.shipped(game.name)
    return tuple(name for name in game.report.ladder if name in known) or ("random",)


def quick(game: str) -> list[str]:
    """The names of the strategies that ship, but for those that think as long as a weight says:
    they take part only where they are named.
    """
    known = strategies.shipped(game)
    return [name for name in known if strategies.BUDGET not in known[name].weights]


def around(names: Sequence[str], players: int, rotate: bool, option: str, what: str) -> list[str]:
    """A name a seat from one name, one a seat, or with `rotate` fewer, repeated round the table."""
    if len(names) > players:
        raise DesignerError(
            f"{option} names {len(names)} {what} for {players} players; name one for "
            f"everyone, or {players}"
        )
    if 1 < len(names) < players and not rotate:
        raise DesignerError(
            f"{option} names {len(names)} {what} for {players} players; name {players}, or "
            "add --rotate, where a command has it: it repeats the names around the table and plays "
            "every rotation"
        )
    return [names[seat % len(names)] for seat in range(players)]


@dataclass(frozen=True)
class Table:
    """Who sits at a table: a strategy a seat, and in games that have them a profile a seat."""

    strategies: tuple[Strategy, ...]
    profiles: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()


def seated(
    game: Game,
    data: Data,
    names: Sequence[str],
    profiles: Sequence[str],
    players: int,
    rotate: bool,
) -> list[Table]:
    """The tables to play: one, or with `rotate` each different rotation of it."""
    if profiles and game.profiles is None:
        raise DesignerError(f"--profiles: {game.title} has no profiles to choose")
    found = {name: strategies.find(game, name) for name in names}
    labels = {s.player().strategy for s in found.values()}
    if len(labels) < len({s.digest for s in found.values()}):
        raise DesignerError(
            f"--lineup {','.join(names)}: two different strategies are called "
            f"{', '.join(sorted(labels))}; rename a file, so that results can tell them apart"
        )
    who = around(names, players, rotate, "--lineup", "strategies")
    pool: tuple[str, ...] = ()
    if tuple(profiles) == (DRAW,):
        profiles, pool = (), tuple(data.profiles)
    option = f"--{game.profiles.option}" if game.profiles else "--profiles"
    what = around(profiles, players, rotate, option, "profiles") if profiles else []
    tables: dict[Any, Table] = {}
    for by in range(players if rotate else 1):
        turn = [(seat + by) % players for seat in range(players)]
        lineup = tuple(found[who[seat]] for seat in turn)
        sat = tuple(what[seat] for seat in turn) if what else ()
        who_sits = tuple((s.name, s.digest) for s in lineup)
        tables.setdefault((who_sits, sat), Table(lineup, sat, pool))
    return list(tables.values())


def weights_of(
    strategy: Strategy, data: Data, players: int, changes: Mapping[str, Any]
) -> dict[str, float]:
    """The weights that the data folder gives a strategy at a player count, with those that
    `weights.NAME.KEY` changes.
    """
    given = strategies.borrowed(strategy, data, players)
    given |= data.weights_for(strategy.family, strategy.of, players)
    for key, value in changes.items():
        if key.startswith(cells.WEIGHTS):
            name, _, weight = key.removeprefix(cells.WEIGHTS).partition(".")
            if name == strategy.family:
                if weight not in strategy.weights:
                    raise unknown(f"weight of {name}", weight, strategy.weights, key)
                if weight == strategies.BUDGET and strategy.budget is not None:
                    raise DesignerError(f"{key}: the lineup says {strategy.name} already")
                try:
                    given[weight] = float(value)
                except (TypeError, ValueError, OverflowError):
                    given[weight] = math.nan
                if not math.isfinite(given[weight]):
                    raise DesignerError(f"{key} is {shown(value)}; a number is needed")
    return given


def check_weights(
    game: Game, question: Question, over: Sequence[tuple[str, Sequence[Any]]]
) -> None:
    """Refuse `weights.NAME.KEY` where nobody in any of the lineups is called NAME."""
    keys = [k for k in (*question.changes, *(k for k, _ in over)) if k.startswith(cells.WEIGHTS)]
    if not keys:
        return
    lineups = [str(value).split("+") for key, values in over if key == "lineup" for value in values]
    names = {
        strategies.find(game, n).family for line in lineups or [list(question.lineup)] for n in line
    }
    for key in keys:
        name = key.removeprefix(cells.WEIGHTS).partition(".")[0]
        if name not in names:
            raise unknown("strategy in the lineup", name, names, key)


def is_of_profile(game: Game, key: str) -> bool:
    """Whether a key, as after `--set`, is a value of a profile."""
    return game.profiles is not None and key.startswith(f"{game.profiles.option}.")


def sitting(cell: Cell, key: str, where: str) -> Mapping[str, Any]:
    """The profile that a key is of; refuses one that nobody at the table is or can draw."""
    kind = find(cell.game).profiles
    assert kind is not None
    name = key.split(".")[1]
    known = {profile["name"]: profile for profile in cell.profiles or cell.profile_pool}
    if name not in known:
        raise DesignerError(
            f"{where} {key}: no {kind.one} at the table is {name!r}, but {', '.join(known)}; "
            f"--{kind.option} says who sits there"
        )
    return known[name]


def check_swept(question: Question, planned: Sequence[Planned], keys: Iterable[str]) -> None:
    """Refuse to sweep what is set, too, or what is a profile's that sits in none of the cells."""
    for key in keys:
        if key in question.changes:
            raise DesignerError(f"--over {key}: it is set, too; leave out one of the two")
        if planned and is_of_profile(find(question.game), key):
            name = key.split(".")[1]
            tables = [p.cell.profiles or p.cell.profile_pool for p in planned]
            if not any(profile["name"] == name for table in tables for profile in table):
                sitting(planned[0].cell, key, "--over")


def plan(
    question: Question, over: Sequence[tuple[str, Sequence[Any]]] = (), where: str = ""
) -> list[Planned]:
    """Every cell of a question: counts x grid x rotations. Raises before anything is played.

    `where` says in errors where the changes come from, if not from `--set` or `--over`.
    """
    game, data = check(question)
    counts = question.players or tuple(sorted(data.table))
    size = len(counts)
    for _, values in over:
        size *= len(values)
    if size > MAX_CELLS:
        raise DesignerError(
            f"the sweep has {size} cells; at most {MAX_CELLS} can be played at once"
        )
    check_weights(game, question, over)
    planned = []
    for players in counts:
        for point in product(*(values for _, values in over)):
            at = dict(zip((key for key, _ in over), point, strict=True))
            changes = {**question.changes, **{k: v for k, v in at.items() if k not in WHO}}
            names = str(at["lineup"]).split("+") if "lineup" in at else question.lineup
            seats = tuple(str(at["profiles"]).split("+")) if "profiles" in at else question.profiles
            for table in seated(game, data, names, seats, players, question.rotate):
                chosen = [s.player(weights_of(s, data, players, changes)) for s in table.strategies]
                source = where or ("--over" if at else "--set")
                cell = cells.build_cell(
                    data, players, changes, chosen, source, table.profiles, table.pool
                )
                planned.append(Planned(cell, table.strategies, at))
    return planned
