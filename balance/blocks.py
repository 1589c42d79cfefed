"""Blocks: the same game ids of several cells, played side by side and added up.

Only sums are kept: of each cell its tally, and of each **contrast** (some cells added, others taken
off; mostly one cell minus the base) the paired sums of every quantity. Sums are whole numbers: they
add exactly, in any order.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, ClassVar

import numpy as np

from balance.keeping import AtHand, Summed, cell_of, cells_about
from balance.stats import PairedSums
from sims.core import runner
from sims.core.catalogue import games
from sims.core.contract import Measure
from sims.core.kernel import kernel
from sims.core.tally import DRAW, UNFINISHED, Tally, tally

Contrast = tuple[tuple[int, ...], tuple[int, ...]]
"""Places of the cells that are added and of those that are taken off; as many of each."""


@dataclass(frozen=True)
class Sums:
    """Paired sums of a contrast by quantity, and the games in which it is not zero.

    `changed` counts the games by `outcome` (another winner, or one where there was none) and by
    `turns`. Quantities of `paired`: `turns`, `unfinished`, `draws`, for each seat from 1 `seat.1`
    (games won),
    `seat.1.least` and `seat.1.most` (with unfinished games taken as won where that makes the
    contrast least, most), and `measure.NAME` (over all seats; of a measure of won games only, the
    games won in every cell of the contrast). `crossed`: for a contrast of two cells the products of
    `balance.stats.Crossed`, in its order.
    """

    games: int
    changed: Mapping[str, int]
    paired: Mapping[str, PairedSums]
    crossed: tuple[int, ...] = ()

    def __add__(self, other: "Sums") -> "Sums":
        """The sums over both."""
        return Sums(
            self.games + other.games,
            {k: v + other.changed[k] for k, v in self.changed.items()},
            {k: v + other.paired[k] for k, v in self.paired.items()},
            tuple(a + b for a, b in zip(self.crossed, other.crossed, strict=True)),
        )

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        paired = {k: list(astuple(v)) for k, v in self.paired.items()}
        return {
            "games": self.games, "changed": dict(self.changed), "paired": paired,
            "crossed": list(self.crossed),
        }  # fmt: skip

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Sums":
        """The sums that `plain` described."""
        paired = {k: PairedSums(*v) for k, v in plain["paired"].items()}
        return cls(plain["games"], dict(plain["changed"]), paired, tuple(plain["crossed"]))


@dataclass(frozen=True)
class Counts:
    """What a block of cells yields: a tally a cell, sums a contrast. Blocks of other ids add."""

    tallies: tuple[Tally, ...]
    sums: tuple[Sums, ...]

    @property
    def games(self) -> int:
        """How many games of each cell."""
        return self.tallies[0].games

    def __add__(self, other: "Counts") -> "Counts":
        """The counts over both."""
        return Counts(
            tuple(a + b for a, b in zip(self.tallies, other.tallies, strict=True)),
            tuple(a + b for a, b in zip(self.sums, other.sums, strict=True)),
        )

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            "tallies": [tally.plain() for tally in self.tallies],
            "sums": [sums.plain() for sums in self.sums],
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Counts":
        """The counts that `plain` described."""
        return cls(
            tuple(Tally.of_plain(tally) for tally in plain["tallies"]),
            tuple(Sums.of_plain(sums) for sums in plain["sums"]),
        )


@dataclass(frozen=True)
class Block(Summed):
    """The same game ids of several cells with as many players, and contrasts: `keeping.Kept`."""

    kind: ClassVar[str] = "block"
    what: ClassVar[str] = "setups or lineups compared game by game"
    jobs: tuple[runner.Job, ...]
    contrasts: tuple[Contrast, ...]

    @property
    def first(self) -> int:
        """The first game id."""
        return self.jobs[0].first

    @property
    def games(self) -> int:
        """How many games of each cell."""
        return self.jobs[0].games

    def part(self, first: int, games: int) -> "Block":
        """Other games of the same cells."""
        return replace(self, jobs=tuple(job.part(first, games) for job in self.jobs))

    def prepare(self) -> None:
        """Compile what any of the cells needs."""
        for job in self.jobs:
            job.prepare()

    def play(self, stop: np.ndarray | None = None) -> Counts:
        """Play them and add up; of each cell as many as of the one that was stopped first."""
        played = [runner.play_records(job, stop) for job in self.jobs]
        fewest = min(map(len, played))
        return self._count([records[:fewest] for records in played])

    def _count(self, records: Sequence[np.ndarray]) -> Counts:
        first = self.jobs[0].cell
        game, players = games()[first.game], first.players
        values = [_values(game.measures, record, players) for record in records]
        tallies = zip(self.jobs, records, strict=True)
        return Counts(
            tuple(tally(game, job.cell, record) for job, record in tallies),
            tuple(_sums(game.measures, values, players, contrast) for contrast in self.contrasts),
        )

    def nothing(self) -> Counts:
        """The counts of no game."""
        engine = kernel(self.jobs[0].cell.game)
        return self._count([np.zeros(0, engine.records.RECORD_DTYPE)] * len(self.jobs))

    def read(self, plain: Mapping[str, Any]) -> Counts:
        """The counts that `plain` described."""
        return Counts.of_plain(plain)

    def about(self) -> dict[str, Any]:
        """All that decides the counts."""
        return cells_about(self, self.jobs, contrasts=self.contrasts)

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: AtHand) -> "Block":
        """The block that `about` described, of game 0 alone."""
        jobs = [at_hand.job(cell_of(cell), about["seed"]) for cell in about["cells"]]
        contrasts = [(tuple(plus), tuple(minus)) for plus, minus in about["contrasts"]]
        return cls(tuple(jobs), tuple(contrasts))


@dataclass(frozen=True)
class _Values:
    """A cell's values by quantity and game, as 64-bit whole numbers."""

    plain: np.ndarray  # (3 + seats, games): turns, unfinished, draws, won by seat
    perhaps: np.ndarray  # (seats, games): won or unfinished
    measures: np.ndarray  # (measures, games)
    won: np.ndarray  # (games,): whether anybody won


