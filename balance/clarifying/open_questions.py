"""Open questions of a rulebook: its rulings, and the decks that were assumed; and their cells."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from balance.comparing import Lineups
from balance.comparing.variants import Variant
from balance.planning import Planned, Question, check
from sims.core.catalogue import find
from sims.core.cells import DECK, RULING
from sims.core.data import Data
from sims.core.errors import DesignerError

BASE = "as now"
"""The name of the table with every question decided as it is played now."""

DECK_HEADING = "the list of cards"
DECK_QUESTION = "How many copies of each card does the deck hold, and what is each worth?"


@dataclass(frozen=True)
class Open:
    """A question that the rulebook leaves open: a ruling, or which deck is meant."""

    name: str
    heading: str
    text: str
    now: str
    others: tuple[str, ...]

    def variant(self, choice: str) -> Variant:
        """The table with this question decided another way."""
        key = DECK if self.name == DECK else f"{RULING}{self.name}"
        return Variant(f"{self.name}={choice}", changes={key: choice})


def open_questions(asked: Question) -> tuple[Open, ...]:
    """The rulings of a game with the choices that are not played now, and the assumed decks."""
    game, data = check(asked)
    found = []
    for ruling in game.rulings:
        now = str(asked.changes.get(f"{RULING}{ruling.name}", data.rulings[ruling.name]))
        others = tuple(choice for choice in ruling.choices if choice != now)
        found.append(Open(ruling.name, ruling.heading, ruling.question, now, others))
    counts = asked.players or tuple(sorted(data.table))
    played = {str(asked.changes.get(DECK, data.deck_of[n])) for n in counts if n in data.deck_of}
    others = tuple(name for name in _assumed(asked, data) if played != {name})
    if others:
        found.append(Open(DECK, DECK_HEADING, DECK_QUESTION, ", ".join(sorted(played)), others))
    return tuple(found)


def _assumed(asked: Question, data: Data) -> list[str]:
    """The decks that something is assumed in: those of the report plan, or all there are."""
    names = find(asked.game).report.decks or tuple(data.decks)
    return [name for name in names if name in data.decks and data.assumptions(name)]


@dataclass(frozen=True)
class Part:
    """What is played side by side: a base, each choice, and pairs with their places in `others`."""

    asked: Question
    base: Planned
    others: tuple[tuple[str, Planned], ...]
    pairs: tuple[tuple[int, int, int], ...]

    @property
    def singles(self) -> int:
        """How many of the others change one question alone."""
        return len(self.others) - len(self.pairs)


@dataclass(frozen=True)
class Plan:
    """The open questions of a table, and every cell to play; the strongest lineup comes last."""

    questions: tuple[Open, ...]
    parts: tuple[Part, ...]

    @property
    def planned(self) -> list[Planned]:
        """Every cell."""
        return [cell for part in self.parts for cell in (part.base, *(c for _, c in part.others))]

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return len(self.planned)

    @property
    def lineups(self) -> tuple[str, ...]:
        """The lineups, weakest first."""
        return tuple(dict.fromkeys(part.base.lineup for part in self.parts))

    @property
    def confirming(self) -> int:
        """How many cells are played again, at most, to confirm what comes out first."""
        return 2 * sum(part.base.lineup == self.lineups[-1] for part in self.parts)


def make_plan(asked: Question, lineups: Lineups, pairs: bool = False) -> Plan:
    """The open questions, and every cell to play. Raises a `DesignerError` before it begins."""
    questions = open_questions(asked)
    if not any(question.others for question in questions):
        raise DesignerError(f"{find(asked.game).title} leaves nothing open: it has no rulings")
    counts = asked.players or tuple(sorted(check(asked)[1].table))
    parts = [
        _part(replace(asked, lineup=lineup), players, questions, pairs)
        for lineup in lineups
        for players in counts
    ]
    return Plan(questions, tuple(parts))


def _part(asked: Question, players: int, questions: Sequence[Open], pairs: bool) -> Part:
    as_now = Variant(BASE)
    base = as_now.planned(asked, players)
    singles: list[tuple[Open, Variant, Planned]] = []
    for question in questions:
        for choice in question.others:
            variant = question.variant(choice)
            planned = _possible(variant, asked, players)
            if planned is not None and planned.cell.plain() != base.cell.plain():
                singles.append((question, variant, planned))
    others = [(variant.name, planned) for _, variant, planned in singles]
    places = []
    for (i, (q, one, _)), (j, (r, other, _)) in combinations(enumerate(singles), 2):
        if pairs and q != r:
            both = Variant(f"{one.name},{other.name}", changes={**one.changes, **other.changes})
            planned = _possible(both, asked, players)
            if planned is not None:
                places.append((len(others), i, j))
                others.append((both.name, planned))
    return Part(asked, base, tuple(others), tuple(places))


def _possible(variant: Variant, asked: Question, players: int) -> Planned | None:
    """The cell, or None where the table cannot be played so (a deck without a card it removes)."""
    try:
        return variant.planned(asked, players)
    except DesignerError:
        return None
