"""Decks and hackers that Gate Crasher can be played with."""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.core.contract import DeckCards
from sims.core.errors import DesignerError
from sims.games.gatecrasher.cards import MAX_CARDS


def complete_deck(cards: DeckCards, where: str) -> DeckCards:
    """A deck of no more cards than the machine has room for."""
    total = sum(fields["copies"] for fields in cards.values())
    if total > MAX_CARDS:
        raise DesignerError(
            f"{where}: the deck holds {total} protocols; at most {MAX_CARDS} can be played"
        )
    return cards


def check_hackers(
    players: int, cards: DeckCards, profiles: Sequence[Mapping[str, Any]], where: str
) -> None:
    """Every player must be dealt a whole hand; of a pool the largest hands may sit together."""
    total = sum(fields["copies"] for fields in cards.values())
    hands = sorted((profile["hand_size"] for profile in profiles), reverse=True)[:players]
    if sum(hands) > total:
        sizes = " + ".join(map(str, hands))
        raise DesignerError(
            f"{where}: hands of {sizes} = {sum(hands)} protocols for {players} players, but the "
            f"deck holds {total}"
        )
