"""Decks and setups that You've Been Hacked can be played with; what a setup leaves unsaid."""

from collections.abc import Mapping
from typing import Any

from sims.core.contract import DeckCards
from sims.core.errors import DesignerError
from sims.games.hacked.cards import CONSULTANT, HACKED, MAX_CARDS, TITLES

PRINTED_EXTRA = 2
"""*Setup*, 2: so many extra consultants are shuffled in, or as many as are left."""


def complete_deck(cards: DeckCards, where: str) -> DeckCards:
    """A deck must not have more cards than can be played with."""
    total = sum(fields["copies"] for fields in cards.values())
    if total > MAX_CARDS:
        raise DesignerError(
            f"{where}: the deck holds {total} cards; at most {MAX_CARDS} can be played"
        )
    return cards


def extra_consultants(players: int, cards: DeckCards, setup: Mapping[str, Any]) -> int:
    """*Setup*, 2: the consultants that are shuffled into the deck."""
    left = max(cards[TITLES[CONSULTANT]]["copies"] - players, 0)
    return min(int(setup["extra_consultants"]), left)


def hacked_cards(players: int, setup: Mapping[str, Any]) -> int:
    """*Setup*, 4: the You've been hacked that are shuffled in, one fewer than players if 0."""
    return int(setup["hacked_cards"]) or players - 1


def _check_consultants(players: int, copies: int, extra: int, where: str) -> None:
    title = TITLES[CONSULTANT]
    if 0 < copies < players:
        raise DesignerError(
            f"{where}: {copies} copies of {title} for {players} players, who need one each (or "
            "0 copies: a game without)"
        )
    left = max(copies - players, 0)
    if extra > max(left, PRINTED_EXTRA):
        raise DesignerError(
            f"{where}: 'extra_consultants' is {extra}; of {copies} copies of {title} {left} are "
            f"left when {players} players have one each"
        )


def _check_hacked(players: int, copies: int, asked: int, where: str) -> None:
    title = TITLES[HACKED]
    number = asked or players - 1
    if number < players - 1:
        raise DesignerError(
            f"{where}: 'hacked_cards' is {number}; {players} players need at least {players - 1} "
            f"{title}, a game with fewer cannot end"
        )
    if number > copies:
        raise DesignerError(
            f"{where}: 'hacked_cards' is {number} for {players} players, but the deck holds "
            f"{copies} {title}"
        )


def check_setup(
    players: int, cards: DeckCards, setup: Mapping[str, Any], where: str
) -> Mapping[str, Any]:
    """Every player needs a consultant and a hand, the draw pile enough You've been hacked.

    Returns the setup as it is played: the numbers that follow from players and deck spelt out.
    """
    copies = {title: int(fields["copies"]) for title, fields in cards.items()}
    consultants, hacked = copies.pop(TITLES[CONSULTANT]), copies.pop(TITLES[HACKED])
    _check_consultants(players, consultants, setup["extra_consultants"], where)
    _check_hacked(players, hacked, setup["hacked_cards"], where)
    extra = extra_consultants(players, cards, setup)
    there = sum(copies.values()) + extra
    hand_size = setup["hand_size"]
    if hand_size * players > there:
        raise DesignerError(
            f"{where}: 'hand_size' is {hand_size}; {players} players need {hand_size * players} "
            f"cards, but {there} are there to deal ({extra} of them extra consultants)"
        )
    number = hacked_cards(players, setup)
    return {**setup, "extra_consultants": extra, "hacked_cards": number}
