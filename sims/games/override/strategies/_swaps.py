"""Proxy swaps: the few that are worth thinking of, each with every rival at once.

For the look ahead only the best gain counts; where the swap is chosen, also which one that is.
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, popcount, without_lowest
from sims.core.jit import part
from sims.core.lanes import (
    LANES,
    higher,
    highest,
    lanes_in,
    load,
    load_row,
    load_words,
    members,
    select,
    store,
    store_row,
)
from sims.games.override import layout as L
from sims.games.override.lists import code, seat_bit
from sims.games.override.records import ROWS
from sims.games.override.strategies._notes import SWAP_ROWS, block
from sims.games.override.strategies._reading import cred_in, is_government, is_seat
from sims.games.override.strategies._worth import held, taste_of, tastes, worth, worths

NOTHING = -(2.0**60)
"""Below the worth of anything that can happen; a 32-bit float, to be found again."""

TAKE, TRADE_GOV, GIVE_GOV, GIFT, TAKE_MILD, EXCHANGE = range(SWAP_ROWS)
"""With each rival: its best card for nothing; its best card that is no government hack for my worst
government hack; that hack for nothing; for nothing, too, the government hack of another rival that
it adds most to take away. Those make up the look ahead.

Where the swap is chosen, also: its best card that is no government hack for nothing, or for the
government hack of the other rival.

