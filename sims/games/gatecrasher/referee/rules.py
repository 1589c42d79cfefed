"""What a cell fixes for a whole game: the deck, the hackers, the cap and the rulings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sims.core.contract import Cell
from sims.games.gatecrasher.cards import (
    HIGHEST_FIREWALL,
    LOWEST_FIREWALL,
    MAX_CARDS,
    PRIMITIVES,
    TITLES,
)

NO_LESS_THAN = {
    key: 1 if key == "mainframe_levels" else 0
    for key in PRIMITIVES
    if not key.endswith(("_bonus", "_resist", "_value"))
}
"""Dice, cards, protocols and levels are counted; what is added or taken off may have any sign."""


@dataclass(frozen=True)
class Hacker:
    """A Hacker Profile: the primitives of one seat."""

    init_dice: int
    init_keep: int
    init_bonus: int
    bolster_dice: int
    bolster_bonus: int
    loss_dice: int
    loss_bonus: int
    loss_resist: int
    protocols_per_turn: int
    overclock_protocols: int
    leftover_value: int
    hand_size: int
    mine_draws: int
    extraction_immune: bool
    mainframe_levels: int


@dataclass(frozen=True)
class Rules:
    """The cell's values as the referee uses them."""

    players: int
    hackers: tuple[Hacker, ...]
    """By seat."""
    copies: tuple[int, ...]
    """By kind."""
    max_rounds: int
    clamps_firewall: bool
    first_tie: str
    pass_ends: bool
    leftover_at: str
    round_tie: str

    @classmethod
    def of_cell(cls, cell: Cell, hackers: Sequence[Mapping[str, int | bool]]) -> "Rules":
        """The rules of a cell; ValueError for a deck, a length or hackers that cannot be played."""
        copies = tuple(int(cell.deck[title]["copies"]) for title in TITLES)
        if sum(copies) > MAX_CARDS or min(copies) < 0:
            raise ValueError(f"deck: copies {copies}, not 0 or more, {MAX_CARDS} at most in all")
        if cell.setup["max_rounds"] < 1:
            raise ValueError(f"setup: max_rounds is {cell.setup['max_rounds']}, not 1 or more")
        return cls(
            players=cell.players,
            hackers=_read_hackers(cell.players, hackers),
            copies=copies,
            max_rounds=cell.setup["max_rounds"],
            clamps_firewall=cell.rulings["firewall_range"] == "clamp",
            first_tie=cell.rulings["first_tie"],
            pass_ends=cell.rulings["pass_ends"] == "yes",
            leftover_at=cell.rulings["leftover_at"],
            round_tie=cell.rulings["round_tie"],
        )

    def in_range(self, firewall: int) -> int:
        """What a Firewall card can show of that strength (ruling `firewall_range`)."""
        if not self.clamps_firewall:
            return firewall
        return max(LOWEST_FIREWALL, min(HIGHEST_FIREWALL, firewall))


def hackers_of(cell: Cell, drawn: Sequence[int] = ()) -> list[Mapping[str, int | bool]]:
    """The primitives of each seat: as the cell says, or of its pool those drawn, in that order.

    A cell that says nothing seats hackers without an ability.
    """
    profiles: Sequence[Mapping[str, Any]] = cell.profiles or [PRIMITIVES] * cell.players
    if cell.profile_pool:
        places = drawn or range(len(cell.profile_pool))
        profiles = [cell.profile_pool[place] for place in places][: cell.players]
    return [{key: value for key, value in profile.items() if key != "name"} for profile in profiles]


def _read_hackers(players: int, hackers: Sequence[Mapping[str, int | bool]]) -> tuple[Hacker, ...]:
    """A Hacker a seat of its primitives, all of them spelt out."""
    if len(hackers) != players:
        raise ValueError(f"hackers: {len(hackers)} for {players} players")
    for number, primitives in enumerate(hackers, 1):
        if wrong := set(primitives) ^ set(PRIMITIVES):
            raise ValueError(f"hacker {number}: unknown or missing {', '.join(sorted(wrong))}")
        for key, least in NO_LESS_THAN.items():
            if primitives[key] < least:
                raise ValueError(
                    f"hacker {number}: {key} is {primitives[key]}, not {least} or more"
                )
    return tuple(
        Hacker(
            extraction_immune=bool(primitives["extraction_immune"]),
            **{key: int(primitives[key]) for key in PRIMITIVES if key != "extraction_immune"},
        )
        for primitives in hackers
    )
