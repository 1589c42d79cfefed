"""Two hackers' cards change places: proxy swaps, Stolen Goods, Proxy Spoof, and their interrupts.

All of them are one act with two legs. A leg is a card that goes from one hacker to another: a
named card, a random face-in one, or the Socket Puppet that stands in for it.
"""

import numpy as np

from sims.core.bits import EMPTY, lowest, one
from sims.core.jit import part
from sims.games.override import layout as L
from sims.games.override.lists import after, seat_bit
from sims.games.override.moves import (
    arrive,
    end_marks_on,
    lose_sight,
    random_card,
    strike,
)
from sims.games.override.records import CARD_AT, HOLDER_AT, OTHER_AT, TO_AT

_BYTE = np.uint64(0xFF)


@part
def unpack(word):
    """form, card, holder, other, to of a packed option."""
    return (
        np.int64(word & _BYTE),
        np.int64((word >> np.uint64(CARD_AT)) & _BYTE),
        np.int64((word >> np.uint64(HOLDER_AT)) & _BYTE),
        np.int64((word >> np.uint64(OTHER_AT)) & _BYTE),
        np.int64((word >> np.uint64(TO_AT)) & _BYTE),
    )


@part
def parties_of(state, word):
    """The two hackers between whom a trade is about to happen."""
    form, _, holder, _, to = unpack(word)
    if form == L.F_CARD:  # Stolen Goods: the option names only the goods
        return holder, state.actor
    return holder, to


@part
def may_interrupt(state, rules, seat):
    """*Interrupt*: another hacker, out of jail, with a Socket Puppet in hand."""
    return (
        seat != state.actor
        and state.jailed & seat_bit(seat) == EMPTY
        and state.hand[seat] & rules.puppets != EMPTY
    )


@part
def begin_trade(state, rules, word):
    """Announce a trade: ask who may interrupt it, or carry it out at once."""
    form, _, _, _, _ = unpack(word)
    first, second = parties_of(state, word)
    state.asked = EMPTY
    state.answered_yes = EMPTY
    state.answer = L.NONE
    if not (form == L.F_TRADE or form == L.F_TRADE_SPOOF) or rules.puppet_stops_spoof == 1:
        if may_interrupt(state, rules, first):
            state.asked |= seat_bit(first)
        if may_interrupt(state, rules, second):
            state.asked |= seat_bit(second)
    state.pending = word
    ask_or_trade(state, rules)


@part
def ask_or_trade(state, rules):
    """Ask the next hacker clockwise from the actor; when all have answered, trade."""
    if state.asked:
        state.decision = L.INTERRUPT
        seat = after(state.actor, rules.players)
        while state.asked & seat_bit(seat) == EMPTY:
            seat = after(seat, rules.players)
        state.asked &= ~seat_bit(seat)
        state.decider = seat
        return
    trade(state, rules)


@part
def leg_card(state, rules, word, holder):
    """The card that goes from `holder` (NONE if there is none to go)."""
    if state.answered_yes & seat_bit(holder):
        return np.int64(lowest(state.hand[holder] & rules.puppets))
    form, card, first, other, _ = unpack(word)
    is_first = holder == first
    if form == L.F_CARD:
        return card if is_first else state.executed
    if form == L.F_GIVE or form == L.F_OWN:
        if is_first:
            return card
    elif form != L.F_HANDS:
        # A table trade names two cards; the one that lies before this hacker goes.
        return card if is_first else other
    if state.hand[holder] == EMPTY:
        return np.int64(L.NONE)
    return random_card(state, holder)


@part
def send(state, rules, card, giver, taker):
    """Take a card from the giver; returns whether it travels face-out."""
    bit = one(card)
    end_marks_on(state, card)
    if state.out[giver] & bit:
        state.out[giver] &= ~bit
        state.score[giver] -= rules.worth[card]
        return True
    state.hand[giver] &= ~bit
    if state.answered_yes & seat_bit(giver) or state.jailed & seat_bit(taker):
        strike(state, giver, bit)
        return True
    lose_sight(state, giver, taker)
    state.known[taker].hand[giver] &= ~bit
    return False


@part
def receive(state, rules, card, giver, taker, travels_face_out):
    """Put a card down before or into the hand of the taker; the giver knows that it is there."""
    arrive(state, rules, card, taker, travels_face_out)
    if not travels_face_out:
        state.known[giver].hand[taker] |= one(card)


@part
def trade(state, rules):
    """Carry out the pending trade: draw the random cards, then move both at once."""
    word = state.pending
    state.answer = L.NONE  # a refusal is known to who was asked next, and to nobody else
    first, second = parties_of(state, word)
    there = leg_card(state, rules, word, first)
    back = leg_card(state, rules, word, second)
    there_face_out = send(state, rules, there, first, second)
    back_face_out = False
    if back != L.NONE:
        back_face_out = send(state, rules, back, second, first)
    receive(state, rules, there, first, second, there_face_out)
    if back != L.NONE:
        receive(state, rules, back, second, first, back_face_out)
    after_trade(state, rules)


@part
def after_trade(state, rules):
    """A proxy swap ends the turn's effects; a primary effect is followed by its swap, if any."""
    form, _, _, _, _ = unpack(state.pending)
    if form == L.F_CARD or form == L.F_TRADE or form == L.F_TRADE_SPOOF:
        begin_swap(state, rules)
    else:
        state.decision = L.END_OF_TURN


@part
def begin_swap(state, rules):
    """After the primary effect: the proxy swap, if the hack carries one."""
    state.decider = state.actor
    hack = rules.hack[np.uint64(state.executed)]
    state.decision = L.SWAP if rules.swaps[hack] else L.END_OF_TURN
