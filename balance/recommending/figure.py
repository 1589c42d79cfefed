"""The figure of a recommendation: the leading target against the one that it conflicts with."""

from typing import Any

import numpy as np
import pandas as pd

from balance.recommending.answer import Recommendation, role
from balance.recommending.search import outside
from balance.recommending.space import words
from balance.recommending.targets import TURNS, Target, estimate, target
from reports import figures
from reports.figures.front import Aim
from reports.numbers import player_counts


def other(answer: Recommendation) -> Target:
    """The target for the upright axis: that which setups miss most, or the length if alone."""
    first, *rest = answer.aims
    if not rest:
        name = TURNS if first.name != TURNS else "unfinished"
        return target(answer.game, f"{name}=0:")
    misses = [outside(rest, setup.games) for found in answer.found for setup in found.ranked]
    most = np.where(np.isfinite(misses), np.maximum(misses, 0), 0).mean(axis=0)
    return rest[int(most.argmax())]


def _axis(aim: Target, column: str, asked: bool) -> Aim:
    ends = (aim.low * aim.factor, aim.high * aim.factor) if asked else (-np.inf, np.inf)
    return Aim(column, aim.label, aim.unit, *ends)


def front_frame(answer: Recommendation, x: Target, y: Target) -> pd.DataFrame:
    """A row per setup tried: its label, role and place, on the scale that is shown."""
    rows = []
    for found in answer.found:
        for setup in found.ranked:
            row: dict[str, Any] = {"players": found.players}
            row["label"] = words(answer.game.name, setup.at)
            said = role(found, setup).partition(",")[0]
            row["role"] = said or ("front" if setup in found.front else "")
            row["front"] = setup in found.front
            for column, aim in (("x", x), ("y", y)):
                e = estimate(aim, setup.games)
                row |= {column: e.value, f"{column}_low": e.low, f"{column}_high": e.high}
                for end in ("", "_low", "_high"):
                    row[column + end] *= aim.factor
            rows.append(row)
    return pd.DataFrame(rows)


def front(answer: Recommendation, name: str = "trade-off") -> figures.Figure:
    """The front of each player count, with what is printed and what is recommended."""
    x, y = answer.aims[0], other(answer)
    frame = front_frame(answer, x, y)
    asked = len(answer.aims) > 1
    return figures.trade_off(
        frame, _axis(x, "x", True), _axis(y, "y", asked), title=_title(answer), name=name
    )


def _title(answer: Recommendation) -> str:
    """Which player counts have a setup that is shown to meet the targets."""
    met = [found for found in answer.found if found.meets]
    if not met:
        return "No setup tried is shown to meet the targets"
    if len(met) < len(answer.found):
        counts = player_counts([found.players for found in met])
        return f"A setup that meets the targets is found with {counts} only"
    kept = [found for found in met if found.best is found.printed]
    if len(kept) == len(met):
        return "The printed table meets the targets"
    return "A setup that meets the targets is found for every player count"
