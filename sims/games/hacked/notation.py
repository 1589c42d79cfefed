"""States and options of You've Been Hacked as text, as in position files and traces.

A card is the word of its title, `attack`; seats count from 1. See `sims.core.positions` for the
format of a position file.
"""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Option
from sims.core.errors import DesignerError, unknown
from sims.games.hacked import layout as L
from sims.games.hacked.cards import HACKED, TITLES, WORDS

HEADER = ()
"""Numbers that follow `players N` in a position: none."""


def header_changes(numbers: Mapping[str, int]) -> dict[str, Any]:
    """The setup that a position's header asks for."""
    return {}


def card_text(title: int) -> str:
    """A card as positions name it."""
    return WORDS[title]


def card_name(cell: Cell, title: int) -> str:
    """A card as its title."""
    return TITLES[title]


def read_cards(text: str) -> list[int]:
    """The titles of cards written as words."""
    cards = []
    for word in text.split():
        if word not in WORDS:
            raise unknown("card", word, WORDS, "a card")
        cards.append(WORDS.index(word))
    return cards


def option_text(cell: Cell, kind: str, option: Option) -> str:
    """An option as a position file writes it."""
    form, title, target, named, depth = option
    at = "" if target == L.NONE else f">{target + 1}"
    if form == L.F_CARD or form == L.F_GIVE:
        return f"{card_text(title)}{at}"
    if form == L.F_PAIR:
        return f"pair:{card_text(title)}{at}"
    if form == L.F_TRIPLE:
        return f"triple:{card_text(title)}{at}={card_text(named)}"
    if form == L.F_PLACE:
        return str(depth)
    return L.FORMS[form]


def normal(kind: str, text: str) -> str:
    """An option's text in one spelling: there is only one."""
    return text


def empty_table(cell: Cell) -> dict[str, Any]:
    """A table before a position's lines are read."""
    seats: list[dict[str, Any]] = [{"hand": {}, "out": False} for _ in range(cell.players)]
    return {"actor": 0, "owes": 1, "attacked": False, "pile": [], "seats": seats}


def read_seat(cell: Cell, text: str) -> dict[str, Any]:
    """What `seat N:` says: the titles of the hand, or `out`."""
    if text.split() == ["out"]:
        return {"hand": {}, "out": True}
    hand: dict[int, int] = {}
    for title in read_cards(text):
        if title == HACKED:
            raise DesignerError(f"{WORDS[HACKED]!r} is never in a hand")
        hand[title] = hand.get(title, 0) + 1
    return {"hand": hand, "out": False}


def seat_text(cell: Cell, seat: Mapping[str, Any]) -> str:
    """A seat of a snapshot as a position file writes it."""
    if seat["out"]:
        return "out"
    hand = seat["hand"]
    return " ".join(card_text(title) for title in sorted(hand) for _ in range(hand[title]))


def _read_actor(table: dict[str, Any], text: str) -> bool:
    """`N`, `N owes TURNS`, `N owes TURNS attacked`."""
    seat, *rest = text.split() or [""]
    attacked = rest[-1:] == ["attacked"]
    rest = rest[:-1] if attacked else rest
    if not seat.isdecimal() or (rest and rest[0] != "owes") or len(rest) not in (0, 2):
        return False
    owes = rest[1] if rest else "1"
    if not 1 <= int(seat) <= len(table["seats"]) or int(owes) < 1:
        raise DesignerError(f"{text.strip()!r}: no such seat, or no turn to take")
    table |= {"actor": int(seat) - 1, "owes": int(owes), "attacked": attacked}
    return True


def read_line(cell: Cell, table: dict[str, Any], word: str, text: str) -> bool:
    """A line of the state other than `seat`; whether there is such a line in this game."""
    if word == "actor":
        return _read_actor(table, text)
    if word != "pile":
        return False
    table["pile"] = read_cards(text)
    return True


def table_lines(cell: Cell, table: Mapping[str, Any]) -> dict[str, str]:
    """The lines of a snapshot that are compared after a block: seats and pile."""
    lines = {f"seat {i + 1}": seat_text(cell, s) for i, s in enumerate(table["seats"])}
    return {**lines, "pile": " ".join(card_text(title) for title in table["pile"])}


def ending(table: Mapping[str, Any]) -> str:
    """`next N owes TURNS`, with `attacked` behind it if so, or `won N`."""
    result = table["result"]
    if result is None or result["ended"] == "unfinished":
        attacked = " attacked" if table["attacked"] else ""
        return f"next {table['actor'] + 1} owes {table['owes']}{attacked}"
    return f"won {result['winner'] + 1}"


def cards(cell: Cell) -> list[dict[str, Any]]:
    """Every title with its id, its word in options and piles, and what the deck says of it."""
    return [
        {"id": title, "name": WORDS[title], "title": name, **cell.deck[name]}
        for title, name in enumerate(TITLES)
    ]
