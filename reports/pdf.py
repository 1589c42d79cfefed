"""The report as a PDF for A4 paper: real text, vector figures, bookmarks.

reportlab sets texts and tables and leaves room for the figures; matplotlib draws each figure as a
PDF of its own, and pypdf puts it into its place. All three are plain Python, so that a report needs
no program beside Python, and the figures are those of the page, not copies by another renderer.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, FloatObject, NameObject, StreamObject
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    TableStyle,
    XPreformatted,
)
from reportlab.platypus import Table as Grid

from reports import style
from reports.figures.base import Figure
from reports.numbers import words
from reports.page import Action, Log, Page, Section, Table, Verdict
from reports.tables import NUMERIC, Cell, cells_of, columns_of, shown

MARGIN = 16 * mm
WIDTH, HEIGHT = A4[0] - 2 * MARGIN, A4[1] - 2 * MARGIN - 8 * mm
LONGEST = 24
"""Rows of a table that are printed; the rest is in its CSV, as is said there."""
LOG_LINES = 90
"""Lines of a log that are printed."""

SANS, BOLD, MONO = "DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono"
INK, MUTED, GRID = (HexColor(style.COLOURS[name][0]) for name in ("ink", "muted", "grid"))
CALLS = {
    "FAIR": (HexColor("#00604a"), HexColor("#dff0ea")),
    "UNFAIR": (HexColor("#963f00"), HexColor("#fbe8db")),
}
OPEN = (HexColor("#4b535c"), HexColor("#eceef1"))


def _style(name: str, size: float, **more: Any) -> ParagraphStyle:
    look: dict[str, Any] = {
        "fontName": SANS, "fontSize": size, "leading": size * 1.42, "textColor": INK,
        "splitLongWords": 1,
    }  # fmt: skip
    return ParagraphStyle(name, **(look | more))


TITLE = _style("title", 19, fontName=BOLD, leading=23, spaceAfter=5)
HEADING = _style("heading", 13, fontName=BOLD, spaceBefore=16, spaceAfter=5)
CAPTION = _style("caption", 9.5, fontName=BOLD, spaceBefore=10, spaceAfter=4)
BODY = _style("body", 9, spaceAfter=5)
LEAD = _style("lead", 9, leading=12.2)
SIMULATED = _style("simulated", 9, textColor=MUTED, spaceAfter=7)
SMALL = _style("small", 7.5, textColor=MUTED, spaceAfter=4)
CELL = _style("cell", 7, leading=8.8)
HEAD = _style("head", 7, leading=8.8, fontName=BOLD, textColor=MUTED)
RIGHT = _style("right", 7, leading=8.8, alignment=2)
HEAD_RIGHT = _style("head-right", 7, leading=8.8, fontName=BOLD, textColor=MUTED, alignment=2)
CODE = _style(
    "code", 7.2, fontName=MONO, leading=10, backColor=GRID, borderPadding=4, spaceBefore=5,
    spaceAfter=8,
)  # fmt: skip
LINES = _style("lines", 6.6, fontName=MONO, leading=8.4)


@cache
def _register_fonts() -> None:
    """Make matplotlib's own fonts known, which have all the signs that the report uses."""
    import matplotlib

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for name in (SANS, BOLD, MONO):
        pdfmetrics.registerFont(TTFont(name, folder / f"{name}.ttf"))
    pdfmetrics.registerFontFamily(SANS, normal=SANS, bold=BOLD, italic=SANS, boldItalic=BOLD)


@dataclass(frozen=True)
class _Place:
    """Where a figure stands: page (from 0), left and lower edge and scale, in points."""

    figure: Figure
    page: int
    x: float
    y: float
    scale: float


class _Drawing(Flowable):
    """Room for a figure; remembers where it came to stand."""

    def __init__(self, figure: Figure, places: list[_Place]) -> None:
        super().__init__()
        wide, high = (72 * float(size) for size in figure.figure.get_size_inches())
        self.scale = min(WIDTH / wide, (HEIGHT - 20) / high)
        self.width, self.height = wide * self.scale, high * self.scale
        self.figure, self.places = figure, places

    def wrap(self, *_: float) -> tuple[float, float]:
        return self.width, self.height + 6

    def draw(self) -> None:
        x, y = self.canv.absolutePosition(0, 0)
        page = self.canv.getPageNumber() - 1
        self.places.append(_Place(self.figure, page, x, y + 3, self.scale))


class _Heading(Paragraph):
    """A heading that is also a bookmark."""

    def __init__(self, text: str, level: int) -> None:
        super().__init__(escape(text), (TITLE, HEADING)[level])
        self.told = text, level

    def draw(self) -> None:
        text, level = self.told
        key = f"{self.canv.getPageNumber()} {text}"
        self.canv.bookmarkPage(key)
        self.canv.addOutlineEntry(text, key, level, closed=False)
        super().draw()


