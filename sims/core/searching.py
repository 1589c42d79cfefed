"""Looking ahead: flat Monte Carlo and information-set tree search, for whatever game has worlds.

Both think in imagined worlds (`sims.core.worlds`): in each, an option is taken, the game is played
on by a cheap strategy of the game, and the seat's reward is noted. A budget says how many such
rollouts a decision may cost.

*Which options get them*: sequential halving (Karnin, Koren and Somekh 2013; for games Pepels,
Cazenave, Winands and Lanctot 2014). The options that are looked at share the budget of a round,
the better half goes on to the next. All of a round are tried in the same worlds with the same
random streams, so that what is compared is options and not luck. The most promising one at first
sight always goes on, and another is taken only if it did better by more than chance would have it.

*What follows an option*: in flat Monte Carlo the cheap strategy alone. In tree search the next
decisions are learned too, everybody's, each for itself: `sims.core.trees`.

*Reward*: 1 for the winner, an equal share each for a draw, 0 for everybody in a game that the rules
cut off unfinished. A rollout that is cut off earlier is worth what the game's `appraise` says.

`searcher` binds all this to a game, as `sims.core.loop.bind` does for the loop.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from inspect import getfile
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from sims.core import loop, memory, playouts, rng, trees, worlds
from sims.core.loop import MAX_SEATS, WEIGHTS_DTYPE
from sims.core.playouts import copy_state
from sims.core.rng import below
from sims.core.strategies import mark_of
from sims.core.tally import UNFINISHED
from sims.core.trees import (
    BRANCH_DTYPE,
    MAX_DEPTH,
    NODE_DTYPE,
    advance,
    advise,
    back_up,
    clock,
    descend,
    follow,
    table_size,
    take_other,
)
from sims.core.worlds import imagine

TRIAL_DTYPE = np.dtype(
    [("worlds", np.float64), ("total", np.float64), ("gain", np.float64), ("square", np.float64)]
)
"""An option of the decision: worlds it was tried in, its rewards there, and by how much it did
better than the most promising one, the sum and the sum of squares."""

FLAT = {"budget": 200.0, "width": 12.0, "depth": 0.0, "caution": 1.0}
"""Rollouts a decision; rollouts for each option looked at, at least (the others are left out, the
least promising first); turns, or what the game's `clock` counts, after which a rollout is cut off,
0 for never; standard errors by which an option must do better than the most promising one."""
TREE = {**FLAT, "explore": 0.2, "widen": 0.2}
"""Also: the weight of the confidence bound in the tree; options that a node may have tried beyond
the first, for each square root of its visits."""
BUDGET, WIDTH, DEPTH, CAUTION, EXPLORE, WIDEN = range(len(TREE))
OF_FLAT, OF_TREE = len(FLAT), len(TREE)

_FAR = 1 << 40

_block = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)


def rate(view: Any, listed: Any, rules: Any, taste: Any, scores: Any) -> bool:
    """Write how promising each option looks at first sight; False if the game cannot say.

    `taste` holds the weights that rollouts are played with.
    """
    return False


def appraise(state: Any, rules: Any, reward: Any) -> None:
    """Write what a state that is not over is worth to each seat, 0 to 1: an equal chance each."""
    for seat in range(rules.players):
        reward[seat] = 1.0 / rules.players


def judge(state, rules, reward):
    """The reward of each seat where a rollout ended."""
    if state.over == 0:
        appraise(state, rules, reward)
        return
    winner = np.int64(state.winner)
    share = 0.0 if winner == UNFINISHED else 1.0 / rules.players
    for seat in range(rules.players):
        reward[seat] = share if winner < 0 else np.float64(seat == winner)


def roll_out(state, rules, view, listed, taste, count, end):
    """Play on by the cheap strategy, until the game is over or the clock says so."""
    while count > 0 and clock(state) < end:
        place = advise(state, rules, view, listed, taste, count)
        count = advance(state, rules, listed, place)


def candidates(view, listed, rules, taste, best, stream):
    """Fill `best` with the places of the most promising options, best first.

    Where the game cannot say, the cheap strategy's own choice is first and chance decides the rest.
    """
    count = np.int64(listed.count)
    scores, places = np.zeros(count), np.arange(count)
    if not rate(view, listed, rules, taste, scores):
        scores[np.uint64(follow(view, listed, rules, taste, stream))] = 1.0
    for at in range(len(best)):
        other = at + below(stream, count - at)
        places[at], places[other] = places[other], places[at]
        for later in range(at + 1, count):
            if scores[places[later]] > scores[places[at]]:
                places[at], places[later] = places[later], places[at]
        best[at] = places[at]


def note_trial(trial, gain, reward):
    """Count a rollout of an option."""
    trial.worlds += 1.0
    trial.total += reward
    trial.gain += gain
    trial.square += gain * gain


def mean_gain(trials, root):
    """By how much an option did better than the first one in the same worlds."""
    return trials[root].gain / trials[root].worlds


def keep_better_half(trials, order, alive):
    """Sort all options but the first by mean gain, stable; returns how many go on with it."""
    for at in range(2, alive):
        moving = order[at]
        place = at
        while place > 1 and mean_gain(trials, order[place - 1]) < mean_gain(trials, moving):
            order[place] = order[place - 1]
            place -= 1
        order[place] = moving
    return 1 + alive // 2


def is_better(trial, caution):
    """Whether an option's gain over the first one is so many standard errors from none.

    A quarter of a win, squared, stands for what a few worlds cannot yet say of the spread.
    """
    mean = trial.gain / trial.worlds
    spread = trial.square / trial.worlds - mean * mean + 0.25 / trial.worlds
    return mean > caution * np.sqrt(max(spread, 0.0) / trial.worlds)


def rounds_for(alive):
    """How many times the better half goes on until one is left beside the first."""
    rounds = 1
    while alive > 2:
        alive = 1 + alive // 2
        rounds += 1
    return rounds


def try_options(
    view, listed, rules, taste, weights, stream, is_tree, places, trials, nodes, branches, order
):  # fmt: skip
    """Sequential halving over the options at `places`; `order[1]` is the best beside the first.

    Returns how many rollouts were played. Boxes for worlds are made here, once a decision.
    """
    wanted = len(places)
    budget = np.int64(weights.value[BUDGET])
    depth = np.int64(weights.value[DEPTH])
    world, trial = np.zeros(1, STATE_DTYPE), np.zeros(1, STATE_DTYPE)  # noqa: F821
    shown, lists = np.zeros(1, VIEW_DTYPE), np.zeros(1, OPTIONS_DTYPE)  # noqa: F821
    path, reward = np.zeros(MAX_DEPTH, np.int64), np.zeros(MAX_SEATS)
    me = np.uint64(view.seat)
    used, spent, alive = 0, 0, wanted
    rounds = rounds_for(wanted)
    for number in range(rounds):
        worlds = max((budget - spent) // (alive * (rounds - number)), 1)
        for _ in range(worlds):
            if spent + alive > budget:
                break
            imagine(view, rules, stream, world[0])
            end = clock(world[0]) + depth if depth > 0 else np.int64(_FAR)
            first = 0.0
            for at in range(alive):
                root = order[at]
                copy_state(trial[0], world[0])
                option = listed.item[np.uint64(places[root])]
                left = take_other(trial[0], rules, option, lists[0])
                length = 0
                if is_tree:
                    used, length, left = descend(
                        trial[0], rules, shown[0], lists[0], taste, nodes, branches, used, path,
                        left, end, weights.value[EXPLORE], weights.value[WIDEN], stream,
                    )  # fmt: skip
                roll_out(trial[0], rules, shown[0], lists[0], taste, left, end)
                judge(trial[0], rules, reward)
                back_up(branches, path, length, reward)
                if at == 0:
                    first = reward[me]
                note_trial(trials[root], reward[me] - first, reward[me])
            spent += alive
        alive = keep_better_half(trials, order, alive)
    return spent


def looked_at(listed, weights):
    """How many options the budget is shared by."""
    budget = max(np.int64(weights.value[BUDGET]), 1)
    wanted = max(np.int64(budget / max(weights.value[WIDTH], 1.0)), 2)
    return min(wanted, np.int64(listed.count), budget)


def think(view, listed, rules, weights, stream, is_tree, places, trials):
    """Which of the places that it fills in (`looked_at` of them) holds the option that did best."""
    wanted = len(places)
    taste = np.zeros(1, WEIGHTS_DTYPE)
    start = OF_TREE if is_tree else OF_FLAT
    for i in range(len(TASTE) - 1):  # noqa: F821
        taste[0].value[i] = weights.value[start + i] if IS_GIVEN else TASTE[i]  # noqa: F821
    candidates(view, listed, rules, taste[0], places, stream)
    if wanted == 1:
        return 0
    room = np.int64(weights.value[BUDGET]) if is_tree else 0
    nodes = np.zeros(table_size(room), NODE_DTYPE)
    branches = np.zeros(room, BRANCH_DTYPE)
    order = np.arange(wanted)
    try_options(
        view, listed, rules, taste[0], weights, stream, is_tree, places, trials, nodes, branches,
        order,
    )  # fmt: skip
    return order[1] if is_better(trials[order[1]], weights.value[CAUTION]) else 0


def decide(view, listed, rules, weights, stream, is_tree):
    """The place of the option that did best; `weights` as in `TREE`, or in `FLAT`."""
    if listed.count == 1:
        return np.int64(0)
    wanted = looked_at(listed, weights)
    places = np.empty(wanted, np.int64)
    trials = np.zeros(wanted, TRIAL_DTYPE)
    return places[think(view, listed, rules, weights, stream, is_tree, places, trials)]


def score(view, listed, rules, weights, stream, is_tree, scores, playouts):
    """Write the mean reward and the rollouts of every option looked at; see `sims.core.scores`."""
    wanted = looked_at(listed, weights)
    places = np.empty(wanted, np.int64)
    trials = np.zeros(wanted, TRIAL_DTYPE)
    think(view, listed, rules, weights, stream, is_tree, places, trials)
    for i in range(wanted):
        if trials[i].worlds > 0.0:
            scores[places[i]] = trials[i].total / trials[i].worlds
            playouts[places[i]] = trials[i].worlds


def score_tree(view, listed, rules, weights, stream, scores, playouts):
    """`score` of the tree search."""
    score(view, listed, rules, weights, stream, True, scores, playouts)


def score_flat(view, listed, rules, weights, stream, scores, playouts):
    """`score` of flat Monte Carlo."""
    score(view, listed, rules, weights, stream, False, scores, playouts)


@dataclass(frozen=True)
class Searcher:
    """The search of a game, compiled.

    `decide(view, options, rules, weights, stream, is_tree)` is what a strategy calls; `think` and
    `looked_at` are its parts, for who wants to see what became of each option. `score_tree` and
    `score_flat` are what such strategies are marked with as `scores`. `sources` are the files that
    a strategy built on it depends on beside its own. `rollouts` are the weights that it has after
    those of `FLAT` or `TREE`, if it was told with whose weights rollouts are played.
    """

    decide: Any
    think: Any
    looked_at: Any
    score_tree: Any
    score_flat: Any
    sources: tuple[Path, ...]
    rollouts: Mapping[str, float]


_PARTS = (
    *trees.PARTS, judge, roll_out, candidates, note_trial, mean_gain, keep_better_half, is_better,
    rounds_for, try_options, looked_at, think, decide, score,
    score_tree, score_flat,
)  # fmt: skip
_OF_KERNEL = ("__name__", "apply", "observe", "options")
_OF_RECORDS = ("STATE_DTYPE", "VIEW_DTYPE", "OPTIONS_DTYPE")


def searcher(
    game: str,
    rollouts: Callable[..., int],
    weights: Mapping[str, float] | None = None,
    like: str = "",
    **own: Callable[..., Any],
) -> Searcher:
    """Bind the search to a game that has worlds.

    `rollouts` is the strategy of rollouts, with some `weights` other than its defaults; or with all
    those of the strategy `like`, which has the same code, at the number of players: weights of the
    search (`Searcher.rollouts`), see `sims.core.strategies.borrowed`. `own` are
    compiled functions of the game in place of `rate`, `appraise` or `clock`, which this module
    describes.
    """
    base = f"sims.games.{game}"
    kernel, records, own_worlds = (
        import_module(f"{base}.{name}") for name in ("kernel", "records", "worlds")
    )
    mark = mark_of(rollouts)
    values = {**mark.weights, **(weights or {})}
    taste = np.array([*values.values(), 0.0])  # one more: an array of none cannot be a constant
    names = {
        **vars(trees),
        **globals(),
        **{name: getattr(kernel, name) for name in _OF_KERNEL},
        **{name: getattr(records, name) for name in _OF_RECORDS},
        "imagine": _block(own_worlds.imagine.py_func),
        "follow": _block(rollouts),
        "rate": _block(rate),
        "appraise": _block(appraise),
        "clock": _block(clock),
        "TASTE": taste,
        "IS_GIVEN": bool(like),
        **own,
    }
    for function in _PARTS:
        names[function.__name__] = _block(loop.bind(function, names, game))
    files = [
        __file__,
        trees.__file__,
        memory.__file__,
        loop.__file__,
        playouts.__file__,
        rng.__file__,
        worlds.__file__,
    ]
    files += [own_worlds.__file__ or "", getfile(rollouts)]
    return Searcher(
        names["decide"], names["think"], names["looked_at"], names["score_tree"],
        names["score_flat"], (*map(Path, files), *mark.uses),
        {f"{like}.{key}": value for key, value in values.items()} if like else {},
    )  # fmt: skip


__all__ = ["FLAT", "TREE", "Searcher", "searcher"]
