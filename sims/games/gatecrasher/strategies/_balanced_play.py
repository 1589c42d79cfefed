"""What an option is worth to `balanced`, by the measure of `_worth`."""

import numpy as np

from sims.core.bits import popcount
from sims.core.jit import part
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.strategies._reading import (
    firewall_of,
    hacker_in,
    held,
    seen_of,
    size_of,
    steps_to,
)
from sims.games.gatecrasher.strategies._worth import (
    ANSWER,
    DENY,
    LATE,
    THEFT,
    Hand,
    bolster_mean,
    cost_of,
    expect_rival,
    expect_roll,
    mean_resist,
    plan,
    power,
    price_of_loss,
    rate,
    resist_of,
    weight_of,
)


@part
def _allowed(view, rules):
    """Protocols of a whole turn in Execution: with fewer left, the player has acted."""
    return hacker_in(view, rules, view.seat).protocols_per_turn


@part
def pile_after(view, rules, kind):
    """How many cards the pile will hold; none when Execution ends."""
    if view.phase == L.P_OVERCLOCK or view.decision == L.EXTRACT:
        return np.int64(view.pile)
    drawn = 1
    if kind == L.NONE:
        ends = view.passes + 1 >= popcount(view.living) and view.left == _allowed(view, rules)
        return np.int64(0) if ends else np.int64(view.pile)
    if kind == C.DATA_MINE:
        drawn += hacker_in(view, rules, view.seat).mine_draws
    elif kind == C.FILE_EXTRACTION:
        drawn = 0
    return max(np.int64(view.pile) - drawn, np.int64(0))


@part
def _copies(view, field, kind, played, gained, unknown):
    """How many of a kind the player can come to use: held, less played, and gained or drawn."""
    copies = held(view, kind) + (1.0 if gained == kind else 0.0) - (1.0 if played == kind else 0.0)
    if kind == C.BOLSTER:
        return copies + unknown * field.chances.bolster
    return copies + unknown * (field.chances.mine if kind == C.DATA_MINE else field.chances.loss)


@part
def _hand_after(view, field, played, gained, drawn, free):
    """The player's own hand after an option, see `_own_end`; `free` more cards will be drawn."""
    size = np.float64(size_of(view, view.seat)) + drawn
    size += (1.0 if gained != L.NONE else 0.0) - (1.0 if played != L.NONE else 0.0)
    return Hand(
        _copies(view, field, C.BOLSTER, played, gained, drawn + free),
        _copies(view, field, C.DATA_MINE, played, gained, drawn + free),
        _copies(view, field, C.PACKET_LOSS, played, gained, drawn + free),
        size,
    )


@part
def _own_end(view, rules, weights, field, played, gained, drawn):
    """Points that the player expects to gain after an option, without its own roll.

    The kind `played` leaves the hand (NONE: none does, the turn ends), the kind `gained` is taken
    from somebody (NONE: none is), `drawn` cards come in from the pile.
    """
    hacker = hacker_in(view, rules, view.seat)
    # A Data Mine draws nothing in Overclock: it is no better than to end the turn.
    in_vain = played == C.DATA_MINE and view.phase == L.P_OVERCLOCK
    goes_on = (played != L.NONE or gained != L.NONE) and not in_vain
    left = np.float64(view.left - 1) if goes_on else 0.0
    free, more, late = 0.0, left, 0.0
    if view.phase == L.P_EXECUTION:
        turns = np.floor(field.pile / field.living)
        free = turns * hacker.protocols_per_turn + (left if field.pile > 0.0 else 0.0)
        more = np.float64(hacker.overclock_protocols)
        late = (field.pile - turns * field.living) / (1.0 + turns)
    hand = _hand_after(view, field, played, gained, drawn, free)
    resist = mean_resist(view, rules, field.living)
    price = price_of_loss(weights, hacker, field.living, resist)
    return plan(hacker, hand, free, more, price) - weight_of(weights, LATE) * late


@part
def _room(view, rules, points):
    """How much of some points, and of what a roll adds to them, still fits on the own firewall."""
    room = rules.highest - firewall_of(view, view.seat)
    return min(points, np.float64(room)), np.int64(max(room - points, 0.0))


@part
def _bolster(view, rules, field, points):
    """*Bolster*: the exact mean over its dice."""
    hacker = hacker_in(view, rules, view.seat)
    points, room = _room(view, rules, points)
    factor = power(field, -points)
    return expect_roll(field, hacker.bolster_dice, hacker.bolster_bonus, room, factor, 0.0, 0.0)


