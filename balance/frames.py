"""Results as tidy pandas frames: one row a cell and seat, a cell, a length, a strategy.

Rates and shares run from 0 to 1; every estimate has `_low` and `_high`, a 95 % interval.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pandas as pd

from balance.playing import Result
from balance.stats import Mean, explained_share, mean_interval, slope, summarise, wilson
from balance.strength import only
from sims.core.catalogue import games
from sims.core.contract import Game, Measure
from sims.core.data import DRAW
from sims.core.tally import OUTCOMES, Tally, TraitKey


def _where(result: Result) -> dict[str, Any]:
    """What tells a cell from the others: players, deck, lineup, and its place in the grid."""
    planned = result.planned
    at = {k: v for k, v in planned.at.items() if k not in ("deck", "lineup")}
    return {
        "game": planned.cell.game,
        "players": planned.cell.players,
        "deck": planned.cell.deck_name,
        "lineup": planned.lineup,
        **at,
    }


def _profile(result: Result, seat: int) -> dict[str, str]:
    """Who sits in a seat of a game whose players differ; `draw` if each game draws."""
    cell = result.planned.cell
    if games()[cell.game].profiles is None:
        return {}
    return {"profile": str(cell.profiles[seat]["name"]) if cell.profiles else DRAW}


def seats(results: Sequence[Result]) -> pd.DataFrame:
    """A row per cell and seat: wins, win rate and its intervals.

    `low`, `high`: 95 %, `low90`, `high90`: 90 % (these decide on FAIR), `joint_low`, `joint_high`:
    95 % for all seats at once (these decide on UNFAIR). All allow for unfinished games. Where games
    were played until a goal was met, they are confidence sequences (of 95 %, also `low90`).
    """
    rows = []
    for result in results:
        for seat in result.verdict.seats:
            rows.append(
                {
                    **_where(result),
                    "seat": seat.seat,
                    "strategy": result.planned.cell.lineup[seat.seat - 1].strategy,
                    **_profile(result, seat.seat - 1),
                    "games": result.tally.games,
                    "wins": seat.wins,
                    "unfinished": result.tally.unfinished,
                    "rate": seat.rate,
                    "low": seat.low,
                    "high": seat.high,
                    "low90": seat.equivalence_low,
                    "high90": seat.equivalence_high,
                    "joint_low": seat.simultaneous_low,
                    "joint_high": seat.simultaneous_high,
                    **only(result.planned.lineup).columns(),
                    "fingerprint": result.fingerprint,
                }
            )
    return pd.DataFrame(rows)


def interval(name: str, low: float, high: float) -> dict[str, float]:
    """The two columns of an interval."""
    return {f"{name}_low": low, f"{name}_high": high}


def share(name: str, count: int, games: int) -> dict[str, float]:
    """A share of the games with its Wilson interval."""
    low, high = wilson(count, games)
    return {name: count / games, **interval(name, float(low), float(high))}


def measured(measure: Measure, tally: Tally) -> dict[str, float]:
    """Mean and interval of a measure over games (for measures by seat: over games and seats)."""
    counts = tally.histograms[measure.name]
    n = sum(counts.values())
    seats: float = 1
    if measure.kind in ("seats", "mask") and n:
        seats = sum(tally.seat_games(measure)) / n
    if n == 0:
        return {f"{measure.name}_mean": float("nan"), **interval(measure.name, *[float("nan")] * 2)}
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    mean = mean_interval(total, squares, n)
    return {
        f"{measure.name}_mean": mean.mean / seats,
        **interval(measure.name, mean.low / seats, mean.high / seats),
    }


def _cell_row(game: Game, result: Result) -> dict[str, Any]:
    tally, judged = result.tally, result.verdict
    length = summarise(tally.turns, probabilities=(0.5,))
    even = 1 / tally.players
    worst = max(judged.seats, key=lambda seat: abs(seat.rate - even))
    row = {
        **_where(result),
        "games": tally.games,
        "draws": tally.draws,
        "unfinished": tally.unfinished,
        **share("unfinished_share", tally.unfinished, tally.games),
        "turns_mean": length.mean.mean,
        **interval("turns", length.mean.low, length.mean.high),
        "turns_sd": length.mean.sd,
        "turns_median": length.quantiles[0].value,
        "verdict": judged.call.value,
        "verdict_reason": judged.reason,
        "games_needed": judged.games_needed,
        "anytime": judged.anytime,
        "worst_seat": worst.seat,
        "worst_deviation": worst.rate - even,
        "worst_low": worst.low - even,
        "worst_high": worst.high - even,
        "decisions_per_game": tally.decisions / tally.games,
        "choices_per_game": tally.choices / tally.games,
    }
    for ending, count in zip(game.endings, tally.ended, strict=True):
        row |= share(f"ended_{ending}", count, tally.games)
    for measure in game.measures:
        row |= measured(measure, tally)
    row |= only(result.planned.lineup).columns()
    row |= {"fingerprint": result.fingerprint, "seed": result.seed}
    row |= {"simulated": result.simulated, "seconds": result.seconds}
    return row


def cells(results: Sequence[Result]) -> pd.DataFrame:
    """A row per cell: verdict, length, unfinished share, how games ended, the game's measures."""
    rows = [_cell_row(games()[r.planned.cell.game], r) for r in results]
    bounds = {f"unfinished_share_{end}": f"unfinished_{end}" for end in ("low", "high")}
    frame = pd.DataFrame(rows).rename(columns=bounds)
    if "games_needed" in frame:
        frame["games_needed"] = frame["games_needed"].astype("Int64")
    return frame


