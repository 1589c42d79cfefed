"""Decks and setups that Super Hack Override can be played with; and what a deck leaves unsaid."""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import DeckCards
from sims.core.errors import DesignerError
from sims.games.override.cards import GOVERNMENT_CRED, MAX_CARDS, TITLES


def complete_deck(cards: DeckCards, where: str) -> DeckCards:
    """A hack is a government hack by its cred, unless the deck says otherwise."""
    total = sum(fields["copies"] for fields in cards.values())
    if total > MAX_CARDS:
        raise DesignerError(
            f"{where}: the deck holds {total} hacks; at most {MAX_CARDS} can be played"
        )
    if cards[TITLES[0]]["copies"] > 1:
        raise DesignerError(
            f"{where}: {cards[TITLES[0]]['copies']} copies of the {TITLES[0]}; at most 1 is "
            "possible, its holder goes first"
        )
    complete = {}
    for title, fields in cards.items():
        if fields["blanks"] > fields["copies"]:
            raise DesignerError(
                f"{where}: {fields['blanks']} blanks among {fields['copies']} copies of {title!r}"
            )
        government = fields["government"]
        if government is None:
            government = fields["cred"] >= GOVERNMENT_CRED
        complete[title] = {**fields, "government": government}
    return complete


def check_setup(players: int, cards: DeckCards, setup: Mapping[str, Any], where: str) -> None:
    """Every hacker must be dealt a hack."""
    total = sum(fields["copies"] for fields in cards.values())
    named = len(setup["remove"])
    left = total - named - setup["remove_random"]
    if left < players:
        raise DesignerError(
            f"{where}: 'remove' takes {named} and 'remove_random' {setup['remove_random']} of "
            f"{total} hacks; {max(left, 0)} are left for {players} hackers, who need one each"
        )
