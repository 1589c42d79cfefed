"""A position instead of a deal, checked for what cannot be."""

from collections.abc import Mapping
from typing import Any

from sims.games.hacked.cards import HACKED, KINDS, TITLES
from sims.games.hacked.referee.game import Game
from sims.games.hacked.referee.record import player
from sims.games.hacked.referee.table import Counts


def lay_out(game: Game, table: Mapping[str, Any]) -> None:
    """Put a position, as `Referee.snapshot` gives it, on the empty table; what is missing is none.

    ValueError says which player (from 1) or title has what cannot be.
    """
    seats = table["seats"]
    if len(seats) != game.rules.players:
        raise ValueError(f"position: {len(seats)} seats for {game.rules.players} players")
    game.actor = table.get("actor", 0)
    game.owes = table.get("owes", 1)
    game.attacked = bool(table.get("attacked", False))
    game.turns = table.get("turn", 0)
    game.table.pile = [int(title) for title in table.get("pile", ())]
    game.table.discard = _counts(table.get("discard", {}))
    for number, seat in enumerate(seats):
        game.table.out[number] = bool(seat.get("out", False))
        game.table.hand[number] = _counts(seat.get("hand", {}))
        game.table.seen_pile[number] = dict(seat.get("seen_pile", {}))
        for holder, seen in seat.get("seen_hand", {}).items():
            game.table.seen_hand[number][holder] = _counts(seen)
    _check_cards(game)
    _check_turn(game)
    for number in game.table.seats:
        _check_player(game, number)


def _counts(by_title: Mapping[int, int]) -> Counts:
    """A count for every title."""
    for title in by_title:
        if title not in range(KINDS):
            raise ValueError(f"position: no title of id {title}")
    counts = [by_title.get(title, 0) for title in range(KINDS)]
    if min(counts) < 0:
        raise ValueError(f"position: {min(counts)} cards of a title")
    return counts


def _check_cards(game: Game) -> None:
    """Of no title are there more than the deck has."""
    table = game.table
    for title in table.pile:
        if title not in range(KINDS):
            raise ValueError(f"position: no title of id {title}")
    for title, copies in enumerate(game.rules.copies):
        there = table.pile.count(title) + table.discard[title]
        there += sum(hand[title] for hand in table.hand)
        if there > copies:
            raise ValueError(f"position: {there} cards of {TITLES[title]}, the deck has {copies}")


def _check_turn(game: Game) -> None:
    """Somebody who lives owes a turn, and has somebody to play with."""
    living = game.table.living()
    if len(living) < 2:
        raise ValueError(f"position: {len(living)} players left, not 2 or more")
    if game.actor not in living:
        raise ValueError(f"position: {player(game.actor)} has no turn, being out or not there")
    if game.owes < 1:
        raise ValueError(f"position: {player(game.actor)} owes {game.owes} turns, not 1 or more")


def _check_player(game: Game, number: int) -> None:
    """No You've been hacked in a hand, no hand when out; what is known is so."""
    table, who = game.table, f"position, {player(number)}"
    if table.hand[number][HACKED]:
        raise ValueError(f"{who}: {TITLES[HACKED]} is never in a hand")
    if table.out[number] and table.hand_size(number):
        raise ValueError(f"{who}: {table.hand_size(number)} cards in the hand of one who is out")
    for depth, title in table.seen_pile[number].items():
        if depth not in range(len(table.pile)) or table.pile[depth] != title:
            raise ValueError(f"{who}: sees {TITLES[title]} at depth {depth}, where it is not")
    for holder, seen in enumerate(table.seen_hand[number]):
        if any(s > held for s, held in zip(seen, table.hand[holder])):
            raise ValueError(f"{who}: sees cards that {player(holder)} does not hold")
