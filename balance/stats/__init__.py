"""Statistics on counts and sums: intervals, the verdict, summaries, comparisons.

It knows no game and draws no random numbers. Importing it is cheap: scipy and statsmodels are
imported by the functions that use them.
"""

from balance.stats.comparisons import (
    Difference,
    PairedDifference,
    PairedSums,
    benjamini_hochberg,
    holm,
    paired_difference,
    rate_difference,
)
from balance.stats.components import Part, Parts, variance_parts
from balance.stats.fairness import Call, SeatRate, Verdict, verdict
from balance.stats.intervals import goodman, wilson
from balance.stats.smoothing import smooth, step_share
from balance.stats.summaries import Mean, Quantile, Summary, mean_interval, summarise

__all__ = [
    "Call",
    "Difference",
    "Mean",
    "PairedDifference",
    "PairedSums",
    "Part",
    "Parts",
    "Quantile",
    "SeatRate",
    "Summary",
    "Verdict",
    "benjamini_hochberg",
    "goodman",
    "holm",
    "mean_interval",
    "paired_difference",
    "rate_difference",
    "smooth",
    "step_share",
    "summarise",
    "variance_parts",
    "verdict",
    "wilson",
]
