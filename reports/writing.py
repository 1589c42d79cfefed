"""Writing a report: page, figures, numbers, summary and PDF in one folder, whole or not."""

import re
from pathlib import Path
from typing import Any

from reports.figures.base import Figure
from reports.folder import ReportError, replace_folder
from reports.page import Action, Column, Page, Section, Table

__all__ = ["SCHEMA", "ReportError", "write"]

SCHEMA = 2
"""The number of `report.json`'s layout; it rises when a key changes its meaning or goes."""


def write(page: Page, out: Path | str) -> Path:
    """Write the report into the folder `out`, whole or not at all; return the page's file.

    The folder then holds `index.html`, `report.pdf`, `summary.md`, `report.json`, the figures as
    SVG and PNG in `figures/`, every figure's and table's numbers as CSV in `data/`. An existing
    report there is replaced; a folder that holds anything else raises ReportError.
    """
    _check_names(page)
    out = Path(out)
    with replace_folder(out) as folder:
        _write_figures(page, folder)
        _write_numbers(page, folder)
        _write_pages(page, folder)
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
    from reports.tables import as_csv, as_json, plain_values

    (folder / "data").mkdir()
    for part in page.parts:
        _write_text(folder / "data" / f"{part.name}.csv", as_csv(part.frame))
    _write_text(folder / "report.json", as_json(plain_values(machine_readable(page))))
    _write_text(folder / "provenance.json", as_json(plain_values(dict(page.provenance))))


def _write_pages(page: Page, folder: Path) -> None:
    from reports import html, markdown, pdf

    _write_text(folder / "index.html", html.render(page))
    _write_text(folder / "summary.md", markdown.render(page))
    (folder / "report.pdf").write_bytes(pdf.render(page))


def _write_text(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8", newline="\n")


# --- for machines --------------------------------------------------------------------------------


def machine_readable(page: Page) -> dict[str, Any]:
    """Return all that the page says and shows, as `report.json` holds it."""
    return {
        "schema": SCHEMA,
        "title": page.title,
        "simulated": page.simulated,
        "verdicts": [{"call": v.call, "sentence": v.sentence, **v.facts} for v in page.lead],
        "actions": [_action(i, action) for i, action in enumerate(page.actions, start=1)],
        "notes": list(page.notes),
        "map": page.map.name if page.map else None,
        "map_notes": list(page.map_notes),
        "map_commands": list(page.map_commands),
        "sections": [_section(section) for section in page.sections],
        "figures": {f.name: {"title": f.title, "alt": f.alt} for f in page.figures},
        "tables": {part.name: _numbers(part) for part in page.parts},
        "assumptions": list(page.assumptions),
        "how_to_reproduce": list(page.how_to_reproduce),
        "provenance": dict(page.provenance),
    }


def _action(rank: int, action: Action) -> dict[str, Any]:
    return {
        "rank": rank,
        "what": action.what,
        "evidence": action.evidence,
        "strength": action.strength,
        "section": action.section or None,
        "command": action.command or None,
    }


def _section(section: Section) -> dict[str, Any]:
    return {
        "key": section.key,
        "title": section.title,
        "paragraphs": list(section.paragraphs),
        "figures": [f.name for f in section.figures],
        "tables": [t.name for t in section.tables],
        "logs": [{"title": log.title, "lines": list(log.lines)} for log in section.logs],
        "commands": list(section.commands),
    }


def _numbers(part: Figure | Table) -> dict[str, Any]:
    """Return the rows of a figure or table; of a table also how its columns are shown."""
    from reports.tables import columns_of, records

    if isinstance(part, Figure):
        return {"caption": part.title, "rows": records(part.frame)}
    columns = [_column(column) for column in columns_of(part)]
    return {"caption": part.caption, "columns": columns, "rows": records(part.frame)}


def _column(column: Column) -> dict[str, Any]:
    told = {"label": column.label, "value": column.value, "kind": column.kind}
    return told | ({"low": column.low, "high": column.high} if column.low else {})
