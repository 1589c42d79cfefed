"""Questions about card games, answered by simulation and statistics.

    from balance import play, sweep, trace, report

What is listed in `__all__` is for users; it is imported when it is first used.
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Answer": "balance.api",
    "play": "balance.api",
    "sweep": "balance.api",
    "trace": "balance.api",
    "cards": "balance.carding",
    "Cards": "balance.carding",
    "recommend": "balance.recommending",
    "Recommendation": "balance.recommending",
    "compare": "balance.comparing",
    "rulings": "balance.clarifying",
    "probe": "balance.probing",
    "Probe": "balance.probing",
    "report": "balance.reporting",
    "tournament": "balance.tournaments",
    "Tournament": "balance.tournaments",
    "tune": "balance.tuning",
    "Tuned": "balance.tuning",
    "quality": "balance.qualities",
    "Effort": "balance.qualities",
    "Goal": "balance.stopping",
    "using": "balance.means",
    "strategy": "sims.core.strategies",
    "below": "sims.core.rng",
    "uniform": "sims.core.rng",
    "DesignerError": "sims.core.errors",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