def render(page: Page) -> bytes:
    """Return the report as a PDF document, the same bytes for the same page."""
    _register_fonts()
    places: list[_Place] = []
    out = io.BytesIO()
    document = BaseDocTemplate(
        out, pagesize=A4, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN,
        bottomMargin=MARGIN + 8 * mm, title=page.title, author="", subject=page.simulated,
        lang="en", invariant=1,
    )  # fmt: skip
    frame = Frame(MARGIN, MARGIN + 8 * mm, WIDTH, HEIGHT, 0, 0, 0, 0)
    document.addPageTemplates(
        PageTemplate("page", [frame], onPage=lambda canvas, _: _foot(canvas, page.title))
    )
    document.build(list(_story(page, places)))
    return _with_figures(out.getvalue(), places)


def _foot(canvas: Any, title: str) -> None:
    canvas.saveState()
    canvas.setFont(SANS, 7)
    canvas.setFillColor(MUTED)
    canvas.drawString(MARGIN, MARGIN, title[:110])
    canvas.drawRightString(A4[0] - MARGIN, MARGIN, str(canvas.getPageNumber()))
    canvas.restoreState()


def _with_figures(text: bytes, places: list[_Place]) -> bytes:
    """Put the figures where room was left for them, each as a form: a page within a page."""
    writer = PdfWriter(clone_from=io.BytesIO(text))
    drawn = (
        PdfReader(io.BytesIO(_drawn([place.figure for place in places]))).pages if places else []
    )
    for i, (place, figure) in enumerate(zip(places, drawn, strict=True)):
        name = NameObject(f"/Figure{i}")
        sheet = writer.pages[place.page]
        resources: Any = sheet["/Resources"]
        forms = resources.setdefault(NameObject("/XObject"), DictionaryObject()).get_object()
        forms[name] = writer._add_object(_form(writer, figure))
        put = (
            f"q {place.scale:.5f} 0 0 {place.scale:.5f} {place.x:.2f} {place.y:.2f} cm {name} Do Q"
        )
        mark = StreamObject()
        mark.set_data(put.encode())
        before: Any = sheet.raw_get("/Contents")
        whole = before if isinstance(before, list) else [before]
        sheet[NameObject("/Contents")] = ArrayObject([*whole, writer._add_object(mark)])
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _form(writer: PdfWriter, figure: PageObject) -> StreamObject:
    """Return a page as a form that can be drawn on other pages."""
    contents = figure.get_contents()
    form = StreamObject()
    form.set_data(contents.get_data() if contents is not None else b"")
    form.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Form"),
            NameObject("/BBox"): ArrayObject(FloatObject(end) for end in figure.mediabox),
            NameObject("/Resources"): figure["/Resources"].clone(writer),
        }
    )
    return form.flate_encode()


def _drawn(figures: list[Figure]) -> bytes:
    """Return figures as the pages of one PDF, so that they share their fonts."""
    from matplotlib.backends.backend_pdf import PdfPages

    out = io.BytesIO()
    with style.theme(), PdfPages(out, metadata={"CreationDate": None}) as pages:
        for figure in figures:
            pages.savefig(figure.figure, facecolor="none")
    return out.getvalue()


# --- the story -----------------------------------------------------------------------------------


def _story(page: Page, places: list[_Place]) -> Iterator[Flowable]:
    yield _Heading(page.title, 0)
    yield Paragraph(escape(page.simulated), SIMULATED)
    if page.lead:
        yield _verdicts(page.lead)
    if page.actions:
        yield Paragraph("What to do", CAPTION)
        for i, action in enumerate(page.actions, start=1):
            yield Paragraph(_action(i, action), BODY)
        yield Paragraph(escape(page.actions_note), SMALL)
    if page.map:
        yield _Drawing(page.map, places)
        yield from (Paragraph(escape(note), SMALL) for note in page.map_notes)
        yield from _commands(page.map_commands)
    yield from (Paragraph(escape(note), BODY) for note in page.notes)
    for section in page.sections:
        yield from _section(section, places)
    if page.assumptions:
        yield _Heading("Assumptions", 1)
        yield from (Paragraph(f"•  {escape(text)}", BODY) for text in page.assumptions)
    yield _Heading("How to reproduce", 1)
    yield from _commands(page.how_to_reproduce)
    yield from (
        Paragraph(f"<b>{escape(words(key))}:</b> {escape(shown(value))}", BODY)
        for key, value in page.provenance.items()
    )


