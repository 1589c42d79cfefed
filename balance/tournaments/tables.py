"""Tables of a tournament: who sits together, in every order that is played, and who wins there.

A **table** is a multiset of strategies, such as twice one and once each of two others. It is played
on the game ids 0, 1, ..., the same for every table. Who sits beside whom matters too: strategies
can sit around a table in several circles. They take turns by the game id, and each is played in
all its different rotations, so that on every id each strategy sits equally often in every seat.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, combinations_with_replacement, pairwise, permutations
from math import comb
from typing import Any, ClassVar

import numpy as np

from balance.keeping import AtHand, Summed, cell_of, lineup_of
from sims.core import runner
from sims.core.contract import Cell, Player
from sims.core.strategies import Strategy
from sims.core.tally import UNFINISHED

MOST_TABLES = 500
"""Tables that are played at most at a player count; beyond, the rest is a sample."""

SPAN, GROUPS = 4, 60
"""Game ids in a row that stay together, and the groups that they are counted in, in turn."""

FEWEST_GROUPS = 10
"""Groups of game ids that are played at least: fewer say too little about how they differ."""


@dataclass(frozen=True)
class Entrant:
    """Who takes part: a strategy as found, and its player (with weights) at a player count."""

    name: str
    strategy: Strategy
    player: Player


@dataclass(frozen=True)
class Tables:
    """The tables of a player count: `copies` (tables, entrants), and for how many each stands.

    `sampled` of `possible` tables are a sample, the others are all of their kind.
    """

    copies: np.ndarray
    weights: np.ndarray
    possible: int
    sampled: int


def tables_of(entrants: int, players: int, seed: int, most: int = MOST_TABLES) -> Tables:
    """All multisets of entrants; where they are more than `most`, those of two entrants at most,
    and a sample of the others.
    """
    possible = comb(entrants + players - 1, players)
    if possible <= most:
        every = combinations_with_replacement(range(entrants), players)
        copies = np.array([_counts(table, entrants) for table in every])
        return Tables(copies, np.ones(len(copies)), possible, 0)
    base = [_counts((one,) * players, entrants) for one in range(entrants)]
    for one, other in combinations(range(entrants), 2):
        base += [
            _counts((one,) * k + (other,) * (players - k), entrants) for k in range(1, players)
        ]
    size = min(max(most - len(base), most // 4), possible - len(base))
    chooser = random.Random(seed)
    drawn: dict[tuple[int, ...], None] = {}
    while len(drawn) < size:
        # Bars among stars: every multiset is as likely as any other.
        bars = sorted(chooser.sample(range(entrants + players - 1), entrants - 1))
        ends = [-1, *bars, entrants + players - 1]
        counts = tuple(b - a - 1 for a, b in pairwise(ends))
        if sum(count > 0 for count in counts) > 2:
            drawn[counts] = None
    weight = (possible - len(base)) / size
    weights = np.array([1.0] * len(base) + [weight] * size)
    return Tables(np.array([*base, *drawn]), weights, possible, size)


def _counts(table: Sequence[int], entrants: int) -> tuple[int, ...]:
    return tuple(table.count(one) for one in range(entrants))


def circles(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The different ways to sit around a table, none a rotation of another; in an order by chance
    that depends on the names alone. At most `GROUPS` of them.
    """
    rarest = min(sorted(set(names)), key=names.count)
    rest = sorted(names)
    rest.remove(rarest)
    found = sorted({min(rotations((rarest, *order))) for order in permutations(rest)})
    random.Random(" ".join(sorted(names))).shuffle(found)
    return found[:GROUPS]


