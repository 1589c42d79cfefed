"""From tallies and sample games to estimates with intervals, one for each measure."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.qualities import meanings
from balance.qualities.meanings import Meaning
from balance.qualities.measures import Paths, games_frame, paths_frame
from balance.qualities.sampling import Sample
from balance.stats import mean_interval, summarise, variance_parts, wilson
from balance.stats.summaries import t_bounds
from sims.core.contract import Game
from sims.core.tally import Tally

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SeatEstimate:
    """A measure of one seat, counted from 1, with its 95 % interval."""

    seat: int
    mean: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Estimate:
    """A measure of one player count with its 95 % interval; None where nothing could be measured.

    `games` are those it rests on, with `playouts` from each look at them (0: none were needed);
    for seat, deal and play they are the deals, and the times that each was played out.
    """

    name: str
    label: str
    unit: str
    mean: float | None
    low: float | None
    high: float | None
    games: int
    playouts: int
    by_seat: tuple[SeatEstimate, ...]
    help: str

    def plain(self) -> dict[str, Any]:
        """As JSON-able values."""
        return asdict(self) | {"by_seat": [asdict(seat) for seat in self.by_seat]}


@dataclass(frozen=True)
class Quality:
    """The game quality of one player count: estimates, and the sample games that they rest on.

    `games` has a row for each sample game, `paths` one for each look and seat (see
    `balance.qualities.measures`); `cell` there is the place of a lineup's rotation. `deals` has a
    table for each of these, (deals, seats): what each seat won of the times a deal was played out.
    """

    players: int
    lineup: str
    estimates: tuple[Estimate, ...]
    games: pd.DataFrame
    paths: pd.DataFrame
    deals: tuple[NDArray[np.int64], ...]

    def __getitem__(self, name: str) -> Estimate:
        """The estimate of a measure."""
        return next(e for e in self.estimates if e.name == name)


def _number(value: float) -> float | None:
    """A number for JSON, which knows neither NaN nor infinity."""
    return float(value) if math.isfinite(value) else None


def _estimate(
    meaning: Meaning, mean: float, low: float, high: float, games: int, playouts: int = 0,
    by_seat: Sequence[tuple[float, float, float]] = (),
) -> Estimate:  # fmt: skip
    seats = tuple(SeatEstimate(i, *map(_number, seat)) for i, seat in enumerate(by_seat, 1))
    return Estimate(
        meaning.name, meaning.label, meaning.unit, _number(mean), _number(low), _number(high),
        games, playouts, seats, meaning.help,
    )  # fmt: skip


def _t_interval(values: Floats) -> tuple[float, float, float]:
    """Mean of some values and its interval."""
    if not len(values):
        return math.nan, math.nan, math.nan
    sd = float(values.std(ddof=1)) if len(values) > 1 else math.nan
    mean = float(values.mean())
    return (mean, *t_bounds(mean, sd, len(values), 0.95))


def _of_games(values: Floats, unit: str) -> tuple[float, float, float]:
    """Mean over games with its interval, which stays within 0..1 for shares."""
    mean, low, high = _t_interval(values)
    return (mean, max(low, 0.0), min(high, 1.0) if unit == "share" else high)


def _of_winners(meaning: Meaning, values: Floats, unfinished: int) -> tuple[float, float, float]:
    """Mean over the games that were won, of something from 0 to 1.

    Unfinished games might have become anything in between: they widen the interval.
    """
    if not len(values):
        return math.nan, 0.0, 1.0
    if meaning.is_event:
        ends = wilson(int(values.sum()), len(values) + unfinished, unfinished=unfinished)
        return float(values.mean()), float(ends[0]), float(ends[1])
    low = _t_interval(np.append(values, np.zeros(unfinished)))[1]
    high = _t_interval(np.append(values, np.ones(unfinished)))[2]
    return float(values.mean()), max(low, 0.0), min(high, 1.0)


def _of_course(meaning: Meaning, games: pd.DataFrame, playouts: int) -> Estimate:
    """A measure on the sample games; `playouts` is 0 for those that need none."""
    values = games[meaning.name].dropna().to_numpy(float)
    if meaning.of_winner:
        unfinished = int(games["unfinished"].sum())
        bounds = _of_winners(meaning, values, unfinished)
        return _estimate(meaning, *bounds, len(values) + unfinished, playouts)
    seats = []
    for column in (c for c in games if meaning.by_seat and c.startswith(f"{meaning.name}_seat")):
        seats.append(_of_games(games[column].dropna().to_numpy(float), meaning.unit))
    bounds = _of_games(values, meaning.unit)
    return _estimate(meaning, *bounds, len(values), playouts, seats)


def spread(histogram: dict[int, int]) -> tuple[float, float]:
    """Standard deviation of a histogram of whole numbers, and its large-sample standard error.

    The variance of a sample variance is (m4 - m2**2) / n for large n, with the central moments m2
    and m4 (H. Cramer, Mathematical Methods of Statistics (1946), 27.4); that of its root follows
    by the delta method.
    """
    # In order, so that equal histograms give equal sums to the last bit.
    values, counts = np.array(sorted(histogram.items()), float).T
    n = counts.sum()
    if n < 2:
        return math.nan, math.nan
    away = values - (values * counts).sum() / n
    m2, m4 = ((away**power * counts).sum() / n for power in (2, 4))
    sd = math.sqrt(m2 * n / (n - 1))
    if sd == 0:
        return 0.0, 0.0
    return sd, math.sqrt((m4 - m2**2) / n) / (2 * sd)


def spread_interval(histogram: dict[int, int]) -> tuple[float, float, float]:
    """Standard deviation of a histogram of whole numbers with its 95 % interval (see `spread`)."""
    sd, error = spread(histogram)
    return sd, max(sd - 1.96 * error, 0.0), sd + 1.96 * error


def _of_all_games(game: Game, tally: Tally) -> list[Estimate]:
    """What is measured on every game that was played."""
    length = summarise(tally.turns, probabilities=()).mean
    low, high = wilson(tally.unfinished, tally.games)
    found = [
        (length.mean, length.low, length.high),
        spread_interval(tally.turns),
        (tally.unfinished / tally.games, float(low), float(high)),
    ]
    estimates = [
        _estimate(meaning, *bounds, tally.games)
        for meaning, bounds in zip(meanings.LENGTH, found, strict=True)
    ]
    if game.waiting:
        estimates.append(_elimination(game, tally))
    return estimates


def _elimination(game: Game, tally: Tally) -> Estimate:
    """The declared wait of players who are out, over all players and by seat."""
    counts = tally.histograms[game.waiting]  # of the sum over the seats of a game
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    mean = mean_interval(total, squares, sum(counts.values()))
    by_seat = [
        mean_interval(total, squares, tally.games)
        for total, squares in zip(
            tally.seats[game.waiting], tally.seat_squares[game.waiting], strict=True
        )
    ]
    n = tally.players
    return _estimate(
        meanings.ELIMINATION, mean.mean / n, mean.low / n, mean.high / n, tally.games, 0,
        [(seat.mean, seat.low, seat.high) for seat in by_seat],
    )  # fmt: skip


def _parts(samples: Sequence[Sample]) -> list[Estimate]:
    """What the seat, the deal and the play decide. A negative estimate is shown as 0."""
    effort = samples[0].effort
    parts = variance_parts([sample.deal_wins for sample in samples], effort.replays)
    deals = effort.deals * len(samples)
    estimates = []
    for meaning, part in zip(meanings.PARTS, (parts.seat, parts.deal, parts.play), strict=True):
        share = min(max(part.value, 0.0), 1.0)
        estimates.append(_estimate(meaning, share, part.low, part.high, deals, effort.replays))
    return estimates


def estimated(game: Game, tally: Tally, samples: Sequence[Sample], lineup: str) -> Quality:
    """Every measure of one player count from all its games, and its cells' samples."""
    paths = Paths(samples)
    games = games_frame(samples, paths)
    playouts = samples[0].effort.playouts
    first, *rest = _of_all_games(game, tally)
    estimates = [
        first,
        *rest,
        *(_of_course(meaning, games, playouts) for meaning in meanings.COURSE),
        *(_of_course(meaning, games, 0) for meaning in meanings.PACE),
        *_parts(samples),
    ]
    return Quality(
        tally.players, lineup, tuple(estimates), games, paths_frame(samples, paths),
        tuple(sample.deal_wins for sample in samples),
    )  # fmt: skip
