"""The search for a setup: a race on shared game ids, then fresh games for what it found."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from balance.means import do
from balance.pairing import Change, compare_rotations
from balance.planning import Question, lineup_of, on_fresh_games, plan
from balance.recommending import racing
from balance.recommending.space import Axes, Setup, is_of_row, setups
from balance.recommending.targets import MET, Games, Target, estimate, loss, status
from sims.core import runner
from sims.core.catalogue import find
from sims.core.strategies import shipped
from sims.core.tally import Tally

Progress = Callable[[int], None]

FRONT = 6
"""At most so many setups of a front are played afresh."""

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Regret:
    """How much better the best of the setups that were not chosen could be at most.

    `value` is a difference of losses; times the scale of `target` it is in that target's unit.
    """

    value: float
    target: Target

    @property
    def amount(self) -> float:
        """In the unit of the target."""
        return self.value * self.target.scale


@dataclass(frozen=True)
class Found:
    """What came out at one player count.

    `ranked` are all setups, the race's winner first. `best` is what is recommended: the printed
    setup if it is shown to meet every target, else the winner. `change` is the winner beside the
    printed setup, None if they are one. `strength` maps the lineup, and each rung of the game's
    ladder, to the games of the recommended setup among its players. `none_can` says that every
    setup tried is shown to miss some target, all of them at once.
    """

    players: int
    aims: Sequence[Target]
    ranked: list[Setup]
    printed: Setup
    best: Setup
    front: list[Setup]
    change: Change | None
    regret: Regret
    strength: Mapping[str, Games]
    none_can: bool

    @property
    def meets(self) -> bool:
        """Whether the recommended setup is shown to meet every target, on fresh games."""
        return meets(self.aims, self.best.games)


def meets(aims: Sequence[Target], games: Games) -> bool:
    """Whether games show that every target is met."""
    return all(status(aim, games) == MET for aim in aims)


@dataclass(frozen=True)
class Plan:
    """What is searched: the question, the targets, the axes, and the games.

    `first` are the games of each setup in the first round, `question.games` the fresh ones of
    each setup that is confirmed.
    """

    question: Question
    aims: Sequence[Target]
    axes: Axes
    first: int


def rungs(asked: Question) -> list[str]:
    """The strategies of the game's ladder beside the one that plays, weakest first."""
    game = find(asked.game)
    known = shipped(game.name)
    return [name for name in game.report.ladder if name in known and (name,) != asked.lineup]


def most_games(search: Plan, tried: Mapping[int, Sequence[Setup]]) -> int:
    """The most games that a search can play, for the progress bar."""
    race = sum(2 * racing.total_games(len(found), search.first) for found in tried.values())
    each = 2 + FRONT + len(rungs(search.question))
    return race + each * search.question.games * len(tried)


def outside(aims: Sequence[Target], games: Games) -> list[float]:
    """How far each target is outside its bounds, by its estimate."""
    return [aim.outside(estimate(aim, games).value) for aim in aims]


def score(aims: Sequence[Target], games: Games) -> float:
    """How bad a setup is by its estimates; smaller is better."""
    return loss(aims, outside(aims, games))


def score_between(
    aims: Sequence[Target], games: Games, confidence: float
) -> tuple[float, float, Target]:
    """The least and the most that the loss may be, all targets at once, and what makes the most."""
    share = 1 - (1 - confidence) / len(aims)
    ends = []
    for aim in aims:
        found = estimate(aim, games, share)
        ends.append(aim.outside_between(found.low, found.high))
    lows, highs = [low for low, _ in ends], [high for _, high in ends]
    largest = max(highs)
    binding = aims[highs.index(largest)] if largest > 0 else aims[0]
    return loss(aims, lows), loss(aims, highs), binding


