"""Worlds that a hacker can imagine: every face-in card it cannot place is dealt again."""

import numpy as np

from sims.core.bits import (
    EMPTY,
    copy_fields,
    copy_words,
    lowest,
    nth,
    one,
    popcount,
    without_lowest,
)
from sims.core.jit import part
from sims.core.rng import below
from sims.core.worlds import fresh_streams
from sims.games.override import layout as L
from sims.games.override.lists import after, is_free, is_protected, seat_bit, tag_of
from sims.games.override.records import CARD_AT, JAILED, ROWS, SEATS
from sims.games.override.trades import may_interrupt, parties_of

_ONE = np.uint64(1)


@part
def random_subset(stream, cards, count):
    """`count` different cards of a set, each subset as likely."""
    chosen = EMPTY
    for left in range(popcount(cards), popcount(cards) - count, -1):
        card = one(nth(cards, below(stream, left)))
        chosen |= card
        cards &= ~card
    return chosen


@part
def one_of(stream, cards):
    """A uniform card of a set, NONE of the empty set."""
    if cards == EMPTY:
        return np.int64(L.NONE)
    return np.int64(nth(cards, below(stream, popcount(cards))))


@part
def asked_before(view, rules, state):
    """At `interrupt`: the other hacker whom the swap would have had asked first, or -1."""
    first, second = parties_of(state, view.pending.code)
    other = second if first == view.seat else first
    seat = after(view.actor, rules.players)
    while seat != view.seat:
        if seat == other and is_free(state, seat):
            return seat
        seat = after(seat, rules.players)
    return np.int64(-1)


@part
def deal_one_asked(view, rules, stream, state, pool, seat):
    """The unknown cards of a hacker who was asked first, or was not as it holds no puppet."""
    size = np.int64(view.hand_size[seat]) - popcount(view.known[seat])
    if view.answer == L.NONE:
        return random_subset(stream, pool & ~rules.puppets, size)
    chosen = random_subset(stream, pool, size)
    while (view.known[seat] | chosen) & rules.puppets == EMPTY:
        chosen = random_subset(stream, pool, size)
    return chosen


@part
def deal_hands(view, rules, stream, state):
    """Own and known cards where they are; of the others, so many to each as it holds face-in."""
    me = np.uint64(view.seat)
    pool = rules.in_play & ~view.hand
    for seat in range(ROWS):
        state.hand[seat] = view.known[seat]
        pool &= ~(view.out[seat] | view.known[seat])
    first = np.int64(-1)
    if view.decision == L.INTERRUPT:
        first = asked_before(view, rules, state)
    if first >= 0:
        dealt = deal_one_asked(view, rules, stream, state, pool, np.uint64(first))
        state.hand[np.uint64(first)] |= dealt
        pool &= ~dealt
    for seat in range(rules.players):
        if np.uint64(seat) != me and seat != first:
            size = np.int64(view.hand_size[seat]) - popcount(view.known[seat])
            dealt = random_subset(stream, pool, size)
            state.hand[seat] |= dealt
            pool &= ~dealt
    state.hand[me] = view.hand


@part
def note_places(rules, state):
    """What the state holds twice: where each card lies, and what each hacker's cards add up to."""
    for seat in range(ROWS):
        state.score[seat] = JAILED if not is_free(state, seat) else 0
        rest = state.hand[seat] | state.out[seat]
        while rest:
            card = lowest(rest)
            rest = without_lowest(rest)
            state.tag[card] = tag_of(card, seat)
            if state.out[seat] & one(card):
                state.score[seat] += rules.worth[card]


@part
def imagine_marks(view, stream, state):
    """A mark on a face-in card may lie on each of the carrier's hand, but for one's own."""
    state.marks = EMPTY
    for seat in range(ROWS):
        card = np.int64(view.mark[seat])
        if seat == view.seat:
            card = view.own_mark
        elif card == L.NONE and view.marked & seat_bit(seat):
            card = one_of(stream, state.hand[seat])
        state.mark[seat] = np.uint8(card)
        if card != L.NONE:
            state.marks |= one(card)


@part
def imagine_picks(view, rules, stream, state):
    """NOAA, Monorail: the hidden choices of those who were asked before."""
    for seat in range(SEATS):
        state.pick[seat] = np.uint8(L.NONE)
    decision = view.decision
    if decision != L.TORNADO and decision != L.MONORAIL and decision != L.DIRECTION:
        return
    hack = rules.hack[np.uint64(view.executed)]
    seat = np.int64(view.actor)
    for _ in range(rules.players):
        if seat == view.seat and decision != L.DIRECTION:
            return
        place = np.uint64(seat)
        if seat == view.seat:
            state.pick[place] = np.uint8(view.own_pick)
        elif is_free(state, seat) and not is_protected(state, rules, place, hack):
            state.pick[place] = np.uint8(one_of(stream, state.hand[place] | state.out[place]))
        seat = after(seat, rules.players)


@part
def imagine_interrupt(view, rules, stream, state):
    """The swap that waits: the actor's own card in it, who has answered, who is still to ask."""
    state.asked = EMPTY
    state.answered_yes = EMPTY
    state.pending = view.pending.code
    if view.decision != L.INTERRUPT:
        return
    if view.pending.form == L.F_OWN:
        card = one_of(stream, state.hand[np.uint64(view.actor)])
        state.pending &= ~(np.uint64(L.NONE) << np.uint64(CARD_AT))
        state.pending |= np.uint64(card) << np.uint64(CARD_AT)
    first, second = parties_of(state, state.pending)
    other = second if first == view.seat else first
    if asked_before(view, rules, state) >= 0:
        if view.answer == 1:
            state.answered_yes = seat_bit(other)
    elif may_interrupt(state, rules, np.uint64(other)):
        state.asked = seat_bit(other)


@part
def imagine(view, rules, stream, state):
    """Fill `state` with a world that fits the view; see `sims.core.worlds`.

    What others know of each other's hands is imagined to be what this hacker knows, and of its own
    hand nothing. A mark on a face-in card lies on each card of that hand with the same chance.
    """
    copy_fields(state, view, "decision", "screened")
    state.decider = view.seat
    state.over = 0
    copy_words(state.out, view.out)
    deal_hands(view, rules, stream, state)
    note_places(rules, state)
    for seat in range(ROWS):
        state.dealt[seat] = EMPTY
    for viewer in range(SEATS):
        state.jailed_at[viewer] = 0
        copy_words(state.known[viewer].hand, view.known)
    imagine_marks(view, stream, state)
    imagine_picks(view, rules, stream, state)
    imagine_interrupt(view, rules, stream, state)
    fresh_streams(state, rules.players, stream)
