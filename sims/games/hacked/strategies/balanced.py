"""Weighing everything."""

import numpy as np

from sims.core.jit import part
from sims.core.strategies import strategy
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.strategies._balanced_play import (
    choose_play,
    named_loot,
    random_loot,
    score_plays,
    weigh_ends,
)
from sims.games.hacked.strategies._picking import keep_best
from sims.games.hacked.strategies._reading import held, is_target, next_player, stands
from sims.games.hacked.strategies._worth import (
    DEFAULTS,
    FADE,
    RETORT,
    draw_worth,
    holds_consultant,
    loss_of,
    own_worth,
    survey,
    worth,
)


@part
def _own_action(view, rules, weights, scene):
    """What it is worth that the player's own action is carried out."""
    ends = weigh_ends(view, rules, weights, scene)
    pending = view.pending
    if pending.form == L.F_TRIPLE:
        return named_loot(view, rules, weights, scene, ends, pending)
    if pending.form == L.F_PAIR or pending.title == C.TICKET:
        return random_loot(view, rules, weights, scene, ends, pending.target)
    if pending.title == C.ATTACK:
        return ends.attack + worth(weights, C.ATTACK, scene.share) - ends.best
    if pending.title == C.SYSTEM_UPDATE:
        return ends.update + worth(weights, C.SYSTEM_UPDATE, scene.share) - ends.best
    return scene.top * scene.fate if pending.title == C.BUGFIX else 0.0


@part
def _mean_hand(view, weights, scene):
    """The mean worth of the player's cards."""
    total, cards = 0.0, 1e-9
    for title in range(C.CONSULTANT, C.KINDS):
        copies = held(view, title)
        total += copies * worth(weights, title, scene.share)
        cards += copies
    return total / cards


@part
def _aimed_action(view, rules, weights, scene):
    """What an action of somebody else is worth that is aimed at the player: mostly below 0."""
    pending = view.pending
    if pending.form == L.F_TRIPLE:
        if held(view, pending.named) == 0:
            return 0.0
        if pending.named == C.CONSULTANT:
            return -scene.fate
        return -worth(weights, pending.named, scene.share)
    if pending.form == L.F_PAIR:
        return -_mean_hand(view, weights, scene)
    if pending.title == C.TICKET:
        return -worth(weights, C.CHEATSHEET_A, scene.share)
    turns = rules.attack_turns + (view.owes if view.attacked & rules.attack_adds else 0)
    if turns < 2:
        return draw_worth(scene, scene.top) - draw_worth(scene, scene.second)
    return draw_worth(scene, scene.top) + (turns - 2) * draw_worth(scene, scene.unseen)


@part
def _escape(view, weights, scene):
    """What it is worth that the actor gets away from the draw."""
    title = view.pending.title
    if title != C.SYSTEM_UPDATE and title != C.ATTACK and title != C.BUGFIX:
        return 0.0
    chance = scene.top - scene.unseen if title == C.BUGFIX else scene.top
    value = -chance * loss_of(view, weights, scene.consultants, scene.share, view.actor)
    is_next = next_player(view, view.actor) == view.seat
    if title == C.SYSTEM_UPDATE and is_next and view.owes == 1:
        value += draw_worth(scene, scene.top) - draw_worth(scene, scene.second)
    return value


@part
def _freeze_worth(view, rules, weights, scene):
    """*ChangeFreeze*: by how much turning what is to happen is worth more than the card."""
    if view.actor == view.seat:
        value = _own_action(view, rules, weights, scene)
    else:
        value = 0.0
        if view.pending.form == L.F_CARD:
            value += _escape(view, weights, scene)
        if is_target(view):
            value += _aimed_action(view, rules, weights, scene)
    price = own_worth(view, weights, C.CHANGE_FREEZE, scene.share)
    return (-value if stands(view) else value) - price


