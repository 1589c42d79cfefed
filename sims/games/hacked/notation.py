"""States and options of You've Been Hacked as text, as in position files and traces.

A card is the word of its title, `attack`; seats count from 1. See `sims.core.positions` for the
format of a position file.
"""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Option
from sims.core.errors import DesignerError, unknown
from sims.core.sight import Sight
from sims.games.hacked import layout as L
from sims.games.hacked.bridge import by_title
from sims.games.hacked.cards import CONSULTANT, HACKED, TITLES, WORDS

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


# For a person at the table, see `sims.core.sight`

QUESTIONS = {
    "play": "Your turn: play a card or a combo, or draw.",
    "freeze": "You hold a ChangeFreeze. Do you stop the last card?",
    "give": "A Ticket is aimed at you. Which card do you give?",
    "consult": "You have drawn You've been hacked. Do you use a Security consultant?",
    "place": "Where in the draw pile does You've been hacked go back?",
}


def _player(seat: int) -> str:
    return f"player {seat + 1}"


def option_words(cell: Cell, kind: str, option: Option, seat: int) -> str:
    """An option as after "I ..."."""
    form, title, target, named, depth = option
    card = "" if title == L.NONE else TITLES[title]
    at = "" if target == L.NONE else f" at {_player(target)}"
    if form == L.F_CARD:
        return f"play {card}{at}"
    if form == L.F_PAIR:
        return f"play two {card}{at}, for a random card"
    if form == L.F_TRIPLE:
        return f"play three {card}{at}, for {TITLES[named]}"
    if form == L.F_GIVE:
        return f"give {card}"
    if form == L.F_PLACE:
        return f"put it below {depth} card{'s' * (depth != 1)}" if depth else "put it on top"
    if form == L.F_DRAW:
        return "draw"
    answers = {
        "freeze": ("let it happen", "play a ChangeFreeze"),
        "consult": ("use none, and be out", "use a Security consultant"),
    }
    return answers[kind][form == L.F_YES]


def _cards(counts: Mapping[int, int]) -> str:
    return ", ".join(f"{n} {TITLES[title]}" for title, n in counts.items()) or "none"


def _pending(view: Any) -> str:
    """What the actor plays, as everybody can see it."""
    code = (int(view["pending"][name]) for name in ("form", "title", "target", "named"))
    form, title, target, named = code
    copies = {L.F_PAIR: "two ", L.F_TRIPLE: "three "}.get(form, "")
    at = "" if target == L.NONE else f" at {_player(target)}"
    asked = "" if named == L.NONE else f", for {TITLES[named]}"
    return f"{_player(int(view['actor']))} plays {copies}{TITLES[title]}{at}{asked}"


def _known(view: Any, seat: int) -> str:
    """What the viewer knows of another hand."""
    said = [_cards(by_title(view["known"][seat]))]
    if int(view["kept"]) >> seat & 1:
        said.append(f"the {TITLES[CONSULTANT]} of the beginning")
    return ", ".join(part for part in said if part != "none") or "nothing"


def _row(view: Any, seat: int) -> tuple[str, str, str]:
    if seat == int(view["seat"]):
        return f"{_player(seat)} (you)", str(int(view["hand_size"]["of"][seat])), ""
    if not int(view["living"]) >> seat & 1:
        return _player(seat), "out", ""
    return _player(seat), str(int(view["hand_size"]["of"][seat])), _known(view, seat)


def sight(cell: Cell, view: Any) -> Sight:
    """A view in words."""
    kind = L.DECISIONS[int(view["decision"])]
    owes, attacked = int(view["owes"]), " (under attack)" if view["attacked"] else ""
    whose = f"{_player(int(view['actor']))}, {owes} turn{'s' * (owes != 1)} to take{attacked}"
    seen = {depth: int(n) - 1 for depth, n in enumerate(view["seen"]["at"]) if n}
    facts = [
        ("turn", f"{int(view['turn']) + 1}: {whose}"),
        ("draw pile", f"{int(view['pile_size'])} cards, {int(view['hacked_left'])} of them "
         f"{TITLES[HACKED]}"),
    ]  # fmt: skip
    if seen:
        places = (f"number {depth + 1} {TITLES[title]}" for depth, title in seen.items())
        facts.append(("known of it", f"from the top: {', '.join(places)}"))
    facts.append(("discard pile", _cards(by_title(view["discard"]))))
    if kind in ("freeze", "give"):
        facts.append(("played", _pending(view)))
    if kind == "freeze":
        last, freezes = _player(int(view["last"])), int(view["freezes"])
        facts.append(("last card", f"by {last}; ChangeFreezes played on it so far: {freezes}"))
    facts.append(("your hand", _cards(by_title(view["hand"]))))
    rows = tuple(_row(view, seat) for seat in range(cell.players))
    return Sight(tuple(facts), ("player", "cards", "known of the hand"), rows)
