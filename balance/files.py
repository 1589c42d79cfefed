"""Frames as they are written to files: harmless in a spreadsheet."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd


def safe_cells(frame: "pd.DataFrame") -> "pd.DataFrame":
    """The frame with an apostrophe before every text that a spreadsheet would run."""
    from reports.tables import inert

    return frame.map(inert).rename(columns=inert)
