"""What tells players apart: hackers, first hands, opening rolls, places in the turn order."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from sims.core.contract import Cell, Trait
from sims.games.gatecrasher.cards import HIGHEST_FIREWALL, KINDS, TITLES

_PLACES = 10
"""More than the places of a turn order."""

_ZERO = HIGHEST_FIREWALL + 1
"""Added to a lead, so that none is below 0; larger leads, without bounds, count as this one."""


def _hackers(records: Any, cell: Cell) -> Any:
    """Who sits in a seat, by the place in `rules.hacker`, shape (games, players, 1)."""
    return records["hacker"][:, : cell.players, None]


def _hacker_names(cell: Cell) -> Mapping[int, str]:
    from sims.games.gatecrasher.bridge import different_hackers

    return {place: str(hacker["name"]) for place, hacker in enumerate(different_hackers(cell))}


def _opening_firewall(records: Any, cell: Cell) -> Any:
    """The firewall after the first round's Initialization, shape (games, players, 1)."""
    return records["opening_1"][:, : cell.players, None]


@cache
def _orders(players: int) -> Any:
    """The place in a turn order, plus `_PLACES` times how many there are; -1 for who is out.

    By who acts first, the set of those who play, and the seat.
    """
    import numpy as np

    orders = np.full((players, 1 << players, players), -1)
    for first in range(players):
        for playing in range(1 << players):
            around = [(first + step) % players for step in range(players)]
            order = [seat for seat in around if playing >> seat & 1]
            for place, seat in enumerate(order, start=1):
                orders[first, playing, seat] = _PLACES * len(order) + place
    return orders


def _order(records: Any, cell: Cell) -> Any:
    """The place in the last round's turn order and how many played it, -1 for who was out."""
    return _orders(cell.players)[records["first"], records["began"]][:, :, None]


def _order_names(cell: Cell) -> Mapping[int, str]:
    playing = range(1, cell.players + 1)
    return {_PLACES * n + place: f"{place} of {n}" for n in playing for place in range(1, n + 1)}


def _order_1(records: Any, cell: Cell) -> Any:
    """The place in the turn order of round 1, shape (games, players, 1)."""
    orders = _orders(cell.players)[:, -1] % _PLACES
    return orders[records["first_1"]][:, :, None]


def _lead(records: Any, cell: Cell) -> Any:
    """The opening firewall of round 1 less the highest of the others, plus `_ZERO`."""
    import numpy as np

    rolled = records["opening_1"][:, : cell.players]
    seats = range(cell.players)
    others = np.empty_like(rolled)
    for seat in seats:
        others[:, seat] = rolled[:, [other for other in seats if other != seat]].max(axis=1)
    return (rolled - others).clip(-_ZERO, _ZERO)[:, :, None] + _ZERO


def _lead_names(cell: Cell) -> Mapping[int, str]:
    return {_ZERO + lead: f"{lead:+d}" for lead in range(-_ZERO, _ZERO + 1)}


def _first_by_lot(records: Any, cell: Cell) -> Any:
    """1 for who acts first, 0 for who shares that opening firewall; -1 for everybody else."""
    import numpy as np

    rolled = records["opening_1"][:, : cell.players]
    is_first = records["first_1"][:, None] == np.arange(cell.players)
    lowest = rolled == rolled.min(axis=1, keepdims=True)
    tied = lowest & (lowest.sum(axis=1, keepdims=True) > 1)
    return np.where(tied, is_first, -1)[:, :, None]


def _lot_names(cell: Cell) -> Mapping[int, str]:
    return {0: "later", 1: "first"}


def _protocols_dealt(records: Any, cell: Cell) -> Any:
    """How many of each protocol the first hand held, shape (games, players, titles)."""
    words = records["dealt"][:, : cell.players]
    return words.copy().view("u1").reshape(*words.shape, 8)[:, :, :KINDS]


TRAITS = (
    Trait("hacker", "hacker", "the hacker that sits in a seat", _hackers, names=_hacker_names),
    Trait(
        "order", "turn order in the last round",
        "the place in the turn order of the last round, of those who were still in", _order,
        names=_order_names,
    ),
    Trait(
        "opening", "opening firewall", "the firewall after the Initialization of round 1",
        _opening_firewall,
    ),
    Trait(
        "round_order", "turn order, round 1",
        "the place in the turn order of round 1, and who won that round alone", _order_1,
        won="winner_1",
    ),
    Trait(
        "round_opening", "opening firewall, round 1",
        "the firewall after the Initialization of round 1, and who won that round alone",
        _opening_firewall, won="winner_1",
    ),
    Trait(
        "round_lead", "lead after the opening roll, round 1",
        "the opening firewall of round 1 less the highest of the others, and who won that round "
        "alone", _lead, names=_lead_names, won="winner_1",
    ),
    Trait(
        "first_by_lot", "acting first by lot, round 1",
        "of those who share the lowest opening firewall of round 1, who is drawn to act first and "
        "who is not, and who won that round alone", _first_by_lot, names=_lot_names,
        won="winner_1",
    ),
    Trait(
        "dealt", "protocols dealt", "how many of a protocol were in the hand of round 1",
        _protocols_dealt, items=TITLES,
    ),
)  # fmt: skip
