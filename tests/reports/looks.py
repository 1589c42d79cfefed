"""Whether what is written on a figure can be read: nothing clipped, nothing on top of another."""

from unittest.mock import patch
from weakref import WeakKeyDictionary

from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.text import Text

from reports import style

SLACK = 0.6  # pixels at 100 dpi
_known = WeakKeyDictionary()  # drawing is slow


def texts(figure):
    """Return the texts that are really drawn, with their boxes in pixels."""
    if figure in _known:
        return _known[figure]
    drawn = []
    draw_text = RendererAgg.draw_text

    def record(self, gc, x, y, s, prop, angle, ismath=False, mtext=None):
        assert mtext is not None, f"{s!r} has several lines: in SVG it would lose its alignment"
        if s.strip():
            drawn.append(mtext)
        draw_text(self, gc, x, y, s, prop, angle, ismath, mtext)

    with style.theme(), patch.object(RendererAgg, "draw_text", record):
        figure.canvas.draw()
        renderer = figure.canvas.get_renderer()
        found = [(t.get_text(), Text.get_window_extent(t, renderer)) for t in drawn]
    _known[figure] = found
    return found


def check(figure):
    """Assert that every text of a `Figure` lies on its paper and overlaps no other, both widths."""
    for drawing in (figure.figure, figure.narrow):
        found = texts(drawing)
        assert found, "a figure without any text"
        width, height = drawing.get_size_inches() * drawing.dpi
        for text, box in found:
            inside = box.x0 >= -SLACK and box.y0 >= -SLACK
            inside = inside and box.x1 <= width + SLACK and box.y1 <= height + SLACK
            assert inside, f"{text!r} is clipped: {box.extents} on {width} x {height}"
        for i, (one, a) in enumerate(found):
            for other, b in found[i + 1 :]:
                across = min(a.x1, b.x1) - max(a.x0, b.x0)
                down = min(a.y1, b.y1) - max(a.y0, b.y0)
                # Boxes hold the room for accents and tails, so they may touch a little.
                clash = across > SLACK and down > 0.25 * min(a.height, b.height)
                assert not clash, f"{one!r} and {other!r} overlap by {across:.1f} x {down:.1f} px"


def words(figure):
    """Return all that is written on a figure, as one text."""
    return "\n".join(text for text, _ in texts(figure.figure))
