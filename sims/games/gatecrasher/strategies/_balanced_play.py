"""What an option is worth to `balanced`: the odds against winning the round, by the measure of
`_worth`.
"""

import numpy as np

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
    total_of,
)
from sims.games.gatecrasher.strategies._worth import (
    DENY,
    LATE,
    THEFT,
    Hand,
    bolster_mean,
    expect_gain,
    expect_loss,
    plan,
    power,
    weight_at,
    weight_of,
)


@part
def cards_drawn(view, rules, kind):
    """How many cards a protocol of a kind draws, as far as there are any."""
    if view.phase == L.P_OVERCLOCK or kind == C.FILE_EXTRACTION:
        return np.int64(0)
    drawn = np.int64(1)
    if kind == C.DATA_MINE:
        drawn += hacker_in(view, rules, view.seat).mine_draws
    return min(drawn, np.int64(view.pile))


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
def _own_end(view, rules, weights, table, pile, played, gained, drawn):
    """Points that the player expects to gain after an option, without its own roll.

    `pile` cards are left in the Protocol Deck. The kind `played` leaves the hand (NONE: none does,
    the turn ends), the kind `gained` is taken from somebody (NONE: none is), `drawn` cards come in
    from the pile. No more than fit on the firewall.
    """
    hacker = hacker_in(view, rules, view.seat)
    # A Data Mine draws nothing in Overclock: it is no better than to end the turn.
    in_vain = played == C.DATA_MINE and view.phase == L.P_OVERCLOCK
    goes_on = (played != L.NONE or gained != L.NONE) and not in_vain
    left = np.float64(view.left - 1) if goes_on else 0.0
    free, more, late = 0.0, left, 0.0
    if view.phase == L.P_EXECUTION:
        turns = np.floor(pile / table.living)
        free = turns * hacker.protocols_per_turn + (left if pile > 0.0 else 0.0)
        more = np.float64(hacker.overclock_protocols)
        late = (pile - turns * table.living) / (1.0 + turns)
    hand = _hand_after(view, table, played, gained, np.float64(drawn), free)
    points = plan(hacker, hand, free, more, table.price) - weight_of(weights, LATE) * late
    points -= table.risk * _copies(view, table, C.BOLSTER, played, gained, 0.0)
    return min(points, np.float64(rules.highest - firewall_of(view, view.seat)))


@part
def weigh_calm(view, rules, weights, table, field, played, drawn):
    """A pass, or a Data Mine: nobody's firewall changes at once."""
    points = _own_end(view, rules, weights, table, field.pile, played, L.NONE, drawn)
    return field.rivals * power(field, points)


@part
def weigh_bolster(view, rules, weights, table, field):
    """*Bolster*: the mean over its dice, as far as the roll fits on the own firewall."""
    hacker = hacker_in(view, rules, view.seat)
    drawn = cards_drawn(view, rules, C.BOLSTER)
    points = _own_end(view, rules, weights, table, field.pile, C.BOLSTER, L.NONE, drawn)
    room = np.int64(max(rules.highest - firewall_of(view, view.seat) - points, 0.0))
    factor = power(field, points)
    return expect_gain(field, hacker.bolster_dice, hacker.bolster_bonus, room, factor)


@part
def loss_factor(view, rules, weights, table, field):
    """The factor of one's own end after a *Packet Loss*, whoever it is aimed at."""
    drawn = cards_drawn(view, rules, C.PACKET_LOSS)
    points = _own_end(view, rules, weights, table, field.pile, C.PACKET_LOSS, L.NONE, drawn)
    return power(field, points)


@part
def weigh_loss(view, rules, field, factor, seat):
    """*Packet Loss*: at most what there is above the firewall's lowest value."""
    hacker = hacker_in(view, rules, view.seat)
    bonus = hacker.loss_bonus - hacker_in(view, rules, seat).loss_resist
    weight = weight_at(field, steps_to(view, rules, seat))
    room = firewall_of(view, seat) - rules.lowest
    return expect_loss(field, hacker.loss_dice, bonus, room, factor, weight)


@part
def _missed(view, rules, weights, seat, has):
    """Points that a card is worth to its holder, a Bolster with the chance `has`, as far as they
    are counted.
    """
    hacker = hacker_in(view, rules, seat)
    value = np.float64(hacker.leftover_value)
    if view.phase == L.P_OVERCLOCK and steps_to(view, rules, seat) >= view.due:  # no turn to come
        return weight_of(weights, DENY) * rules.leftover_at * value
    return weight_of(weights, DENY) * (value + has * max(bolster_mean(hacker) - value, 0.0))


@part
def _theft_points(view, rules, weights, table, kind, played):
    """Points that the player expects to gain after a *File Extraction* of a kind."""
    points = _own_end(view, rules, weights, table, np.float64(view.pile), played, kind, 0)
    if view.phase == L.P_EXECUTION:
        points += weight_of(weights, THEFT)
    return min(points, np.float64(rules.highest - firewall_of(view, view.seat)))


@part
def theft_factors(view, rules, weights, table, field):
    """The factors of one's own end after a Bolster is stolen, and after a Packet Loss is."""
    bolster = _theft_points(view, rules, weights, table, C.BOLSTER, C.FILE_EXTRACTION)
    loss = _theft_points(view, rules, weights, table, C.PACKET_LOSS, C.FILE_EXTRACTION)
    return power(field, bolster), power(field, loss)


@part
def weigh_card(view, rules, weights, table, kind):
    """A card of the open hand, in points: one's own, and what the holder, one of all the
    opponents, misses.
    """
    missed = _missed(view, rules, weights, view.target, 1.0 if kind == C.BOLSTER else 0.0)
    own = _theft_points(view, rules, weights, table, kind, L.NONE)
    return own + missed / max(table.living - 1.0, 1.0)


@part
def _has_bolster(view, table, seat):
    """The chance that somebody's hand holds a Bolster."""
    if seen_of(view, seat, C.BOLSTER) > 0:
        return 1.0
    none = 1.0
    for _ in range(total_of(view.known_word[np.uint64(seat)]), size_of(view, seat)):
        none *= 1.0 - table.chances.bolster
    return 1.0 - none


@part
def weigh_extraction(view, rules, weights, table, field, factors, seat):
    """*File Extraction* at a hand: a Bolster if there is one, else a Packet Loss.

    `factors` are those of one's own end after either.
    """
    has = _has_bolster(view, table, seat)
    gone = min(_missed(view, rules, weights, seat, has) * field.per, 1.0)  # of their exponential
    rivals = field.rivals - gone * weight_at(field, steps_to(view, rules, seat))
    return max(rivals, 0.0) * (has * factors[0] + (1.0 - has) * factors[1])
