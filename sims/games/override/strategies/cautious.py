"""Stay out of jail."""

from sims.core.bits import EMPTY
from sims.core.strategies import strategy
from sims.games.override.strategies._choice import best_option
from sims.games.override.strategies._notes import notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies._worth import plain, weigh

BRINK = 12.0
"""More cred than any single hack is worth: no card tempts it to the brink of jail."""


@strategy("override")
def cautious(view, options, rules, weights, stream):
    """Collects cred, but counts government hacks: its own, and one more that it could be handed.

    While a rival has a government hack to hand over and protection does not keep swaps away, one
    below the limit is as bad as it gets, and two below is worth avoiding.
    """
    if options.count == 1:
        return 0
    now = notes()
    read(now, view, rules)
    plain(now, rules)
    me = now.me
    now.slope[me] = 1.0
    if now.faces & ~view.out[me] & rules.government != EMPTY:
        now.brink[me] = -BRINK
        now.edge[me] = -1.0
    else:
        now.brink[me] = -0.5 * BRINK
    weigh(now)
    return best_option(now, view, options, rules, stream, 0)
