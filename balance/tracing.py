"""A traced game as one JSON object that an outsider can check without our code.

Seats count from 1. Options and states are written as in position files (see `sims.core.positions`):
`options` lists every option of a decision, `choice` is the one taken. Draws by chance are uniform
in 0..bound-1. After every turn the complete state follows.
"""

from typing import Any

from sims.core.catalogue import games, part_of
from sims.core.trace import Trace


def as_json(traced: Trace) -> dict[str, Any]:
    """The whole game: cards, cell, events in order, result."""
    cell = traced.cell
    game = games()[cell.game]
    notation = part_of(game, "notation")
    return {
        "game": cell.game,
        "players": cell.players,
        "seed": traced.seed,
        "id": traced.game_id,
        "cell": cell.plain(),
        "notation": "options and states are written as in position files; seats count from 1",
        "cards": notation.cards(cell),
        "events": [_event(notation, cell, event) for event in traced.events],
        "result": _result(traced.final),
        "record": _record(traced.record),
        "assumptions": list(cell.assumptions),
    }


def _result(final: dict[str, Any]) -> dict[str, Any]:
    result = final["result"]
    winner = result["winner"]
    return {
        "winner": None if winner is None else winner + 1,
        "ended": result["ended"],
        "turns": final["turn"],
    }


def _record(record: dict[str, int]) -> dict[str, int]:
    """The kernel's record; its winner is a seat from 1, 0 for nobody."""
    return {**record, "winner": max(record["winner"] + 1, 0)}


def _event(notation: Any, cell: Any, event: dict[str, Any]) -> dict[str, Any]:
    kind = event["event"]
    if kind == "decide":
        text = [notation.option_text(cell, event["kind"], tuple(o)) for o in event["options"]]
        choice = notation.option_text(cell, event["kind"], tuple(event["choice"]))
        return {
            "event": "decide", "seat": event["seat"] + 1, "kind": event["kind"],
            "options": text, "choice": choice,
        }  # fmt: skip
    if kind == "state":
        return {
            "event": "state", "turn": event["turn"], "actor": event["actor"] + 1,
            **notation.table_lines(cell, event), "ending": notation.ending(event),
            "seats": [_seat(seat) for seat in event["seats"]],
        }  # fmt: skip
    return {key: _from_one(key, value) for key, value in event.items()}


SEATS = {"seat", "giver", "taker", "holder", "winner", "first"}
"""Keys of events that hold a seat; `winners` holds several, `firewalls` has a value by seat."""


def _from_one(key: str, value: Any) -> Any:
    """A value of an event with seats counted from 1."""
    if key in SEATS and value is not None:
        return value + 1
    if key == "winners":
        return [seat + 1 for seat in value]
    if key == "firewalls":
        return {str(int(seat) + 1): firewall for seat, firewall in value.items()}
    return value


def _seat(seat: dict[str, Any]) -> dict[str, Any]:
    """A seat's plain values; what it has seen of others' hands goes by seat from 1."""
    return {
        key: {str(int(holder) + 1): cards for holder, cards in value.items()}
        if key.startswith("seen_hand") or key == "seen"
        else value
        for key, value in seat.items()
    }
