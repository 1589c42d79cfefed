"""The page as one HTML text: everything in it, nothing fetched, every name inert."""

import base64
import hashlib
import re
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup, escape

from reports import style, svg
from reports.figures.base import Figure
from reports.numbers import first_upper, words
from reports.page import Page
from reports.tables import NUMERIC, cells_of, columns_of, shown


def _source(name: str) -> str:
    return files("reports").joinpath("templates", name).read_text(encoding="utf-8")


def render(page: Page) -> str:
    """Return the page as one self-contained HTML document."""
    env = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters |= {"prose": prose, "words": _entry, "shown": shown}
    script = _source("page.js")
    digest = hashlib.sha256(script.encode()).digest()
    text = env.get_template("page.html.j2").render(
        page=page,
        css=Markup(_css()),
        script=Markup(script),
        script_hash=base64.b64encode(digest).decode(),
        symbols=style.SYMBOLS,
        call_class=lambda call: call.lower() if call in style.SYMBOLS else "inconclusive",
        drawn=_drawn,
        columns_of=columns_of,
        cells_of=cells_of,
        numeric=NUMERIC,
        keys={section.key: section.title for section in page.sections},
    )
    return re.sub(r"\n\s*\n+", "\n", text)


def _css() -> str:
    rules = _source("page.css")
    return rules.replace("/* light */", svg.colour_rules(False)).replace(
        "/* dark */", svg.colour_rules(True)
    )


def _drawn(figure: Figure) -> Markup:
    """Return a figure's SVG, with the one for narrow screens beside it."""
    wide = svg.inline(figure.figure, figure.name, figure.alt, figure.head)
    if figure.narrow is None:
        return Markup(f'<div class="drawing">{wide}</div>')
    narrow = svg.inline(figure.narrow, f"{figure.name}-narrow", figure.alt)
    return Markup(
        f'<div class="drawing wide">{wide}</div><div class="drawing narrow">{narrow}</div>'
    )


def prose(text: str) -> Markup:
    """Return a sentence with a number and its percent sign kept on one line."""
    kept = re.sub(r"([−<>+±]?[\d.,]+ %)", r'<span class="nb">\1</span>', str(escape(text)))
    return Markup(kept)


def _entry(name: str) -> str:
    return first_upper(words(name))
