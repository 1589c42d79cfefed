"""States and options of Super Hack Override as text, as in position files and traces.

A card is the letter of its hack and its id, `F13`; seats count from 1. See `sims.core.positions`
for the format of a position file.
"""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Option
from sims.core.errors import DesignerError
from sims.core.sight import Sight
from sims.games.override import layout as L
from sims.games.override.bridge import card_table, ids, kind_fields, removed_by_name
from sims.games.override.cards import LETTERS, NAMES

HEADER = ("win", "gov")
"""Numbers that follow `players N` in a position."""

_HEADER_KEYS = {"win": "winning_cred", "gov": "gov_limit"}
_HALVES = ("in", "out", "screen", "mark", "jail")


def header_changes(numbers: Mapping[str, int]) -> dict[str, Any]:
    """The setup that a position's header asks for; the cards are named, none is removed."""
    changes: dict[str, Any] = {"remove": [], "remove_random": 0, "deck": "assumed"}
    return changes | {_HEADER_KEYS[key]: value for key, value in numbers.items()}


def card_text(cell: Cell, card: int) -> str:
    """A card as letter and id."""
    return f"{LETTERS[card_table(cell)[card]]}{card}"


def card_name(cell: Cell, card: int) -> str:
    """A card as title, letter and id."""
    return f"{NAMES[card_table(cell)[card]]} {card_text(cell, card)}"


def read_card(cell: Cell, text: str) -> int:
    """The id of a card written as letter and id."""
    table = card_table(cell)
    letter, number = text[:1], text[1:]
    if not number.isdecimal() or int(number) >= len(table):
        raise DesignerError(f"{text!r} is no card of deck {cell.deck_name!r}; write it like F13")
    if LETTERS[table[int(number)]] != letter:
        raise DesignerError(
            f"{text!r}: card {number} of deck {cell.deck_name!r} is {card_text(cell, int(number))}"
        )
    return int(number)


def option_text(cell: Cell, kind: str, option: Option) -> str:
    """An option as a position file writes it."""
    form, card, holder, other, to = option
    name = {n: card_text(cell, n) for n in (card, other) if n != L.NONE}

    def slot(number: int, seat: int) -> str:
        return name[number] if number != L.NONE else f"hand{seat + 1}"

    if form == L.F_CARD or form == L.F_TRADE_SPOOF:
        return name[card]
    if form == L.F_GIVE:
        return f"give:{name[card]}>{to + 1}"
    if form == L.F_HANDS:
        return f"hands:{holder + 1}+{to + 1}"
    if form == L.F_OWN:
        return f"own:{name[card]}+{to + 1}"
    if form == L.F_TABLE:
        return f"table:{name[card]}+{name[other]}"
    if form == L.F_MARK_HAND:
        return f"hand>{to + 1}"
    if form == L.F_MARK_CARD:
        return f"{name[card]}>{to + 1}"
    if form == L.F_FLIP_OWN:
        return f"own:{name[card]}"
    if form == L.F_FLIP_ONE:
        return f"one:{slot(card, holder)}"
    if form == L.F_FLIP_PAIR:
        return f"pair:{slot(card, holder)}+{slot(other, to)}"
    if form == L.F_TRADE:
        return f"{name[card]}+{name[other]}"
    if form == L.F_SPY:
        return str(to + 1)
    return L.FORMS[form]


def normal(kind: str, text: str) -> str:
    """An option's text in one spelling: `a+b` is `b+a`, but `own:CARD+B` has its own order."""
    head, colon, rest = text.rpartition(":")
    if "+" in rest and not (kind == "swap" and head == "own"):
        rest = "+".join(sorted(rest.split("+")))
    return f"{head}{colon}{rest}"


def empty_table(cell: Cell) -> dict[str, Any]:
    """A table before a position's lines are read."""
    seat = {"in": [], "out": [], "screen": False, "mark": None, "jail": False}
    return {"actor": 0, "seats": [dict(seat) for _ in range(cell.players)]}


