"""Where things stand on a figure: everything in inches, measured before it is placed.

A sheet is, from the top: the title (on wide paper), the key, the body with its axes, a note. The
height follows from what is on it, so nothing is squeezed; widths come from measured text, so
nothing is clipped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure as MplFigure
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.patches import Rectangle
from matplotlib.text import Text
from matplotlib.textpath import TextPath, text_to_path
from matplotlib.transforms import Affine2D

from reports import style


@dataclass(frozen=True)
class Paper:
    """What a figure is drawn on: its width in inches, and whether it carries its own title."""

    width: float
    titled: bool


WIDE = Paper(9.2, titled=True)
NARROW = Paper(3.68, titled=False)  # a phone; the page shows the title above it


@dataclass(frozen=True)
class Key:
    """One entry of a key: a mark and what it stands for.

    `marker` is a matplotlib marker, "line", "dashes", "bar", "band" or "frame".
    """

    label: str
    marker: Any
    colour: str
    filled: bool = True


@lru_cache(maxsize=4096)
def text_width(text: str, size: float = style.TEXT, weight: str = "normal") -> float:
    """Return the width of one line of text in inches."""
    font = FontProperties(family="DejaVu Sans", size=size, weight=weight)
    width, _, _ = text_to_path.get_text_width_height_descent(text, font, ismath=False)
    return float(width) / 72


def shorten(text: str, width: float, size: float = style.TEXT, weight: str = "normal") -> str:
    """Return `text`, cut with an ellipsis where it is wider than `width` inches."""
    text = " ".join(text.split())
    if text_width(text, size, weight) <= width:
        return text
    low, high = 0, len(text)  # the longest beginning that fits, by bisection
    while low < high:
        middle = (low + high + 1) // 2
        fits = text_width(text[:middle].rstrip() + "…", size, weight) <= width
        low, high = (middle, high) if fits else (low, middle - 1)
    return text[:low].rstrip() + "…"


def wrap(text: str, width: float, size: float, weight: str = "normal") -> list[str]:
    """Return `text` in lines of at most `width` inches; a word that is too long is cut."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, weight) <= width:
            lines[-1] = longer
        else:
            lines.append(shorten(word, width, size, weight))
    return lines


def line_height(size: float) -> float:
    """Return the distance of two lines of text in inches."""
    return size * 1.35 / 72


@lru_cache
def symbol(text: str) -> MarkerStyle:
    """Return a marker in the shape of one character, the same in every font the reader has."""
    path = TextPath((0, 0), text, size=1, prop=FontProperties(family="DejaVu Sans", weight="bold"))
    box = path.get_extents()
    centre = Affine2D().translate(-(box.x0 + box.x1) / 2, -(box.y0 + box.y1) / 2)
    return MarkerStyle(centre.transform_path(path))


