"""The worth of the table to the hacker who looks: a number for each seat, and what a change adds.

What nobody needs to be told stands here: to win, or to be the last one out of jail, is best; jail
and another's win are worst; a rival who could win on its next turn is to be stopped.
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount, without_lowest
from sims.core.jit import part
from sims.games.override.lists import seat_bit
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import is_government

WIN = 1e9
"""Far above any sum of other worths."""
ON_BRINK, ON_EDGE = 1, 2
"""Standings: one government hack from jail, and two."""
MOST_CRED = 31
"""Of a card in a deck for which `tabulate` has room."""
STOP = 1e3
"""A rival who could win on its next turn: far above all but a win, too."""


@block
def plain(now, rules):
    """The taste of one who cares for nothing but to win, and that nobody else does."""
    now.knee = now.crest = 1e9
    now.span = 0.0
    now.hold_rate = now.rival_rate = now.storm = now.spy = now.screen = 0.0
    now.fear = 1.0
    now.tempo = now.lend = 0.1
    for hack in range(16):  # whole arrays: a few wide stores each
        now.hold[hack] = 0.0
        now.show[hack] = 0.0
    for seat in range(8):
        now.slope[seat] = 0.0
        now.late[seat] = 0.0
        now.envy[seat] = 0.0
        now.standing[seat, ON_BRINK] = 0.0
        now.standing[seat, ON_EDGE] = 0.0
        now.standing[seat, 3] = 0.0
        now.jail[seat] = 0.0
        now.near[seat] = 0.0
        now.spring[seat] = 0.0
        now.win[seat] = 0.0
    for seat in range(rules.players):
        if now.free & seat_bit(seat):
            others = now.live - (1 if now.gov[seat] < now.limit else 0)
            now.jail[seat] = WIN if others <= 0 else 0.0
            now.near[seat] = -STOP * (1.0 - 0.1 * now.order[seat])
            now.win[seat] = -WIN
    now.near[now.me] = 0.0
    now.jail[now.me] = -WIN
    now.win[now.me] = WIN


@part
def terms_of(now, seat, left):
    """What the worth of a seat so many government hacks from jail hangs on, but for its cred."""
    return (
        (now.slope[seat], now.late[seat], now.knee, now.envy[seat], now.crest),
        (now.standing[seat, np.uint64(max(min(left, 3), 0))], now.near[seat]),
        (now.spring[seat], now.span, now.reach[seat] - now.winning),
    )


@part
def worth_below(terms, cred):
    """The worth of a seat out of jail that has less than the winning cred."""
    (slope, late, knee, envy, crest), (standing, near), (spring, span, ahead) = terms
    close = np.float64(cred + ahead)
    return (
        slope * cred
        + late * max(cred - knee, 0.0)
        - envy * max(cred - crest, 0.0)
        + standing
        + near * np.float64(close >= 0.0)
        + spring * min(max(close + span, 0.0), 2.0 * span)
    )


@part
def worth_of_win(win, cred):
    """The worth of a seat with the winning cred: of two the higher wins, of equals the actor."""
    return win * (1.0 + 1e-6 * cred) + 1.0


@part
def seat_value(now, seat, cred, gov):
    """The worth of a seat if it had so much cred and so many government hacks."""
    left = now.limit - gov
    if left <= 0:
        return now.jail[seat]
    if cred >= now.winning:
        return worth_of_win(now.win[seat], cred)
    return worth_below(terms_of(now, seat, left), cred)


@part
def shift(now, seat, cred, gov):
    """What it adds if a seat's cred and government hacks change by so much."""
    return seat_value(now, seat, now.cred[seat] + cred, now.gov[seat] + gov) - now.value[seat]


