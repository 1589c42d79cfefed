"""Sample games of a cell looked at turn by turn: what game quality is measured on.

Each sample game is the one that `play` counts under the same seed and game id. At the start of its
turns the position is played out many times; the shares won are estimates of every seat's win
probability there. Apart from that, some deals are each played out from their first decision.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from balance.keeping import AtHand, cell_of
from balance.means import do
from sims.core import playouts, replays
from sims.core.catalogue import rules_digest
from sims.core.digest import digest
from sims.core.replays import Position, Replay, Step
from sims.core.runner import Job
from sims.core.schedule import Progress

LAST = 8
"""How many times the usual playouts the start of the last turn gets: they are short, and whether
the winner was behind there hangs on that one look."""

_GAMES_OF_A_PIECE, _DEALS_OF_A_PIECE = 4, 64


@dataclass(frozen=True)
class Effort:
    """How much is played for the game quality of one cell.

    `games` are looked at, each at most `looks` times, with `playouts` from each look (an even
    number); `deals` are each played out `replays` times.
    """

    games: int = 100
    looks: int = 24
    playouts: int = 64
    deals: int = 512
    replays: int = 16

    @property
    def steps(self) -> int:
        """What `progress` counts up to: sample games and deals."""
        return self.games + self.deals


@dataclass(frozen=True)
class Followed:
    """One sample game: what it asked of whom, and the playouts from each look.

    `turns` counts the turns that began with somebody to ask. `at` (looks,) numbers the turn that
    begins at each look, 0 the first of all, and `wins` (looks, 2, seats) the playouts won there, in
    two halves, of `tried` (looks,) in all. `waited` and `waits` (seats,) sum and count the turns of
    others between two turns of a seat.
    """

    winner: int
    turns: int
    decisions: int
    choices: int
    options: int
    waited: np.ndarray
    waits: np.ndarray
    at: np.ndarray
    tried: np.ndarray
    wins: np.ndarray

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in vars(self).items()
        }

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Followed":
        """The game that `plain` described."""
        values: dict[str, Any] = {
            name: np.array(value, np.int64) if isinstance(value, list) else value
            for name, value in plain.items()
        }
        seats = len(values["waits"])
        return cls(**{**values, "wins": values["wins"].reshape(-1, 2, seats)})


@dataclass(frozen=True)
class Sample:
    """What was looked at of one cell: games 0, 1, ... and `deal_wins` (deals, seats)."""

    players: int
    effort: Effort
    games: list[Followed]
    deal_wins: np.ndarray


class _Looks:
    """The starts of a game's turns, thinned evenly so that at most `most` are kept."""

    def __init__(self, most: int) -> None:
        self._most = max(most, 3)
        self._every = 1
        self._kept: list[tuple[int, Position]] = []
        self._last: tuple[int, Position] | None = None
        self.seen = 0

    def add(self, position: Position) -> None:
        """The next turn begins at this position."""
        self._last = (self.seen, position)
        if self.seen % self._every == 0:
            self._kept.append(self._last)
            if len(self._kept) >= self._most:
                self._kept = self._kept[::2]
                self._every *= 2
        self.seen += 1

    def chosen(self) -> list[tuple[int, Position]]:
        """Those kept, with the start of the last turn whatever its number."""
        if self._last is None or self._kept[-1][0] == self._last[0]:
            return self._kept
        return [*self._kept, self._last]


class _Waits:
    """The turns of others between two turns of each seat."""

    def __init__(self, players: int) -> None:
        self._before = [-1] * players
        self.waited = np.zeros(players, np.int64)
        self.waits = np.zeros(players, np.int64)

    def add(self, step: Step) -> None:
        """A turn of `step.actor` begins."""
        before = self._before[step.actor]
        if before >= 0:
            self.waited[step.actor] += step.turn - before - 1
            self.waits[step.actor] += 1
        self._before[step.actor] = step.turn


def wins_by_seat(records: np.ndarray, players: int) -> np.ndarray:
    """How many of the records each seat won: shape (seats,)."""
    winner = records["winner"]
    return np.bincount(winner[winner >= 0], minlength=players)


def follow(replay: Replay, game_id: int, players: int, effort: Effort) -> Followed:
    """One sample game, with the playouts from its looks."""
    looks, waits = _Looks(effort.looks), _Waits(players)
    options = 0
    turn = -1
    for step in replay.steps(game_id):
        options += step.options
        if step.turn != turn:
            turn = step.turn
            looks.add(replay.position(step))
            waits.add(step)
    kept = replay.record[0]
    chosen = looks.chosen()
    tried = np.full(len(chosen), effort.playouts, np.int64)
    tried[-1:] *= LAST
    wins = np.zeros((len(chosen), 2, players), np.int64)
    for look, (_, position) in enumerate(chosen):
        half = int(tried[look]) // 2
        for part in range(2):
            records = replay.play_out(position, half, part * half)
            wins[look, part] = wins_by_seat(records, players)
    return Followed(
        int(kept["winner"]), looks.seen, int(kept["decisions"]), int(kept["choices"]), options,
        waits.waited, waits.waits, np.array([at for at, _ in chosen], np.int64), tried, wins,
    )  # fmt: skip


def deal_wins(replay: Replay, game_id: int, players: int, times: int) -> np.ndarray:
    """The wins by seat of one deal played out from its first decision: shape (seats,)."""
    for step in replay.steps(game_id):
        return wins_by_seat(replay.play_out(replay.position(step), times), players)
    return wins_by_seat(np.repeat(replay.record, times), players)  # nobody is asked anything


