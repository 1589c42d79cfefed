"""The option list of every decision (rules page, *Turn* and *Effects*)."""

import numpy as np

from sims.core.bits import EMPTY, lowest, one, popcount, without_lowest
from sims.core.jit import part
from sims.core.rows import WIDTH, put_but_one, put_pairs
from sims.games.override import layout as L
from sims.games.override.records import CARD_AT, HOLDER_AT, OTHER_AT, TO_AT

_HOLDER, _CARD = np.uint64(HOLDER_AT), np.uint64(CARD_AT)
_TO, _OTHER = np.uint64(TO_AT), np.uint64(OTHER_AT)
_SECOND = _OTHER - _CARD
"""Shifts a packed card and holder to where the second pair of an option stands."""
_BYTE = np.uint64(0xFF)
_NONE = np.uint64(L.NONE)
_ONE = np.uint64(1)
_TAIL = np.uint64(L.F_CARD | L.NONE << TO_AT | L.NONE << OTHER_AT)


@part
def code(form, card, holder, other, to):
    """An option packed into a word."""
    return (
        np.uint64(form)
        | (np.uint64(card) << _CARD)
        | (np.uint64(holder) << _HOLDER)
        | (np.uint64(other) << _OTHER)
        | (np.uint64(to) << _TO)
    )


@part
def tag_of(card, holder):
    """A card and its holder as they stand in a packed option."""
    return (np.uint64(card) << _CARD) | (np.uint64(holder) << _HOLDER)


@part
def put(options, n, word):
    """Write the n-th option and return the next place."""
    options.item[n].code = word
    return n + np.uint64(1)


@part
def put_if(options, n, word, wanted):
    """Write the n-th option, and keep it if it is wanted: no branch that could be mispredicted."""
    options.item[n].code = word
    return n + np.uint64(wanted)


@part
def holder_of(slot):
    """The holder in a tag or slot."""
    return (slot >> _HOLDER) & _BYTE


@part
def seat_bit(seat):
    """The set of one seat."""
    return np.uint64(1) << np.uint64(seat)


@part
def after(seat, players):
    """The next seat clockwise."""
    seat += 1
    return seat if seat < players else 0


@part
def before(seat, players):
    """The next seat anticlockwise."""
    return seat - 1 if seat > 0 else players - 1


@part
def is_free(state, seat):
    """Whether a seat is out of jail."""
    return state.jailed & seat_bit(seat) == EMPTY


@part
def is_protected(state, rules, seat, hack):
    """Whether a hacker other than the actor has face-out protection from this hack's cred."""
    return (
        np.uint64(seat) != np.uint64(state.actor)
        and is_free(state, seat)
        and state.out[seat] & rules.shield[hack] != EMPTY
    )


@part
def list_cards(state, options, tail, cards):
    """One option per card of a set, beginning at the first place.

    Eight at a time, those beyond the last card for nothing: a loop that ends after a count of
    cards that nobody can foresee costs more than a few words too many.
    """
    count = np.uint64(popcount(cards))
    n = np.uint64(0)
    while n < count:
        for _ in range(WIDTH):
            options.item[n].code = tail | state.tag[lowest(cards)]
            cards = without_lowest(cards)
            n += _ONE
    return count


@part
def gather(state, target, cards):
    """Write the tags of a set of cards, by id, eight at a time; returns how many there are."""
    count = np.uint64(popcount(cards))
    k = np.uint64(0)
    while k < count:
        for _ in range(WIDTH):
            target[k] = state.tag[lowest(cards)]
            cards = without_lowest(cards)
            k += _ONE
    return count


@part
def list_execute(state, rules, options):
    """*Step 1*: own face-in cards, others' executable face-out cards; or the marked card alone."""
    actor = np.uint64(state.actor)
    mark = state.mark[actor]
    if mark != L.NONE:
        return list_cards(state, options, _TAIL, one(mark))
    others = EMPTY
    for seat in range(rules.players):
        others |= state.out[seat]
    others &= ~state.out[actor]
    return list_cards(state, options, _TAIL, state.hand[actor] | (others & rules.executed_face_out))


@part
def list_goggles(state, rules, options, hack):
    """*Computer Goggles*: a random card of t's hand, or a face-out card that t could execute."""
    n = np.uint64(0)
    faces = EMPTY
    for seat in range(rules.players):
        faces |= state.out[seat]
    count = gather(state, options.slot, faces & rules.executed_face_out)
    for t in range(rules.players):
        if t == state.actor or not is_free(state, t) or is_protected(state, rules, t, hack):
            continue
        if state.hand[t]:
            n = put(options, n, code(L.F_MARK_HAND, L.NONE, L.NONE, L.NONE, t))
        tail = code(L.F_MARK_CARD, 0, 0, L.NONE, t)
        for i in range(count):
            slot = options.slot[i]
            n = put_if(options, n, tail | slot, holder_of(slot) != np.uint64(t))
    return n


