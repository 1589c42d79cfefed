"""Figures of a sweep as files: a line plot for one axis, a heatmap for two."""

import io
from collections.abc import Sequence

from balance.api import Answer
from reports import figures, style
from sims.core.errors import DesignerError

FORMATS = ("png", "svg", "pdf")


def check_figure(keys: Sequence[str], suffix: str) -> str:
    """The format that a file's ending means; refuses others, and sweeps of three axes or more."""
    kind = suffix.removeprefix(".").lower()
    if kind not in FORMATS:
        raise DesignerError(f"--figure: {suffix or 'no ending'!r}; allowed: .{', .'.join(FORMATS)}")
    if not 1 <= len(keys) <= 2:
        raise DesignerError(f"--figure: {len(keys)} axes cannot be drawn; one or two can")
    return kind


def sweep_figure(answer: Answer, keys: Sequence[str], suffix: str) -> bytes:
    """The figure of a sweep in the format of a file's ending."""
    kind = check_figure(keys, suffix)
    tolerance = answer.question.tolerance
    if len(keys) == 1:
        drawn = figures.line_plot(answer.cells, keys[0], tolerance=tolerance)
    else:
        drawn = figures.heatmap(answer.cells, keys[0], keys[1], tolerance=tolerance)
    file = io.BytesIO()
    with style.theme():
        drawn.figure.savefig(file, format=kind, dpi=200)
    return file.getvalue()
