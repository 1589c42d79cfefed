"""`balance cards`: what each card does."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from balance.api import question
from balance.carding.answer import Asked, Cards, run
from balance.recommending import strongest

__all__ = ["Asked", "Cards", "cards", "run"]


def cards(
    game: str,
    *,
    players: int | Iterable[int] | None = None,
    lineup: str | Sequence[str] = "",
    rotate: bool = False,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 8_192,
    pairs: bool = False,
    ladder: bool = True,
    sample: int = 200,
    seed: int = 1,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    progress: Callable[[int], None] | None = None,
) -> Cards:
    """What each card does: in the opening hand, swapped for a blank, taken out.

    `games` are per cell; every card has two cells, and with `pairs` every two cards one. With
    `ladder` hands and swaps are also played among the other strengths of the game's ladder.
    `sample` games are replayed to count what is seen of each card. `lineup`: the strongest of the
    ladder if left out; with `rotate` each cell is played in all rotations of it, `games` each, and
    added up. The rest as for `balance.play`.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    asked = question(
        game, players=players, lineup=lineup or strongest(game), rotate=rotate, data=data,
        deck=deck, changes=changes, rulings=rulings, games=games, seed=seed, threads=threads,
        profiles=profiles,
    )  # fmt: skip
    return run(Asked(asked, pairs, ladder, sample), progress)
