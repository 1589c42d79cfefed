"""How strong each profile is: its share of the wins at tables where it sits once in every seat.

A table is a group of profiles. On every game id it is played in all its rotations, so that each
profile sits once in every seat and no seat's luck counts for anybody; an equal share is 1/n. What
a profile wins on one game id, over the rotations, is one observation.

* *In the field*: against every group of the other profiles, all groups alike, as if everybody drew
  a profile. Where there are more groups than `MOST_TABLES` some are drawn, and each is one
  observation, so that the interval covers the drawing too. Where all are played the interval takes
  the game ids for one sample; with the groups as strata it is somewhat too wide, never too narrow
  (W. G. Cochran, Sampling Techniques, 3rd ed. 1977, section 5.6).
* *Against one other*: alone at a table of n - 1 of the other.

Unfinished games widen the intervals: their lower ends take them as lost, their upper as won.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from itertools import combinations, combinations_with_replacement
from math import comb
from operator import add
from typing import Any

from balance.means import do
from balance.planning import Question, check, check_weights, weights_of
from balance.profiles.tables import Rotations, Sums, Table
from balance.stats import mean_interval, wilson
from sims.core import cells, runner, strategies
from sims.core.contract import Cell, Game, Profiles
from sims.core.data import Data
from sims.core.errors import DesignerError
from sims.core.schedule import Progress
from sims.core.strategies import Strategy

MOST_TABLES = 40
"""Groups of opponents that a profile is played against at most."""

FEWEST_IDS = 30
"""Below this many observations Student's t is not trusted, and no call is made."""

RARE = 30
"""With fewer wins, or losses, than this an interval covers Wilson's too: t needs some of both."""

FIELD = "field"


class Call(StrEnum):
    """What the games say about a profile."""

    FAIR = "FAIR"
    TOO_STRONG = "TOO STRONG"
    TOO_WEAK = "TOO WEAK"
    INCONCLUSIVE = "INCONCLUSIVE"


@dataclass(frozen=True)
class Share:
    """A profile's share of the wins (0 to 1) with t intervals; `against` is who it met.

    `low`, `high`: 95 %; `low90`, `high90`: 90 %, these decide on FAIR; `joint_low`, `joint_high`:
    95 % for all profiles of the player count at once (Bonferroni), these decide on the rest.
    """

    players: int
    profile: str
    against: str
    rate: float
    low: float
    high: float
    low90: float
    high90: float
    joint_low: float
    joint_high: float
    observations: int
    games: int
    unfinished: int

    @property
    def fair(self) -> float:
        """An equal share."""
        return 1 / self.players

    @property
    def deviation(self) -> float:
        """The share's distance from an equal one, -1 to 1."""
        return self.rate - self.fair

    def call(self, tolerance: float) -> Call:
        """Whether the share lies within the tolerance, beyond it, or neither is shown."""
        if self.observations < FEWEST_IDS:
            return Call.INCONCLUSIVE
        if self.joint_low > self.fair + tolerance:
            return Call.TOO_STRONG
        if self.joint_high < self.fair - tolerance:
            return Call.TOO_WEAK
        inside = self.low90 >= self.fair - tolerance and self.high90 <= self.fair + tolerance
        return Call.FAIR if inside else Call.INCONCLUSIVE


