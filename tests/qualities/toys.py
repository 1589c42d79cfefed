"""The toy as a game: its package under the name that kernels are looked up by."""

import shutil
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from sims.core.contract import Cell, Player
from sims.core.digest import digest
from sims.core.jit import use_cache
from sims.core.runner import Job
from sims.core.strategies import Strategy

FOLDER = Path(__file__).parent / "toy"
SETUP = {
    "turns": 8, "cap": 1000, "head": 0, "worth": 0, "pick": 0, "options": 2, "narrow": 0,
    "twice": 0, "shared": 0, "secret": 0,
}  # fmt: skip


@cache
def name():
    """The toy's name, made importable.

    A changed toy has another name and lies elsewhere, for numba's cache looks at neither helpers
    nor names: a copy beside the compiled kernels.
    """
    found = f"toy_{digest(FOLDER.glob('*.py'))}"
    home = use_cache() / found
    if not home.exists():
        shutil.copytree(FOLDER, home, ignore=shutil.ignore_patterns("__pycache__"))
    package = f"sims.games.{found}"
    spec = spec_from_file_location(
        package, home / "__init__.py", submodule_search_locations=[str(home)]
    )
    sys.modules[package] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[package])
    return found


def game():
    return sys.modules[f"sims.games.{name()}"].GAME


def job(players=2, picker="first", games=1, first=0, seed=1, **setup):
    """Games of the toy; `setup` as the toy's kernel explains it."""
    assert set(setup) <= set(SETUP)
    pickers = import_module(f"sims.games.{name()}.pickers")
    found = Strategy(picker, name(), getattr(pickers, picker), {}, "", f"{name()}-{picker}")
    cell = Cell(name(), players, "none", {}, {**SETUP, **setup}, {}, (Player(picker),) * players)
    return Job(cell, (found,) * players, seed, first, games)
