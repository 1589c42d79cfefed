"""`balance recommend`: the setup that a designer should print."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.api import question
from balance.planning import Question
from balance.recommending.answer import Recommendation
from balance.recommending.search import Plan, search
from balance.recommending.space import check_axes
from balance.recommending.targets import Target, targets
from sims.core.catalogue import find
from sims.core.errors import DesignerError
from sims.core.strategies import shipped

__all__ = ["FIRST_SHARE", "Recommendation", "planned", "recommend", "strongest"]

FIRST_SHARE = 16
"""The first round of the race plays this part of the games of a confirmation."""


def recommend(
    game: str,
    over: Mapping[str, Iterable[Any]] | None = None,
    targets: Sequence[str] = (),
    *,
    players: int | Iterable[int] | None = None,
    lineup: str | Sequence[str] = "",
    rotate: bool = False,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 16_384,
    first: int = 0,
    seed: int = 1,
    tolerance: float = 0.02,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Recommendation:
    """Find the setup to print at each player count, and confirm it on fresh games.

    `over` maps a key, as after `--set`, to the values that are tried; the parameter of the
    report's map if left out. `targets` are texts such as "turns=20:40", the leading one first;
    fair seats within `tolerance` and at most 1 % unfinished games if left out. `games` are the
    fresh games of each setup that is confirmed, `first` those of every setup in the first round of
    the race (a sixteenth of `games` if 0). `lineup`: the strongest of the game's ladder if left
    out; with `rotate` the games of each setup are shared out among all rotations of it. The rest
    as for `balance.play`.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    asked = question(
        game, players=players, lineup=lineup or strongest(game), rotate=rotate, data=data,
        deck=deck, changes=changes, rulings=rulings, games=games, seed=seed, tolerance=tolerance,
        threads=threads, profiles=profiles,
    )  # fmt: skip
    axes = [(key, list(values)) for key, values in (over or {}).items()]
    ready = planned(asked, axes, targets, first)
    return Recommendation(ready, search(ready, progress))


def strongest(game: str) -> str:
    """The strongest strategy of a game's ladder that there is."""
    known = shipped(game)
    return next((name for name in reversed(find(game).report.ladder) if name in known), "random")


def planned(
    asked: Question, axes: Sequence[tuple[str, Sequence[Any]]], texts: Sequence[str], first: int = 0
) -> Plan:
    """What will be searched; refuses what is impossible."""
    game = find(asked.game)
    if first < 0:
        raise DesignerError(f"--first {first}: a number of games is needed")
    check_axes(game, axes)
    aims: list[Target] = targets(game, texts, asked.tolerance)
    return Plan(asked, aims, axes, first or max(2, asked.games // FIRST_SHARE))
