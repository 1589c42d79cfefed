"""The worth of the table to the hacker who looks: a number for each seat, and what a change adds.

What nobody needs to be told stands here: to win, or to be the last one out of jail, is best; jail
and another's win are worst; a rival who could win on its next turn is to be stopped.
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount, without_lowest
from sims.core.jit import part
from sims.games.override.lists import seat_bit
from sims.games.override.strategies._notes import block, scan
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
def terms_of(now, seat):
    """What the worth of a seat hangs on, but for its cred and its government hacks."""
    return (
        (now.slope[seat], now.late[seat], now.knee, now.envy[seat], now.crest),
        (now.near[seat], now.spring[seat], now.span, now.reach[seat] - now.winning),
    )


@part
def worth_below(terms, standing, cred):
    """The worth of a seat out of jail that has less than the winning cred."""
    (slope, late, knee, envy, crest), (near, spring, span, ahead) = terms
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
def standing_of(now, seat, left):
    """The worth of a seat so many government hacks from jail."""
    return now.standing[seat, np.uint64(max(min(left, 3), 0))]


@part
def seat_value(now, seat, cred, gov):
    """The worth of a seat if it had so much cred and so many government hacks."""
    left = now.limit - gov
    if left <= 0:
        return now.jail[seat]
    if cred >= now.winning:
        return worth_of_win(now.win[seat], cred)
    return worth_below(terms_of(now, seat), standing_of(now, seat, left), cred)


@part
def shift(now, seat, cred, gov):
    """What it adds if a seat's cred and government hacks change by so much."""
    return seat_value(now, seat, now.cred[seat] + cred, now.gov[seat] + gov) - now.value[seat]


@part
def row_terms(now, seat, left):
    """What a row of `step` takes of a worth, and its own: all of one of the two."""
    if left <= 0:
        return 0.0, 0.0, now.jail[seat] - now.value[seat]
    return 1.0, standing_of(now, seat, left), -now.value[seat]


@scan
def fill_seat(now, seat, top, count):
    """Fill the rows of a seat in `step`, so many places of them; see `tabulate`."""
    left = now.limit - now.gov[seat]
    terms, win, winning = terms_of(now, seat), now.win[seat], np.float64(now.winning)
    start = np.float64(now.cred[seat] - top)
    share_0, standing_0, more_0 = row_terms(now, seat, left + 1)
    share_1, standing_1, more_1 = row_terms(now, seat, left)
    share_2, standing_2, more_2 = row_terms(now, seat, left - 1)
    rows = now.step[seat]
    for place in range(count):
        cred = start + np.float64(place)
        won, is_won = worth_of_win(win, cred), cred >= winning
        worth_0 = won if is_won else worth_below(terms, standing_0, cred)
        worth_1 = won if is_won else worth_below(terms, standing_1, cred)
        worth_2 = won if is_won else worth_below(terms, standing_2, cred)
        rows[0, np.uint64(place)] = share_0 * worth_0 + more_0
        rows[1, np.uint64(place)] = share_1 * worth_1 + more_1
        rows[2, np.uint64(place)] = share_2 * worth_2 + more_2


@block
def tabulate(now, rules):
    """Fill `step`: `shift` for every change by one card or two.

    By government hacks from one less, by cred from as much less as the best card has. A long list
    asks for the same changes again and again, and a table is filled eight at a time.
    """
    top = rules.top_cred
    for seat in range(rules.players):
        fill_seat(now, np.uint64(seat), top, (2 * top + 8) & ~7)


@part
def change(now, rules, is_tabulated, seat, cred, gov):
    """`shift`, looked up in `step` if that is filled."""
    if is_tabulated:
        return now.step[seat, np.uint64(gov + 1), np.uint64(cred + rules.top_cred)]
    return shift(now, seat, cred, gov)


@part
def moved_by(now, rules, card, giver, taker, is_tabulated):
    """What it adds if a face-out card goes from one seat to another."""
    cred, gov = rules.cred[card], is_government(rules, card)
    loss = change(now, rules, is_tabulated, giver, -cred, -gov)
    return loss + change(now, rules, is_tabulated, taker, cred, gov)


@part
def traded_by(now, rules, card, holder, other, to, is_tabulated):
    """What it adds if two face-out cards trade places."""
    cred = rules.cred[other] - rules.cred[card]
    gov = is_government(rules, other) - is_government(rules, card)
    gain = change(now, rules, is_tabulated, holder, cred, gov)
    return gain + change(now, rules, is_tabulated, to, -cred, -gov)


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
    for place in range(rules.players):
        seat = np.uint64(place)
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
