"""Attacking."""

from sims.core.jit import part
from sims.core.strategies import strategy
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.strategies._picking import (
    NOTHING,
    find_card,
    find_steal,
    find_way_out,
    least_useful,
    on_the_next,
)
from sims.games.hacked.strategies._reading import stands, top_chance


@part
def _press(view, options, stream):
    """Steal while there is something to steal with, then attack, then draw."""
    steal = find_steal(view, options, stream, True)
    if steal != NOTHING:
        return steal
    attack = find_card(options, C.ATTACK)
    if attack != NOTHING:
        return attack
    return max(find_way_out(options), 0) if top_chance(view) >= 1.0 else 0


@strategy("hacked")
def aggressive(view, options, rules, weights, stream):
    """Steals and attacks as soon as it can, freezes whoever stops it, and puts You've been hacked
    where the next player draws it.
    """
    if view.decision == L.PLAY:
        return _press(view, options, stream)
    if view.decision == L.FREEZE:
        return 1 if view.actor == view.seat and not stands(view) else 0
    if view.decision == L.GIVE:
        return least_useful(view, options, stream)
    if view.decision == L.PLACE:
        return on_the_next(view)
    return options.count - 1  # consult: yes
