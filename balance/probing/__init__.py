"""`balance probe`: what is essential to a strong player, and what is never missed."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.api import question
from balance.probing.answer import CALLS, Plan, Probe, make_plan, played, strategies_of
from sims.core.errors import DesignerError
from sims.core.schedule import Progress

__all__ = ["CALLS", "Plan", "Probe", "make_plan", "played", "probe", "strategies_of"]


def probe(
    game: str,
    *,
    without: str | Sequence[str] = (),
    strategies: str | Sequence[str] | None = None,
    players: int | Iterable[int] | None = None,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    profiles: str | Sequence[str] = (),
    games: int = 2_000,
    seed: int = 1,
    margin: float = 0.02,
    threads: int = 0,
    progress: Progress | None = None,
) -> Probe:
    """What does a player miss who may not use one thing, among players who may?

    `games` are played by each seat with each thing, and as many without any restriction.
    `without` names things as in a lineup behind the `~` (`balance probe GAME` lists them), or
    kinds of them; all of the game's if left out. `strategies`: who plays, each among its like; the
    game's ladder if left out. `margin` is the change of the win rate that is too small to matter,
    as a share. The rest as for `balance.play`.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    asked = question(
        game, players=players, data=data, deck=deck, changes=changes, rulings=rulings, games=games,
        seed=seed, threads=threads, profiles=profiles,
    )  # fmt: skip
    if not 0 < margin < 0.5:
        raise DesignerError(f"margin {margin:g}: more than 0 and less than 0.5 is needed")
    wanted = [without] if isinstance(without, str) else without
    return played(make_plan(asked, strategies_of(game, strategies), wanted), margin, progress)
