"""The worth of the table to the hacker who looks: a number for each seat, and what a change adds.

What nobody needs to be told stands here: to win, or to be the last one out of jail, is best; jail
and another's win are worst; a rival who is one card from the win is to be held back.
"""

import numpy as np

from sims.core.bits import lowest, without_lowest
from sims.core.jit import part
from sims.core.lanes import higher, lanes_in, load, load_row, select, store, store_row
from sims.games.override.lists import seat_bit
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import is_government

ZERO = np.float32(0.0)
TURNED_IN, TURNED = 2, 4
"""Where the rows of `turned` begin that are about turning own cards in, and cards of rivals."""
WIN = 1e6
"""Far above any sum of other worths."""
STOP = 1e3
"""Of each cred by which a rival is nearer to the win than one card: above all but a win, too."""


@part
def endings(now, free, left, mine, locked):
    """The worth of jail and of a win; a rival in jail is worth `locked` while others are left."""
    is_last = now.live - select(left > 0.0, 1.0, 0.0) <= 0.0
    jail = select(is_last, free * WIN, free * locked)
    # Of two with the winning cred the higher wins, and of equals the actor.
    win = select(mine, WIN + 1.0, free * -WIN) * now.per_win
    return select(mine, -WIN, jail), win


@block
def plain(now, rules):
    """The taste of one who cares for nothing but to win, and that nobody else does."""
    now.hold_rate = now.rival_rate = 0.0
    now.tempo = now.lend = 0.1
    for hack in range(16):
        now.hold[hack] = 0.0
        now.show[hack] = 0.0
    free, left, mine = load(now.is_free), load(now.left), lanes_in(seat_bit(now.me))
    nothing = free * 0.0
    store(now.slope, nothing)
    store(now.edge, nothing)
    store(now.brink, nothing)
    store(now.late, select(mine, 0.0, free * -STOP))
    store(now.knee, nothing + (now.winning - np.float32(rules.top_cred)))
    jail, win = endings(now, free, left, mine, 0.0)
    store(now.jail, jail)
    store(now.win, win)


@part
def taste_of(now, seat):
    """What `worths` needs to know of one seat."""
    return (
        now.slope[seat], now.late[seat], now.knee[seat], now.edge[seat], now.brink[seat],
        now.jail[seat], now.win[seat],
    )  # fmt: skip


@part
def worth(now, seat, cred, left):
    """The worth of a seat if it had so much cred and so many government hacks to go to jail.

    No branch: what a seat has depends on chance, so a processor could not foresee one.
    """
    slope, late, knee, edge, brink, jail, win = taste_of(now, seat)
    value = slope * cred + late * max(cred - knee, ZERO)
    value += brink if left == 1.0 else ZERO
    value += edge if left == 2.0 else ZERO
    value = win * cred if cred >= now.winning else value
    return jail if left <= 0.0 else value


@part
def tastes(now):
    """What `worths` needs to know of all seats."""
    return (
        load(now.slope), load(now.late), load(now.knee), load(now.edge), load(now.brink),
        load(now.jail), load(now.win),
    )  # fmt: skip


@part
def worths(now, taste, cred, left):
    """`worth`, eight at a time: of all seats, or of one seat in eight ways."""
    slope, late, knee, edge, brink, jail, win = taste
    value = slope * cred + late * higher(cred - knee, 0.0)
    value = value + select(left == 1.0, brink, 0.0)
    value = value + select(left == 2.0, edge, 0.0)
    value = select(cred >= now.winning, win * cred, value)
    return select(left <= 0.0, jail, value)


@part
def shift(now, seat, cred, gov):
    """What it adds if a seat's cred and government hacks change by so much."""
    return worth(now, seat, now.cred[seat] + cred, now.left[seat] - gov) - now.value[seat]


@block
def weigh(now):
    """Fill `value`: the table as it is, to this taste."""
    store(now.value, worths(now, tastes(now), load(now.cred), load(now.left)))


@part
def weigh_as(now, slope, late, knee, edge, brink, jail, win):
    """Write a taste down, and `value`."""
    store(now.slope, slope)
    store(now.late, late)
    store(now.knee, knee)
    store(now.edge, edge)
    store(now.brink, brink)
    store(now.jail, jail)
    store(now.win, win)
    taste = (slope, late, knee, edge, brink, jail, win)
    store(now.value, worths(now, taste, load(now.cred), load(now.left)))


@part
def held(now, rules, card):
    """What a card in my hand is worth."""
    return now.hold_rate * rules.cred[card] + now.hold[rules.hack[card]]


@part
def shown(now, rules, card):
    """What a card face-out before me is worth beyond its cred."""
    return now.show[rules.hack[card]]


@block
def read_own_turned(now, rules, first, side):
    """Fill two rows of `turned`: what it adds by hack if I turn one out (`side` 1) or in (-1)."""
    me = now.me
    taste, cred, left = taste_of(now, me), now.cred[me], now.left[me]
    for row in range(2):
        more, gov = load_row(rules.kind_cred, row), load_row(rules.kind_gov, row)
        gain = worths(now, taste, more * side + cred, left - gov * side) - now.value[me]
        kept = load_row(now.show, row) - load_row(now.hold, row) - more * now.hold_rate
        store_row(now.turned, first + row, gain + kept * side)


@block
def read_turned(now, rules, hacks):
    """Fill `turned` for a set of hacks: what it adds if one before a rival goes to its hand.

    Before a hacker in jail it stays face-out, and nothing changes.
    """
    taste, creds, lefts = tastes(now), load(now.cred), load(now.left)
    lost, values = load(now.is_free) * now.rival_rate, load(now.value)
    while hacks:
        hack = lowest(hacks)
        hacks = without_lowest(hacks)
        more, gov = rules.kind_cred[hack], rules.kind_gov[hack]
        gain = worths(now, taste, creds - more, lefts + gov) - values - lost * more
        store_row(now.turned, np.uint64(TURNED) + hack, gain)


@part
def flipped_out(now):
    """What it adds, on average, if a random card of each rival's hand is flipped."""
    cred, left, odds = load(now.cred) + now.pool_cred, load(now.left), now.pool_gov
    taste = tastes(now)
    gain = worths(now, taste, cred, left) * (1.0 - odds)
    gain = gain + worths(now, taste, cred, left - 1.0) * odds
    return gain - load(now.value) + now.rival_rate * now.pool_cred


@block
def traded(now, rules, card, holder, other, to):
    """What it adds if two face-out cards trade places."""
    cred = np.float32(rules.cred[other] - rules.cred[card])
    gov = is_government(rules, other) - is_government(rules, card)
    gain = shift(now, holder, cred, gov) + shift(now, to, -cred, -gov)
    if holder == now.me:
        gain += shown(now, rules, other) - shown(now, rules, card)
    elif to == now.me:
        gain += shown(now, rules, card) - shown(now, rules, other)
    return gain
