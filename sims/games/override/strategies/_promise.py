"""How promising each option looks to `balanced`: what a search looks at first."""

import numpy as np

from sims.games.override.strategies._choice import score_options
from sims.games.override.strategies._notes import block, notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies.balanced import WEIGHTS, see

_VALUES = np.array(list(WEIGHTS.values()))


@block
def promise(view, listed, rules, scores):
    """Write the score of every option; see `sims.core.searching.rate`."""
    now = notes()
    read(now, view, rules)
    see(now, view, rules, _VALUES)
    score_options(now, view, listed, rules, scores)
    return True
