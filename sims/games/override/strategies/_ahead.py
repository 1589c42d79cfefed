"""One step ahead: about the best that the effect of a hack could do for the one who executes it.

The candidates are few and chosen by eye (the best card to take, the worst to give away, the last
government hack for a rival on the brink); the decision itself, when it comes, weighs every option.
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount
from sims.core.jit import part
from sims.games.override import cards as C
from sims.games.override.lists import seat_bit
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import (
    best_of,
    is_government,
    is_party,
    may_swap,
    reach_without,
    worst_of,
)
from sims.games.override.strategies._worth import (
    WIN,
    flipped_in,
    held,
    moved,
    shift,
    shown,
    traded,
)

NOTHING = -1e18
"""Below the worth of anything that can happen."""


@part
def hoped(gain, clear):
    """A gain that a Socket Puppet may spoil."""
    return gain * (clear if gain > 0.0 else 1.0)


@block
def read_cards(now, view, rules):
    """`finest`, `mild` and `worst`: the candidates that each seat's table offers."""
    for seat in range(rules.players):
        out = view.out[seat]
        now.finest[seat] = now.mild[seat] = now.worst[seat] = EMPTY
        if out:
            now.finest[seat] = now.mild[seat] = best_of(rules, out)
            now.worst[seat] = worst_of(rules, out)
            if now.finest[seat] & rules.government:
                mild = out & ~rules.government
                now.mild[seat] = best_of(rules, mild) if mild else EMPTY
    governments = view.out[now.me] & rules.government
    now.pawn = worst_of(rules, governments) if governments else EMPTY


@part
def taken(now, seat):
    """The best card of a seat that does not bring me to jail."""
    return now.finest[seat] if now.gov[now.me] + 1 < now.limit else now.mild[seat]


@block
def best_from(now, rules, seat, flipped):
    """The best of a rival's cards for me: given, or traded for my worst one."""
    best = NOTHING
    card = taken(now, seat) & ~flipped
    cost = now.own_mean if now.hand_left > 0 else 0.0
    if card:
        best = moved(now, rules, lowest(card), seat, now.me) - cost
    if card and now.worst[now.me]:
        mine = lowest(now.worst[now.me])
        best = max(best, traded(now, rules, mine, now.me, lowest(card), seat))
    card = now.finest[seat] & ~flipped
    if card and now.pawn:
        mine = lowest(now.pawn)
        best = max(best, traded(now, rules, mine, now.me, lowest(card), seat))
    return hoped(best, now.clear[seat])


@block
def best_push(now, view, rules, hack, me_in, seat):
    """A rival on the brink is given its last government hack, one of mine or another rival's."""
    best = NOTHING
    for place in range(rules.players):
        giver = np.uint64(place)
        governments = now.finest[giver] & rules.government
        if giver == seat or governments == EMPTY:
            continue
        if me_in if giver == now.me else is_party(now, view, rules, giver, hack):
            gain = moved(now, rules, lowest(governments), giver, seat)
            best = max(best, hoped(gain, now.clear[giver]))
    return best


@block
def after_swap(now, view, rules, hack, flipped):
    """About the best proxy swap of this hack; 0 where there is none or one that changes nothing."""
    me = now.me
    me_in = may_swap(view, rules, me, hack)
    best = 0.0 if rules.swap_optional == 1 else NOTHING
    hands = 1 if me_in and now.hand_left > 0 else 0
    weakest = me
    for place in range(rules.players):
        seat = np.uint64(place)
        if seat == me or not is_party(now, view, rules, seat, hack):
            continue
        hands += 1 if view.hand_size[seat] > 0 else 0
        if me_in and view.out[seat]:
            best = max(best, best_from(now, rules, seat, flipped))
        if now.gov[seat] + 1 == now.limit and now.free & seat_bit(seat):
            best = max(best, best_push(now, view, rules, hack, me_in, seat))
        if weakest == me or now.cred[seat] < now.cred[weakest]:
            weakest = seat
    if hands >= 2:
        best = max(best, 0.0)
    if best < 0.0 and me_in and now.worst[me] and weakest != me:
        best = max(best, moved(now, rules, lowest(now.worst[me]), me, weakest))
    return best if best > NOTHING else 0.0


@block
def after_steal(now, view, rules, goods):
    """The best card to take with a Stolen Goods that lies before me."""
    best = NOTHING
    for place in range(rules.players):
        seat = np.uint64(place)
        if seat == now.me or view.screened & seat_bit(seat) or view.out[seat] == EMPTY:
            continue
        card = taken(now, seat)
        if card == EMPTY:
            card = now.finest[seat]
        gain = traded(now, rules, goods, now.me, lowest(card), seat)
        best = max(best, hoped(gain, now.clear[seat]))
    return best if best > NOTHING else 0.0


