"""Figures as files: of a sweep a line plot for one axis, a heatmap for two; any other as it is."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from balance.api import Answer
from sims.core.errors import DesignerError

if TYPE_CHECKING:
    from reports.figures import Figure

FORMATS = ("png", "svg", "pdf")


def check_format(suffix: str) -> str:
    """The format that a file's ending names."""
    kind = suffix.lstrip(".").lower()
    if kind not in FORMATS:
        raise DesignerError(f"--figure: {suffix or 'no ending'!r}; allowed: .{', .'.join(FORMATS)}")
    return kind


def drawn(figure: "Figure", suffix: str) -> bytes:
    """A figure in the format that a file's ending names."""
    from reports import style

    file = io.BytesIO()
    with style.theme():
        figure.figure.savefig(file, format=check_format(suffix), dpi=200)
    return file.getvalue()


def sweep_figure(answer: Answer, keys: Sequence[str], suffix: str) -> bytes:
    """The figure of a sweep in a format; sweeps of three axes or more have none."""
    from reports import figures

    check_format(suffix)
    tolerance = answer.question.tolerance
    if len(keys) == 1:
        return drawn(figures.line_plot(answer.cells, keys[0], tolerance=tolerance), suffix)
    if len(keys) == 2:
        figure = figures.heatmap(answer.cells, keys[0], keys[1], tolerance=tolerance)
        return drawn(figure, suffix)
    raise DesignerError(f"--figure: {len(keys)} axes cannot be drawn; one or two can")
