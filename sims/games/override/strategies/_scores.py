"""What each option of a decision adds, to a strategy's taste."""

import numpy as np

from sims.core.bits import lowest, one, popcount
from sims.core.jit import part
from sims.core.lanes import load, load_row, select, store, store_row
from sims.games.override import cards as C
from sims.games.override import layout as L
from sims.games.override.lists import after, before, seat_bit
from sims.games.override.records import ROWS
from sims.games.override.strategies._notes import block
from sims.games.override.strategies._reading import cred_in, hacks_of, is_government, read_pool
from sims.games.override.strategies._worth import (
    TURNED,
    TURNED_IN,
    ZERO,
    flipped_out,
    held,
    read_own_turned,
    read_turned,
    shift,
    taste_of,
    traded,
    worths,
)

HANDS, NOBODY = TURNED + C.KINDS, TURNED + C.KINDS + 1
"""The rows of `turned` that are about hands; the one that is about nothing."""
BLIND = 0.4
"""What a mark on a card that nobody sees counts of what one on a government hack would."""


@part
def slot_of(rules, card):
    """The row of `turned` for a slot of a flip: a named card, or one of a hand."""
    hack = np.uint64(rules.hack[np.uint64(card) & np.uint64(C.MAX_CARDS - 1)])
    return np.uint64(TURNED) + hack if card != L.NONE else np.uint64(HANDS)


@block
def score_firewall(now, view, options, rules, scores):
    """*Firewall*: one own card, or what two slots of rivals add."""
    read_pool(now, view, rules)
    count = np.uint64(options.count)
    read_turned(now, rules, hacks_of(rules, now.faces & ~view.out[now.me]))
    store_row(now.turned, HANDS, flipped_out(now))
    store_row(now.turned, NOBODY, load(now.value) * 0.0)
    own = np.uint64(0)
    read_own_turned(now, rules, 0, 1.0)
    read_own_turned(now, rules, TURNED_IN, -1.0)
    while own < count and options.item[own].form == L.F_FLIP_OWN:
        card = np.uint64(options.item[own].card)
        at = np.uint64(rules.hack[card])
        at += np.uint64(0 if view.hand & one(card) else TURNED_IN * ROWS)
        scores[own] = now.turned[at // np.uint64(ROWS), at % np.uint64(ROWS)]
        own += np.uint64(1)
    for place in range(own, count):
        option = options.item[place]
        holder, to = np.uint64(option.holder), np.uint64(option.to) & np.uint64(ROWS - 1)
        row, second = slot_of(rules, option.card), slot_of(rules, option.other)
        second = np.uint64(NOBODY) if option.form == L.F_FLIP_ONE else second
        scores[place] = now.turned[row, holder] + now.turned[second, to]


@block
def score_goggles(now, view, options, rules, scores):
    """*Computer Goggles*: a rival's next turn is spent on a card that helps it least."""
    read_pool(now, view, rules)
    store(now.reply, (load(now.cred) * now.per_win + 1.0) * now.tempo)
    jailed = (load(now.jail) - load(now.value)) * (BLIND * now.pool_gov)
    store(now.marked, select(load(now.left) == 1.0, jailed, 0.0))
    useful = one(C.FIREWALL) | one(C.PROXY_SPOOF) | rules.swap_kinds
    for place in range(np.uint64(options.count)):
        option = options.item[place]
        rival, is_hand = np.uint64(option.to), option.form == L.F_MARK_HAND
        hack = np.uint64(rules.hack[np.uint64(option.card) & np.uint64(C.MAX_CARDS - 1)])
        lends = now.lend if useful & one(hack) else ZERO
        scores[place] = now.marked[rival] if is_hand else now.reply[rival] - lends


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


@part
def arrival(now, seat, more, gov):
    """What it adds by hack if a card comes before a seat."""
    gain = worths(now, taste_of(now, seat), more + now.cred[seat], now.left[seat] - gov)
    return gain - now.value[seat]


@block
def score_pick(now, view, options, rules, scores):
    """*NOAA*, *Monorail*: what giving a card away costs, and who may get it."""
    left, right = next_free(now, rules, True), next_free(now, rules, False)
    half = 0.5 if view.decision == L.MONORAIL else 0.0
    read_own_turned(now, rules, TURNED_IN, -1.0)
    for row in range(2):  # a card that goes is no card in my hand; one of my neighbours has it
        more, gov = load_row(rules.kind_cred, row), load_row(rules.kind_gov, row)
        lost = load_row(now.turned, TURNED_IN + row)
        lost = lost - load_row(now.hold, row) - more * now.hold_rate
        gain = arrival(now, left, more, gov) + arrival(now, right, more, gov)
        store_row(now.turned, TURNED_IN + row, lost + gain * half)
    for place in range(np.uint64(options.count)):
        card = np.uint64(options.item[place].card)
        hack = np.uint64(rules.hack[card])
        at = hack + np.uint64(TURNED_IN * ROWS)
        gain = now.turned[at // np.uint64(ROWS), at % np.uint64(ROWS)]
        scores[place] = -held(now, rules, card) if view.hand & one(card) else gain


@part
def direction(now, rules, option):
    """*Monorail*: cards come from the richer neighbour, unless one more government is jail."""
    source = next_free(now, rules, option.form == L.F_RIGHT)
    if now.left[now.me] <= 1.0 and now.left[source] < rules.gov_limit:
        return -1.0
    return now.cred[source] * now.per_win


@block
def settled(now, rules, leaves, arrives, other, from_hand):
    """What it adds if a card goes from me to `other` and one comes back, each maybe none."""
    cred, gov, theirs, their_gov = 0.0, 0.0, 0.0, 0.0
    if leaves != L.NONE:
        card = np.uint64(leaves)
        theirs, their_gov = np.float32(rules.cred[card]), is_government(rules, card)
        if not from_hand:
            cred, gov = -theirs, -their_gov
    if arrives != L.NONE:
        card = np.uint64(arrives)
        came, came_gov = np.float32(rules.cred[card]), is_government(rules, card)
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
    mean = now.hold_rate * cred_in(rules, view.hand) / max(popcount(view.hand), 1)
    paid = mean if leaves == L.NONE else 0.0
    if is_used:
        leaves, paid = np.int64(puppet), held(now, rules, puppet)
    return settled(now, rules, leaves, arrives, other, is_used) - paid


@part
def rare(now, view, rules, option):
    """What an option of a decision that comes up less often adds."""
    decision = view.decision
    if decision == L.SPOOF:
        return traded(
            now, rules, np.uint64(option.card), np.uint64(option.holder),
            np.uint64(option.other), np.uint64(option.to),
        )  # fmt: skip
    if decision == L.STEAL:
        return traded(
            now, rules, np.uint64(view.executed), now.me, np.uint64(option.card),
            np.uint64(option.holder),
        )  # fmt: skip
    if decision == L.SPY:
        return spy(now, view, option)
    if decision == L.INTERRUPT:
        return interrupt(now, view, rules, option.form == L.F_YES)
    return direction(now, rules, option)
