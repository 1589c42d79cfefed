"""What a game is: the facts it declares, and the machine that it is.

A game is a folder `sims/games/NAME` with these modules, and a folder `data/NAME`:

* `__init__`: `GAME`, a `Game`: titles, parameters, rulings, measures. Imports nothing heavy.
* `kernel`: the machine in numba. What it must hold is in `sims.core.kernel`.
* `referee`: `Referee`, the same machine in plain Python, a `Machine`, written apart.
* `notation`: states and options as text, as in position files; see `sims.core.positions`.
* `strategies`: a package; every function in it marked by `sims.core.strategies.strategy`.

Seats count from 0 in code and from 1 in all that a person reads.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

DeckCards = Mapping[str, Mapping[str, Any]]
"""A deck: each title, in the game's order, to its complete fields."""

Option = tuple[int, ...]
"""One option of a decision, as the game's `layout` defines it."""


@dataclass(frozen=True)
class Ruling:
    """A named choice where the rulebook is silent or unclear. The first choice is the default."""

    name: str
    choices: tuple[str, ...]
    heading: str
    question: str

    @property
    def default(self) -> str:
        """The choice that is played unless another is asked for."""
        return self.choices[0]


@dataclass(frozen=True)
class Parameter:
    """A value of a setup, by player count in the setup table, that a designer may change.

    kind "int" is a whole number in low..high; "cards" is a list of card titles, a copy each,
    or `all TITLE`.
    """

    key: str
    kind: Literal["int", "cards"]
    help: str
    low: int = 0
    high: int = 1_000_000
    default: Any = None
    unit: str = ""


@dataclass(frozen=True)
class CardField:
    """A value that a deck file gives for each card; `default` None makes it required."""

    key: str
    kind: Literal["int", "bool"]
    help: str
    low: int = 0
    high: int = 1_000_000
    default: Any = None
    optional: bool = False
    only: tuple[str, ...] = ()
    """The titles that have this field; empty for all."""


@dataclass(frozen=True)
class Measure:
    """Something a record keeps of each game that is reported beside win rate and length.

    kind "count": a number a game, its histogram is kept. "seats": a number a seat (array field).
    "mask": a bit a seat (integer field). "flag": 0 or 1 a game. With `won_only` the games without
    a winner are left out; with `lost_only`, of a measure by seat, the seat that won.
    """

    name: str
    field: str
    kind: Literal["count", "seats", "mask", "flag"]
    label: str
    help: str
    unit: str = ""
    won_only: bool = False
    lost_only: bool = False


@dataclass(frozen=True)
class Trait:
    """Something that tells the seats of a game apart and by whose value win rates are split.

    Such as the cards that a seat was dealt, or the character that sits there. `read(records, cell)`
    gives its values as whole numbers of shape (games, players, items): one item, or one a title in
    `items` (a value is then how many of that title the seat had). A value below 0 is left out.
    `names(cell)` names the values that are no plain numbers. `won` is the field of the record that
    holds the seat that wins what the trait is about.
    """

    name: str
    label: str
    help: str
    read: Callable[[Any, "Cell"], Any]
    items: tuple[str, ...] = ()
    names: Callable[["Cell"], Mapping[int, str]] | None = None
    won: str = "winner"

    def value_name(self, cell: "Cell", value: int) -> str:
        """A value as a person reads it."""
        return self.names(cell).get(value, str(value)) if self.names else str(value)


@dataclass(frozen=True)
class Blank:
    """What a game puts in a card's place to see what the card does: a card that does nothing.

    `changes(cell, title)` gives the changes of the cell, as after `--set`, that make one copy of a
    title in play a blank; None where no copy is in play or none can be replaced. A game whose decks
    can express no such card names its least one, and `help` says so.
    """

    help: str
    changes: Callable[["Cell", str], Mapping[str, Any] | None]


@dataclass(frozen=True)
class CardEvents:
    """What can be seen to happen to a card in a game, such as being played.

    `names` maps each event to its words. `read(cell, events)` finds them among a referee's events
    of one game, as triples (event, seat from 0, title); the last event is the end of the game.
    `against` are those that the card does to its holder, such as being put out: worth a sentence.
    """

    names: Mapping[str, str]
    read: Callable[["Cell", Sequence[Mapping[str, Any]]], Sequence[tuple[str, int, str]]]
    against: Sequence[str] = ()


