"""Options by what they are, and the simple choices that several strategies share."""

import numpy as np

from sims.core.jit import part
from sims.core.rng import below
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.strategies._reading import firewall_of, size_of

NOTHING = -1
"""No such option."""


@part
def keep_best(best, found, ties, score, index, stream):
    """The best score so far, where it was found and how many have it; among equals by chance."""
    if score > best:
        return score, np.int64(index), np.int64(1)
    if score == best:
        ties += 1
        if below(stream, ties) == 0:
            found = np.int64(index)
    return best, found, ties


@part
def find_plain(options, kind):
    """Where a protocol that is aimed at nobody, or a card to take, stands; or NOTHING."""
    for i in range(options.count):
        item = options.item[np.uint64(i)]
        if item.form != L.F_PASS and item.kind == kind:
            return i
    return NOTHING


@part
def find_at_leader(view, options, kind, stream):
    """A protocol aimed at the opponent with the highest firewall, ties at random; or NOTHING."""
    best, found, ties = np.int64(-1) << np.int64(60), np.int64(NOTHING), np.int64(0)
    for i in range(options.count):
        item = options.item[np.uint64(i)]
        if item.form == L.F_EXECUTE and item.kind == kind:
            score = firewall_of(view, item.seat)
            best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def find_at_fullest(view, options, kind, stream):
    """A protocol aimed at the opponent with the most cards, ties at random; or NOTHING."""
    best, found, ties = np.int64(-1), np.int64(NOTHING), np.int64(0)
    for i in range(options.count):
        item = options.item[np.uint64(i)]
        if item.form == L.F_EXECUTE and item.kind == kind:
            score = size_of(view, item.seat)
            best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def first_found(one, two):
    """The first of two places, unless it is NOTHING."""
    return one if one != NOTHING else two


@part
def take_in_order(options, first, second):
    """*File Extraction*: a card of the first kind, of the second, or the first one listed."""
    return max(first_found(find_plain(options, first), find_plain(options, second)), 0)


@part
def find_renewal(view, options, stream):
    """In Execution, what brings another card: Data Mine, File Extraction, Packet Loss."""
    mine = find_plain(options, C.DATA_MINE)
    theft = find_at_fullest(view, options, C.FILE_EXTRACTION, stream)
    loss = find_at_leader(view, options, C.PACKET_LOSS, stream)
    return first_found(mine, first_found(theft, loss))
