"""The tree of a search: what the seats see, which options they took there, and what came of them.

Information-set MCTS in which a node is what the seat that decides there sees (Cowling, Powley and
Whitehouse 2012; of their variants it is nearest to MO-ISMCTS, in which each player has a tree of
its own). In all imagined worlds in which a seat sees the same it stands at the same node, whatever
the others hold and however they came there; where it holds other cards it stands at another node,
and learns another choice. So nobody learns to choose by what it cannot see, and nobody is taken to
play the same with every hand.

The seat takes the option of the highest upper confidence bound for itself (UCB1). A node opens its
next option only once it was visited often enough (progressive widening: Coulom 2007; Chaslot and
others 2008). The first is no option but *advice*: whatever the strategy of rollouts takes there,
by lot if it does. A tree that knows little plays as that strategy does.

`sims.core.searching` binds these functions to a game.
"""

from typing import Any

import numpy as np

from sims.core.loop import apply, observe, options
from sims.core.memory import hash_record
from sims.core.rng import below

NODE_DTYPE = np.dtype(
    [
        ("sight", np.uint64),  # what the seat sees there, see `sight_of`
        ("first", np.int64),  # its first branch
        ("branches", np.int64),  # 0: a free place of the table
        ("visits", np.float64),
    ],
    align=True,
)
"""What a seat sees when it is to decide."""

BRANCH_DTYPE = np.dtype(
    [
        ("place", np.int64),  # of the option in the list, or ADVISED
        ("next", np.int64),  # the next branch of the same node, NONE if none
        ("seat", np.int64),  # who decides
        ("visits", np.float64),
        ("total", np.float64),  # rewards of `seat`
    ],
    align=True,
)
"""An option of a node that was tried."""

MAX_DEPTH = 64
"""Choices from the root to a leaf of the tree, at most."""

NONE, ADVISED = -1, -2
"""No branch or place; the place of whatever the strategy of rollouts takes."""


def follow(view: Any, listed: Any, rules: Any, weights: Any, stream: Any) -> int:
    """The strategy of rollouts."""
    raise NotImplementedError


def clock(state: Any) -> Any:
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


def table_size(rollouts):
    """Places of a table of nodes in which every other one at least stays free."""
    size = 2
    while size < 2 * rollouts:
        size *= 2
    return size


def find_node(nodes, sight):
    """The place of the node of that sight, or a free one if there is none."""
    last = np.uint64(len(nodes) - 1)
    place = sight & last
    while nodes[place].branches > 0 and nodes[place].sight != sight:
        place = (place + np.uint64(1)) & last
    return place


def sight_of(view, count):
    """What the seat sees, as a number. Equal views have equal lists; the length makes it safe."""
    return hash_record(view, count)


def best_branch(branches, node, explore):
    """The branch of the highest bound."""
    best, found = -1.0, np.int64(NONE)
    at = node.first
    while at != NONE:
        tried = branches[at]
        bound = tried.total / tried.visits
        bound += explore * np.sqrt(np.log(node.visits) / tried.visits)
        if bound > best:
            best, found = bound, at
        at = tried.next
    return found


def is_tried(branches, node, place):
    """Whether a node has a branch of that option."""
    at = node.first
    while at != NONE:
        if branches[at].place == place:
            return True
        at = branches[at].next
    return False


def new_option(branches, node, count, advised, stream):
    """A random option that was neither tried yet nor is advised; NONE if there is none."""
    place = below(stream, count)
    for _ in range(count):
        if place != advised and not is_tried(branches, node, place):
            return place
        place = place + 1 if place + 1 < count else 0
    return np.int64(NONE)


def open_branch(branches, used, node, place, seat):
    """Hang a new branch on a node; returns how many branches there are."""
    fresh = branches[used]
    fresh.place = place
    fresh.seat = seat
    fresh.visits = 0.0
    fresh.total = 0.0
    fresh.next = node.first if node.branches > 0 else NONE
    node.first = used
    node.branches += 1
    return used + 1


def descend(
    state, rules, view, listed, taste, nodes, branches, used, path, count, end, explore, widen,
    stream,
):  # fmt: skip
    """Follow the tree to a new branch, or to the clock's end.

    Returns (branches used, path length, options of the decision that is due).
    """
    length = 0
    before = used
    while count > 0 and used == before and length < MAX_DEPTH and clock(state) < end:
        if count == 1:
            count = advance(state, rules, listed, 0)
            continue
        seat = np.uint64(state.decider)
        observe(state, rules, seat, view)
        sight = sight_of(view, count)
        node = nodes[find_node(nodes, sight)]
        advised = np.int64(follow(view, listed, rules, taste, state.choice[seat]))
        opened = np.int64(NONE)
        if node.branches == 0:
            node.sight = sight
            opened = np.int64(ADVISED)
        elif node.branches + 1 <= 1.0 + widen * np.sqrt(node.visits):
            opened = new_option(branches, node, count, advised, stream)
        if opened != NONE:
            used = open_branch(branches, used, node, opened, np.int64(seat))
        at = before if opened != NONE else best_branch(branches, node, explore)
        node.visits += 1.0
        path[length] = at
        length += 1
        place = branches[at].place
        count = advance(state, rules, listed, advised if place == ADVISED else place)
    return used, length, count


def back_up(branches, path, length, reward):
    """Count a rollout in all branches that led to it, for who decided there."""
    for i in range(length):
        tried = branches[path[i]]
        tried.visits += 1.0
        tried.total += reward[np.uint64(tried.seat)]


PARTS = (
    advance, take_other, advise, table_size, find_node, sight_of, best_branch, is_tried,
    new_option, open_branch, descend, back_up,
)  # fmt: skip
"""What is bound to a game, each after those that it calls."""
