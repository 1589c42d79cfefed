"""What becomes of a game when a card is taken away: a blank in a copy's place, or the copy out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from balance.blocks import Sums
from balance.pairing import Change, play_block, side_by_side
from balance.planning import Question, Rotations, plan
from sims.core.catalogue import find
from sims.core.contract import Cell
from sims.core.errors import DesignerError
from sims.core.schedule import Progress
from sims.core.tally import Tally

SWAP, REMOVAL = "swap", "removal"


@dataclass(frozen=True)
class Variant:
    """A cell in which one copy of a card was swapped for a blank, or removed."""

    kind: str
    title: str
    copies: int
    rotations: Rotations


@dataclass(frozen=True)
class Effect:
    """A variant beside the cell with every card, on the same game ids."""

    variant: Variant
    change: Change


@dataclass(frozen=True)
class Interplay:
    """What removing two cards does, and what it does beyond what removing each of them does."""

    titles: tuple[str, str]
    both: Sums
    beyond: Sums


@dataclass(frozen=True)
class Effects:
    """All of one player count: the cell with every card, its variants, pairs of removals."""

    base: Rotations
    tally: Tally
    effects: Sequence[Effect]
    pairs: Sequence[Interplay] = ()


def _changed(asked: Question, cell: Cell, changes: Mapping[str, Any]) -> Rotations | None:
    """The cell with changes; None for one that the game cannot be played with, or that is alike."""
    one = replace(asked, changes={**asked.changes, **changes}, players=(cell.players,))
    try:
        found = tuple(plan(one))
    except DesignerError:
        return None  # the game cannot do without it
    return None if found[0].cell.plain() == cell.plain() else found


def in_play(cell: Cell, title: str) -> int:
    """How many copies of a card the deck holds, less those that the setup removes by name."""
    removal = _removal_key(cell)
    gone = cell.setup[removal] if removal else []
    return int(cell.deck[title]["copies"]) - gone.count(title)


def _removal_key(cell: Cell) -> str | None:
    return next((p.key for p in find(cell.game).parameters if p.kind == "cards"), None)


def _without(cell: Cell, titles: Sequence[str]) -> dict[str, Any]:
    """The changes that take a copy of each of some titles out."""
    key = _removal_key(cell)
    if key is not None:
        return {key: [*cell.setup[key], *titles]}
    counts = {title: int(cell.deck[title]["copies"]) for title in titles}
    return {f"deck.{title}.copies": n - titles.count(title) for title, n in counts.items()}


def variants(
    asked: Question, base: Rotations, kinds: Sequence[str] = (SWAP, REMOVAL)
) -> list[Variant]:
    """Each card with a copy in play: swapped for the game's blank, and taken out."""
    game, cell = find(asked.game), base[0].cell
    found = []
    for title in game.titles:
        copies = in_play(cell, title)
        if copies < 1:
            continue
        for kind in kinds:
            if kind == SWAP:
                changes = game.blank.changes(cell, title) if game.blank else None
            else:
                changes = _without(cell, [title])
            rotations = _changed(asked, cell, changes) if changes is not None else None
            if rotations is not None:
                found.append(Variant(kind, title, copies, rotations))
    return found


def _pairs(
    asked: Question, base: Rotations, removals: Sequence[Variant]
) -> list[tuple[tuple[str, str], Rotations]]:
    """Every two removals together, of two titles, as far as the game can be played so."""
    found = []
    for one, other in combinations(removals, 2):
        cell = base[0].cell
        rotations = _changed(asked, cell, _without(cell, [one.title, other.title]))
        if rotations is not None:
            found.append(((one.title, other.title), rotations))
    return found


def cells_of(asked: Question, base: Rotations, with_pairs: bool) -> int:
    """How many cells of each rotation `measure` will play, for the progress bar."""
    found = variants(asked, base)
    removals = [v for v in found if v.kind == REMOVAL]
    return 1 + len(found) + (len(_pairs(asked, base, removals)) if with_pairs else 0)


def measure(
    asked: Question,
    base: Rotations,
    *,
    kinds: Sequence[str] = (SWAP, REMOVAL),
    with_pairs: bool = False,
    only: str | None = None,
    progress: Progress | None = None,
) -> Effects:
    """Play a setup and all its variants, or those of one card, side by side on the same game ids.

    Over the rotations of the lineup, if there are several, everything is added up.
    """
    found = [v for v in variants(asked, base, kinds) if only is None or v.title == only]
    removals = [variant for variant in found if variant.kind == REMOVAL]
    pairs = _pairs(asked, base, removals) if with_pairs else []
    cells = [base, *(v.rotations for v in found), *(rotations for _, rotations in pairs)]
    place = {v.title: i for i, v in enumerate(found, start=1) if v.kind == REMOVAL}
    first = 1 + len(found)
    contrasts: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
        ((i,), (0,)) for i in range(1, len(cells))
    ]
    contrasts += [
        ((i, 0), (place[one], place[other]))
        for i, ((one, other), _) in enumerate(pairs, start=first)
    ]
    counts = play_block(asked, side_by_side(cells), contrasts, progress)
    before = counts.tallies[0]
    effects = [
        Effect(variant, Change(variant.rotations[0], before, tally, sums))
        for variant, tally, sums in zip(found, counts.tallies[1:], counts.sums, strict=False)
    ]
    interplay = [
        Interplay(
            titles,
            counts.sums[first - 1 + i],
            counts.sums[len(cells) - 1 + i],
        )
        for i, (titles, _) in enumerate(pairs)
    ]
    return Effects(base, before, effects, interplay)