def read_seat(cell: Cell, text: str) -> dict[str, Any]:
    """What `seat N:` says; what is missing is empty."""
    seat: dict[str, Any] = {"in": [], "out": [], "screen": False, "mark": None, "jail": False}
    for part in filter(None, (p.strip() for p in text.split("|"))):
        word, *cards = part.split()
        if word not in _HALVES:
            raise DesignerError(f"{part!r}: a part begins with one of {', '.join(_HALVES)}")
        if word in ("in", "out"):
            seat[word] = sorted(read_card(cell, card) for card in cards)
        elif word == "mark":
            if len(cards) != 1:
                raise DesignerError(f"{part!r}: one card is needed after mark")
            seat["mark"] = read_card(cell, cards[0])
        else:
            seat[word] = True
    return seat


def seat_text(cell: Cell, seat: Mapping[str, Any]) -> str:
    """A seat of a snapshot as a position file writes it."""
    parts = [
        " ".join([half, *(card_text(cell, card) for card in seat[half])])
        for half in ("in", "out")
        if seat[half]
    ]
    if seat["screen"]:
        parts.append("screen")
    if seat["mark"] is not None:
        parts.append(f"mark {card_text(cell, seat['mark'])}")
    if seat["jail"]:
        parts.append("jail")
    return " | ".join(parts)


def read_line(cell: Cell, table: dict[str, Any], word: str, text: str) -> bool:
    """A line of the state other than `seat`; whether there is such a line in this game."""
    if word != "actor" or not text.strip().isdecimal():
        return False
    table["actor"] = int(text) - 1
    return True


def table_lines(cell: Cell, table: Mapping[str, Any]) -> dict[str, str]:
    """The lines of a snapshot that are compared after a block: seats, by what stands before `:`."""
    return {f"seat {i + 1}": seat_text(cell, s) for i, s in enumerate(table["seats"])}


def ending(table: Mapping[str, Any]) -> str:
    """`next N`, `won N` or `draw`."""
    result = table["result"]
    if result is None or result["ended"] == "unfinished":
        return f"next {table['actor'] + 1}"
    return "draw" if result["winner"] is None else f"won {result['winner'] + 1}"


def cards(cell: Cell) -> list[dict[str, Any]]:
    """Every card of the deck with its id, its name in options, and what it is worth."""
    table, fields = card_table(cell), kind_fields(cell)
    gone = removed_by_name(cell)
    return [
        {
            "id": card,
            "name": card_text(cell, card),
            "title": NAMES[hack],
            **{key: fields[hack][key] for key in ("cred", "government")},
            "removed": card in gone,
        }
        for card, hack in enumerate(table)
    ]


# For a person at the table, see `sims.core.sight`

QUESTIONS = {
    "execute": "Your turn: which card do you execute?",
    "goggles": "Computer Goggles: who must execute what next?",
    "steal": "Stolen Goods: which face-out card do you take?",
    "firewall": "Firewall: what do you flip?",
    "spoof": "Proxy Spoof: which cards trade places?",
    "tornado": "NOAA Weather Control: which of your cards goes into the storm?",
    "monorail": "Monorail Control: which of your cards do you pass on?",
    "direction": "Monorail Control: which way do the cards go?",
    "spy": "CIA Satellite: into whose hand do you look?",
    "swap": "Proxy swap: what trades places?",
    "interrupt": "You hold a Socket Puppet. Does it go in place of the card about to be taken?",
}
_PLAIN = {
    L.F_DECLINE: "decline", L.F_NO: "let it happen", L.F_YES: "play the Socket Puppet",
    L.F_LEFT: "left, clockwise", L.F_RIGHT: "right, counterclockwise",
}  # fmt: skip


def _hacker(seat: int, me: int) -> str:
    return "you" if seat == me else f"hacker {seat + 1}"


def _slot(cell: Cell, card: int, holder: int, me: int) -> str:
    name = "a random face-in card" if card == L.NONE else card_name(cell, card)
    return f"{name} of {'yours' if holder == me else _hacker(holder, me)}"


