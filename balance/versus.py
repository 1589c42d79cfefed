"""One player replaced by another, all else the same: paired by game id over some seats.

A **side** is some lineups, in each of which one seat is watched. Both sides are played on the same
game ids, and what the watched seats won on one id is one observation. So deals, chances and the
seats' own luck cancel in the difference as far as they are the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any, ClassVar

import numpy as np

from balance.keeping import AtHand, Summed, cell_of, lineup_of
from balance.stats import PairedSums, paired_difference
from sims.core import runner
from sims.core.contract import Cell, Player
from sims.core.strategies import Strategy, mark_of
from sims.core.tally import UNFINISHED

KINDS = ("won", "least", "most", "shared")
"""Wins as counted; with unfinished games as they make the difference least and most; and with each
unfinished game shared by all players, times the number of players."""


@dataclass(frozen=True)
class Seated:
    """A strategy with its weights."""

    strategy: Strategy
    player: Player

    @property
    def free(self) -> dict[str, float]:
        """The weights that tuning may change."""
        held = mark_of(self.strategy.function).held
        known = zip(self.strategy.weights, self.player.weights, strict=True)
        return {name: value for name, value in known if name not in held}

    def with_weights(self, weights: Mapping[str, float]) -> "Seated":
        """The same strategy with some other weights."""
        known = dict(zip(self.strategy.weights, self.player.weights, strict=True))
        return replace(self, player=self.strategy.player({**known, **weights}))


@dataclass(frozen=True)
class Side:
    """Jobs on the same game ids, and the seat (from 0) that is watched in each."""

    jobs: tuple[runner.Job, ...]
    seats: tuple[int, ...]

    def __add__(self, other: "Side") -> "Side":
        """The jobs of both."""
        return Side(self.jobs + other.jobs, self.seats + other.seats)

    def part(self, first: int, games: int) -> "Side":
        """Other game ids."""
        return replace(self, jobs=tuple(job.part(first, games) for job in self.jobs))


def one_among(
    cell: Cell, one: Seated, others: Seated, seats: Sequence[int], seed: int, first: int, ids: int
) -> Side:
    """One player in each of some seats (from 0) in turn, everybody else the same other player."""
    jobs = []
    for seat in seats:
        sit = [one if place == seat else others for place in range(cell.players)]
        lineup = tuple(who.player for who in sit)
        chosen = tuple(who.strategy for who in sit)
        jobs.append(runner.Job(replace(cell, lineup=lineup), chosen, seed, first, ids))
    return Side(tuple(jobs), tuple(seats))


@dataclass(frozen=True)
class Compared:
    """Paired sums over game ids, by part and kind (see `KINDS`): `schedule.Counts`."""

    games: int
    sums: tuple[Mapping[str, PairedSums], ...]

    def __add__(self, other: "Compared") -> "Compared":
        """The sums over both."""
        pairs = zip(self.sums, other.sums, strict=True)
        return Compared(
            self.games + other.games, tuple({k: a[k] + b[k] for k in KINDS} for a, b in pairs)
        )

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        sums = [[list(astuple(part[kind])) for kind in KINDS] for part in self.sums]
        return {"games": self.games, "sums": sums}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Compared":
        """What `plain` described."""
        sums = [
            dict(zip(KINDS, (PairedSums(*v) for v in part), strict=True)) for part in plain["sums"]
        ]
        return cls(plain["games"], tuple(sums))


@dataclass(frozen=True)
class Versus(Summed):
    """Two sides on the same game ids, or one alone (`b` None: it counts as if it won nothing).

    `parts` say how wins are added up: each has a whole number a job, how often its wins count, such
    as 1 for all, or 0 but for those among some others: `keeping.Kept`.
    """

    kind: ClassVar[str] = "versus"
    what: ClassVar[str] = "one player in place of another"
    a: Side
    b: Side | None
    parts: tuple[tuple[int, ...], ...]

    @property
    def first(self) -> int:
        """The first game id."""
        return self.a.jobs[0].first

    @property
    def games(self) -> int:
        """How many game ids; each is as many games as both sides have jobs."""
        return self.a.jobs[0].games

    def part(self, first: int, games: int) -> "Versus":
        """Other game ids of the same sides."""
        b = self.b and self.b.part(first, games)
        return replace(self, a=self.a.part(first, games), b=b)

    def prepare(self) -> None:
        """Compile what both sides need."""
        for job in (*self.a.jobs, *(self.b.jobs if self.b else ())):
            job.prepare()

    def play(self, stop: np.ndarray | None = None) -> Compared:
        """Play both sides and add up; as many ids of each job as of the one stopped first."""
        sides = [self.a] if self.b is None else [self.a, self.b]
        played = [[runner.play_records(job, stop)["winner"] for job in s.jobs] for s in sides]
        ids = min(len(winner) for side in played for winner in side)
        counted = [
            _watched(side, [winner[:ids] for winner in found])
            for side, found in zip(sides, played, strict=True)
        ]
        won_a, open_a = counted[0]
        won_b, open_b = counted[1] if self.b is not None else (0 * won_a, 0 * open_a)
        players = self.a.jobs[0].cell.players
        sums = []
        for part in self.parts:
            times = np.array(part, np.int64)
            a, u, b, v = (times @ rows for rows in (won_a, open_a, won_b, open_b))
            values = ((a, b), (a, b + v), (a + u, b), (players * a + u, players * b + v))
            pairs = (PairedSums.from_values(*pair) for pair in values)
            sums.append(dict(zip(KINDS, pairs, strict=True)))
        return Compared(ids, tuple(sums))

    def nothing(self) -> Compared:
        """The sums over no game."""
        return Compared(
            0, tuple({kind: PairedSums(0, 0, 0, 0, 0, 0) for kind in KINDS} for _ in self.parts)
        )

    def read(self, plain: Mapping[str, Any]) -> Compared:
        """The sums that `plain` described."""
        return Compared.of_plain(plain)

    def about(self) -> dict[str, Any]:
        """All that decides the sums."""
        cell = self.a.jobs[0].cell

        def lineups(side: Side) -> list[Any]:
            return [[p.plain() for p in job.cell.lineup] for job in side.jobs]

        return {
            "kind": self.kind, "cell": cell.plain(), "seed": self.a.jobs[0].seed,
            "a": [lineups(self.a), self.a.seats],
            "b": self.b and [lineups(self.b), self.b.seats],
            "parts": self.parts, **self.versions(cell.game),
        }  # fmt: skip

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: AtHand) -> "Versus":
        """The two sides that `about` described, of game 0 alone."""
        cell = cell_of(about["cell"])

        def side(lineups: Sequence[Any], seats: Sequence[int]) -> Side:
            cells = [replace(cell, lineup=lineup_of(lineup)) for lineup in lineups]
            return Side(tuple(at_hand.job(each, about["seed"]) for each in cells), tuple(seats))

        b = about["b"] and side(*about["b"])
        return cls(side(*about["a"]), b, tuple(tuple(part) for part in about["parts"]))


def _watched(side: Side, played: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Whether the watched seat won, and whether nobody did yet: (jobs, ids) each."""
    winner = np.vstack(played).astype(np.int64)
    seats = np.array(side.seats)[:, None]
    return (winner == seats).astype(np.int64), (winner == UNFINISHED).astype(np.int64)


