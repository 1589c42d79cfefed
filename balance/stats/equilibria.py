"""Equilibria of symmetric games of n players: what would good players play?

Every seat has the same strategies, and what a strategy gets at a table depends on who else sits
there, not on where. A **mixture** is a chance for each strategy; at an **equilibrium** no strategy
does better against n - 1 players who draw from the mixture than the mixture itself does. How much
better the best one does is the **regret** of a mixture (its exploitability by one player).

Equilibria are looked for by replicator dynamics, in which a strategy's share grows by as much as it
does better than the mixture, from many starts. It may circle around an equilibrium for ever; so the
mean over the path is tried too, and both are polished by solving for equal payoffs of the
strategies that are left (scipy). What has the least regret, and of those that have none the one
that most starts led to, is taken.

Sources: P. D. Taylor and L. B. Jonker, Evolutionarily stable strategies and game dynamics,
Mathematical Biosciences 40 (1978) 145-156; J. Maynard Smith, Evolution and the Theory of Games
(1982); J. Hofbauer and K. Sigmund, Evolutionary Games and Population Dynamics (1998), for means
over the path; M. P. Wellman, Methods for empirical game-theoretic analysis, AAAI 2006, for games
known from samples alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import factorial

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

NEGLIGIBLE = 1e-4
"""Regret below this (a hundredth of a point of a win rate) is none, as is a share below it."""

TIME = 4000.0
"""How long a path is followed, in turns of the dynamics over the number of players."""


@dataclass(frozen=True)
class SymmetricGame:
    """What each strategy gets at each table.

    ``copies`` (tables, strategies) says how many play what; each row sums to the players.
    ``payoffs`` (tables, strategies) is what one copy gets; it is not looked at where nobody plays
    the strategy. Where not every table is known, ``weights`` (tables,) say for how many each stands
    (the inverse of its chance to be in the sample), and expectations are ratios (Hajek 1971).
    """

    copies: NDArray[np.int64]
    payoffs: Floats
    weights: Floats
    _rows: tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats, NDArray[np.int64]] = field(
        init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        table, strategy = np.nonzero(self.copies)
        others = self.copies[table].copy()
        others[np.arange(len(table)), strategy] -= 1
        ways = [_ways(row) for row in others]
        weight = np.array(ways, dtype=np.float64) * self.weights[table]
        rows = (strategy, others, weight, self.payoffs[table, strategy], table)
        object.__setattr__(self, "_rows", rows)

    @classmethod
    def of(
        cls, copies: ArrayLike, payoffs: ArrayLike, weights: ArrayLike | None = None
    ) -> SymmetricGame:
        """A game from plain arrays; raises ValueError for shapes that do not fit."""
        seats = np.asarray(copies, dtype=np.int64)
        paid = np.asarray(payoffs, dtype=np.float64)
        heavy = np.ones(len(seats)) if weights is None else np.asarray(weights, dtype=np.float64)
        if seats.ndim != 2 or seats.shape != paid.shape or heavy.shape != seats.shape[:1]:
            raise ValueError(f"copies {seats.shape}, payoffs {paid.shape}: tables by strategies")
        if len(set(seats.sum(axis=1).tolist())) != 1:
            raise ValueError("all tables must have the same number of players")
        return cls(seats, np.where(seats > 0, paid, 0.0), heavy)

    @property
    def strategies(self) -> int:
        """How many strategies there are."""
        return int(self.copies.shape[1])

    @property
    def players(self) -> int:
        """How many play at a table."""
        return int(self.copies[0].sum())

    def values(self, mixture: Floats) -> Floats:
        """What each strategy gets against others who draw from a mixture: (strategies,)."""
        strategy, others, weight, paid, _ = self._rows
        chance = weight * np.prod(np.power(mixture, others), axis=1)
        size = self.strategies
        got = np.bincount(strategy, chance * paid, size)
        whole = np.bincount(strategy, chance, size)
        result: Floats = got / np.maximum(whole, 1e-300)
        return result

    def gains(self, mixture: Floats) -> Floats:
        """How much more each strategy gets than the mixture itself: (strategies,)."""
        values = self.values(mixture)
        result: Floats = values - mixture @ values
        return result

    def regret(self, mixture: Floats) -> float:
        """How much the best strategy gains over the mixture, 0 or more."""
        return max(0.0, float(self.gains(mixture).max()))


def _ways(counts: NDArray[np.int64]) -> int:
    """In how many orders some players can sit."""
    ways = factorial(int(counts.sum()))
    for count in counts:
        ways //= factorial(int(count))
    return ways


@dataclass(frozen=True)
class Equilibrium:
    """A mixture (strategies,), its regret, and the share of the starts that led to it.

    ``others`` are further mixtures without regret that starts led to, and their shares.
    """

    mixture: Floats
    regret: float
    basin: float
    others: tuple[tuple[Floats, float], ...] = ()


def starts(strategies: int, seed: int = 1, more: int = 8) -> list[Floats]:
    """Mixtures to start from: near the middle, near each strategy, and some at random."""
    found = []
    for strategy in range(strategies):
        for share in (1.5 / (strategies + 0.5), 0.9):
            mixture = np.full(strategies, (1.0 - share) / max(1, strategies - 1))
            mixture[strategy] = share if strategies > 1 else 1.0
            found.append(mixture)
    drawn = np.random.default_rng(seed).dirichlet(np.ones(strategies), more)
    return [*found, *drawn]


def follow(game: SymmetricGame, start: Floats) -> list[Floats]:
    """Where the replicator dynamics lead from a mixture: the end of the path, and its mean."""
    from scipy.integrate import solve_ivp

    def slope(_: float, shares: Floats) -> Floats:
        mixture = _proper(shares)
        result: Floats = mixture * game.gains(mixture)
        return result

    end = TIME * game.players
    path = solve_ivp(slope, (0.0, end), start, method="LSODA", rtol=1e-6, atol=1e-9)
    mean = np.trapezoid(path.y, path.t, axis=1) / end
    return [_proper(path.y[:, -1]), _proper(mean)]


def _proper(shares: Floats) -> Floats:
    """Shares as a mixture: none below 0, together 1."""
    positive = np.clip(shares, 0.0, None)
    result: Floats = positive / positive.sum()
    return result


def polish(game: SymmetricGame, mixture: Floats) -> Floats:
    """The mixture with equal payoffs of its strategies, if that is near and no worse."""
    from scipy.optimize import least_squares

    best = _proper(np.where(mixture < NEGLIGIBLE, 0.0, mixture))
    if game.regret(mixture) < game.regret(best) - NEGLIGIBLE:
        best = mixture
    used = np.flatnonzero(best)
    if len(used) < 2:
        return best

    def whole(shares: Floats) -> Floats:
        mixture = np.zeros(game.strategies)
        mixture[used] = shares
        return mixture

    def away(shares: Floats) -> Floats:
        values = game.values(whole(shares))[used]
        result: Floats = np.append(np.diff(values), shares.sum() - 1.0)
        return result

    # Shares beyond 0 and 1 are no mixture: their payoffs would be ratios of anything.
    found = least_squares(away, best[used], bounds=(0.0, 1.0), xtol=1e-12, ftol=1e-12, gtol=1e-12)
    if not found.success:
        return best
    solved = _proper(whole(found.x))
    return solved if game.regret(solved) <= game.regret(best) else best


def equilibrium(game: SymmetricGame, first: Sequence[Floats] | None = None) -> Equilibrium:
    """Return an equilibrium of a game, by replicator dynamics from many starts.

    ``first`` are the starts, `starts(...)` if left out. Where no start leads to a mixture without
    regret, the one with the least is returned; its ``regret`` tells.
    """
    mixtures = [_settled(game, start) for start in first or starts(game.strategies)]
    found: list[tuple[Floats, int]] = []
    for mixture in mixtures:
        for place, (known, count) in enumerate(found):
            if np.abs(known - mixture).max() < 0.01:
                found[place] = (known, count + 1)
                break
        else:
            found.append((mixture, 1))
    without = [(m, c) for m, c in found if game.regret(m) <= NEGLIGIBLE]
    best, count = (
        max(without, key=lambda pair: pair[1])
        if without
        else min(found, key=lambda pair: game.regret(pair[0]))
    )
    others = tuple((m, c / len(mixtures)) for m, c in without if m is not best)
    return Equilibrium(best, game.regret(best), count / len(mixtures), others)


def _settled(game: SymmetricGame, start: Floats) -> Floats:
    """Of the end of the path from a start and its mean, polished, the one with less regret."""
    found = []
    for mixture in follow(game, start):
        found.append(polish(game, mixture))
        if game.regret(found[-1]) <= NEGLIGIBLE:
            break
    return min(found, key=game.regret)
