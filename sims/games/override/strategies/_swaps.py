"""Proxy swaps: the few that are worth thinking of, each with every rival at once.

For the look ahead only the best gain counts; where the swap is chosen, also which one that is.
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount, without_lowest
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

(
    TAKE, TRADE_WORST, TRADE_GOV, GIVE_GOV, GIFT, TAKE_MILD, TRADE_BEST_GOV, GIVE_BEST_GOV,
    GIVE_WORST, GIVE_MILD, EXCHANGE, SECOND_GIFT, SECOND_EXCHANGE,
) = range(SWAP_ROWS)  # fmt: skip
"""With each rival: its best card for nothing or for my worst one; its best card that is no
government hack for my worst government hack; that hack for nothing; for nothing, too, the
government hack of another rival that it adds most to take away. Those make up the look ahead.

Where the swap is chosen, also: its best card that is no government hack for nothing or for my best
government hack; that hack, my worst card or my best card that is no government hack for nothing;
its best one of those for the other rival's government hack; and both with the rival second to that.

Where one more government hack is jail, the best card that I take is the best that is none.
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
def gift(now, all_, giver):
    """What it adds if a rival's government hack goes to each other one."""
    taste, creds, lefts, values = all_
    seat = giver & np.uint64(ROWS - 1)
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
def read_rivals(now):
    """Fill what the candidates share: the rivals' side of them, whatever lies before me."""
    read_spares(now)
    taste, creds, lefts = tastes(now), load(now.cred), load(now.left)
    finest = creds - load(now.finest_cred)
    store(now.without_finest, worths(now, taste, finest, lefts + load(now.finest_gov)))
    store(now.without_mild, worths(now, taste, creds - load(now.mild_best_cred), lefts))
    store(now.gift, gift(now, all_of(now), now.giver))
    read_my_gov(now, now.gov_worst_cred[now.me])


@block
def read_spares(now):
    """Fill `spare`: which government hack a seat gives away, and what that adds."""
    taste, creds, lefts = tastes(now), load(now.cred), load(now.left) + 1.0
    best, worst = load(now.gov_best_cred), load(now.gov_worst_cred)
    gain = worths(now, taste, creds - best, lefts)
    other = worths(now, taste, creds - worst, lefts)
    is_best = gain > other
    gain = select(is_best, gain, other) - load(now.value)
    store(now.spare, gain)
    store(now.spare_cred, select(is_best, best, worst))
    mine = lanes_in(seat_bit(now.me))
    gain = select((load(now.gov_best) != EMPTY) & ~mine, gain, NOTHING)
    now.giver = dearest(gain)
    now.second_giver = dearest(select(lanes_in(np.uint64(1) << now.giver), NOTHING, gain))


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
def comes(now, all_, mine, more, gov):
    """`arrives`, with what the rival is worth then worked out."""
    taste, creds, lefts, _ = all_
    return arrives(now, all_, mine, more, gov, worths(now, taste, creds - more, lefts + gov))


@part
def goes(now, all_, mine, less, gov):
    """What it adds if a card of so much cred goes from me to each rival."""
    (taste, creds, lefts, values), (_, cred, left, base) = all_, mine
    lost = worth(now, now.me, cred - less, left + gov) - base
    return worths(now, taste, creds + less, lefts - gov) - values + lost


@part
def takers_of(rivals, giver):
    """Who can be given what a rival gives, nobody if it takes no part."""
    return lanes_in(rivals & ~seat_bit(giver) if is_seat(rivals, giver) else EMPTY)


@part
def exchange(now, all_, giver):
    """The same for the best other card of the one who gets it."""
    taste, creds, lefts, values = all_
    seat = giver & np.uint64(ROWS - 1)
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
    cred, left, worst_cred, worst_gov, has_worst, gov_cred, has_gov = before_me
    rivals = parties & ~seat_bit(me)
    partners = rivals if is_seat(parties, me) else EMPTY
    with_me = lanes_in(partners)
    with_worst = lanes_in(partners if has_worst else EMPTY)
    with_gov = lanes_in(partners if has_gov else EMPTY)
    all_ = all_of(now)
    mine = (taste_of(now, me), cred, left, worth(now, me, cred, left))
    mild, has_mild = load(now.mild_best_cred), load(now.mild_best) != EMPTY
    more, gov, has, without = mild, mild * 0.0, has_mild, load(now.without_mild)
    if left > 1.0:
        more, gov, has = load(now.finest_cred), load(now.finest_gov), load(view.out) != EMPTY
        without = load(now.without_finest)
    first, second = now.giver, now.second_giver
    gain = arrives(now, all_, mine, more, gov, without) - cost
    best = keep(now, is_wide, TAKE, with_me & has, gain)
    gain = comes(now, all_, mine, more - worst_cred, gov - worst_gov)
    best = higher(best, keep(now, is_wide, TRADE_WORST, with_worst & has, gain))
    gain = arrives(now, all_, mine, mild - gov_cred, -1.0, load(now.with_gov))
    best = higher(best, keep(now, is_wide, TRADE_GOV, with_gov & has_mild, gain))
    gain = load(now.given_gov) + (worth(now, me, cred - gov_cred, left + 1.0) - mine[3])
    best = higher(best, keep(now, is_wide, GIVE_GOV, with_gov, gain))
    best = higher(best, keep(now, is_wide, GIFT, takers_of(rivals, first), load(now.gift)))
    if is_wide:
        gain = arrives(now, all_, mine, mild, mild * 0.0, load(now.without_mild)) - cost
        best = higher(best, keep(now, is_wide, TAKE_MILD, with_me & has_mild, gain))
        best_cred = now.gov_best_cred[me]
        gain = comes(now, all_, mine, mild - best_cred, -1.0)
        best = higher(best, keep(now, is_wide, TRADE_BEST_GOV, with_gov & has_mild, gain))
        gain = goes(now, all_, mine, best_cred, 1.0)
        best = higher(best, keep(now, is_wide, GIVE_BEST_GOV, with_gov, gain))
        gain = goes(now, all_, mine, worst_cred, worst_gov)
        best = higher(best, keep(now, is_wide, GIVE_WORST, with_worst, gain))
        can = lanes_in(partners if now.mild_best[me] else EMPTY)
        gain = goes(now, all_, mine, now.mild_best_cred[me], 0.0)
        best = higher(best, keep(now, is_wide, GIVE_MILD, can, gain))
        can = takers_of(rivals, second)
        best = higher(best, keep(now, is_wide, SECOND_GIFT, can, gift(now, all_, second)))
        gain = exchange(now, all_, second)
        best = higher(best, keep(now, is_wide, SECOND_EXCHANGE, can & has_mild, gain))
        can = takers_of(rivals, first) & has_mild
        best = higher(best, keep(now, is_wide, EXCHANGE, can, exchange(now, all_, first)))
    return highest(best)


