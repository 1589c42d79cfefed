"""The turn: the protocol executed, and what follows the turn's end."""

import numpy as np

from sims.core.bits import popcount
from sims.core.jit import part
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.lists import byte_of, next_living
from sims.games.gatecrasher.moves import (
    change,
    discard,
    draw_cards,
    hacker_of,
    open_hand,
    roll,
    take_card,
)  # fmt: skip
from sims.games.gatecrasher.rounds import (
    begin_overclock,
    begin_turn,
    end_game,
    end_round,
    find_first,
)  # fmt: skip

_8, _16, _BYTE = np.uint64(8), np.uint64(16), np.uint64(0xFF)


@part
def hit(state, rules, kind, target):
    """*Bolster*, *Packet Loss*: dice change a firewall, the actor's own or the target's."""
    hacker = hacker_of(state, rules, state.decider)
    is_loss = kind == np.uint64(C.PACKET_LOSS)
    seat = target if is_loss else state.decider
    bonus = hacker.loss_bonus if is_loss else hacker.bolster_bonus
    total = roll(state.chance, hacker.loss_dice if is_loss else hacker.bolster_dice) + bonus
    loss = max(total - hacker_of(state, rules, seat).loss_resist, 0)
    change(state, rules, seat, -loss if is_loss else total)


@part
def execute(state, rules, kind, target):
    """*Phase 2*: discard a protocol, perform its action, draw a card in Execution."""
    discard(state, kind)
    state.acted = 1
    if kind == np.uint64(C.FILE_EXTRACTION):
        open_hand(state, target)
        state.decision = L.EXTRACT
        return
    cards = 1
    if kind == np.uint64(C.DATA_MINE):
        cards += hacker_of(state, rules, state.decider).mine_draws
    else:
        hit(state, rules, kind, target)
    if state.phase == L.P_EXECUTION:
        draw_cards(state, cards)
    state.left -= 1


@part
def take(state, rules, word):
    """Take an option of the decision that is due."""
    kind = (word >> _8) & _BYTE
    if state.decision == L.EXTRACT:
        take_card(state, kind)
        state.decision = L.EXECUTE
        state.left -= 1
    elif word & _BYTE == np.uint64(L.F_PASS):
        state.left = 0
    else:
        execute(state, rules, kind, (word >> _16) & _BYTE)


@part
def end_execution_turn(state, rules):
    """*Phase 2*: the next player, or Overclock: no card is left, or everybody passed in a row."""
    state.passes = 0 if state.acted else state.passes + 1
    if state.top >= state.bottom or state.passes >= popcount(state.living):
        begin_overclock(state, rules)
    else:
        begin_turn(state, rules, next_living(state, rules, state.decider))


@part
def end_overclock_turn(state, rules):
    """*Phase 3*: what is left in hand adds to the firewall; the next player, or the round's end."""
    seat = state.decider
    if rules.leftover_at == 0:
        value = hacker_of(state, rules, seat).leftover_value
        change(state, rules, seat, value * np.int64(byte_of(state.size_word, seat)))
    state.due -= 1
    if state.due == 0:
        end_round(state, rules)
    else:
        begin_turn(state, rules, next_living(state, rules, seat))


@part
def end_turn(state, rules):
    """The actor has no protocol left to execute this turn, or passed."""
    if state.phase == L.P_FIRST:  # a position that asks only who acts first
        state.decider = find_first(state, rules)
        end_game(state, L.UNFINISHED, L.E_UNFINISHED)
        return
    state.turn += 1
    if state.phase == L.P_EXECUTION:
        end_execution_turn(state, rules)
    else:
        end_overclock_turn(state, rules)
