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
from balance.stats.explained import Explained, explained_share
from balance.stats.fairness import Call, SeatRate, Verdict, verdict
from balance.stats.intervals import goodman, wilson
from balance.stats.summaries import Mean, Quantile, Summary, mean_interval, summarise

__all__ = [
    "Call",
    "Difference",
    "Explained",
    "Mean",
    "PairedDifference",
    "PairedSums",
    "Quantile",
    "SeatRate",
    "Summary",
    "Verdict",
    "benjamini_hochberg",
    "explained_share",
    "goodman",
    "holm",
    "mean_interval",
    "paired_difference",
    "rate_difference",
    "summarise",
    "verdict",
    "wilson",
]
