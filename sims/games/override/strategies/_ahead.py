"""One step ahead: about the best that the effect of a hack could do for the one who executes it.

The candidates are few (the best card to take, the worst to give away, the last government hack for
a rival on the brink).
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount, without_lowest
from sims.core.jit import part
from sims.core.lanes import (
    higher,
    highest,
    lanes_in,
    load,
    members,
    select,
)
from sims.games.override import cards as C
from sims.games.override.lists import seat_bit
from sims.games.override.records import ROWS
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import (
    best_of,
    hacks_of,
    is_government,
    is_seat,
    read_cards,
    read_pool,
)
from sims.games.override.strategies._swaps import (
    NOTHING,
    after_swap,
    read_rivals,
    swap_parties,
)
from sims.games.override.strategies._worth import (
    TURNED,
    WIN,
    ZERO,
    flipped_out,
    held,
    read_own_turned,
    read_turned,
    shift,
    shown,
    taste_of,
    tastes,
    worth,
    worths,
)

OTHERS = 16
"""Where the entries of `effect` begin that are about cards of others."""


@block
def after_steal(now, view, rules, goods):
    """The best card to take with a Stolen Goods that lies before me."""
    me = now.me
    cred, gov = np.float32(rules.cred[goods]), is_government(rules, goods)
    mine, left = now.cred[me] + cred, now.left[me] - gov
    more, govs = load(now.finest_cred), load(now.finest_gov)
    can = lanes_in(~(view.screened | seat_bit(me))) & (load(view.out) != EMPTY)
    if left <= 1.0:
        is_mild = load(now.mild_best) != EMPTY
        more = select(is_mild, load(now.mild_best_cred), more)
        govs = select(is_mild, 0.0, govs)
    more, govs = more - cred, govs - gov
    gain = worths(now, taste_of(now, me), more + mine, left - govs) - worth(now, me, mine, left)
    gain = gain + worths(now, tastes(now), load(now.cred) - more, load(now.left) + govs)
    best = highest(select(can, gain - load(now.value), NOTHING))
    return best if best > NOTHING else 0.0


@part
def own_flip(now, rules, hand, cred, left):
    """The best own card to turn out, or to turn in where there is one government hack too many."""
    best = NOTHING
    me = now.me
    base = worth(now, me, cred, left)
    turned = best_of(rules, hand if left > 1.0 else hand & ~rules.government)
    if turned:
        card = lowest(turned)
        best = worth(now, me, cred + rules.cred[card], left - is_government(rules, card)) - base
        best += shown(now, rules, card) - held(now, rules, card)
    if now.gov_worst[me]:
        card = lowest(now.gov_worst[me])
        gain = worth(now, me, cred - rules.cred[card], left + 1.0) - base
        best = max(best, gain + held(now, rules, card) - shown(now, rules, card))
    return best


@block
def rival_flips(now, view, rules):
    """The best of what two rivals have to flip, each its best card or one of its hand."""
    lost, govs = load(now.finest_cred), load(now.finest_gov)
    gain = worths(now, tastes(now), load(now.cred) - lost, load(now.left) + govs)
    gain = gain - load(now.value) - lost * now.rival_rate
    gain = select((load(view.out) & ~rules.diskette) != EMPTY, gain, NOTHING)
    gain = higher(gain, select(load(view.hand_size) != EMPTY, flipped_out(now), NOTHING))
    gain = select(lanes_in(now.free & ~seat_bit(now.me)), gain, NOTHING)
    first = highest(gain)
    firsts = members(gain == first)
    others = lanes_in(~(firsts & (~firsts + np.uint64(1))))
    second = highest(select(others, gain, NOTHING))
    return first + max(second, 0.0)


@block
def after_spoof(now, view, rules, spoof):
    """The best card of a rival for the worst one of another; of two hackers, for the Spoof."""
    me = now.me
    if rules.players == 2:
        other = np.uint64(1) - me
        if view.out[other] == EMPTY:
            return 0.0
        more = now.finest_cred[other] - rules.cred[spoof]
        gov = now.finest_gov[other] - is_government(rules, spoof)
        cred = now.cred[me] + rules.cred[spoof]
        left = now.left[me] - is_government(rules, spoof)
        gain = worth(now, me, cred + more, left - gov) - worth(now, me, cred, left)
        return gain + shift(now, other, -more, -gov)
    taste, creds, lefts, values = tastes(now), load(now.cred), load(now.left), load(now.value)
    worst_cred, worst_gov = load(now.worst_cred), load(now.worst_gov)
    takers = members(load(view.out) != EMPTY) & ~seat_bit(me)
    best = select(lanes_in(EMPTY), values, NOTHING)
    for place in range(rules.players):
        giver = np.uint64(place)
        others = takers & ~seat_bit(giver) if is_seat(takers, giver) else EMPTY
        more, gov = now.finest_cred[giver] - worst_cred, now.finest_gov[giver] - worst_gov
        gain = worths(now, taste_of(now, giver), now.cred[giver] - more, now.left[giver] + gov)
        gain = gain + worths(now, taste, creds + more, lefts - gov) - values - now.value[giver]
        best = higher(best, select(lanes_in(others), gain, NOTHING))
    found = highest(best)
    return found if found > NOTHING else 0.0


@part
def after_storm(now, view, rules, card):
    """NOAA or Monorail that brings me the win: one of my cards goes, rather one of my hand."""
    gov = is_government(rules, card)
    won = shift(now, now.me, np.float32(rules.cred[card]), gov) > 0.5 * WIN
    is_safe = popcount(view.hand) > 1 and now.left[now.me] - gov > 1.0
    return -0.5 * WIN if won and not is_safe else 0.0


@part
def sample_of(view, rules, hack):
    """A card of a hack to execute, rather one of mine; and whether it is."""
    own = view.hand & rules.kind_cards[np.uint64(hack)]
    return lowest(own if own else rules.kind_cards[np.uint64(hack)]), own != EMPTY


@part
def after_firewall(now, view, rules, card, is_own):
    """The best own card to flip, or the best of what two rivals have."""
    cred, left, hand = now.cred[now.me], now.left[now.me], view.hand
    if is_own:
        cred, left = cred + rules.cred[card], left - is_government(rules, card)
        hand &= ~one(card)
    best = max(own_flip(now, rules, hand, cred, left), rival_flips(now, view, rules))
    return best if best > 0.1 * NOTHING else 0.0


@block
def read_effects(now, view, rules, present):
    """Fill `effect`: about the best that executing a hack does, its card already flipped.

    Of the hacks that are `present`: those in hand, and 16 further those of others. What a Firewall
    of mine does is taken for what another's does, too: they differ by the cred that mine turns out.
    """
    for slot in range(32):
        now.effect[slot] = 0.0
    now.effect[C.COMPUTER_GOGGLES] = now.effect[OTHERS + C.COMPUTER_GOGGLES] = now.tempo
    if present & one(C.STOLEN_GOODS):
        goods, _ = sample_of(view, rules, C.STOLEN_GOODS)
        now.effect[C.STOLEN_GOODS] = after_steal(now, view, rules, goods)
    read_rivals(now, ~seat_bit(now.me))
    hacks = (present | present >> np.uint64(OTHERS)) & (one(OTHERS) - np.uint64(1))
    if hacks & one(C.FIREWALL):
        read_pool(now, view, rules)
        card, is_own = sample_of(view, rules, C.FIREWALL)
        gain = after_firewall(now, view, rules, card, is_own)
        now.effect[C.FIREWALL] = now.effect[OTHERS + C.FIREWALL] = gain
    if hacks & one(C.PROXY_SPOOF):
        card, _ = sample_of(view, rules, C.PROXY_SPOOF)
        gain = after_spoof(now, view, rules, card)
        now.effect[C.PROXY_SPOOF] = gain
        now.effect[OTHERS + C.PROXY_SPOOF] = gain if rules.players > 2 else 0.0
    if now.cred[now.me] + rules.top_cred >= now.winning:
        for hack in (C.NOAA, C.MONORAIL):
            card, _ = sample_of(view, rules, hack)
            now.effect[hack] = after_storm(now, view, rules, card) if present & one(hack) else 0.0
    # One by one: a card of mine is out when its own swap is chosen, and moves what is best then.
    swaps = present & (rules.swap_kinds | rules.swap_kinds << np.uint64(OTHERS))
    gain, done = ZERO, ~EMPTY
    while swaps:
        slot = lowest(swaps)
        swaps = without_lowest(swaps)
        hack, is_own = slot & np.uint64(OTHERS - 1), slot < np.uint64(OTHERS)
        parties = swap_parties(now, view, rules, hack)
        if is_own or parties != done:  # with the same partners what others' cards do is the same
            card, _ = sample_of(view, rules, hack)
            gain = np.float32(after_swap(now, view, rules, parties, card, is_own))
            done = ~EMPTY if is_own else parties
        now.effect[slot] += gain


@block
def score_execute(now, view, options, rules, scores):
    """*Execute*: the flip, and about the best of what follows."""
    read_cards(now, view, rules)
    me, count = now.me, np.uint64(options.count)
    others = now.faces & ~view.out[me] & rules.executed_face_out
    present = hacks_of(rules, view.hand) | hacks_of(rules, others) << np.uint64(OTHERS)
    read_effects(now, view, rules, present)
    read_own_turned(now, rules, 0, 1.0)
    read_turned(now, rules, present >> np.uint64(OTHERS))
    for place in range(count):
        option = options.item[place]
        hack, holder = np.uint64(rules.hack[np.uint64(option.card)]), np.uint64(option.holder)
        row = np.uint64(TURNED) + hack
        is_own = holder == me
        at = hack if is_own else row * np.uint64(ROWS) + holder
        slot = hack if is_own else hack + np.uint64(OTHERS)
        scores[place] = now.turned[at // np.uint64(ROWS), at % np.uint64(ROWS)] + now.effect[slot]
