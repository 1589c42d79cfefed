"""Tables of profiles, each played in all its rotations on the same game ids, and their counts."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

import numpy as np

from balance.keeping import AtHand, Summed, cell_of, cells_about
from sims.core import runner
from sims.core.tally import UNFINISHED


@dataclass(frozen=True)
class Table:
    """Who sits together, in order; for whom the wins are counted; on which game ids."""

    names: tuple[str, ...]
    watched: tuple[int, ...]
    first: int
    ids: int


@dataclass(frozen=True)
class Sums:
    """Sums over game ids of a profile's wins in all rotations, and of those it may have had.

    `won` are wins, `most` wins and unfinished games; with their squares. Sums add.
    """

    ids: int = 0
    won: int = 0
    won_squares: int = 0
    most: int = 0
    most_squares: int = 0

    def __add__(self, other: "Sums") -> "Sums":
        names = [f.name for f in fields(self)]
        return Sums(*(getattr(self, name) + getattr(other, name) for name in names))


@dataclass(frozen=True)
class Watched:
    """The sums of each profile that is watched, over so many game ids."""

    games: int
    sums: tuple[Sums, ...]

    def __add__(self, other: "Watched") -> "Watched":
        """The sums over both."""
        pairs = zip(self.sums, other.sums, strict=True)
        return Watched(self.games + other.games, tuple(a + b for a, b in pairs))

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        sums = [[getattr(s, f.name) for f in fields(s)] for s in self.sums]
        return {"games": self.games, "sums": sums}

    @classmethod
    def of_plain(cls, plain: Mapping[str, Any]) -> "Watched":
        """What `plain` described."""
        return cls(plain["games"], tuple(Sums(*values) for values in plain["sums"]))


@dataclass(frozen=True)
class Rotations(Summed):
    """All rotations of a table: `keeping.Kept`. In the n-th whoever is at place n sits first."""

    kind: ClassVar[str] = "rotations"
    what: ClassVar[str] = "a table of profiles, in all its rotations"
    jobs: tuple[runner.Job, ...]
    watched: tuple[int, ...]

    @property
    def first(self) -> int:
        """The first game id."""
        return self.jobs[0].first

    @property
    def games(self) -> int:
        """How many game ids; each is as many games as there are rotations."""
        return self.jobs[0].games

    def part(self, first: int, games: int) -> "Rotations":
        """Other game ids of the same table."""
        return replace(self, jobs=tuple(job.part(first, games) for job in self.jobs))

    def prepare(self) -> None:
        """Compile what the rotations need; all need the same."""
        self.jobs[0].prepare()

    def play(self, stop: np.ndarray | None = None) -> Watched:
        """Play them and add up; of each rotation as many as of the one that was stopped first."""
        played = [runner.play_records(job, stop)["winner"] for job in self.jobs]
        return self._count([winner[: min(map(len, played))] for winner in played])

    def _count(self, played: list[np.ndarray]) -> Watched:
        """Sums of winners by rotation: shape (rotations, ids)."""
        winner = np.vstack(played).astype(np.int64)
        unfinished = (winner == UNFINISHED).sum(axis=0)
        seats = np.arange(len(self.jobs))[:, None]
        found = []
        for at in self.watched:
            won = (winner == (at - seats) % len(self.jobs)).sum(axis=0)
            most = won + unfinished
            found.append(
                Sums(len(won), *(int(x) for x in (won.sum(), won @ won, most.sum(), most @ most)))
            )
        return Watched(winner.shape[1], tuple(found))

    def nothing(self) -> Watched:
        """The sums over no game."""
        return Watched(0, (Sums(),) * len(self.watched))

    def read(self, plain: Mapping[str, Any]) -> Watched:
        """The sums that `plain` described."""
        return Watched.of_plain(plain)

    def about(self) -> dict[str, Any]:
        """All that decides the sums."""
        return cells_about(self, self.jobs, watched=self.watched)

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: AtHand) -> "Rotations":
        """The rotations that `about` described, of game 0 alone."""
        jobs = [at_hand.job(cell_of(cell), about["seed"]) for cell in about["cells"]]
        return cls(tuple(jobs), tuple(about["watched"]))
