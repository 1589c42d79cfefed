"""A tournament as tidy frames. Rates and shares run from 0 to 1; `low`, `high` are 95 %."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from balance.tournaments.answer import Found
from balance.tournaments.payoffs import BETTER, NEVER_BETTER, NEVER_WORSE, WORSE, Ratios

REVERSED = {BETTER: WORSE, WORSE: BETTER, NEVER_WORSE: NEVER_BETTER, NEVER_BETTER: NEVER_WORSE}


def others_text(copies: np.ndarray, names: Sequence[str], own: int) -> str:
    """Who else sits at a table: `2 random, 1 balanced`."""
    rest = copies.copy()
    rest[own] -= 1
    return ", ".join(f"{n} {name}" for n, name in zip(rest, names, strict=True) if n)


def payoffs(found: Sequence[Found]) -> pd.DataFrame:
    """A row per player count, table and strategy that sits there: the win rate of one copy."""
    rows = []
    for one in found:
        rate = one.rates
        low, high = rate.found.bounds(0.95)
        for i, (table, entrant) in enumerate(zip(rate.table, rate.entrant, strict=True)):
            rows.append(
                {
                    "players": one.players, "strategy": one.field.names[entrant],
                    "others": others_text(one.played.copies[table], one.field.names, entrant),
                    "rate": float(rate.found.value[i]),
                    "low": max(0.0, float(low[i])), "high": min(1.0, float(high[i])),
                    "fair": one.fair, "games": int(rate.found.games[i]),
                    "unfinished": int(one.played.unfinished[table].sum()),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def pairs(found: Sequence[Found]) -> pd.DataFrame:
    """A row per player count and two strategies: the first alone among the other; the strongest
    first, by their mean rating over the player counts.

    `deviation` is the distance from an equal share; `call` says whether it is shown to be beyond
    the tolerance, for all pairs of the player count at once (Bonferroni).
    """
    rows: list[dict[str, Any]] = []
    order = strongest_first(found)
    for one in found:
        size = len(one.field.entrants)
        rate = one.rates
        family = 1 - 0.05 / (size * (size - 1))
        places = {
            (int(e), tuple(one.played.copies[t].tolist())): i
            for i, (t, e) in enumerate(zip(rate.table, rate.entrant, strict=True))
        }
        for a in order:
            for b in order:
                if a != b:
                    copies = np.zeros(size, np.int64)
                    copies[b] = one.players - 1
                    copies[a] = 1
                    place = places[a, tuple(copies.tolist())]
                    rows.append(_pair(one, a, b, place, rate.found, family))
    return pd.DataFrame(rows)


def strongest_first(found: Sequence[Found]) -> list[int]:
    """The places of the entrants by their mean rating over the player counts."""
    ratings = np.array([[rating.value for rating in one.ratings] for one in found])
    return [int(place) for place in np.argsort(-ratings.mean(axis=0), kind="stable")]


def _pair(one: Found, a: int, b: int, place: int, rates: Ratios, family: float) -> dict[str, Any]:
    low, high = rates.row(place)(0.95)
    joint_low, joint_high = rates.row(place)(family)
    tolerance = one.field.question.tolerance
    call = "open"
    if joint_low > one.fair + tolerance:
        call = "wins"
    elif joint_high < one.fair - tolerance:
        call = "loses"
    value = float(rates.value[place])
    return {
        "players": one.players, "strategy": one.field.names[a], "against": one.field.names[b],
        "rate": value, "low": max(0.0, low), "high": min(1.0, high),
        "deviation": value - one.fair, "deviation_low": max(0.0, low) - one.fair,
        "deviation_high": min(1.0, high) - one.fair,
        "joint_low": max(0.0, joint_low), "joint_high": min(1.0, joint_high),
        "fair": one.fair, "call": call, "games": int(rates.games[place]),
    }  # fmt: skip


def dominance(found: Sequence[Found]) -> pd.DataFrame:
    """A row per player count and two strategies: the first in place of the other, everywhere."""
    rows = []
    for one in found:
        for s in one.standings:
            names = one.field.names
            rows.append(_standing(one, names[s.a], names[s.b], s.call, s, 1))
            call = REVERSED.get(s.call, s.call)
            rows.append(_standing(one, names[s.b], names[s.a], call, s, -1))
    return pd.DataFrame(rows)


def _standing(one: Found, a: str, b: str, call: str, s: Any, sign: int) -> dict[str, Any]:
    ends = (s.least, s.most, s.low, s.high)
    least, most, low, high = ends if sign > 0 else (-s.most, -s.least, -s.high, -s.low)
    return {
        "players": one.players, "strategy": a, "in_place_of": b, "call": call, "least": least,
        "most": most, "low": low, "high": high, "tables": s.tables,
    }  # fmt: skip


def ratings(found: Sequence[Found]) -> pd.DataFrame:
    """A row per player count and strategy, the strongest first: its rating, and its share of the
    mixture and what it gains over the mixture on fresh games, each with its interval.
    """
    rows = []
    for one in found:
        order = sorted(range(len(one.field.entrants)), key=lambda i: -one.ratings[i].value)
        for i in order:
            rating, share, answer = one.ratings[i], one.shares[i], one.answers[i]
            rows.append(
                {
                    "players": one.players, "strategy": one.field.names[i],
                    "rating": rating.value, "low": rating.low, "high": rating.high,
                    "share": share.value, "share_low": share.low, "share_high": share.high,
                    "gain": answer.value, "gain_low": answer.low, "gain_high": answer.high,
                    "games": int(one.played.games[one.played.copies[:, i] > 0].sum()),
                    "fresh_games": one.alone[i].games,
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def mixtures(found: Sequence[Found]) -> pd.DataFrame:
    """A row per player count: the regret of the mixture, and how the search for it went."""
    return pd.DataFrame(
        [
            {
                "players": one.players, "regret": one.regret.value, "low": one.regret.low,
                "high": one.regret.high, "basin": one.rest.basin, "others": len(one.rest.others),
                "tables": len(one.played.copies), "possible_tables": one.field.tables.possible,
                "sampled_tables": one.field.tables.sampled, "games": one.played.total_games,
                "misfit": one.misfit,
            }
            for one in found
        ]
    )  # fmt: skip


def seats(found: Sequence[Found]) -> pd.DataFrame:
    """A row per player count and seat: its win rate where every seat draws from the mixture.

    `rate` with its interval is from fresh games, `seen` from the tables that the mixture was found
    on; `call` is the verdict on the table.
    """
    rows = []
    for one in found:
        judged = one.verdict
        for seat, seen in zip(judged.seats, one.seats_seen, strict=True):
            rows.append(
                {
                    "players": one.players, "seat": seat.seat, "rate": seat.rate,
                    "low": seat.low, "high": seat.high, "joint_low": seat.simultaneous_low,
                    "joint_high": seat.simultaneous_high, "seen": float(seen),
                    "call": judged.call.value, "games": judged.games,
                    "unfinished": judged.unfinished, "tolerance": judged.tolerance,
                }
            )  # fmt: skip
    return pd.DataFrame(rows)
