"""Down with the leader."""

from sims.core.strategies import strategy
from sims.games.override.strategies._choice import best_option
from sims.games.override.strategies._notes import notes
from sims.games.override.strategies._reading import leader, read
from sims.games.override.strategies._worth import plain, weigh


@strategy("override")
def saboteur(view, options, rules, weights, stream):
    """Takes from the leader: the rival with most face-out cred loses it, to the saboteur if it can.

    Its own cred counts half as much, so that it grows where the leader cannot be hurt.
    """
    if options.count == 1:
        return 0
    now = notes()
    read(now, view, rules)
    plain(now, rules)
    now.slope[leader(now)] = -1.0
    now.slope[now.me] = 0.5
    weigh(now)
    return best_option(now, view, options, rules, stream, 0)
