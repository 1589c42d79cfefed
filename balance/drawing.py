"""Figures as files; that of a sweep is a line plot for one axis, a heatmap for two."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from balance.api import Answer
from reports import figures, style
from sims.core.errors import DesignerError

if TYPE_CHECKING:
    from balance.profiles import Profiles

FORMATS = ("png", "svg", "pdf")


def check_figure(keys: Sequence[str], suffix: str) -> str:
    """The format that a file's ending means; refuses others, and sweeps of three axes or more."""
    kind = check_format(suffix)
    if not 1 <= len(keys) <= 2:
        raise DesignerError(f"--figure: {len(keys)} axes cannot be drawn; one or two can")
    return kind


def sweep_figure(answer: Answer, keys: Sequence[str], suffix: str) -> bytes:
    """The figure of a sweep in the format of a file's ending."""
    check_figure(keys, suffix)
    tolerance = answer.question.tolerance
    if len(keys) == 1:
        drawn = figures.line_plot(answer.cells, keys[0], tolerance=tolerance)
    else:
        drawn = figures.heatmap(answer.cells, keys[0], keys[1], tolerance=tolerance)
    return save(drawn, suffix)


def pairs_figure(found: "Profiles", suffix: str) -> bytes:
    """The heatmap of each profile against each other one, in the format of a file's ending."""
    check_figure([found.setting.kind.option], suffix)
    drawn = figures.profile_pairs(
        found.pairs, found.setting.question.tolerance, word=found.setting.kind.one
    )
    return save(drawn, suffix)


def check_format(suffix: str) -> str:
    """The format that a file's ending asks for."""
    kind = suffix.removeprefix(".").lower()
    if kind not in FORMATS:
        raise DesignerError(f"--figure: {suffix or 'no ending'!r}; allowed: .{', .'.join(FORMATS)}")
    return kind


def save(drawn: figures.Figure, suffix: str) -> bytes:
    """A figure as the content of a file with this ending."""
    file = io.BytesIO()
    with style.theme():
        drawn.figure.savefig(file, format=check_format(suffix), dpi=200)
    return file.getvalue()
