"""The choice: options get a score, the best one is taken, ties are broken by chance."""

import numpy as np

from sims.core.bits import nth, popcount
from sims.core.jit import part
from sims.core.lanes import LANES, higher, highest, lanes_in, load_row, members, select
from sims.core.rng import below
from sims.games.override import layout as L
from sims.games.override.strategies import _scores as S
from sims.games.override.strategies._ahead import score_execute
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import read_cards, read_pool
from sims.games.override.strategies._swaps import NOTHING, best_swap, score_swap
from sims.games.override.strategies._worth import WIN

SAME = np.float32(1e-6)
"""Scores closer than this are a tie; of 32-bit floats beyond 16 only those that are equal."""
LOSING = np.float32(0.1 * WIN)
"""Scores further apart than this tell a win or a loss from anything else."""


@block
def score_rare(now, view, options, rules, scores):
    """Write the score of every option, one by one."""
    for place in range(options.count):
        scores[place] = S.rare(now, view, rules, options.item[place])


@part
def score_options(now, view, options, rules, scores):
    """Write the score of every option of any decision but a proxy swap."""
    decision = view.decision
    if decision == L.EXECUTE:
        score_execute(now, view, options, rules, scores)
    elif decision == L.GOGGLES:
        S.score_goggles(now, view, options, rules, scores)
    elif decision == L.MONORAIL or decision == L.TORNADO:
        S.score_pick(now, view, options, rules, scores)
    elif decision == L.FIREWALL:
        S.score_firewall(now, view, options, rules, scores)
    else:
        score_rare(now, view, options, rules, scores)


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


@part
def listed(count, row):
    """Which options of a row there are, as a set."""
    last = min(count - row * np.uint64(LANES), np.uint64(LANES))
    return (np.uint64(1) << last) - np.uint64(1)


@part
def scores_at(now, count, row):
    """A row of scores, lower than any beyond the last option."""
    return select(lanes_in(listed(count, row)), load_row(now.score, row), -np.inf)


@part
def highest_score(now, count):
    """The highest score of so many options."""
    best = scores_at(now, count, np.uint64(0))
    for row in range(np.uint64(1), rows_of(count)):
        best = higher(best, scores_at(now, count, row))
    return highest(best)


@part
def rows_of(count):
    """How many rows so many options fill, the last of them maybe in part."""
    return (count + np.uint64(LANES - 1)) // np.uint64(LANES)


@block
def next_lower(now, count, enough, best):
    """The highest score below `enough`; `enough` if all of those give a game away."""
    found = best - LOSING
    for place in range(count):
        score = now.score[place]
        found = max(found, score) if score < enough else found
    return found if found > best - LOSING else enough


@part
def any_of(now, count, enough, stream):
    """The place of an option whose score is enough, each as likely."""
    ties = np.uint64(0)
    for row in range(rows_of(count)):
        found = members(load_row(now.score, row) >= enough) & listed(count, row)
        now.tied[row] = found
        ties += np.uint64(popcount(found))
    if ties == 0:  # with weights beyond all reason a score may be no number, and none the highest
        return below(stream, count)
    left, row = below(stream, ties), np.uint64(0)
    while left >= popcount(np.uint64(now.tied[row])):
        left -= popcount(np.uint64(now.tied[row]))
        row += np.uint64(1)
    return np.int64(row * np.uint64(LANES)) + np.int64(nth(np.uint64(now.tied[row]), left))


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
    score_options(now, view, options, rules, now.score)
    count = np.uint64(options.count)
    best = highest_score(now, count)
    enough = best - SAME
    for _ in range(more):
        enough = next_lower(now, count, enough, best) - SAME
    return any_of(now, count, enough, stream)