def lengths(results: Sequence[Result]) -> pd.DataFrame:
    """The histogram of lengths: a row per cell and number of turns."""
    rows = [
        {**_where(result), "turns": turns, "games": count}
        for result in results
        for turns, count in sorted(result.tally.turns.items())
    ]
    return pd.DataFrame(rows)


def seat_means(measure: Measure, tally: Tally) -> list[Mean]:
    """The mean of a measure for each seat; none for a measure that has no value by seat."""
    if measure.kind not in ("seats", "mask"):
        return []
    sums, squares = tally.seats[measure.name], tally.seat_squares[measure.name]
    return [
        mean_interval(total, square, games)
        if games
        else Mean(0, float("nan"), float("nan"), float("-inf"), float("inf"))
        for total, square, games in zip(sums, squares, tally.seat_games(measure), strict=True)
    ]


def by_seat(results: Sequence[Result]) -> pd.DataFrame:
    """The measures that have a value by seat: a row per cell, measure and seat."""
    rows = []
    for result in results:
        tally = result.tally
        for measure in games()[result.planned.cell.game].measures:
            for seat, mean in enumerate(seat_means(measure, tally), start=1):
                rows.append(
                    {
                        **_where(result), "measure": measure.name, "label": measure.label,
                        "seat": seat, "games": tally.seat_games(measure)[seat - 1],
                        "mean": mean.mean, "low": mean.low, "high": mean.high,
                        "unit": measure.unit,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)


def traits(results: Sequence[Result], each_seat: bool = False) -> pd.DataFrame:
    """Win rates by what a seat had: a row per players, grid point, trait, item and value.

    `item` is a title where the trait counts cards, else empty; `value` its number, `label` that
    number as a person reads it. `rate` is `wins` over `seats` (games times seats that had the
    value), `low`, `high` its 95 % Wilson interval. With `each_seat` a row per seat too: seats
    differ, so compare values within a seat, or see that every seat has each equally often.
    """
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for result in results:
        cell = result.planned.cell
        at = {k: v for k, v in _where(result).items() if k != "lineup"}
        for trait in games()[cell.game].traits:
            for (item, seat, value, outcome), count in result.tally.traits[trait.name].items():
                which = {
                    "trait": trait.name,
                    "item": trait.items[item] if trait.items else "",
                    **({"seat": seat + 1} if each_seat else {}),
                    "label": trait.value_name(cell, value),
                }
                row = groups.setdefault(
                    (*at.values(), *which.values()),
                    {**at, **which, "value": value, "seats": 0, "wins": 0, "unfinished": 0},
                )
                row["seats"] += count
                if OUTCOMES[outcome] == "won":
                    row["wins"] += count
                elif OUTCOMES[outcome] == "unfinished":
                    row["unfinished"] += count
    frame = pd.DataFrame(groups.values())
    if frame.empty:
        return frame
    low, high = wilson(frame["wins"], frame["seats"], unfinished=frame["unfinished"])
    frame["rate"] = frame["wins"] / frame["seats"]
    first = [c for c in frame if c not in ("label", "value")][: frame.columns.get_loc("label")]
    return frame.assign(low=low, high=high).sort_values([*first, "value"], ignore_index=True)


def explained(results: Sequence[Result]) -> pd.DataFrame:
    """How much of who wins is explained by what a seat had: a row per players, point and trait.

    `share` of the variance of winning, within seats, with `low`, `high`: 95 % (see
    `balance.stats.explained`). Unfinished games are taken once as lost and once as won, and the
    interval covers both. Left out are traits that have one value only, or many items, or that some
    seats have not.
    """
    groups: dict[tuple[Any, ...], tuple[dict[str, Any], Counts, Counts]] = {}
    for result in results:
        at = {k: v for k, v in _where(result).items() if k != "lineup"}
        for trait in games()[result.planned.cell.game].traits:
            row = {**at, "trait": trait.name, "label": trait.label}
            counts = result.tally.traits[trait.name]
            if not trait.items and counts.total() == result.tally.games * result.tally.players:
                _, lost, won = groups.setdefault((*at.values(), trait.name), (row, {}, {}))
                _add_counts(lost, counts, {"won"})
                _add_counts(won, counts, {"won", "unfinished"})
    rows = []
    for row, lost, won in groups.values():
        least, most = explained_share(list(lost.values())), explained_share(list(won.values()))
        if least is not None and most is not None:
            low, high = min(least.low, most.low), max(least.high, most.high)
            rows.append(
                {**row, "share": least.share, "low": low, "high": high, "games": least.games}
            )
    return pd.DataFrame(rows)


Counts = dict[int, dict[int, tuple[int, int]]]


def _add_counts(by_seat: Counts, counts: Counter[TraitKey], wins: set[str]) -> None:
    """Add up (games, won) by seat and value."""
    # In the order of the values, not in that in which games came: sums of fractions depend on it.
    for (_, seat, value, outcome), count in sorted(counts.items()):
        of_seat = by_seat.setdefault(seat, {})
        games_, won = of_seat.get(value, (0, 0))
        of_seat[value] = games_ + count, won + count * (OUTCOMES[outcome] in wins)


def worths(results: Sequence[Result]) -> pd.DataFrame:
    """What one more of a trait is worth: a row per players, grid point, trait and item.

    `change` is the change of the win rate (a share) for one more than the others at the table
    have, within games, with its 95 % interval. Traits whose values are names have none.
    """
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    sums: dict[tuple[Any, ...], list[list[int]]] = {}
    for result in results:
        at = {k: v for k, v in _where(result).items() if k != "lineup"}
        for trait in games()[result.planned.cell.game].traits:
            for item, more in enumerate(result.tally.contrasts[trait.name]):
                which = {"trait": trait.name, "item": trait.items[item] if trait.items else ""}
                key = (*at.values(), *which.values())
                if trait.names is None:
                    groups.setdefault(key, {**at, **which})
                    before = sums.get(key) or [[0] * len(row) for row in more]
                    sums[key] = [
                        [x + y for x, y in zip(*rows, strict=True)]
                        for rows in zip(before, more, strict=True)
                    ]
    rows = []
    for key, row in groups.items():
        finished, least, most = sums[key]
        rows.append({**row, **vars(slope(finished, least, most))})
    return pd.DataFrame(rows)


def strategies(results: Sequence[Result]) -> pd.DataFrame:
    """Win rate by strategy, over the seats it sat in: a row per players, grid point and strategy.

    Meaningful when the lineup was rotated, so that seat and strategy are not confounded. `rate` is
    wins per game and seat of the strategy; `low`, `high` its 95 % Wilson interval over those.
    """
    groups: dict[tuple[Any, ...], dict[str, Any]] = {}
    for result in results:
        for seat, player in enumerate(result.planned.cell.lineup):
            at = {k: v for k, v in _where(result).items() if k != "lineup"}
            row = groups.setdefault(
                (*at.values(), player.strategy),
                {**at, "strategy": player.strategy, "seats": 0, "wins": 0, "unfinished": 0},
            )
            row["seats"] += result.tally.games
            row["wins"] += result.tally.wins[seat]
            row["unfinished"] += result.tally.unfinished
    frame = pd.DataFrame(groups.values())
    low, high = wilson(frame["wins"], frame["seats"], unfinished=frame["unfinished"])
    frame["rate"] = frame["wins"] / frame["seats"]
    return frame.assign(low=low, high=high)
