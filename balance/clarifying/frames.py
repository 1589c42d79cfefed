"""Open questions as tidy frames: their ranking, and what two choices do together."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.clarifying import Ranked, Together
from balance.comparing import Finding
from balance.comparing.words import length_strength, strength


def _ranked(ranked: Ranked, rungs: Sequence[Finding]) -> dict[str, Any]:
    top = ranked.top
    worst, turns, unfinished = top.row.change.worst, top.row.change.turns, top.row.change.unfinished
    return {
        "place": ranked.place,
        "question": ranked.question.name,
        "heading": ranked.question.heading,
        "text": ranked.question.text,
        "now": ranked.question.now,
        "call": ranked.call,
        "flips_at": ", ".join(str(finding.row.players) for finding in ranked.flips),
        "choice": top.row.variant.partition("=")[2],
        "players": top.row.players,
        "lineup": top.row.lineup,
        "size": ranked.size,
        "size_seen": ranked.seen,
        "verdict_before": top.row.before.verdict.call.value,
        "verdict_after": top.row.after.verdict.call.value,
        "worst_change": worst.change,
        "worst_joint_low": top.worst.joint_low,
        "worst_joint_high": top.worst.joint_high,
        "turns_change": turns.difference,
        "turns_joint_low": top.turns.joint_low,
        "turns_joint_high": top.turns.joint_high,
        "unfinished_change": unfinished.difference,
        "unfinished_joint_low": top.unfinished.joint_low,
        "unfinished_joint_high": top.unfinished.joint_high,
        "outcomes_changed": top.row.change.outcomes_changed,
        **strength(rungs).columns(),
        **length_strength(rungs).columns("turns_strength"),
        "games": top.row.change.games,
        "seed": top.row.before.seed,
    }


def ranking(ranked: Sequence[Ranked], found: Sequence[Finding]) -> pd.DataFrame:
    """A row per open question, the one to clarify first at the top.

    `choice` and `players` are where it matters most, and the changes are of that row; `size` is how
    many margins that is shown to be, `size_seen` was seen to be; `strength` and `turns_strength`
    say how the calls on fairness and on length fare there across lineups.
    """
    rows = []
    for one in ranked:
        place = (one.top.row.variant, one.top.row.players)
        rungs = [f for f in found if (f.row.variant, f.row.players) == place]
        rows.append(_ranked(one, rungs))
    return pd.DataFrame(rows)


def together(interplay: Sequence[Together]) -> pd.DataFrame:
    """A row per pair, player count and lineup: what two choices do beyond the sum of each alone.

    `seat` is that with the largest interplay. The largest that is shown stands first.
    """
    rows = []
    for one in interplay:
        seat = one.seats[one.largest - 1]
        turns = one.interplay.turns
        rows.append(
            {
                "players": one.row.players, "lineup": one.row.lineup, "one": one.one,
                "other": one.other, "games": one.interplay.sums.games, "seat": one.largest,
                "rate_interplay": one.interplay.seat(one.largest).difference,
                "rate_low": seat.low, "rate_high": seat.high, "rate_joint_low": seat.joint_low,
                "rate_joint_high": seat.joint_high, "rate_shown": any(s.sign for s in one.seats),
                "turns_interplay": turns.difference, "turns_low": turns.low,
                "turns_high": turns.high, "turns_joint_low": one.turns.joint_low,
                "turns_joint_high": one.turns.joint_high, "turns_shown": one.turns.sign != 0,
                "verdict_before": one.row.before.verdict.call.value,
                "verdict_after": one.row.after.verdict.call.value,
                "size": one.size, **one.strength(interplay).columns(),
            }
        )  # fmt: skip
    frame = pd.DataFrame(rows)
    if len(frame):
        frame = frame.sort_values("size", ascending=False, kind="stable", ignore_index=True)
    return frame