def rotations(names: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The different rotations of a circle: n of them, fewer where it repeats itself."""
    return list(dict.fromkeys((*names[by:], *names[:by]) for by in range(len(names))))


@dataclass(frozen=True)
class Won:
    """Counts over game ids: `schedule.Counts`.

    `counts` (groups, rotations, seats + 2): games won by seat, unfinished games, games.
    """

    games: int
    counts: np.ndarray

    def __add__(self, other: "Won") -> "Won":
        """The counts over both."""
        return Won(self.games + other.games, self.counts + other.counts)

    def plain(self) -> dict[str, Any]:
        """As JSON-able values: only the groups that have any games."""
        used = np.flatnonzero(self.counts[:, :, -1].sum(axis=1))
        return {
            "games": self.games, "shape": self.counts.shape, "groups": used.tolist(),
            "counts": self.counts[used].tolist(),
        }  # fmt: skip

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Won":
        """The counts that `plain` described."""
        counts = np.zeros(plain["shape"], np.int64)
        if plain["groups"]:
            counts[plain["groups"]] = plain["counts"]
        return cls(plain["games"], counts)


@dataclass(frozen=True)
class Seating(Summed):
    """A table's games: `keeping.Kept`. `cell` has everything but the lineup."""

    kind: ClassVar[str] = "seatings"
    what: ClassVar[str] = "a table of a tournament, in all its seatings"
    cell: Cell
    entrants: tuple[Entrant, ...]
    circles: tuple[tuple[str, ...], ...]
    seed: int
    first: int
    games: int

    def part(self, first: int, games: int) -> "Seating":
        """Other game ids of the same table."""
        return replace(self, first=first, games=games)

    def prepare(self) -> None:
        """Compile what the entrants need, or load it."""
        self._job(self.circles[0], self.first, 1).prepare()

    def _job(self, names: Sequence[str], first: int, games: int) -> runner.Job:
        by_name = {entrant.name: entrant for entrant in self.entrants}
        seats = [by_name[name] for name in names]
        cell = replace(self.cell, lineup=tuple(seat.player for seat in seats))
        return runner.Job(cell, tuple(seat.strategy for seat in seats), self.seed, first, games)

    def play(self, stop: np.ndarray | None = None) -> Won:
        """Play and count; the ids that were finished in every rotation."""
        counts = self.nothing().counts
        at, end = self.first, self.first + self.games
        while at < end:
            circle = self.circles[at // SPAN % GROUPS % len(self.circles)]
            until = end if len(self.circles) == 1 else min(end, (at // SPAN + 1) * SPAN)
            played = self._play(circle, at, until, counts, stop)
            at += played
            if at < until:
                break
        return Won(at - self.first, counts)

    def _play(
        self, circle: tuple[str, ...], first: int, until: int, counts: np.ndarray, stop: Any
    ) -> int:
        """Add the games of a circle in all its rotations; returns how many ids were finished."""
        winners = [
            runner.play_records(self._job(names, first, until - first), stop)["winner"]
            for names in rotations(circle)
        ]
        ids = min(map(len, winners))
        group = (first + np.arange(ids)) // SPAN % GROUPS
        seats = self.cell.players
        for rotation, winner in enumerate(winners):
            winner = winner[:ids].astype(np.int64)
            for seat in range(seats):
                counts[:, rotation, seat] += np.bincount(group[winner == seat], minlength=GROUPS)
            lost = winner == UNFINISHED
            counts[:, rotation, seats] += np.bincount(group[lost], minlength=GROUPS)
            counts[:, rotation, seats + 1] += np.bincount(group, minlength=GROUPS)
        return ids

    def nothing(self) -> Won:
        """The counts of no game."""
        seats = self.cell.players
        return Won(0, np.zeros((GROUPS, seats, seats + 2), np.int64))

    def read(self, plain: Mapping[str, Any]) -> Won:
        """The counts that `plain` described."""
        return Won.of_plain(plain)

    def about(self) -> dict[str, Any]:
        """All that decides the counts."""
        by_name = {entrant.name: entrant for entrant in self.entrants}
        first = [by_name[name].player.plain() for name in self.circles[0]]
        return {
            "kind": self.kind, "cell": {**self.cell.plain(), "lineup": first},
            "circles": self.circles, "seed": self.seed,
            "players": {name: by_name[name].player.plain() for name in sorted(self.circles[0])},
            **self.versions(self.cell.game),
        }  # fmt: skip

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: AtHand) -> "Seating":
        """The table that `about` described, of game 0 alone."""
        cell = replace(cell_of(about["cell"]), lineup=())
        players = dict(zip(about["players"], lineup_of(about["players"].values()), strict=True))
        entrants = tuple(
            Entrant(name, at_hand.strategy(cell.game, player), player)
            for name, player in players.items()
        )
        return cls(cell, entrants, tuple(map(tuple, about["circles"])), about["seed"], 0, 1)

    def by_entrant(self, won: Won) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Counts by group: wins of each entrant (groups, entrants), wins by seat (groups, seats),
        unfinished games (groups,) and games (groups,).
        """
        place = {entrant.name: i for i, entrant in enumerate(self.entrants)}
        seats = self.cell.players
        wins = np.zeros((GROUPS, len(self.entrants)), np.int64)
        for group in range(GROUPS):
            circle = self.circles[group % len(self.circles)]
            for rotation, names in enumerate(rotations(circle)):
                who = [place[name] for name in names]
                np.add.at(wins[group], who, won.counts[group, rotation, :seats])
        total = won.counts.sum(axis=1)
        return wins, total[:, :seats], total[:, seats], total[:, seats + 1]
