"""What each option of a decision adds, to a strategy's taste."""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount, without_lowest
from sims.core.jit import part
from sims.games.override import cards as C
from sims.games.override import layout as L
from sims.games.override.lists import after, before, seat_bit
from sims.games.override.strategies._ahead import ahead, hoped
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import is_government, reach_without
from sims.games.override.strategies._worth import (
    flipped_in,
    flipped_out,
    held,
    moved_by,
    relief,
    shift,
    shown,
    traded_by,
)


@part
def execute(now, view, rules, option):
    """*Execute*: the flip, and about the best of what follows."""
    card, holder = np.uint64(option.card), np.uint64(option.holder)
    if holder == now.me:
        gain = ahead(now, view, rules, card, True)
        return gain + shown(now, rules, card) - held(now, rules, card)
    gain = ahead(now, view, rules, card, False)
    if now.free & seat_bit(holder):
        gain += flipped_in(now, rules, card, holder)
    return gain


@part
def give(now, view, rules, option, is_tabulated):
    """A face-out card for a random face-in one."""
    card, giver, taker = np.uint64(option.card), np.uint64(option.holder), np.uint64(option.to)
    gain = moved_by(now, rules, card, giver, taker, is_tabulated)
    if taker == now.me:
        gain += shown(now, rules, card)
        if view.hand:
            gain -= now.own_mean
    elif giver == now.me:
        gain -= shown(now, rules, card)
        if view.hand_size[taker] > 0:
            gain += now.hold_rate * now.mean[taker]
    if now.levers & one(card):
        gain += relief(now, rules, card)
    return hoped(gain, now.clear[giver])


@part
def trade(now, rules, card, holder, other, to, is_tabulated):
    """Two face-out cards for each other."""
    card, holder, other, to = np.uint64(card), np.uint64(holder), np.uint64(other), np.uint64(to)
    gain = traded_by(now, rules, card, holder, other, to, is_tabulated)
    if holder == now.me:
        gain += shown(now, rules, other) - shown(now, rules, card)
    elif to == now.me:
        gain += shown(now, rules, card) - shown(now, rules, other)
    return gain


@part
def spoof(now, rules, option, is_tabulated):
    """*Proxy Spoof*, one option of it."""
    return trade(now, rules, option.card, option.holder, option.other, option.to, is_tabulated)


@part
def swap(now, view, rules, option, is_tabulated):
    """*Proxy swap*, one option of it."""
    form = option.form
    if form == L.F_TABLE:
        gain = spoof(now, rules, option, is_tabulated)
        clear = now.clear[np.uint64(option.holder)] * now.clear[np.uint64(option.to)]
        return hoped(gain, clear)
    if form == L.F_GIVE:
        return give(now, view, rules, option, is_tabulated)
    if form == L.F_OWN:
        to = np.uint64(option.to)
        return now.hold_rate * now.mean[to] - held(now, rules, np.uint64(option.card))
    return 0.0


@part
def steal(now, view, rules, option):
    """*Stolen Goods*: it trades places with the goods."""
    gain = trade(now, rules, view.executed, now.me, option.card, option.holder, False)
    return hoped(gain, now.clear[np.uint64(option.holder)])


@block
def read_slots(now, view, rules):
    """*Firewall*: what flipping each card and each hand of the rivals adds."""
    for place in range(rules.players):
        seat = np.uint64(place)
        if seat == now.me or now.free & seat_bit(seat) == EMPTY:
            continue
        now.draw[seat] = flipped_out(now, seat)
        rest = view.out[seat]
        while rest:
            now.flip[lowest(rest)] = flipped_in(now, rules, lowest(rest), seat)
            rest = without_lowest(rest)


@block
def flip_own(now, view, rules, card):
    """What flipping an own card adds."""
    cred, gov = rules.cred[card], is_government(rules, card)
    extra = shown(now, rules, card) - held(now, rules, card)
    if view.hand & one(card):
        reach = now.reach[now.me]
        now.reach[now.me] = reach_without(now, view, rules, card, gov)
        gain = shift(now, now.me, cred, gov) + extra
        now.reach[now.me] = reach
        return gain
    return shift(now, now.me, -cred, -gov) - extra


@block
def flip_both(now, rules, first, second, holder):
    """What flipping two face-out cards of one rival adds."""
    cred = rules.cred[first] + rules.cred[second]
    gov = is_government(rules, first) + is_government(rules, second)
    gain = shift(now, holder, -cred, -gov) - now.rival_rate * cred
    if now.levers & (one(first) | one(second)):
        gain += max(relief(now, rules, first), relief(now, rules, second))
    return gain


