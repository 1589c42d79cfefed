"""The figure of a probe."""

from balance.probing.answer import Probe
from reports import figures


def forest(found: Probe, name: str = "probe") -> figures.Figure:
    """Among the strongest players, what each thing is missed by, in points of win rate."""
    rows = found.rows
    strongest = rows[rows["strategy"] == found.strategies[-1]]
    return figures.restrictions(strongest, margin=found.margin, name=name)