Found = TypeVar("Found", Followed, np.ndarray)


@dataclass(frozen=True)
class Finds(Generic[Found]):
    """What was found in each of some games, by game id: `schedule.Counts`."""

    by_id: Mapping[int, Found]

    @property
    def games(self) -> int:
        """How many games."""
        return len(self.by_id)

    def __add__(self, other: Self) -> Self:
        """Those of both, in the order of their ids."""
        both = {**self.by_id, **other.by_id}
        return type(self)({game_id: both[game_id] for game_id in sorted(both)})

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        return {
            str(game_id): found.plain() if isinstance(found, Followed) else found.tolist()
            for game_id, found in self.by_id.items()
        }


@dataclass(frozen=True)
class _Work:
    """Games of a cell that are looked at: the common part of both kinds of `keeping.Kept`."""

    kind: ClassVar[str]
    job: Job
    effort: Effort

    @property
    def first(self) -> int:
        """The first game id."""
        return self.job.first

    @property
    def games(self) -> int:
        """How many games."""
        return self.job.games

    def part(self, first: int, games: int) -> Self:
        """Other games of the same cell."""
        return replace(self, job=self.job.part(first, games))

    def prepare(self) -> None:
        """Compile what replaying needs."""
        replays.prepare(self.job)

    def nothing(self) -> Finds[Any]:
        """The finds of no game."""
        return Finds({})

    def _about(self, **how: int) -> dict[str, Any]:
        """All that decides what is found."""
        return {
            "kind": self.kind, "cell": self.job.cell.plain(), "seed": self.job.seed, **how,
            **self.versions(self.job.cell.game),
        }  # fmt: skip

    @classmethod
    def versions(cls, game: str) -> dict[str, str]:
        """The digests of the source that decides what is found; what `play` counts does not."""
        source = [Path(file) for file in (__file__, playouts.__file__, replays.__file__)]
        return {"rules": rules_digest(game), "sampling": digest(source)}

    def _each(self, stop: np.ndarray | None) -> Iterator[tuple[Replay, int]]:
        """A replay and the game ids, until `stop[0]` gets set."""
        stop = np.zeros(1, np.int64) if stop is None else stop
        replay = Replay(self.job, stop)
        for game_id in range(self.first, self.first + self.games):
            if stop[0]:
                return
            yield replay, game_id


class Games(_Work):
    """Sample games, each looked at turn by turn."""

    kind: ClassVar[str] = "looks"
    what: ClassVar[str] = "game quality: games looked at turn by turn"

    def play(self, stop: np.ndarray | None = None) -> Finds[Followed]:
        """Follow the games; one that was stopped on the way is left out."""
        found = {}
        for replay, game_id in self._each(stop):
            followed = follow(replay, game_id, self.job.cell.players, self.effort)
            if stop is None or not stop[0]:
                found[game_id] = followed
        return Finds(found)

    def read(self, plain: Mapping[str, Any]) -> Finds[Followed]:
        """The finds that `plain` described."""
        return Finds({int(game_id): Followed.of_plain(game) for game_id, game in plain.items()})

    def about(self) -> dict[str, Any]:
        """All that decides what is found."""
        return self._about(looks=self.effort.looks, playouts=self.effort.playouts)

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: AtHand) -> "Games":
        """The look at game 0 that `about` described."""
        effort = Effort(looks=about["looks"], playouts=about["playouts"])
        return cls(at_hand.job(cell_of(about["cell"]), about["seed"]), effort)


class Deals(_Work):
    """Deals, each played out several times from the first decision."""

    kind: ClassVar[str] = "deals"
    what: ClassVar[str] = "game quality: deals played out several times"

    def play(self, stop: np.ndarray | None = None) -> Finds[np.ndarray]:
        """Play the deals out; one that was stopped on the way is left out."""
        found = {}
        for replay, game_id in self._each(stop):
            wins = deal_wins(replay, game_id, self.job.cell.players, self.effort.replays)
            if stop is None or not stop[0]:
                found[game_id] = wins
        return Finds(found)

    def read(self, plain: Mapping[str, Any]) -> Finds[np.ndarray]:
        """The finds that `plain` described."""
        return Finds({int(game_id): np.array(wins) for game_id, wins in plain.items()})

    def about(self) -> dict[str, Any]:
        """All that decides what is found."""
        return self._about(replays=self.effort.replays)

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: AtHand) -> "Deals":
        """The playouts of deal 0 that `about` described."""
        job = at_hand.job(cell_of(about["cell"]), about["seed"])
        return cls(job, Effort(replays=about["replays"]))


def sample(
    jobs: Sequence[Job], effort: Effort, threads: int, progress: Progress | None = None
) -> list[Sample]:
    """Follow sample games and replay deals of each job, by the means of the moment.

    `progress` is called with the games and deals that were just done or found in the ledger,
    `effort.steps` for each job in all. Raises `Interrupted` on Ctrl-C, and `DesignerError` for a
    strategy that chooses no option of its list.
    """
    games = do(
        [Games(job.part(0, effort.games), effort) for job in jobs], threads, progress,
        size=_GAMES_OF_A_PIECE,
    )  # fmt: skip
    deals = do(
        [Deals(job.part(0, effort.deals), effort) for job in jobs], threads, progress,
        size=_DEALS_OF_A_PIECE,
    )  # fmt: skip
    return [
        Sample(
            job.cell.players,
            effort,
            list(followed.counts.by_id.values()),
            np.array(list(dealt.counts.by_id.values())),
        )
        for job, followed, dealt in zip(jobs, games, deals, strict=True)
    ]
