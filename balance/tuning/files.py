"""Files of tuned weights, `weights/NAME.toml`: for each player count, and how they were made."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit.exceptions import ParseError

from sims.core.data import MADE
from sims.core.errors import DesignerError
from sims.core.files import read_text, replace_file

HEAD = """\
Weights found by `balance tune`, by player count, with how they came about. The command in each
section makes that section again, bit for bit. Where no gain was shown on fresh games, there are
no weights: it plays with the untuned ones.
"""


def written(
    path: Path, of: str, players: int, weights: Mapping[str, float], made: Mapping[str, Any]
) -> str:
    """The text of a file of weights with the section of a player count put in, others as they are.

    Refuses a file that is one of another strategy, or no file of weights.
    """
    document = _document(path, of)
    sections: Any = document["players"]
    section = tomlkit.table()
    told = tomlkit.table()
    for key, value in made.items():
        told[key] = value
    section[MADE] = told
    if weights:
        given = tomlkit.table()
        for name, value in weights.items():
            given[name] = value
        section["weights"] = given
    kept = {count: sections[count] for count in sections}
    kept[str(players)] = section
    fresh = tomlkit.table(is_super_table=True)
    for count in sorted(kept, key=int):
        fresh[count] = kept[count]
    document["players"] = fresh
    return "\n".join(line.rstrip() for line in tomlkit.dumps(document).splitlines()) + "\n"


def check_file(path: Path, of: str) -> None:
    """Refuse a file that a section could not be put into, before anything is searched."""
    _document(path, of)


def _document(path: Path, of: str) -> Any:
    """The file as it is, or a new one."""
    if path.exists():
        document = _read(path)
        strategy = document.get("strategy")
        known = strategy.get("of") if isinstance(strategy, Mapping) else None
        if known != of:
            raise DesignerError(
                f"{path}: weights of {known or 'a strategy with code of its own'}, not of {of}; "
                "name another file"
            )
        sections = document.setdefault("players", tomlkit.table(is_super_table=True))
        is_table = isinstance(sections, Mapping)
        wrong = [key for key in sections if not key.isdecimal()] if is_table else ["..."]
        if wrong:
            raise DesignerError(
                f"{path}: [players.{wrong[0]}]: sections are called by a player count, such as "
                "[players.4]; mend it, or name another file"
            )
        return document
    document = tomlkit.document()
    for line in HEAD.splitlines():
        document.add(tomlkit.comment(line))
    strategy = tomlkit.table()
    strategy["of"] = of
    document["strategy"] = strategy
    document["players"] = tomlkit.table(is_super_table=True)
    return document


def _read(path: Path) -> Any:
    try:
        return tomlkit.parse(read_text(path))
    except ParseError as problem:
        raise DesignerError(f"{path}: is no TOML file ({problem}); name another file") from None


def write(
    path: Path, of: str, players: int, weights: Mapping[str, float], made: Mapping[str, Any]
) -> None:
    """Write the section of a player count into a file of weights."""
    replace_file(path, written(path, of, players, weights, made).encode())
