"""What a report is asked for: the question, and which of its sections in which time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from balance.comparing.variants import Given
from balance.planning import Question, check
from sims.core.catalogue import find
from sims.core.contract import Game
from sims.core.errors import DesignerError, unknown
from sims.core.restricting import things

NEEDS = {
    "map": ("map",),
    "table": (),
    "advice": ("advice",),
    "compare": ("compared",),
    "seats": (),
    "lengths": (),
    "endings": (),
    "by-seat": (),
    "traits": ("fresh",),
    "sweeps": ("sweeps",),
    "quality": ("qualities",),
    "cards": ("cards",),
    "probe": ("probe",),
    "profiles": ("profiles",),
    "strength": (),
    "strategies": ("tournament",),
    "rulings": ("rulings",),
    "sample": ("sample",),
}
"""The sections that `--only` names, and what has to be played for each beside the table."""

PARTS = tuple(dict.fromkeys(part for parts in NEEDS.values() for part in parts))
"""What is played beside the table."""

SWEEP = "sweep-"

MINE = "this table"
"""The report's own table, where it has been changed and stands beside the printed one."""


def sweep_address(key: str) -> str:
    """A sweep's key as the name of a file and of a part of the page."""
    return SWEEP + re.sub(r"[^a-z0-9]+", "-", key.lower()).strip("-")


@dataclass(frozen=True)
class Order:
    """A report as it was ordered.

    `beside` is what the table is compared with, as `balance compare` takes it. `only` names
    sections (keys of `NEEDS`, or the address of one sweep); all of them if empty. With `minutes`
    the report takes about that long.
    """

    asked: Question
    quick: bool = False
    beside: Given | None = None
    only: tuple[str, ...] = field(default=())
    minutes: float | None = None

    @property
    def game(self) -> Game:
        """The game."""
        return find(self.asked.game)

    def parts(self) -> frozenset[str]:
        """What has to be played beside the table."""
        if not self.only:
            return frozenset(PARTS)
        names = {"sweeps" if name.startswith(SWEEP) else name for name in self.only}
        return frozenset(part for name in names for part in NEEDS[name])

    def shows(self, *names: str) -> bool:
        """Whether a section that goes by any of these names is asked for."""
        return not self.only or any(name in self.only for name in names)


def sections_of(game: Game) -> list[str]:
    """The names that `--only` knows for a game."""
    return [*NEEDS, *(sweep_address(sweep.key) for sweep in game.report.sweeps)]


def check_order(order: Order) -> Order:
    """The order, its sections each once; a `DesignerError` for what is impossible."""
    check(order.asked)
    _check_sections(order.game, order.only)
    if order.minutes is not None and not 0 < order.minutes <= 60 * 24 * 7:
        raise DesignerError(
            f"--budget {order.minutes:g}: a number of minutes is needed, more than 0, at most a "
            "week (10080)"
        )
    if order.minutes is not None and order.quick:
        raise DesignerError(
            "--budget and --quick: a budget plays everything quickly first anyway; name one of them"
        )
    if "compare" in order.only and order.beside is None and not _is_changed(order.asked):
        raise DesignerError(
            "--only compare: there is nothing to compare; name another table with --compare"
        )
    return order


def _is_changed(asked: Question) -> bool:
    return asked.data is not None or bool(asked.changes)


def _check_sections(game: Game, only: Sequence[str]) -> None:
    known = sections_of(game)
    for name in only:
        if name not in known:
            raise unknown("section", name, known, "--only")
        if name == "probe" and not things(game):
            raise DesignerError(
                f"--only probe: {game.title} declares nothing that a player can do without"
            )
        if name == "profiles" and game.profiles is None:
            raise DesignerError(f"--only profiles: the players of {game.title} do not differ")
