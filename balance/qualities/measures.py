"""Game quality as numbers of each sample game: pure functions of what was looked at.

docs/quality.md defines each of them, with its formula and source.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from balance.qualities.sampling import Followed, Sample
from balance.stats import smooth, step_share

Floats = NDArray[np.float64]

LEAD = 0.1
"""A seat is ahead of another where its win probability is higher by this much."""

DECIDED = 0.9
"""A game is decided once its winner's win probability stays at this or above."""

COMEBACK = 0.5
"""A winner came back who once had less than this part of an equal share."""


def _stacked(samples: Sequence[Sample], part: slice) -> tuple[Floats, Floats]:
    """Rates and trials of all looks, both (games, looks, seats), NaN behind a game's last look."""
    games = [game for sample in samples for game in sample.games]
    players, looks = samples[0].players, max(1, *(len(game.at) for game in games))
    rates = np.full((len(games), looks, players), np.nan)
    trials = np.full_like(rates, np.nan)
    for g, game in enumerate(games):
        seen = len(game.at)
        halves = game.wins[:, part].shape[1]
        trials[g, :seen] = (game.tried * halves / 2)[:, None]
        rates[g, :seen] = game.wins[:, part].sum(axis=1) / trials[g, :seen]
    return rates, trials


def _as_paths(values: Floats) -> Floats:
    """(games, looks, seats) as a path for each game and seat: (games x seats, looks)."""
    return np.moveaxis(values, 2, 1).reshape(-1, values.shape[1])


def _smoothed(rates: Floats, trials: Floats, step: float) -> Floats:
    games, looks, seats = rates.shape
    paths = smooth(_as_paths(rates), 1.0 / _as_paths(trials), step)
    return np.moveaxis(paths.reshape(games, seats, looks), 1, 2)


class Paths:
    """Win probabilities along the sample games, shape (games, looks, seats), NaN behind the end.

    `rates` are smoothed; `halves` has a pair for each of two independent halves of the playouts:
    smoothed, and as counted.
    """

    def __init__(self, samples: Sequence[Sample]) -> None:
        """Smooth the looks of the samples, which are of one player count."""
        raw, trials = _stacked(samples, slice(0, 2))
        step = step_share(_as_paths(raw), _as_paths(trials))
        self.raw = raw
        self.rates = _smoothed(raw, trials, step)
        self.halves = []
        for part in range(2):
            half, tried = _stacked(samples, slice(part, part + 1))
            self.halves.append((_smoothed(half, tried, step), half))


def lead_changes(rates: Floats, winner: int) -> int:
    """How often the lead passed from one seat to another, in one game (looks, seats).

    A seat takes the lead by being ahead of every other by `LEAD`, and keeps it until another does;
    at the end the winner has it, -1 or -2 for nobody.
    """
    ends = [np.eye(rates.shape[1])[winner]] if winner >= 0 else []
    holder, changes = -1, 0
    for look in [*rates, *ends]:
        second, first = np.sort(look)[-2:]
        leader = int(look.argmax())
        if first - second >= LEAD and leader != holder:
            changes += holder >= 0
            holder = leader
    return changes


def behind(rates: Floats) -> Floats:
    """The share of looks at which each seat is behind some other by `LEAD` or more: (seats,)."""
    away = rates.max(axis=1, keepdims=True) - rates
    return (away >= LEAD).mean(axis=0)


def drama(halves: Sequence[tuple[Floats, Floats]], winner: int) -> float:
    """How far the winner is behind the leader, on average over one game's looks.

    Who leads is taken from one half of the playouts and by how much from the other, both ways: the
    highest of several noisy rates is too high, this is not.
    """
    gaps = []
    for (smoothed, _), (_, counted) in (halves, halves[::-1]):
        leader = smoothed.argmax(axis=1)
        gaps.append(counted[np.arange(len(counted)), leader] - counted[:, winner])
    return float(np.mean(gaps))


