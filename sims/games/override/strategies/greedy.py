"""Cred now."""

from sims.core.strategies import strategy
from sims.games.override.strategies._choice import best_option
from sims.games.override.strategies._notes import notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies._worth import plain, weigh


@strategy("override")
def greedy(view, options, rules, weights, stream):
    """Takes the most own face-out cred that this turn can bring, and looks no further.

    Like every strategy but `random` it takes a win and holds back a rival who is a card from it.
    """
    if options.count == 1:
        return 0
    now = notes()
    read(now, view, rules)
    plain(now, rules)
    now.slope[now.me] = 1.0
    weigh(now)
    return best_option(now, view, options, rules, stream, 0)
