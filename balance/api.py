"""The commands as Python functions that return frames, for notebooks and scripts.

`play("GAME", players=4).seats` and `sweep("GAME", over={KEY: VALUES}).cells` are tidy frames.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.planning import Question, check_swept, plan
from balance.playing import Result
from balance.stopping import Goal, play_planned
from sims.core.cells import RULING
from sims.core.errors import DesignerError
from sims.core.schedule import Progress

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Answer:
    """What was played: `results` as objects, and as tidy frames (see `balance.frames`)."""

    question: Question
    results: list[Result]

    @cached_property
    def seats(self) -> "pd.DataFrame":
        """A row per cell and seat: win rate with intervals."""
        from balance import frames

        return frames.seats(self.results)

    @cached_property
    def traits(self) -> "pd.DataFrame":
        """A row per players, grid point, trait and value: win rate of the seats that had it."""
        from balance import frames

        return frames.traits(self.results)

    @cached_property
    def explained(self) -> "pd.DataFrame":
        """A row per players, grid point and trait: the share of who wins that it explains."""
        from balance import frames

        return frames.explained(self.results)

    @cached_property
    def worths(self) -> "pd.DataFrame":
        """A row per players, grid point, trait and item: what one more of it is worth."""
        from balance import frames

        return frames.worths(self.results)

    @cached_property
    def cells(self) -> "pd.DataFrame":
        """A row per cell: verdict, length, unfinished share, measures."""
        from balance import frames

        return frames.cells(self.results)

    @cached_property
    def lengths(self) -> "pd.DataFrame":
        """A row per cell and number of turns: how many games were that long."""
        from balance import frames

        return frames.lengths(self.results)

    @cached_property
    def by_seat(self) -> "pd.DataFrame":
        """A row per cell, measure and seat, for the measures that have a value by seat."""
        from balance import frames

        return frames.by_seat(self.results)

    @cached_property
    def strategies(self) -> "pd.DataFrame":
        """A row per strategy: win rate over the seats that it sat in."""
        from balance import frames

        return frames.strategies(self.results)


def _counts(players: int | Iterable[int] | None) -> tuple[int, ...]:
    if players is None:
        return ()
    return (players,) if isinstance(players, int) else tuple(players)


def question(
    game: str,
    *,
    players: int | Iterable[int] | None = None,
    lineup: str | Sequence[str] = "random",
    rotate: bool = False,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 100_000,
    seed: int = 1,
    tolerance: float = 0.02,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
) -> Question:
    """A question from plain arguments; see `play` for what they mean."""
    names = lineup.split(",") if isinstance(lineup, str) else tuple(lineup)
    merged = dict(changes or {})
    if deck is not None:
        merged["deck"] = deck
    merged |= {f"{RULING}{name}": choice for name, choice in (rulings or {}).items()}
    return Question(
        game=game,
        players=_counts(players),
        lineup=tuple(name.strip() for name in names),
        rotate=rotate,
        data=None if data is None else Path(data),
        changes=merged,
        profiles=tuple(profiles.split(",") if isinstance(profiles, str) else profiles),
        games=games,
        seed=seed,
        tolerance=tolerance,
        threads=threads,
    )


def play(
    game: str,
    *,
    players: int | Iterable[int] | None = None,
    lineup: str | Sequence[str] = "random",
    rotate: bool = False,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 100_000,
    seed: int = 1,
    tolerance: float = 0.02,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    goal: Goal | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Play a game's table, or some of its rows, and judge each seat.

    `players`: a count or several, all rows of the table if left out. `lineup`: a strategy for
    everyone, or one a seat; `rotate` plays every rotation of it. `data`: a data folder other than
    the shipped one. `changes`: as after `--set`, such as {"winning_cred": 32}. `games` are per
    cell. `tolerance` is a share: 0.02 is 2 points. `threads` 0 means all processors. `profiles`:
    who sits in games whose players differ, by name, or "draw". With a `goal`, such as
    `Goal(precision=0.005)` or `Goal()` for a verdict, cells are played until it is met. `progress`
    is called with the number of games that were just finished.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    asked = question(
        game, players=players, lineup=lineup, rotate=rotate, data=data, deck=deck,
        changes=changes, rulings=rulings, games=games, seed=seed, tolerance=tolerance,
        threads=threads, profiles=profiles,
    )  # fmt: skip
    return Answer(asked, play_planned(asked, plan(asked), goal, progress))


def sweep(
    game: str,
    over: Mapping[str, Iterable[Any]],
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
    tolerance: float = 0.02,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    goal: Goal | None = None,
    progress: Progress | None = None,
) -> Answer:
    """Play the full grid of some values: `over` maps a key, as after `--set`, to its values.

    All cells are played on the same game ids, so that they differ by what was changed and not by
    the deal. The frames have a column for each key. The rest as for `play`.
    """
    asked = question(
        game, players=players, lineup=lineup, rotate=rotate, data=data, deck=deck,
        changes=changes, rulings=rulings, games=games, seed=seed, tolerance=tolerance,
        threads=threads, profiles=profiles,
    )  # fmt: skip
    if not over:
        raise DesignerError("a sweep needs at least one key with values")
    grid = [(key, list(values)) for key, values in over.items()]
    planned = plan(asked, grid)
    check_swept(asked, planned, over)
    return Answer(asked, play_planned(asked, planned, goal, progress))


def trace(game: str, *, players: int, game_id: int = 0, seed: int = 1, **options: Any) -> Any:
    """One game of a cell as a `sims.core.trace.Trace`: `log` to read, `events` to check.

    It is the game of that id which `play` counts under the same seed; `options` as for `play`.
    """
    from sims.core.runner import Job
    from sims.core.trace import trace as trace_game

    asked = question(game, players=players, seed=seed, **options)
    planned = plan(asked)[0]
    return trace_game(Job(planned.cell, planned.strategies, seed, game_id, 1))
