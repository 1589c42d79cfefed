"""A game's data folder: deck files, setup table, rulings and weights, read and checked.

    setup.toml         [players.N]: a value for each parameter, and the deck that is played
    rulings.toml       [ruling]: a choice for each ruling
    decks/NAME.toml    [card."TITLE"]: a value for each field of each card
    weights/NAME.toml  [weights]: the numbers that strategy NAME plays with;
                       [players.N.weights]: those at N players, where they are others, and
                       [players.N.made]: how they came about; [strategy]: of = "OTHER" if NAME is
                       the code of OTHER with these weights
    PROFILES.toml      [PROFILES.NAME]: the values of each profile, in a game that has profiles
                       (`contract.Profiles` names file and section); what is left out is default

Each file has a table [source] that says of every key where its values come from. A source that
begins with ASSUMPTION was not given by the rulebook; it is named in every result.
"""

import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sims.core.contract import CardField, Game
from sims.core.errors import DesignerError, printable, shown, unknown
from sims.core.files import check_name, read_text
from sims.core.values import check_field, check_parameter, check_ruling, check_title

ASSUMPTION = "ASSUMPTION"
DRAW = "draw"
"""In place of the names of profiles: each game draws them."""


@dataclass(frozen=True)
class Deck:
    """A deck file: `cards` maps each title, in the game's order, to its complete fields."""

    name: str
    cards: Mapping[str, Mapping[str, Any]]
    source: Mapping[str, str]


@dataclass(frozen=True)
class Data:
    """A data folder as understood. `table` maps a player count to the setup of that row."""

    game: Game
    folder: Path
    decks: Mapping[str, Deck]
    table: Mapping[int, Mapping[str, Any]]
    deck_of: Mapping[int, str]
    rulings: Mapping[str, str]
    weights: Mapping[str, Mapping[str, float]]
    source: Mapping[str, str]
    profiles: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Each profile's complete values, its `name` among them; empty for a game without profiles."""
    profile_source: Mapping[str, str] = field(default_factory=dict)
    weights_at: Mapping[str, Mapping[int, Mapping[str, float]]] = field(default_factory=dict)
    """By strategy and player count the weights that are others than `weights` at that count."""

    def weights_for(self, strategy: str, of: str, players: int) -> dict[str, float]:
        """The weights that files give a strategy, which is the code of `of`, at a player count."""
        given = {**self.weights.get(of, {}), **self.weights.get(strategy, {})}
        return {**given, **self.weights_at.get(strategy, {}).get(players, {})}

    def deck(self, name: str) -> Deck:
        """The deck of that name."""
        if name not in self.decks:
            raise unknown("deck", name, self.decks, f"{self.folder / 'decks'}")
        return self.decks[name]

    def profile(self, name: str, where: str) -> Mapping[str, Any]:
        """The profile of that name."""
        if name not in self.profiles:
            one = self.game.profiles.one if self.game.profiles else "profile"
            raise unknown(one, name, self.profiles, where)
        return self.profiles[name]

    def assumptions(self, deck: str, profiles: Sequence[str] = ()) -> tuple[str, ...]:
        """What was assumed, not printed, for games with this deck and profiles."""
        said = {f"deck {deck}, {key}": text for key, text in self.deck(deck).source.items()}
        said |= {f"setup, {key}": text for key, text in self.source.items() if key != "deck"}
        for name in dict.fromkeys(profiles):
            if self.game.profiles and name in self.profile_source:
                said[f"{self.game.profiles.one} {name}"] = self.profile_source[name]
        return tuple(
            printable(f"{what}: {' '.join(text.removeprefix(ASSUMPTION).lstrip(': ').split())}")
            for what, text in said.items()
            if text.startswith(ASSUMPTION)
        )


def shipped(game: Game) -> Path:
    """The data folder that comes with the program: of the checkout, or of the installed wheel."""
    found = shipped_folder(game)
    if found is None:
        raise FileNotFoundError(f"the data of {game.name} is not installed")
    return found


def shipped_folder(game: Game) -> Path | None:
    """As `shipped`, None where there is none."""
    sims = Path(__file__).parents[1]
    for base in (sims.parent / "data", sims / "_data"):
        if (base / game.name / "setup.toml").exists():
            return base / game.name
    return None


def read_toml(path: Path, inside: Path | None = None) -> dict[str, Any]:
    """A TOML file; a `DesignerError` that names file and line if it cannot be read.

    With `inside` it must lie in that folder, whatever a link says.
    """
    text = read_text(path, inside)
    try:
        content = tomllib.loads(text)
    except ValueError as problem:  # also a number of thousands of digits
        raise DesignerError(f"{path}: not valid TOML: {problem}") from None
    except RecursionError:
        raise DesignerError(f"{path}: not valid TOML: brackets within brackets, too deep") from None
    return content


