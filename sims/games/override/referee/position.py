"""A position instead of a deal, checked for what cannot be."""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.games.override.cards import DISKETTE
from sims.games.override.referee.game import Game
from sims.games.override.referee.options import executable_before_others


def lay_out(game: Game, seats: Sequence[Mapping[str, Any]]) -> None:
    """Put every hacker's cards and status on the empty table; what is missing is empty or no.

    ValueError says which hacker (from 1) has what cannot be.
    """
    table = game.table
    if len(seats) != game.rules.players:
        raise ValueError(f"position: {len(seats)} seats for {game.rules.players} players")
    for number, seat in enumerate(seats):
        table.hand[number] = set(seat.get("in", ()))
        table.out[number] = set(seat.get("out", ()))
        table.screen[number] = bool(seat.get("screen", False))
        table.mark[number] = seat.get("mark")
        table.jail[number] = bool(seat.get("jail", False))
    _check_cards(game, [card for s in seats for key in ("in", "out") for card in s.get(key, ())])
    for number in table.seats:
        _check_hacker(game, number)


def _check_cards(game: Game, cards: list[int]) -> None:
    """Every card is of the deck and is named once."""
    for card in cards:
        if card not in range(len(game.rules.hack)):
            raise ValueError(f"position: no card of id {card} in the deck")
    if len(set(cards)) != len(cards):
        raise ValueError("position: a card is named twice")


def _check_hacker(game: Game, number: int) -> None:
    """A jailed hacker has no turn, hand or status; no Diskette is face-in; a mark is executable."""
    table, who = game.table, f"position, hacker {number + 1}"
    hand, mark = table.hand[number], table.mark[number]
    if any(game.rules.is_hack(card, DISKETTE) for card in hand):
        raise ValueError(f"{who}: the Diskette is never face-in")
    if table.jail[number]:
        if hand or mark is not None or table.screen[number]:
            raise ValueError(f"{who}: no face-in card, mark or Screen Door status in jail")
        if number == game.actor:
            raise ValueError(f"{who}: no turn in jail")
    elsewhere = [card for card, _ in executable_before_others(game, number)]
    if mark is not None and mark not in hand and mark not in elsewhere:
        raise ValueError(f"{who}: cannot execute the marked card {game.rules.name[mark]}")