@dataclass(frozen=True)
class Setting:
    """What all tables of a question share: data, one strategy for everyone, changes, seed."""

    question: Question
    game: Game
    kind: Profiles
    data: Data
    strategy: Strategy
    progress: Progress | None = field(default=None, compare=False)

    @classmethod
    def of(cls, question: Question, progress: Progress | None = None) -> "Setting":
        """The setting of a question; refuses what cannot be asked about profiles."""
        game, data = check(question)
        if game.profiles is None:
            raise DesignerError(f"{game.title}: its players do not differ, there are no profiles")
        if len(set(question.lineup)) != 1:
            raise DesignerError(
                f"--lineup {','.join(question.lineup)}: one strategy is needed that everyone "
                f"plays, so that {game.profiles.option} differ by nothing else"
            )
        for key in question.changes:
            cells.check_key(game, key)
            if key.startswith(cells.SEAT):
                raise DesignerError(f"--set {key}: here everybody sits in every seat")
        check_weights(game, question, ())
        strategy = strategies.find(game, question.lineup[0])
        return cls(question, game, game.profiles, data, strategy, progress)

    @property
    def names(self) -> tuple[str, ...]:
        """The profiles that are asked about, in the order of the data file or as named."""
        named = self.question.profiles
        for name in named:
            self.data.profile(name, f"--{self.kind.option}")
        found = tuple(dict.fromkeys(named)) or tuple(self.data.profiles)
        if len(found) < 2:
            raise DesignerError(
                f"--{self.kind.option}: two different {self.kind.option} are needed to compare"
            )
        return found

    @property
    def counts(self) -> tuple[int, ...]:
        """The player counts that are asked about."""
        return self.question.players or tuple(sorted(self.data.table))

    def cell(self, names: Sequence[str], changes: Mapping[str, Any]) -> Cell:
        """The cell of these profiles, in order of seats."""
        changes = {**self.question.changes, **changes}
        player = self.strategy.player(weights_of(self.strategy, self.data, len(names), changes))
        return cells.build_cell(
            self.data, len(names), changes, [player] * len(names), "--set", names
        )

    def play(
        self, tables: Sequence[Table], seed: int, changes: Mapping[str, Any] | None = None
    ) -> list[list[Sums]]:
        """For each table the sums of each profile that is watched there; all of one size."""
        works = [self._work(table, seed, changes or {}) for table in tables]
        players = len(tables[0].names)

        def advance(ids: int) -> None:
            if self.progress is not None:
                self.progress(ids * players)

        return [list(done.counts.sums) for done in do(works, self.question.threads, advance)]

    def _work(self, table: Table, seed: int, changes: Mapping[str, Any]) -> Rotations:
        rotated = [turned(table.names, by) for by in range(len(table.names))]
        seats = (self.strategy,) * len(table.names)
        jobs = [
            runner.Job(self.cell(names, changes), seats, seed, table.first, table.ids)
            for names in rotated
        ]
        return Rotations(tuple(jobs), table.watched)


def turned(names: Sequence[str], by: int) -> tuple[str, ...]:
    """The names around the table, so that the one at place `by` sits in the first seat."""
    return (*names[by:], *names[:by])


def groups(others: Sequence[str], size: int, seed: int) -> tuple[list[tuple[str, ...]], bool]:
    """Groups of opponents, and whether they are all that there are.

    A profile sits twice only where there are too few to fill a table.
    """
    if len(others) < size:
        return list(combinations_with_replacement(others, size)), True
    if comb(len(others), size) <= MOST_TABLES:
        return list(combinations(others, size)), True
    chooser = random.Random(seed)
    drawn: dict[tuple[str, ...], None] = {}
    while len(drawn) < MOST_TABLES:
        drawn[tuple(sorted(chooser.sample(list(others), size)))] = None
    return list(drawn), False


def share(
    players: int,
    profile: str,
    against: str,
    blocks: Sequence[Sums],
    whole: bool = True,
    family: int = 1,
) -> Share:
    """The share that some blocks of game ids give; without `whole` each block is an observation.

    `family`: how many shares are judged together. Blocks that are observations hold the same number
    of ids.
    """
    total = reduce(add, blocks)
    games = total.ids * players
    won, most = total.won, total.most
    if not whole:
        total = Sums(
            len(blocks),
            total.won, sum(b.won**2 for b in blocks),
            total.most, sum(b.most**2 for b in blocks),
        )  # fmt: skip
    scale = total.ids / games

    def bounds(confidence: float) -> tuple[float, float]:
        lowest = mean_interval(total.won, total.won_squares, total.ids, confidence).low * scale
        highest = mean_interval(total.most, total.most_squares, total.ids, confidence).high * scale
        if min(won, games - most) < RARE:
            low, high = wilson(won, games, confidence, unfinished=most - won)
            lowest, highest = min(lowest, float(low)), max(highest, float(high))
        return max(0.0, lowest), min(1.0, highest)

    intervals = (*bounds(0.95), *bounds(0.90), *bounds(1 - 0.05 / family))
    return Share(
        players, profile, against, won / games, *intervals, total.ids, games, most - won,
    )  # fmt: skip