def _tables(path: Path, allowed: set[str], inside: Path | None) -> dict[str, dict[str, Any]]:
    content = read_toml(path, inside)
    for key, value in content.items():
        if key not in allowed:
            raise unknown("section", key, allowed, str(path))
        if not isinstance(value, dict):
            raise DesignerError(f"{path}: {key!r} is {shown(value)}; a section [{key}] is needed")
    return content


def _sources(path: Path, section: Mapping[str, Any], keys: list[str]) -> dict[str, str]:
    for key, text in section.items():
        if key not in keys:
            raise unknown("key", key, keys, f"{path} [source]")
        if not isinstance(text, str):
            raise DesignerError(f"{path} [source]: {key!r} is {shown(text)}; a text is needed")
    return dict(section)


def _fields(game: Game, path: Path, title: str, given: Any) -> dict[str, Any]:
    where = f'{path} [card."{title}"]'
    if not isinstance(given, dict):
        raise DesignerError(f"{path} [card]: {shown(title)} is {shown(given)}; a section is needed")
    return _values(game.fields_of(title), given, where)


def _values(fields: Sequence[CardField], given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A value for each field: as given, or its default."""
    known = {f.key: f for f in fields}
    for key in given:
        if key not in known:
            raise unknown("key", key, known, where)
    values = {}
    for key, known_field in known.items():
        if key in given:
            values[key] = check_field(known_field, given[key], f"{where}: {key!r}")
        elif known_field.optional or known_field.default is not None:
            values[key] = known_field.default
        else:
            raise DesignerError(f"{where}: {key!r} is missing ({known_field.help})")
    return values


def read_deck(game: Game, path: Path, inside: Path | None = None) -> Deck:
    """A deck file, checked and complete."""
    check_name(path, "a deck")
    content = _tables(path, {"source", "card"}, inside)
    given = {}
    for title, fields in content.get("card", {}).items():
        given[check_title(game, title, f"{path} [card]")] = fields
    missing = [title for title in game.titles if title not in given]
    if missing:
        raise DesignerError(
            f'{path}: no section [card."{missing[0]}"]; a deck names every card, copies = 0 if '
            "there is none"
        )
    cards = {title: _fields(game, path, title, given[title]) for title in game.titles}
    keys = [field.key for field in game.card_fields]
    deck = Deck(path.stem, cards, _sources(path, content.get("source", {}), keys))
    game.check_deck(deck.cards, str(path))
    return deck


def _read_table(
    game: Game, path: Path, decks: Mapping[str, Deck]
) -> tuple[dict[int, dict[str, Any]], dict[int, str], dict[str, str]]:
    content = _tables(path, {"source", "players"}, path.parent)
    keys = ["deck", *(p.key for p in game.parameters)]
    table: dict[int, dict[str, Any]] = {}
    deck_of: dict[int, str] = {}
    for count, row in content.get("players", {}).items():
        where = f"{path} [players.{count}]"
        if count not in map(str, game.players):
            raise unknown("player count", count, map(str, game.players), f"{path} [players]")
        if not isinstance(row, dict):
            raise DesignerError(f"{where} is {shown(row)}; a section is needed")
        for key in row:
            if key not in keys:
                raise unknown("key", key, keys, where)
        players = int(count)
        deck_of[players] = row.get("deck", next(iter(decks)))
        if not isinstance(deck_of[players], str):
            raise DesignerError(f"{where}: 'deck' is {shown(deck_of[players])}; a name is needed")
        if deck_of[players] not in decks:
            raise unknown("deck", deck_of[players], decks, f"{where}: 'deck'")
        cards = decks[deck_of[players]].cards
        table[players] = {}
        for p in game.parameters:
            if p.key not in row and p.default is None:
                raise DesignerError(f"{where}: {p.key!r} is missing ({p.help})")
            value = row.get(p.key, p.default)
            table[players][p.key] = check_parameter(game, cards, p, value, f"{where}: {p.key!r}")
        game.check_setup(players, cards, table[players], where)
    return table, deck_of, _sources(path, content.get("source", {}), keys)


def _read_profiles(game: Game, path: Path) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Every profile, by name, and the source of each."""
    kind = game.profiles
    assert kind is not None
    content = _tables(path, {"source", kind.option}, path.parent)
    found: dict[str, dict[str, Any]] = {}
    for name, given in content.get(kind.option, {}).items():
        where = f"{path} [{kind.option}.{name}]"
        if name == DRAW or not name.replace("-", "").replace("_", "").isalnum():
            raise DesignerError(
                f"{where}: {shown(name)} cannot be a name; letters, digits, - and _ make one, and "
                f"{DRAW!r} is a choice of --{kind.option}"
            )
        if not isinstance(given, dict):
            raise DesignerError(f"{where} is {shown(given)}; a section is needed")
        found[name] = {"name": name, **_values(kind.fields, given, where)}
    if kind.default not in found:
        raise DesignerError(
            f"{path}: no section [{kind.option}.{kind.default}]; it sits wherever none is named"
        )
    return found, _sources(path, content.get("source", {}), list(found))


def _read_rulings(game: Game, path: Path) -> dict[str, str]:
    content = _tables(path, {"source", "ruling"}, path.parent)
    _sources(path, content.get("source", {}), [r.name for r in game.rulings])
    given = content.get("ruling", {})
    chosen = {
        name: check_ruling(game, name, choice, f"{path} [ruling]") for name, choice in given.items()
    }
    return {r.name: chosen.get(r.name, r.default) for r in game.rulings}


MADE = "made"
"""In a section of a player count: how its weights came about; for people, and not checked."""


def code_of(path: Path, inside: Path | None = None) -> str:
    """The strategy whose code a file of weights is played with; empty if it does not say."""
    section = read_toml(path, inside).get("strategy", {})
    of = section.get("of", "") if isinstance(section, dict) else None
    if not isinstance(of, str) or set(section) - {"of"}:
        raise DesignerError(f'{path} [strategy]: write of = "NAME", a strategy, and nothing else')
    return of


def _numbers(given: Any, where: str) -> dict[str, float]:
    """Weights as numbers."""
    if not isinstance(given, dict):
        raise DesignerError(f"{where} is {shown(given)}; a section is needed")
    weights = {}
    for name, value in given.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not abs(value) <= sys.float_info.max:  # nor a whole number beyond it
            raise DesignerError(f"{where}: {shown(name)} is {shown(value)}; a number is needed")
        weights[name] = float(value)
    return weights


def _read_weights(
    game: Game, path: Path, inside: Path
) -> tuple[dict[str, float], dict[int, dict[str, float]]]:
    """The weights of a file, and those of single player counts."""
    check_name(path, "weights")
    content = _tables(path, {"source", "strategy", "weights", "players"}, inside)
    code_of(path, inside)
    at = {}
    for count, section in content.get("players", {}).items():
        where = f"{path} [players.{count}]"
        if count not in map(str, game.players):
            raise unknown("player count", count, map(str, game.players), f"{path} [players]")
        if not isinstance(section, dict):
            raise DesignerError(f"{where} is {shown(section)}; a section is needed")
        for key in section:
            if key not in ("weights", MADE):
                raise unknown("section", key, ("weights", MADE), where)
        given = section.get("weights", {})
        at[int(count)] = _numbers(given, f"{path} [players.{count}.weights]")
    return _numbers(content.get("weights", {}), f"{path} [weights]"), at


def read_data(game: Game, folder: Path | None = None) -> Data:
    """A data folder, wholly checked. Raises `DesignerError` at the first thing that is wrong."""
    folder = folder or shipped(game)
    if not folder.is_dir():
        raise DesignerError(f"--data {folder}: there is no such folder")
    deck_files = sorted((folder / "decks").glob("*.toml"))
    if not deck_files:
        raise DesignerError(f"{folder / 'decks'}: there is no deck file (NAME.toml)")
    decks = {path.stem: read_deck(game, path, folder) for path in deck_files}
    table, deck_of, source = _read_table(game, folder / "setup.toml", decks)
    profiles: Mapping[str, Mapping[str, Any]] = {}
    profile_source: Mapping[str, str] = {}
    if game.profiles is not None:
        profiles, profile_source = _read_profiles(game, folder / game.profiles.file)
        for players, deck in deck_of.items():
            everybody = [profiles[game.profiles.default]] * players
            where = f"{folder / 'setup.toml'} [players.{players}]"
            game.check_profiles(players, decks[deck].cards, everybody, where)
    weights = {
        path.stem: _read_weights(game, path, folder)
        for path in sorted((folder / "weights").glob("*.toml"))
    }
    return Data(
        game=game,
        folder=folder,
        decks=decks,
        table=table,
        deck_of=deck_of,
        rulings=_read_rulings(game, folder / "rulings.toml"),
        weights={name: always for name, (always, _) in weights.items()},
        weights_at={name: at for name, (_, at) in weights.items()},
        source=source,
        profiles=profiles,
        profile_source=profile_source,
    )
