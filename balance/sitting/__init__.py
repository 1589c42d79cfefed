"""`balance sit`: a person takes a seat against strategies, and sees what that seat may know."""

from balance.sitting.table import (
    Moment,
    Sitting,
)

__all__ = [
    "Moment",
    "Sitting",
]
