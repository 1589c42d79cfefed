"""A strategy for tests: what it chooses hangs on everything that it is shown."""

import numpy as np

from sims.core.rng import mix
from sims.core.strategies import strategy


@strategy("gatecrasher")
def nosy(view, options, rules, weights, stream):
    """Chooses by a hash of view, options and rules."""
    key = np.uint64(options.count)
    for i in range(19):
        key = mix(key ^ view.public[i])
    for holder in range(6):
        key = mix(key ^ view.known_word[holder])
    key = mix(key ^ view.hand_word)
    key = mix(key ^ np.uint64(view.pile * 8 + view.seat))
    for i in range(options.count):
        key = mix(key ^ options.item[i].code)
    hacker = rules.hacker[view.sits[view.seat]]
    key = mix(key ^ np.uint64(hacker.leftover_value * 100 + hacker.mine_draws))
    return np.int64(((key >> np.uint64(32)) * np.uint64(options.count)) >> np.uint64(32))
