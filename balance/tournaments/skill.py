"""Skill and luck: what each rung of a ladder wins over the one below, and what the deal decides.

A rung of the ladder is a strategy that the game's ladder names, then what plays with tuned weights,
then whatever else takes part with a number behind its name (NAME:NUMBER); where fewer than two of
these take part, the rungs are all entrants, weakest first by rating.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd

from balance.means import do
from balance.planning import rungs
from balance.qualities.sampling import Deals, Effort
from balance.stats import Parts, variance_parts
from balance.tournaments.answer import Found
from balance.tournaments.fields import Field
from sims.core.catalogue import find
from sims.core.runner import Job
from sims.core.schedule import Progress

PIECE = 64
"""Deals of a piece of work."""


def ladder(field: Field, ratings: Sequence[float]) -> list[int]:
    """The places of the entrants that are rungs, weakest first."""
    names = field.names
    declared = [name for name in rungs(find(field.question.game)) if name in names]
    tuned = [e.name for e in field.entrants if e.strategy.of and e.name not in declared]
    sized = [name for name in names if ":" in name and ".py" not in name]
    found = [names.index(name) for name in dict.fromkeys([*declared, *tuned, *sized])]
    if len(found) >= 2:
        return found
    return [int(i) for i in np.argsort(ratings, kind="stable")]


def skill(found: Sequence[Found], pairs: pd.DataFrame) -> pd.DataFrame:
    """A row per player count and rung but the lowest: one of it among others of the rung below.

    `rate` with its interval, and `reverse`: the win rate of one of the rung below among others of
    this one. `fair` is an equal share.
    """
    rows: list[dict[str, Any]] = []
    for one in found:
        names = one.field.names
        steps = ladder(one.field, [rating.value for rating in one.ratings])
        own = pairs[pairs["players"] == one.players].set_index(["strategy", "against"])
        for below, rung in pairwise(steps):
            up, down = own.loc[(names[rung], names[below])], own.loc[(names[below], names[rung])]
            rows.append(
                {
                    "players": one.players, "rung": names[rung], "below": names[below],
                    "rate": up["rate"], "low": up["low"], "high": up["high"],
                    "reverse": down["rate"], "reverse_low": down["low"],
                    "reverse_high": down["high"], "fair": one.fair, "games": int(up["games"]),
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


@dataclass(frozen=True)
class Luck:
    """What decides who wins where everybody plays the same rung (see `balance.stats.Parts`)."""

    players: int
    rung: str
    parts: Parts
    deals: int
    replays: int


def what_decides(
    found: Sequence[Found], effort: Effort, threads: int, progress: Progress | None = None
) -> list[Luck]:
    """For each rung some deals, each played to the end several times; `progress` counts deals."""
    asked, works = [], []
    for one in found:
        for place in ladder(one.field, [rating.value for rating in one.ratings]):
            entrant = one.field.entrants[place]
            n = one.players
            cell = replace(one.field.planned.cell, lineup=(entrant.player,) * n)
            job = Job(cell, (entrant.strategy,) * n, one.field.question.seed, 0, effort.deals)
            asked.append((n, entrant.name))
            works.append(Deals(job, effort))
    done = do(works, threads, progress, size=PIECE)
    return [
        Luck(
            players, name,
            variance_parts([np.array(list(each.counts.by_id.values()))], effort.replays),
            each.counts.games, effort.replays,
        )
        for (players, name), each in zip(asked, done, strict=True)
    ]  # fmt: skip


def luck_frame(parts: Sequence[Luck]) -> pd.DataFrame:
    """A row per player count and rung: the shares of seat, deal and play with their intervals."""
    rows = []
    for one in parts:
        row: dict[str, Any] = {"players": one.players, "rung": one.rung}
        for name in ("seat", "deal", "play"):
            part = getattr(one.parts, name)
            row |= {name: part.value, f"{name}_low": part.low, f"{name}_high": part.high}
        rows.append({**row, "deals": one.deals, "replays": one.replays})
    return pd.DataFrame(rows)
