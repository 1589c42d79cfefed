"""Figures as files."""

import io

from reports import figures, style
from sims.core.errors import DesignerError

FORMATS = ("png", "svg", "pdf")


def check_format(suffix: str, option: str = "--figure") -> str:
    """The format that a file's ending means; refuses others."""
    kind = suffix.removeprefix(".").lower()
    if kind not in FORMATS:
        raise DesignerError(f"{option}: {suffix or 'no ending'!r}; allowed: .{', .'.join(FORMATS)}")
    return kind


def drawn(figure: figures.Figure, suffix: str) -> bytes:
    """A figure in the format of a file's ending."""
    file = io.BytesIO()
    with style.theme():
        figure.figure.savefig(file, format=check_format(suffix), dpi=200)
    return file.getvalue()
