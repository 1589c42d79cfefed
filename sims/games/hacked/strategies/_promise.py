"""How promising each option looks to `balanced`: what a search looks at first."""

from collections import namedtuple

import numpy as np

from sims.core.jit import part
from sims.games.hacked import layout as L
from sims.games.hacked.strategies._worth import DEFAULTS
from sims.games.hacked.strategies.balanced import weigh_options

Weights = namedtuple("Weights", ["value"])
_VALUES = np.array(list(DEFAULTS.values()))
_NEVER = -1e12


@part
def promise(view, listed, rules, scores):
    """Write the score of every option; see `sims.core.searching.rate`."""
    for i in range(listed.count):
        scores[i] = _NEVER
    if view.decision == L.CONSULT:
        scores[1] = 0.0
    else:
        weigh_options(view, listed, rules, Weights(_VALUES), scores)
    return True
