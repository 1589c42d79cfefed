"""The floors of the project: who may import whom.

`sims.core` < `sims.games.*` < `balance` and `reports` < `balance.cli`; each imports only what is
below it. The imports are read from the source, those inside functions included, so nothing is
imported here and a kernel is never compiled. Beside it: no source above or below the games names
one, because a further game must be a further folder and no other line of code.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("sims", "balance", "reports")


def is_in(module: str, package: str) -> bool:
    """Say whether `module` is `package` or lies in it."""
    return module == package or module.startswith(f"{package}.")


def allowed(module: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the packages that `module` may import, and the exceptions within them."""
    if is_in(module, "balance.cli") or module == "balance.__main__":
        return PACKAGES, ()
    if is_in(module, "balance"):
        return PACKAGES, ("balance.cli",)
    if is_in(module, "reports"):
        return ("reports",), ()
    if is_in(module, "sims.games") and module != "sims.games":
        return ("sims.core", ".".join(module.split(".")[:3])), ()
    return ("sims.core",), ()  # sims.core, and the package files `sims` and `sims.games`


def may_import(module: str, target: str) -> bool:
    """Say whether `module` may import `target`, a module of the project."""
    if is_in(module, target):
        return True  # a package that the module lies in is loaded before it anyway
    floors, except_for = allowed(module)
    return any(is_in(target, f) for f in floors) and not any(is_in(target, e) for e in except_for)


def module_name(file: Path, root: Path) -> str:
    """Return the dotted name of a source file."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str, root: Path) -> bool:
    """Say whether the dotted name is a module of the tree, rather than something inside one."""
    path = root.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def imports(file: Path, root: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the full name of everything that a source file imports."""
    module = module_name(file, root)
    package = module if file.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"), str(file))):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, name.name) for name in names)
            case ast.ImportFrom(module=source, names=names, level=level):
                parts = package.split(".")
                above = parts[: len(parts) - level + 1] if level else []
                base = ".".join([*above, *([source] if source else [])])
                for name in names:
                    full = f"{base}.{name.name}"
                    yield node.lineno, full if is_module(full, root) else base
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]):
                called = getattr(func, "attr", getattr(func, "id", None))
                if called in ("import_module", "__import__"):
                    yield node.lineno, name


def sources(root: Path) -> Iterator[Path]:
    """Yield the Python files of the project's packages."""
    for package in PACKAGES:
        yield from sorted((root / package).rglob("*.py"))


def broken_floors(root: Path) -> list[str]:
    """Return one line for every import that goes up, or across from game to game."""
    broken = []
    for file in sources(root):
        module = module_name(file, root)
        for line, target in imports(file, root):
            if target.split(".")[0] in PACKAGES and not may_import(module, target):
                floors, except_for = allowed(module)
                may = ", ".join(floors) + "".join(f" (not {name})" for name in except_for)
                where = f"{file.relative_to(root).as_posix()}:{line}"
                broken.append(f"{where}: {module} imports {target}; it may import {may}")
    return broken


def games(root: Path) -> list[str]:
    """Return the names of the games: the packages in `sims/games`."""
    return sorted(init.parent.name for init in root.glob("sims/games/*/__init__.py"))


def named_games(root: Path) -> list[str]:
    """Return one line for every place in the shared floors where a game is named."""
    names = games(root)
    if not names:
        return []
    # `override_kernel` and `Override` name the game too; `overrides` is another word.
    word = re.compile(rf"(?<![a-z])({'|'.join(map(re.escape, names))})(?![a-z])", re.IGNORECASE)
    named = []
    for folder in ("sims/core", "balance", "reports"):
        for file in sorted((root / folder).rglob("*")):
            if not file.is_file() or "__pycache__" in file.parts:
                continue
            text = file.read_text(encoding="utf-8", errors="ignore")
            for number, line in enumerate(text.splitlines(), 1):
                if word.search(line):
                    where = f"{file.relative_to(root).as_posix()}:{number}"
                    named.append(f"{where}: {line.strip()[:80]}")
    return named


