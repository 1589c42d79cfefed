"""Freezing."""

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
from sims.games.hacked.strategies._reading import held, is_target, stands, top_chance


@part
def _answer(view, chance, risky):
    """Whether to freeze: what is aimed at itself always, with freezes to spare also whoever would
    get away from a dangerous draw or stops its own play.
    """
    if view.actor == view.seat:
        return not stands(view) and held(view, C.CHANGE_FREEZE) > 1
    if not stands(view):
        return False
    if is_target(view):
        return True
    gets_away = view.pending.form == L.F_CARD and (
        view.pending.title == C.SYSTEM_UPDATE
        or view.pending.title == C.ATTACK
        or (view.pending.title == C.BUGFIX and chance >= 1.0)
    )
    return gets_away and chance >= risky and held(view, C.CHANGE_FREEZE) > 1


@part
def _wait(view, options, chance, risky, stream):
    """Its own turn: steal with Cheatsheets, otherwise only step out of a dangerous draw's way."""
    steal = find_steal(view, options, stream, False)
    if steal != NOTHING:
        return steal
    if chance >= 1.0:
        return max(find_way_out(options), 0)
    return max(find_card(options, C.SYSTEM_UPDATE), 0) if chance >= risky else 0


@strategy("hacked", weights={"risky": 0.22})
def counter(view, options, rules, weights, stream):
    """Freezes what hurts it and keeps a last ChangeFreeze for its own defence; with more of them it
    also holds others to their draw once its chance of being You've been hacked is `risky`.
    """
    chance = top_chance(view)
    if view.decision == L.PLAY:
        return _wait(view, options, chance, weights.value[0], stream)
    if view.decision == L.FREEZE:
        return 1 if _answer(view, chance, weights.value[0]) else 0
    if view.decision == L.GIVE:
        return least_useful(view, options, stream)
    if view.decision == L.PLACE and held(view, C.CHANGE_FREEZE) > 0:
        return on_the_next(view)  # and freeze the way out
    return options.count - 1  # consult: yes; place: the bottom
