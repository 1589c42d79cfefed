"""Which games there are: the folders of `sims/games` that declare one."""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from sims.core.contract import Game
from sims.core.digest import digest
from sims.core.errors import unknown

SIMS = Path(__file__).parents[1]
GAMES = SIMS / "games"


@cache
def games() -> dict[str, Game]:
    """Every game found, by name."""
    found = {}
    for folder in sorted(GAMES.iterdir()):
        if (folder / "__init__.py").exists():
            declared = getattr(import_module(f"sims.games.{folder.name}"), "GAME", None)
            if declared is not None:
                found[folder.name] = declared
    return found


def find(name: str) -> Game:
    """The game of that name; a `DesignerError` with the nearest name if there is none."""
    if name not in games():
        raise unknown("game", name, games(), "game")
    return games()[name]


def part_of(game: Game, module: str) -> Any:
    """A module of a game's folder, such as `referee` or `notation`."""
    return import_module(f"sims.games.{game.name}.{module}")


@cache
def rules_digest(name: str) -> str:
    """A digest of all source that decides what a game's rules do with a choice.

    Strategies are not in it (each has its own), nor the worlds that they imagine, nor referee,
    notation and other readers.
    """
    folder = GAMES / name
    readers = {"notation.py", "__init__.py", "restrictions.py", "worlds.py"}
    own = [file for file in folder.glob("*.py") if file.name not in readers]
    core = [SIMS / "core" / f"{stem}.py" for stem in ("rng", "bits", "loop")]
    return digest([*own, *core])


@cache
def counting_digest(name: str) -> str:
    """A digest of all source that decides what is counted of a game's records."""
    folder = GAMES / name
    own = [folder / f"{stem}.py" for stem in ("__init__", "traits")]
    core = [SIMS / "core" / f"{stem}.py" for stem in ("tally", "counting")]
    return digest([file for file in own if file.exists()] + core)
