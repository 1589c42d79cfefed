"""The report: what a page consists of. `reports.writing` writes it.

A caller builds a `Page` from frames and figures. The page knows no game: its sections, tables and
words are the caller's.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from reports.figures.base import Figure


@dataclass(frozen=True)
class Column:
    """How one column of a table is shown.

    `value` is the frame's column, `kind` a key of `reports.numbers.FORMATS`; with `low` and `high`
    the interval is shown behind the value.
    """

    label: str
    value: str
    kind: str = "text"
    low: str = ""
    high: str = ""


@dataclass(frozen=True)
class Table:
    """A table: all of `frame` goes to the CSV, the columns in `formats` to the page.

    Without `formats` every column is shown, its kind guessed from its type and name.
    """

    name: str
    caption: str
    frame: pd.DataFrame
    formats: Sequence[Column] = ()


@dataclass(frozen=True)
class Log:
    """Lines to be read one below the other, such as a game move by move."""

    title: str
    lines: Sequence[str]


@dataclass(frozen=True)
class Section:
    """A part of the page with its own heading; `key` is its address within the page.

    `commands` are command lines, each of which gives numbers of the section again.
    """

    key: str
    title: str
    paragraphs: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()
    logs: Sequence[Log] = ()
    commands: Sequence[str] = ()


@dataclass(frozen=True)
class Verdict:
    """One sentence of the first screen with its call: FAIR, UNFAIR or INCONCLUSIVE.

    `facts` are the numbers of the sentence for a program.
    """

    call: str
    sentence: str
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Action:
    """Something to do about the game, and what speaks for it.

    `evidence` has the numbers, `strength` says how it fares across strength of play, `section` is
    the key of the section to read on in ("" for none), `command` gives the numbers again.
    """

    what: str
    evidence: str
    strength: str = ""
    section: str = ""
    command: str = ""


@dataclass(frozen=True)
class Page:
    """A whole report. `simulated` says in a sentence what was simulated.

    `actions` are the most useful ones, the first first, and `actions_note` says how they were
    picked and ranked; `notes` stand above the sections: what was left out, what could not be
    settled. `map_notes` stand below the map, `map_commands` give its numbers again.
    """

    title: str
    simulated: str
    lead: Sequence[Verdict]
    map: Figure | None = None
    sections: Sequence[Section] = ()
    assumptions: Sequence[str] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
    how_to_reproduce: Sequence[str] = ()
    actions: Sequence[Action] = ()
    actions_note: str = ""
    notes: Sequence[str] = ()
    map_notes: Sequence[str] = ()
    map_commands: Sequence[str] = ()

    @property
    def parts(self) -> list[Figure | Table]:
        """All that has numbers: figures and tables."""
        return [*self.figures, *self.tables]

    @property
    def figures(self) -> list[Figure]:
        """All figures, in their order on the page."""
        first = [self.map] if self.map else []
        return [*first, *(f for s in self.sections for f in s.figures)]

    @property
    def tables(self) -> list[Table]:
        """All tables, in their order on the page."""
        return [t for s in self.sections for t in s.tables]
