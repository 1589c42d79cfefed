"""Building."""

from sims.core.jit import part
from sims.core.strategies import strategy
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.strategies._picking import (
    NOTHING,
    find_plain,
    find_renewal,
    take_in_order,
)
from sims.games.gatecrasher.strategies._reading import hacker_in


@part
def _builds(view, rules):
    """Whether a Bolster is worth more than the card: in Execution it is replaced."""
    hacker = hacker_in(view, rules, view.seat)
    mean = 3.5 * hacker.bolster_dice + hacker.bolster_bonus
    return mean > (hacker.leftover_value if view.phase == L.P_OVERCLOCK else 0)


@strategy("gatecrasher")
def builder(view, options, rules, weights, stream):
    """Bolsters first and last: in Execution it swaps its other cards for new ones, in Overclock
    it executes Bolsters only and keeps the rest for what they add to its firewall.
    """
    if view.decision == L.EXTRACT:
        return take_in_order(options, C.BOLSTER, C.DATA_MINE)
    bolster = find_plain(options, C.BOLSTER)
    if bolster != NOTHING and _builds(view, rules):
        return bolster
    if view.phase == L.P_OVERCLOCK:
        return 0
    return max(find_renewal(view, options, stream), 0)
