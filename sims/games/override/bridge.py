"""Between plain values and the kernel's records: cells, positions, snapshots."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from sims.core.contract import Cell
from sims.games.override import cards as C
from sims.games.override import layout as L
from sims.games.override.records import (
    CARD_AT,
    GOVERNMENT,
    HOLDER_AT,
    JAILED,
    RULES_DTYPE,
)

BLANK_FIELDS = {"cred": 0, "government": False, "proxy_swap": False, "protects_from": None}
"""What a deck file would say of a blank."""


def titles_of_cards(cell: Cell) -> list[int]:
    """The place in `TITLES` of each card id: the copies of a title lie next to each other."""
    return [hack for hack, title in enumerate(C.TITLES) for _ in range(cell.deck[title]["copies"])]


def card_table(cell: Cell) -> list[int]:
    """The hack of each card id, or `cards.BLANK`: of each title's copies the first are blank."""
    table: list[int] = []
    for hack, title in enumerate(C.TITLES):
        copies, blanks = int(cell.deck[title]["copies"]), int(cell.deck[title].get("blanks", 0))
        table += [C.BLANK] * blanks + [hack] * (copies - blanks)
    return table


def kind_fields(cell: Cell) -> list[Mapping[str, Any]]:
    """What the deck says of each hack, and last of a blank."""
    return [*(cell.deck[title] for title in C.TITLES), BLANK_FIELDS]


def removed_by_name(cell: Cell) -> set[int]:
    """The ids that a setup removes: of each mention the last copy that is left."""
    table = titles_of_cards(cell)
    gone: set[int] = set()
    for title in cell.setup["remove"]:
        hack = C.TITLES.index(title)
        gone.add(max(i for i, h in enumerate(table) if h == hack and i not in gone))
    return gone


def word(cards: Iterable[int]) -> int:
    """A set of cards as a 64-bit word."""
    return sum(1 << card for card in cards)


def worth(fields: Mapping[str, Any]) -> int:
    """What a hack adds to the score of the hacker before whom it lies face-out."""
    return int(fields["cred"]) + (GOVERNMENT if fields["government"] else 0)


def margin(setup: Mapping[str, Any]) -> int:
    """What added to a score sets a bit of `REACHED` as soon as a limit is reached."""
    return ((1 << 31) - int(setup["winning_cred"])) + (
        (1 << 14) - int(setup["gov_limit"])
    ) * GOVERNMENT


def pack(cell: Cell) -> Any:
    """The rules record of a cell."""
    rules = np.zeros(1, RULES_DTYPE)[0]
    table = card_table(cell)
    fields = kind_fields(cell)
    for key in ("winning_cred", "gov_limit", "max_turns", "remove_random"):
        rules[key] = cell.setup[key]
    rules["players"] = cell.players
    rules["cred_tie"] = ("actor", "shared", "play_on").index(cell.rulings["cred_tie"])
    for key in ("protection_blocks_self", "swap_optional", "puppet_stops_spoof"):
        rules[key] = ("no", "yes").index(cell.rulings[key])

    gone = removed_by_name(cell)
    cards = range(len(table))
    rules["in_play"] = word(c for c in cards if c not in gone)
    rules["government"] = word(c for c in cards if fields[table[c]]["government"])
    rules["executed_face_out"] = word(c for c in cards if table[c] not in C.NEVER_EXECUTED_FACE_OUT)
    rules["diskette"] = word(c for c in cards if table[c] == C.DISKETTE)
    rules["puppets"] = word(c for c in cards if table[c] == C.SOCKET_PUPPET)
    for hack in range(C.KINDS):
        rules["swaps"][hack] = fields[hack]["proxy_swap"]
        rules["kind_cards"][hack] = word(c for c in cards if table[c] == hack)
        rules["kind_cred"][hack] = fields[hack]["cred"]
        rules["kind_gov"][hack] = fields[hack]["government"]
        rules["shield"][hack] = word(
            c for c in cards if fields[table[c]]["protects_from"] == fields[hack]["cred"]
        )
    rules["swap_kinds"] = word(hack for hack in range(C.KINDS) if fields[hack]["proxy_swap"])
    creds = [fields[hack]["cred"] for hack in table]
    rules["hack"][: len(table)] = table
    rules["cred"][: len(table)] = creds
    rules["top_cred"] = max((creds[c] for c in cards if c not in gone), default=0)
    rules["cred_planes"] = max(creds, default=0).bit_length()
    for plane in range(len(rules["cred_bit"])):
        rules["cred_bit"][plane] = word(c for c in cards if creds[c] >> plane & 1)
    rules["margin"] = margin(cell.setup)
    rules["worth"][: len(table)] = [worth(fields[hack]) for hack in table]
    return rules


def ids(cards: Any) -> list[int]:
    """The cards of a 64-bit word, ascending."""
    cards = int(cards)
    return [card for card in range(C.MAX_CARDS) if cards >> card & 1]


def place(state: Any, cell: Cell, table: dict[str, Any]) -> None:
    """Set up a position in a zeroed state: the beginning of the actor's turn.

    `table` is as `snapshot` makes it; what hackers know of each other's hands is nothing.
    """
    state["actor"] = state["decider"] = table["actor"]
    state["decision"] = L.EXECUTE
    state["executed"] = L.NONE
    state["answer"] = L.NONE
    state["mark"][:] = L.NONE
    hacks, fields = card_table(cell), kind_fields(cell)
    for seat, entry in enumerate(table["seats"]):
        state["hand"][seat] = word(entry["in"])
        state["out"][seat] = word(entry["out"])
        state["score"][seat] = sum(worth(fields[hacks[card]]) for card in entry["out"])
        for card in (*entry["in"], *entry["out"]):
            state["tag"][card] = card << CARD_AT | seat << HOLDER_AT
        if entry["mark"] is not None:
            state["mark"][seat] = entry["mark"]
            state["marks"] |= np.uint64(1 << entry["mark"])
        if entry["jail"]:
            state["jailed"] |= np.uint64(1 << seat)
            state["score"][seat] += JAILED
        if entry["screen"] and seat != table["actor"]:
            state["screened"] |= np.uint64(1 << seat)


def snapshot(state: Any, cell: Cell) -> dict[str, Any]:
    """The complete state in plain values; the referee's `snapshot` gives the same."""
    seats = []
    for seat in range(cell.players):
        mark = int(state["mark"][seat])
        known = {h: ids(state["known"][seat]["hand"][h]) for h in range(cell.players) if h != seat}
        seats.append(
            {
                "in": ids(state["hand"][seat]),
                "out": ids(state["out"][seat]),
                "screen": bool(int(state["screened"]) >> seat & 1),
                "mark": None if mark == L.NONE else mark,
                "jail": bool(int(state["jailed"]) >> seat & 1),
                "seen": {holder: cards for holder, cards in known.items() if cards},
            }
        )
    result = None
    if state["over"]:
        winner = int(state["winner"])
        result = {
            "winner": winner if winner >= 0 else None,
            "ended": L.ENDINGS[int(state["ended"])],
        }
    return {
        "turn": int(state["turn"]), "actor": int(state["actor"]), "seats": seats, "result": result,
    }  # fmt: skip
