"""The report: what a page consists of, and how it is written.

A caller builds a `Page` from frames and figures and calls `write(page, out)`. The page knows no
game: its sections, tables and words are the caller's.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from reports.figures.base import Figure
from reports.folder import ReportError, replace_folder

__all__ = ["Column", "Page", "ReportError", "Section", "Table", "Verdict", "write"]


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
class Section:
    """A part of the page with its own heading; `key` is its address within the page."""

    key: str
    title: str
    paragraphs: Sequence[str] = ()
    figures: Sequence[Figure] = ()
    tables: Sequence[Table] = ()


@dataclass(frozen=True)
class Verdict:
    """One sentence of the first screen with its call: FAIR, UNFAIR or INCONCLUSIVE."""

    call: str
    sentence: str


@dataclass(frozen=True)
class Page:
    """A whole report. `simulated` says in a sentence what was simulated.

    `advice` are sentences of the first screen that follow its verdicts; `map_notes` stand below
    the map.
    """

    title: str
    simulated: str
    lead: Sequence[Verdict]
    map: Figure | None = None
    sections: Sequence[Section] = ()
    assumptions: Sequence[str] = ()
    provenance: Mapping[str, Any] = field(default_factory=dict)
    how_to_reproduce: Sequence[str] = ()
    advice: Sequence[str] = ()
    map_notes: Sequence[str] = ()

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


def write(page: Page, out: Path | str) -> Path:
    """Write the report into the folder `out`, whole or not at all; return the page's file.

    An existing report there is replaced; a folder that holds anything else raises ReportError.
    """
    _check_names(page)
    out = Path(out)
    with replace_folder(out) as folder:
        _write_figures(page, folder)
        _write_numbers(page, folder)
        from reports.html import render

        _write_text(folder / "index.html", render(page))
    return out / "index.html"


def _check_names(page: Page) -> None:
    """Raise ReportError if two parts share a name, or a name is no plain file name."""
    for kind, names in (
        ("figure or table", [p.name for p in page.parts]),
        ("section", [s.key for s in page.sections]),
    ):
        for name in names:
            if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name):
                allowed = "small letters, digits, - and _"
                raise ReportError(f"{kind} {name!r}: a name consists of {allowed}")
            if names.count(name) > 1:
                raise ReportError(f"{kind} {name!r}: the page has two of this name")


def _write_figures(page: Page, folder: Path) -> None:
    from reports import svg

    (folder / "figures").mkdir()
    for figure in page.figures:
        _write_text(folder / "figures" / f"{figure.name}.svg", svg.document(figure.figure))
        (folder / "figures" / f"{figure.name}.png").write_bytes(svg.png(figure.figure))


def _write_numbers(page: Page, folder: Path) -> None:
    from reports.tables import as_csv, as_json, plain_values, records

    (folder / "data").mkdir()
    for part in page.parts:
        _write_text(folder / "data" / f"{part.name}.csv", as_csv(part.frame))
    provenance = plain_values(dict(page.provenance))
    report = {
        "title": page.title,
        "simulated": page.simulated,
        "verdicts": [{"call": v.call, "sentence": v.sentence} for v in page.lead],
        "figures": {f.name: {"title": f.title, "alt": f.alt} for f in page.figures},
        "tables": {
            part.name: {
                "caption": part.caption if isinstance(part, Table) else part.title,
                "rows": records(part.frame),
            }
            for part in page.parts
        },
        "assumptions": list(page.assumptions),
        "how_to_reproduce": list(page.how_to_reproduce),
        "provenance": provenance,
    }
    _write_text(folder / "report.json", as_json(report))
    _write_text(folder / "provenance.json", as_json(provenance))


def _write_text(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8", newline="\n")
