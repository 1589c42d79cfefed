"""Stealing."""

import numpy as np

from sims.core.jit import part
from sims.core.strategies import strategy
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.strategies._picking import (
    NOTHING,
    find_at_leader,
    find_plain,
    find_renewal,
    first_found,
    keep_best,
    take_in_order,
)
from sims.games.gatecrasher.strategies._reading import (
    firewall_of,
    hacker_in,
    held,
    seen_of,
    size_of,
)


@part
def _find_theft(view, options, stream):
    """Whom to steal from: who is known to hold Bolsters, then the leader, then the fullest hand."""
    best, found, ties = np.int64(-1) << np.int64(60), np.int64(NOTHING), np.int64(0)
    for i in range(options.count):
        item = options.item[np.uint64(i)]
        if item.form == L.F_EXECUTE and item.kind == C.FILE_EXTRACTION:
            score = 30 * min(seen_of(view, item.seat, C.BOLSTER), 1)
            score += firewall_of(view, item.seat) + size_of(view, item.seat)
            best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def _take(view, options, rules):
    """Bolsters as long as it can use more of them; then Packet Losses, before they hit it."""
    plays = hacker_in(view, rules, view.seat).overclock_protocols
    if held(view, C.BOLSTER) <= plays:
        return take_in_order(options, C.BOLSTER, C.PACKET_LOSS)
    return take_in_order(options, C.PACKET_LOSS, C.BOLSTER)


@strategy("gatecrasher")
def thief(view, options, rules, weights, stream):
    """Takes the leader's Bolsters by File Extraction as long as it needs them, and the Packet
    Losses when it does not; then plays what it stole.
    """
    if view.decision == L.EXTRACT:
        return _take(view, options, rules)
    theft = _find_theft(view, options, stream)
    move = first_found(theft, find_plain(options, C.BOLSTER))
    if move != NOTHING:
        return move
    if view.phase == L.P_EXECUTION:
        return max(find_renewal(view, options, stream), 0)
    loss = find_at_leader(view, options, C.PACKET_LOSS, stream)
    if loss == NOTHING:
        return 0
    target = options.item[np.uint64(loss)].seat
    return loss if firewall_of(view, target) >= firewall_of(view, view.seat) else 0
