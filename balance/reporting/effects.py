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


_CHANGES = (
    "turns_change", "turns_change_low", "turns_change_high", "rate_change", "rate_change_low",
    "rate_change_high", "rate_change_seat", "variance_ratio",
)  # fmt: skip


def _changed(change: Change) -> dict[str, Any]:
    """The paired changes of the length, and of the seat that changes most."""
    most = max(change.seats, key=lambda seat: abs(seat.change))
    turns = change.turns
    values = (
        turns.difference, turns.low, turns.high, most.change, most.low, most.high, most.seat,
        turns.variance_ratio,
    )  # fmt: skip
    return dict(zip(_CHANGES, values, strict=True))


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
                **_changed(removal.change),
            }
        )
    frame = pd.DataFrame(rows)
    for column in ("copies", "rate_change_seat"):
        frame[column] = frame[column].astype("Int64")
    return frame


def sweep_frame(run: SweepRun) -> pd.DataFrame:
    """A row per rung, player count and value of a sweep.

    The columns are those of `Answer.cells`, then `printed`, whether it is the table's own value,
    and against that value the paired changes of the length and of the seat that changes most.
    """
    key = run.sweep.key
    nothing = dict.fromkeys(_CHANGES, float("nan"))
    parts = []
    for answer, changes in zip(run.answers, run.changes, strict=True):
        places = list(zip(answer.cells["players"], answer.cells[key], strict=True))
        rows = [_changed(changes[at]) if at in changes else nothing for at in places]
        more = pd.DataFrame(rows, columns=list(_CHANGES))
        printed = [value == run.printed[players] for players, value in places]
        parts.append(pd.concat([answer.cells, more], axis=1).assign(printed=printed))
    frame = pd.concat(parts, ignore_index=True)
    return frame.astype({"rate_change_seat": "Int64"})