def test_floors_hold() -> None:
    broken = broken_floors(ROOT)
    assert not broken, "imports that leave their floor:\n  " + "\n  ".join(broken)


def test_no_game_is_named_outside_its_folders() -> None:
    named = named_games(ROOT)
    assert not named, "a game is named where any game should do:\n  " + "\n  ".join(named)


# --- the checks themselves, on a small tree -----------------------------------------------------


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Return a tree with two games in which all that is allowed is imported, and no more."""
    clean = {
        "sims/__init__.py": "",
        "sims/core/__init__.py": "from sims.core import rng",
        "sims/core/rng.py": "import os, sys, balancer",
        "sims/core/catalogue.py": "import importlib\ndef load(n): importlib.import_module(n)",
        "sims/games/__init__.py": "",
        "sims/games/chess/__init__.py": "from . import rules\nfrom .rules import board",
        "sims/games/chess/rules.py": "from sims.core.rng import word\nfrom ...core import rng",
        "sims/games/go/__init__.py": "import sims.core.rng",
        "reports/__init__.py": "from reports.figures import bars",
        "reports/figures.py": "import pandas",
        "balance/__init__.py": "from balance.play import play\nimport sims.core, sims.games",
        "balance/__main__.py": "from balance.cli import main",
        "balance/play.py": "def play():\n    import reports.figures\n    from sims import core",
        "balance/cli.py": "import balance, reports.figures\nfrom sims import core, games",
    }
    for name, text in clean.items():
        plant(tmp_path, name, text)
    return tmp_path


def plant(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


def test_a_tree_that_keeps_to_the_floors_passes(tree: Path) -> None:
    assert broken_floors(tree) == []
    assert named_games(tree) == []


@pytest.mark.parametrize(
    ("file", "text", "target"),
    [
        ("sims/core/a.py", "import sims.games.chess", "sims.games.chess"),
        ("sims/core/a.py", "from sims import games", "sims.games"),
        ("sims/core/a.py", "from ..games import go", "sims.games.go"),
        ("sims/core/a.py", "def f():\n    from balance import play", "balance.play"),
        ("sims/core/a.py", "import reports as r", "reports"),
        ("sims/core/a.py", "m = importlib.import_module('balance.play')", "balance.play"),
        ("sims/__init__.py", "from .games import go", "sims.games.go"),
        ("sims/games/__init__.py", "from . import go", "sims.games.go"),
        (
            "sims/games/go/a.py",
            "from sims.games.chess.rules import board",
            "sims.games.chess.rules",
        ),
        ("sims/games/go/a.py", "from ..chess import rules", "sims.games.chess.rules"),
        ("sims/games/go/a.py", "if 1:\n    import balance", "balance"),
        ("reports/a.py", "from sims.core import rng", "sims.core.rng"),
        ("reports/a.py", "from balance.play import play", "balance.play"),
        ("balance/a.py", "from balance.cli import main", "balance.cli"),
        ("balance/a.py", "from . import cli", "balance.cli"),
    ],
)
def test_an_import_that_leaves_its_floor_is_found(
    tree: Path, file: str, text: str, target: str
) -> None:
    plant(tree, file, text)
    (found,) = broken_floors(tree)
    assert found.startswith(f"{file}:{text.count(chr(10)) + 1}: ")
    assert f" imports {target};" in found


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("sims/core/a.py", 'DEFAULT = "chess"'),
        ("balance/a.py", "def chess_kernel(): ..."),
        ("balance/a.py", "x = 1\nif game == 'go': ..."),
        ("reports/page.html", "<h1>Chess</h1>"),
    ],
)
def test_a_named_game_is_found(tree: Path, file: str, text: str) -> None:
    plant(tree, file, text)
    (found,) = named_games(tree)
    assert found.startswith(f"{file}:{text.count(chr(10)) + 1}: ")


def test_a_word_that_holds_a_game_s_name_is_no_game(tree: Path) -> None:
    plant(tree, "balance/a.py", "algorithm = 'chessboard, ago, cargo, gone'")
    assert named_games(tree) == []