@block
def tabulate(now, rules, top):
    """Fill `step`, for cards of at most `top` cred: `shift` for every change by one card or two.

    A long list asks for the same changes again and again, and a table is filled eight at a time.
    """
    first, count = MOST_CRED - top, (2 * top + 8) & ~7
    for seat in range(rules.players):
        value, win, gap = now.value[seat], now.win[seat], now.winning - now.cred[seat] + top
        for more in range(3):
            row = now.step[seat, more]
            left = now.limit - (now.gov[seat] + more - 1)
            terms, cred = terms_of(now, seat, left), now.cred[seat] - top
            if left <= 0:
                for i in range(count):
                    row[np.uint64(first + i)] = now.jail[seat] - value
            else:
                for i in range(count):
                    below, won = worth_below(terms, cred + i), worth_of_win(win, cred + i)
                    row[np.uint64(first + i)] = (won if i >= gap else below) - value


@part
def change(now, is_tabulated, seat, cred, gov):
    """`shift`, looked up in `step` if that is filled."""
    if is_tabulated:
        return now.step[seat, np.uint64(gov + 1), np.uint64(cred + MOST_CRED)]
    return shift(now, seat, cred, gov)


@part
def moved_by(now, rules, card, giver, taker, is_tabulated):
    """What it adds if a face-out card goes from one seat to another."""
    cred, gov = rules.cred[card], is_government(rules, card)
    loss = change(now, is_tabulated, giver, -cred, -gov)
    return loss + change(now, is_tabulated, taker, cred, gov)


@part
def traded_by(now, rules, card, holder, other, to, is_tabulated):
    """What it adds if two face-out cards trade places."""
    cred = rules.cred[other] - rules.cred[card]
    gov = is_government(rules, other) - is_government(rules, card)
    gain = change(now, is_tabulated, holder, cred, gov)
    return gain + change(now, is_tabulated, to, -cred, -gov)


@block
def moved(now, rules, card, giver, taker):
    """`moved_by`, worked out."""
    return moved_by(now, rules, card, giver, taker, False)


@block
def traded(now, rules, card, holder, other, to):
    """`traded_by`, worked out."""
    return traded_by(now, rules, card, holder, other, to, False)


@part
def held(now, rules, card):
    """What a card in my hand is worth."""
    return now.hold_rate * rules.cred[card] + now.hold[rules.hack[card]]


@part
def shown(now, rules, card):
    """What a card face-out before me is worth beyond its cred."""
    return now.show[rules.hack[card]]


@block
def relief(now, rules, card):
    """What it adds that a card goes which a rival needs for winning on its next turn."""
    gain = 0.0
    for seat in range(rules.players):
        if seat != now.me and now.lever[seat] & one(card):
            gain -= now.near[seat]
    return gain


@block
def flipped_in(now, rules, card, holder):
    """What it adds if a face-out card of a rival goes back to its hand."""
    cred = rules.cred[card]
    gain = shift(now, holder, -cred, -is_government(rules, card)) - now.rival_rate * cred
    if now.levers & one(card):
        gain += relief(now, rules, card)
    return gain


@block
def flipped_out(now, seat):
    """What it adds, on average, if a random card of a rival's hand is flipped."""
    cred = np.int64(now.mean[seat] + 0.5)
    odds = now.odds[seat]
    gain = (1.0 - odds) * shift(now, seat, cred, 0) + odds * shift(now, seat, cred, 1)
    if now.cred[seat] + now.pool_best >= now.winning and now.gov[seat] + 1 < now.limit:
        gain -= STOP
    return gain + now.rival_rate * cred


@block
def weigh(now, view, rules):
    """Fill `value` and `own_mean`: the table as it is, to this taste."""
    for seat in range(rules.players):
        now.value[seat] = seat_value(now, seat, now.cred[seat], now.gov[seat])
    total = 0.0
    rest = view.hand
    while rest:
        total += held(now, rules, lowest(rest))
        rest = without_lowest(rest)
    now.own_mean = total / max(popcount(view.hand), 1)


__all__ = [
    "EMPTY",
    "STOP",
    "WIN",
    "flipped_in",
    "flipped_out",
    "held",
    "moved",
    "moved_by",
    "plain",
    "shift",
    "shown",
    "tabulate",
    "traded",
    "traded_by",
    "weigh",
]