@dataclass(frozen=True)
class Restriction:
    """Something that a player can be forbidden to use, which shows what it is worth.

    `uses(view, option, rules, item)` says whether taking an option uses it: a plain function that
    numba compiles, over the game's own records. With `items` there is one restriction a title, and
    `item` is the place of that title in the game's; else it is 0. `label` is the thing in words, in
    which `{item}` stands for the title.
    """

    name: str
    label: str
    uses: Callable[[Any, Any, Any, int], bool]
    items: tuple[str, ...] = ()


@dataclass(frozen=True)
class Profiles:
    """Characters that players differ by: a file of them in the data folder, one a seat in a cell.

    `option` is the command line's word (`--hackers NAME,...`), `file` the data file, with a
    section [`option`.NAME] each; `fields` are the values that make one, `default` the one that
    sits where none is named. `check` raises a `DesignerError` for profiles that cannot sit
    together (players, deck, the profiles at the table or of the pool, where they stand).
    """

    option: str
    file: str
    fields: tuple[CardField, ...]
    default: str
    check: Callable[[int, DeckCards, Sequence[Mapping[str, Any]], str], None] | None = None

    @property
    def one(self) -> str:
        """The word for one of them: `hacker` for `hackers`."""
        return self.option.removesuffix("s")


@dataclass(frozen=True)
class ReportSweep:
    """One value that a report changes, all else as the table has it: a section of its page.

    `key` is as after `--set` (a parameter, `deck.TITLE.FIELD`, a value of a profile, a seat's).
    `values` are tried at every player count, or by count; `offsets` are added to what the table
    itself holds, so that they follow a table that was edited. The table's own value is always
    among them; what the game cannot be played with is left out, and named on the page.
    """

    key: str
    title: str
    """The section's heading: the question that it answers."""
    values: Sequence[Any] | Mapping[int, Sequence[Any]] = ()
    offsets: Sequence[int] = ()

    def tried(self, players: int, own: Any) -> list[Any]:
        """The values to try beside the table's `own`, in order, that one among them."""
        given = self.values
        values = given.get(players, ()) if isinstance(given, Mapping) else given
        found = dict.fromkeys([own, *values, *(own + offset for offset in self.offsets)])
        numeric = all(isinstance(value, int) for value in found)
        return sorted(found) if numeric else list(found)


@dataclass(frozen=True)
class ReportPlan:
    """What the report asks of a game beyond its printed table."""

    map_parameter: str
    map_values: Mapping[int, Sequence[int]]
    ladder: tuple[str, ...]
    decks: tuple[str, ...] = ()
    sweeps: tuple[ReportSweep, ...] = ()
    scale: int = 1
    """How many times the usual number of games its report plays: more for a game that is quick."""


