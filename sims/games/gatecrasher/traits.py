"""What tells players apart: their hackers, the first hand, the first round's opening firewall."""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import Cell, Trait
from sims.games.gatecrasher.cards import KINDS, TITLES


def _hackers(records: Any, cell: Cell) -> Any:
    """Who sits in a seat, by the place in `rules.hacker`, shape (games, players, 1)."""
    return records["hacker"][:, : cell.players, None]


def _hacker_names(cell: Cell) -> Mapping[int, str]:
    from sims.games.gatecrasher.bridge import different_hackers

    return {place: str(hacker["name"]) for place, hacker in enumerate(different_hackers(cell))}


def _opening_firewall(records: Any, cell: Cell) -> Any:
    """The firewall after the first round's Initialization, shape (games, players, 1)."""
    return records["opening_1"][:, : cell.players, None]


def _protocols_dealt(records: Any, cell: Cell) -> Any:
    """How many of each protocol the first hand held, shape (games, players, titles)."""
    words = records["dealt"][:, : cell.players]
    return words.copy().view("u1").reshape(*words.shape, 8)[:, :, :KINDS]


TRAITS = (
    Trait("hacker", "hacker", "the hacker that sits in a seat", _hackers, names=_hacker_names),
    Trait(
        "opening", "opening firewall", "the firewall after the Initialization of round 1",
        _opening_firewall,
    ),
    Trait(
        "dealt", "protocols dealt", "how many of a protocol were in the hand of round 1",
        _protocols_dealt, items=TITLES,
    ),
)  # fmt: skip