def _verdicts(lead: Any) -> Flowable:
    def pill(verdict: Verdict) -> Paragraph:
        ink, _ = CALLS.get(verdict.call, OPEN)
        sign = style.SYMBOLS.get(verdict.call, "?")
        text = f"{sign} {escape(verdict.call)}"
        return Paragraph(text, _style("pill", 7.6, fontName=BOLD, textColor=ink, alignment=1))

    rows = [[pill(v), Paragraph(escape(v.sentence), LEAD)] for v in lead]
    looks: list[tuple[Any, ...]] = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, -1), 0.6, GRID),
        ("LINEABOVE", (0, 0), (-1, 0), 0.6, GRID),
    ]
    looks += [
        ("BACKGROUND", (0, i), (0, i), CALLS.get(v.call, OPEN)[1]) for i, v in enumerate(lead)
    ]
    return Grid(rows, [32 * mm, WIDTH - 32 * mm], style=TableStyle(looks))


def _action(rank: int, action: Action) -> str:
    strength = f" {escape(action.strength)}" if action.strength else ""
    return f"<b>{rank}. {escape(action.what)}</b> {escape(action.evidence)}{strength}"


def _commands(commands: Any) -> Iterator[Flowable]:
    if commands:
        yield Paragraph("<br/>".join(escape(line) for line in commands), CODE)


def _section(section: Section, places: list[_Place]) -> Iterator[Flowable]:
    first = [_Heading(section.title, 1)]
    paragraphs = [Paragraph(escape(text), BODY) for text in section.paragraphs]
    yield KeepTogether([*first, *paragraphs[:1]])
    yield from paragraphs[1:]
    for figure in section.figures:
        yield _Drawing(figure, places)
    for table in section.tables:
        yield from _table(table)
    for log in section.logs:
        yield from _log(log)
    if section.commands:
        yield Paragraph("These numbers again:", SMALL)
        yield from _commands(section.commands)


def _log(log: Log) -> Iterator[Flowable]:
    yield CondPageBreak(40 * mm)
    yield Paragraph(escape(log.title), CAPTION)
    for line in log.lines[:LOG_LINES]:
        yield (
            XPreformatted(escape(line), LINES)
            if len(line) < 120
            else Paragraph(escape(line), LINES)
        )
    if len(log.lines) > LOG_LINES:
        more = len(log.lines) - LOG_LINES
        yield Paragraph(f"{more:,} further lines are on the page, index.html.", SMALL)


# --- tables --------------------------------------------------------------------------------------


def _table(table: Table) -> Iterator[Flowable]:
    columns = columns_of(table)
    rows = cells_of(table)
    numeric = [c.kind in NUMERIC and not c.low for c in columns]
    head = [
        Paragraph(escape(c.label), HEAD_RIGHT if right else HEAD)
        for c, right in zip(columns, numeric, strict=True)
    ]
    body = [
        [
            Paragraph(_cell_text(cell), RIGHT if right else CELL)
            for cell, right in zip(row, numeric, strict=True)
        ]
        for row in rows[:LONGEST]
    ]
    yield CondPageBreak(35 * mm)
    yield Paragraph(escape(table.caption), CAPTION)
    widths = _widths([[c.label for c in columns], *([_plain(c) for c in r] for r in rows)])
    looks = [
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, MUTED),
        ("LINEBELOW", (0, 1), (-1, -1), 0.5, GRID),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 8),
        ("TOPPADDING", (0, 0), (-1, -1), 1.6),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
    ]
    yield Grid([head, *body], widths, repeatRows=1, style=TableStyle(looks), hAlign="LEFT")
    if len(rows) > LONGEST:
        text = f"{len(rows) - LONGEST:,} further rows are in data/{table.name}.csv."
        yield Paragraph(text, SMALL)


def _plain(cell: Cell) -> str:
    sign = f"{style.SYMBOLS.get(cell.text, '?')} " if cell.kind == "verdict" else ""
    return f"{sign}{cell.text} {cell.interval}".strip()


def _cell_text(cell: Cell) -> str:
    text = escape(_plain(cell))
    if cell.interval:  # the interval may go below the value, but is not broken itself
        interval = escape(cell.interval).replace(" ", "\u00a0")
        value = escape(cell.text).replace(" ", "\u00a0")
        text = f'{value} <font color="{style.COLOURS["muted"][0]}">{interval}</font>'
    return text


def _widths(rows: list[list[str]]) -> list[float]:
    """Return the width of each column: what its texts need, less where that is too much in all.

    No column is narrower than its longest word, as long as there is room for that.
    """

    def long(text: str) -> float:
        return float(pdfmetrics.stringWidth(text, BOLD, CELL.fontSize)) + 9

    columns = list(zip(*rows, strict=True))
    least = [
        min(max(long(word) for text in column for word in text.split() or [""]), WIDTH / 3)
        for column in columns
    ]
    wanted = [min(max(map(long, column)), WIDTH / 2) for column in columns]
    spare = WIDTH - sum(least)
    if spare <= 0:
        return [WIDTH * one / sum(least) for one in least]
    more = [max(0.0, w - one) for w, one in zip(wanted, least, strict=True)]
    share = min(1.0, spare / sum(more)) if sum(more) else 0.0
    return [one + share * extra for one, extra in zip(least, more, strict=True)]
