"""How promising each option looks to who plays the rollouts: what a search looks at first."""

from sims.core.jit import part
from sims.games.hacked import layout as L
from sims.games.hacked.strategies.balanced import weigh_options

_NEVER = -1e12


@part
def promise(view, listed, rules, taste, scores):
    """Write the score of every option; see `sims.core.searching.rate`."""
    for i in range(listed.count):
        scores[i] = _NEVER
    if view.decision == L.CONSULT:
        scores[1] = 0.0
    else:
        weigh_options(view, listed, rules, taste, scores)
    return True