@part
def list_steal(state, rules, options, hack):
    """*Stolen Goods*: any face-out card of a hacker who is not screened (or protected)."""
    cards = EMPTY
    for seat in range(rules.players):
        if seat != state.actor and state.screened & seat_bit(seat) == EMPTY:
            if not is_protected(state, rules, seat, hack):
                cards |= state.out[seat]
    return list_cards(state, options, _TAIL, cards)


@part
def list_own_flips(state, rules, options):
    """*Firewall*: any card of the actor's own but the Diskette."""
    actor = np.uint64(state.actor)
    own = (state.hand[actor] | state.out[actor]) & ~rules.diskette
    return list_cards(state, options, code(L.F_FLIP_OWN, 0, 0, L.NONE, L.NONE), own)


@part
def list_firewall(state, rules, options, hack):
    """*Firewall*: one card of one's own, or two slots of opponents out of jail."""
    n = list_own_flips(state, rules, options)
    faces = EMPTY
    open_hands = EMPTY
    offered = 0
    for seat in range(rules.players):
        if seat != state.actor and is_free(state, seat):
            if not is_protected(state, rules, seat, hack):
                faces |= state.out[seat] & ~rules.diskette
                size = popcount(state.hand[seat])
                offered += size
                if size > 0:
                    open_hands |= seat_bit(seat)
    offered += popcount(faces)
    first_hand = gather(state, options.slot, faces)
    slots = first_hand
    while open_hands:
        options.slot[slots] = tag_of(_NONE, lowest(open_hands))
        open_hands = without_lowest(open_hands)
        slots += np.uint64(1)
    if offered == 1:
        return put(options, n, code(L.F_FLIP_ONE, 0, 0, L.NONE, L.NONE) | options.slot[0])
    head = np.uint64(L.F_FLIP_PAIR)
    for i in range(first_hand, slots):
        slot = options.slot[i]
        twice = popcount(state.hand[holder_of(slot)]) >= 2
        n = put_if(options, n, head | slot | (slot << _SECOND), twice)
    for i in range(slots):
        n = list_pairs_of(options, n, head, options.slot[i], i + _ONE, slots)
    return n


@part
def list_pairs_of(options, n, head, slot, start, end):
    """A card or hand paired with each of options.slot[start:end], the lower id first."""
    row = start
    while row < end:
        put_pairs(options.item, n + row - start, head, slot, options.slot, row, _SECOND)
        row += np.uint64(WIDTH)
    return n + end - start


@part
def gather_by_holder(state, rules, options, cards):
    """`gather`, but seat by seat; `options.end[s]` is where the cards of seat s end."""
    at = np.uint64(0)
    for seat in range(rules.players):
        options.begin[seat] = at
        at += np.uint64(popcount(cards & state.out[seat]))
        options.end[seat] = at
    while cards:
        tag = state.tag[lowest(cards)]
        cards = without_lowest(cards)
        seat = holder_of(tag)
        options.slot[options.begin[seat]] = tag
        options.begin[seat] += _ONE
    return at


@part
def list_pairs(options, n, form, count):
    """Every pair of cards gathered by holder that lie before different hackers."""
    for i in range(count):
        slot = options.slot[i]
        later = options.end[holder_of(slot)]
        n = list_pairs_of(options, n, np.uint64(form), slot, later, count)
    return n


@part
def list_spoof(state, rules, options):
    """*Proxy Spoof*: cards of two opponents; with two hackers a card against the Spoof itself."""
    actor = np.uint64(state.actor)
    if rules.players == 2:
        n = np.uint64(0)
        if state.out[actor] & one(state.executed) == EMPTY:
            return n
        tail = code(L.F_TRADE_SPOOF, 0, 0, state.executed, actor)
        return list_cards(state, options, tail, state.out[np.uint64(1) - actor])
    faces = EMPTY
    for seat in range(rules.players):
        faces |= state.out[seat]
    count = gather_by_holder(state, rules, options, faces & ~state.out[actor])
    return list_pairs(options, np.uint64(0), L.F_TRADE, count)


@part
def list_pick(state, rules, options, hack):
    """*NOAA*, *Monorail*: one card of the decider's own, face-in or face-out."""
    seat = np.uint64(state.decider)
    if not is_free(state, seat) or is_protected(state, rules, seat, hack):
        return np.uint64(0)
    return list_cards(state, options, _TAIL, state.hand[seat] | state.out[seat])


