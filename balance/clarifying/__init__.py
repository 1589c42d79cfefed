"""`balance rulings`: which open sentence of the rulebook matters, and is to be clarified first."""

from balance.clarifying.answer import (
    Clarification,
    Ranked,
    Together,
    clarify,
    judge_interplay,
    rank,
    rulings,
    size,
)

__all__ = [
    "Clarification",
    "Ranked",
    "Together",
    "clarify",
    "judge_interplay",
    "rank",
    "rulings",
    "size",
]