@part
def worst_in(now, seat):
    """The worst card of a table, as a set."""
    is_gov = now.worst_gov[seat] > 0.0
    return now.gov_worst[seat] if is_gov else now.mild_worst[seat]


@part
def mine_of(now, view):
    """What lies before me: its cred and the government hacks to go; the cred of the worst card,
    whether that is a government hack and whether there is one; the same of the worst such hack.
    """
    me = now.me
    return (
        now.cred[me], now.left[me], now.worst_cred[me], now.worst_gov[me], view.out[me] != EMPTY,
        now.gov_worst_cred[me], now.gov_worst[me] != EMPTY,
    )  # fmt: skip


@block
def after_swap(now, view, rules, parties, card, is_own):
    """About the best proxy swap once a card was executed; 0 where one changes nothing."""
    me = now.me
    cred, left, worst_cred, worst_gov, has_worst, gov_cred, has_gov = mine_of(now, view)
    hand = view.hand
    if is_own:
        more, gov = np.float32(rules.cred[card]), is_government(rules, card)
        cred, left = cred + more, left - gov
        is_worst = more < worst_cred or not has_worst
        worst_cred, worst_gov = (more, gov) if is_worst else (worst_cred, worst_gov)
        is_worst = gov > 0.0 and (more < gov_cred or not has_gov)
        gov_cred = more if is_worst else gov_cred
        has_worst, has_gov = True, has_gov or gov > 0.0
        hand &= ~one(card)
    cost = now.hold_rate * cred_in(rules, hand) / max(popcount(hand), 1)
    mine = (cred, left, worst_cred, worst_gov, has_worst, gov_cred, has_gov)
    if is_own and is_government(rules, card) > 0.0:
        read_my_gov(now, gov_cred)
    best = fill_swaps(now, view, parties, mine, cost, False)
    if is_own and is_government(rules, card) > 0.0:
        read_my_gov(now, now.gov_worst_cred[me])
    hands = members(load(view.hand_size) != EMPTY) & parties & ~seat_bit(me)
    others = popcount(hands) + (1 if hand and is_seat(parties, me) else 0)
    if (hands and others >= 2) or rules.swap_optional == 1:
        return max(best, 0.0)
    return best if best > NOTHING else 0.0


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
    me = now.me
    mild, worst = lowest(now.mild_best[seat]), lowest(worst_in(now, me))
    gov = lowest(now.gov_worst[me] if row in (TRADE_GOV, GIVE_GOV) else now.gov_best[me])
    taken = mild
    if now.left[me] > 1.0 and now.finest_gov[seat] > 0.0:
        taken = lowest(now.gov_best[seat])
    giver = now.giver if row in (GIFT, EXCHANGE) else now.second_giver
    if row in (TAKE, TAKE_MILD):
        return code(L.F_GIVE, taken if row == TAKE else mild, seat, L.NONE, me)
    if row == TRADE_WORST:
        return pair(L.F_TABLE, worst, me, taken, seat)
    if row in (TRADE_GOV, TRADE_BEST_GOV):
        return pair(L.F_TABLE, gov, me, mild, seat)
    if row == GIVE_WORST:
        return code(L.F_GIVE, worst, me, L.NONE, seat)
    if row in (GIVE_GOV, GIVE_BEST_GOV):
        return code(L.F_GIVE, gov, me, L.NONE, seat)
    if row == GIVE_MILD:
        return code(L.F_GIVE, lowest(now.mild_best[me]), me, L.NONE, seat)
    if row in (GIFT, SECOND_GIFT):
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
    read_rivals(now)
    parties = swap_parties(now, view, rules, rules.hack[np.uint64(view.executed)])
    cost = now.hold_rate * cred_in(rules, view.hand) / max(popcount(view.hand), 1)
    best = fill_swaps(now, view, parties, mine_of(now, view), cost, True)
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
