"""The turn: its beginning, the effect of the executed hack, the check at its end."""

import numpy as np

from sims.core.bits import EMPTY, one, popcount, without_lowest
from sims.core.jit import part
from sims.core.rng import shuffle
from sims.games.override import cards as C
from sims.games.override import layout as L
from sims.games.override.lists import after, before, is_free, is_protected, seat_bit
from sims.games.override.moves import (
    arrive,
    end_marks_on,
    face_in,
    face_out,
    flip,
    lose_sight,
    random_card,
    random_pair,
    strike,
)  # fmt: skip
from sims.games.override.records import GOVERNMENT, JAILED, REACHED, SEATS
from sims.games.override.trades import ask_or_trade, begin_swap, begin_trade, unpack


@part
def begin_turn(state):
    """*Turn*, 1: the actor's Screen Door status ends; then a hack is executed."""
    state.screened &= ~seat_bit(state.actor)
    state.decision = L.EXECUTE
    state.decider = state.actor
    state.executed = L.NONE


@part
def execute(state, rules, card, holder):
    """*Turn*, 3 and 4: the card is flipped, then its effect begins."""
    state.executed = card
    if holder == state.actor:
        face_out(state, rules, card, holder)
    elif is_free(state, holder):
        face_in(state, rules, card, holder)
    hack = rules.hack[np.uint64(card)]
    if hack == C.COMPUTER_GOGGLES:
        state.decision = L.GOGGLES
    elif hack == C.STOLEN_GOODS:
        state.decision = L.STEAL
    elif hack == C.FIREWALL:
        state.decision = L.FIREWALL
    elif hack == C.PROXY_SPOOF:
        state.decision = L.SPOOF
    elif hack == C.CIA_SATELLITE:
        state.decision = L.SPY
    elif hack == C.NOAA or hack == C.MONORAIL:
        state.decision = L.TORNADO if hack == C.NOAA else L.MONORAIL
        for seat in range(SEATS):
            state.pick[seat] = np.uint8(L.NONE)
    else:
        if hack == C.SCREEN_DOOR:
            state.screened |= seat_bit(state.actor)
        begin_swap(state, rules)


@part
def firewall(state, rules, word):
    """*Firewall*: flip one or two cards; random ones are drawn before anything is flipped."""
    form, card, holder, other, to = unpack(word)
    if form == L.F_FLIP_PAIR and card == L.NONE and other == L.NONE and holder == to:
        card, other = random_pair(state, holder)
    else:
        if card == L.NONE:
            card = random_card(state, holder)
        if form == L.F_FLIP_PAIR and other == L.NONE:
            other = random_card(state, to)
    flip(state, rules, card, holder)
    if form == L.F_FLIP_PAIR:
        flip(state, rules, other, to)


@part
def mark(state, word):
    """*Computer Goggles*: t must execute this card on its next turn."""
    form, card, _, _, t = unpack(word)
    if form == L.F_MARK_HAND:
        card = random_card(state, t)
    state.mark[t] = np.uint8(card)
    state.marks |= one(card)


@part
def spy(state, target):
    """*CIA Satellite*: the actor learns two random cards of a hand."""
    if popcount(state.hand[target]) == 1:
        state.known[state.actor].hand[target] |= state.hand[target]
    else:
        first, second = random_pair(state, target)
        state.known[state.actor].hand[target] |= one(first) | one(second)


@part
def lift_picks(state, rules):
    """Take the chosen cards up; returns the set of them that are face-out."""
    faces = EMPTY
    for seat in range(SEATS):
        card = state.pick[seat]
        if card == L.NONE:
            continue
        bit = one(card)
        end_marks_on(state, card)
        if state.out[seat] & bit:
            state.out[seat] &= ~bit
            state.score[seat] -= rules.worth[card]
            faces |= bit
        else:
            state.hand[seat] &= ~bit
    return faces


