"""What `balanced` expects of a round: where each firewall will end, and who will have the highest.

The chance to win the round is shared out by exponentials of the expected final firewalls (a
logistic curve between two players), whose scale grows with what is still to happen. What options
are compared by are the odds against the player: the opponents' exponentials over one's own. Most of
the time the scale is so wide that a roll is as good as its mean; at the end of the round the mean
of the chance over the dice is exact.
"""

from collections import namedtuple
from decimal import Decimal

import numpy as np

from sims.core.bits import popcount
from sims.core.jit import part
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.lists import next_living
from sims.games.gatecrasher.strategies._reading import (
    firewall_of,
    hacker_in,
    level_of,
    seen_of,
    size_of,
    total_of,
    unseen,
)

DEFAULTS = {
    "loss": 0.2,
    "loss_duel": 0.65,
    "pace": 0.3,
    "sure": 0.8,
    "spread": 10.0,
    "late": 0.25,
    "theft": 0.25,
    "deny": 0.8,
    "feared": 0.02,
    "exposed": 0.8,
}
"""The weights as `data/gatecrasher/weights/balanced.toml` has and explains them."""

LOSS, LOSS_DUEL, PACE, SURE, SPREAD, LATE, THEFT, DENY, FEARED, EXPOSED = range(len(DEFAULTS))

_MOST_DICE = 12
_NO_END = -1_000_000
"""Below any roll."""

_STEEPEST = 40
"""Exponents stay within this."""

_STEPS = 32
"""Entries of the table of exponentials from one whole exponent to the next."""

_MEAN_PIPS = (1 + C.DIE) / 2

_WIDE = 3.0
"""From so many points a die on, a scale is so wide that the mean of a roll tells its worth."""


def _sums():
    """Chances of the sum of dice: [dice, sum]."""
    chances = np.zeros((_MOST_DICE + 1, _MOST_DICE * C.DIE + 1))
    chances[0, 0] = 1.0
    for dice in range(_MOST_DICE):
        for pips in range(1, C.DIE + 1):
            chances[dice + 1, pips:] += chances[dice, : chances.shape[1] - pips] / C.DIE
    return chances


_SUMS = _sums()


def _exponentials():
    """The table: decimal arithmetic rounds alike everywhere, which a processor's vectors do not."""
    places = range(-_STEEPEST * _STEPS, _STEEPEST * _STEPS + 1)
    return np.array([float((Decimal(place) / _STEPS).exp()) for place in places])


_EXPONENTIALS = _exponentials()
_RISE = float((Decimal(1) / _STEPS).exp() - 1)
"""From each entry to the next, as a share of it."""

Hand = namedtuple("Hand", ["bolster", "mine", "loss", "size"])
"""Expected cards by kind that a player can come to use, and cards in hand."""

Table = namedtuple(
    "Table",
    [
        "living",  # players in the game
        "chances",  # of a card not seen, see `_reading.Chances`
        "price",  # points of one's own that a Packet Loss kept for later is worth
        "risk",  # points that each Bolster kept in hand may lose to thieves
    ],
)
"""What is the same for all options of a decision."""

Field = namedtuple(
    "Field",
    [
        "pile",  # cards that the Protocol Deck will hold
        "scale",  # firewall points that make the odds e times better
        "per",  # the inverse of that
        "rivals",  # sum of what counts of the opponents, the player's own factor being 1
        "weights",  # the exponential of each opponent's lead, as far as their win counts, by steps
    ],
)
"""The table after an option that leaves so many cards in the pile."""


@part
def exponential(x):
    """e to the x, off by at most 1 in 8,000: straight between the entries of a table."""
    place = (min(max(x, -_STEEPEST), _STEEPEST) + _STEEPEST) * _STEPS
    whole = np.uint64(np.int64(place))
    return _EXPONENTIALS[whole] * (1.0 + (place - np.float64(whole)) * _RISE)


