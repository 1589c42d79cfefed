"""What is compared with the table game by game, as frames: card removals and sweeps."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.pairing import Change
from balance.reporting.runs import CardChange
from balance.reporting.sweeps import SweepRun
from balance.stats import summarise, wilson
from sims.core.tally import Tally


def _state(tally: Tally) -> dict[str, Any]:
    """The worst seat, the length and the unfinished share of a cell."""
    even = 1 / tally.players
    worst = max(range(tally.players), key=lambda seat: abs(tally.wins[seat] / tally.games - even))
    low, high = wilson(tally.wins[worst], tally.games, unfinished=tally.unfinished)
    length = summarise(tally.turns, probabilities=(0.5,)).mean
    return {
        "worst_deviation": tally.wins[worst] / tally.games - even,
        "worst_low": float(low) - even,
        "worst_high": float(high) - even,
        "turns_mean": length.mean,
        "turns_low": length.low,
        "turns_high": length.high,
        "unfinished_share": tally.unfinished / tally.games,
        "games": tally.games,
    }


def _length(change: Change) -> dict[str, float]:
    """The paired change of the length."""
    turns = change.turns
    return {
        "turns_change": turns.difference,
        "turns_change_low": turns.low,
        "turns_change_high": turns.high,
        "variance_ratio": turns.variance_ratio,
    }


def _most_changed(change: Change) -> dict[str, float]:
    """The seat whose win rate changes most."""
    most = max(change.seats, key=lambda seat: abs(seat.change))
    return {
        "rate_change": most.change,
        "rate_change_low": most.low,
        "rate_change_high": most.high,
        "rate_change_seat": most.seat,
    }


def _fairness(change: Change) -> dict[str, float]:
    """The change of the worst seat's distance from an equal share."""
    worst = change.worst
    return {
        "distance_change": worst.change,
        "distance_change_low": worst.low,
        "distance_change_high": worst.high,
    }


def removal_frame(removals: Sequence[CardChange]) -> pd.DataFrame:
    """A row per player count and card, and one per count for nothing removed."""
    rows: list[dict[str, Any]] = []
    counts = set()
    for removal in removals:
        if removal.players not in counts:
            counts.add(removal.players)
            rows.append(
                {"players": removal.players, "card": "none removed", **_state(removal.base)}
            )
        rows.append(
            {
                "players": removal.players,
                "card": removal.card,
                "copies": removal.copies,
                **_state(removal.change.tally),
                **_length(removal.change),
                **_most_changed(removal.change),
            }
        )
    frame = pd.DataFrame(rows)
    for column in ("copies", "rate_change_seat"):
        frame[column] = frame[column].astype("Int64")
    return frame


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
    return pd.concat(parts, ignore_index=True)


_SWEPT = (
    "printed", "turns_change", "turns_change_low", "turns_change_high", "distance_change",
    "distance_change_low", "distance_change_high", "variance_ratio",
)  # fmt: skip
