"""The tree of a search: which options follow one another, and what came of them.

Single-observer information-set MCTS (Cowling, Powley and Whitehouse 2012): a node stands for the
same choices in all imagined worlds. The seat that decides there takes what has the highest upper
confidence bound for itself, among the options that this world has: UCB1 with the number of times
an option was there in place of the parent's visits. A node opens its next option only once it was
visited often enough (progressive widening: Coulom 2007; Chaslot and others 2008).

The first child of a node is no option but *advice*: whatever the strategy of rollouts takes in this
world. A seat's best choice hangs on its own hand, which differs from world to world and which such
a node does not tell apart; the strategy sees it. So a tree that knows little plays as the strategy
does, and an option is learned beside it where it is better in most worlds.

`sims.core.searching` binds these functions to a game.
"""

from typing import Any

import numpy as np

from sims.core.loop import apply, observe, options
from sims.core.rng import below

NODE_DTYPE = np.dtype(
    [
        ("code", np.uint64),  # the option that leads here
        ("next", np.int64),  # the next child of the same parent, NONE if none
        ("child", np.int64),  # the first child, NONE if none
        ("children", np.int64),
        ("seat", np.int64),  # who took the option
        ("visits", np.float64),
        ("seen", np.float64),  # visits of the parent in which the option was there
        ("total", np.float64),  # rewards of `seat`
    ],
    align=True,
)
"""A node of the tree."""

MAX_DEPTH = 64
"""Choices from the root to a leaf of the tree, at most."""

NONE, ADVISED = -1, -2
"""No node or place; the place of whatever the strategy of rollouts takes."""
ADVICE = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
"""The code of the child that is advice."""


def follow(view: Any, listed: Any, rules: Any, weights: Any, stream: Any) -> int:
    """The strategy of rollouts."""
    raise NotImplementedError


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


def find_code(listed, count, code):
    """The place of an option in a list, NONE if it is not there, ADVISED for advice."""
    if code == ADVICE:
        return np.int64(ADVISED)
    for place in range(count):
        if listed.item[np.uint64(place)].code == code:
            return np.int64(place)
    return np.int64(NONE)


def best_child(nodes, node, listed, count, explore):
    """The child of the highest bound whose option is there, and its place; (NONE, NONE) if none.

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


def new_option(nodes, node, listed, count, advised, stream):
    """The place of a random option that is no child yet and is not advised here; or NONE."""
    place = below(stream, count)
    for _ in range(count):
        if place != advised and not is_child(nodes, node, listed.item[np.uint64(place)].code):
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
        code, opened = ADVICE, np.int64(NONE)
        if child == NONE:
            opened = np.int64(ADVISED)
        elif nodes[node].children + 1 <= room:
            advised = advise(state, rules, view, listed, taste, count)
            opened = new_option(nodes, node, listed, count, advised, stream)
            if opened != NONE:
                code = listed.item[np.uint64(opened)].code
        if opened != NONE:
            is_new = True
            open_node(nodes, used, node, code, np.int64(state.decider))
            child, place = used, opened
            used += 1
        if place == ADVISED:
            place = advise(state, rules, view, listed, taste, count)
        path[length] = child
        length += 1
        count = advance(state, rules, listed, place)
    return used, length, count


def back_up(nodes, path, length, reward):
    """Count a rollout in all nodes that led to it, for who decided there."""
    for i in range(length):
        node = nodes[path[i]]
        node.visits += 1.0
        node.total += reward[np.uint64(node.seat)]


PARTS = (
    advance, take_other, advise, find_code, best_child, is_child, new_option, open_node, descend,
    back_up,
)  # fmt: skip
"""What is bound to a game, each after those that it calls."""
