"""A strategy of the toy whose weights have a best value, planted here."""

import numpy as np

from sims.core.rng import below

BEST = {"factor": 1.5, "shift": -1.5}
START = {"factor": 0.5, "shift": -0.5}


def aims(view, options, rules, weights, stream):
    """Takes the option worth a point the more surely the nearer its weights are to the best."""
    factor, shift = weights.value[0], weights.value[1]
    if factor <= 0:
        return 0
    away = np.log(factor / 1.5) ** 2 + (shift + 1.5) ** 2
    return 1 if below(stream, 1000) < 1000 * np.exp(-away) else 0
