"""Strategies of the toy."""

from sims.core.rng import below
from sims.core.strategies import strategy


def first(view, options, rules, weights, stream):
    return 0


def second(view, options, rules, weights, stream):
    return options.count - 1


def lot(view, options, rules, weights, stream):
    return below(stream, options.count)


def wrong_when_late(view, options, rules, weights, stream):
    return options.count if view.turn == 3 else 0


@strategy("toy", {"place": 0.0})
def told(view, options, rules, weights, stream):
    return int(weights.value[0])