def search(plan_: Plan, progress: Progress | None = None) -> list[Found]:
    """Race, confirm and compare at each player count."""
    tried = setups(plan_.question, plan_.axes)
    fresh = replace(plan_, question=on_fresh_games(plan_.question))
    ranked = _race(plan_, tried, progress)
    changes = {n: _confirm(fresh, found, progress) for n, found in ranked.items()}
    kept = _kept(plan_, ranked)
    return [_settle(fresh, found, n in kept, changes[n], progress) for n, found in ranked.items()]


def _jobs(setup: Setup, seed: int, first: int, games: int) -> list[runner.Job]:
    """Games `first`, `first + 1`, ... of a setup, shared out among its rotations in order."""
    each = games // len(setup.rotations)
    return [
        runner.Job(rotation.cell, rotation.strategies, seed, first + place * each, each)
        for place, rotation in enumerate(setup.rotations)
    ]


def play_until(
    asked: Question, progress: Progress | None = None
) -> Callable[[Sequence[Setup], int], None]:
    """A function that brings setups up to a number of games, half of the new ones to each half."""

    def play(some: Sequence[Setup], games: int) -> None:
        jobs, places = [], []
        for one in some:
            last = one.evenly(games)
            middle = one.played + (last - one.played) // 2
            for half, (start, end) in enumerate(((one.played, middle), (middle, last))):
                if end > start:
                    more = _jobs(one, asked.seed, start, end - start)
                    jobs += more
                    places += [(one, half)] * len(more)
        for (one, half), new in zip(places, do(jobs, asked.threads, progress), strict=True):
            one.halves[half] = one.halves[half] + new.counts

    return play


def _race(
    plan_: Plan, tried: Mapping[int, list[Setup]], progress: Progress | None
) -> dict[int, list[Setup]]:
    """The setups of each player count, the best first.

    Where some axes are the same for every player count (rulings, profiles), each of their points
    first finds its best row at each count; then these race as wholes, each as good as its worst.
    """
    game = find(plan_.question.game)
    play = play_until(plan_.question, progress)

    def bad(setup: Setup) -> float:
        return score(plan_.aims, setup.race)

    groups: dict[str, dict[int, list[Setup]]] = {}
    for players, found in tried.items():
        for setup in found:
            whole = {k: v for k, v in setup.at.items() if not is_of_row(game, k)}
            key = str(whole) if len(tried) > 1 else ""
            groups.setdefault(key, {}).setdefault(players, []).append(setup)
    whole_tables = {key: rows for key, rows in groups.items() if len(rows) == len(tried)}
    ranked = {
        key: {n: racing.halve(found, play, bad, plan_.first) for n, found in rows.items()}
        for key, rows in (whole_tables or groups).items()
    }
    keys = list(ranked)
    if len(keys) > 1:
        keys = racing.halve(
            keys,
            lambda some, games: play([ranked[key][n][0] for key in some for n in tried], games),
            lambda key: max(bad(ranked[key][n][0]) for n in tried),
            max(rows[n][0].played for rows in ranked.values() for n in tried),
        )
    return {n: [setup for key in keys for setup in ranked[key][n]] for n in tried}


def _printed(ranked: Sequence[Setup]) -> Setup:
    return next(setup for setup in ranked if setup.printed)


def _confirm(fresh: Plan, ranked: Sequence[Setup], progress: Progress | None) -> Change | None:
    """Play the printed setup and the winner on the same fresh games."""
    printed, winner = _printed(ranked), ranked[0]
    others = [] if winner is printed else [winner.rotations]
    each = printed.evenly(fresh.question.games) // len(printed.rotations)
    asked = replace(fresh.question, games=each)
    base, changes = compare_rotations(asked, printed.rotations, others, progress)
    printed.fresh = base
    if not changes:
        return None
    winner.fresh = changes[0].tally
    return changes[0]


