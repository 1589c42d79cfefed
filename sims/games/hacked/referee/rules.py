"""What a cell fixes for a whole game: the deck, the setup and the rulings, checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sims.core.contract import Cell
from sims.games.hacked.cards import (
    ATTACK_TURNS,
    CONSULTANT,
    HACKED,
    KINDS,
    MAX_CARDS,
    SPRINT_DEPTH,
    TITLES,
)

PLAYERS = range(2, 6)
PRINTED_EXTRA = 2
"""The default of `extra_consultants`; where fewer are left, all that are left."""


@dataclass(frozen=True)
class Rules:
    """The cell's values as the referee uses them. `copies` is indexed by title id."""

    players: int
    copies: tuple[int, ...]
    attack_turns: int
    sprint_depth: int
    hand_size: int
    own_consultants: int
    """Consultants that each player gets before the deal: 1, or 0 if the deck has none at all."""
    extra_consultants: int
    """Consultants shuffled into the deck, as played."""
    hacked_cards: int
    """You've been hacked shuffled into the draw pile, as played."""
    max_turns: int
    combos: str
    attack_stack: str
    consultant_use: str

    @classmethod
    def of_cell(cls, cell: Cell) -> "Rules":
        """The rules of a cell; ValueError, with the numbers, for what cannot be played."""
        copies = _copies(cell.deck)
        setup, rulings = cell.setup, cell.rulings
        if cell.players not in PLAYERS:
            raise ValueError(f"players: {cell.players}, not {PLAYERS.start} to {PLAYERS.stop - 1}")
        extra = _extra_consultants(copies[CONSULTANT], cell.players, setup["extra_consultants"])
        _check_deal(copies, extra, cell.players, setup["hand_size"])
        return cls(
            players=cell.players,
            copies=copies,
            attack_turns=_at_least(1, "Attack: turns", cell.deck["Attack"], "turns", ATTACK_TURNS),
            sprint_depth=_at_least(
                0, "Sprint planning: depth", cell.deck["Sprint planning"], "depth", SPRINT_DEPTH
            ),
            hand_size=setup["hand_size"],
            own_consultants=1 if copies[CONSULTANT] else 0,
            extra_consultants=extra,
            hacked_cards=_hacked_cards(copies[HACKED], cell.players, setup["hacked_cards"]),
            max_turns=_at_least(1, "setup: max_turns", setup, "max_turns"),
            combos=rulings["combos"],
            attack_stack=rulings["attack_stack"],
            consultant_use=rulings["consultant_use"],
        )

    def dealt_cards(self) -> list[int]:
        """What is shuffled and dealt from (Setup, 1 to 3), by title: no You've been hacked yet."""
        copies = list(self.copies)
        copies[HACKED], copies[CONSULTANT] = 0, self.extra_consultants
        return [title for title in range(KINDS) for _ in range(copies[title])]


def _at_least(
    low: int, what: str, values: Mapping[str, Any], key: str, default: int | None = None
) -> int:
    """The value of that key, which has to be `low` or more."""
    value = int(values[key] if default is None else values.get(key, default))
    if value < low:
        raise ValueError(f"{what} is {value}, not {low} or more")
    return value


def _copies(deck: Mapping[str, Mapping[str, Any]]) -> tuple[int, ...]:
    """How many cards of each title the deck has."""
    copies = tuple(
        _at_least(0, f"deck: copies of {title}", deck[title], "copies") for title in TITLES
    )
    if sum(copies) > MAX_CARDS:
        raise ValueError(f"deck: {sum(copies)} cards, at most {MAX_CARDS} are allowed")
    return copies


def _extra_consultants(copies: int, players: int, asked: int) -> int:
    """Setup, 2: each player gets one, the extra ones go into the deck.

    A deck without any consultant is a game without them. The default number means "or as many as
    are left"; any greater number has to be there.
    """
    if 0 < copies < players:
        raise ValueError(
            f"deck: {copies} copies of Security consultant, too few for {players} players to get "
            "one each"
        )
    if asked < 0:
        raise ValueError(f"setup: extra_consultants is {asked}, not 0 or more")
    left = max(copies - players, 0)
    if asked > max(left, PRINTED_EXTRA):
        raise ValueError(
            f"setup: extra_consultants is {asked}, but of {copies} Security consultants {left} are "
            f"left when {players} players have one each"
        )
    return min(asked, left)


def _hacked_cards(copies: int, players: int, asked: int) -> int:
    """Setup, 4: one fewer than players (asked as 0), or the number asked for."""
    if asked < 0:
        raise ValueError(f"setup: hacked_cards is {asked}, not 0 or more")
    played = asked or players - 1
    if played < players - 1:
        raise ValueError(
            f"setup: hacked_cards is {played}; a game of {players} players cannot end with fewer "
            f"than {players - 1}"
        )
    if played > copies:
        raise ValueError(
            f"deck: {copies} copies of You've been hacked, {played} are needed at {players} players"
        )
    return played


def _check_deal(copies: tuple[int, ...], extra: int, players: int, hand_size: int) -> None:
    """Setup, 3: there must be enough cards for every hand."""
    if hand_size < 0:
        raise ValueError(f"setup: hand_size is {hand_size}, not 0 or more")
    there = sum(copies) - copies[HACKED] - copies[CONSULTANT] + extra
    if players * hand_size > there:
        raise ValueError(
            f"setup: {players} hands of hand_size {hand_size} are {players * hand_size} cards, the "
            f"deck has {there} to deal, {extra} extra consultants among them"
        )
