"""How figures look: colours, marks and matplotlib settings, the same on every machine.

Colours are Okabe and Ito's, made for every kind of colour vision. Each has a name, a value on light
paper (the one that matplotlib draws) and one on dark paper, which the page puts in its place.
No colour stands alone: a mark, a word or a position says the same.
"""

from contextlib import AbstractContextManager, ExitStack
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.colors import LinearSegmentedColormap

# name: (on light paper, on dark paper)
COLOURS = {
    "ink": ("#1f2328", "#e6e9ec"),
    "muted": ("#5a626b", "#a6aeb7"),
    "rule": ("#c4c9cf", "#4a525b"),
    "grid": ("#eceef1", "#262c32"),
    "paper": ("#ffffff", "#14181c"),
    "band": ("#dff0ea", "#183b30"),
    "blue": ("#0072b2", "#5ab5ec"),
    "orange": ("#e69f00", "#f0b23a"),
    "green": ("#009e73", "#37c89c"),
    "purple": ("#cc79a7", "#dc97bd"),
    "vermillion": ("#d55e00", "#ff8f4d"),
    "sky": ("#56b4e9", "#8accf2"),
    "grey": ("#747c86", "#9aa2ab"),
}
INK, MUTED, RULE, GRID, PAPER, BAND = (
    COLOURS[name][0] for name in ("ink", "muted", "rule", "grid", "paper", "band")
)
BLUE, GREEN, VERMILLION, GREY = (
    COLOURS[name][0] for name in ("blue", "green", "vermillion", "grey")
)
# On the colours of a map, which are the same on light and on dark paper.
DARK, LIGHT = "#111316", "#fdfdfd"
# Several lineups, decks or player counts in one panel: colour and mark change together.
SERIES = tuple(
    (COLOURS[name][0], mark)
    for name, mark in (
        ("blue", "o"),
        ("orange", "s"),
        ("green", "^"),
        ("purple", "D"),
        ("vermillion", "v"),
        ("sky", "P"),
        ("ink", "X"),
    )
)

# A verdict has a word, a symbol and a colour.
SYMBOLS = {"FAIR": "✓", "UNFAIR": "✗", "INCONCLUSIVE": "?"}
VERDICT_COLOURS = {"FAIR": GREEN, "UNFAIR": VERMILLION, "INCONCLUSIVE": GREY}
VERDICT_WORDS = {"FAIR": "fair", "UNFAIR": "unfair", "INCONCLUSIVE": "inconclusive"}

# Sizes in points. The page shows an inch of figure as 100 px, so 9 points are 12.5 px.
TITLE, HEADING, TEXT, SMALL = 12.5, 9.6, 9.0, 8.2

# Text is measured in DejaVu Sans, which comes with matplotlib and is wider than these.
SVG_FONTS = (
    'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, '
    '"Liberation Sans", "DejaVu Sans", sans-serif'
)

SETTINGS: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": RULE,
    "axes.facecolor": "none",
    "axes.grid": False,
    "axes.labelcolor": MUTED,
    "axes.labelsize": TEXT,
    "axes.linewidth": 0.8,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "axes.titlesize": HEADING,
    "axes.titleweight": "bold",
    "axes.unicode_minus": True,
    "figure.dpi": 100,
    "figure.facecolor": PAPER,
    "font.family": ["DejaVu Sans"],
    "font.size": TEXT,
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "hatch.linewidth": 0.8,
    "lines.solid_capstyle": "butt",
    "pdf.fonttype": 42,  # text in a PDF is text, in an embedded TrueType font
    "savefig.facecolor": "auto",
    "svg.fonttype": "none",
    "svg.hashsalt": "balance",
    "text.color": INK,
    "text.hinting": "no_hinting",  # hinted text is wider than it was measured
    "text.parse_math": False,  # a card may be called "$x$"
    "xtick.color": RULE,
    "xtick.labelcolor": MUTED,
    "xtick.labelsize": SMALL,
    "xtick.major.size": 3,
    "ytick.color": RULE,
    "ytick.labelcolor": MUTED,
    "ytick.labelsize": SMALL,
    "ytick.major.size": 3,
}
# What a person's own settings may keep: they do not change a figure.
KEPT = ("backend", "interactive", "timezone", "toolbar", "webagg", "tk.", "figure.max_open", "date")


def theme() -> AbstractContextManager[Any]:
    """Return a context in which matplotlib draws our way, whatever the person's settings are."""
    import warnings

    import matplotlib as mpl

    stack = ExitStack()
    stack.enter_context(warnings.catch_warnings())
    # A name in a script that DejaVu lacks: boxes in the PNG, right in the SVG and on the page.
    warnings.filterwarnings("ignore", message=r"Glyph .* missing from font")
    settings: dict[Any, Any] = {
        k: v for k, v in mpl.rcParamsDefault.items() if not k.startswith(KEPT)
    }
    stack.enter_context(mpl.rc_context(settings | SETTINGS))
    return stack


def ramp(name: str) -> "LinearSegmentedColormap":
    """Return the colours of a map.

    "blue" and "purple" go from pale to dark; "fairness" from green (fair) over near white (just
    tolerable) to vermillion (unfair); "sides" from vermillion (below) over near white to blue
    (above).
    """
    from matplotlib.colors import LinearSegmentedColormap

    stops = {
        "fairness": ["#7fcdb5", "#bfe4d8", "#faf7f2", "#f2b184", "#d65f02"],
        "sides": ["#c95a00", "#f2b184", "#faf7f2", "#9cc9e6", "#0273b1"],
        "blue": ["#f3f8fc", "#c0dcef", "#74b2d9", "#0273b1", "#00456d"],
        "purple": ["#fbf6f9", "#eccfdf", "#d9a0c1", "#b3598a", "#6f2f54"],
    }[name]
    return LinearSegmentedColormap.from_list(name, stops)


def text_on(colour: Any) -> str:
    """Return LIGHT or DARK, whichever reads better on `colour` (WCAG's relative luminance)."""
    from matplotlib.colors import to_rgb

    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return LIGHT if light < 0.18 else DARK
