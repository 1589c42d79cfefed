"""What a cell fixes for a whole game: the cards one by one, the setup and the rulings."""

from collections.abc import Iterable
from dataclasses import dataclass

from sims.core.contract import Cell
from sims.games.override.cards import (
    BLANK,
    DISKETTE,
    HACKS,
    LETTERS,
    MAX_CARDS,
    NAMES,
    NEVER_EXECUTED_FACE_OUT,
    TITLES,
)


@dataclass(frozen=True)
class Rules:
    """The cell's values as the referee uses them. Card tables are indexed by card id."""

    players: int
    hack: tuple[int, ...]
    cred: tuple[int, ...]
    government: tuple[bool, ...]
    proxy_swap: tuple[bool, ...]
    protects_from: tuple[int | None, ...]
    executable_face_out: tuple[bool, ...]
    name: tuple[str, ...]
    """As in `Firewall F13`."""
    in_deal: tuple[int, ...]
    """Ids that are shuffled and dealt, ascending."""
    remove_random: int
    winning_cred: int
    gov_limit: int
    max_turns: int
    cred_tie: str
    protection_blocks_self: bool
    swap_optional: bool
    puppet_stops_spoof: bool

    @classmethod
    def of_cell(cls, cell: Cell) -> "Rules":
        """The rules of a cell; ValueError for a deck or a length that cannot be played."""
        deck = [cell.deck[title] for title in TITLES]
        copies = [int(card["copies"]) for card in deck]
        if sum(copies) > MAX_CARDS:
            raise ValueError(f"deck: {sum(copies)} cards, at most {MAX_CARDS} are allowed")
        if copies[DISKETTE] > 1:
            raise ValueError(f"deck: {copies[DISKETTE]} copies of the Diskette, not 0 or 1")
        if cell.setup["max_turns"] < 1:
            raise ValueError(f"setup: max_turns is {cell.setup['max_turns']}, not 1 or more")
        title = tuple(h for h in range(HACKS) for _ in range(copies[h]))
        hack = _with_blanks(title, [int(card.get("blanks", 0)) for card in deck])
        deck.append(_BLANK)
        return cls(
            players=cell.players,
            hack=hack,
            cred=tuple(deck[h]["cred"] for h in hack),
            government=tuple(bool(deck[h]["government"]) for h in hack),
            proxy_swap=tuple(bool(deck[h]["proxy_swap"]) for h in hack),
            protects_from=tuple(deck[h]["protects_from"] for h in hack),
            executable_face_out=tuple(h not in NEVER_EXECUTED_FACE_OUT for h in hack),
            name=tuple(f"{NAMES[h]} {LETTERS[h]}{card}" for card, h in enumerate(hack)),
            in_deal=_not_removed(title, cell.setup["remove"]),
            remove_random=cell.setup["remove_random"],
            winning_cred=cell.setup["winning_cred"],
            gov_limit=cell.setup["gov_limit"],
            max_turns=cell.setup["max_turns"],
            cred_tie=cell.rulings["cred_tie"],
            protection_blocks_self=cell.rulings["protection_blocks_self"] == "yes",
            swap_optional=cell.rulings["swap_optional"] == "yes",
            puppet_stops_spoof=cell.rulings["puppet_stops_spoof"] == "yes",
        )

    def is_hack(self, card: int, hack: int) -> bool:
        """Whether the card is a copy of that hack."""
        return self.hack[card] == hack

    def sum_of_cred(self, cards: Iterable[int]) -> int:
        """The cred of face-out cards (Glossary, Cred)."""
        return sum(self.cred[card] for card in cards)


_BLANK = {"cred": 0, "government": False, "proxy_swap": False, "protects_from": None}
"""The values of a copy that the deck makes blank."""


def _with_blanks(title: tuple[int, ...], blanks: list[int]) -> tuple[int, ...]:
    """What each card is: of a title's copies those of the lowest ids are blank."""
    left, hack = list(blanks), list(title)
    for card, h in enumerate(title):
        if left[h]:
            left[h] -= 1
            hack[card] = BLANK
    return tuple(hack)


def _not_removed(title: tuple[int, ...], titles: Iterable[str]) -> tuple[int, ...]:
    """What stays in the deck (Setup the Game): a copy goes a mention, that of the highest id first.

    A mention of a title that has no copy left removes nothing.
    """
    left = list(range(len(title)))
    for named in titles:
        copies = [card for card in left if title[card] == TITLES.index(named)]
        if copies:
            left.remove(copies[-1])
    return tuple(left)
