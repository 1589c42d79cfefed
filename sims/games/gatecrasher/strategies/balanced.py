"""Weighing everything."""

import numpy as np

from sims.core.strategies import strategy
from sims.games.gatecrasher.strategies._balanced_play import pile_after, weigh
from sims.games.gatecrasher.strategies._picking import keep_best
from sims.games.gatecrasher.strategies._reading import unseen
from sims.games.gatecrasher.strategies._worth import DEFAULTS, survey

_LEAST = -1e9


@strategy("gatecrasher", weights=DEFAULTS)
def balanced(view, options, rules, weights, stream):
    """Weighs every option by the chance to win the round that it leaves: the exact expectation of
    its dice, cards kept for Overclock, who gains by a round won, and when the pile runs out.

    The numbers behind it are in `data/gatecrasher/weights/balanced.toml`.
    """
    if options.count == 1:
        return 0
    chances = unseen(view, rules)
    best, found, ties = _LEAST, np.int64(0), np.int64(0)
    pile = np.int64(view.pile)
    field = survey(view, rules, weights, chances, pile)
    for i in range(options.count):
        option = options.item[np.uint64(i)]
        after = pile_after(view, rules, np.int64(option.kind))
        if after != pile:
            pile = after
            field = survey(view, rules, weights, chances, pile)
        score = weigh(view, rules, weights, field, option)
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found