def option_words(cell: Cell, kind: str, option: Option, seat: int) -> str:
    """An option as after "I choose ..."."""
    form, card, holder, other, to = option
    if form in _PLAIN:
        return _PLAIN[form]
    this, that = (_slot(cell, c, h, seat) for c, h in ((card, holder), (other, to)))
    if form == L.F_CARD:
        return this
    if form == L.F_GIVE:
        return f"{this} to {_hacker(to, seat)}, for a random face-in card"
    if form == L.F_HANDS:
        return f"random cards of {_hacker(holder, seat)} and {_hacker(to, seat)}"
    if form == L.F_OWN:
        return f"{this} for a random card of {_hacker(to, seat)}"
    if form == L.F_MARK_HAND:
        return f"{_hacker(to, seat)}: a random card of that hand"
    if form == L.F_MARK_CARD:
        return f"{_hacker(to, seat)}: {this}"
    if form == L.F_SPY:
        return f"the hand of {_hacker(to, seat)}"
    pair = form in (L.F_TABLE, L.F_TRADE, L.F_TRADE_SPOOF, L.F_FLIP_PAIR)
    return f"{this} and {that}" if pair else this


def _names(cell: Cell, word: Any, nothing: str) -> str:
    return ", ".join(card_name(cell, card) for card in ids(word)) or nothing


def _status(cell: Cell, view: Any, seat: int) -> str:
    """Jail, Screen Door, mark, as far as the viewer sees them."""
    said = [
        word
        for word, seats in (("in jail", view["jailed"]), ("Screen Door", view["screened"]))
        if int(seats) >> seat & 1
    ]
    if int(view["marked"]) >> seat & 1:
        card = int(view["own_mark"] if seat == int(view["seat"]) else view["mark"][seat])
        what = "an unknown card" if card == L.NONE else card_name(cell, card)
        said.append(f"must execute {what}")
    return ", ".join(said)


def _row(cell: Cell, view: Any, seat: int) -> tuple[str, ...]:
    fields, table = kind_fields(cell), card_table(cell)
    cred = sum(int(fields[table[card]]["cred"]) for card in ids(view["out"][seat]))
    is_own = seat == int(view["seat"])
    known = "" if is_own else _names(cell, view["known"][seat], "nothing")
    return (
        f"hacker {seat + 1}" + " (you)" * is_own, str(cred),
        _names(cell, view["out"][seat], "none"), str(int(view["hand_size"][seat])), known,
        _status(cell, view, seat),
    )  # fmt: skip


def sight(cell: Cell, view: Any) -> Sight:
    """A view in words."""
    me, kind = int(view["seat"]), L.DECISIONS[int(view["decision"])]
    actor = f"hacker {int(view['actor']) + 1}" + " (you)" * (int(view["actor"]) == me)
    limits = f"{cell.setup['winning_cred']} cred wins, {cell.setup['gov_limit']} government hacks"
    facts = [("turn", f"{int(view['turn']) + 1}: {actor}"), ("limits", f"{limits} are jail")]
    if int(view["executed"]) != L.NONE:
        facts.append(("executed", card_name(cell, int(view["executed"]))))
    if kind == "interrupt":
        pending = tuple(int(view["pending"][n]) for n in ("form", "card", "holder", "other", "to"))
        facts.append(("about to happen", _about(cell, pending, me)))
        if int(view["answer"]) != L.NONE:
            answer = "plays a Socket Puppet" if int(view["answer"]) else "plays no Socket Puppet"
            facts.append(("the other hacker", answer))
    if kind == "direction" and int(view["own_pick"]) != L.NONE:
        facts.append(("you chose", card_name(cell, int(view["own_pick"]))))
    facts.append(("your hand", _names(cell, view["hand"], "empty")))
    columns = ("hacker", "cred", "face-out", "hand", "known of it", "status")
    return Sight(tuple(facts), columns, tuple(_row(cell, view, s) for s in range(cell.players)))


def _about(cell: Cell, pending: Option, me: int) -> str:
    """The trade that is about to happen, as whoever is asked sees it."""
    if pending[0] == L.F_OWN and pending[1] == L.NONE:
        holder, to = _hacker(pending[2], me), _hacker(pending[4], me)
        return f"a face-in card of {holder} for a random card of {to}"
    if pending[0] == L.F_CARD:
        return f"Stolen Goods take {_slot(cell, pending[1], pending[2], me)}"
    return option_words(cell, "swap", pending, me)