@part
def own_flip(now, view, rules, hand):
    """The best own card to turn out, or to turn in where there is one government hack too many."""
    best = NOTHING
    me = now.me
    turned = hand if now.gov[me] + 1 < now.limit else hand & ~rules.government
    if turned:
        card = lowest(best_of(rules, turned))
        best = shift(now, me, rules.cred[card], is_government(rules, card))
        best += shown(now, rules, card) - held(now, rules, card)
    governments = view.out[me] & rules.government
    turned = governments if governments else view.out[me] & ~rules.diskette
    if turned:
        card = lowest(worst_of(rules, turned))
        gain = shift(now, me, -rules.cred[card], -is_government(rules, card))
        best = max(best, gain + held(now, rules, card))
    return best


@block
def after_firewall(now, view, rules, hand, flipped):
    """The best own card to flip, or the best cards of two rivals."""
    first, second = NOTHING, NOTHING
    for place in range(rules.players):
        seat = np.uint64(place)
        card = now.finest[seat] & ~rules.diskette & ~flipped
        if seat == now.me or now.free & seat_bit(seat) == EMPTY or card == EMPTY:
            continue
        gain = flipped_in(now, rules, lowest(card), seat)
        first, second = max(first, gain), max(second, min(first, gain))
    best = max(own_flip(now, view, rules, hand), first + max(second, 0.0))
    return best if best > 0.1 * NOTHING else 0.0


@block
def after_spoof(now, view, rules, spoof):
    """The best card of a rival for the worst one of another: of the leader's, or over the brink."""
    best = NOTHING
    me = now.me
    if rules.players == 2:
        other = np.uint64(1) - me
        card = now.finest[other]
        return traded(now, rules, spoof, me, lowest(card), other) if card else 0.0
    for place in range(rules.players):
        giver = np.uint64(place)
        if giver == me or view.out[giver] == EMPTY:
            continue
        card = lowest(now.finest[giver])
        for other in range(rules.players):
            taker = np.uint64(other)
            if taker != me and taker != giver and view.out[taker]:
                best = max(best, traded(now, rules, card, giver, lowest(now.worst[taker]), taker))
    return best if best > NOTHING else 0.0


@part
def after_storm(now, view, rules):
    """NOAA or Monorail: safe with a card in hand to give away, else a win in sight is at risk."""
    me = now.me
    brink = now.gov[me] + 1 >= now.limit
    if now.value[me] > 0.5 * WIN:
        return 0.0 if now.hand_left > 0 and not brink else -0.5 * WIN
    others = now.faces & ~view.out[me] & rules.government
    return now.storm - (now.fear if brink and others else 0.0)


@block
def effect(now, view, rules, card, is_own):
    """About the best that executing a hack does, its card already flipped."""
    hack = rules.hack[card]
    flipped = EMPTY if is_own else one(card)
    now.hand_left = popcount(view.hand) - (1 if is_own else 0)
    gain = 0.0
    if hack == C.STOLEN_GOODS:
        gain = after_steal(now, view, rules, card)
    elif hack == C.FIREWALL:
        gain = after_firewall(now, view, rules, view.hand & ~one(card), flipped)
    elif hack == C.PROXY_SPOOF:
        if is_own or rules.players > 2:
            gain = after_spoof(now, view, rules, card)
    elif hack == C.NOAA or hack == C.MONORAIL:
        gain = after_storm(now, view, rules)
    elif hack == C.CIA_SATELLITE:
        gain = now.spy
    elif hack == C.COMPUTER_GOGGLES:
        gain = now.tempo
    elif hack == C.SCREEN_DOOR:
        gain = now.screen
    if rules.swaps[hack]:
        gain += after_swap(now, view, rules, hack, flipped)
    return gain


@block
def own_effect(now, view, rules, card):
    """The flip and the effect of a card from my hand."""
    me = now.me
    cred, gov, value, worst = now.cred[me], now.gov[me], now.value[me], now.worst[me]
    reach = now.reach[me]
    now.reach[me] = reach_without(now, view, rules, card, is_government(rules, card))
    gain = shift(now, me, rules.cred[card], is_government(rules, card))
    now.cred[me] += rules.cred[card]
    now.gov[me] += is_government(rules, card)
    now.value[me] += gain
    now.worst[me] = worst_of(rules, worst | one(card))
    gain += effect(now, view, rules, card, True)
    now.cred[me], now.gov[me], now.value[me], now.worst[me] = cred, gov, value, worst
    now.reach[me] = reach
    return gain


@block
def ahead(now, view, rules, card, is_own):
    """What executing a card brings, worked out once a hack and side: copies are alike."""
    slot = np.uint64(rules.hack[card]) + np.uint64(0 if is_own else 16)
    if now.done & one(slot) == EMPTY:
        if is_own:
            now.ahead[slot] = own_effect(now, view, rules, card)
        else:
            now.ahead[slot] = effect(now, view, rules, card, False)
        now.done |= one(slot)
    return now.ahead[slot]