@part
def _rival(view, rules, weights, field, seat):
    """The exponential of one opponent, and what it costs if they win."""
    steps = steps_to(view, rules, seat)
    end = expect_rival(view, rules, weights, field, seat, steps)
    return power(field, end - firewall_of(view, view.seat)), cost_of(view, weights, seat)


@part
def _loss(view, rules, weights, field, points, seat):
    """*Packet Loss*: at most what there is above the firewall's lowest value."""
    hacker = hacker_in(view, rules, view.seat)
    bonus = hacker.loss_bonus - hacker_in(view, rules, seat).loss_resist
    weight, cost = _rival(view, rules, weights, field, seat)
    room = firewall_of(view, seat) - rules.lowest
    points, _ = _room(view, rules, points)
    factor = power(field, -points)
    return expect_roll(field, hacker.loss_dice, bonus, room, factor, weight, cost)


@part
def _missed(view, rules, weights, field, seat, kind):
    """What a card is worth to its holder, who has a turn to come or not, in points."""
    if view.phase == L.P_OVERCLOCK and steps_to(view, rules, seat) >= view.due:
        hacker = hacker_in(view, rules, seat)
        return np.float64(rules.leftover_at * hacker.leftover_value)
    hacker = hacker_in(view, rules, seat)
    value = np.float64(hacker.leftover_value)
    if kind == C.BOLSTER:
        return max(value, bolster_mean(hacker))
    if kind == C.PACKET_LOSS:
        resist = resist_of(view, rules, view.seat)
        price = price_of_loss(weights, hacker, field.living, resist)
        return max(value, weight_of(weights, ANSWER) * price)
    return value


@part
def _theft(view, rules, weights, field, seat, kind, played):
    """*File Extraction* of a kind of card: one's own gain, and what the holder misses."""
    points = _own_end(view, rules, weights, field, played, kind, 0.0)
    if view.phase == L.P_EXECUTION:
        points += weight_of(weights, THEFT)
    points, _ = _room(view, rules, points)
    weight, cost = _rival(view, rules, weights, field, seat)
    missed = weight_of(weights, DENY) * _missed(view, rules, weights, field, seat, kind)
    gone = weight * (1.0 - power(field, -missed))
    factor = power(field, -points)
    return rate(max(field.rivals - gone, 0.0), field.regret - cost * gone, factor)


@part
def _extraction(view, rules, weights, field, seat):
    """*File Extraction* at a hand: a Bolster if there is one, else a Packet Loss."""
    size, known = size_of(view, seat), np.int64(0)
    for kind in range(C.KINDS):
        known += seen_of(view, seat, kind)
    none = (1.0 - field.chances.bolster) ** max(size - known, 0)
    has = 1.0 if seen_of(view, seat, C.BOLSTER) > 0 else 1.0 - none
    played = C.FILE_EXTRACTION
    bolster = _theft(view, rules, weights, field, seat, C.BOLSTER, played)
    loss = _theft(view, rules, weights, field, seat, C.PACKET_LOSS, played)
    return max(bolster, loss) * has + loss * (1.0 - has)


@part
def weigh(view, rules, weights, field, option):
    """What an option is worth: the chance to win the round, less what the others' wins cost."""
    kind, seat = np.int64(option.kind), np.int64(option.seat)
    if option.form == L.F_TAKE:
        return _theft(view, rules, weights, field, seat, kind, L.NONE)
    if option.form == L.F_EXECUTE and kind == C.FILE_EXTRACTION:
        return _extraction(view, rules, weights, field, seat)
    drawn = 0.0
    if option.form == L.F_EXECUTE and view.phase == L.P_EXECUTION:
        drawn = 1.0 + (hacker_in(view, rules, view.seat).mine_draws if kind == C.DATA_MINE else 0)
        drawn = min(drawn, np.float64(view.pile))
    points = _own_end(view, rules, weights, field, kind, L.NONE, drawn)
    if option.form == L.F_EXECUTE and kind == C.BOLSTER:
        return _bolster(view, rules, field, points)
    if option.form == L.F_EXECUTE and kind == C.PACKET_LOSS:
        return _loss(view, rules, weights, field, points, seat)
    points, _ = _room(view, rules, points)
    return rate(field.rivals, field.regret, power(field, -points))
