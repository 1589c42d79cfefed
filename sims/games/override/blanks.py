"""What each card does, as the analysis of cards asks: the blank, and what is seen of a card."""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.core.contract import Blank, CardEvents, Cell
from sims.games.override.cards import TITLES
from sims.games.override.layout import NONE


def _one_more_blank(cell: Cell, title: str) -> Mapping[str, Any] | None:
    """One more of the copies in play is blank; the Diskette has none, since it moves the seats."""
    fields = cell.deck[title]
    in_play = fields["copies"] - cell.setup["remove"].count(title)
    if fields["blanks"] >= in_play or title == TITLES[0]:
        return None
    return {f"deck.{title}.blanks": fields["blanks"] + 1}


def _events(cell: Cell, events: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, str]]:
    """Executions, whose government hacks send somebody to jail, what lies face-out at the end."""
    titles = [title for title in TITLES for _ in range(cell.deck[title]["copies"])]
    out: list[set[int]] = [set() for _ in range(cell.players)]
    found = []
    for event in events:
        if event["event"] == "move":
            if event["came_from"] == "out":
                out[event["giver"]].discard(event["card"])
            if event["goes_to"] == "out":
                out[event["taker"]].add(event["card"])
        elif event["event"] == "decide" and event["kind"] == "execute":
            _, card, holder, *_ = event["choice"]
            if card != NONE:
                how = "played" if holder == event["seat"] else "borrowed"
                found.append((how, event["seat"], titles[card]))
        elif event["event"] == "jail":
            seat = event["seat"]
            sent = {titles[c] for c in out[seat] if cell.deck[titles[c]]["government"]}
            found += [("jails", seat, title) for title in sorted(sent)]
    found += [("face_out", seat, titles[c]) for seat in range(cell.players) for c in out[seat]]
    return found


BLANK = Blank(
    "A blank is a hack without effect, cred, protection and government symbol, in the same place "
    "of the deck as the copy that it replaces (deck.TITLE.blanks). The Diskette has none: it "
    "decides who begins.",
    _one_more_blank,
)
CARD_EVENTS = CardEvents(
    {
        "played": "executed from the hand",
        "borrowed": "executed while it lay before another hacker",
        "face_out": "face-out at the end",
        "jails": "among the government hacks that sent its holder to jail",
    },
    _events,
    against=("jails",),
)
