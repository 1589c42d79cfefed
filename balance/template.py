"""What `balance init` writes: a game's data files, and a strategy to begin with."""

from contextlib import suppress
from pathlib import Path

from sims.core.contract import Game
from sims.core.data import shipped
from sims.core.errors import DesignerError
from sims.core.files import replace_file

TEMPLATE = '''"""A strategy of your own for {title}. Try it:

    balance play {name} --lineup my_strategy.py:mine,random --rotate

It is a plain function; numba compiles it, so it may use numbers, loops, ifs and numpy arrays that
it makes itself, but no lists of objects, no dictionaries and no printing.

What it is given (sims/games/{name}/records.py lists every field):
    view      what this seat may know: view.seat, view.decision, ...
    options   options.count, and options.item[i] with the fields of option i
    rules     what is fixed for the game: rules.players, ...
    weights   weights.value[i], the i-th of the weights below
    stream    random numbers of its own: below(stream, n) is 0 to n - 1

It returns which option it takes: 0 to options.count - 1.
"""

from balance import below, strategy


@strategy("{name}", weights={{"boldness": 0.5}})
def mine(view, options, rules, weights, stream):
    """Takes the first option with a chance of `boldness`, else any."""
    if below(stream, 1000) < 1000 * weights.value[0]:
        return 0
    return below(stream, options.count)
'''


def copy_data(game: Game, folder: Path) -> list[Path]:
    """Copy a game's shipped data and the template, all or nothing; returns what was written."""
    source = shipped(game)
    contents = {
        folder / path.relative_to(source): path.read_bytes()
        for path in sorted(source.rglob("*.toml"))
    }
    template = TEMPLATE.format(title=game.title, name=game.name).encode()
    contents[folder / "my_strategy.py"] = template
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise DesignerError(f"{folder}: it is not an empty folder; name a new one")
    except OSError as problem:
        raise DesignerError(f"{folder}: {problem.strerror}") from None
    made: list[Path] = []
    try:
        for path, content in contents.items():
            _make_folder(path.parent, made)
            replace_file(path, content)
            made.append(path)
    except BaseException:
        for path in reversed(made):
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        raise
    return list(contents)


def _make_folder(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it; each that is new goes into `made`."""
    if not folder.is_dir():
        _make_folder(folder.parent, made)
        try:
            folder.mkdir()
        except OSError as problem:
            raise DesignerError(f"{folder}: cannot be made ({problem.strerror})") from None
        made.append(folder)
