"""Between plain values and the kernel's records: cells, positions, snapshots."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from sims.core.contract import Cell
from sims.core.errors import DesignerError
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.records import MAX_HACKERS, RULES_DTYPE

_NO_END = 1 << 40
"""Beyond any firewall: what lifts an end of the range."""

_CHOICES = {
    "first_tie": ("random", "seat"),
    "pass_ends": ("yes", "no"),
    "leftover_at": ("own_turn", "round_end"),
    "round_tie": ("all_win", "all_lose", "roll_off"),
}


def different_hackers(cell: Cell) -> list[Mapping[str, Any]]:
    """The hackers of a cell, each once, in the order of seats or of the pool: `rules.hacker`."""
    different: list[Mapping[str, Any]] = []
    for profile in cell.profile_pool or cell.profiles or ({"name": "baseline", **C.PRIMITIVES},):
        if profile not in different or cell.profile_pool:
            different.append(profile)
    if len(different) > MAX_HACKERS:
        raise DesignerError(
            f"{len(different)} different hackers; at most {MAX_HACKERS} can be played with"
        )
    return different


def pack(cell: Cell) -> Any:
    """The rules record of a cell."""
    rules = np.zeros(1, RULES_DTYPE)[0]
    kinds = [k for k, title in enumerate(C.TITLES) for _ in range(cell.deck[title]["copies"])]
    rules["players"] = cell.players
    rules["max_rounds"] = cell.setup["max_rounds"]
    rules["cards"] = len(kinds)
    rules["deck"][: len(kinds)] = kinds
    rules["deck_counts"] = word({kind: kinds.count(kind) for kind in range(C.KINDS)})
    rules["deck_words"] = -(-len(kinds) // 8)
    is_clamped = cell.rulings["firewall_range"] == "clamp"
    rules["lowest"] = C.LOWEST_FIREWALL if is_clamped else -_NO_END
    rules["highest"] = C.HIGHEST_FIREWALL if is_clamped else _NO_END
    for name, choices in _CHOICES.items():
        rules[name] = choices.index(cell.rulings[name])
    hackers = different_hackers(cell)
    rules["hackers"] = len(hackers)
    rules["is_drawn"] = bool(cell.profile_pool)
    for place, hacker in enumerate(hackers):
        for name in C.PRIMITIVES:
            rules["hacker"][place][name] = hacker[name]
    for seat, profile in enumerate(cell.profiles):
        rules["sits"][seat] = hackers.index(profile)
    return rules


def counts(word: Any) -> dict[int, int]:
    """The cards of a word by kind, without zeros."""
    by_kind = {kind: int(word) >> 8 * kind & 0xFF for kind in range(C.KINDS)}
    return {kind: count for kind, count in by_kind.items() if count}


def word(by_place: Mapping[int, int]) -> int:
    """A word of a byte a place."""
    return sum(count << 8 * place for place, count in by_place.items())


def place(state: Any, cell: Cell, table: dict[str, Any]) -> None:
    """Set up a position in a zeroed state: the beginning of the actor's turn.

    `table` is as `snapshot` makes it. Nobody has passed yet; in Overclock the turns of all living
    players are still to come.
    """
    rules = pack(cell)
    hackers = rules["hacker"][rules["sits"][: cell.players].astype(int)]
    living = [seat for seat, entry in enumerate(table["seats"]) if entry["levels"] > 0]
    actor, phase = table["actor"], L.PHASES.index(table["phase"])
    state["decider"] = state["first"] = actor
    state["decision"] = L.EXECUTE
    state["phase"] = phase
    state["left"] = {
        L.P_FIRST: 0,
        L.P_EXECUTION: hackers[actor]["protocols_per_turn"],
        L.P_OVERCLOCK: hackers[actor]["overclock_protocols"],
    }[phase]
    state["due"] = len(living) if phase == L.P_OVERCLOCK else 0
    state["living"] = state["began"] = sum(1 << seat for seat in living)
    state["open_hands"] = sum(
        1 << seat for seat, hacker in enumerate(hackers) if not hacker["extraction_immune"]
    )
    state["sits_word"] = rules["sits_word"]
    for seat, entry in enumerate(table["seats"]):
        state["firewall"][seat] = entry["firewall"]
        state["hand"][seat] = word(entry["hand"])
        for holder, seen in entry["seen_hand"].items():
            state["known"][holder, seat] = word(seen)
    state["size_word"] = word(dict(enumerate(sum(e["hand"].values()) for e in table["seats"])))
    state["level_word"] = word(dict(enumerate(entry["levels"] for entry in table["seats"])))
    state["leader"] = max(living, key=lambda seat: table["seats"][seat]["firewall"], default=0)
    state["discard_word"] = word(table["discard"])
    state["pile"][: len(table["pile"])] = table["pile"]
    state["bottom"] = len(table["pile"])
    state["turn"], state["round"] = table["turn"], table["round"]


def snapshot(state: Any, cell: Cell) -> dict[str, Any]:
    """The complete state in plain values; the referee's `snapshot` gives the same."""
    seats = []
    for seat in range(cell.players):
        known = {h: counts(state["known"][h, seat]) for h in range(cell.players)}
        levels = int(state["level_word"]) >> 8 * seat & 0xFF
        seats.append(
            {
                "firewall": int(state["firewall"][seat]),
                "levels": levels,
                "hand": counts(state["hand"][seat]),
                "out": levels == 0,
                "seen_hand": {holder: seen for holder, seen in known.items() if seen},
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
        "turn": int(state["turn"]),
        "round": int(state["round"]),
        "phase": L.PHASES[int(state["phase"])],
        "actor": int(state["decider"]),
        "pile": [int(kind) for kind in state["pile"][int(state["top"]) : int(state["bottom"])]],
        "discard": counts(state["discard_word"]),
        "seats": seats,
        "result": result,
    }
