"""What cards, draws and thefts are worth to `balanced`, in units of which `LIFE` is a life.

All is counted from the view: chances exactly, as long as every order of the cards that it does not
show is as likely as any other.
"""

from collections import namedtuple

import numpy as np

from sims.core.jit import part
from sims.games.hacked import cards as C
from sims.games.hacked.strategies._reading import (
    chance_at,
    held,
    next_player,
    opponents,
    size_of,
    unseen_chance,
)

LIFE = 10.0
"""What being hacked costs: the unit of all weights."""

_TITLES = 8
"""Titles with a worth of their own, from consultant on; the Cheatsheets share the last."""

DEFAULTS = {
    "consultant": 2.8, "attack": 2.3, "ticket": 0.5, "freeze": 0.9,
    "bugfix": 0.8, "update": 3.0, "sprint": 1.1, "cheatsheet": 0.4,
    "consultant_duel": 3.6, "attack_duel": 4.2, "ticket_duel": 0.8, "freeze_duel": 1.7,
    "bugfix_duel": 0.2, "update_duel": 3.1, "sprint_duel": 0.3, "cheatsheet_duel": 0.4,
    "combo": 0.9, "spare": 0.4, "hurt": 0.3, "hurt_duel": 0.02,
    "deny": 0.4, "meek": 1.0, "fade": 0.5, "retort": 0.5,
}  # fmt: skip
"""The weights of `balanced`; `data/hacked/weights/balanced.toml` says what each is."""

COMBO, SPARE, HURT, HURT_DUEL, DENY, MEEK, FADE, RETORT = range(2 * _TITLES, len(DEFAULTS))

Scene = namedtuple(
    "Scene",
    [
        "share",  # 1 / opponents: how much one opponent's loss is a gain of one's own
        "unseen",  # chance of You've been hacked in a place not known
        "top",  # the same of the top place
        "second",  # and of the place below
        "fate",  # what drawing You've been hacked would cost
        "fresh",  # what a card not known is worth on average
        "consultants",  # expected in the hand of each opponent
        "loss",  # what it is worth that the next player draws You've been hacked
    ],
)
"""What is worked out once for a decision."""


@part
def worth(weights, title, share):
    """A card of a title in the hand: between its worths at a large table and in a duel."""
    place = np.uint64(min(np.int64(title), _TITLES) - 1)
    table = weights.value[place]
    return table + (weights.value[place + np.uint64(_TITLES)] - table) * share


@part
def own_worth(view, weights, title, share):
    """A card that the player has: less if it is one of several, more if it makes a combo."""
    value = worth(weights, title, share)
    if held(view, title) > 1:
        if title >= C.CHEATSHEET_A:
            return value + weights.value[np.uint64(COMBO)]
        return value * weights.value[np.uint64(SPARE)]
    return value


@part
def unseen_of(view, rules, title):
    """Cards of a title that are not in the player's hand nor discarded; an out hand's count too."""
    place = np.uint64(title)
    gone = np.int64(view.hand.of[place]) + np.int64(view.discard.of[place])
    return max(np.int64(rules.copies.of[place]) - gone, 0)


@part
def _fresh(view, rules, weights, share):
    """The mean worth of the cards that are neither in the player's hand nor discarded."""
    total, cards = 0.0, 1e-9
    for title in range(C.CONSULTANT, C.KINDS):
        unseen = unseen_of(view, rules, title)
        total += unseen * worth(weights, title, share)
        cards += unseen
    return total / cards


@part
def _consultants(view, rules, share):
    """Consultants that an opponent is expected to hold: who is out has none, some are undrawn."""
    unseen = unseen_of(view, rules, C.CONSULTANT)
    undrawn = rules.extra_consultants * (view.pile_size - view.hacked_left)
    return max(unseen - undrawn / max(rules.dealt_from, 1), 0.0) * share


@part
def holds_consultant(view, expected, seat):
    """The chance that an opponent holds a consultant, of whom each is expected to hold so many."""
    known = view.known[np.uint64(seat)].of[np.uint64(C.CONSULTANT)]
    if known > 0:
        return 1.0
    return min(expected, 1.0) if size_of(view, seat) > 0 else 0.0


@part
def loss_of(view, weights, expected, share, seat):
    """What it is worth that an opponent draws You've been hacked: a life lost or a consultant."""
    table, duel = weights.value[np.uint64(HURT)], weights.value[np.uint64(HURT_DUEL)]
    hurt = share * (table + (duel - table) * share)
    safe = holds_consultant(view, expected, seat)
    return hurt * (LIFE - safe * (LIFE - worth(weights, C.CONSULTANT, share)))


@part
def survey(view, rules, weights):
    """The scene of a decision."""
    share = 1.0 / max(opponents(view), 1)
    unseen = unseen_chance(view)
    lone = held(view, C.CONSULTANT) == 0
    fate = LIFE if lone else own_worth(view, weights, C.CONSULTANT, share)
    theirs = _consultants(view, rules, share)
    loss = loss_of(view, weights, theirs, share, next_player(view, view.seat))
    return Scene(
        share, unseen, chance_at(view, unseen, 0), chance_at(view, unseen, 1), fate,
        _fresh(view, rules, weights, share), theirs, loss,
    )  # fmt: skip


@part
def draw_worth(scene, chance):
    """A draw: a card, or You've been hacked with some chance."""
    return (1.0 - chance) * scene.fresh - chance * scene.fate


@part
def hit(scene, chance):
    """What it is worth that the next player draws You've been hacked with some chance."""
    return scene.loss * chance


@part
def owed_worth(scene, turns, first):
    """Draws in a row, the first with a chance of its own, and then the next player's."""
    if turns == 0:
        return hit(scene, first)
    rest = (turns - 1) * draw_worth(scene, scene.unseen)
    return draw_worth(scene, first) + rest + hit(scene, scene.unseen)
