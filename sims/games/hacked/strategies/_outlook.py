"""What a table is worth to each player, for rollouts that are cut off."""

import numpy as np

from sims.core.jit import part
from sims.games.hacked.cards import KINDS
from sims.games.hacked.hands import seat_bit

ODDS = np.array([0.0, 0.8, 0.6, 0.4, 0.5, 0.3, 0.4, 0.45, 0.25, 0.25, 0.25, 0.25, 0.25])
"""Log odds of the win by each card in hand, by title. A conditional logit fitted by maximum
likelihood to 27,000 positions of games of `balanced` at 2 to 5 players; it explains 19 % of the
deviance that is left when one knows who is out. Whose turn it is added next to nothing.
"""


@part
def outlook(state, rules, reward):
    """Write each player's chance to win; see `sims.core.searching.appraise`."""
    total = 0.0
    for seat in range(rules.players):
        reward[seat] = 0.0
        if state.living & seat_bit(seat):
            odds = 0.0
            for title in range(KINDS):
                odds += ODDS[title] * state.hand[seat].of[title]
            reward[seat] = np.exp(odds)
        total += reward[seat]
    for seat in range(rules.players):
        reward[seat] /= total
