"""Lock them up."""

from sims.core.strategies import strategy
from sims.games.override.strategies._choice import best_option
from sims.games.override.strategies._notes import notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies._worth import plain, weigh

LOCKED = 30.0
"""What a rival in jail is worth in own cred; one on the brink or next to it is worth less."""


@strategy("override")
def jailer(view, options, rules, weights, stream):
    """Hands government hacks to those who are near the limit, and wins as the last one standing.

    It keeps away from the brink itself; own cred counts as much as is left to care for.
    """
    if options.count == 1:
        return 0
    now = notes()
    read(now, view, rules)
    plain(now, rules)
    for seat in range(rules.players):
        if now.win[seat] < 0.0:
            now.edge[seat] = 0.15 * LOCKED
            now.brink[seat] = 0.3 * LOCKED
            now.jail[seat] += LOCKED
    now.slope[now.me] = 0.5
    now.brink[now.me] = -0.3 * LOCKED
    weigh(now)
    return best_option(now, view, options, rules, stream, 0)
