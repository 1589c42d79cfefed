"""What a table is worth to each player, for rollouts that are cut off.

The numbers are the log odds of a win in a conditional logit (McFadden 1974), fitted by maximum
likelihood to the first decisions of 85,317 turns in 2,800 games of `balanced`, as many at each
player count. In the fifth of the games that was left out it explains 28 % of the deviance that is
left when one knows who is out; a worth for each title and nothing else explains 21 %.
"""

import numpy as np

from sims.core.bits import popcount
from sims.core.jit import part
from sims.games.hacked.cards import CONSULTANT, HACKED, KINDS
from sims.games.hacked.hands import seat_bit
from sims.games.hacked.turns import first_after

ODDS = np.array([0.0, 1.63, 0.39, 0.12, 0.24, 0.23, 0.42, 0.45, 0.1, 0.1, 0.1, 0.1, 0.1])
DUEL = np.array([0.0, -1.39, 0.45, 0.7, 0.52, 0.24, 0.02, -0.05, 0.25, 0.25, 0.25, 0.25, 0.25])
"""By each card in hand, by title, and what is added to it, divided by the opponents alive."""
FIRST, FIRST_DUEL = 0.13, 0.45
"""The same for having any consultant."""
ACTS = 0.28
"""For whose turn it is."""
HIT = np.array([[-1.27, -0.90], [-1.08, -0.5], [-0.6, -0.4]])
"""For who meets the first You've been hacked if from now on everybody only draws: when it lies on
top, near or far; without and with a consultant."""
_FAR = 6
NOBODY = -1


@part
def first_hacked(state):
    """How many cards lie above the first You've been hacked of the draw pile."""
    depth = np.int64(0)
    size = state.bottom - state.top
    while depth < size and state.pile.at[np.uint64(state.top + depth)] != HACKED:
        depth += 1
    return depth


@part
def drawer(state, depth):
    """Who draws the card at a depth if from now on everybody only draws."""
    seat = state.actor
    depth -= state.owes
    while depth >= 0:
        seat = first_after(state.living, seat)
        depth -= 1
    return seat


@part
def outlook(state, rules, reward):
    """Write each player's chance to win; see `sims.core.searching.appraise`."""
    depth = first_hacked(state)
    hit = drawer(state, depth) if depth < state.bottom - state.top else np.int64(NOBODY)
    near = 0 if depth == 0 else 1 if depth < _FAR else 2
    share = 1.0 / max(popcount(state.living) - 1, 1)
    total = 0.0
    for seat in range(rules.players):
        reward[seat] = 0.0
        if state.living & seat_bit(seat):
            odds = ACTS if seat == state.actor else 0.0
            for title in range(CONSULTANT, KINDS):
                odds += (ODDS[title] + share * DUEL[title]) * state.hand[seat].of[title]
            safe = np.int64(state.hand[seat].of[CONSULTANT] > 0)
            if safe:
                odds += FIRST + share * FIRST_DUEL
            if seat == hit:
                odds += HIT[near, safe]
            reward[seat] = np.exp(odds)
        total += reward[seat]
    for seat in range(rules.players):
        reward[seat] /= total
