"""What each card does, as the analysis of cards asks: the blank, and what is seen of a card."""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.core.contract import Blank, CardEvents, Cell
from sims.games.gatecrasher.cards import DATA_MINE, TITLES


def _data_mine_instead(cell: Cell, title: str) -> Mapping[str, Any] | None:
    """One copy fewer, one Data Mine more."""
    blank, copies = TITLES[DATA_MINE], cell.deck[title]["copies"]
    if title == blank or copies == 0:
        return None
    return {
        f"deck.{title}.copies": copies - 1,
        f"deck.{blank}.copies": cell.deck[blank]["copies"] + 1,
    }


def _events(cell: Cell, events: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, str]]:
    """What is executed."""
    return [
        ("played", event["seat"], TITLES[event["kind"]])
        for event in events
        if event["event"] == "discard"
    ]


BLANK = Blank(
    "No protocol of this game does nothing, so the least one stands in: a Data Mine, which "
    "touches no firewall. A Data Mine itself has no blank.",
    _data_mine_instead,
)
CARD_EVENTS = CardEvents({"played": "executed"}, _events)
