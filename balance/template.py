"""What `balance init` writes: a game's data files, and a strategy to begin with."""

import shutil
from pathlib import Path

from balance.files import replace_file
from sims.core.contract import Game
from sims.core.data import shipped
from sims.core.errors import DesignerError

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
    """Copy the shipped data of a game and the template; returns what was written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DesignerError(f"{folder}: it is not an empty folder; name a new one")
    source = shipped(game)
    written = []
    try:
        for path in sorted(source.rglob("*.toml")):
            target = folder / path.relative_to(source)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
            written.append(target)
        template = folder / "my_strategy.py"
        replace_file(template, TEMPLATE.format(title=game.title, name=game.name).encode())
    except OSError as problem:
        raise DesignerError(f"{folder}: cannot be written ({problem.strerror})") from None
    return [*written, template]
