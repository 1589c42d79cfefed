"""Cards and firewalls: what every protocol is made of, and what players still know afterwards."""

import numpy as np

from sims.core.bits import EMPTY, ONE
from sims.core.jit import part
from sims.core.rng import draw
from sims.games.gatecrasher.cards import DIE
from sims.games.gatecrasher.layout import SEATS
from sims.games.gatecrasher.lists import byte_at, byte_of, seat_bit


@part
def hacker_of(state, rules, seat):
    """The hacker who sits in a seat."""
    return rules.hacker[np.uint64(state.sits[seat])]


@part
def roll(chance, dice):
    """The sum of some dice."""
    total = np.int64(dice)
    for _ in range(dice):
        total += draw(chance, DIE)
    return total


@part
def roll_best(chance, dice, keep):
    """The sum of the `keep` highest of some dice; all of them if there are not so many."""
    if keep >= dice:
        return roll(chance, dice)
    faces = EMPTY
    for _ in range(dice):
        faces += byte_at(draw(chance, DIE))
    total = np.int64(0)
    for pips in range(DIE, 0, -1):
        kept = min(np.int64(keep), np.int64(byte_of(faces, pips - 1)))
        total += kept * pips
        keep -= kept
    return total


@part
def within(rules, firewall):
    """A firewall's strength, kept on the Firewall card (ruling `firewall_range`)."""
    return min(max(firewall, rules.lowest), rules.highest)


@part
def find_leader(state, rules):
    """Look who has the highest firewall now; of equals, who had it before."""
    leader = state.leader
    best = state.firewall[leader]
    for other in range(rules.players):
        seat = np.uint64(other)
        firewall = state.firewall[seat]
        is_ahead = firewall > best and state.living & seat_bit(seat) != EMPTY
        leader = seat if is_ahead else leader
        best = firewall if is_ahead else best
    state.lead_changes += np.int64(leader != state.leader)
    state.leader = leader


@part
def change(state, rules, seat, by):
    """Add to a firewall or take off it, and see whether the lead changes."""
    firewall = within(rules, state.firewall[seat] + by)
    state.firewall[seat] = firewall
    leader = state.leader
    if seat == leader and by < 0:
        find_leader(state, rules)
    else:
        is_ahead = firewall > state.firewall[leader]
        state.lead_changes += np.int64(is_ahead)
        state.leader = np.uint64(seat) if is_ahead else leader


@part
def draw_cards(state, count):
    """The actor draws from the Protocol Deck, as far as it has cards."""
    actor = state.decider
    for _ in range(count):
        if state.top < state.bottom:
            state.hand[actor] += byte_at(state.pile[state.top])
            state.size_word += byte_at(actor)
            state.top += ONE


@part
def discard(state, kind):
    """The actor puts a card on the discard pile; whoever knew of it saw it leave."""
    actor = state.decider
    bit = byte_at(kind)
    all_of_kind = bit * np.uint64(0xFF)
    state.hand[actor] -= bit
    state.size_word -= byte_at(actor)
    state.discard_word += bit
    for viewer in range(SEATS):
        known = state.known[actor, viewer]
        state.known[actor, viewer] = known - (bit if known & all_of_kind else EMPTY)


@part
def open_hand(state, target):
    """*File Extraction*: the actor looks at a hand."""
    state.target = np.int64(target)
    state.known[target, state.decider] = state.hand[target]


@part
def take_card(state, kind):
    """*File Extraction*: the actor takes a card; what others knew of that hand is uncertain now."""
    actor = state.decider
    target = np.uint64(state.target)
    bit = byte_at(kind)
    state.hand[target] -= bit
    state.hand[actor] += bit
    state.size_word += byte_at(actor) - byte_at(target)
    for viewer in range(SEATS):
        state.known[target, viewer] = EMPTY
    state.known[target, actor] = state.hand[target]


@part
def forget_hands(state):
    """All cards are collected: nobody has a hand or knows of one."""
    state.size_word = EMPTY
    for seat in range(SEATS):
        state.hand[seat] = EMPTY
        for viewer in range(SEATS):
            state.known[seat, viewer] = EMPTY
