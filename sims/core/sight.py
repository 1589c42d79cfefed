"""What a seat sees, in words for a person: its view, what is asked, its options.

A game says it in its `notation` module, by

    QUESTIONS                               a sentence for each kind of decision
    option_words(cell, kind, option, seat)  an option, as after "I ..."
    sight(cell, view)                       the view of a seat, as a `Sight`

All three are made of a view and nothing else, so that a screen can show no more than its seat may
know. Where a game does not say it, plain names and numbers stand in.
"""

from dataclasses import dataclass
from typing import Any

from sims.core.catalogue import games, part_of
from sims.core.contract import Cell, Option


@dataclass(frozen=True)
class Sight:
    """A view in words: facts by name, and a table with a row a seat."""

    facts: tuple[tuple[str, str], ...]
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def sight(cell: Cell, view: Any) -> Sight:
    """What the seat of a view sees."""
    notation = part_of(games()[cell.game], "notation")
    if hasattr(notation, "sight"):
        seen: Sight = notation.sight(cell, view)
        return seen
    names = view.dtype.names or ()
    return Sight(tuple((name.replace("_", " "), str(view[name].tolist())) for name in names))


def option_words(cell: Cell, kind: str, option: Option, seat: int) -> str:
    """An option of a seat's decision."""
    notation = part_of(games()[cell.game], "notation")
    say = getattr(notation, "option_words", None)
    said: str = say(cell, kind, option, seat) if say else notation.option_text(cell, kind, option)
    return said


def question(cell: Cell, kind: str) -> str:
    """What a kind of decision asks."""
    notation = part_of(games()[cell.game], "notation")
    asked: str = getattr(notation, "QUESTIONS", {}).get(kind, f"Decide: {kind.replace('_', ' ')}.")
    return asked
