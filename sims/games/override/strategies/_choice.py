"""The choice: every option gets a score, the best one is taken, ties are broken by chance."""

import numpy as np

from sims.core.jit import part
from sims.core.rng import below
from sims.games.override import layout as L
from sims.games.override.strategies import _scores as S
from sims.games.override.strategies._ahead import read_cards
from sims.games.override.strategies._notes import block, scan
from sims.games.override.strategies._worth import MOST_CRED, tabulate, weigh

LONG = 24
"""Options from which on a table of all changes is filled first."""
SAME = 1e-6
"""Scores closer than this are a tie."""


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


@part
def keep(scores, place, score, best):
    """Write a score down; returns the best so far."""
    scores[place] = score
    return max(best, score)


@block
def make_ready(now, view, options, rules):
    """Work out what the options have in common; returns whether `step` is filled."""
    decision = view.decision
    weigh(now, view, rules)
    if decision == L.EXECUTE:
        read_cards(now, view, rules)
    elif decision == L.FIREWALL:
        S.read_slots(now, view, rules)
    is_swap = decision == L.SWAP or decision == L.SPOOF
    is_long = is_swap and options.count >= LONG and rules.top_cred <= MOST_CRED
    if is_long:
        tabulate(now, rules)
    return is_long


@scan
def score_options(now, view, options, rules, scores):
    """Write the score of every option; returns the highest."""
    is_long = make_ready(now, view, options, rules)
    decision, count, best = view.decision, options.count, -1e30
    if decision == L.EXECUTE:
        for place in range(count):
            best = keep(scores, place, S.execute(now, view, rules, options.item[place]), best)
    elif decision == L.SWAP and is_long:
        for place in range(count):
            best = keep(scores, place, S.swap(now, view, rules, options.item[place], True), best)
    elif decision == L.SWAP:
        for place in range(count):
            best = keep(scores, place, S.swap(now, view, rules, options.item[place], False), best)
    elif decision == L.SPOOF and is_long:
        for place in range(count):
            best = keep(scores, place, S.spoof(now, rules, options.item[place], True), best)
    elif decision == L.FIREWALL:
        for place in range(count):
            best = keep(scores, place, S.firewall(now, view, rules, options.item[place]), best)
    else:
        for place in range(count):
            best = keep(scores, place, rare(now, view, rules, options.item[place]), best)
    return best


@block
def best_option(now, view, options, rules, stream):
    """The option of the highest score; of several that are alike each is as likely."""
    enough = score_options(now, view, options, rules, now.score) - SAME
    ties = np.uint64(0)
    for place in range(options.count):
        now.tied[ties] = place
        ties += np.uint64(now.score[place] > enough)
    return np.int64(now.tied[np.uint64(below(stream, ties))])
