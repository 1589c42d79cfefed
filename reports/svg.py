"""Figures as SVG text: files that stand alone, and pieces that live in a page.

In a page, colours follow the reader's light or dark scheme, text has the page's font, the title
strip is cut off (the page shows the title as text), and no two figures share an id.
"""

import io
import re
from collections.abc import Iterable
from typing import Any
from weakref import WeakKeyDictionary
from xml.sax.saxutils import quoteattr

from matplotlib.figure import Figure as MplFigure

from reports import style

FONT = "'DejaVu Sans'"


_rendered: WeakKeyDictionary[MplFigure, str] = WeakKeyDictionary()  # drawing is slow


def render(figure: MplFigure) -> str:
    """Return a figure as an SVG document on no ground, the same text for the same figure."""
    if figure not in _rendered:
        out = io.StringIO()
        about: dict[str, Any] = {"metadata": {"Date": None, "Creator": None}}
        with style.theme():
            figure.savefig(out, format="svg", facecolor="none", **about)
        _rendered[figure] = out.getvalue()
    return _rendered[figure]


def png(figure: MplFigure) -> bytes:
    """Return a figure as a PNG of 200 dots per inch."""
    out = io.BytesIO()
    with style.theme():
        figure.savefig(out, format="png", dpi=200, metadata={"Software": None})
    return out.getvalue()


def document(figure: MplFigure) -> str:
    """Return a figure as an SVG file that stands alone, in the reader's own fonts."""
    text = render(figure).replace(FONT, style.SVG_FONTS.replace('"', "'"))
    start = text.index(">", text.index("<svg")) + 1
    ground = f'\n <rect width="100%" height="100%" fill="{style.PAPER}"/>'
    return text[:start] + ground + text[start:]


def inline(figure: MplFigure, name: str, alt: str, head: float = 0.0) -> str:
    """Return a figure as an `<svg>` element for a page; its top `head` inches are cut off."""
    text = render(figure)
    text = text[text.index("<svg") :]
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'<g id="(?:title|text)"[^>]*/>', "", text)
    if head:
        text = _without_titles(text)
    text = re.sub(r' (?:d|x|y|transform)="[^"]*"', _rounded, _own_ids(text, name))
    text = text.replace("xlink:href=", "href=").replace(FONT, "var(--sans)")
    for colour, (light, _) in style.COLOURS.items():
        text = text.replace(light, f"var(--{colour})")
    width, height = (72 * float(size) for size in figure.get_size_inches())
    top = 72 * head
    box = f"0 {top:.2f} {width:.2f} {height - top:.2f}"
    tag = f'<svg viewBox="{box}" role="img" aria-label={quoteattr(alt)}>'
    text = tag + text[text.index(">") + 1 :]
    return re.sub(r"\n\s*", "\n", text).strip()


def _rounded(attribute: re.Match[str]) -> str:
    """Return an attribute with its numbers cut to hundredths of a point, a quarter of the page."""
    return re.sub(r"(\.\d\d)\d+", r"\1", attribute[0])


def _without_titles(text: str) -> str:
    """Cut out the groups that hold the title; they hold nothing nested."""
    return re.sub(r'<g id="title">.*?</g>', "", text, flags=re.DOTALL)


def _own_ids(text: str, name: str) -> str:
    """Put the figure's name before each id that is referred to, and drop the other ids."""
    used = set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text))

    def own(match: re.Match[str]) -> str:
        return f' id="{name}-{match[1]}"' if match[1] in used else ""

    text = re.sub(r' id="([^"]*)"', own, text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
    return re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', text)


def colour_rules(dark: bool) -> str:
    """Return the colours of figures as CSS custom properties, for light or for dark paper."""
    pairs: Iterable[tuple[str, str]] = ((n, both[dark]) for n, both in style.COLOURS.items())
    return " ".join(f"--{name}: {value};" for name, value in pairs)
