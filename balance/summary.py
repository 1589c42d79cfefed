"""One player count as plain values: what `play --json` prints and the terminal shows."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from balance import frames
from balance.playing import Result
from balance.stats import summarise, verdict, wilson
from balance.strength import only
from sims.core.catalogue import games
from sims.core.contract import Game
from sims.core.tally import Tally


def total(results: Sequence[Result]) -> Tally:
    """The counts over several cells of one player count, such as the rotations of a lineup."""
    added = Tally(players=results[0].tally.players)
    for result in results:
        added = added + result.tally
    return added


def _distribution(counts: Counter[int]) -> dict[str, Any] | None:
    """Mean, spread and histogram of a number that each game has one of; None without a game."""
    if not counts:
        return None
    length = summarise(counts, probabilities=(0.5,))
    return {
        "mean": length.mean.mean,
        "low": _number(length.mean.low),
        "high": _number(length.mean.high),
        "sd": _number(length.mean.sd),
        "median": length.quantiles[0].value,
        "histogram": {str(value): counts[value] for value in sorted(counts)},
    }


def _measures(game: Game, tally: Tally) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The game's measures as a list with intervals, and under the keys that scripts read."""
    listed: list[dict[str, Any]] = []
    keyed: dict[str, Any] = {}
    for measure in game.measures:
        values = frames.measured(measure, tally)
        mean = _number(values[f"{measure.name}_mean"])
        by_seat = [
            {"mean": _number(m.mean), "low": _number(m.low), "high": _number(m.high)}
            for m in frames.seat_means(measure, tally)
        ]
        listed.append(
            {
                "name": measure.name,
                "label": measure.label,
                "unit": measure.unit,
                "mean": mean,
                "low": _number(values[f"{measure.name}_low"]),
                "high": _number(values[f"{measure.name}_high"]),
                **({"by_seat": by_seat} if by_seat else {}),
            }
        )
        if by_seat:
            means = [seat["mean"] for seat in by_seat]
            keyed[f"{measure.name}_by_seat"] = means
            keyed[measure.name] = mean if measure.kind == "mask" else means
        else:
            keyed[f"{measure.name}_mean"] = mean
        if measure.kind == "count":
            keyed[measure.name] = _distribution(tally.histograms[measure.name])
    return listed, keyed


def _traits(game: Game, results: Sequence[Result]) -> dict[str, Any]:
    """Under `by_NAME` each trait: the value (or item, then value) to the win rate with it."""
    frame = frames.traits(results)
    found: dict[str, Any] = {}
    for trait in game.traits:
        by_value: dict[str, Any] = {item: {} for item in trait.items}
        found[f"by_{trait.name}"] = by_value
        rows = frame[frame["trait"] == trait.name] if len(frame) else frame
        for row in rows.to_dict(orient="records"):
            place = by_value[row["item"]] if trait.items else by_value
            place[row["label"]] = {
                key: row[key] for key in ("seats", "wins", "unfinished", "rate", "low", "high")
            }
    return found


def _worths(results: Sequence[Result]) -> dict[str, Any]:
    """Under `worth_NAME` each trait of numbers: what one more is worth, by item if it has items."""
    frame = frames.worths(results)
    found: dict[str, Any] = {}
    for row in frame.to_dict(orient="records"):
        worth = {key: _number(row[key]) for key in ("change", "low", "high")}
        key = f"worth_{row['trait']}"
        if row["item"]:
            found.setdefault(key, {})[row["item"]] = worth
        else:
            found[key] = worth
    return found


def _number(value: float) -> float | None:
    """A number for JSON, which knows neither NaN nor infinity."""
    return float(value) if np.isfinite(value) else None


def summary(results: Sequence[Result]) -> dict[str, Any]:
    """All facts on one player count, as JSON-able values; rates are shares from 0 to 1."""
    first = results[0]
    game = games()[first.planned.cell.game]
    tally = total(results)
    of = first.verdict
    judged = verdict(tally.wins, tally.draws, tally.unfinished, of.tolerance, of.anytime)
    low, high = wilson(tally.unfinished, tally.games)
    lineup = " | ".join(result.planned.lineup for result in results)
    listed, keyed = _measures(game, tally)
    seconds = sum(result.seconds for result in results)
    simulated = sum(result.simulated for result in results)
    return {
        "game": game.name,
        "players": tally.players,
        "deck": first.planned.cell.deck_name,
        "setup": dict(first.planned.cell.setup),
        "rulings": dict(first.planned.cell.rulings),
        "lineup": lineup,
        "games": tally.games,
        "seed": first.seed,
        "fingerprint": first.fingerprint,
        "fingerprints": [result.fingerprint for result in results],
        "wins": tally.wins,
        "draws": tally.draws,
        "unfinished": tally.unfinished,
        "unfinished_share": tally.unfinished / tally.games,
        "unfinished_low": float(low),
        "unfinished_high": float(high),
        "turns": _distribution(tally.turns),
        "ended_by": {
            ending: count
            for ending, count in zip(game.endings, tally.ended, strict=True)
            if ending not in ("draw", "unfinished")
        },
        **keyed,
        **_traits(game, results),
        **_worths(results),
        "explained": {
            row["trait"]: {key: row[key] for key in ("label", "share", "low", "high", "games")}
            for row in frames.explained(results).to_dict(orient="records")
        },
        "measures": listed,
        "decisions_per_game": tally.decisions / tally.games,
        "choices_per_game": tally.choices / tally.games,
        "verdict": {
            "call": judged.call.value,
            "tolerance": judged.tolerance,
            "games_needed": judged.games_needed,
            "reason": judged.reason,
            "anytime": judged.anytime,
        },
        **only(lineup).columns(),
        "seats": [
            {
                "seat": seat.seat,
                "wins": seat.wins,
                "rate": seat.rate,
                "low": seat.low,
                "high": seat.high,
            }
            for seat in judged.seats
        ],
        "strategies": frames.strategies(results)[
            ["strategy", "seats", "wins", "rate", "low", "high"]
        ].to_dict(orient="records"),
        "assumptions": list(first.planned.cell.assumptions),
        "seconds": seconds,
        "simulated": simulated,
        "games_per_second": simulated / seconds if seconds else None,
    }