def decided(rates: Floats, at: NDArray[np.int64], turns: int, winner: int) -> float:
    """The share of one game's turns that was left once its winner stayed at `DECIDED` or above."""
    sure = np.logical_and.accumulate(rates[::-1, winner] >= DECIDED)[::-1]
    return float(1 - at[sure.argmax()] / turns) if sure.any() else 0.0


def is_last_turn_win(rates: Floats, winner: int) -> bool:
    """Whether the winner was behind at the start of the last turn."""
    return bool(rates[-1].max() - rates[-1, winner] >= LEAD)


def is_comeback(rates: Floats, winner: int) -> bool:
    """Whether the winner once had less than `COMEBACK` of an equal share."""
    return bool(rates[:, winner].min() < COMEBACK / rates.shape[1])


def _pace(game: Followed) -> dict[str, float]:
    """What needs no playouts: options, choices and waits."""
    asked = game.decisions or np.nan
    waits = [
        waited / times if times else np.nan
        for waited, times in zip(game.waited, game.waits, strict=True)
    ]
    known = [wait for wait in waits if np.isfinite(wait)]
    return {
        "options": game.options / asked,
        "choice_share": game.choices / asked,
        "wait": float(np.mean(known)) if known else np.nan,
        **{f"wait_seat{seat}": wait for seat, wait in enumerate(waits, 1)},
    }


def _course(paths: Paths, place: int, game: Followed) -> dict[str, float]:
    """What the win probabilities say of one game; NaN where they say nothing."""
    players = paths.rates.shape[2]
    names = ("lead_changes", "behind", "drama", "decided", "last_turn_wins", "comebacks")
    row = dict.fromkeys([*names, *(f"behind_seat{s + 1}" for s in range(players))], np.nan)
    seen = slice(0, len(game.at))
    rates = paths.rates[place, seen]
    if not len(rates):
        return row
    behinds = behind(rates)
    row["lead_changes"] = lead_changes(rates, game.winner)
    row["behind"] = float(behinds.mean())
    row |= {f"behind_seat{seat}": share for seat, share in enumerate(behinds, 1)}
    if game.winner >= 0:
        halves = [(a[place, seen], b[place, seen]) for a, b in paths.halves]
        row["drama"] = drama(halves, game.winner)
        row["decided"] = decided(rates, game.at, game.turns, game.winner)
        row["last_turn_wins"] = is_last_turn_win(rates, game.winner)
        row["comebacks"] = is_comeback(rates, game.winner)
    return row


def games_frame(samples: Sequence[Sample], paths: Paths) -> pd.DataFrame:
    """A row for each sample game: `cell` (its place), `game`, `winner` (from 1), every measure.

    Measures of the winner are NaN in games that nobody won, `..._seatN` are those of one seat.
    """
    rows: list[dict[str, float]] = []
    for cell, sample in enumerate(samples):
        for game_id, game in enumerate(sample.games):
            row = {"cell": cell, "game_id": game_id, "winner": game.winner, "turns": game.turns}
            rows.append({**row, **_pace(game), **_course(paths, len(rows), game)})
    frame = pd.DataFrame(rows)
    winner = frame["winner"].to_numpy()
    frame["winner"] = pd.array(
        [int(seat) + 1 if seat >= 0 else None for seat in winner], dtype="Int64"
    )
    frame.insert(3, "unfinished", winner == -2)
    return frame


def paths_frame(samples: Sequence[Sample], paths: Paths) -> pd.DataFrame:
    """A row for each look and seat: the estimated win probability, smoothed and as counted."""
    rows = []
    games = [(c, i, game) for c, s in enumerate(samples) for i, game in enumerate(s.games)]
    for place, (cell, game_id, game) in enumerate(games):
        for look, turn in enumerate(game.at):
            for seat in range(samples[0].players):
                rows.append(
                    {
                        "cell": cell, "game_id": game_id, "turn": int(turn) + 1,
                        "turns": game.turns, "seat": seat + 1,
                        "rate": paths.rates[place, look, seat],
                        "counted": paths.raw[place, look, seat],
                        "playouts": int(game.tried[look]),
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)
