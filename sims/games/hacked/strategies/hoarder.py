"""Saving cards."""

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
)
from sims.games.hacked.strategies._reading import held, is_target, stands, top_chance


@part
def _spend(view, options, rules, chance, stream):
    """A dangerous draw: look, leave it to the next one, or look for a consultant."""
    if chance < 1.0 and rules.sprint_depth > 0:
        sprint = find_card(options, C.SPRINT_PLANNING)
        if sprint != NOTHING:
            return sprint
    way = find_card(options, C.SYSTEM_UPDATE)
    if way == NOTHING:
        way = find_way_out(options) if chance >= 1.0 else find_card(options, C.ATTACK)
    if way == NOTHING and held(view, C.CONSULTANT) == 0:
        way = find_steal(view, options, stream, True)
    return max(way, 0)


@strategy("hacked", weights={"low": 0.16}, source="rulebook, Advices")
def hoarder(view, options, rules, weights, stream):
    """Saves its cards while the chance of being hacked is low, counting the draw pile exactly; from
    a chance of `low` on it spends them, and it hides You've been hacked at the bottom.

    Source: rulebook, *Advices*, 1 and 2.
    """
    chance = top_chance(view)
    if view.decision == L.PLAY:
        return 0 if chance < weights.value[0] else _spend(view, options, rules, chance, stream)
    if view.decision == L.FREEZE:
        worth_it = chance >= weights.value[0] or view.pending.form == L.F_TRIPLE
        return 1 if worth_it and stands(view) and is_target(view) else 0
    if view.decision == L.GIVE:
        return least_useful(view, options, stream)
    return options.count - 1  # consult: yes; place: the bottom
