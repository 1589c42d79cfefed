"""The turn of `balanced`: every play has a worth, in the units of `_worth`."""

from collections import namedtuple

import numpy as np

from sims.core.jit import part
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.strategies._picking import keep_best
from sims.games.hacked.strategies._reading import held, size_of
from sims.games.hacked.strategies._worth import (
    COMBO,
    DENY,
    LIFE,
    MEEK,
    draw_worth,
    hit,
    holds_consultant,
    owed_worth,
    unseen_of,
    worth,
)

_NEVER = -1e9
_BARRED = -1e8

Ends = namedtuple(
    "Ends",
    [
        "draw",  # what it is worth to draw
        "update",  # to end the turn with a System update
        "attack",  # to end it with an Attack
        "best",  # the best of these that the player has
        "skip",  # what a card that ends the turn would add
        "saved",  # what a consultant would add
    ],
)
"""What the ways to end the turn are worth."""


@part
def attack_worth(view, rules, weights, scene):
    """*Attack*: no draw, and the next player has several, from the top on."""
    turns = rules.attack_turns + (view.owes if view.attacked & rules.attack_adds else 0)
    spared = 1.0 - scene.top
    if turns > 1:
        spared *= 1.0 - scene.second
    if turns > 2:
        spared *= max(1.0 - scene.unseen * (turns - 2), 0.0)
    return hit(scene, 1.0 - spared) - worth(weights, C.ATTACK, scene.share)


@part
def weigh_ends(view, rules, weights, scene):
    """What the ways to end the turn are worth."""
    later = view.owes - 1
    draw = draw_worth(scene, scene.top) + owed_worth(scene, later, scene.second)
    price = worth(weights, C.SYSTEM_UPDATE, scene.share)
    update = owed_worth(scene, later, scene.top) - price
    attack = attack_worth(view, rules, weights, scene)
    best = draw
    if held(view, C.SYSTEM_UPDATE) > 0:
        best = max(best, update)
    if held(view, C.ATTACK) > 0:
        best = max(best, attack)
    saved = 0.0
    if held(view, C.CONSULTANT) == 0:
        cheaper = scene.top * (LIFE - worth(weights, C.CONSULTANT, scene.share))
        saved = max(draw + cheaper - best, 0.0)
    return Ends(draw, update, attack, best, max(update + price - best, 0.0), saved)


@part
def loot(weights, scene, ends, title):
    """What a card of a title is worth that is taken from an opponent now."""
    gain = worth(weights, title, scene.share) * (1.0 + weights.value[np.uint64(DENY)] * scene.share)
    if title == C.CONSULTANT:
        return gain + ends.saved
    if title == C.SYSTEM_UPDATE or title == C.ATTACK:
        return gain + ends.skip
    return gain


@part
def random_loot(view, rules, weights, scene, ends, target):
    """The same of a random card of a hand."""
    size = size_of(view, target)
    if size == 0:
        return 0.0
    place = np.uint64(target)
    consultants = min(holds_consultant(view, scene.consultants, target), np.float64(size))
    total = consultants * loot(weights, scene, ends, C.CONSULTANT)
    rest = size - consultants
    if view.known[place].words[0] | view.known[place].words[1]:
        for title in range(C.ATTACK, C.KINDS):
            copies = np.int64(view.known[place].of[np.uint64(title)])
            total += copies * loot(weights, scene, ends, title)
            rest -= copies
    skips = unseen_of(view, rules, C.SYSTEM_UPDATE) + unseen_of(view, rules, C.ATTACK)
    others = scene.fresh * (1.0 + weights.value[np.uint64(DENY)] * scene.share)
    others += ends.skip * skips / max(rules.dealt_from, 1)
    return (total + max(rest, 0.0) * others) / size


@part
def named_loot(view, rules, weights, scene, ends, option):
    """The same of a card that is named: the chance that the target holds it counts."""
    place, title = np.uint64(option.target), np.uint64(option.named)
    if title == C.CONSULTANT:
        chance = holds_consultant(view, scene.consultants, option.target)
    elif view.known[place].of[title] > 0:
        chance = 1.0
    else:
        unseen = unseen_of(view, rules, title) / max(rules.dealt_from, 1)
        chance = min(unseen * size_of(view, option.target), 0.9)
    return chance * loot(weights, scene, ends, option.named)


