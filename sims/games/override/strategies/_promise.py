"""How promising each option looks to who plays the rollouts: what a search looks at first."""

from sims.games.override.strategies._choice import score_all
from sims.games.override.strategies._notes import block, notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies._swaps import NOTHING
from sims.games.override.strategies.balanced import see


@block
def promise(view, listed, rules, taste, scores):
    """Write the score of every option; see `sims.core.searching.rate`."""
    now = notes()
    read(now, view, rules)
    see(now, rules, taste.value)
    score_all(now, view, listed, rules, scores, NOTHING)
    return True