def _measured(measure: Measure, records: np.ndarray, players: int) -> np.ndarray:
    """A measure's value of each game, over all seats."""
    values = records[measure.field]
    if measure.kind == "mask":
        return np.bitwise_count(values.astype(np.int64) & ((1 << players) - 1)).astype(np.int64)
    if measure.kind == "seats":
        total: np.ndarray = values[:, :players].sum(axis=1, dtype=np.int64)
        return total
    return values.astype(np.int64)


def _values(measures: Sequence[Measure], records: np.ndarray, players: int) -> _Values:
    winner = records["winner"]
    unfinished = winner == UNFINISHED
    won = winner == np.arange(players)[:, None]
    plain = np.vstack([records["turns"], unfinished, winner == DRAW, won])
    kept = [_measured(measure, records, players) for measure in measures]
    return _Values(
        plain.astype(np.int64),
        (won | unfinished).astype(np.int64),
        np.vstack(kept) if kept else np.zeros((0, len(records)), np.int64),
        winner >= 0,
    )


def _added(values: Sequence[np.ndarray]) -> np.ndarray:
    total: np.ndarray = np.add.reduce(values)
    return total


def _paired(a: np.ndarray, b: np.ndarray) -> list[PairedSums]:
    """Paired sums of each row of a against that of b (quantities, games)."""
    n = a.shape[1]
    columns = (a.sum(1), b.sum(1), (a * a).sum(1), (b * b).sum(1), (a * b).sum(1))
    return [PairedSums(n, *row) for row in zip(*(c.tolist() for c in columns), strict=True)]


def _sums(
    measures: Sequence[Measure], values: Sequence[_Values], players: int, contrast: Contrast
) -> Sums:
    plus, minus = ([values[i] for i in places] for places in contrast)
    seats = [f"seat.{seat + 1}" for seat in range(players)]
    a, b = _added([v.plain for v in plus]), _added([v.plain for v in minus])
    paired = dict(zip(["turns", "unfinished", "draws", *seats], _paired(a, b), strict=True))
    a_perhaps, b_perhaps = _added([v.perhaps for v in plus]), _added([v.perhaps for v in minus])
    least, most = _paired(a[3:], b_perhaps), _paired(a_perhaps, b[3:])
    for end, found in (("least", least), ("most", most)):
        paired |= {f"{seat}.{end}": sums for seat, sums in zip(seats, found, strict=True)}
    won = np.logical_and.reduce([v.won for v in (*plus, *minus)])
    x, y = _added([v.measures for v in plus]), _added([v.measures for v in minus])
    for i, measure in enumerate(measures):
        kept = won if measure.won_only else np.ones_like(won)
        [paired[f"measure.{measure.name}"]] = _paired(x[i : i + 1, kept], y[i : i + 1, kept])
    differs = a != b
    changed = {"outcome": int(differs[1:].any(axis=0).sum()), "turns": int(differs[0].sum())}
    crossed: tuple[int, ...] = ()
    if len(plus) == len(minus) == 1:
        ends = ((a[3:], a_perhaps), (b[3:], b_perhaps))
        products = [x @ y.T for x in ends[0] for y in ends[1]]
        crossed = tuple(int(count) for product in products for count in product.flat)
    return Sums(a.shape[1], changed, paired, crossed)
