"""Looking ahead: flat Monte Carlo and information-set tree search, for whatever game has worlds.

Both think in imagined worlds (`sims.core.worlds`): in each, an option is taken, the game is played
on by a cheap strategy of the game, and the seat's reward is noted. A budget says how many such
rollouts a decision may cost.

*Which options get them*: sequential halving (Karnin, Koren and Somekh 2013; for games Pepels,
Cazenave, Winands and Lanctot 2014). The options that are looked at share the budget of a round,
the better half goes on to the next. All of a round are tried in the same worlds with the same
random streams, so that what is compared is options and not luck.

*What follows an option*: in flat Monte Carlo the cheap strategy alone. In tree search every other
decision is learned too, in a tree of the choices after the option: single-observer information-set
MCTS (Cowling, Powley and Whitehouse 2012). A node stands for the same choices in all worlds; the
seat that decides there takes what has the highest upper confidence bound for itself, among the
options that this world has (UCB1 with availability counts in place of the parent's visits). A node
opens its next option only once it was visited often enough (progressive widening, Coulom 2007;
Chaslot and others 2008), first the one that the cheap strategy would take.

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

from sims.core import loop, playouts, rng, worlds
from sims.core.loop import MAX_SEATS, MAX_WEIGHTS, WEIGHTS_DTYPE, apply, observe, options
from sims.core.playouts import copy_state
from sims.core.rng import below
from sims.core.strategies import Mark, mark_of
from sims.core.worlds import imagine

NODE_DTYPE = np.dtype(
    [
        ("code", np.uint64),  # the option that leads here
        ("next", np.int64),  # the next child of the same parent, -1 if none
        ("child", np.int64),  # the first child, -1 if none
        ("children", np.int64),
        ("seat", np.int64),  # who took the option
        ("visits", np.float64),
        ("seen", np.float64),  # visits of the parent in which the option was there
        ("total", np.float64),  # rewards of `seat`
    ],
    align=True,
)
"""A node of the tree: an option, and what came of it."""

TRIAL_DTYPE = np.dtype([("worlds", np.float64), ("gain", np.float64), ("square", np.float64)])
"""An option of the decision: worlds it was tried in, and by how much it did better there than the
most promising one, the sum and the sum of squares."""

FLAT = {"budget": 200.0, "width": 12.0, "depth": 0.0, "caution": 0.0}
"""Rollouts a decision; rollouts for each option looked at, at least (the others are left out, the
least promising first); turns, or what the game's `clock` counts, after which a rollout is cut off,
0 for never; standard errors by which an option must do better than the most promising one."""
TREE = {**FLAT, "explore": 0.5, "widen": 1.0}
"""Also: the weight of the confidence bound in the tree; children a node may have for each square
root of its visits."""
BUDGET, WIDTH, DEPTH, CAUTION, EXPLORE, WIDEN = range(len(TREE))

MAX_DEPTH = 64
"""Choices from the root to a leaf of the tree, at most."""

NONE = -1
_UNFINISHED = -2
_FAR = 1 << 40

_block = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)


def follow(view: Any, listed: Any, rules: Any, weights: Any, stream: Any) -> int:
    """The cheap strategy of rollouts."""
    raise NotImplementedError


def rate(view: Any, listed: Any, rules: Any, scores: Any) -> bool:
    """Write how promising each option looks at first sight; False if the game cannot say."""
    return False


def appraise(state: Any, rules: Any, reward: Any) -> None:
    """Write what a state that is not over is worth to each seat, 0 to 1: an equal chance each."""
    for seat in range(rules.players):
        reward[seat] = 1.0 / rules.players


def clock(state: Any) -> int:
    """What the depth of a rollout is counted in."""
    return np.int64(state.turn)


def advance(state, rules, listed, place):
    """Take an option and go on to the next decision; returns how many options it has."""
    apply(state, rules, listed.item[np.uint64(place)])
    return options(state, rules, listed)


def take_other(state, rules, option, listed):
    """`advance` by an option of another list."""
    apply(state, rules, option)
    return options(state, rules, listed)


def advise(state, rules, view, listed, taste, count):
    """What the cheap strategy takes here."""
    if count == 1:
        return np.int64(0)
    seat = np.uint64(state.decider)
    observe(state, rules, seat, view)
    return np.int64(follow(view, listed, rules, taste, state.choice[seat]))


def judge(state, rules, reward):
    """The reward of each seat where a rollout ended."""
    if state.over == 0:
        appraise(state, rules, reward)
        return
    winner = np.int64(state.winner)
    share = 0.0 if winner == _UNFINISHED else 1.0 / rules.players
    for seat in range(rules.players):
        reward[seat] = share if winner < 0 else np.float64(seat == winner)


def find_code(listed, count, code):
    """The place of an option in a list, NONE if it is not there."""
    for place in range(count):
        if listed.item[np.uint64(place)].code == code:
            return np.int64(place)
    return np.int64(NONE)


def best_child(nodes, node, listed, count, explore):
    """(child, its place) of the highest bound among the options that are there, (NONE, NONE) if none.

    Notes for every child that its option was there.
    """
    best, found, place = -1.0, np.int64(NONE), np.int64(NONE)
    child = nodes[node].child
    while child != NONE:
        at = find_code(listed, count, nodes[child].code)
        if at != NONE:
            kept = nodes[child]
            kept.seen += 1.0
            bound = kept.total / kept.visits
            bound += explore * np.sqrt(np.log(kept.seen) / kept.visits)
            if bound > best:
                best, found, place = bound, child, at
        child = nodes[child].next
    return found, place


def is_child(nodes, node, code):
    """Whether a node has a child of that option."""
    child = nodes[node].child
    while child != NONE:
        if nodes[child].code == code:
            return True
        child = nodes[child].next
    return False


def new_option(state, rules, view, listed, taste, nodes, node, count, stream):
    """The place of an option that is no child yet: the cheap strategy's, or a random one; or NONE."""
    place = advise(state, rules, view, listed, taste, count)
    if not is_child(nodes, node, listed.item[np.uint64(place)].code):
        return place
    place = below(stream, count)
    for _ in range(count):
        if not is_child(nodes, node, listed.item[np.uint64(place)].code):
            return place
        place = place + 1 if place + 1 < count else 0
    return np.int64(NONE)


