"""Changes between variants as tidy pandas frames.

Rates, shares and their changes run from 0 to 1 (changes -1 to 1), lengths are in turns. `_low` and
`_high` are the 95 % interval of one change alone, `_joint_low` and `_joint_high` that of all rows
of the frame at once (Bonferroni). A `_call` is made with Holm's procedure over the rows.
"""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.comparing import Finding, Row
from balance.frames import share
from balance.stats import Shown, summarise
from sims.core.catalogue import games


def where(row: Row, base: str) -> dict[str, Any]:
    """What a row is about: the columns that every frame of changes begins with."""
    cell = row.before.planned.cell
    return {
        "game": cell.game, "players": cell.players, "lineup": row.lineup, "base": base,
        "variant": row.variant,
    }  # fmt: skip


def _span(name: str, shown: Shown) -> dict[str, float]:
    return {
        f"{name}_low": shown.low,
        f"{name}_high": shown.high,
        f"{name}_joint_low": shown.joint_low,
        f"{name}_joint_high": shown.joint_high,
    }


def _row(finding: Finding, base: str) -> dict[str, Any]:
    row = finding.row
    change, before, after = row.change, row.before, row.after
    worst, turns = change.worst, change.turns
    return {
        **where(row, base),
        "games": change.games,
        "verdict_before": before.verdict.call.value,
        "verdict_after": after.verdict.call.value,
        "flip": finding.flip,
        "worst_seat_before": worst.seat_before,
        "worst_before": worst.before,
        "worst_seat_after": worst.seat_after,
        "worst_after": worst.after,
        "worst_change": worst.change,
        **_span("worst", finding.worst),
        "worst_call": finding.fairness,
        "within_margin": finding.seats.within,
        "largest_joint": finding.seats.most,
        "turns_before": summarise(before.tally.turns, probabilities=(0.5,)).mean.mean,
        "turns_after": summarise(after.tally.turns, probabilities=(0.5,)).mean.mean,
        "turns_change": turns.difference,
        "turns_low": finding.turns.low,
        "turns_high": finding.turns.high,
        "turns_joint_low": finding.turns.joint_low,
        "turns_joint_high": finding.turns.joint_high,
        "turns_call": finding.length,
        "unfinished_before": before.tally.unfinished / before.tally.games,
        "unfinished_after": after.tally.unfinished / after.tally.games,
        "unfinished_change": change.unfinished.difference,
        **_span("unfinished", finding.unfinished),
        "unfinished_call": finding.endings,
        **share("outcomes_changed", change.sums.changed["outcome"], change.games),
        **share("lengths_changed", change.sums.changed["turns"], change.games),
        "variance_ratio": change.variance_ratio,
        "turns_variance_ratio": turns.variance_ratio,
        "untuned": ", ".join(row.untuned),
        "fingerprint_before": before.fingerprint,
        "fingerprint_after": after.fingerprint,
        "seed": before.seed,
    }


def rows(findings: Sequence[Finding], base: str) -> pd.DataFrame:
    """A row per variant, player count and lineup: what changes beside the base, and the calls.

    `worst_*` is the worst seat's distance from an equal share; `within_margin` whether no seat's
    rate moves by more than the margin; `largest_joint` how far any may at most; `flip` what becomes
    of the verdict; `variance_ratio` how many times as many games it would take without pairing.
    `strength` and `turns_strength` say how the calls on fairness and on length fare over the
    lineups (see `balance.strength`).
    """
    from balance.comparing.words import by_place, length_strength, strength

    places = by_place(findings)
    labels = {
        place: strength(rungs).columns() | length_strength(rungs).columns("turns_strength")
        for place, rungs in places.items()
    }
    return pd.DataFrame(
        [
            _row(finding, base) | labels[finding.row.variant, finding.row.players]
            for finding in findings
        ]
    )


def seats(findings: Sequence[Finding], base: str) -> pd.DataFrame:
    """A row per variant, player count, lineup and seat: rate before and after, and its change.

    Intervals allow for unfinished games; `seen_low` and `seen_high` of the change do not.
    """
    count = sum(finding.row.players for finding in findings)
    found = []
    for finding in findings:
        row = finding.row
        before, after = row.before.verdict.seats, row.after.verdict.seats
        for was, now, change in zip(before, after, row.change.seats, strict=True):
            joint = row.change.seat_bounds(change.seat, 1 - 0.05 / count)
            found.append(
                {
                    **where(row, base), "seat": change.seat, "games": row.change.games,
                    "rate_before": was.rate, "before_low": was.low, "before_high": was.high,
                    "rate_after": now.rate, "after_low": now.low, "after_high": now.high,
                    "change": change.change, "change_low": change.low, "change_high": change.high,
                    "change_joint_low": joint[0], "change_joint_high": joint[1],
                    "seen_low": change.seen_low, "seen_high": change.seen_high,
                    "variance_ratio": change.variance_ratio,
                }
            )  # fmt: skip
    return pd.DataFrame(found)


def measures(findings: Sequence[Finding], base: str) -> pd.DataFrame:
    """A row per variant, player count, lineup and measure of the game: the change of its mean.

    Of a measure by seat it is the mean over seats; of one of won games only, over the games that
    somebody won in both cells.
    """
    found = []
    for finding in findings:
        row = finding.row
        game = games()[row.before.planned.cell.game]
        changes = row.change.measures
        for measure in game.measures:
            change = changes.get(measure.name)
            if change is None:
                continue
            seats = row.players if measure.kind in ("seats", "mask") else 1
            sums = row.change.sums.paired[f"measure.{measure.name}"]
            found.append(
                {
                    **where(row, base), "measure": measure.name, "label": measure.label,
                    "unit": measure.unit, "games": change.n,
                    "before": sums.total_b / sums.n / seats,
                    "after": sums.total_a / sums.n / seats,
                    "change": change.difference / seats, "change_low": change.low / seats,
                    "change_high": change.high / seats, "variance_ratio": change.variance_ratio,
                }
            )  # fmt: skip
    return pd.DataFrame(found)
