"""Writing the recommended table: a copy of the data folder in which only what changed is changed.

The files are edited in place, so that a designer's comments and order stay. Each changed key's
source says what was recommended, by what command, and what was printed.
"""

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomlkit

from balance.planning import Question, plan
from balance.recommending.space import shown
from balance.recommending.wording import facts
from sims.core.catalogue import find
from sims.core.cells import DECK, SEAT, WEIGHTS
from sims.core.contract import Cell, Game, Profiles
from sims.core.data import read_data, shipped
from sims.core.errors import DesignerError

if TYPE_CHECKING:
    from balance.recommending.answer import Recommendation


def check_folder(asked: Question, folder: Path) -> None:
    """Refuse a folder that holds something, or could not hold the table, before any game."""
    for key in asked.changes:
        if key.startswith(SEAT):
            raise DesignerError(
                f"--out {folder}: a data folder has no place for {key}, which is of one seat"
            )
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DesignerError(f"--out {folder}: it is not an empty folder; name a new one")
    if not folder.parent.is_dir():
        raise DesignerError(f"--out {folder}: there is no folder {folder.parent}")


def write_data(answer: "Recommendation", folder: Path) -> list[Path]:
    """The complete data folder with the recommended rows, whole or not at all."""
    asked = answer.question
    check_folder(asked, folder)
    source = asked.data or shipped(answer.game)
    try:
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as beside:
            copy = Path(beside) / "data"
            copy.mkdir()
            for path in sorted(source.rglob("*.toml")):
                target = copy / path.relative_to(source)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
            for found in answer.found:
                why = _why(answer, found.players)
                _write_row(asked, copy, found.best.planned.cell, why)
            _check(answer, copy)
            if folder.exists():
                folder.rmdir()
            copy.rename(folder)
    except OSError as problem:
        raise DesignerError(f"--out {folder}: cannot be written ({problem.strerror})") from None
    return sorted(folder.rglob("*.toml"))


def _why(answer: "Recommendation", players: int) -> str:
    found = next(one for one in answer.found if one.players == players)
    aims = ", ".join(aim.typed for aim in answer.aims)
    claim = "shown to meet" if found.meets else "the nearest found to, NOT shown to meet,"
    has, had = (facts(list(found.aims), setup) for setup in (found.best, found.printed))
    why = has if found.best is found.printed else f"{has}; as printed {had}"
    return f"balance recommend, seed {answer.question.seed}: {claim} {aims}; {why}"


def _check(answer: "Recommendation", folder: Path) -> None:
    """What was written plays as recommended: the same cells, to the last value."""
    read_data(answer.game, folder)
    for found in answer.found:
        cell = found.best.planned.cell
        read = plan(_bare(answer.question, folder, found.players))[0].cell
        if read.plain() != cell.plain():
            raise AssertionError(f"the table of {found.players} players was not written as meant")


def _bare(asked: Question, folder: Path, players: int) -> Question:
    """The question without the changes that the folder now holds."""
    kept = {key: value for key, value in asked.changes.items() if key.startswith(WEIGHTS)}
    return replace(asked, players=(players,), data=folder, changes=kept)


def _edit(path: Path, changes: Mapping[tuple[str, ...], Any], sources: Mapping[str, str]) -> None:
    """Set values in a TOML file by their path in it, or take them out where they are None.

    A source's text is added to what it says already.
    """
    document = tomlkit.parse(path.read_text(encoding="utf-8-sig"))
    for keys, value in changes.items():
        place: Any = document
        for key in keys[:-1]:
            place = place.setdefault(key, tomlkit.table())
        if value is None:
            place.pop(keys[-1], None)
        else:
            place[keys[-1]] = value
    for key, text in sources.items():
        section: Any = document.setdefault("source", tomlkit.table())
        said = section.get(key)
        section[key] = f"{said}; {text}" if said else text
    path.write_text(tomlkit.dumps(document), encoding="utf-8")


def _instead(value: Any, old: Any) -> str:
    return f"{shown(value)} in place of {shown(old)}"


def _write_row(asked: Question, folder: Path, cell: Cell, why: str) -> None:
    """Make a folder's row, deck, rulings and profiles those of a cell."""
    game = find(asked.game)
    was = plan(_bare(asked, folder, cell.players))[0].cell
    old: dict[str, Any] = {**was.setup, DECK: was.deck_name}
    new: dict[str, Any] = {**cell.setup, DECK: _write_deck(game, folder, cell, why)}
    changed = {key: value for key, value in new.items() if value != old[key]}
    _edit(
        folder / "setup.toml",
        {("players", str(cell.players), key): value for key, value in changed.items()},
        {k: f"at {cell.players}: {_instead(v, old[k])} ({why})" for k, v in changed.items()},
    )
    rulings = {key: value for key, value in cell.rulings.items() if value != was.rulings[key]}
    _edit(
        folder / "rulings.toml",
        {("ruling", key): value for key, value in rulings.items()},
        {key: f"{_instead(value, was.rulings[key])} ({why})" for key, value in rulings.items()},
    )
    if game.profiles is not None:
        _write_profiles(game, game.profiles, folder, cell, why)


def _write_deck(game: Game, folder: Path, cell: Cell, why: str) -> str:
    """The name of a deck file that holds the cell's deck; written anew if there is none."""
    decks = read_data(game, folder).decks
    base = game.check_deck(decks[cell.deck_name].cards, cell.deck_name)
    changed = [
        (title, key, value)
        for title, fields in cell.deck.items()
        for key, value in fields.items()
        if value != base[title].get(key)
    ]
    if not changed:
        return cell.deck_name
    name = f"{cell.deck_name}-{cell.players}"
    while name in decks:
        name += "-new"
    path = folder / "decks" / f"{name}.toml"
    shutil.copyfile(folder / "decks" / f"{cell.deck_name}.toml", path)
    sources: dict[str, list[str]] = {}
    for title, key, value in changed:
        said = f"{title} {_instead(value, base[title].get(key))}"
        sources.setdefault(key, []).append(said)
    _edit(
        path,
        {("card", title, key): value for title, key, value in changed},
        {key: f"{', '.join(said)} ({why})" for key, said in sources.items()},
    )
    return name


def _write_profiles(game: Game, kind: Profiles, folder: Path, cell: Cell, why: str) -> None:
    """Put the values of the profiles that sit in a cell into the folder's file."""
    known = read_data(game, folder).profiles
    changes: dict[tuple[str, ...], Any] = {}
    sources: dict[str, list[str]] = {}
    for profile in {p["name"]: p for p in cell.profiles or cell.profile_pool}.values():
        name = profile["name"]
        for key, value in profile.items():
            if value != known[name][key]:
                changes[kind.option, name, key] = value
                sources.setdefault(name, []).append(f"{key} {_instead(value, known[name][key])}")
    _edit(
        folder / kind.file,
        changes,
        {name: f"{', '.join(said)} ({why})" for name, said in sources.items()},
    )
