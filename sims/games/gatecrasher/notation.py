"""States and options of Gate Crasher as text, as in position files and traces.

A card is one of `bolster mine loss extract`; seats count from 1. See `sims.core.positions` for the
format of a position file. A seat is written `fw 20 | lv 3 | bolster loss`, or `out`.
"""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Option
from sims.core.errors import DesignerError, unknown
from sims.core.sight import Sight
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.bridge import counts, different_hackers
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


# For a person at the table, see `sims.core.sight`

QUESTIONS = {
    "execute": "Your turn: execute a protocol, or pass.",
    "extract": "The hand lies open before you. Which protocol do you take?",
}


def option_words(cell: Cell, kind: str, option: Option, seat: int) -> str:
    """An option as after "I ..."."""
    form, card, target = option[:3]
    if form == L.F_PASS:
        return "pass"
    if form == L.F_TAKE:
        return f"take {TITLES[card]}"
    at = "" if target == L.NONE else f" on player {target + 1}"
    return f"execute {TITLES[card]}{at}"


def _cards(word: Any) -> str:
    return ", ".join(f"{n} {TITLES[kind]}" for kind, n in counts(word).items())


def _row(cell: Cell, view: Any, seat: int) -> tuple[str, ...]:
    is_own = seat == int(view["seat"])
    name = f"player {seat + 1}" + " (you)" * is_own
    hacker = str(different_hackers(cell)[int(view["sits"][seat])]["name"])
    if not int(view["living"]) >> seat & 1:
        return name, hacker, "out", "", "", ""
    known = "" if is_own else _cards(view["known_word"][seat]) or "nothing"
    numbers = (view["firewall"][seat], view["levels"][seat], view["hand_size"][seat])
    return name, hacker, *(str(int(number)) for number in numbers), known


def _turn(view: Any) -> str:
    """Whose turn it is, and how much of it is left."""
    left, phase = int(view["left"]), L.PHASES[int(view["phase"])]
    protocols = f"{left} protocol{'s' * (left != 1)} left in this turn"
    if phase == "overclock":
        due = f"turns of Overclock to come, this one included: {int(view['due'])}"
        return f"player {int(view['actor']) + 1}, {protocols}; {due}"
    return f"player {int(view['actor']) + 1}, {protocols}"


def sight(cell: Cell, view: Any) -> Sight:
    """A view in words."""
    phase = L.PHASES[int(view["phase"])]
    facts = [
        ("round", f"{int(view['round']) + 1}, {phase.capitalize()}"),
        ("turn", _turn(view)),
        ("passed in a row", str(int(view["passes"]))),
        ("protocol deck", f"{int(view['pile'])} cards"),
        ("discard pile", _cards(view["discard_word"]) or "empty"),
    ]
    if L.DECISIONS[int(view["decision"])] == "extract":
        facts.append(("open hand", f"of player {int(view['target']) + 1}"))
    facts.append(("your hand", _cards(view["hand_word"]) or "empty"))
    rows = tuple(_row(cell, view, seat) for seat in range(cell.players))
    columns = ("player", "hacker", "firewall", "levels", "cards", "known of the hand")
    return Sight(tuple(facts), columns, rows)