@part
def bolster_mean(hacker):
    """What a Bolster adds in the mean."""
    return _MEAN_PIPS * hacker.bolster_dice + hacker.bolster_bonus


@part
def loss_mean(hacker):
    """What a Packet Loss takes in the mean from somebody without resistance."""
    return _MEAN_PIPS * hacker.loss_dice + hacker.loss_bonus


@part
def plan(hacker, hand, free, more, price):
    """Points that a hand brings until the round ends.

    `free` protocols are replaced by a card each (Execution), `more` are not (Overclock). Bolsters
    go first, then Packet Losses, worth `price` each, then Data Mines; the rest is left over.
    """
    value = np.float64(hacker.leftover_value)
    bolster = bolster_mean(hacker)
    built, hit = 0.0, 0.0
    if bolster > 0.0:
        built = min(hand.bolster, free + more if bolster > value else free)
    if price > 0.0:
        hit = min(hand.loss, max((free + more if price > value else free) - built, 0.0))
    mined = min(hand.mine, max(free - built - hit, 0.0)) * hacker.mine_draws
    left = max(min(hand.size, hand.size + free - built - hit), 0.0) + mined
    return built * bolster + hit * price + value * left


@part
def weight_of(weights, name):
    """A weight by its place in `DEFAULTS`."""
    return weights.value[np.uint64(name)]


@part
def look_round(view, rules, weights):
    """What is the same for all options."""
    living = popcount(view.living)
    others = max(np.float64(living - 1), 1.0)
    hacker = hacker_in(view, rules, view.seat)
    resist, hits = 0.0, 0.0
    seat = np.uint64(view.seat)
    for _ in range(1, living):
        seat = next_living(view, rules, seat)
        other = hacker_in(view, rules, seat)
        resist += other.loss_resist
        hits += max(loss_mean(other) - hacker.loss_resist, 0.0)
    chances = unseen(view, rules)
    table = weight_of(weights, LOSS)
    share = table + (weight_of(weights, LOSS_DUEL) - table) / others
    price = share * max(loss_mean(hacker) - resist / others, 0.0)
    is_open = view.phase == L.P_EXECUTION and hacker.extraction_immune == 0
    thieves = chances.theft * (total_of(view.size_word) - size_of(view, view.seat))
    # A Bolster in the hand can be stolen, one on the firewall hit: what counts is the difference.
    risk = weight_of(weights, EXPOSED) * thieves / others if is_open else 0.0
    risk *= max(bolster_mean(hacker) - hits / others, 0.0)
    return Table(np.float64(living), chances, price, risk)


@part
def points_of_rival(view, rules, weights, table, seat, turns):
    """The points that somebody else is expected to gain in so many more `turns` of Execution, and
    in Overclock.
    """
    hacker = hacker_in(view, rules, seat)
    size, free = np.float64(size_of(view, seat)), turns * hacker.protocols_per_turn
    unknown = size - total_of(view.known_word[np.uint64(seat)]) + free
    bolsters = seen_of(view, seat, C.BOLSTER) + unknown * table.chances.bolster
    hand = Hand(bolsters, 0.0, 0.0, size)  # their other cards bring no more than what is left over
    more = np.float64(hacker.overclock_protocols)
    return weight_of(weights, PACE) * plan(hacker, hand, free, more, 0.0)


@part
def end_of_rival(view, rules, weights, table, seat, steps, turns):
    """The firewall that somebody else is expected to end the round with."""
    if view.phase == L.P_OVERCLOCK and steps >= view.due:  # the Overclock turn is over
        value = hacker_in(view, rules, seat).leftover_value
        points = np.float64(rules.leftover_at * size_of(view, seat) * value)
    else:
        points = points_of_rival(view, rules, weights, table, seat, turns)
    return min(firewall_of(view, seat) + points, np.float64(rules.highest))


