"""Reading the table: whose cred, who could win next turn, what unknown cards are like."""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount, without_lowest
from sims.core.jit import part
from sims.games.override import cards as C
from sims.games.override import layout as L
from sims.games.override.lists import after, seat_bit
from sims.games.override.strategies._notes import block
from sims.games.override.turns import cred_of

ALL_CARDS = np.uint64(0xFFFFFFFFFFFFFFFF)


@part
def is_government(rules, card):
    """1 for a government hack, else 0."""
    return np.int64((rules.government >> np.uint64(card)) & np.uint64(1))


@block
def best_of(rules, cards):
    """The card of highest cred in a set that is not empty, as a set."""
    for step in range(4, rules.cred_planes):
        high = cards & rules.cred_bit[np.uint64(rules.cred_planes + 3 - step)]
        cards = high if high else cards
    for plane in (3, 2, 1, 0):
        high = cards & rules.cred_bit[plane]
        cards = high if high else cards
    return cards & (~cards + np.uint64(1))


@block
def worst_of(rules, cards):
    """The card of lowest cred in a set that is not empty, as a set."""
    for step in range(4, rules.cred_planes):
        low = cards & ~rules.cred_bit[np.uint64(rules.cred_planes + 3 - step)]
        cards = low if low else cards
    for plane in (3, 2, 1, 0):
        low = cards & ~rules.cred_bit[plane]
        cards = low if low else cards
    return cards & (~cards + np.uint64(1))


@part
def cred_in(rules, card):
    """The cred of a set of one card or none."""
    return rules.cred[lowest(card)] if card else np.int64(0)


@part
def is_party(now, view, rules, seat, hack):
    """Whether a seat other than the actor takes part in a proxy swap of this hack."""
    if now.free & seat_bit(seat) == EMPTY:
        return True
    return (view.out[seat] & rules.shield[hack]) == EMPTY and view.screened & seat_bit(seat) == 0


@part
def may_swap(view, rules, seat, hack):
    """Whether the actor takes part in its own proxy swap of this hack."""
    return rules.protection_blocks_self == 0 or view.out[seat] & rules.shield[hack] == EMPTY


@block
def read_tools(now, view, rules):
    """`tools`, `exposed`, `offer` and `kinds`: what could bring a hacker cred at once."""
    now.kinds = one(C.STOLEN_GOODS)
    now.offer[C.STOLEN_GOODS] = EMPTY
    for hack in range(16):
        now.tools[hack] = EMPTY
    for hack in range(C.HACKS):
        if rules.swaps[hack]:
            now.kinds |= one(hack)
            now.offer[hack] = EMPTY
            for seat in range(rules.players):
                if is_party(now, view, rules, seat, hack):
                    now.offer[hack] |= view.out[np.uint64(seat)]
    for seat in range(rules.players):
        if view.screened & seat_bit(seat) == EMPTY:
            now.offer[C.STOLEN_GOODS] |= view.out[np.uint64(seat)]
    rest = now.faces & rules.executed_face_out
    now.exposed = EMPTY
    useful = now.kinds | one(C.FIREWALL)
    while rest:
        card = lowest(rest)
        hack = rules.hack[card]
        now.tools[hack] |= one(card)
        now.exposed |= ((useful >> np.uint64(hack)) & np.uint64(1)) << card
        rest = without_lowest(rest)


@block
def with_hand(now, rules, usable):
    """The most cred that executing one of these face-in cards could add at once.

    `usable` are those that bring no jail; Firewall flips another of them, see `prize` for the rest.
    """
    gain = np.int64(0)
    rest = usable
    while rest:
        card = lowest(rest)
        rest = without_lowest(rest)
        hack = rules.hack[card]
        more = rules.cred[card]
        if hack == C.FIREWALL and usable & ~one(card):
            more += cred_in(rules, best_of(rules, usable & ~one(card)))
        if now.kinds & one(hack):
            prize = now.prize[hack]
            more = max(more, prize) if hack == C.STOLEN_GOODS else more + prize
        gain = max(gain, more)
    return gain