Where one more government hack is jail, the best card that I take is the best that is none. Other
candidates change no win rate: my worst card for nothing or for its best, my best government hack,
the rival second to that other one.
"""


@part
def swap_parties(now, view, rules, hack):
    """The seats that take part in my proxy swap of this hack."""
    barred = members((load(view.out) & rules.shield[hack]) != EMPTY)
    mine = seat_bit(now.me)
    is_barred = barred & mine and rules.protection_blocks_self == 1
    barred = ((barred | view.screened) & ~mine) | (mine if is_barred else EMPTY)
    return ((np.uint64(1) << np.uint64(rules.players)) - np.uint64(1)) & ~(barred & now.free)


@part
def dearest(gain):
    """The first seat of the highest gain, 8 if there is none."""
    best = highest(gain)
    return lowest(members(gain == best)) if best > NOTHING else np.uint64(ROWS)


@part
def all_of(now):
    """What the gains by seat are worked out from."""
    return tastes(now), load(now.cred), load(now.left), load(now.value)


@part
def gift(now, all_):
    """What it adds if the government hack of `giver` goes to each other rival."""
    taste, creds, lefts, values = all_
    seat = now.giver & np.uint64(ROWS - 1)
    gain = worths(now, taste, creds + now.spare_cred[seat], lefts - 1.0)
    return gain - values + now.spare[seat]


@block
def read_my_gov(now, gov_cred):
    """Fill `with_gov` and `given_gov` for a government hack of mine of so much cred."""
    taste, creds, lefts = tastes(now), load(now.cred), load(now.left) - 1.0
    more = load(now.mild_best_cred) - gov_cred
    store(now.with_gov, worths(now, taste, creds - more, lefts))
    store(now.given_gov, worths(now, taste, creds + gov_cred, lefts) - load(now.value))


@block
def read_rivals(now, givers):
    """Fill what the candidates share: the rivals' side of them, whatever lies before me.

    `givers`: the rivals of whom one may give a government hack away.
    """
    read_spares(now, givers)
    taste, creds, lefts = tastes(now), load(now.cred), load(now.left)
    finest = creds - load(now.finest_cred)
    store(now.without_finest, worths(now, taste, finest, lefts + load(now.finest_gov)))
    store(now.without_mild, worths(now, taste, creds - load(now.mild_best_cred), lefts))
    store(now.gift, gift(now, all_of(now)))
    read_my_gov(now, now.gov_worst_cred[now.me])


@block
def read_spares(now, givers):
    """Fill `spare`: which government hack a seat gives away, and what that adds."""
    taste, creds, lefts = tastes(now), load(now.cred), load(now.left) + 1.0
    best, worst = load(now.gov_best_cred), load(now.gov_worst_cred)
    gain = worths(now, taste, creds - best, lefts)
    other = worths(now, taste, creds - worst, lefts)
    is_best = gain > other
    gain = select(is_best, gain, other) - load(now.value)
    store(now.spare, gain)
    store(now.spare_cred, select(is_best, best, worst))
    can = (load(now.gov_best) != EMPTY) & lanes_in(givers)
    now.giver = dearest(select(can, gain, NOTHING))


@part
def keep(now, is_kept, row, mask, gain):
    """A row of `swap`: the gain where the swap can be, else nothing. Written if it is kept."""
    kept = select(mask, gain, NOTHING)
    if is_kept:
        store_row(now.swap, np.uint64(row), kept)
    return kept


@part
def arrives(now, all_, mine, more, gov, without):
    """What it adds if so much cred and so many government hacks come to me from each rival, which
    is worth `without` then.
    """
    my_taste, cred, left, base = mine
    return worths(now, my_taste, more + cred, left - gov) - base + without - all_[3]


@part
def exchange(now, all_):
    """What it adds if the government hack of `giver` goes for the best other card of each rival."""
    taste, creds, lefts, values = all_
    seat = now.giver & np.uint64(ROWS - 1)
    more = load(now.mild_best_cred) - now.spare_cred[seat]
    gain = worths(now, taste_of(now, seat), more + now.cred[seat], now.left[seat] + 1.0)
    return gain + worths(now, taste, creds - more, lefts - 1.0) - values - now.value[seat]


@part
def fill_swaps(now, view, parties, before_me, cost, is_wide):
    """Fill `swap`; returns the highest gain.

    `before_me`: see `mine_of`. `cost`: what the card is worth that goes from my hand for one that a
    rival gives. `is_wide`: the second half of the candidates too.
    """
    me = now.me
    cred, left, gov_cred, has_gov = before_me
    rivals = parties & ~seat_bit(me)
    partners = rivals if is_seat(parties, me) else EMPTY
    with_me = lanes_in(partners)
    with_gov = lanes_in(partners if has_gov else EMPTY)
    all_ = all_of(now)
    mine = (taste_of(now, me), cred, left, worth(now, me, cred, left))
    mild, has_mild = load(now.mild_best_cred), load(now.mild_best) != EMPTY
    more, gov, has, without = mild, mild * 0.0, has_mild, load(now.without_mild)
    if left > 1.0:
        more, gov, has = load(now.finest_cred), load(now.finest_gov), load(view.out) != EMPTY
        without = load(now.without_finest)
    gain = arrives(now, all_, mine, more, gov, without) - cost
    best = keep(now, is_wide, TAKE, with_me & has, gain)
    gain = arrives(now, all_, mine, mild - gov_cred, -1.0, load(now.with_gov))
    best = higher(best, keep(now, is_wide, TRADE_GOV, with_gov & has_mild, gain))
    gain = load(now.given_gov) + (worth(now, me, cred - gov_cred, left + 1.0) - mine[3])
    best = higher(best, keep(now, is_wide, GIVE_GOV, with_gov, gain))
    takers = lanes_in(rivals & ~seat_bit(now.giver) if is_seat(rivals, now.giver) else EMPTY)
    best = higher(best, keep(now, is_wide, GIFT, takers, load(now.gift)))
    if is_wide:
        gain = arrives(now, all_, mine, mild, mild * 0.0, load(now.without_mild)) - cost
        best = higher(best, keep(now, is_wide, TAKE_MILD, with_me & has_mild, gain))
        gain = exchange(now, all_)
        best = higher(best, keep(now, is_wide, EXCHANGE, takers & has_mild, gain))
    return highest(best)


@part
def mine_of(now):
    """What lies before me: its cred and the government hacks to go; the cred of the worst such
    hack, and whether there is one.
    """
    me = now.me
    return now.cred[me], now.left[me], now.gov_worst_cred[me], now.gov_worst[me] != EMPTY


@block
def after_swap(now, view, rules, parties, card, is_own):
    """About the best proxy swap once a card was executed; 0 for one that changes nothing."""
    cred, left, gov_cred, has_gov = mine_of(now)
    is_gov = is_own and is_government(rules, card) > 0.0
    if is_own:
        cred += np.float32(rules.cred[card])
    if is_gov:
        more = np.float32(rules.cred[card])
        left -= 1.0
        gov_cred = more if more < gov_cred or not has_gov else gov_cred
        has_gov = True
        read_my_gov(now, gov_cred)
    best = fill_swaps(now, view, parties, (cred, left, gov_cred, has_gov), 0.0, False)
    if is_gov:
        read_my_gov(now, now.gov_worst_cred[now.me])
    return max(best, 0.0)


@part
def pair(form, card, holder, other, to):
    """The code of two face-out cards for each other: the lower id first."""
    if card < other:
        return code(form, card, holder, other, to)
    return code(form, other, to, card, holder)


@part
def spare_of(now, seat):
    """The government hack that a seat gives away."""
    is_best = now.spare_cred[seat] == now.gov_best_cred[seat]
    return lowest(now.gov_best[seat] if is_best else now.gov_worst[seat])


@block
def swap_code(now, row, seat):
    """The option that a place of `swap` stands for."""
    me, giver = now.me, now.giver
    mild, gov = lowest(now.mild_best[seat]), lowest(now.gov_worst[me])
    if row == TAKE and now.left[me] > 1.0 and now.finest_gov[seat] > 0.0:
        mild = lowest(now.gov_best[seat])
    if row in (TAKE, TAKE_MILD):
        return code(L.F_GIVE, mild, seat, L.NONE, me)
    if row == TRADE_GOV:
        return pair(L.F_TABLE, gov, me, mild, seat)
    if row == GIVE_GOV:
        return code(L.F_GIVE, gov, me, L.NONE, seat)
    if row == GIFT:
        return code(L.F_GIVE, spare_of(now, giver), giver, L.NONE, seat)
    return pair(L.F_TABLE, spare_of(now, giver), giver, mild, seat)


@block
def quiet(now, view, rules, parties):
    """The best swap of face-in cards or none at all: its gain, maybe `NOTHING`, and the option."""
    me = now.me
    rivals = parties & ~seat_bit(me)
    hands = members(load(view.hand_size) != EMPTY) & rivals
    first, others = lowest(hands), without_lowest(hands)
    best, chosen = NOTHING, EMPTY
    if rules.swap_optional == 1:
        best, chosen = 0.0, code(L.F_DECLINE, L.NONE, L.NONE, L.NONE, L.NONE)
    elif others:
        best, chosen = 0.0, code(L.F_HANDS, L.NONE, first, L.NONE, lowest(others))
    if hands and is_seat(parties, me):
        rest = view.hand
        while rest:
            card = lowest(rest)
            rest = without_lowest(rest)
            gain = now.hold_rate * now.pool_cred - held(now, rules, card)
            if gain > best:
                best, chosen = gain, code(L.F_OWN, card, me, L.NONE, first)
    return best, chosen


@block
def read_swaps(now, view, rules):
    """Fill `swap` for the decision; returns the highest gain, and the best `quiet` one."""
    parties = swap_parties(now, view, rules, rules.hack[np.uint64(view.executed)])
    read_rivals(now, parties & ~seat_bit(now.me))
    cost = now.hold_rate * cred_in(rules, view.hand) / max(popcount(view.hand), 1)
    best = fill_swaps(now, view, parties, mine_of(now), cost, True)
    calm, chosen = quiet(now, view, rules, parties)
    return best, calm, chosen


@part
def place_of(options, wanted):
    """Where an option stands in the list, as many as there are or more if it does not."""
    for at in range(0, options.count, LANES):
        found = members(load_words(options.item, at) == wanted)
        if found:
            return np.int64(at + np.int64(lowest(found)))
    return np.int64(options.count)


@block
def best_swap(now, view, options, rules):
    """The place of the option to take, as many as there are or more if none is worth a thought."""
    best, calm, wanted = read_swaps(now, view, rules)
    if best > NOTHING and best >= calm:
        row, seats = 0, EMPTY
        for step in range(SWAP_ROWS):  # the first row that has it; every row, for it costs less
            found = members(load_row(now.swap, SWAP_ROWS - 1 - step) == best)
            row = SWAP_ROWS - 1 - step if found else row
            seats = found if found else seats
        # With weights beyond all reason a gain may be no number, and found nowhere.
        wanted = swap_code(now, row, lowest(seats) & np.uint64(ROWS - 1))
    return place_of(options, wanted)


@block
def score_swap(now, view, options, rules, scores):
    """Write the gain of every option that is looked at; leave the others as they are."""
    _, calm, wanted = read_swaps(now, view, rules)
    place = place_of(options, wanted)
    if place < options.count:
        scores[place] = calm
    for row in range(SWAP_ROWS):
        for lane in range(ROWS):
            seat = np.uint64(lane)
            gain = now.swap[np.uint64(row), seat]
            place = place_of(options, swap_code(now, row, seat)) if gain > NOTHING else -1
            if 0 <= place < options.count:
                scores[place] = gain
