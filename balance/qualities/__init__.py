"""Game quality: is a game a contest, and who decides it? See docs/quality.md.

from balance import quality
quality("GAME", players=4, lineup="balanced").table
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.api import Answer, question
from balance.planning import plan
from balance.playing import Result, play_cells
from balance.qualities.estimates import Estimate, Quality, SeatEstimate, estimated
from balance.qualities.sampling import Effort, sample
from balance.summary import total
from sims.core.catalogue import find
from sims.core.errors import DesignerError
from sims.core.runner import Job
from sims.core.schedule import Progress

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Effort", "Estimate", "Quality", "QualityAnswer", "SeatEstimate", "check_effort", "measure",
    "quality",
]  # fmt: skip


def check_effort(effort: Effort) -> Effort:
    """The effort, if it can be measured with; else a `DesignerError`."""
    if effort.games < 2:
        raise DesignerError(f"--quality-games {effort.games}: at least 2 are needed")
    if effort.playouts < 4 or effort.playouts % 2:
        raise DesignerError(
            f"--playouts {effort.playouts}: an even number from 4 on is needed, since they are "
            "compared in two halves"
        )
    return effort


def measure(
    groups: Sequence[Sequence[Result]],
    effort: Effort,
    threads: int,
    progress: Progress | None = None,
) -> list[Quality]:
    """The game quality of some player counts that were played: one for each group of results.

    A group holds the results of one player count, several if a lineup was rotated. Sample games
    and deals are games 0, 1, ... of each cell; a ledger keeps them too. `progress` is called with
    the sample games and deals just done, `effort.steps` for each result in all. Raises
    `Interrupted` on Ctrl-C.
    """
    check_effort(effort)
    jobs = [
        Job(r.planned.cell, r.planned.strategies, r.seed, 0, effort.games)
        for group in groups
        for r in group
    ]
    samples = iter(sample(jobs, effort, threads, progress))
    return [
        estimated(
            find(group[0].planned.cell.game),
            total(group),
            [next(samples) for _ in group],
            " | ".join(result.planned.lineup for result in group),
        )
        for group in groups
    ]


@dataclass(frozen=True)
class QualityAnswer:
    """What was played and measured: `qualities`, one a player count, and the same as frames."""

    answer: Answer
    qualities: list[Quality]

    @cached_property
    def table(self) -> "pd.DataFrame":
        """A row per player count and measure: `mean` with `low`, `high`, `games`, `playouts`."""
        from balance.qualities.tables import table

        return table(self.qualities)

    @cached_property
    def by_seat(self) -> "pd.DataFrame":
        """A row per player count, measure and seat, for measures that each seat has its own of."""
        from balance.qualities.tables import by_seat

        return by_seat(self.qualities)

    @cached_property
    def games(self) -> "pd.DataFrame":
        """A row per sample game with all its measures, to compare two cells game by game."""
        from balance.qualities.tables import joined

        return joined(self.qualities, "games")

    @cached_property
    def paths(self) -> "pd.DataFrame":
        """A row per look and seat: the win probability there, smoothed and as counted."""
        from balance.qualities.tables import joined

        return joined(self.qualities, "paths")


def quality(
    game: str,
    *,
    players: int | Iterable[int] | None = None,
    lineup: str | Sequence[str] = "random",
    rotate: bool = False,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 10_000,
    seed: int = 1,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    effort: Effort | None = None,
    progress: Progress | None = None,
) -> QualityAnswer:
    """How good a game is to play: lead changes, drama, decisiveness, waits, what decides, ...

    `games` are played for length and unfinished share; `effort` says how many of them are looked
    at turn by turn, and with how many playouts. The rest as for `balance.play`.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    effort = check_effort(effort or Effort())
    asked = question(
        game, players=players, lineup=lineup, rotate=rotate, data=data, deck=deck,
        changes=changes, rulings=rulings, games=games, seed=seed, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    results = play_cells(asked, plan(asked))
    groups: dict[int, list[Result]] = {}
    for result in results:
        groups.setdefault(result.planned.cell.players, []).append(result)
    measured = measure(list(groups.values()), effort, asked.threads, progress)
    return QualityAnswer(Answer(asked, results), measured)