@block
def read_reach(now, view, rules, seat, hand, tools):
    """`reach` and `lever` of a seat that is known to hold `hand` and may execute `tools`.

    Reach: the most cred that one turn with visible cards could add without going to jail. Lever:
    the face-out cards each of which, once flipped or moved, ends every such way to the win.
    """
    gap = now.winning - now.cred[seat]
    allowed = ALL_CARDS if now.gov[seat] + 1 < now.limit else ~rules.government
    gain = np.int64(0)
    lever = ALL_CARDS
    rest = now.kinds
    while rest:
        hack = lowest(rest)
        rest = without_lowest(rest)
        usable = now.tools[hack] & tools
        prey = now.offer[hack] & ~view.out[seat] & allowed & ~usable
        now.prize[hack] = 0
        if prey == EMPTY or (hack != C.STOLEN_GOODS and not may_swap(view, rules, seat, hack)):
            continue
        finest = best_of(rules, prey)
        more = now.prize[hack] = cred_in(rules, finest)
        if usable:
            gain = max(gain, more)
            if more >= gap:
                second = prey & ~finest
                ways = EMPTY if without_lowest(usable) else usable
                if second == EMPTY or cred_in(rules, best_of(rules, second)) < gap:
                    ways |= finest
                lever &= ways
    if seat == now.me:
        now.open_reach = gain
    usable = hand & allowed
    if usable:
        gain = max(gain, with_hand(now, rules, usable))
        if gain >= gap and lever == ALL_CARDS:
            lever = EMPTY
        if now.tools[C.FIREWALL] & tools:
            gain = max(gain, cred_in(rules, best_of(rules, usable)))
    now.reach[seat] = gain
    now.lever[seat] = lever if gain >= gap else EMPTY


@block
def reach_without(now, view, rules, card, government):
    """My reach on my next turn once a card has left my hand, with so many more governments out."""
    if now.reach[now.me] == 0:
        return np.int64(0)
    hand = view.hand & ~one(card)
    if now.gov[now.me] + government + 1 >= now.limit:
        hand &= ~rules.government
    return max(now.open_reach, with_hand(now, rules, hand))


@part
def is_far(now, view, rules, seat):
    """Whether a seat is too far from the win for its reach to matter."""
    hand = view.hand if seat == now.me else view.known[seat]
    far = 2 * rules.top_cred if hand else rules.top_cred
    return now.winning - now.cred[seat] > far or now.free & seat_bit(seat) == EMPTY


@block
def read_rival(now, view, rules, seat):
    """`reach` of a seat, a mark that it carries included."""
    hand = view.hand if seat == now.me else view.known[seat]
    tools = ~view.out[seat]
    if view.marked & seat_bit(seat):
        mark = view.own_mark if seat == now.me else np.int64(view.mark[seat])
        if mark == L.NONE:
            tools = EMPTY
        else:
            tools &= one(mark)
            hand &= one(mark)
    if hand or now.exposed & tools:
        read_reach(now, view, rules, seat, hand, tools)


@block
def read_reaches(now, view, rules):
    """`reach` of each seat as far as it matters."""
    now.levers = EMPTY
    now.open_reach = 0
    close = EMPTY
    for place in range(rules.players):
        seat = np.uint64(place)
        now.reach[seat] = 0
        now.lever[seat] = EMPTY
        if not is_far(now, view, rules, seat):
            close |= seat_bit(seat)
    if close == EMPTY:
        return
    read_tools(now, view, rules)
    for place in range(rules.players):
        seat = np.uint64(place)
        if seat != now.me and close & seat_bit(seat):
            now.open_reach = 0
            read_rival(now, view, rules, seat)
            now.levers |= now.lever[seat]
    now.open_reach = 0
    if close & seat_bit(now.me):
        read_rival(now, view, rules, now.me)  # last: `prize` stays what I can take