@part
def _give(view, options, weights, scene, stream):
    """*Ticket*: the card that is worth least, a single one before one of a pair."""
    best, found, ties = -1e9, np.int64(0), np.int64(0)
    for i in range(options.count):
        title = options.item[np.uint64(i)].title
        value = own_worth(view, weights, title, scene.share)
        best, found, ties = keep_best(best, found, ties, -value, i, stream)
    return found


@part
def _met_by(view, weights, scene, seat):
    """What it is worth that You've been hacked is placed where a seat draws it.

    Who survives it places it in turn, perhaps on top of us (`retort`).
    """
    if seat == view.seat:
        return -scene.fate
    safe = holds_consultant(view, scene.consultants, seat)
    retort = safe * weights.value[np.uint64(RETORT)] * scene.share
    return loss_of(view, weights, scene.consultants, scene.share, seat) - retort


@part
def _own_draws(view):
    """How many of the next cards the player draws: with an Attack the turns are handed on."""
    return 0 if held(view, C.ATTACK) > 0 else view.owes - 1


@part
def _place_worth(view, weights, scene, depth, mine, certain, seat):
    """What a depth is worth that `seat` draws; how certain the next one is, and who draws that."""
    drawer = view.seat if depth < mine else seat
    value = certain * _met_by(view, weights, scene, drawer)
    if depth >= mine:
        seat = next_player(view, seat)
        certain *= weights.value[np.uint64(FADE)]
    return value, certain, seat


@part
def _place(view, options, weights, scene, stream):
    """*Security consultant*: where the one draws it who loses most, or far from everybody.

    Every card above it makes it less certain who draws it (`fade`). With an Attack in hand the
    turns still owed are handed on, so the next player begins at the top.
    """
    best, found, ties = -1e9, np.int64(0), np.int64(0)
    mine = _own_draws(view)
    certain, seat = 1.0, next_player(view, view.seat)
    for depth in range(options.count):
        value, certain, seat = _place_worth(view, weights, scene, depth, mine, certain, seat)
        best, found, ties = keep_best(best, found, ties, value, depth, stream)
    return found


@part
def _weigh_places(view, options, weights, scene, scores):
    """What each depth is worth, as `_place` sees it."""
    mine = _own_draws(view)
    certain, seat = 1.0, next_player(view, view.seat)
    for depth in range(options.count):
        value, certain, seat = _place_worth(view, weights, scene, depth, mine, certain, seat)
        scores[depth] = value


@part
def weigh_options(view, options, rules, weights, scores):
    """What every option is worth; none at `consult`, where it is yes."""
    scene = survey(view, rules, weights)
    if view.decision == L.PLAY:
        score_plays(view, options, rules, weights, scene, scores)
    elif view.decision == L.FREEZE:
        scores[0] = 0.0
        scores[1] = _freeze_worth(view, rules, weights, scene)
    elif view.decision == L.GIVE:
        for i in range(options.count):
            title = options.item[np.uint64(i)].title
            scores[i] = -own_worth(view, weights, title, scene.share)
    elif view.decision == L.PLACE:
        _weigh_places(view, options, weights, scene, scores)


@part
def _scores(view, options, rules, weights, stream, scores, playouts):
    """See `sims.core.scores`."""
    weigh_options(view, options, rules, weights, scores)


@strategy("hacked", weights=DEFAULTS, source="rulebook, Advices", scores=_scores)
def balanced(view, options, rules, weights, stream):
    """Weighs everything it may do by one measure: the exact chance of drawing You've been hacked,
    the worth of each card by the number of players alive, and what the next player may lose.

    Source: rulebook, *Advices*, 1 and 2, with worths found by play.
    """
    if options.count == 1:
        return 0
    if view.decision == L.CONSULT:
        return 1
    scene = survey(view, rules, weights)
    if view.decision == L.PLAY:
        return choose_play(view, options, rules, weights, scene, stream)
    if view.decision == L.FREEZE:
        return np.int64(_freeze_worth(view, rules, weights, scene) > 0.0)
    if view.decision == L.GIVE:
        return _give(view, options, weights, scene, stream)
    return _place(view, options, weights, scene, stream)
