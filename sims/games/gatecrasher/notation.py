"""States and options of Gate Crasher as text, as in position files and traces.

A card is one of `bolster mine loss extract`; seats count from 1. See `sims.core.positions` for the
format of a position file. A seat is written `fw 20 | lv 3 | bolster loss`, or `out`.
"""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Option
from sims.core.errors import DesignerError, unknown
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.cards import PRIMITIVES, TITLES, WORDS

HEADER = ()
"""Numbers that follow `players N` in a position: none."""


def header_changes(numbers: Mapping[str, int]) -> dict[str, Any]:
    """The setup that a position's header asks for: the deck from which it takes its cards."""
    return {"deck": "assumed"}


def seat_change(key: str, value: str) -> dict[str, Any]:
    """The change that `hacker SEAT:PRIMITIVE=VALUE` asks for."""
    seat, colon, primitive = key.partition(":")
    if not colon:
        raise DesignerError(f"{key!r}: write SEAT:PRIMITIVE=VALUE, like 2:loss_dice=3")
    if primitive.strip() not in PRIMITIVES:
        raise unknown("primitive", primitive.strip(), PRIMITIVES, "hacker")
    return {f"seat.{seat.strip()}.{primitive.strip()}": value}


def cards(cell: Cell) -> list[dict[str, Any]]:
    """Every protocol with its id, its name in options, and its copies."""
    return [
        {"id": kind, "name": WORDS[kind], "title": title, **cell.deck[title]}
        for kind, title in enumerate(TITLES)
    ]


def read_kind(text: str) -> int:
    """The kind of a protocol written as a word."""
    if text not in WORDS:
        raise unknown("protocol", text, WORDS, "cards")
    return WORDS.index(text)


def read_counts(words: list[str]) -> dict[int, int]:
    """Protocols by kind, without zeros, in the order of kinds."""
    kinds = [read_kind(text) for text in words]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


def counts_text(by_kind: Mapping[int, int]) -> str:
    """Protocols by kind, as words in the order of kinds."""
    return " ".join(WORDS[kind] for kind in sorted(by_kind) for _ in range(by_kind[kind]))


def option_text(cell: Cell, kind: str, option: Option) -> str:
    """An option as a position file writes it."""
    form, card, seat = option[:3]
    if form == L.F_PASS:
        return "pass"
    if form == L.F_TAKE or seat == L.NONE:
        return WORDS[card]
    return f"{WORDS[card]}>{seat + 1}"


def normal(kind: str, text: str) -> str:
    """An option's text in one spelling; there is only one."""
    return text


def _empty_seat() -> dict[str, Any]:
    return {"firewall": 0, "levels": 0, "hand": {}, "out": True, "seen_hand": {}}


def empty_table(cell: Cell) -> dict[str, Any]:
    """A table before a position's lines are read."""
    return {
        "turn": 0, "round": 0, "phase": "execution", "actor": 0, "pile": [], "discard": {},
        "seats": [_empty_seat() for _ in range(cell.players)], "result": None,
    }  # fmt: skip


def _number(part: str, words: list[str]) -> int:
    try:
        (text,) = words
        return int(text)
    except ValueError:
        raise DesignerError(f"{part!r}: one whole number is needed") from None


def read_seat(cell: Cell, text: str) -> dict[str, Any]:
    """What `seat N:` says; no firewall named is 0, no card an empty hand."""
    seat = _empty_seat()
    parts = [part.strip() for part in text.split("|") if part.strip()]
    for part in parts:
        word, *rest = part.split()
        if word == "fw":
            seat["firewall"] = _number(part, rest)
        elif word == "lv":
            seat["levels"] = _number(part, rest)
            if not 0 <= seat["levels"] <= 100:
                raise DesignerError(f"{part!r}: 0 to 100 levels are possible")
        elif word != "out" or rest:
            seat["hand"] = read_counts([word, *rest])
    if parts and parts != ["out"] and not any(part.startswith("lv") for part in parts):
        raise DesignerError(f"{text.strip()!r}: `lv N` is missing; who has none left is `out`")
    seat["out"] = seat["levels"] == 0
    return seat


def seat_text(cell: Cell, seat: Mapping[str, Any]) -> str:
    """A seat of a snapshot as a position file writes it."""
    if seat["out"]:
        return "out"
    parts = [f"fw {seat['firewall']}", f"lv {seat['levels']}", counts_text(seat["hand"])]
    return " | ".join(filter(None, parts))


def read_line(cell: Cell, table: dict[str, Any], word: str, text: str) -> bool:
    """A line of the state other than `seat`; whether there is such a line in this game."""
    words = text.split()
    if word == "phase" and words:
        if words[0] not in L.PHASES:
            raise unknown("phase", words[0], L.PHASES, "phase")
        table["phase"] = words[0]
        return len(words) == 1 or read_line(cell, table, words[1], " ".join(words[2:]))
    if word == "actor" and len(words) == 1 and words[0].isdecimal():
        table["actor"] = int(words[0]) - 1
        if not 0 <= table["actor"] < cell.players:
            raise DesignerError(f"actor {words[0]}: seats are 1 to {cell.players}")
        return True
    if word == "pile":
        table["pile"] = [read_kind(text) for text in words]
        return True
    return False


def table_lines(cell: Cell, table: Mapping[str, Any]) -> dict[str, str]:
    """The lines of a snapshot that are compared after a block, by what stands before `:`."""
    lines = {f"seat {i + 1}": seat_text(cell, seat) for i, seat in enumerate(table["seats"])}
    return {**lines, "pile": " ".join(WORDS[kind] for kind in table["pile"])}


def ending(table: Mapping[str, Any]) -> str:
    """`next N`, `won N` or `draw`."""
    result = table["result"]
    if result is None or result["ended"] == "unfinished":
        return f"next {table['actor'] + 1}"
    return "draw" if result["winner"] is None else f"won {result['winner'] + 1}"