@part
def read_pool(now, rules, known):
    """What a card is like whose place is not known."""
    pool = rules.in_play & ~(known | now.faces)
    share = 1.0 / max(popcount(pool), 1)
    now.pool_cred = cred_of(rules, pool) * share
    now.pool_gov = popcount(pool & rules.government) * share
    now.pool_puppets = popcount(pool & rules.puppets) * share
    now.pool_best = cred_in(rules, best_of(rules, pool) if pool else EMPTY)


@part
def read_hand(now, view, rules, seat):
    """What a random card of a rival's hand is like, as far as is known."""
    size = np.int64(view.hand_size[seat])
    known = view.known[seat]
    now.mean[seat] = now.pool_cred
    now.odds[seat] = now.pool_gov
    unknown = size
    if known:
        unknown = size - popcount(known)
        now.mean[seat] = (cred_of(rules, known) + unknown * now.pool_cred) / size
        governments = popcount(known & rules.government)
        now.odds[seat] = (governments + unknown * now.pool_gov) / size
    now.clear[seat] = max(1.0 - unknown * now.pool_puppets, 0.1)
    if known & rules.puppets:
        now.clear[seat] = 0.1
    if seat == now.me or size == 0 or now.free & seat_bit(seat) == EMPTY:
        now.clear[seat] = 1.0


@part
def read_order(now, view, rules):
    """`order`: how many turns pass, counted from the end of this one, before a seat acts."""
    turns = 0.0
    seat = view.actor
    for _ in range(rules.players):
        seat = after(seat, rules.players)
        now.order[np.uint64(seat)] = turns
        if now.free & seat_bit(seat):
            turns += 1.0


@part
def read_guard(now, view, rules):
    """`guarded`: the share of the two printed kinds of proxy swap that cannot touch this hacker."""
    out = view.out[now.me]
    now.guarded = 0.5 if out & rules.shield[C.SCREEN_DOOR] else 0.0
    now.guarded += 0.5 if out & rules.shield[C.COMPUTER_GOGGLES] else 0.0
    if view.screened & seat_bit(now.me):
        now.guarded = 1.0


@block
def read_hands(now, view, rules):
    """What the hands of the others are like, as far as is known."""
    known = view.hand
    for seat in range(rules.players):
        known |= view.known[seat]
    read_pool(now, rules, known)
    for place in range(rules.players):
        read_hand(now, view, rules, np.uint64(place))


@part
def needs_hands(decision):
    """Whether what the others hold matters to a decision."""
    is_table = decision == L.SPOOF or decision == L.DIRECTION or decision == L.INTERRUPT
    return not (is_table or decision == L.TORNADO or decision == L.MONORAIL)


@block
def read(now, view, rules):
    """Fill all of the notes that follows from the view alone, as far as this decision asks."""
    now.me = np.uint64(view.seat)
    now.actor = np.uint64(view.actor)
    now.winning = rules.winning_cred
    now.limit = rules.gov_limit
    now.per_win = 1.0 / rules.winning_cred
    now.free = ((np.uint64(1) << np.uint64(rules.players)) - np.uint64(1)) & ~view.jailed
    now.live = 0
    now.leader = now.me
    now.faces = EMPTY
    now.done = EMPTY
    for place in range(rules.players):
        seat = np.uint64(place)
        out = view.out[seat]
        now.cred[seat] = cred_of(rules, out)
        now.gov[seat] = popcount(out & rules.government)
        now.faces |= out
        if seat != now.me and now.free & seat_bit(seat):
            now.live += 1 if now.gov[seat] < now.limit else 0
            if now.leader == now.me or now.cred[seat] > now.cred[now.leader]:
                now.leader = seat
    read_order(now, view, rules)
    read_guard(now, view, rules)
    if needs_hands(view.decision):
        read_hands(now, view, rules)
    read_reaches(now, view, rules)
