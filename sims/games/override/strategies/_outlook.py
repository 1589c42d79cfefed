"""What a table is worth to each hacker, for rollouts that are cut off."""

import numpy as np

from sims.core.jit import part
from sims.games.override.lists import is_free
from sims.games.override.records import GOVERNMENT
from sims.games.override.turns import open_cred

CRED, BRINK, EDGE = 1.7, -1.6, -0.45
"""Log odds of the win: of the square of the share of the winning cred that lies face-out, of being
one government hack from jail, of being two from it. A conditional logit fitted by maximum
likelihood to 30,000 positions of games of an earlier `balanced` at 2 to 6 hackers. The game is a
wild one: these explain little beyond who is in jail (3 % of the deviance), and nothing else
explained more.
"""


@part
def outlook(state, rules, reward):
    """Write each hacker's chance to win; see `sims.core.searching.appraise`."""
    total = 0.0
    for seat in range(rules.players):
        reward[seat] = 0.0
        if is_free(state, seat):
            share = min(open_cred(state, seat) / rules.winning_cred, 1.0)
            left = rules.gov_limit - state.score[seat] // GOVERNMENT
            odds = CRED * share * share
            if left <= 1:
                odds += BRINK
            elif left == 2:
                odds += EDGE
            reward[seat] = np.exp(odds)
        total += reward[seat]
    for seat in range(rules.players):
        reward[seat] /= total
