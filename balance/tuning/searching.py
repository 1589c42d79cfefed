"""Tuning a strategy's weights by evolution against a pool, and confirming what came of it.

The objective is the mean win rate of one player with the weights, among n - 1 players of each
member of the pool, over all seats. The pool has up to three parts that count alike: the other
strategies, the untuned one, and from the `RENEW`-th generation on an earlier best; so a gain
against weak players is not bought by weakness against one's own like. All candidates of a
generation play the same game ids; each generation has fresh ones, so that nothing is fitted to
some deals.

A mean can still be bought: much won from some of the pool for much lost to others. Where one is to
win `evenly`, the objective is a power mean of the win rates against each of the pool, near to the
lowest of them: a weak spot costs more than wins elsewhere bring.

Two who defend themselves ever better may never come to an end, and a pool of others does not show
it. With a `mirror` every candidate also plays a table of its own kind on the same ids, and the
share of those games that the mirror's limit cuts off is taken off its objective.

What the search ends with is the mean of its distribution, and no more than a candidate: it is held
against the untuned weights on fresh games, and only what is shown to win more is kept.

Sources: N. Hansen and A. Ostermeier, Completely derandomized self-adaptation in evolution
strategies, Evolutionary Computation 9 (2001) 159-195 (by the library `cma`); common random numbers:
A. M. Law, Simulation Modeling and Analysis, 5th ed. 2015, chapter 11.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from balance.means import do
from balance.planning import FRESH
from balance.tuning.space import Space
from balance.versus import Compared, Gain, Seated, Side, Versus, gain, one_among
from sims.core.contract import Cell
from sims.core.schedule import Progress

SIGMA = 0.3
"""How far the first generation reaches, on the scale of each weight: factors of about a third."""

RENEW = 10
"""Generations after which the earlier best in the pool is another one."""


@dataclass(frozen=True)
class Tuning:
    """What is searched: a cell (players, rules), who is tuned, against whom, with how many games.

    `seats` (from 0) are those it sits in; `ids` are game ids of a candidate in a generation and
    `confirm_ids` those of the confirmation, each played in every seat against each of the pool.
    """

    cell: Cell
    tuned: Seated
    pool: tuple[tuple[str, Seated], ...]
    seats: tuple[int, ...]
    generations: int
    population: int
    ids: int
    confirm_ids: int
    seed: int
    threads: int = 0
    renew: bool = True
    mirror: Cell | None = None
    evenly: bool = False

    @property
    def games(self) -> int:
        """About how many games will be played, for a progress bar."""
        tables = len(self.pool) + self.renew
        jobs = tables * len(self.seats) + (self.mirror is not None)
        candidates = self.generations * self.population * jobs * self.ids
        confirm = 2 * len(self.pool) * len(self.seats) + (self.mirror is not None)
        return candidates + confirm * self.confirm_ids


@dataclass(frozen=True)
class Generation:
    """The objectives of a generation: of its best candidate, and the mean over all of it."""

    best: float
    mean: float


@dataclass(frozen=True)
class Found:
    """What a search found: weights, and what they gain over the untuned ones on fresh games.

    `gain` is over the whole pool, `gains` against each of it; `late` of so many `mirrors`, games of
    its own kind, were not over within the turns asked for. `confirmed`: more games won within the
    turn limit, and also with unfinished games shared by all, both shown at 95 %.
    """

    weights: dict[str, float]
    gain: Gain
    gains: tuple[Gain, ...]
    generations: tuple[Generation, ...]
    late: int = 0
    mirrors: int = 0

    @property
    def confirmed(self) -> bool:
        """Whether the weights are shown to be better than the untuned ones."""
        return self.gain.seen_low > 0 and self.gain.shared_low > 0


def default_population(weights: int) -> int:
    """Candidates of a generation, as Hansen recommends for so many weights."""
    return 4 + int(3 * math.log(max(1, weights)))


def search(tuning: Tuning, progress: Progress | None = None) -> Found:
    """Search, then confirm; raises `Interrupted` on Ctrl-C. `progress` counts games."""
    space = Space.around(tuning.tuned.free)
    evolution = _evolution(tuning, len(space.names))
    earlier: Seated | None = None
    course = []
    for generation in range(tuning.generations):
        if tuning.renew and generation and generation % RENEW == 0:
            earlier = tuning.tuned.with_weights(space.weights(evolution.result.xfavorite))
        points = evolution.ask()
        rates = _rates(tuning, space, points, generation, earlier, progress)
        evolution.tell(points, [-rate for rate in rates])
        course.append(Generation(max(rates), float(np.mean(rates))))
    weights = space.weights(evolution.result.xfavorite)
    kept = tuning.tuned.with_weights(weights)
    whole, *each = confirm(tuning, kept, progress)
    late, mirrors = _late(tuning, kept, progress)
    return Found(weights, whole, tuple(each), tuple(course), late, mirrors)


def _evolution(tuning: Tuning, size: int) -> Any:
    """The library's search, with random numbers of its own that depend on the seed alone."""
    import cma

    chooser = np.random.default_rng(tuning.seed)
    options = {
        "randn": lambda *shape: chooser.standard_normal(shape), "seed": math.nan,
        "popsize": tuning.population, "maxiter": tuning.generations, "verbose": -9,
    }  # fmt: skip
    return cma.CMAEvolutionStrategy(np.zeros(size), SIGMA, options)


