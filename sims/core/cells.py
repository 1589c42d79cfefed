"""From a data folder and changes to it (`--set`, `--deck`, `--ruling`, a sweep's axes) to cells.

A change is a key and a value:

    winning_cred = 32                    a parameter of the setup
    remove = "+Firewall"                 cards: with + in front in addition to the table's
    deck = flat                          which deck file
    deck.The Mainframe.cred = 9          a field of a card
    ruling.cred_tie = shared             a ruling
    weights.balanced.lead = 2.5          a weight of a strategy (see `sims.core.strategies`)
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.core.contract import Cell, DeckCards, Game, Parameter, Player
from sims.core.data import Data
from sims.core.errors import DesignerError, unknown
from sims.core.values import check_field, check_parameter, check_ruling, check_title, from_text

DECK, DECK_FIELD, RULING, WEIGHTS = "deck", "deck.", "ruling.", "weights."


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
    else:
        keys = [p.key for p in game.parameters]
        more = ["deck", "deck.TITLE.FIELD", "ruling.NAME", "weights.STRATEGY.NAME"]
        raise unknown("key", key, [*keys, *more], where)


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


def build_cell(
    data: Data,
    players: int,
    changes: Mapping[str, Any] | None = None,
    lineup: Sequence[Player] = (),
    where: str = "--set",
) -> Cell:
    """The cell of one row of the table with changes made; `DesignerError` if one is impossible."""
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
    game.check_setup(players, cards, setup, where)
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
        assumptions=data.assumptions(deck_name),
    )
