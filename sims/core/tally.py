"""Tallies: counts over the records of a chunk. Tallies add, exactly, in any order.

All are whole numbers, so that the sum over chunks is the same however the work was cut.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sims.core import counting
from sims.core.contract import Cell, Game, Measure

DRAW, UNFINISHED = -1, counting.UNFINISHED
"""Winners of a record that are nobody."""

OUTCOMES = ("other", "won", "unfinished")
"""What a game is to a seat: it won, nobody did yet, or anything else."""

TraitKey = tuple[int, int, int, int]


@dataclass
class Tally:
    """Counts over games of one cell.

    `wins` has an entry a seat and `ended` one an ending; `turns` and each of `histograms` map a
    value to how many games had it (of a measure by seat: the sum over the seats); `seats` maps a
    measure to its sum by seat over `seat_games`, `seat_squares` to the sum of its squares. `traits`
    maps a trait to how many games there were by (item, seat, value, `OUTCOMES`), seats from 0;
    `contrasts` a trait to sums over games for each item, see `counting.contrasts`.
    """

    players: int
    games: int = 0
    wins: list[int] = field(default_factory=list)
    draws: int = 0
    unfinished: int = 0
    ended: list[int] = field(default_factory=list)
    decisions: int = 0
    choices: int = 0
    turns: Counter[int] = field(default_factory=Counter)
    histograms: dict[str, Counter[int]] = field(default_factory=dict)
    seats: dict[str, list[int]] = field(default_factory=dict)
    seat_squares: dict[str, list[int]] = field(default_factory=dict)
    traits: dict[str, Counter[TraitKey]] = field(default_factory=dict)
    contrasts: dict[str, list[list[list[int]]]] = field(default_factory=dict)

    def __add__(self, other: "Tally") -> "Tally":
        """The counts over both."""
        if self.games == 0:
            return other
        if other.games == 0:
            return self
        return Tally(
            players=self.players,
            games=self.games + other.games,
            wins=_plus(self.wins, other.wins),
            draws=self.draws + other.draws,
            unfinished=self.unfinished + other.unfinished,
            ended=_plus(self.ended, other.ended),
            decisions=self.decisions + other.decisions,
            choices=self.choices + other.choices,
            turns=self.turns + other.turns,
            histograms={k: v + other.histograms[k] for k, v in self.histograms.items()},
            seats={k: _plus(v, other.seats[k]) for k, v in self.seats.items()},
            seat_squares={k: _plus(v, other.seat_squares[k]) for k, v in self.seat_squares.items()},
            traits={k: v + other.traits[k] for k, v in self.traits.items()},
            contrasts={k: _plus_all(v, other.contrasts[k]) for k, v in self.contrasts.items()},
        )

    def plain(self) -> dict[str, Any]:
        """As JSON-able values; histograms in the order of their values."""
        plain = dict(vars(self))
        plain["turns"] = _sorted(self.turns)
        plain["histograms"] = {k: _sorted(v) for k, v in self.histograms.items()}
        plain["traits"] = {
            trait: {" ".join(map(str, key)): counts[key] for key in sorted(counts)}
            for trait, counts in self.traits.items()
        }
        return plain

    def seat_games(self, measure: Measure) -> list[int]:
        """The games over which each seat's value of a measure is summed."""
        games = sum(self.wins) if measure.won_only else self.games
        return [games - wins * measure.lost_only for wins in self.wins]

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Tally":
        """The tally that `plain` described."""
        values = dict(plain)
        values["turns"] = _counter(values["turns"])
        values["histograms"] = {k: _counter(v) for k, v in values["histograms"].items()}
        values["traits"] = {
            trait: Counter({_trait_key(key): count for key, count in counts.items()})
            for trait, counts in values["traits"].items()
        }
        return cls(**values)


def _plus(a: list[int], b: list[int]) -> list[int]:
    return [x + y for x, y in zip(a, b, strict=True)]


