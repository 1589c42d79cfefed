"""The choice: options get a score, the best one is taken, ties are broken by chance."""

import numpy as np

from sims.core.jit import part
from sims.core.rng import below
from sims.games.override import layout as L
from sims.games.override.strategies import _scores as S
from sims.games.override.strategies._ahead import score_execute
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import read_cards, read_pool
from sims.games.override.strategies._swaps import NOTHING, best_swap, score_swap
from sims.games.override.strategies._worth import WIN

SAME = 1e-6
"""Scores closer than this are a tie."""
LOSING = 0.1 * WIN
"""Scores further apart than this tell a win or a loss from anything else."""


@block
def score_rare(now, view, options, rules, scores):
    """Write the score of every option, one by one; returns the highest."""
    best = NOTHING
    for place in range(options.count):
        scores[place] = S.rare(now, view, rules, options.item[place])
        best = max(best, scores[place])
    return best


@part
def score_options(now, view, options, rules, scores):
    """Write the score of every option of any decision but a proxy swap; returns the highest."""
    decision = view.decision
    if decision == L.EXECUTE:
        return score_execute(now, view, options, rules, scores)
    if decision == L.GOGGLES:
        return S.score_goggles(now, view, options, rules, scores)
    if decision == L.MONORAIL or decision == L.TORNADO:
        return S.score_pick(now, view, options, rules, scores)
    if decision == L.FIREWALL:
        return S.score_firewall(now, view, options, rules, scores)
    return score_rare(now, view, options, rules, scores)


@block
def score_all(now, view, options, rules, scores, unseen):
    """Write the score of every option, `unseen` for one that is not looked at."""
    if view.decision != L.SWAP:
        score_options(now, view, options, rules, scores)
        return
    for place in range(options.count):
        scores[place] = unseen
    read_cards(now, view, rules)
    read_pool(now, view, rules)
    score_swap(now, view, options, rules, scores)


@block
def second_swap(now, view, options, rules, stream):
    """The best candidate of a list that lacks the best of all (`sims.core.restricting`), or any."""
    for place in range(options.count):
        now.score[place] = NOTHING
    score_swap(now, view, options, rules, now.score)
    best, at = NOTHING, np.int64(below(stream, options.count))
    for place in range(options.count):
        if now.score[place] > best:
            best, at = now.score[place], place
    return at


@block
def next_lower(options, scores, enough, best):
    """The highest score below `enough`; `enough` if all of those give a game away."""
    found = best - LOSING
    for place in range(options.count):
        score = scores[place]
        found = max(found, score) if score < enough else found
    return found if found > best - LOSING else enough


@block
def best_option(now, view, options, rules, stream, more):
    """The option of the highest score; of several that are alike each is as likely.

    With `more`, also those of so many next lower scores, but none that gives a game away.

    Of proxy swaps there are so many that only candidates are looked at: the first of the best.
    """
    if view.decision == L.SWAP:
        read_cards(now, view, rules)
        read_pool(now, view, rules)
        place = best_swap(now, view, options, rules)
        return place if place < options.count else second_swap(now, view, options, rules, stream)
    best = score_options(now, view, options, rules, now.score)
    enough = best - SAME
    for _ in range(more):
        enough = next_lower(options, now.score, enough, best) - SAME
    ties = np.uint64(0)
    for place in range(options.count):
        now.tied[ties] = place
        ties += np.uint64(now.score[place] > enough)
    return np.int64(now.tied[np.uint64(below(stream, ties))])
