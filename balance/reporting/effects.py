"""What is compared with the table game by game, as a frame: sweeps."""

import pandas as pd

from balance.pairing import Change
from balance.reporting.sweeps import SweepRun
from balance.strength import of_verdicts


def _length(change: Change) -> dict[str, float]:
    """The paired change of the length."""
    turns = change.turns
    return {
        "turns_change": turns.difference,
        "turns_change_low": turns.low,
        "turns_change_high": turns.high,
        "variance_ratio": turns.variance_ratio,
    }


def _fairness(change: Change) -> dict[str, float]:
    """The change of the worst seat's distance from an equal share."""
    worst = change.worst
    return {
        "distance_change": worst.change,
        "distance_change_low": worst.low,
        "distance_change_high": worst.high,
    }


def sweep_frame(run: SweepRun) -> pd.DataFrame:
    """A row per rung, player count and value of a sweep.

    The columns are those of `Answer.cells`, then `printed`, whether it is the table's own value,
    and against that value the paired changes of the length and of the worst seat's distance from
    an equal share.
    """
    key = run.sweep.key
    parts = []
    for answer, changes in zip(run.answers, run.changes, strict=True):
        places = list(zip(answer.cells["players"], answer.cells[key], strict=True))
        rows = [
            {"printed": False, **_length(changes[at]), **_fairness(changes[at])}
            if at in changes
            else {"printed": True}
            for at in places
        ]
        parts.append(pd.concat([answer.cells, pd.DataFrame(rows, columns=list(_SWEPT))], axis=1))
    return of_verdicts(pd.concat(parts, ignore_index=True), ("players", key))


_SWEPT = (
    "printed", "turns_change", "turns_change_low", "turns_change_high", "distance_change",
    "distance_change_low", "distance_change_high", "variance_ratio",
)  # fmt: skip