class Sheet:
    """A figure whose parts are placed in inches from the top left corner of its body."""

    def __init__(
        self, paper: Paper, body: float, *, title: str, key: Sequence[Key] = (), note: str = ""
    ) -> None:
        self.paper = paper
        self.body = body
        lines = wrap(title, paper.width - 0.1, style.TITLE, "bold") if paper.titled else []
        self.head = len(lines) * line_height(style.TITLE) + 0.16 if lines else 0.0
        rows = self._key_rows(key)
        key_height = len(rows) * line_height(style.TEXT) * 1.15 + 0.08 if rows else 0.0
        notes = wrap(note, paper.width - 0.1, style.SMALL)
        note_height = len(notes) * line_height(style.SMALL) + 0.1 if notes else 0.0
        self.height = self.head + key_height + body + note_height + 0.06
        self.figure = MplFigure(figsize=(paper.width, self.height))
        FigureCanvasAgg(self.figure)
        self._inches = self.figure.dpi_scale_trans
        self._body_top = self.height - self.head - key_height

        for i, line in enumerate(lines):
            y = self.height - 0.04 - i * line_height(style.TITLE)
            self._text(0.02, y, line, size=style.TITLE, weight="bold", va="top", gid="title")
        for i, row in enumerate(rows):
            y = self.height - self.head - (i + 0.5) * line_height(style.TEXT) * 1.15
            self._draw_key(row, y)
        for i, line in enumerate(notes):
            y = note_height - i * line_height(style.SMALL)
            self._text(0.02, y, line, size=style.SMALL, color=style.MUTED, va="top")

    def axes(self, left: float, top: float, width: float, height: float, **kwargs: Any) -> Axes:
        """Return new axes, placed in inches from the top left corner of the body."""
        bottom = self._body_top - top - height
        box = (left / self.paper.width, bottom / self.height)
        size = (width / self.paper.width, height / self.height)
        return self.figure.add_axes((*box, *size), **kwargs)

    def text(self, x: float, top: float, text: str, **kwargs: Any) -> Text:
        """Write one line, placed in inches from the top left corner of the body."""
        return self._text(x, self._body_top - top, text, **kwargs)

    def _text(self, x: float, y: float, text: str, **kwargs: Any) -> Text:
        return self.figure.text(x, y, text, transform=self._inches, **kwargs)

    def _key_rows(self, key: Sequence[Key]) -> list[list[tuple[float, Key, str]]]:
        """Return the entries in rows, each with its left edge in inches and its label."""
        rows: list[list[tuple[float, Key, str]]] = []
        left = self.paper.width  # so that the first entry opens a row
        for entry in key:
            label = shorten(entry.label, self.paper.width - 0.4)
            width = 0.3 + text_width(label) + 0.2
            if left + width - 0.2 > self.paper.width:
                rows.append([])
                left = 0.02
            rows[-1].append((left, entry, label))
            left += width
        return rows

    def _draw_key(self, row: list[tuple[float, Key, str]], y: float) -> None:
        for left, entry, label in row:
            self._draw_mark(entry, left, y)
            self._text(
                left + 0.3, y, label, size=style.TEXT, color=style.MUTED, va="center_baseline"
            )

    def _draw_mark(self, entry: Key, left: float, y: float) -> None:
        x, colour = left + 0.12, entry.colour
        add, inches = self.figure.add_artist, self._inches
        if entry.marker in ("line", "dashes"):
            dashes = "-" if entry.marker == "line" else (0, (4, 2))
            ends = [left, left + 0.24]
            add(Line2D(ends, [y, y], color=colour, lw=1.2, ls=dashes, transform=inches))
        elif entry.marker == "bar":
            add(Line2D([x, x], [y - 0.08, y + 0.08], color=colour, lw=1.4, transform=inches))
        elif entry.marker in ("band", "frame"):
            face = colour if entry.marker == "band" else "none"
            edge = "none" if entry.marker == "band" else colour
            corner = (left + 0.01, y - 0.06)
            box = Rectangle(corner, 0.22, 0.12, fc=face, ec=edge, lw=1.6, transform=inches)
            add(box)
        else:
            size = 8 if isinstance(entry.marker, MarkerStyle) else 6
            dot: dict[str, Any] = {
                "mfc": colour if entry.filled else style.PAPER,
                "mec": colour,
                "ms": size,
            }
            if isinstance(entry.marker, MarkerStyle):
                dot["mew"] = 0
            add(Line2D([x], [y], ls="none", marker=entry.marker, transform=inches, **dot))


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return positions near the wanted ones, in the same order, at least `gap` apart.

    They stay between `low` and `high` as long as there is room for all.
    """
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    gap = min(gap, (high - low) / max(1, len(wanted) - 1))
    placed: list[float] = []
    for rank, i in enumerate(order):
        least = placed[-1] + gap if placed else low
        placed.append(max(wanted[i], least, low + rank * gap))
    for back in range(len(placed) - 1, -1, -1):
        most = placed[back + 1] - gap if back + 1 < len(placed) else high
        placed[back] = min(placed[back], most)
    result = [0.0] * len(wanted)
    for i, position in zip(order, placed, strict=True):
        result[i] = position
    return result