@dataclass(frozen=True)
class Game:
    """The facts that a game declares. All names are those of data files and the command line."""

    name: str
    title: str
    rulebook: str
    players: range
    player_word: str
    titles: tuple[str, ...]
    decisions: tuple[str, ...]
    endings: tuple[str, ...]
    parameters: tuple[Parameter, ...]
    card_fields: tuple[CardField, ...]
    rulings: tuple[Ruling, ...]
    measures: tuple[Measure, ...]
    report: ReportPlan
    turn_limit: str
    """The parameter that caps a game's length; positions set it to end a block."""
    blurb: str = ""
    waiting: str = ""
    """The measure (kind "seats") that counts the turns from a player's going out to the end of the
    game; empty where nobody goes out."""
    profiles: Profiles | None = None
    traits: tuple[Trait, ...] = ()
    blank: Blank | None = None
    card_events: CardEvents | None = None
    restrictions: tuple[Restriction, ...] = ()
    complete_deck: Callable[[DeckCards, str], DeckCards] | None = None
    """Fills in what a deck leaves to follow from the rest; raises a `DesignerError` for a deck
    that the game cannot be played with (cards, where they stand)."""
    setup_rules: (
        Callable[[int, DeckCards, Mapping[str, Any], str], Mapping[str, Any] | None] | None
    ) = None
    """The same for a setup (players, deck, values, where it stands); None: played as given."""

    def fields_of(self, title: str) -> tuple[CardField, ...]:
        """The fields that a deck file gives for a card."""
        return tuple(f for f in self.card_fields if not f.only or title in f.only)

    def check_deck(self, cards: DeckCards, where: str) -> DeckCards:
        """The deck as it is played; refuse one that the game cannot be played with."""
        return cards if self.complete_deck is None else self.complete_deck(cards, where)

    def check_setup(
        self, players: int, cards: DeckCards, setup: Mapping[str, Any], where: str
    ) -> Mapping[str, Any]:
        """The setup as it is played; refuse one that the game cannot be played with."""
        played = self.setup_rules and self.setup_rules(players, cards, setup, where)
        return played or setup

    def check_profiles(
        self, players: int, cards: DeckCards, profiles: Sequence[Mapping[str, Any]], where: str
    ) -> None:
        """Refuse profiles that cannot sit together, at the table or drawn from a pool."""
        if self.profiles is not None and self.profiles.check is not None:
            self.profiles.check(players, cards, profiles, where)

    def ruling(self, name: str) -> Ruling | None:
        """The ruling of that name."""
        return next((r for r in self.rulings if r.name == name), None)

    def parameter(self, key: str) -> Parameter | None:
        """The setup parameter of that key."""
        return next((p for p in self.parameters if p.key == key), None)


@dataclass(frozen=True)
class Player:
    """Who sits in a seat: a strategy by name, and the weights it plays with."""

    strategy: str
    weights: tuple[float, ...] = ()
    source: str = ""
    """Digest of the strategy's code, so that an edited strategy is another cell."""

    def plain(self) -> list[Any]:
        """As JSON-able values."""
        return [self.strategy, list(self.weights), self.source]


@dataclass(frozen=True)
class Cell:
    """What one win rate is about: game, deck, setup, rulings and lineup, every value spelt out.

    `deck` maps each title to its fields; `setup` each parameter's key to its value; `rulings` each
    ruling to its choice; `lineup` has a player a seat. Mappings are not to be changed.
    """

    game: str
    players: int
    deck_name: str
    deck: Mapping[str, Mapping[str, Any]]
    setup: Mapping[str, Any]
    rulings: Mapping[str, str]
    lineup: tuple[Player, ...] = ()
    profiles: tuple[Mapping[str, Any], ...] = ()
    """By seat the profile that sits there, its `name` and every field; for games that have them."""
    profile_pool: tuple[Mapping[str, Any], ...] = ()
    """Profiles from which each game draws one a seat, none twice; then `profiles` is empty."""
    assumptions: tuple[str, ...] = field(default=(), compare=False)

    def plain(self) -> dict[str, Any]:
        """The values that decide what is played, as JSON-able values. Names of files do not."""
        return {
            "game": self.game,
            "players": self.players,
            "deck": {title: dict(fields) for title, fields in self.deck.items()},
            "setup": dict(self.setup),
            "rulings": dict(self.rulings),
            "lineup": [player.plain() for player in self.lineup],
            "profiles": [dict(profile) for profile in self.profiles],
            "profile_pool": [dict(profile) for profile in self.profile_pool],
        }

    def fingerprint(self, rules_source: str, seed: int) -> str:
        """16 hex digits that change when anything changes that could change a record."""
        plain = {**self.plain(), "rules": rules_source, "seed": seed}
        text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Decision:
    """Somebody is asked: the seat, the kind of decision and the complete list of options."""

    seat: int
    kind: str
    options: tuple[Option, ...]


class Machine(Protocol):
    """A game in progress seen from outside; kernel and referee each are one."""

    def decision(self) -> Decision | None:
        """The decision that is due, None when the game is over. Never one without options."""
        ...

    def choose(self, option: Option) -> None:
        """Take an option of the decision that is due, and go on to the next decision."""
        ...

    def snapshot(self) -> dict[str, Any]:
        """The complete state in plain values, equal for kernel and referee."""
        ...