@part
def firewall(now, view, rules, option):
    """*Firewall*, one option of it; what each slot adds was worked out by `read_slots`."""
    card, other = np.uint64(option.card), np.uint64(option.other)
    holder, to = np.uint64(option.holder), np.uint64(option.to)
    if option.form == L.F_FLIP_OWN:
        return flip_own(now, view, rules, card)
    if holder == to and other != L.NONE:
        return flip_both(now, rules, card, other, holder)
    gain = now.draw[holder] if card == L.NONE else now.flip[card]
    if option.form == L.F_FLIP_PAIR:
        gain += now.draw[to] if other == L.NONE else now.flip[other]
    return gain


@block
def goggles(now, rules, option):
    """*Computer Goggles*: a rival's next turn is spent on a card that helps it least."""
    rival = np.uint64(option.to)
    saved = 0.0
    if now.cred[rival] + now.reach[rival] >= now.winning:
        saved = -now.near[rival]
    if option.form == L.F_MARK_HAND:
        if now.gov[rival] + 1 == now.limit:
            saved += now.odds[rival] * shift(now, rival, np.int64(now.mean[rival]), 1)
        return 0.4 * saved
    card, holder = np.uint64(option.card), np.uint64(option.holder)
    hack = rules.hack[card]
    gain = now.tempo * (1.0 + now.cred[rival] * now.per_win)
    if rules.swaps[hack] or hack == C.FIREWALL or hack == C.PROXY_SPOOF:
        gain -= now.lend
        saved = 0.0
    if now.free & seat_bit(holder):
        gain += 0.7 * flipped_in(now, rules, card, holder)
    return gain + saved


@part
def spy(now, view, option):
    """*CIA Satellite*: the hand of which most is unknown, rather of one who is ahead."""
    rival = np.uint64(option.to)
    unknown = np.int64(view.hand_size[rival]) - popcount(view.known[rival])
    return min(unknown, 2) * (0.5 + now.cred[rival] * now.per_win)


@block
def next_free(now, rules, to_left):
    """The next hacker out of jail in a direction."""
    seat = np.int64(now.me)
    for _ in range(rules.players):
        seat = after(seat, rules.players) if to_left else before(seat, rules.players)
        if now.free & seat_bit(seat):
            break
    return np.uint64(seat)


@block
def pick(now, view, rules, option):
    """*NOAA*, *Monorail*: what giving this card away costs, and who may get it."""
    card = np.uint64(option.card)
    if view.hand & one(card):
        return -held(now, rules, card)
    cred, gov = rules.cred[card], is_government(rules, card)
    gain = shift(now, now.me, -cred, -gov) - shown(now, rules, card)
    if view.decision == L.MONORAIL:
        left, right = next_free(now, rules, True), next_free(now, rules, False)
        gain += 0.5 * (shift(now, left, cred, gov) + shift(now, right, cred, gov))
    return gain


@part
def direction(now, rules, option):
    """*Monorail*: cards come from the richer neighbour, unless one more government is jail."""
    source = next_free(now, rules, option.form == L.F_RIGHT)
    if now.gov[now.me] + 1 >= now.limit and now.gov[source] > 0:
        return -1.0
    return now.cred[source] * now.per_win


@block
def settled(now, rules, leaves, arrives, other, from_hand):
    """What it adds if a card goes from me to `other` and one comes back, each maybe none."""
    cred, gov = np.int64(0), np.int64(0)
    theirs, their_gov = np.int64(0), np.int64(0)
    if leaves != L.NONE:
        theirs, their_gov = rules.cred[np.uint64(leaves)], is_government(rules, leaves)
        if not from_hand:
            cred, gov = -theirs, -their_gov
    if arrives != L.NONE:
        came, came_gov = rules.cred[np.uint64(arrives)], is_government(rules, arrives)
        cred, gov = cred + came, gov + came_gov
        theirs, their_gov = theirs - came, their_gov - came_gov
    return shift(now, now.me, cred, gov) + shift(now, other, theirs, their_gov)


@block
def interrupt(now, view, rules, is_used):
    """*Interrupt*: the announced swap as it is, or with the puppet in the taken card's place."""
    pending = view.pending
    form = pending.form
    puppet = lowest(view.hand & rules.puppets)
    is_first = np.uint64(pending.holder) == now.me
    other = np.uint64(pending.to) if is_first else np.uint64(pending.holder)
    leaves, arrives = np.int64(L.NONE), np.int64(L.NONE)
    if form == L.F_CARD:
        leaves, arrives, other = np.int64(pending.card), view.executed, np.uint64(view.actor)
    elif form == L.F_GIVE:
        if is_first:
            leaves = np.int64(pending.card)
        else:
            arrives = np.int64(pending.card)
    elif form == L.F_TABLE or form == L.F_TRADE or form == L.F_TRADE_SPOOF:
        leaves = np.int64(pending.card if is_first else pending.other)
        arrives = np.int64(pending.other if is_first else pending.card)
    paid = now.own_mean if leaves == L.NONE else 0.0
    if is_used:
        leaves, paid = np.int64(puppet), held(now, rules, puppet)
    return settled(now, rules, leaves, arrives, other, is_used) - paid
