"""Figures: one plot, one function, each from a tidy frame to a `Figure`.

Importing this loads matplotlib and pandas.
"""

from reports.figures.base import Figure
from reports.figures.changes import changes
from reports.figures.courses import courses
from reports.figures.forest import card_effects, ladder
from reports.figures.front import trade_off
from reports.figures.gains import gains
from reports.figures.lengths import lengths
from reports.figures.lines import line_plot
from reports.figures.maps import heatmap, parameter_map
from reports.figures.parts import deciding_parts, endings
from reports.figures.payoffs import payoffs
from reports.figures.probes import restrictions
from reports.figures.profiles import profile_pairs, profile_shares
from reports.figures.quality_changes import quality_changes
from reports.figures.seat_means import seat_means
from reports.figures.seats import seat_rates
from reports.figures.traits import explained, trait_rates
from reports.figures.worths import worths

__all__ = [
    "Figure",
    "card_effects",
    "changes",
    "courses",
    "deciding_parts",
    "endings",
    "explained",
    "gains",
    "heatmap",
    "ladder",
    "lengths",
    "line_plot",
    "parameter_map",
    "payoffs",
    "profile_pairs",
    "profile_shares",
    "quality_changes",
    "restrictions",
    "seat_means",
    "seat_rates",
    "trade_off",
    "trait_rates",
    "worths",
]
