"""Work whose counts a ledger keeps, and the way back: from what a ledger says of it to the work.

A ledger finds counts by a description of all that decides them (`about`). The type that describes
its work also says how to make it again from the description, so that whatever is kept can be played
again and compared: `balance ledger --verify`.
"""

import inspect
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Protocol, Self

from sims.core import strategies
from sims.core.catalogue import counting_digest, find, rules_digest
from sims.core.contract import Cell, Player
from sims.core.digest import digest
from sims.core.errors import DesignerError
from sims.core.runner import Job
from sims.core.schedule import Work
from sims.core.strategies import Strategy


class Unplayable(Exception):
    """Why games that a ledger holds cannot be played again, in words."""


class NeedsFile(Unplayable):
    """They were played with a strategy file that nobody named; with it they could be."""


class Kept(Work, Protocol):
    """Work that a ledger may keep. `balance.ledgers.KINDS` lists the types."""

    kind: ClassVar[str]
    """What `about()["kind"]` says."""
    what: ClassVar[str]
    """What was played, in words for people."""

    @classmethod
    def versions(cls, game: str) -> dict[str, str]:
        """The digests of the source that decides the counts: a part of `about`."""
        ...

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: "AtHand") -> Self:
        """The work that `about` described, of game 0 alone; `part` makes it the games wanted.

        Raises `Unplayable` where a strategy is not at hand, `KeyError` where something is missing.
        """
        ...


class Summed:
    """Work whose counts the source file of its type sums up: the part of `Kept` that is alike."""

    @classmethod
    def versions(cls, game: str) -> dict[str, str]:
        """The digests of a game's rules, of what is counted of it, and of the file that sums."""
        return {
            "rules": rules_digest(game), "counting": counting_digest(game),
            "summing": digest([Path(inspect.getfile(cls))]),
        }  # fmt: skip


def cells_about(work: Kept, jobs: Sequence[Job], **more: Any) -> dict[str, Any]:
    """All that decides the counts of jobs of several cells on the same seed and game ids."""
    return {
        "kind": work.kind, "cell": None, "cells": [job.cell.plain() for job in jobs],
        "seed": jobs[0].seed, **more, **work.versions(jobs[0].cell.game),
    }  # fmt: skip


def game_of(about: Mapping[str, Any]) -> str:
    """The game that was played."""
    name: str = first_cell(about)["game"]
    return name


def first_cell(about: Mapping[str, Any]) -> Mapping[str, Any]:
    """The cell that was played, the first of them where they were several."""
    cell: Mapping[str, Any] = about.get("cell") or about["cells"][0]
    return cell


def cell_of(plain: Mapping[str, Any]) -> Cell:
    """The cell whose `plain` values those are; its deck has no name."""
    return Cell(
        game=plain["game"], players=plain["players"], deck_name="", deck=plain["deck"],
        setup=plain["setup"], rulings=plain["rulings"], lineup=lineup_of(plain["lineup"]),
        profiles=tuple(plain["profiles"]), profile_pool=tuple(plain["profile_pool"]),
    )  # fmt: skip


def lineup_of(plain: Sequence[Sequence[Any]]) -> tuple[Player, ...]:
    """The players whose `plain` values those are."""
    return tuple(Player(name, tuple(weights), source) for name, weights, source in plain)


class AtHand:
    """The strategies that can be played now: those that ship, and the files that the user names."""

    def __init__(self, files: Sequence[Path] = ()) -> None:
        """Files are read when one of their name is needed."""
        self._files = files
        self._found: dict[tuple[str, Player], Strategy] = {}

    def strategy(self, game: str, player: Player) -> Strategy:
        """The very strategy that a player was, its source unchanged; raises `Unplayable`."""
        key = game, player
        if key not in self._found:
            self._found[key] = self._find(game, player)
        return self._found[key]

    def _find(self, game: str, player: Player) -> Strategy:
        problem = ""
        for text in self._texts(player.strategy):
            try:
                chosen = strategies.find(find(game), text, "")
            except DesignerError as no:
                problem = f": {no}"
                continue
            if chosen.digest == player.source:
                return chosen
        raise Unplayable(f"strategy {player.strategy} has changed or is gone{problem[:200]}")

    def _texts(self, label: str) -> list[str]:
        """What a lineup would say for the strategy of a label, for each file that it may be in."""
        stem, is_file, rest = label.partition(".py:")
        if not is_file:
            return [label]
        name = f"{stem}.py"
        named = [file for file in self._files if file.name == name]
        if not named:
            raise NeedsFile(f"played with the strategy file {name}: name it with --strategy {name}")
        return [f"{file}:{rest}" for file in named]

    def job(self, cell: Cell, seed: int) -> Job:
        """Game 0 of a cell that was played."""
        chosen = tuple(self.strategy(cell.game, player) for player in cell.lineup)
        return Job(cell, chosen, seed, 0, 1)
