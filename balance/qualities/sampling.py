"""Sample games of a cell looked at turn by turn: what game quality is measured on.

Each sample game is the one that `play` counts under the same seed and game id. At the start of its
turns the position is played out many times; the shares won are estimates of every seat's win
probability there. Apart from that, some deals are each played out from their first decision.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from sims.core.replays import Position, Replay, Step, prepare
from sims.core.runner import Job

LAST = 8
"""How many times the usual playouts the start of the last turn gets: they are short, and whether
the winner was behind there hangs on that one look."""

_GAMES_AT_ONCE, _DEALS_AT_ONCE = 4, 64

Progress = Callable[[int], None]


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


@dataclass
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
    at: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    tried: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    wins: np.ndarray = field(default_factory=lambda: np.zeros((0, 2, 0), np.int64))


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
    followed = Followed(
        int(kept["winner"]), looks.seen, int(kept["decisions"]), int(kept["choices"]), options,
        waits.waited, waits.waits,
    )  # fmt: skip
    chosen = looks.chosen()
    followed.at = np.array([at for at, _ in chosen], np.int64)
    followed.tried = np.full(len(chosen), effort.playouts, np.int64)
    followed.tried[-1:] *= LAST
    followed.wins = np.zeros((len(chosen), 2, players), np.int64)
    for look, (_, position) in enumerate(chosen):
        half = int(followed.tried[look]) // 2
        for part in range(2):
            records = replay.play_out(position, half, part * half)
            followed.wins[look, part] = wins_by_seat(records, players)
    return followed


def _deal(replay: Replay, game_id: int, players: int, replays: int) -> np.ndarray:
    """The wins by seat of one deal played out from its first decision."""
    for step in replay.steps(game_id):
        return wins_by_seat(replay.play_out(replay.position(step), replays), players)
    return wins_by_seat(np.repeat(replay.record, replays), players)  # nobody is asked anything


def _blocks(number: int, size: int) -> Iterator[range]:
    for first in range(0, number, size):
        yield range(first, min(first + size, number))


def sample(
    jobs: Sequence[Job], effort: Effort, threads: int, progress: Progress | None = None
) -> list[Sample]:
    """Follow sample games and replay deals of each job; the result does not hang on the threads.

    `progress` is called with the games and deals that were just done, `effort.steps` for each job
    in all. Raises `DesignerError` for a strategy that chooses no option of its list; on Ctrl-C the
    playouts under way are given up.
    """
    for job in jobs:
        prepare(job)
    stop = np.zeros(1, np.int64)
    lock = threading.Lock()

    def done(number: int) -> None:
        if progress is not None:
            with lock:
                progress(number)

    def games(job: Job, block: range) -> list[Followed]:
        replay = Replay(job, stop)
        found = [follow(replay, game_id, job.cell.players, effort) for game_id in block]
        done(len(block))
        return found

    def deals(job: Job, block: range) -> list[np.ndarray]:
        replay = Replay(job, stop)
        found = [_deal(replay, game_id, job.cell.players, effort.replays) for game_id in block]
        done(len(block))
        return found

    with ThreadPoolExecutor(max_workers=threads) as pool:
        try:
            started = [
                (
                    job,
                    [pool.submit(games, job, b) for b in _blocks(effort.games, _GAMES_AT_ONCE)],
                    [pool.submit(deals, job, b) for b in _blocks(effort.deals, _DEALS_AT_ONCE)],
                )
                for job in jobs
            ]
            return [
                Sample(
                    job.cell.players,
                    effort,
                    [game for part in followed for game in part.result()],
                    np.array([wins for part in dealt for wins in part.result()]),
                )
                for job, followed, dealt in started
            ]
        except BaseException:
            stop[0] = 1
            pool.shutdown(wait=False, cancel_futures=True)
            raise