@part
def scale_of(view, weights, table, pile):
    """How many points make the odds e times better: the more, the more is still to come."""
    if view.phase == L.P_EXECUTION:
        to_come = pile / table.living + 2.0
    else:
        to_come = 2.0 * (view.due - 1) / table.living
    return max(weight_of(weights, SURE) + weight_of(weights, SPREAD) * np.sqrt(to_come), 0.05)


@part
def dread_of(view, weights):
    """How much more a round counts that somebody wins, for each level above their last."""
    is_last = level_of(view, view.seat) <= 1  # the player is out then
    return 0.0 if is_last else weight_of(weights, FEARED)


@part
def survey(view, rules, weights, table, cards):
    """The table when the pile will hold so many cards."""
    pile = np.float64(cards) if view.phase == L.P_EXECUTION else 0.0
    scale = scale_of(view, weights, table, pile)
    per, dread = 1.0 / scale, dread_of(view, weights)
    turns = np.floor(pile / table.living)  # of each player, and one more of the next few
    few = pile - turns * table.living
    rivals = 0.0
    w1, w2, w3, w4, w5 = 0.0, 0.0, 0.0, 0.0, 0.0
    seat, own = np.uint64(view.seat), firewall_of(view, view.seat)
    for steps in range(1, popcount(view.living)):
        seat = next_living(view, rules, seat)
        theirs = turns + (1.0 if steps <= few else 0.0)
        end = end_of_rival(view, rules, weights, table, seat, steps, theirs)
        weight = exponential((end - own) * per) * (1.0 + dread * (level_of(view, seat) - 1))
        rivals += weight
        w1 = weight if steps == 1 else w1
        w2 = weight if steps == 2 else w2
        w3 = weight if steps == 3 else w3
        w4 = weight if steps == 4 else w4
        w5 = weight if steps == 5 else w5
    return Field(pile, scale, per, rivals, (w1, w2, w3, w4, w5))


@part
def weight_at(field, steps):
    """What counts of the opponent so many steps away."""
    w1, w2, w3, w4, w5 = field.weights
    low = w1 if steps == 1 else w2 if steps == 2 else w3
    return low if steps <= 3 else w4 if steps == 4 else w5


@part
def power(field, points):
    """The factor of so many points more for the player, or less for an opponent."""
    return exponential(-points * field.per)


@part
def odds_of_roll(field, dice, bonus, room, fixed, factor):
    """The odds that are the exact mean over some dice: `fixed` stays of them, and `factor` becomes
    less by a roll, of which what is above room[0] up to room[1] counts.
    """
    lowest, highest = room
    one = power(field, 1.0)
    left = factor * power(field, np.float64(max(min(dice + bonus, highest), lowest)))
    chance = 0.0
    for pips in range(dice, C.DIE * dice + 1):
        chance += _SUMS[np.uint64(dice), np.uint64(pips)] / (1.0 + fixed + left)
        left *= one if lowest <= pips + bonus < highest else 1.0
    return 1.0 / chance - 1.0


@part
def expect_gain(field, dice, bonus, room, factor):
    """The odds with a roll on the own firewall, of which at most `room` counts."""
    if field.scale > _WIDE * dice:
        mean = min(_MEAN_PIPS * dice + bonus, np.float64(room))
        return field.rivals * factor * power(field, mean)
    return odds_of_roll(field, dice, bonus, (_NO_END, room), 0.0, field.rivals * factor)


@part
def expect_loss(field, dice, bonus, room, factor, weight):
    """The odds with a loss for the opponent of whom `weight` counts.

    At least nothing and at most `room` points are taken off.
    """
    others = max(field.rivals - weight, 0.0)
    if field.scale > _WIDE * dice:
        mean = min(max(_MEAN_PIPS * dice + bonus, 0.0), np.float64(room))
        return (others + weight * power(field, mean)) * factor
    return odds_of_roll(field, dice, bonus, (0, room), others * factor, weight * factor)
