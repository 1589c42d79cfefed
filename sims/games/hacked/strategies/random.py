"""Chance alone."""

from sims.core.rng import below
from sims.core.strategies import strategy


@strategy("hacked")
def random(view, options, rules, weights, stream):
    """Chooses uniformly among the options: the yardstick that every program agrees on."""
    return below(stream, options.count)