def _kept(plan_: Plan, ranked: Mapping[int, Sequence[Setup]]) -> set[int]:
    """The player counts at which the printed setup stays: it is shown to meet every target.

    What all counts have in common (rulings, profiles) stays at all of them or at none.
    """
    game = find(plan_.question.game)
    kept, changed = set(), False
    for players, found in ranked.items():
        printed, winner = _printed(found), found[0]
        if meets(plan_.aims, printed.games):
            kept.add(players)
        changed |= any(v != winner.at[k] for k, v in printed.at.items() if not is_of_row(game, k))
    return set() if changed and len(kept) < len(ranked) else kept


def _settle(
    fresh: Plan,
    ranked: list[Setup],
    keep: bool,
    change: Change | None,
    progress: Progress | None,
) -> Found:
    """What is recommended, with its front, its regret and how it fares across strength."""
    aims, asked = fresh.aims, fresh.question
    best = _printed(ranked) if keep else ranked[0]
    front = [setup for setup in _front(aims, ranked) if setup.fresh is None][:FRONT]
    jobs = [_jobs(setup, asked.seed, 0, setup.evenly(asked.games)) for setup in front]
    done = iter(do([job for each in jobs for job in each], asked.threads, progress))
    for setup, each in zip(front, jobs, strict=True):
        setup.fresh = sum((next(done).counts for _ in each), Tally(players=setup.players))
    low = _least(fresh, ranked, best)
    _, high, binding = score_between(aims, best.games, 1 - (1 - CONFIDENCE) / 2)
    return Found(
        players=best.players,
        aims=aims,
        ranked=ranked,
        printed=_printed(ranked),
        best=best,
        front=_front(aims, [setup for setup in ranked if setup.fresh is not None]),
        change=change,
        regret=Regret(max(0.0, high - low), binding),
        strength={lineup_of(best.rotations): best.games, **_ladder(asked, best, progress)},
        none_can=_least(fresh, ranked, None) > 0,
    )


def _least(plan_: Plan, ranked: Sequence[Setup], best: Setup | None) -> float:
    """The least loss that any setup but the chosen one may have, for all of them at once.

    A setup is judged by its games of the race, and when it left the race depended on them; so
    the error is shared by the setups and by the rounds in which each could have been left.
    """
    others = [setup for setup in ranked if setup is not best]
    if not others:
        return math.inf
    rounds = len(racing.rounds(len(ranked), plan_.first))
    share = 1 - (1 - CONFIDENCE) / (2 * len(ranked) * rounds)
    return min(score_between(plan_.aims, setup.race, share)[0] for setup in others)


def _front(aims: Sequence[Target], some: Sequence[Setup]) -> list[Setup]:
    """The setups that no other beats in every target: Pareto's front, the first target first.

    Of the first target smaller is always better; of the others only what is outside the bounds.
    """
    points = []
    for setup in some:
        first, *rest = outside(aims, setup.games)
        points.append((first, *(max(0.0, value) for value in rest)))
    return [setup for _, setup in sorted(_undominated(points, some), key=lambda pair: pair[0])]


def _undominated(
    points: Sequence[tuple[float, ...]], some: Sequence[Setup]
) -> list[tuple[tuple[float, ...], Setup]]:
    kept = []
    for i, point in enumerate(points):
        if any(math.isinf(value) for value in point):
            continue
        beaten = any(
            other != point and all(o <= p for o, p in zip(other, point, strict=True))
            for other in points
        )
        if not beaten and point not in points[:i]:
            kept.append((point, some[i]))
    return kept


def _ladder(asked: Question, best: Setup, progress: Progress | None) -> dict[str, Games]:
    """The recommended setup among players of every other strength, on fresh games."""
    found: dict[str, Games] = {}
    changes = {**asked.changes, **best.at}
    for name in rungs(asked):
        rung = replace(asked, lineup=(name,), players=(best.players,), changes=changes)
        one = Setup(best.players, best.at, tuple(plan(rung)))
        play_until(rung, progress)([one], asked.games)
        found[name] = one.race
    return found
