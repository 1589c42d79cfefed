"""Game quality as tidy frames."""

from collections.abc import Sequence

import pandas as pd

from balance.qualities.estimates import Quality
from balance.strength import only


def table(qualities: Sequence[Quality]) -> pd.DataFrame:
    """A row per player count and measure."""
    return pd.DataFrame(
        [
            {
                "players": quality.players,
                "lineup": quality.lineup,
                "measure": estimate.name,
                "label": estimate.label,
                "unit": estimate.unit,
                "mean": estimate.mean,
                "low": estimate.low,
                "high": estimate.high,
                "games": estimate.games,
                "playouts": estimate.playouts,
                **only(quality.lineup).columns(),
            }
            for quality in qualities
            for estimate in quality.estimates
        ]
    )


def by_seat(qualities: Sequence[Quality]) -> pd.DataFrame:
    """A row per player count, measure and seat."""
    return pd.DataFrame(
        [
            {
                "players": quality.players,
                "lineup": quality.lineup,
                "measure": estimate.name,
                "label": estimate.label,
                "unit": estimate.unit,
                "seat": seat.seat,
                "mean": seat.mean,
                "low": seat.low,
                "high": seat.high,
                "games": estimate.games,
                **only(quality.lineup).columns(),
            }
            for quality in qualities
            for estimate in quality.estimates
            for seat in estimate.by_seat
        ]
    )


def every_row(qualities: Sequence[Quality]) -> pd.DataFrame:
    """The rows of `table`, `seat` empty, and those of `by_seat` behind them."""
    whole, seats = table(qualities), by_seat(qualities)
    if seats.empty:
        return whole
    return pd.concat([whole, seats], ignore_index=True).astype(
        {"seat": "Int64", "playouts": "Int64"}
    )


def joined(qualities: Sequence[Quality], part: str) -> pd.DataFrame:
    """The frames `games` or `paths` of all player counts in one, with a column for the count."""
    frames = [getattr(quality, part).assign(players=quality.players) for quality in qualities]
    whole = pd.concat(frames, ignore_index=True)
    return whole[["players", *(c for c in whole if c != "players")]]