def blocks_of(
    profile: str, others: Sequence[str], players: int, ids: int, seed: int
) -> tuple[list[Table], bool]:
    """The tables of a profile in the field: about `ids` game ids, shared out among its groups."""
    found, whole = groups(others, players - 1, seed)
    each = -(-ids // len(found))
    chooser = random.Random(seed)
    tables = []
    for place, group in enumerate(found):
        around = chooser.sample(group, len(group))
        tables.append(Table((profile, *around), (0,), place * each, each))
    return tables, whole


def in_field(
    setting: Setting, profile: str, players: int, games: int, seed: int,
    changes: Mapping[str, Any] | None = None,
) -> Share:  # fmt: skip
    """The share of one profile against all groups of the others, with some values changed."""
    others = [name for name in setting.names if name != profile]
    ids = ids_of(games, players)
    tables, whole = blocks_of(profile, others, players, ids, setting.question.seed)
    sums = [found for (found,) in setting.play(tables, seed, changes)]
    return share(players, profile, FIELD, sums, whole, len(setting.names))


def ids_of(games: int, players: int) -> int:
    """The game ids, each played in every rotation, that come to about so many games."""
    return max(1, games // players)


def field_games(setting: Setting, games: int) -> int:
    """How many games `field_shares` plays, about."""
    names = setting.names
    return sum(games * len(names) // (n if _all_at_once(names, n) else 1) for n in setting.counts)


def _all_at_once(names: Sequence[str], players: int) -> bool:
    """Whether every group of profiles that can sit together is played, each counted for all."""
    return len(names) >= players and comb(len(names) - 1, players - 1) <= MOST_TABLES


def field_shares(setting: Setting, games: int) -> list[Share]:
    """The share of every profile in the field, at each player count; so many games for each."""
    names, seed = setting.names, setting.question.seed
    found = []
    for players in setting.counts:
        ids = ids_of(games, players)
        if not _all_at_once(names, players):
            found += [in_field(setting, name, players, games, seed) for name in names]
            continue
        each = -(-ids // comb(len(names) - 1, players - 1))
        chooser = random.Random(seed)
        tables = [
            Table(tuple(chooser.sample(group, players)), tuple(range(players)), place * each, each)
            for place, group in enumerate(combinations(names, players))
        ]
        blocks: dict[str, list[Sums]] = {name: [] for name in names}
        for table, sums in zip(tables, setting.play(tables, seed), strict=True):
            for name, own in zip(table.names, sums, strict=True):
                blocks[name].append(own)
        found += [share(players, name, FIELD, blocks[name], True, len(names)) for name in names]
    return found


def pair_games(setting: Setting, games: int, counts: Iterable[int]) -> int:
    """How many games `pair_shares` plays, about."""
    n = len(setting.names)
    return sum(games * n * (n - 1) // (2 if players == 2 else 1) for players in counts)


def pair_shares(setting: Setting, games: int, counts: Iterable[int]) -> list[Share]:
    """Each profile alone at a table of each other one: so many games for each."""
    names, seed = setting.names, setting.question.seed
    found = []
    for players in counts:
        family = len(names) * (len(names) - 1)
        duel = players == 2
        met = combinations(names, 2) if duel else ((a, b) for a in names for b in names if a != b)
        tables = [
            Table((a, *[b] * (players - 1)), (0, 1) if duel else (0,), 0, ids_of(games, players))
            for a, b in met
        ]
        for table, sums in zip(tables, setting.play(tables, seed), strict=True):
            both = table.names[0], table.names[1]
            for (one, other), own in zip((both, both[::-1]), sums, strict=False):
                found.append(share(players, one, other, [own], True, family))
    order = {name: place for place, name in enumerate(names)}
    return sorted(found, key=lambda s: (s.players, order[s.profile], order[s.against]))