@part
def tornado(state, rules):
    """*NOAA*: shuffle the chosen cards, deal one to each who chose, in the order of choice."""
    faces = lift_picks(state, rules)
    count = 0
    seat = state.actor
    for _ in range(rules.players):
        card = state.pick[seat]
        if card != L.NONE:
            state.order[count] = np.uint8(seat)
            state.shuffled[count] = card
            count += 1
            if faces & one(card) == EMPTY:
                lose_sight(state, seat, seat)
        seat = after(seat, rules.players)
    shuffle(state.chance, state.shuffled, count)
    for i in range(count):
        card = state.shuffled[i]
        arrive(state, rules, card, state.order[i], faces & one(card) != EMPTY)


@part
def monorail(state, rules, hack, to_left):
    """*Monorail*: each chosen card goes to the next hacker that way who is in the game."""
    faces = lift_picks(state, rules)
    # Two passes: a hand's knowledge is settled before any card arrives in it.
    for giver in range(rules.players):
        card = state.pick[giver]
        if card != L.NONE and faces & one(card) == EMPTY:
            taker = next_rider(state, rules, hack, giver, to_left)
            lose_sight(state, giver, taker)
            state.known[taker].hand[giver] &= ~one(card)
    for giver in range(rules.players):
        card = state.pick[giver]
        if card != L.NONE:
            taker = next_rider(state, rules, hack, giver, to_left)
            is_face_out = faces & one(card) != EMPTY
            arrive(state, rules, card, taker, is_face_out)
            if not is_face_out and taker != giver:
                state.known[giver].hand[taker] |= one(card)


@part
def next_rider(state, rules, hack, seat, to_left):
    """The next hacker out of jail (and not protected from a Monorail) in a direction."""
    while True:
        seat = after(seat, rules.players) if to_left else before(seat, rules.players)
        if is_free(state, seat) and not is_protected(state, rules, seat, hack):
            return seat


@part
def after_pick(state, rules):
    """Ask the next hacker for a card; when all were asked, NOAA or the direction of Monorail."""
    state.decider = after(state.decider, rules.players)
    if state.decider != state.actor:
        return
    if state.decision == L.TORNADO:
        tornado(state, rules)
        begin_swap(state, rules)
    else:
        state.decision = L.DIRECTION


@part
def skip(state, rules):
    """Nobody can choose anything at this decision: the rules go on."""
    decision = state.decision
    if decision == L.EXECUTE or decision == L.SWAP:
        state.decision = L.END_OF_TURN
    elif decision == L.TORNADO or decision == L.MONORAIL:
        after_pick(state, rules)
    else:
        begin_swap(state, rules)


@part
def take(state, rules, word):
    """Take an option of the decision that is due."""
    decision = state.decision
    form, card, holder, _, to = unpack(word)
    if decision == L.EXECUTE:
        execute(state, rules, card, holder)
    elif decision == L.SWAP:
        if form == L.F_DECLINE:
            state.decision = L.END_OF_TURN
        else:
            begin_trade(state, rules, word)
    elif decision == L.INTERRUPT:
        if form == L.F_YES:
            state.answered_yes |= seat_bit(state.decider)
        state.answer = 1 if form == L.F_YES else 0
        ask_or_trade(state, rules)
    elif decision == L.STEAL or decision == L.SPOOF:
        begin_trade(state, rules, word)
    elif decision == L.TORNADO or decision == L.MONORAIL:
        state.pick[state.decider] = np.uint8(card)
        after_pick(state, rules)
    else:
        if decision == L.GOGGLES:
            mark(state, word)
        elif decision == L.FIREWALL:
            firewall(state, rules, word)
        elif decision == L.SPY:
            spy(state, to)
        else:
            hack = rules.hack[np.uint64(state.executed)]
            monorail(state, rules, hack, form == L.F_LEFT)
        begin_swap(state, rules)


