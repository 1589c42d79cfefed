"""Reading the table: whose cred, how far from jail, which cards are worth thinking of.

What stands by seat is worked out for all rows of a table at once, empty ones too: a processor does
eight in the time of one, and has no end of a loop to guess.
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, popcount
from sims.core.jit import part
from sims.core.lanes import (
    LANES,
    counts,
    firsts,
    highest,
    lanes_in,
    load,
    load_row,
    members,
    select,
    store,
    union,
)
from sims.games.override.lists import seat_bit
from sims.games.override.strategies._notes import FAR, block
from sims.games.override.turns import cred_of

_ONE = np.uint64(1)


@part
def is_government(rules, card):
    """1.0 for a government hack, else 0.0."""
    return np.float32((rules.government >> np.uint64(card)) & _ONE)


@part
def is_seat(seats, seat):
    """Whether a seat is one of a set of seats."""
    return (seats >> np.uint64(seat)) & _ONE != EMPTY


@part
def first_of(cards):
    """The lowest card of a set, as a set; none of none."""
    return cards & (~cards + _ONE)


@part
def best_of(rules, cards):
    """The card of highest cred in a set, as a set; none of none."""
    for step in range(4, rules.cred_planes):
        high = cards & rules.cred_bit[np.uint64(rules.cred_planes + 3 - step)]
        cards = high if high else cards
    for plane in (3, 2, 1, 0):
        high = cards & rules.cred_bit[plane]
        cards = high if high else cards
    return first_of(cards)


@part
def cred_in(rules, cards):
    """The cred of a set of cards."""
    return np.float32(cred_of(rules, cards))


@part
def gov_in(rules, cards):
    """How many government hacks are in a set of cards."""
    return np.float32(popcount(cards & rules.government))


@block
def read(now, view, rules):
    """Fill what follows from the view alone."""
    now.me = np.uint64(view.seat)
    now.actor = np.uint64(view.actor)
    now.winning = np.float32(rules.winning_cred)
    now.per_win = 1.0 / now.winning
    now.free = ((_ONE << np.uint64(rules.players)) - _ONE) & ~view.jailed
    out, free = load(view.out), lanes_in(now.free)
    now.faces = union(out)
    cred = counts(out & rules.cred_bit[0]) + counts(out & rules.cred_bit[1]) * 2.0
    cred = cred + counts(out & rules.cred_bit[2]) * 4.0 + counts(out & rules.cred_bit[3]) * 8.0
    for plane in range(4, rules.cred_planes):
        cred = cred + counts(out & rules.cred_bit[plane]) * np.float32(1 << plane)
    left = select(free, np.float32(rules.gov_limit) - counts(out & rules.government), FAR)
    store(now.cred, cred)
    store(now.left, left)
    store(now.is_free, select(free, 1.0, 0.0))
    rivals = lanes_in(now.free & ~seat_bit(now.me))
    now.live = np.float32(popcount(members(rivals & (left > 0.0))))
    now.crest = highest(select(rivals, cred, -1.0))


@part
def leader(now):
    """The rival out of jail with the most cred, the first of several; me if there is none."""
    rivals = lanes_in(now.free & ~seat_bit(now.me)) & (load(now.cred) == now.crest)
    return lowest(members(rivals)) if members(rivals) else now.me


@part
def hacks_of(rules, cards):
    """The hacks that are among some cards, as a set."""
    low = members((load_row(rules.kind_cards, 0) & cards) != EMPTY)
    high = members((load_row(rules.kind_cards, 1) & cards) != EMPTY)
    return low | high << np.uint64(LANES)


@part
def halve(cards, kept, cred, share, bonus):
    """Of each set those cards that are in `kept`, if there are any, and the cred that they add."""
    some = cards & kept
    has = some != EMPTY
    return select(has, some, cards), cred + select(has, share, bonus)


@block
def read_cards(now, view, rules):
    """Fill the candidates that each table offers."""
    out = load(view.out)
    govs, milds = out & rules.government, out & ~rules.government
    top, low, best, worst = govs, govs, milds, milds
    top_cred = low_cred = best_cred = worst_cred = counts(out) * 0.0
    for step in range(rules.cred_planes):
        plane = np.uint64(rules.cred_planes - 1 - step)
        bit, cred = rules.cred_bit[plane], np.float32(_ONE << plane)
        top, top_cred = halve(top, bit, top_cred, cred, 0.0)
        low, low_cred = halve(low, ~bit, low_cred, 0.0, cred)
        best, best_cred = halve(best, bit, best_cred, cred, 0.0)
        worst, worst_cred = halve(worst, ~bit, worst_cred, 0.0, cred)
    store(now.gov_best, firsts(top))
    store(now.gov_worst, firsts(low))
    store(now.mild_best, firsts(best))
    store(now.gov_best_cred, top_cred)
    store(now.gov_worst_cred, low_cred)
    store(now.mild_best_cred, best_cred)
    # Of a kind that a table lacks the cred is 0, or so high that it is not the worst.
    is_gov = (govs != EMPTY) & (top_cred >= best_cred)
    store(now.finest_cred, select(is_gov, top_cred, best_cred))
    store(now.finest_gov, select(is_gov, 1.0, 0.0))
    is_gov = (govs != EMPTY) & (low_cred < worst_cred)
    store(now.worst_cred, select(is_gov, low_cred, worst_cred))
    store(now.worst_gov, select(is_gov, 1.0, 0.0))


@block
def read_pool(now, view, rules):
    """What a card is like that this hacker does not see."""
    pool = rules.in_play & ~(now.faces | view.hand)
    share = 1.0 / max(popcount(pool), 1)
    now.pool_cred = cred_in(rules, pool) * share
    now.pool_gov = gov_in(rules, pool) * share