def open_node(nodes, used, parent, code, seat):
    """Hang a new node under its parent."""
    fresh = nodes[used]
    fresh.code = code
    fresh.seat = seat
    fresh.child = NONE
    fresh.children = 0
    fresh.visits = 0.0
    fresh.seen = 1.0
    fresh.total = 0.0
    fresh.next = nodes[parent].child
    nodes[parent].child = used
    nodes[parent].children += 1


def descend(state, rules, view, listed, taste, nodes, used, path, count, explore, widen, stream):
    """Follow the tree from `path[0]` to a new leaf; returns (nodes used, path length, options)."""
    length = 1
    is_new = False
    while count > 0 and not is_new and length < MAX_DEPTH:
        if count == 1:
            count = advance(state, rules, listed, 0)
            continue
        node = path[length - 1]
        child, place = best_child(nodes, node, listed, count, explore)
        room = 1.0 + widen * np.sqrt(nodes[node].visits)
        if child == NONE or nodes[node].children < room:
            other = new_option(state, rules, view, listed, taste, nodes, node, count, stream)
            if other != NONE:
                is_new = True
                code = listed.item[np.uint64(other)].code
                open_node(nodes, used, node, code, np.int64(state.decider))
                child, place = used, other
                used += 1
        path[length] = child
        length += 1
        count = advance(state, rules, listed, place)
    return used, length, count


def roll_out(state, rules, view, listed, taste, count, end):
    """Play on by the cheap strategy, until the game is over or the clock says so."""
    while count > 0 and clock(state) < end:
        place = advise(state, rules, view, listed, taste, count)
        count = advance(state, rules, listed, place)


def candidates(view, listed, rules, taste, wanted, scores, places, stream):
    """Put the places of the most promising options first, best first; among equals by chance.

    Where the game cannot say, the cheap strategy's own choice is first and chance decides the rest.
    """
    count = np.int64(listed.count)
    for place in range(count):
        places[place] = place
        scores[place] = 0.0
    if not rate(view, listed, rules, scores):
        scores[np.uint64(follow(view, listed, rules, taste, stream))] = 1.0
    for at in range(wanted):
        other = at + below(stream, count - at)
        places[at], places[other] = places[other], places[at]
        for later in range(at + 1, count):
            if scores[places[later]] > scores[places[at]]:
                places[at], places[later] = places[later], places[at]


def mean_gain(trials, root):
    """By how much an option did better than the first one in the same worlds."""
    return trials[root].gain / trials[root].worlds


def keep_better_half(trials, order, alive):
    """Sort all options but the first by mean gain, stable; returns how many go on, the first too."""
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


def back_up(nodes, path, length, reward):
    """Count a rollout in all nodes that led to it, for who decided there."""
    for i in range(length):
        node = nodes[path[i]]
        node.visits += 1.0
        node.total += reward[np.uint64(node.seat)]


def rounds_for(alive):
    """How many times the better half goes on until one is left beside the first."""
    rounds = 1
    while alive > 2:
        alive = 1 + alive // 2
        rounds += 1
    return rounds


