"""What each card does, as the analysis of cards asks: the blank, and what is seen of a card."""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.core.contract import Blank, CardEvents, Cell
from sims.games.hacked.cards import CHEATSHEETS, CONSULTANT, HACKED, TITLES


def _cheatsheet_instead(cell: Cell, title: str) -> Mapping[str, Any] | None:
    """One copy fewer in play, one Cheatsheet more: of the letter that the deck has fewest of."""
    copies = {t: int(fields["copies"]) for t, fields in cell.deck.items()}
    letters = [TITLES[c] for c in CHEATSHEETS if TITLES[c] != title]
    blank = min(reversed(letters), key=lambda letter: copies[letter])
    changes: dict[str, Any] = {f"deck.{blank}.copies": copies[blank] + 1}
    if title == TITLES[CONSULTANT]:  # those that are shuffled in, beside everybody's own
        if cell.setup["extra_consultants"] == 0:
            return None
        return {**changes, "extra_consultants": cell.setup["extra_consultants"] - 1}
    if title == TITLES[HACKED]:
        if cell.setup["hacked_cards"] <= cell.players - 1:
            return None  # a game with fewer cannot end
        return {**changes, "hacked_cards": cell.setup["hacked_cards"] - 1}
    return {**changes, f"deck.{title}.copies": copies[title] - 1} if copies[title] else None


def _events(cell: Cell, events: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, str]]:
    """What goes to the discard pile out of a hand, and who is put out."""
    found = []
    for event in events:
        if event["event"] == "discard":
            found += [("played", event["seat"], TITLES[event["title"]])] * event["copies"]
        elif event["event"] == "out":
            found.append(("out", event["seat"], TITLES[HACKED]))
    return found


BLANK = Blank(
    "No card of this game does nothing, so the least one stands in: a Cheatsheet, powerless "
    "alone, of the letter that the deck holds fewest of. It can still make two or three of a kind.",
    _cheatsheet_instead,
)
CARD_EVENTS = CardEvents({"played": "played or used", "out": "put its holder out"}, _events)