@part
def list_spy(state, rules, options, hack):
    """*CIA Satellite*: an opponent with a hand."""
    n = np.uint64(0)
    for seat in range(rules.players):
        if seat != state.actor and state.hand[seat]:
            if not is_protected(state, rules, seat, hack):
                n = put(options, n, code(L.F_SPY, L.NONE, L.NONE, L.NONE, seat))
    return n


@part
def swap_parties(state, rules, hack):
    """The set of hackers who take part in a proxy swap of this hack (*Proxy swap, v*)."""
    parties = EMPTY
    for seat in range(rules.players):
        bit = seat_bit(seat)
        if state.jailed & bit:
            parties |= bit
            continue
        shielded = state.out[seat] & rules.shield[hack] != EMPTY
        if seat == state.actor:
            blocked = shielded and rules.protection_blocks_self == 1
        else:
            blocked = shielded or state.screened & bit != EMPTY
        if not blocked:
            parties |= bit
    return parties


@part
def list_gives(options, count, parties):
    """*give*: a gathered face-out card of one party to another party."""
    n = np.uint64(0)
    rest = parties
    takers = np.uint64(0)
    while rest:
        options.taker[takers] = lowest(rest) << _TO
        rest = without_lowest(rest)
        takers += _ONE
    tail = code(L.F_GIVE, 0, 0, L.NONE, 0)
    for i in range(count):
        slot = options.slot[i]
        before_holder = parties & ((_ONE << holder_of(slot)) - _ONE)
        place = np.uint64(popcount(before_holder))
        put_but_one(options.item, n, slot | tail, options.taker, place)
        n += takers - _ONE
    return n


@part
def list_hands(state, rules, options, n, parties):
    """*hands*: two hands trade a card; the actor's own card is chosen, others' are random."""
    actor = np.uint64(state.actor)
    own = gather(state, options.own, state.hand[actor] if parties & seat_bit(actor) else EMPTY)
    for a in range(rules.players):
        if a == state.actor or state.hand[a] == EMPTY or parties & seat_bit(a) == EMPTY:
            continue
        tail = code(L.F_OWN, 0, 0, L.NONE, a)
        at = np.uint64(0)
        while at < own:
            for _ in range(WIDTH):
                options.item[n + at].code = tail | options.own[at]
                at += _ONE
        n += own
        for b in range(a + 1, rules.players):
            if b != state.actor and state.hand[b] and parties & seat_bit(b):
                n = put(options, n, code(L.F_HANDS, L.NONE, a, L.NONE, b))
    return n


@part
def list_swap(state, rules, options, hack):
    """*Proxy swap*: give, hands and table in one list; with `swap_optional` a decline too."""
    parties = swap_parties(state, rules, hack)
    faces = EMPTY
    for seat in range(rules.players):
        if parties & seat_bit(seat):
            faces |= state.out[seat]
    count = gather_by_holder(state, rules, options, faces)
    n = list_gives(options, count, parties)
    n = list_hands(state, rules, options, n, parties)
    n = list_pairs(options, n, L.F_TABLE, count)
    if n > 0 and rules.swap_optional == 1:
        n = put(options, n, code(L.F_DECLINE, L.NONE, L.NONE, L.NONE, L.NONE))
    return n


@part
def list_two(options, first, second):
    """A list of two forms without numbers."""
    n = put(options, np.uint64(0), code(first, L.NONE, L.NONE, L.NONE, L.NONE))
    return put(options, n, code(second, L.NONE, L.NONE, L.NONE, L.NONE))


@part
def list_options(state, rules, options):
    """The options of `state.decision`, in `options`; returns how many there are, maybe none."""
    decision = state.decision
    if decision == L.EXECUTE:
        return list_execute(state, rules, options)
    hack = rules.hack[np.uint64(state.executed)]
    if decision == L.SWAP:
        return list_swap(state, rules, options, hack)
    if decision == L.INTERRUPT:
        return list_two(options, L.F_NO, L.F_YES)
    if decision == L.TORNADO or decision == L.MONORAIL:
        return list_pick(state, rules, options, hack)
    if decision == L.GOGGLES:
        return list_goggles(state, rules, options, hack)
    if decision == L.FIREWALL:
        return list_firewall(state, rules, options, hack)
    if decision == L.STEAL:
        return list_steal(state, rules, options, hack)
    if decision == L.SPOOF:
        return list_spoof(state, rules, options)
    if decision == L.SPY:
        return list_spy(state, rules, options, hack)
    return list_two(options, L.F_LEFT, L.F_RIGHT)