def _side(tuning: Tuning, one: Seated, others: Sequence[Seated], first: int, ids: int) -> Side:
    """One player in every seat in turn, among players of each of some others."""
    whole = Side((), ())
    for other in others:
        whole += one_among(tuning.cell, one, other, tuning.seats, tuning.seed, first, ids)
    return whole


def member_shares(tuning: Tuning, renewed: bool) -> tuple[int, ...]:
    """How often the wins against each of the pool count: the untuned strategy, and an earlier best
    behind it, as much as all others together.
    """
    own = [member.strategy.name == tuning.tuned.strategy.name for _, member in tuning.pool]
    others = max(1, len(own) - sum(own))
    return tuple([others if is_own else 1 for is_own in own] + [others] * renewed)


def shares(tuning: Tuning, renewed: bool) -> tuple[int, ...]:
    """`member_shares` by table: a table for each of the pool and each seat."""
    return tuple(count for count in member_shares(tuning, renewed) for _ in tuning.seats)


def tables_of(tuning: Tuning, members: int) -> list[tuple[int, ...]]:
    """For each of so many of the pool 1 at its tables and 0 at others."""
    seats = len(tuning.seats)
    tables = range(members * seats)
    return [tuple(int(at // seats == place) for at in tables) for place in range(members)]


def _rates(
    tuning: Tuning, space: Space, points: Sequence[np.ndarray], generation: int,
    earlier: Seated | None, progress: Progress | None,
) -> list[float]:  # fmt: skip
    """The objective of each candidate of a generation; a game that does not end is not won."""
    others = [member for _, member in tuning.pool] + ([earlier] if earlier is not None else [])
    parts = tuple(tables_of(tuning, len(others)))
    first = generation * tuning.ids
    ones = [tuning.tuned.with_weights(space.weights(point)) for point in points]
    works = [Versus(_side(tuning, one, others, first, tuning.ids), None, parts) for one in ones]
    done = do(works, tuning.threads, _times(progress, len(parts[0])))
    counts = member_shares(tuning, earlier is not None)
    won = [objective(tuning, each.counts, counts) for each in done]
    if tuning.mirror is None:
        return won
    mirrors = [_mirror(tuning, tuning.mirror, one, first, tuning.ids) for one in ones]
    drawn = [_unfinished(each.counts) for each in do(mirrors, tuning.threads, progress)]
    return [a - late / games for a, (late, games) in zip(won, drawn, strict=True)]


def objective(tuning: Tuning, counts: Compared, shares: Sequence[int]) -> float:
    """The mean of the win rates against each of the pool; or, to win evenly, their power mean.

    Its exponent is -4: -1 is the harmonic mean, far below is the lowest rate alone, which a few
    hundred games tell too roughly to climb on.
    """
    games = counts.games * len(tuning.seats)
    won = [part["won"].total_a for part in counts.sums]
    if not tuning.evenly:
        return sum(a * b for a, b in zip(won, shares, strict=True)) / (games * sum(shares))
    # Half a win more than there are, so that none at all is not infinitely bad. The power by
    # products and roots, which every processor rounds alike.
    inverse = [(games + 1) / (a + 0.5) for a in won]
    mean = sum((a * a) * (a * a) for a in inverse) / len(inverse)
    return 1 / math.sqrt(math.sqrt(mean))


def _mirror(tuning: Tuning, cell: Cell, one: Seated, first: int, ids: int) -> Versus:
    """A table of one kind."""
    return Versus(one_among(cell, one, one, (0,), tuning.seed, first, ids), None, ((1,),))


def _unfinished(counts: Compared) -> tuple[int, int]:
    """How many games of one job were cut off, and how many there were."""
    sums = counts.sums[0]
    return int(sums["most"].total_a - sums["won"].total_a), counts.games


def _late(tuning: Tuning, found: Seated, progress: Progress | None) -> tuple[int, int]:
    """Of how many fresh games of its own kind how many do not end in time."""
    if tuning.mirror is None:
        return 0, 0
    fresh = replace(tuning, seed=(tuning.seed + FRESH) % 2**63)
    work = _mirror(fresh, tuning.mirror, found, 0, tuning.confirm_ids)
    [done] = do([work], tuning.threads, progress)
    return _unfinished(done.counts)


def _times(progress: Progress | None, jobs: int) -> Progress | None:
    """A progress that counts games, from one that is told of game ids."""
    if progress is None:
        return None
    return lambda ids: progress(ids * jobs)


def confirm(tuning: Tuning, found: Seated, progress: Progress | None = None) -> list[Gain]:
    """What weights gain over the untuned ones on fresh games: over the pool, and by member."""
    fresh = replace(tuning, seed=(tuning.seed + FRESH) % 2**63)
    others = [member for _, member in tuning.pool]
    whole = shares(tuning, False)
    parts = (whole, *tables_of(tuning, len(others)))
    sides = [_side(fresh, one, others, 0, tuning.confirm_ids) for one in (found, tuning.tuned)]
    advance = _times(progress, 2 * len(whole))
    [done] = do([Versus(sides[0], sides[1], parts)], tuning.threads, advance)
    players = tuning.cell.players
    return [gain(sums, part, players) for part, sums in zip(parts, done.counts.sums, strict=True)]