@part
def jail_all(state, rules):
    """*Check*, a: everyone at the limit of government hacks goes to jail, all at once."""
    for seat in range(rules.players):
        if not is_free(state, seat):
            continue
        if state.score[seat] // GOVERNMENT < rules.gov_limit:
            continue
        state.jailed |= seat_bit(seat)
        state.jailed_at[seat] = state.turn
        state.screened &= ~seat_bit(seat)
        state.mark[seat] = np.uint8(L.NONE)
        hand = state.hand[seat]
        strike(state, seat, hand)
        state.hand[seat] = EMPTY
        state.out[seat] |= hand
        state.score[seat] += JAILED
        # No other mark can lie on these: a face-in card is marked only for its own holder.


@part
def cred_of(rules, cards):
    """The cred of a set of cards, summed bit plane by bit plane."""
    total = popcount(cards & rules.cred_bit[0]) + 2 * popcount(cards & rules.cred_bit[1])
    total += 4 * popcount(cards & rules.cred_bit[2]) + 8 * popcount(cards & rules.cred_bit[3])
    for plane in range(4, rules.cred_planes):
        total += popcount(cards & rules.cred_bit[plane]) << plane
    return total


@part
def open_cred(state, seat):
    """The cred of a seat's face-out cards."""
    return state.score[seat] & np.int64(GOVERNMENT - 1)


@part
def end_game(state, winner, ended):
    """The game is over."""
    state.over = 1
    state.winner = winner
    state.ended = ended


@part
def check_cred(state, rules):
    """*Check*, c: of those at the winning cred the highest wins; ruling `cred_tie`."""
    best = np.int64(-1)
    tied = 0
    winner = np.int64(-1)
    seat = state.actor
    for _ in range(rules.players):
        if is_free(state, seat):
            cred = open_cred(state, seat)
            if cred >= rules.winning_cred and cred >= best:
                if cred > best:
                    best, winner, tied = cred, seat, 0
                tied += 1  # of equals the first clockwise from the actor stays the winner
        seat = after(seat, rules.players)
    if winner < 0:
        return
    if tied == 1 or rules.cred_tie == 0:
        end_game(state, winner, L.E_CRED)
    elif rules.cred_tie == 1:
        end_game(state, L.DRAW, L.E_DRAW)


@part
def free_seats(state, rules):
    """The set of seats out of jail."""
    return ((np.uint64(1) << np.uint64(rules.players)) - np.uint64(1)) & ~state.jailed


@part
def is_limit_reached(state, rules):
    """Whether the check can do anything: mostly several are out of jail, none at a limit."""
    reached = np.int64(0)
    for seat in range(rules.players):
        score = state.score[seat]
        reached |= (score + rules.margin) & ~(score >> 63)
    return reached & REACHED != 0 or without_lowest(free_seats(state, rules)) == EMPTY


@part
def check(state, rules):
    """*Check*: jail first, then the last one out of jail wins, then the winning cred."""
    jail_all(state, rules)
    free = free_seats(state, rules)
    if free == EMPTY:
        end_game(state, L.DRAW, L.E_DRAW)
    elif without_lowest(free) == EMPTY:
        for seat in range(rules.players):
            if is_free(state, seat):
                end_game(state, seat, L.E_LAST_STANDING)
    else:
        check_cred(state, rules)


@part
def end_turn(state, rules):
    """*Turn*, 5 and 6: jail, last one standing, cred; then the next hacker, or the cap."""
    if state.mark[state.actor] != L.NONE:
        state.mark[state.actor] = np.uint8(L.NONE)
        state.marks = EMPTY
        for seat in range(SEATS):
            if state.mark[seat] != L.NONE:
                state.marks |= one(state.mark[seat])
    state.turn += 1
    if is_limit_reached(state, rules):
        check(state, rules)
    if state.over:
        return
    state.actor = after(state.actor, rules.players)
    while not is_free(state, state.actor):
        state.actor = after(state.actor, rules.players)
    if state.turn >= rules.max_turns:
        end_game(state, L.UNFINISHED, L.E_UNFINISHED)
    else:
        begin_turn(state)
