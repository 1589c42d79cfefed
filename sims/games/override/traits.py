"""What tells hackers apart at the beginning: the hacks that each was dealt."""

from typing import Any

from sims.core.contract import Cell, Trait
from sims.games.override.cards import TITLES


def _hacks_dealt(records: Any, cell: Cell) -> Any:
    """How many of each hack a hacker was dealt, shape (games, hackers, titles)."""
    # Here, since what a game declares is read where numpy is not needed.
    import numpy as np

    from sims.games.override.bridge import card_table, word

    table = card_table(cell)
    copies = [word(c for c, hack in enumerate(table) if hack == h) for h in range(len(TITLES))]
    dealt = records["dealt"][:, : cell.players, None]
    return np.bitwise_count(dealt & np.array(copies, np.uint64))


TRAITS = (
    Trait(
        "dealt", "hacks dealt",
        "how many of a hack were in the hand at the deal (the Diskette goes to seat 1)",
        _hacks_dealt, items=TITLES,
    ),
)  # fmt: skip
