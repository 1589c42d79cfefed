"""From a data folder and changes to it (`--set`, `--deck`, `--ruling`, a sweep's axes) to cells.

A change is a key and a value:

    winning_cred = 32                    a parameter of the setup
    remove = "+Firewall"                 cards: with + in front in addition to the table's
    deck = flat                          which deck file
    deck.The Mainframe.cred = 9          a field of a card
    ruling.cred_tie = shared             a ruling
    weights.balanced.lead = 2.5          a weight of a strategy (see `sims.core.strategies`)
    hackers.baseline.hand_size = 6       a value of a profile, wherever it sits (`hackers` is the
                                         game's own word for profiles)
    seat.2.hand_size = 6                 a value of whoever sits in seat 2
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.core.contract import Cell, DeckCards, Game, Parameter, Player
from sims.core.data import Data
from sims.core.errors import DesignerError, unknown
from sims.core.values import check_field, check_parameter, check_ruling, check_title, from_text

DECK, DECK_FIELD, RULING, WEIGHTS, SEAT = "deck", "deck.", "ruling.", "weights.", "seat."

Profile = Mapping[str, Any]


def check_key(game: Game, key: str, where: str = "--set") -> None:
    """Refuse a key that nothing in the game goes by."""
    if key == DECK or key.startswith(WEIGHTS) or game.parameter(key):
        return
    if key.startswith(RULING):
        names = [r.name for r in game.rulings]
        if key.removeprefix(RULING) not in names:
            raise unknown("ruling", key.removeprefix(RULING), names, where)
    elif key.startswith(DECK_FIELD):
        title, _, field = key.removeprefix(DECK_FIELD).rpartition(".")
        title = check_title(game, title, where)
        fields = [f.key for f in game.fields_of(title)]
        if field not in fields:
            raise unknown(f"field of {title!r}", field, fields, where)
    elif _is_of_profiles(game, key):
        assert game.profiles is not None
        values = [f.key for f in game.profiles.fields]
        if key.count(".") != 2 or key.rpartition(".")[2] not in values:
            one = game.profiles.one
            raise unknown(f"value of a {one}", key.rpartition(".")[2], values, f"{where}: {key!r}")
    else:
        keys = [p.key for p in game.parameters]
        more = ["deck", "deck.TITLE.FIELD", "ruling.NAME", "weights.STRATEGY.NAME"]
        if game.profiles is not None:
            more += [f"{game.profiles.option}.NAME.KEY", "seat.N.KEY"]
        raise unknown("key", key, [*keys, *more], where)


def _is_of_profiles(game: Game, key: str) -> bool:
    """Whether a key is a value of a profile, by its name or by seat."""
    return game.profiles is not None and key.startswith((f"{game.profiles.option}.", SEAT))


def _changed_profile(
    game: Game, profile: Profile, changes: Mapping[str, Any], prefix: str, where: str
) -> Profile:
    """A profile with the values of the keys that begin with a prefix."""
    assert game.profiles is not None
    changed = dict(profile)
    for field in game.profiles.fields:
        key = f"{prefix}{field.key}"
        if key in changes:
            value, what = changes[key], f"{where}: {key!r}"
            if isinstance(value, str):
                value = from_text(field.kind, value, what)
            changed[field.key] = check_field(field, value, what)
    return changed


def _seated(
    data: Data,
    players: int,
    names: Sequence[str],
    pool: Sequence[str],
    changes: Mapping[str, Any],
    where: str,
) -> tuple[tuple[Profile, ...], tuple[Profile, ...]]:
    """The profiles by seat, and the pool from which each game draws them; one of the two."""
    game = data.game
    kind = game.profiles
    if kind is None:
        if names or pool:
            raise DesignerError(f"{game.title} has no profiles to choose")
        return (), ()
    option = f"--{kind.option}"
    known = {
        name: _changed_profile(game, profile, changes, f"{kind.option}.{name}.", where)
        for name, profile in data.profiles.items()
    }
    for key in changes:
        name = key.split(".")[1] if _is_of_profiles(game, key) else ""
        if key.startswith(SEAT) and name not in map(str, range(1, players + 1)):
            raise DesignerError(f"{where}: {key!r}: seats are 1 to {players}")
        if name and not key.startswith(SEAT):
            data.profile(name, f"{where}: {key!r}")
    for name in (*names, *pool):
        data.profile(name, option)
    if pool:
        if len(set(pool)) < max(players, len(pool)):
            raise DesignerError(
                f"{option}: {players} different ones are needed to draw from, none twice; there "
                f"are {len(set(pool))} in {len(pool)}"
            )
        for key in changes:
            if key.startswith(SEAT):
                raise DesignerError(f"{where}: {key!r}: who sits there is drawn in each game")
        return (), tuple(known[name] for name in pool)
    names = names or [kind.default] * players
    if len(names) != players:
        raise DesignerError(f"{option} names {len(names)} for {players} players")
    return tuple(
        _changed_profile(game, known[name], changes, f"{SEAT}{seat}.", where)
        for seat, name in enumerate(names, start=1)
    ), ()


def _changed_cards(
    game: Game, cards: DeckCards, changes: Mapping[str, Any], where: str
) -> DeckCards:
    changed = {title: dict(fields) for title, fields in cards.items()}
    for key, value in changes.items():
        if key.startswith(DECK_FIELD):
            title, _, name = key.removeprefix(DECK_FIELD).rpartition(".")
            title = check_title(game, title, where)
            field = next(f for f in game.fields_of(title) if f.key == name)
            what = f"{where}: {key!r}"
            if isinstance(value, str):
                unset = field.optional and value.strip().casefold() == "none"
                value = None if unset else from_text(field.kind, value, what)
            changed[title][name] = value if value is None else check_field(field, value, what)
    return game.check_deck(changed, where)


def _changed_value(
    game: Game, cards: DeckCards, parameter: Parameter, printed: Any, value: Any, where: str
) -> Any:
    what = f"{where}: {parameter.key!r}"
    if parameter.kind == "cards" and isinstance(value, str):
        more = value.strip().startswith("+")
        titles = from_text("cards", value.strip().removeprefix("+"), what)
        value = [*printed, *titles] if more else titles
    elif isinstance(value, str):
        value = from_text(parameter.kind, value, what)
    return check_parameter(game, cards, parameter, value, what)


def value_at(cell: Cell, key: str) -> Any:
    """What a cell holds for a key of the setup, the deck, the rulings, or a profile that sits."""
    if key.startswith(DECK_FIELD):
        title, _, field = key.removeprefix(DECK_FIELD).rpartition(".")
        return cell.deck[title][field]
    if key.startswith(RULING):
        return cell.rulings[key.removeprefix(RULING)]
    if key in cell.setup:
        return cell.setup[key]
    _, name, field = key.split(".")
    if key.startswith(SEAT):
        return cell.profiles[int(name) - 1][field]
    return next(profile[field] for profile in cell.profiles if profile["name"] == name)


def build_cell(
    data: Data,
    players: int,
    changes: Mapping[str, Any] | None = None,
    lineup: Sequence[Player] = (),
    where: str = "--set",
    profiles: Sequence[str] = (),
    pool: Sequence[str] = (),
) -> Cell:
    """The cell of one row of the table with changes made; `DesignerError` if one is impossible.

    `profiles` names one a seat, everybody the game's default if empty; or `pool` those from which
    each game draws one a seat.
    """
    game = data.game
    changes = changes or {}
    for key in changes:
        check_key(game, key, where)
    if players not in data.table:
        if players not in game.players:
            raise DesignerError(
                f"--players {players}: {game.title} is for {game.players.start} to "
                f"{game.players.stop - 1} players"
            )
        rows = ", ".join(map(str, sorted(data.table)))
        raise DesignerError(
            f"{data.folder / 'setup.toml'}: no row [players.{players}]; rows: {rows}"
        )
    deck_name = str(changes.get(DECK, data.deck_of[players]))
    cards = _changed_cards(game, data.deck(deck_name).cards, changes, where)
    setup = {}
    for p in game.parameters:
        value = printed = data.table[players][p.key]
        if p.key in changes:
            value = _changed_value(game, cards, p, printed, changes[p.key], where)
        elif p.kind == "cards":
            value = check_parameter(game, cards, p, printed, f"deck {deck_name}: {p.key!r}")
        setup[p.key] = value
    setup = dict(game.check_setup(players, cards, setup, where))
    by_seat, drawn_from = _seated(data, players, profiles, pool, changes, where)
    game.check_profiles(players, cards, by_seat or drawn_from, where)
    rulings = dict(data.rulings)
    for key, value in changes.items():
        if key.startswith(RULING):
            name = key.removeprefix(RULING)
            rulings[name] = check_ruling(game, name, value, where)
    return Cell(
        game=game.name,
        players=players,
        deck_name=deck_name,
        deck=cards,
        setup=setup,
        rulings=rulings,
        lineup=tuple(lineup),
        profiles=by_seat,
        profile_pool=drawn_from,
        assumptions=data.assumptions(deck_name, [p["name"] for p in by_seat or drawn_from]),
    )
