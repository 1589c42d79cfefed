"""A position instead of a deal, checked for what cannot be."""

from collections.abc import Mapping, Sequence
from typing import Any

from sims.games.gatecrasher.cards import KINDS, TITLES
from sims.games.gatecrasher.referee.game import FIRST, Game


def lay_out(game: Game, table: Mapping[str, Any]) -> None:
    """Put a position, as `layout` describes it, on the table; what is missing is empty or 0.

    Cards that are named nowhere are out of play until the next deal. ValueError for what cannot be.
    """
    game.phase, game.actor = table["phase"], table.get("actor", 0)
    game.turns, game.rounds = table.get("turn", 0), table.get("round", 0)
    game.table.pile = list(table.get("pile", ()))
    game.table.discard = _by_kind(table.get("discard", {}))
    seats = table["seats"]
    if len(seats) != game.rules.players:
        raise ValueError(f"position: {len(seats)} seats for {game.rules.players} players")
    for number, seat in enumerate(seats):
        _lay_out_seat(game, number, seat)
    _check_cards(game)
    _check_players(game)
    for viewer, seat in enumerate(seats):
        for holder, cards in seat.get("seen_hand", {}).items():
            _lay_out_seen(game, viewer, holder, _by_kind(cards))


def _by_kind(counts: Mapping[int, int]) -> list[int]:
    """Copies of each kind."""
    return [counts.get(kind, 0) for kind in range(KINDS)]


def _lay_out_seat(game: Game, number: int, seat: Mapping[str, Any]) -> None:
    """One player: firewall, levels and hand; who is out has none of them."""
    table, who = game.table, f"position, player {number + 1}"
    table.firewall[number] = seat.get("firewall", 0)
    table.levels[number] = seat.get("levels", 0)
    table.hand[number] = _by_kind(seat.get("hand", {}))
    if seat.get("out", False):
        if any(table.hand[number]) or table.levels[number] or table.firewall[number]:
            raise ValueError(f"{who}: no card, level or firewall when out")
    elif table.levels[number] < 1:
        raise ValueError(f"{who}: {table.levels[number]} levels, and not out")
    if game.rules.in_range(table.firewall[number]) != table.firewall[number]:
        raise ValueError(f"{who}: a firewall of {table.firewall[number]}")


def _check_cards(game: Game) -> None:
    """No kind of which there are more copies than the deck holds."""
    table = game.table
    for kind, title in enumerate(TITLES):
        places: Sequence[list[int]] = [*table.hand, table.discard]
        copies = sum(place[kind] for place in places) + table.pile.count(kind)
        if copies > game.rules.copies[kind]:
            raise ValueError(f"position: {copies} {title}, the deck has {game.rules.copies[kind]}")


def _check_players(game: Game) -> None:
    """At least two are in the game, among them the one to act."""
    living = game.table.living()
    if len(living) < 2:
        raise ValueError(f"position: {len(living)} players in the game, not 2 or more")
    if game.phase != FIRST and game.actor not in living:
        raise ValueError(f"position, player {game.actor + 1}: no turn when out")


def _lay_out_seen(game: Game, viewer: int, holder: int, cards: list[int]) -> None:
    """What a player knows of another's hand must be there."""
    hand = game.table.hand[holder]
    if viewer == holder or any(known > held for known, held in zip(cards, hand)):
        raise ValueError(
            f"position, player {viewer + 1}: cannot know that of the hand of player {holder + 1}"
        )
    game.table.seen[viewer][holder] = cards