def _plus_all(a: list[list[list[int]]], b: list[list[list[int]]]) -> list[list[list[int]]]:
    return [[_plus(x, y) for x, y in zip(*rows, strict=True)] for rows in zip(a, b, strict=True)]


def _sorted(counts: Counter[int]) -> dict[str, int]:
    return {str(value): counts[value] for value in sorted(counts)}


def _counter(plain: Mapping[str, int]) -> Counter[int]:
    return Counter({int(value): count for value, count in plain.items()})


def _trait_key(text: str) -> TraitKey:
    item, seat, value, outcome = map(int, text.split())
    return item, seat, value, outcome


WIDEST = 1 << 16
"""Values that lie no farther apart are counted by place, which is much quicker than sorting."""


def _histogram(values: np.ndarray) -> Counter[int]:
    """How often each value comes, without those that do not."""
    if values.size == 0:
        return Counter()
    least, most = int(values.min()), int(values.max())
    if most - least < WIDEST:
        by_place = np.bincount(values.astype(np.int64) - least)
        places = np.flatnonzero(by_place)
        found, counts = places + least, by_place[places]
    else:
        found, counts = np.unique(values, return_counts=True)
    return Counter(dict(zip(found.tolist(), counts.tolist(), strict=True)))


def _by_seat(measure: Measure, values: np.ndarray, players: int) -> np.ndarray:
    """The measure's value for each seat and game, shape (players, games): long rows are quick."""
    if measure.kind == "mask":
        return (values.astype(np.int64) >> np.arange(players)[:, None]) & 1
    return np.ascontiguousarray(values[:, :players].T, np.int64)


def _by_trait(values: np.ndarray, won: np.ndarray) -> Counter[TraitKey]:
    """How many games there were by a trait's item, seat, value and outcome."""
    least, counts = counting.count(values, won)
    found = np.argwhere(counts)
    columns = (found[:, 1], found[:, 0], found[:, 2] + least, found[:, 3])
    keys = zip(*(column.tolist() for column in columns), strict=True)
    return Counter(dict(zip(keys, counts[tuple(found.T)].tolist(), strict=True)))


def tally(game: Game, cell: Cell, records: np.ndarray) -> Tally:
    """The counts over the records of a chunk."""
    players = cell.players
    winner = records["winner"]
    counted = Tally(
        players=players,
        games=len(records),
        wins=np.bincount(winner[winner >= 0], minlength=players).tolist(),
        draws=int((winner == DRAW).sum()),
        unfinished=int((winner == UNFINISHED).sum()),
        ended=np.bincount(records["ended"], minlength=len(game.endings)).tolist(),
        decisions=int(records["decisions"].sum(dtype=np.int64)),
        choices=int(records["choices"].sum(dtype=np.int64)),
        turns=_histogram(records["turns"]),
    )
    for measure in game.measures:
        kept = records[winner >= 0] if measure.won_only else records
        values = kept[measure.field]
        if measure.kind in ("count", "flag"):
            counted.histograms[measure.name] = _histogram(values)
        else:
            by_seat = _by_seat(measure, values, players)
            if measure.lost_only:
                by_seat[kept["winner"] == np.arange(players)[:, None]] = 0
            counted.histograms[measure.name] = _histogram(by_seat.sum(axis=0))
            counted.seats[measure.name] = by_seat.sum(axis=1).tolist()
            counted.seat_squares[measure.name] = np.einsum("sg,sg->s", by_seat, by_seat).tolist()
    winners = {won: records[won].astype(np.int64) for won in {trait.won for trait in game.traits}}
    for trait in game.traits:
        values = np.ascontiguousarray(trait.read(records, cell), np.int32)
        counted.traits[trait.name] = _by_trait(values, winners[trait.won])
        counted.contrasts[trait.name] = counting.contrasts(values, winners[trait.won]).tolist()
    return counted