def decide(view, listed, rules, weights, stream, is_tree):
    """The place of the option that did best; `weights` as in `DEFAULTS`."""
    count = np.int64(listed.count)
    if count == 1:
        return np.int64(0)
    budget = max(np.int64(weights.value[BUDGET]), 1)
    wanted = max(np.int64(budget / max(weights.value[WIDTH], 1.0)), 2)
    wanted = min(wanted, count, budget)
    taste = np.zeros(1, WEIGHTS_DTYPE)
    for i in range(MAX_WEIGHTS):
        taste[0].value[i] = TASTE[i]
    scores, places = np.empty(count), np.empty(count, np.int64)
    candidates(view, listed, rules, taste[0], wanted, scores, places, stream)
    if wanted == 1:
        return places[0]

    world, trial = np.zeros(1, STATE_DTYPE), np.zeros(1, STATE_DTYPE)
    shown, lists = np.zeros(1, VIEW_DTYPE), np.zeros(1, OPTIONS_DTYPE)
    nodes = np.zeros(wanted + (budget if is_tree else 0), NODE_DTYPE)
    trials = np.zeros(wanted, TRIAL_DTYPE)
    order, path = np.arange(wanted), np.zeros(MAX_DEPTH, np.int64)
    reward = np.zeros(MAX_SEATS)
    for root in range(wanted):
        nodes[root].child = NONE
        nodes[root].seat = view.seat
    me = np.uint64(view.seat)
    used, spent, alive = wanted, 0, wanted
    rounds = rounds_for(wanted)
    for number in range(rounds):
        tries = max((budget - spent) // (alive * (rounds - number)), 1)
        for _ in range(tries):
            if spent + alive > budget:
                break
            imagine(view, rules, stream, world[0])
            end = _FAR
            if weights.value[DEPTH] >= 1.0:
                end = clock(world[0]) + np.int64(weights.value[DEPTH])
            first = 0.0
            for at in range(alive):
                root = order[at]
                copy_state(trial[0], world[0])
                option = listed.item[np.uint64(places[root])]
                left = take_other(trial[0], rules, option, lists[0])
                path[0] = root
                length = 1
                if is_tree:
                    used, length, left = descend(
                        trial[0], rules, shown[0], lists[0], taste[0], nodes, used, path, left,
                        weights.value[EXPLORE], weights.value[WIDEN], stream,
                    )  # fmt: skip
                roll_out(trial[0], rules, shown[0], lists[0], taste[0], left, end)
                judge(trial[0], rules, reward)
                back_up(nodes, path, length, reward)
                if at == 0:
                    first = reward[me]
                gain = reward[me] - first
                trials[root].worlds += 1.0
                trials[root].gain += gain
                trials[root].square += gain * gain
            spent += alive
        alive = keep_better_half(trials, order, alive)
    better = order[1]
    return places[better] if is_better(trials[better], weights.value[CAUTION]) else places[0]


@dataclass(frozen=True)
class Searcher:
    """The search of a game: `decide(view, options, rules, weights, stream, is_tree)`, compiled.

    `sources` are the files that a strategy built on it depends on beside its own.
    """

    decide: Any
    sources: tuple[Path, ...]


_PARTS = (
    advance, take_other, advise, judge, find_code, best_child, is_child, new_option, open_node,
    descend, roll_out, candidates, mean_gain, keep_better_half, is_better, back_up, rounds_for,
    decide,
)  # fmt: skip
_OF_KERNEL = ("__name__", "apply", "observe", "options")
_OF_RECORDS = ("STATE_DTYPE", "VIEW_DTYPE", "OPTIONS_DTYPE")


def searcher(
    game: str,
    rollouts: Callable[..., int],
    weights: Mapping[str, float] | None = None,
    **own: Callable[..., Any],
) -> Searcher:
    """Bind the search to a game that has worlds.

    `rollouts` is the strategy of rollouts, with some `weights` other than its defaults. `own` are
    compiled functions of the game in place of `rate`, `appraise` or `clock`, as this module describes them.
    """
    base = f"sims.games.{game}"
    kernel, records, own_worlds = (
        import_module(f"{base}.{name}") for name in ("kernel", "records", "worlds")
    )
    mark: Mark = mark_of(rollouts)
    taste = np.zeros(MAX_WEIGHTS)
    values = {**mark.weights, **(weights or {})}
    taste[: len(values)] = list(values.values())
    names = {
        **globals(),
        **{name: getattr(kernel, name) for name in _OF_KERNEL},
        **{name: getattr(records, name) for name in _OF_RECORDS},
        "imagine": _block(own_worlds.imagine.py_func),
        "follow": _block(rollouts),
        "rate": _block(rate),
        "appraise": _block(appraise),
        "clock": _block(clock),
        "TASTE": taste,
        **own,
    }
    for function in _PARTS:
        names[function.__name__] = _block(loop.bind(function, names, game))
    files = [__file__, loop.__file__, playouts.__file__, rng.__file__, worlds.__file__]
    files += [own_worlds.__file__ or "", getfile(rollouts)]
    return Searcher(names["decide"], (*map(Path, files), *mark.uses))


__all__ = ["FLAT", "TREE", "Searcher", "searcher"]