@dataclass(frozen=True)
class Gain:
    """How much more often a player wins than the one in its place: shares, -1 to 1, with intervals.

    `rate` and `before` are the win rates of both. `low` and `high` allow for unfinished games to
    have gone either way; `seen_low` and `seen_high` are of the games won within the turn limit;
    `shared` counts an unfinished game as shared among all players.
    """

    rate: float
    before: float
    difference: float
    low: float
    high: float
    seen_low: float
    seen_high: float
    shared: float
    shared_low: float
    shared_high: float
    variance_ratio: float
    games: int


def gain(
    sums: Mapping[str, PairedSums], part: Sequence[int], players: int, confidence: float = 0.95
) -> Gain:
    """What the paired sums of a part show, as means over its jobs weighted as the part says.

    t intervals over game ids, no narrower than z**2 / (n + z**2) for n games to either side: where
    hardly any game differs a t interval is too narrow (see `balance.stats.paired_rates`).
    """
    from scipy.special import ndtri

    z = float(ndtri(0.5 + confidence / 2))
    weight = sum(part)
    games = sums["won"].n * sum(times > 0 for times in part)
    floor = z * z / (games + z * z)

    def bounds(kind: str, scale: int) -> tuple[float, float, float]:
        found = paired_difference(sums[kind], confidence)
        half = max((found.high - found.low) / 2 / scale, floor)
        value = found.difference / scale
        return value, value - half, value + half

    won, seen_low, seen_high = bounds("won", weight)
    shared = bounds("shared", weight * players)
    seen = sums["won"]
    return Gain(
        seen.total_a / (seen.n * weight), seen.total_b / (seen.n * weight), won,
        bounds("least", weight)[1], bounds("most", weight)[2], seen_low, seen_high, *shared,
        paired_difference(seen, confidence).variance_ratio, games,
    )  # fmt: skip
