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
    expect_gain,
    expect_loss,
    plan,
    power,
    price_of_loss,
    rate,
    resist_of,
    weight_at,
    weight_of,
)


@part
def pass_ends(view, rules):
    """Whether a pass ends Execution: everybody has passed in a row then."""
    hacker = hacker_in(view, rules, view.seat)
    is_whole_turn = view.left == hacker.protocols_per_turn  # with fewer left, the player has acted
    return is_whole_turn and view.passes + 1 >= popcount(view.living)


@part
def cards_drawn(view, rules, kind):
    """How many cards a protocol of a kind draws, as far as there are any."""
    drawn = np.int64(1)
    if kind == C.DATA_MINE:
        drawn += hacker_in(view, rules, view.seat).mine_draws
    return min(drawn, np.int64(view.pile)) if view.phase == L.P_EXECUTION else np.int64(0)


@part
def _copies(view, table, kind, played, gained, unknown):
    """How many of a kind the player can come to use: held, less played, and gained or drawn."""
    copies = held(view, kind) + (1.0 if gained == kind else 0.0) - (1.0 if played == kind else 0.0)
    if kind == C.BOLSTER:
        return copies + unknown * table.chances.bolster
    return copies + unknown * (table.chances.mine if kind == C.DATA_MINE else table.chances.loss)


@part
def _hand_after(view, table, played, gained, drawn, free):
    """The player's own hand after an option, see `own_end`; `free` more cards will be drawn."""
    size = np.float64(size_of(view, view.seat)) + drawn
    size += (1.0 if gained != L.NONE else 0.0) - (1.0 if played != L.NONE else 0.0)
    return Hand(
        _copies(view, table, C.BOLSTER, played, gained, drawn + free),
        _copies(view, table, C.DATA_MINE, played, gained, drawn + free),
        _copies(view, table, C.PACKET_LOSS, played, gained, drawn + free),
        size,
    )


@part
def _own_end(view, rules, weights, table, field, played, gained, drawn):
    """Points that the player expects to gain after an option, without its own roll.

    The kind `played` leaves the hand (NONE: none does, the turn ends), the kind `gained` is taken
    from somebody (NONE: none is), `drawn` cards come in from the pile. No more than fit on the
    firewall.
    """
    hacker = hacker_in(view, rules, view.seat)
    # A Data Mine draws nothing in Overclock: it is no better than to end the turn.
    in_vain = played == C.DATA_MINE and view.phase == L.P_OVERCLOCK
    goes_on = (played != L.NONE or gained != L.NONE) and not in_vain
    left = np.float64(view.left - 1) if goes_on else 0.0
    free, more, late = 0.0, left, 0.0
    if view.phase == L.P_EXECUTION:
        turns = np.floor(field.pile / table.living)
        free = turns * hacker.protocols_per_turn + (left if field.pile > 0.0 else 0.0)
        more = np.float64(hacker.overclock_protocols)
        late = (field.pile - turns * table.living) / (1.0 + turns)
    hand = _hand_after(view, table, played, gained, np.float64(drawn), free)
    points = plan(hacker, hand, free, more, table.price) - weight_of(weights, LATE) * late
    points -= table.risk * _copies(view, table, C.BOLSTER, played, gained, 0.0)
    return min(points, np.float64(rules.highest - firewall_of(view, view.seat)))


@part
def weigh_calm(view, rules, weights, table, field, played, drawn):
    """A pass, or a Data Mine: nobody's firewall changes at once."""
    points = _own_end(view, rules, weights, table, field, played, L.NONE, drawn)
    return rate(field.rivals, field.regret, power(field.scale, -points))


@part
def weigh_bolster(view, rules, weights, table, field):
    """*Bolster*: the exact mean over its dice, as far as the roll fits on the own firewall."""
    hacker = hacker_in(view, rules, view.seat)
    drawn = cards_drawn(view, rules, C.BOLSTER)
    points = _own_end(view, rules, weights, table, field, C.BOLSTER, L.NONE, drawn)
    room = np.int64(max(rules.highest - firewall_of(view, view.seat) - points, 0.0))
    factor = power(field.scale, -points)
    return expect_gain(field, hacker.bolster_dice, hacker.bolster_bonus, room, factor)


@part
def loss_factor(view, rules, weights, table, field):
    """The factor of one's own end after a *Packet Loss*, whoever it is aimed at."""
    drawn = cards_drawn(view, rules, C.PACKET_LOSS)
    points = _own_end(view, rules, weights, table, field, C.PACKET_LOSS, L.NONE, drawn)
    return power(field.scale, -points)


@part
def weigh_loss(view, rules, weights, field, pip, factor, seat):
    """*Packet Loss*: at most what there is above the firewall's lowest value."""
    hacker = hacker_in(view, rules, view.seat)
    bonus = hacker.loss_bonus - hacker_in(view, rules, seat).loss_resist
    weight, cost = weight_at(field, steps_to(view, rules, seat)), cost_of(view, weights, seat)
    room = firewall_of(view, seat) - rules.lowest
    return expect_loss(field, pip, hacker.loss_dice, bonus, room, factor, weight, cost)


@part
def _missed(view, rules, weights, table, seat, kind):
    """What a card is worth to its holder, who has a turn to come or not, in points."""
    hacker = hacker_in(view, rules, seat)
    value = np.float64(hacker.leftover_value)
    if view.phase == L.P_OVERCLOCK and steps_to(view, rules, seat) >= view.due:
        return rules.leftover_at * value
    if kind == C.BOLSTER:
        return max(value, bolster_mean(hacker))
    if kind == C.PACKET_LOSS:
        price = price_of_loss(table.share, hacker, resist_of(view, rules, view.seat))
        return max(value, weight_of(weights, ANSWER) * price)
    return value


@part
def theft_factor(view, rules, weights, table, field, kind, played):
    """The factor of one's own end after a *File Extraction* of a kind, whoever holds it."""
    points = _own_end(view, rules, weights, table, field, played, kind, 0)
    if view.phase == L.P_EXECUTION:
        points += weight_of(weights, THEFT)
    room = np.float64(rules.highest - firewall_of(view, view.seat))
    return power(field.scale, -min(points, room))


@part
def weigh_theft(view, rules, weights, table, field, factor, seat, kind):
    """*File Extraction* of a kind of card: one's own gain, and what the holder misses."""
    weight, cost = weight_at(field, steps_to(view, rules, seat)), cost_of(view, weights, seat)
    missed = weight_of(weights, DENY) * _missed(view, rules, weights, table, seat, kind)
    gone = weight * (1.0 - power(field.scale, -missed))
    return rate(max(field.rivals - gone, 0.0), field.regret - cost * gone, factor)


@part
def weigh_extraction(view, rules, weights, table, field, factors, seat):
    """*File Extraction* at a hand: a Bolster if there is one, else a Packet Loss.

    `factors` are those of either theft.
    """
    size, known = size_of(view, seat), np.int64(0)
    for kind in range(C.KINDS):
        known += seen_of(view, seat, kind)
    none = 1.0
    for _ in range(known, size):
        none *= 1.0 - table.chances.bolster
    has = 1.0 if seen_of(view, seat, C.BOLSTER) > 0 else 1.0 - none
    loss = weigh_theft(view, rules, weights, table, field, factors[1], seat, C.PACKET_LOSS)
    bolster = weigh_theft(view, rules, weights, table, field, factors[0], seat, C.BOLSTER)
    return max(bolster, loss) * has + loss * (1.0 - has)
