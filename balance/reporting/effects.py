"""Card removals as the frame that the forest plot draws."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.reporting.runs import CardChange
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
        change = removal.change
        most = max(change.seats, key=lambda seat: abs(seat.change))
        rows.append(
            {
                "players": removal.players,
                "card": removal.card,
                "copies": removal.copies,
                **_state(change.tally),
                "turns_change": change.turns.difference,
                "turns_change_low": change.turns.low,
                "turns_change_high": change.turns.high,
                "rate_change": most.change,
                "rate_change_low": most.low,
                "rate_change_high": most.high,
                "rate_change_seat": most.seat,
                "variance_ratio": change.turns.variance_ratio,
            }
        )
    frame = pd.DataFrame(rows)
    for column in ("copies", "rate_change_seat"):
        frame[column] = frame[column].astype("Int64")
    return frame
