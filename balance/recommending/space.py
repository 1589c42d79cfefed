"""The setups that are tried: the grid of the free values, and the printed table among them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from balance.labels import label
from balance.planning import (
    MAX_CELLS,
    Planned,
    Question,
    Rotations,
    check,
    is_of_profile,
    plan,
    sitting,
)
from balance.recommending.targets import Games
from sims.core.catalogue import find
from sims.core.cells import DECK, DECK_FIELD, RULING, value_at
from sims.core.contract import Cell, Game
from sims.core.errors import DesignerError
from sims.core.tally import Tally

Axes = Sequence[tuple[str, Sequence[Any]]]


@dataclass(eq=False)
class Setup:
    """A setup that is tried at one player count: its values on the axes, and what was played.

    `halves` hold its games of the race, game ids alternating by round between the two. Where the
    lineup is rotated, all games are shared out among its rotations, each as many.
    """

    players: int
    at: Mapping[str, Any]
    rotations: Rotations
    printed: bool = False
    halves: list[Tally] = field(default_factory=list)
    fresh: Tally | None = None

    def __post_init__(self) -> None:
        self.halves = [Tally(players=self.players), Tally(players=self.players)]

    @property
    def planned(self) -> Planned:
        """Its cell, in the first rotation of the lineup."""
        return self.rotations[0]

    def evenly(self, games: int) -> int:
        """So many games, or the few more that each rotation needs to get as many in both halves."""
        step = 2 * len(self.rotations) if len(self.rotations) > 1 else 1
        return -(-games // step) * step

    @property
    def played(self) -> int:
        """Games that it has played in the race."""
        return self.halves[0].games + self.halves[1].games

    @property
    def race(self) -> Games:
        """Its games of the race."""
        return Games.of_halves(*self.halves)

    @property
    def games(self) -> Games:
        """Its fresh games, or those of the race if it has none."""
        return self.race if self.fresh is None else Games.fresh(self.fresh, self.race.whole)


def default_axes(game: Game) -> dict[int, Axes]:
    """By player count what is free when nothing is asked for: the parameter of the report's map."""
    plan_ = game.report
    return {n: [(plan_.map_parameter, list(values))] for n, values in plan_.map_values.items()}


def check_axes(game: Game, axes: Axes) -> None:
    """Refuse an axis that no table can print, or that would be told twice."""
    names = [key for key, _ in axes]
    for key in names:
        rules = key == DECK or key.startswith((DECK_FIELD, RULING)) or bool(game.parameter(key))
        if not (rules or is_of_profile(game, key)):
            raise DesignerError(
                f"--over {key}: it is not part of a table; what can be recommended are the setup's "
                "parameters, deck, deck.TITLE.FIELD, ruling.NAME"
                + (f" and {game.profiles.option}.NAME.KEY" if game.profiles else "")
            )
        if key == game.turn_limit:
            raise DesignerError(
                f"--over {key}: it caps the simulated game and is no rule; --set changes it"
            )
        if names.count(key) > 1:
            raise DesignerError(f"--over {key}: it is given twice; one list of values is needed")


def is_of_row(game: Game, key: str) -> bool:
    """Whether the table can hold a value of this key for each player count.

    Rulings and profiles are the same for all of them: there is one file for the folder.
    """
    return key == DECK or key.startswith(DECK_FIELD) or game.parameter(key) is not None


def printed_value(cell: Cell, key: str) -> Any:
    """What a cell holds for a key of an axis; refuses a profile that nobody at the table is."""
    if key == DECK:
        return cell.deck_name
    if is_of_profile(find(cell.game), key):
        return sitting(cell, key, "--over")[key.split(".")[2]]
    return value_at(cell, key)


def setups(asked: Question, axes: Axes) -> dict[int, list[Setup]]:
    """Every possible setup by player count, each once, the printed one first.

    With no `axes` the game's own map is the grid. What a game cannot be played with (more cards
    dealt than there are) is left out; a value that is impossible everywhere raises its error.
    """
    game, data = check(asked)
    counts = asked.players or tuple(sorted(data.table))
    check_axes(game, axes)
    by_count = dict.fromkeys(counts, axes) if axes else default_axes(game)
    found = {}
    problems: dict[tuple[str, str], DesignerError] = {}
    possible: set[tuple[str, str]] = set()
    total = 0
    for players in counts:
        size = 1
        for _, values in by_count[players]:
            size *= len(values)
        total += size
        if total > MAX_CELLS:
            raise DesignerError(f"--over: more than {MAX_CELLS} setups; try fewer values")
        found[players] = _at_count(
            replace(asked, players=(players,)), by_count[players], problems, possible
        )
    for value, problem in problems.items():
        if value not in possible:
            raise problem
    return found


def _at_count(
    asked: Question,
    axes: Axes,
    problems: dict[tuple[str, str], DesignerError],
    possible: set[tuple[str, str]],
) -> list[Setup]:
    """The setups of one player count; notes which values of the axes are possible."""
    rotations = tuple(plan(asked))
    printed = rotations[0]
    players = printed.cell.players
    keys = [key for key, _ in axes]
    first = Setup(players, {key: printed_value(printed.cell, key) for key in keys}, rotations, True)
    found = {str(printed.cell.plain()): first}
    for point in product(*(values for _, values in axes)):
        at = dict(zip(keys, point, strict=True))
        told = [(key, str(value)) for key, value in at.items()]
        try:
            rotations = tuple(plan(asked, [(key, [value]) for key, value in at.items()]))
        except DesignerError as problem:
            for value in told:
                problems.setdefault(value, problem)
            continue
        possible.update(told)
        cell = rotations[0].cell
        read = {key: printed_value(cell, key) for key in keys}
        found.setdefault(str(cell.plain()), Setup(players, read, rotations))
    return list(found.values())


def shown(value: Any) -> str:
    """A value of an axis as a person reads it."""
    if isinstance(value, list | tuple):
        return " + ".join(map(str, value)) or "none"
    return str(value)


def words(game_name: str, at: Mapping[str, Any]) -> str:
    """A setup's values as a phrase: `winning cred 27, gov limit 3`."""
    game = find(game_name)
    return ", ".join(f"{label(game, key, unit=False)} {shown(value)}" for key, value in at.items())
