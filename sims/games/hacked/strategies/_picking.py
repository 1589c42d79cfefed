"""Options by what they are, and the simple choices that several strategies share."""

import numpy as np

from sims.core.jit import part
from sims.core.rng import below
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.strategies._reading import held, size_of

NOTHING = -1
"""No such option."""

_USE = np.array([0, 12, 9, 4, 7, 6, 8, 5, 1, 1, 1, 1, 1], np.int64)
"""How useful a card is in the end, by title: what a player gives away first has the least."""


@part
def keep_best(best, found, ties, score, index, stream):
    """The best score so far, where it was found and how many have it; among equals by chance."""
    if score > best:
        return score, np.int64(index), np.int64(1)
    if score == best:
        ties += 1
        if below(stream, ties) == 0:
            found = np.int64(index)
    return best, found, ties


@part
def is_cheatsheet(title):
    """Whether a card is powerless alone."""
    return title >= C.CHEATSHEET_A


@part
def find_card(options, title):
    """Where a title is played alone, at nobody, or NOTHING."""
    for i in range(1, options.count):
        item = options.item[np.uint64(i)]
        if item.form != L.F_CARD:
            break
        if item.title == title:
            return i
    return NOTHING


@part
def find_way_out(options):
    """How not to draw a card that is You've been hacked for sure, or NOTHING.

    The one who comes next should meet it: Attack, then System update; Bugfix if there is neither.
    """
    way = find_card(options, C.ATTACK)
    if way == NOTHING:
        way = find_card(options, C.SYSTEM_UPDATE)
    if way == NOTHING:
        way = find_card(options, C.BUGFIX)
    return way


@part
def _steal_score(view, option):
    """How good a theft is: a consultant by name, then what is taken from a small hand."""
    if option.form == L.F_TRIPLE:
        return np.int64(100) if option.named == C.CONSULTANT else np.int64(-1)
    return np.int64(60) - min(size_of(view, option.target), 50)


@part
def find_steal(view, options, stream, tickets):
    """The best theft that costs only Cheatsheets, or also a Ticket; ties at random; or NOTHING."""
    best, found, ties = np.int64(0), np.int64(NOTHING), np.int64(0)
    for i in range(1, options.count):
        option = options.item[np.uint64(i)]
        asks = tickets and option.form == L.F_CARD and option.title == C.TICKET
        combo = option.form == L.F_PAIR or option.form == L.F_TRIPLE
        if not asks and not (combo and is_cheatsheet(option.title)):
            continue
        score = _steal_score(view, option)
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def least_useful(view, options, stream):
    """*Ticket*: the option that gives away the least useful card, a single before one of a pair."""
    best, found, ties = np.int64(-1000), np.int64(0), np.int64(0)
    for i in range(options.count):
        title = options.item[np.uint64(i)].title
        score = -4 * _USE[np.uint64(title)] - min(held(view, title), 3)
        best, found, ties = keep_best(best, found, ties, score, i, stream)
    return found


@part
def on_the_next(view):
    """*Security consultant*: the depth that the next player draws when nothing comes between."""
    return min(view.owes - 1, view.pile_size)
