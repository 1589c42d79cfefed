"""Figures: one plot, one function, each from a tidy frame to a `Figure`.

Importing this loads matplotlib and pandas.
"""

from reports.figures.base import Figure
from reports.figures.courses import courses
from reports.figures.forest import ladder, removal_effects
from reports.figures.lengths import lengths
from reports.figures.lines import line_plot
from reports.figures.maps import heatmap, parameter_map
from reports.figures.parts import deciding_parts
from reports.figures.seat_means import seat_means
from reports.figures.seats import seat_rates
from reports.figures.worths import worths

__all__ = [
    "Figure",
    "courses",
    "deciding_parts",
    "heatmap",
    "ladder",
    "lengths",
    "line_plot",
    "parameter_map",
    "removal_effects",
    "seat_means",
    "seat_rates",
    "worths",
]
