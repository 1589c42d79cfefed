"""Reading the values that a designer writes: in TOML files, after `--set`, in a sweep's axis."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sims.core.contract import CardField, Game, Parameter
from sims.core.errors import DesignerError, nearest, shown, unknown

ALL = "all "
"""Before a title in a list of cards: every copy of it."""


def check_int(value: Any, low: int, high: int, what: str) -> int:
    """A whole number in low..high, or the error that says so."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise DesignerError(
            f"{what} is {shown(value)}; a whole number from {low} to {high} is needed"
        )
    if not low <= value <= high:
        raise DesignerError(f"{what} is {shown(value)}; allowed are {low} to {high}")
    return value


def check_title(game: Game, title: Any, what: str) -> str:
    """A card's title, in the game's own spelling; case does not matter."""
    if not isinstance(title, str):
        raise DesignerError(f"{what}: {shown(title)} is not a card's title in quotes")
    for valid in game.titles:
        if title.casefold() == valid.casefold():
            return valid
    raise unknown("card", title, game.titles, what)


def check_cards(
    game: Game, deck: Mapping[str, Mapping[str, Any]], value: Any, what: str
) -> list[str]:
    """A list of titles, a copy each, sorted in the deck's order; `all TITLE` takes every copy."""
    if not isinstance(value, list):
        raise DesignerError(
            f'{what} is {shown(value)}; a list of titles is needed, like ["Diskette"]'
        )
    taken: Counter[str] = Counter()
    for entry in value:
        every = isinstance(entry, str) and entry.casefold().startswith(ALL)
        title = check_title(game, entry[len(ALL) :] if every else entry, what)
        taken[title] = deck[title]["copies"] if every else taken[title] + 1
    for title, count in taken.items():
        copies = deck[title]["copies"]
        if count > copies:
            raise DesignerError(
                f"{what} takes out {count} of {shown(title)}, but the deck holds {copies}"
            )
    return [title for title in game.titles for _ in range(taken[title])]


def check_parameter(
    game: Game, deck: Mapping[str, Mapping[str, Any]], parameter: Parameter, value: Any, what: str
) -> Any:
    """The value of a setup parameter, checked."""
    if parameter.kind == "cards":
        return check_cards(game, deck, value, what)
    return check_int(value, parameter.low, parameter.high, what)


def check_field(card_field: CardField, value: Any, what: str) -> Any:
    """The value of a field of a card, checked."""
    if card_field.kind == "bool":
        if not isinstance(value, bool):
            raise DesignerError(f"{what} is {shown(value)}; true or false is needed")
        return value
    return check_int(value, card_field.low, card_field.high, what)


def check_ruling(game: Game, name: str, choice: Any, where: str) -> str:
    """The choice of a ruling, checked."""
    ruling = game.ruling(name)
    if ruling is None:
        raise unknown("ruling", name, [r.name for r in game.rulings], where)
    text = {True: "yes", False: "no"}.get(choice, choice) if isinstance(choice, bool) else choice
    if text not in ruling.choices:
        given = shown(choice)
        hint = nearest(given.strip("'"), ruling.choices)
        raise DesignerError(f"{where}: ruling {shown(name)} is {given}; {hint}")
    return str(text)


def from_text(kind: str, text: str, what: str) -> Any:
    """A value typed on the command line: a whole number, yes/no, or titles joined by `+`."""
    text = text.strip()
    if kind == "int":
        try:
            return int(text)
        except ValueError:
            raise DesignerError(f"{what} is {shown(text)}; a whole number is needed") from None
    if kind == "bool":
        known = {"yes": True, "true": True, "no": False, "false": False}
        if text.casefold() not in known:
            raise DesignerError(f"{what} is {shown(text)}; yes or no is needed")
        return known[text.casefold()]
    if text.casefold() in ("none", ""):
        return []
    return [title.strip() for title in text.split("+")]
