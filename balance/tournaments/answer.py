"""What a tournament shows at one player count: standings, ratings, the mixture of good players."""

from dataclasses import dataclass
from functools import cached_property
from math import factorial

import numpy as np

from balance.stats import Verdict, verdict, wilson
from balance.stats.equilibria import (
    NEGLIGIBLE,
    Equilibrium,
    SymmetricGame,
    equilibrium,
    polish,
)
from balance.stats.ratings import chances, rate
from balance.stopping import Goal
from balance.tournaments.fields import Alone, Field, Played, play_alone, play_field, play_mixture
from balance.tournaments.payoffs import Rates, Standing, better_of, rates, standings
from sims.core.schedule import Memory, Progress
from sims.core.tally import Tally

RESAMPLES = 100
"""How often the groups of game ids are drawn again, for the intervals of ratings and mixtures."""

STARTS_AGAIN = 3
"""From how many mixtures an equilibrium is looked for in each of those, beside the one found."""


@dataclass(frozen=True)
class Interval:
    """An estimate with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Resampled:
    """Ratings and shares of the mixture (resamples, entrants), and the regret of the mixture found
    (resamples,), each time with the groups of game ids drawn again with replacement.
    """

    ratings: np.ndarray
    shares: np.ndarray
    regrets: np.ndarray


@dataclass(frozen=True)
class Found:
    """A field that was played and judged.

    `fresh` are games of players who draw from the mixture, `alone` those of each entrant among
    them; both under another seed than that on which the mixture was found.
    """

    field: Field
    played: Played
    fresh: Tally
    alone: tuple[Alone, ...]
    rest: Equilibrium
    resampled: Resampled

    @property
    def players(self) -> int:
        """How many play at a table."""
        return self.field.players

    @property
    def fair(self) -> float:
        """An equal share."""
        return 1 / self.players

    @cached_property
    def rates(self) -> Rates:
        """The payoff table."""
        return rates(self.played)

    @cached_property
    def standings(self) -> list[Standing]:
        """Every two entrants, one in place of the other."""
        return standings(self.played, self.field.question.tolerance)

    @property
    def never_worse(self) -> list[str]:
        """The entrants that are never worse than any other."""
        never = better_of(self.standings, len(self.field.entrants))
        return [name for name, row in zip(self.field.names, never, strict=True) if row.all()]

    @cached_property
    def ratings(self) -> list[Interval]:
        """The rating of each entrant, in Elo points."""
        values = rate(self.played.copies, self.played.wins.sum(axis=1))
        return _intervals(values, self.resampled.ratings)

    @cached_property
    def misfit(self) -> float:
        """The largest distance between a win rate and the one that the ratings say, as a share."""
        wins = self.played.wins.sum(axis=1)
        decided = wins.sum(axis=1, keepdims=True)
        said = chances(self.played.copies, [rating.value for rating in self.ratings])
        away = np.abs(wins / np.maximum(decided, 1) - said) / np.maximum(self.played.copies, 1)
        return float(np.where(self.played.copies > 0, away, 0.0).max())

    @cached_property
    def shares(self) -> list[Interval]:
        """The share of each entrant in the mixture."""
        return _intervals(self.rest.mixture, self.resampled.shares)

    @property
    def regret(self) -> Interval:
        """What one player could gain over the mixture, from the tables played."""
        low, high = np.quantile(self.resampled.regrets, [0.025, 0.975])
        return Interval(self.rest.regret, float(low), float(high))

    @property
    def verdict(self) -> Verdict:
        """The seats under the mixture, on fresh games."""
        tally, tolerance = self.fresh, self.field.question.tolerance
        return verdict(tally.wins, tally.draws, tally.unfinished, tolerance)

    @property
    def seats_seen(self) -> np.ndarray:
        """Win rate by seat (seats,) from the tables themselves, weighted by the mixture."""
        return seats_under(self.played, self.rest.mixture)

    @cached_property
    def answers(self) -> list[Interval]:
        """What each entrant gains over the mixture, on fresh games; for all at once (Bonferroni).

        The mixture's own win rate is that of its fresh games over all seats.
        """
        own = sum(self.fresh.wins) / (self.fresh.games * self.players)
        most = own + self.fresh.unfinished / (self.fresh.games * self.players)
        level = 1 - 0.05 / len(self.alone)
        found = []
        for one in self.alone:
            low, high = wilson(one.won, one.games, level, unfinished=one.unfinished)
            found.append(Interval(one.won / one.games - own, float(low) - most, float(high) - own))
        return found


def _intervals(values: np.ndarray, drawn: np.ndarray) -> list[Interval]:
    """Percentile intervals, widened where needed to hold the estimate itself."""
    low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
    return [
        Interval(float(v), float(min(a, v)), float(max(b, v)))
        for v, a, b in zip(values, low, high, strict=True)
    ]


def game_of(played: Played) -> SymmetricGame:
    """The symmetric game whose payoffs are the win rates."""
    return SymmetricGame.of(played.copies, played.payoffs, played.weights)


def seats_under(played: Played, mixture: np.ndarray) -> np.ndarray:
    """Win rate by seat (seats,) where every seat draws from a mixture, from tables played.

    A table counts by its chance to be drawn; unfinished games are won by nobody.
    """
    chance = played.weights * np.prod(np.power(mixture, played.copies), axis=1)
    ways = [
        factorial(played.players) / np.prod([factorial(c) for c in row])
        for row in played.copies.tolist()
    ]
    chance = chance * np.array(ways)
    by_seat = played.by_seat.sum(axis=1) / played.games.sum(axis=1)[:, None]
    found: np.ndarray = chance @ by_seat / chance.sum()
    return found


def resample(played: Played, rest: Equilibrium, seed: int, times: int = RESAMPLES) -> Resampled:
    """Draw the groups of game ids again and again, the same at all tables, and judge each time.

    Source: B. Efron, Bootstrap methods, Annals of Statistics 7 (1979) 1-26; whole groups are drawn,
    since games on one id go together.
    """
    chooser = np.random.default_rng(seed)
    used = np.flatnonzero(played.games.sum(axis=0))
    first = rate(played.copies, played.wins.sum(axis=1))
    rows = []
    for _ in range(times):
        counted = np.zeros(played.games.shape[1], np.int64)
        counted[used] = chooser.multinomial(len(used), np.full(len(used), 1 / len(used)))
        one = played.resampled(counted)
        game = game_of(one)
        size = game.strategies
        near = 0.9 * rest.mixture + 0.1 / size
        drawn = list(chooser.dirichlet(np.ones(size), STARTS_AGAIN))
        rating = rate(one.copies, one.wins.sum(axis=1), first)
        mixture = polish(game, rest.mixture)
        if game.regret(mixture) > NEGLIGIBLE:  # its strategies are no equilibrium any more
            mixture = equilibrium(game, [near, *drawn]).mixture
        rows.append((rating, mixture, game.regret(rest.mixture)))
    ratings, shares, regrets = zip(*rows, strict=True)
    return Resampled(np.array(ratings), np.array(shares), np.array(regrets))


def run(field: Field, progress: Progress | None = None, goal: Goal | None = None) -> Found:
    """Play a field, find its mixture, and see it again on fresh games; see `Field.steps`.

    With the `precision` of a goal, the games of each table are doubled until it is met.
    """
    field, played = _play(field, progress, goal)
    rest = equilibrium(game_of(played))
    fresh = play_mixture(field, rest.mixture, progress)
    everybody = range(len(field.entrants))
    alone = tuple(play_alone(field, rest.mixture, i, progress) for i in everybody)
    again = resample(played, rest, field.question.seed)
    return Found(field, played, fresh, alone, rest, again)


def _play(field: Field, progress: Progress | None, goal: Goal | None) -> tuple[Field, Played]:
    """The field as it was played in the end, and its counts.

    The width of the widest interval alone decides when to stop, not where the rates lie: then the
    intervals keep their confidence as they get narrow (Y. S. Chow and H. Robbins, Annals of
    Mathematical Statistics 36 (1965) 457-462).
    """
    if goal is None or goal.precision is None:
        return field, play_field(field, progress)
    memory = Memory()
    games = min(field.question.games, goal.most)
    while True:
        field = field.with_games(games)
        played = play_field(field, None, memory)
        if games >= goal.most or widest(played) <= goal.precision:
            return field, played
        games = min(2 * games, goal.most)


def widest(played: Played) -> float:
    """The widest 95 % interval of one entrant among others who all play another one."""
    found = rates(played)
    copies = played.copies[found.table]
    alone = (copies[np.arange(len(copies)), found.entrant] == 1) & ((copies > 0).sum(axis=1) == 2)
    low, high = found.found.bounds(0.95)
    return float((high - low)[alone].max())
