"""Statistics on counts and sums: intervals, the verdict, summaries, comparisons.

It knows no game and draws no random numbers. Importing it is cheap: scipy and statsmodels are
imported by the functions that use them.
"""

from balance.stats.anytime import confidence_sequence
from balance.stats.comparisons import (
    Difference,
    PairedDifference,
    PairedSums,
    benjamini_hochberg,
    holm,
    paired_difference,
    rate_difference,
)
from balance.stats.components import Part, Parts, variance_parts, variance_parts_change
from balance.stats.explained import Explained, explained_share
from balance.stats.fairness import Call, SeatRate, Verdict, verdict
from balance.stats.families import Bounds, Shown, family, hull
from balance.stats.flips import flips
from balance.stats.intervals import goodman, wilson
from balance.stats.paired_rates import rate_change_bounds
from balance.stats.slopes import Slope, slope
from balance.stats.smoothing import smooth, step_share
from balance.stats.summaries import Mean, Quantile, Summary, mean_interval, summarise
from balance.stats.worst import Counted, Crossed, WorstChange, worst_change

__all__ = [
    "Bounds",
    "Call",
    "Counted",
    "Crossed",
    "Difference",
    "Explained",
    "Mean",
    "PairedDifference",
    "PairedSums",
    "Part",
    "Parts",
    "Quantile",
    "SeatRate",
    "Shown",
    "Slope",
    "Summary",
    "Verdict",
    "WorstChange",
    "benjamini_hochberg",
    "confidence_sequence",
    "explained_share",
    "family",
    "flips",
    "goodman",
    "holm",
    "hull",
    "mean_interval",
    "paired_difference",
    "rate_change_bounds",
    "rate_difference",
    "slope",
    "smooth",
    "step_share",
    "summarise",
    "variance_parts",
    "variance_parts_change",
    "verdict",
    "wilson",
    "worst_change",
]
