"""The choice: every option gets a score, the best one is taken, ties are broken by chance."""

import numpy as np

from sims.core.jit import part
from sims.core.rng import below
from sims.games.override import layout as L
from sims.games.override.strategies import _scores as S
from sims.games.override.strategies._ahead import read_cards
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._worth import MOST_CRED, tabulate, weigh

LONG = 24
"""Options from which on a table of all changes is filled first."""
SAME = 1e-6
"""Scores closer than this are a tie."""


@part
def note(now, best, ties, place, gain):
    """Keep the place of an option that is the best so far, or as good."""
    if gain > best - SAME:
        if gain > best + SAME:
            best, ties = gain, np.uint64(0)
        now.tied[ties] = place
        ties += np.uint64(1)
    return best, ties


@part
def rare(now, view, rules, option):
    """What an option of a decision that comes up less often adds."""
    decision = view.decision
    if decision == L.GOGGLES:
        return S.goggles(now, rules, option)
    if decision == L.TORNADO or decision == L.MONORAIL:
        return S.pick(now, view, rules, option)
    if decision == L.STEAL:
        return S.steal(now, view, rules, option)
    if decision == L.SPOOF:
        return S.spoof(now, rules, option, False)
    if decision == L.SPY:
        return S.spy(now, view, option)
    if decision == L.INTERRUPT:
        return S.interrupt(now, view, rules, option.form == L.F_YES)
    return S.direction(now, rules, option)


@block
def best_option(now, view, options, rules, stream):
    """The option of the highest score; of several that are alike each is as likely."""
    weigh(now, view, rules)
    best, ties = -1e30, np.uint64(0)
    is_swap = view.decision == L.SWAP or view.decision == L.SPOOF
    is_long = is_swap and options.count >= LONG and now.top <= MOST_CRED
    if is_long:
        tabulate(now, rules, now.top)
    if view.decision == L.EXECUTE:
        read_cards(now, view, rules)
        for place in range(options.count):
            gain = S.execute(now, view, rules, options.item[place])
            best, ties = note(now, best, ties, place, gain)
    elif view.decision == L.SWAP and is_long:
        for place in range(options.count):
            gain = S.swap(now, view, rules, options.item[place], True)
            best, ties = note(now, best, ties, place, gain)
    elif view.decision == L.SPOOF and is_long:
        for place in range(options.count):
            gain = S.spoof(now, rules, options.item[place], True)
            best, ties = note(now, best, ties, place, gain)
    elif view.decision == L.SWAP:
        for place in range(options.count):
            gain = S.swap(now, view, rules, options.item[place], False)
            best, ties = note(now, best, ties, place, gain)
    elif view.decision == L.FIREWALL:
        S.read_slots(now, view, rules)
        for place in range(options.count):
            gain = S.firewall(now, view, rules, options.item[place])
            best, ties = note(now, best, ties, place, gain)
    else:
        for place in range(options.count):
            gain = rare(now, view, rules, options.item[place])
            best, ties = note(now, best, ties, place, gain)
    return np.int64(now.tied[np.uint64(below(stream, ties))])


@part
def score_of(now, view, rules, option):
    """The score of one option."""
    if view.decision == L.EXECUTE:
        return S.execute(now, view, rules, option)
    if view.decision == L.SWAP:
        return S.swap(now, view, rules, option, False)
    if view.decision == L.FIREWALL:
        return S.firewall(now, view, rules, option)
    return rare(now, view, rules, option)


@block
def score_options(now, view, options, rules, scores):
    """Write the score of every option, as `best_option` sees it."""
    weigh(now, view, rules)
    if view.decision == L.EXECUTE:
        read_cards(now, view, rules)
    elif view.decision == L.FIREWALL:
        S.read_slots(now, view, rules)
    for place in range(options.count):
        scores[place] = score_of(now, view, rules, options.item[place])