@part
def spent(weights, scene, title, copies):
    """What cards of a title are worth that are played together."""
    return copies * worth(weights, title, scene.share) + weights.value[np.uint64(COMBO)]


@part
def _sprint_worth(view, rules, weights, scene, ends):
    """*Sprint planning*: to draw only when the top card is none, if there is something else."""
    if rules.sprint_depth == 0 or scene.top <= 0.0 or scene.top >= 1.0:
        return _BARRED
    surely = hit(scene, 1.0 - scene.top)  # what the next player is hit by more often
    if held(view, C.ATTACK) > 0:
        other = ends.attack + surely
    elif held(view, C.SYSTEM_UPDATE) > 0:
        other = ends.update + (surely if view.owes == 1 else 0.0)
    elif held(view, C.BUGFIX) > 0:
        other = ends.draw - worth(weights, C.BUGFIX, scene.share)
    else:
        return _BARRED
    safe = ends.draw + scene.top * (scene.fate + scene.fresh)
    known = (1.0 - scene.top) * safe + scene.top * other
    return max(known - ends.best, 0.0) - worth(weights, C.SPRINT_PLANNING, scene.share)


@part
def _bugfix_worth(view, weights, scene, ends):
    """*Bugfix*: a top card known to be bad becomes one like any other."""
    if view.pile_size == 0:
        return _BARRED
    mixed = view.hacked_left / view.pile_size
    draw = draw_worth(scene, mixed) + owed_worth(scene, view.owes - 1, mixed)
    return draw - worth(weights, C.BUGFIX, scene.share) - ends.best


@part
def _steal_worth(view, rules, weights, scene, ends, option):
    """*Ticket*, *Special Combos*: what comes in for what goes out."""
    if option.form == L.F_CARD:
        gain = random_loot(view, rules, weights, scene, ends, option.target)
        if size_of(view, option.target) > 1:
            gain *= weights.value[np.uint64(MEEK)]
        return gain - worth(weights, C.TICKET, scene.share)
    if option.form == L.F_PAIR:
        gain = random_loot(view, rules, weights, scene, ends, option.target)
        return gain - spent(weights, scene, option.title, 2)
    gain = named_loot(view, rules, weights, scene, ends, option)
    return gain - spent(weights, scene, option.title, 3)


@part
def play_worth(view, rules, weights, scene, ends, option):
    """What an option of the turn is worth; one after which it goes on, more than the best end."""
    if option.form == L.F_DRAW:
        return ends.draw
    if option.form == L.F_CARD:
        if option.title == C.ATTACK:
            return ends.attack
        if option.title == C.SYSTEM_UPDATE:
            return ends.update
        if option.title == C.SPRINT_PLANNING:
            more = _sprint_worth(view, rules, weights, scene, ends)
        elif option.title == C.BUGFIX:
            more = _bugfix_worth(view, weights, scene, ends)
        else:
            more = _steal_worth(view, rules, weights, scene, ends, option)
    else:
        more = _steal_worth(view, rules, weights, scene, ends, option)
    return ends.best + more if more > 0.0 else ends.best + more + _BARRED


@part
def _first_option(view, scene):
    """No draw of a sure You've been hacked with a way out in hand: it stands first."""
    outs = held(view, C.ATTACK) + held(view, C.SYSTEM_UPDATE) + held(view, C.BUGFIX)
    return 1 if scene.top >= 1.0 and outs > 0 else 0


@part
def score_plays(view, options, rules, weights, scene, scores):
    """What every option is worth that `choose_play` looks at."""
    ends = weigh_ends(view, rules, weights, scene)
    for i in range(_first_option(view, scene), options.count):
        scores[i] = play_worth(view, rules, weights, scene, ends, options.item[np.uint64(i)])


@part
def choose_play(view, options, rules, weights, scene, stream):
    """The option of the most worth."""
    ends = weigh_ends(view, rules, weights, scene)
    best, found, ties = _NEVER, np.int64(0), np.int64(0)
    for i in range(_first_option(view, scene), options.count):
        option = options.item[np.uint64(i)]
        score = play_worth(view, rules, weights, scene, ends, option)
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found
