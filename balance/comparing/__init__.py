"""`balance compare`: variants of a table on the same game ids, and what the differences show."""

from balance.comparing.answer import (
    Comparison,
    Finding,
    Lineups,
    Margins,
    Plan,
    Row,
    compare,
    findings,
    ladder,
    make_plan,
    margins_of,
    play_rows,
    played,
    rows_of,
    with_quality,
)

__all__ = [
    "Comparison",
    "Finding",
    "Lineups",
    "Margins",
    "Plan",
    "Row",
    "compare",
    "findings",
    "ladder",
    "make_plan",
    "margins_of",
    "play_rows",
    "played",
    "rows_of",
    "with_quality",
]
