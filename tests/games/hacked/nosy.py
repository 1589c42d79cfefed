"""A strategy that looks at every byte it is shown: any stale or leaked byte changes its game."""

import numpy as np

from sims.core.strategies import strategy


@strategy("hacked")
def nosy(view, options, rules, weights, stream):
    """Chooses by a digest of all that it sees."""
    times = np.uint64(0x9E3779B97F4A7C15)
    shift = np.uint64(29)
    total = np.uint64(view.decision + 8 * view.owes + 64 * view.pile_size + 4096 * view.turn)
    total = (total ^ view.living ^ (view.kept << shift)) * times + view.hand_size.packed
    total = (total ^ np.uint64(view.hacked_left + 16 * view.freezes + 64 * view.last)) * times
    total = (total ^ view.pending.code ^ np.uint64(view.seen_words)) * times
    for title in range(16):
        total = (total ^ (total >> shift) ^ np.uint64(view.hand.of[title])) * times
        total = (total ^ (total >> shift) ^ np.uint64(view.discard.of[title])) * times
        for holder in range(5):
            total = (total ^ (total >> shift) ^ np.uint64(view.known[holder].of[title])) * times
    for depth in range(256):
        total = (total ^ (total >> shift) ^ np.uint64(view.seen.at[depth])) * times
    return np.int64(((total >> np.uint64(32)) * np.uint64(options.count)) >> np.uint64(32))
