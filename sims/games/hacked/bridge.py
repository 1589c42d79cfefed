"""Between plain values and the kernel's records: cells, positions, snapshots."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from sims.core.contract import Cell
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.checks import extra_consultants, hacked_cards
from sims.games.hacked.records import PLACES, RULES_DTYPE


def shuffled_copies(cell: Cell) -> list[int]:
    """How many cards of each title are shuffled before the deal: no You've been hacked yet."""
    copies = [cell.deck[title]["copies"] for title in C.TITLES]
    copies[C.HACKED] = 0
    copies[C.CONSULTANT] = extra_consultants(cell.players, cell.deck, cell.setup)
    return copies


def title_bits(titles: Any) -> int:
    """A set of titles as a word."""
    return sum(1 << title for title in titles)


def pack(cell: Cell) -> Any:
    """The rules record of a cell."""
    rules = np.zeros(1, RULES_DTYPE)[0]
    copies = shuffled_copies(cell)
    hacked = hacked_cards(cell.players, cell.setup)
    consultant_each = int(cell.deck[C.TITLES[C.CONSULTANT]]["copies"] > 0)
    for key in ("hand_size", "max_turns"):
        rules[key] = cell.setup[key]
    rules["players"] = cell.players
    rules["hacked_cards"] = hacked
    rules["consultant_each"] = consultant_each
    rules["extra_consultants"] = copies[C.CONSULTANT]
    rules["attack_turns"] = cell.deck[C.TITLES[C.ATTACK]]["turns"]
    rules["sprint_depth"] = cell.deck[C.TITLES[C.SPRINT_PLANNING]]["depth"]
    rules["attack_adds"] = cell.rulings["attack_stack"] == "add"
    rules["consult_asked"] = cell.rulings["consultant_use"] == "choice"
    combos = cell.rulings["combos"]
    every = title_bits(range(C.KINDS))
    of_pairs = {"any-title": every, "cheatsheets-only": title_bits(C.CHEATSHEETS), "none": 0}
    rules["pairs"] = of_pairs[combos]
    rules["triples"] = 0 if combos == "none" else every

    cards = [title for title in range(C.KINDS) for _ in range(copies[title])]
    rules["dealt_from"] = len(cards)
    cards += [C.HACKED] * hacked
    rules["deck"]["at"][: len(cards)] = cards
    copies[C.HACKED] = hacked
    copies[C.CONSULTANT] += consultant_each * cell.players
    rules["copies"]["of"][: C.KINDS] = copies
    return rules


def by_title(counts: Any) -> dict[int, int]:
    """The titles that there are, with their number."""
    return {title: int(counts["of"][title]) for title in range(C.KINDS) if counts["of"][title]}


def put_cards(counts: Any, cards: Mapping[int, int]) -> None:
    """Write counts by title."""
    for title, copies in cards.items():
        counts["of"][title] = copies


def _place_seat(state: Any, seat: int, entry: Mapping[str, Any]) -> None:
    hand = entry.get("hand", {})
    put_cards(state["hand"][seat], hand)
    state["sizes"] |= np.uint64(sum(hand.values()) << 8 * seat)
    held = [title_bits(t for t, n in hand.items() if n >= least) for least in (1, 2, 3)]
    state["planes"][seat] = held[0] | held[1] << 16 | held[2] << 32
    if not entry.get("out", False):
        state["living"] |= np.uint64(1 << seat)
    for holder, cards in entry.get("seen_hand", {}).items():
        put_cards(state["known"][seat, holder], cards)
    for depth, title in entry.get("seen_pile", {}).items():
        state["seen"][seat]["at"][depth] = 1 + title


def place(state: Any, cell: Cell, table: dict[str, Any]) -> None:
    """Set up a position in a zeroed state: the beginning of the actor's turn.

    `table` is as `snapshot` makes it; only `seats` is needed.
    """
    pile = table.get("pile", [])
    # Behind the pile lie cards that nobody should reach: a draw from an empty pile ends the game.
    state["pile"]["at"][:] = C.HACKED
    state["pile"]["at"][: len(pile)] = pile
    state["bottom"] = len(pile)
    state["pile_words"] = (len(pile) + 7) // 8
    state["hacked_left"] = pile.count(C.HACKED)
    state["actor"] = state["decider"] = table.get("actor", 0)
    state["owes"] = table.get("owes", 1)
    state["attacked"] = table.get("attacked", False)
    state["decision"] = L.PLAY
    state["turn"] = table.get("turn", 0)
    state["place"][:] = 1
    put_cards(state["discard"], table.get("discard", {}))
    for seat, entry in enumerate(table["seats"]):
        _place_seat(state, seat, entry)
    out = [seat for seat, entry in enumerate(table["seats"]) if entry.get("out", False)]
    for place_, seat in enumerate(out):  # in which order they went out is not said
        state["place"][seat] = cell.players - place_


def snapshot(state: Any, cell: Cell) -> dict[str, Any]:
    """The complete state in plain values; the referee's `snapshot` gives the same."""
    top, bottom = int(state["top"]), int(state["bottom"])
    pile = [int(title) for title in state["pile"]["at"][top:bottom]]
    seats = []
    for seat in range(cell.players):
        lives = bool(int(state["living"]) >> seat & 1)
        known = {h: by_title(state["known"][seat, h]) for h in range(cell.players)}
        places = state["seen"][seat]["at"][top:bottom]
        seen = {depth: int(known) - 1 for depth, known in enumerate(places) if known}
        seats.append(
            {
                "hand": by_title(state["hand"][seat]),
                "out": not lives,
                "seen_hand": {h: cards for h, cards in known.items() if cards and lives},
                "seen_pile": seen if lives else {},
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
        "actor": int(state["actor"]),
        "owes": int(state["owes"]),
        "attacked": bool(state["attacked"]),
        "pile": pile,
        "discard": by_title(state["discard"]),
        "seats": seats,
        "result": result,
    }


assert PLACES > C.MAX_CARDS + 5  # the cards behind the pile of a position
