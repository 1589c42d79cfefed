"""The turn: a play and its freeze window, what an action does, the draw, and who acts next."""

import numpy as np

from sims.core.bits import EMPTY, lowest, popcount, without_lowest
from sims.core.jit import part
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.hands import (
    change,
    discard,
    forget_hand,
    hand_over_named,
    hand_over_unseen,
    holds,
    random_title,
    seat_bit,
    size_of,
)  # fmt: skip
from sims.games.hacked.lists import depth_of, unpack
from sims.games.hacked.piles import bugfix, draw_top, look, put_back

_ONE = np.uint64(1)
GOES_ON, ENDS, HANDED_ON, ELIMINATED = 0, 1, 2, 3
"""What becomes of the actor's turn: it goes on, ends, ends by an Attack, or with its player."""


@part
def first_after(seats, seat):
    """The first of a set of seats clockwise after a seat; the set has another seat than that."""
    start = np.uint64(seat + 1)  # the set twice, one after the other, from that seat on
    turned = (seats | (seats << np.uint64(8))) >> start
    return np.int64((lowest(turned) + start) & np.uint64(7))


@part
def ask(state, seat, decision):
    """Somebody has to decide."""
    state.decider = seat
    state.decision = decision


@part
def open_window(state, seat):
    """*ChangeFreeze*: all others who hold one are asked about the card that the seat has played.

    Those who passed earlier and the actor too; only the player of the last card is not.
    """
    state.last = seat
    asked = EMPTY
    for other in range(len(state.planes)):
        asked |= ((state.planes[other] >> np.uint64(C.CHANGE_FREEZE)) & _ONE) << np.uint64(other)
    state.asked = asked & ~seat_bit(seat)


@part
def play(state, code, form, title):
    """*Play*, *Special Combos*: one, two or three cards go to the discard pile."""
    state.pending = code
    state.freezes = 0
    state.plays[np.uint64(state.actor)] += 1
    # The forms CARD, PAIR and TRIPLE are numbered one after the other.
    discard(state, state.actor, title, np.int64(form) - (L.F_CARD - 1))
    open_window(state, state.actor)


@part
def answer_freeze(state, form):
    """*ChangeFreeze*: the first yes cancels the card before it and opens a new window."""
    seat = state.decider
    if form == L.F_YES:
        state.freezes += 1
        state.freezes_used += 1
        discard(state, seat, C.CHANGE_FREEZE, 1)
        open_window(state, seat)
    else:
        state.asked &= ~seat_bit(seat)


@part
def resolve(state, rules):
    """*Cards*, *Special Combos*: an action that stands is carried out."""
    form, title, target, named = unpack(state.pending)
    actor = np.uint64(state.actor)
    state.decider = state.actor
    state.decision = L.PLAY
    if form == L.F_TRIPLE:
        if holds(state, target, named):
            hand_over_named(state, target, actor, named)
    elif form == L.F_PAIR:
        if size_of(state, target) > 0:  # its own freeze may have been its last card
            hand_over_unseen(state, target, actor, random_title(state, target))
    elif title == C.ATTACK:
        return HANDED_ON
    elif title == C.SYSTEM_UPDATE:
        return ENDS
    elif title == C.TICKET:
        if size_of(state, target) > 0:
            ask(state, np.int64(target), L.GIVE)
    elif title == C.BUGFIX:
        bugfix(state)
    else:
        look(state, actor, rules.sprint_depth)
    return GOES_ON


@part
def close_window(state, rules):
    """Ask the next one; when all have passed, the action stands after an even number of freezes."""
    if state.asked:
        ask(state, first_after(state.asked, state.last), L.FREEZE)
        return GOES_ON
    if state.freezes & 1:
        ask(state, state.actor, L.PLAY)
        return GOES_ON
    return resolve(state, rules)


@part
def use_consultant(state):
    """*Security consultant*: it is discarded, and the card goes back wherever its player likes."""
    discard(state, state.actor, C.CONSULTANT, 1)
    state.consultants_used += 1
    ask(state, state.actor, L.PLACE)


@part
def draw_card(state, rules):
    """*Taking your turn*, 4: draw; *You've been hacked*: a consultant, or out."""
    title = draw_top(state)
    if title != C.HACKED:
        change(state, state.actor, title, 1)
        return ENDS
    state.hacked_left -= 1
    state.hacked_met += 1
    if not holds(state, state.actor, C.CONSULTANT):
        return ELIMINATED
    if rules.consult_asked:
        ask(state, state.actor, L.CONSULT)
    else:
        use_consultant(state)
    return GOES_ON


@part
def take(state, rules, code):
    """Take an option of the decision that is due; returns what becomes of the actor's turn."""
    decision = state.decision
    form, title, _, _ = unpack(code)
    if decision == L.PLAY:
        if form == L.F_DRAW:
            return draw_card(state, rules)
        play(state, code, form, title)
    elif decision == L.FREEZE:
        answer_freeze(state, form)
    elif decision == L.GIVE:
        hand_over_unseen(state, np.uint64(state.decider), np.uint64(state.actor), title)
        ask(state, state.actor, L.PLAY)
        return GOES_ON
    elif decision == L.PLACE:
        put_back(state, np.uint64(state.actor), depth_of(code))
        return ENDS
    else:
        if form == L.F_NO:
            return ELIMINATED
        use_consultant(state)
        return GOES_ON
    return close_window(state, rules)


@part
def eliminate(state):
    """*You've been hacked*: the actor is out; the hand and the turns owed are void."""
    seat = np.uint64(state.actor)
    state.place[seat] = popcount(state.living)
    state.out_turn[seat] = state.turn
    state.living &= ~seat_bit(seat)
    state.hand[seat].words[0] = EMPTY
    state.hand[seat].words[1] = EMPTY
    state.planes[seat] = EMPTY
    state.sizes &= ~(np.uint64(0xFF) << (seat << np.uint64(3)))
    forget_hand(state, seat)


@part
def end_game(state, winner, ended):
    """The game is over."""
    state.over = 1
    state.winner = winner
    state.ended = ended


@part
def end_turn(state, rules, how):
    """*Taking your turn*, 5, and *Attack*: who acts next, and how many turns that player owes."""
    state.turn += 1
    owes = state.owes - 1
    attacked = state.attacked
    if how != ENDS or owes == 0:
        if how == ELIMINATED:
            eliminate(state)
        stacked = state.owes if state.attacked & rules.attack_adds else 0
        handed_on = how == HANDED_ON
        owes = stacked + rules.attack_turns if handed_on else 1
        attacked = 1 if handed_on else 0
        state.actor = first_after(state.living, state.actor)
    state.owes = owes
    state.attacked = attacked
    ask(state, state.actor, L.PLAY)
    if without_lowest(state.living) == EMPTY:
        end_game(state, state.actor, L.E_LAST_STANDING)
    elif state.turn >= rules.max_turns:
        end_game(state, L.UNFINISHED, L.E_UNFINISHED)
