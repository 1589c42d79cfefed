"""What tells players apart at the beginning: the cards that each was dealt."""

from typing import Any

from sims.core.contract import Cell, Trait
from sims.games.hacked.cards import KINDS, TITLES


def _cards_dealt(records: Any, cell: Cell) -> Any:
    """How many of each title a player began with, shape (games, players, titles)."""
    words = records["dealt"][:, : cell.players]
    return words.copy().view("u1")[:, :, :KINDS]


TRAITS = (
    Trait(
        "dealt", "cards dealt",
        "how many of a card were in the first hand, the consultant of everybody among them",
        _cards_dealt, items=TITLES,
    ),
)  # fmt: skip
