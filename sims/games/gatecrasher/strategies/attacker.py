"""Attacking."""

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
    take_in_order,
)
from sims.games.gatecrasher.strategies._reading import firewall_of


@part
def _is_ahead(view, rules, options, loss):
    """Whether the opponent aimed at has something to lose, and in Overclock is not behind."""
    firewall = firewall_of(view, options.item[np.uint64(loss)].seat)
    if view.phase == L.P_OVERCLOCK:
        return firewall > rules.lowest and firewall >= firewall_of(view, view.seat)
    return firewall > rules.lowest


@strategy("gatecrasher")
def attacker(view, options, rules, weights, stream):
    """Packet Loss at the leader whenever there is something to take; Bolsters when it has none.

    In Overclock it attacks only who is not behind it.
    """
    if view.decision == L.EXTRACT:
        return take_in_order(options, C.PACKET_LOSS, C.BOLSTER)
    loss = find_at_leader(view, options, C.PACKET_LOSS, stream)
    if loss != NOTHING and _is_ahead(view, rules, options, loss):
        return loss
    bolster = find_plain(options, C.BOLSTER)
    if bolster != NOTHING:
        return bolster
    if view.phase == L.P_OVERCLOCK:
        return 0
    return max(find_renewal(view, options, stream), 0)
