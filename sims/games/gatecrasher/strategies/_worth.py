"""What `balanced` expects of a round: where each firewall will end, and who will have the highest.

The chance to win the round is shared out by exponentials of the expected final firewalls (a
logistic curve between two players), whose scale grows with what is still to happen. That makes the
exact expectation over dice cheap: one more pip is one more factor.
"""

from collections import namedtuple

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
    unseen,
)

DEFAULTS = {
    "loss": 0.2,
    "loss_duel": 0.65,
    "answer": 0.3,
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

LOSS, LOSS_DUEL, ANSWER, PACE, SURE, SPREAD, LATE, THEFT, DENY, FEARED, EXPOSED = range(
    len(DEFAULTS)
)

_MOST_DICE = 12
_NO_END = -1_000_000
"""Below any roll."""

_STEEPEST = 300.0
"""Exponents stay within this, so that nothing overflows."""


def _sums():
    """Chances of the sum of dice: [dice, sum]."""
    chances = np.zeros((_MOST_DICE + 1, _MOST_DICE * C.DIE + 2))
    chances[0, 0] = 1.0
    for dice in range(_MOST_DICE):
        for pips in range(1, C.DIE + 1):
            chances[dice + 1, pips:] += chances[dice, : chances.shape[1] - pips] / C.DIE
    return chances


_SUMS = _sums()

Hand = namedtuple("Hand", ["bolster", "mine", "loss", "size"])
"""Expected cards by kind that a player can come to use, and cards in hand."""

Table = namedtuple(
    "Table",
    [
        "living",  # players in the game
        "chances",  # of a card not seen, see `_reading.Chances`
        "share",  # of what a Packet Loss kept for later takes off, as points of one's own
        "price",  # points that one's own Packet Loss is worth so
        "risk",  # points that each Bolster kept in hand may lose to thieves
    ],
)
"""What is the same for all options of a decision."""

Field = namedtuple(
    "Field",
    [
        "pile",  # cards that the Protocol Deck will hold
        "scale",  # firewall points that make the odds e times better
        "rivals",  # sum of the opponents' exponentials, the player's firewall being 0
        "regret",  # the same, each times what its win would cost
        "weights",  # the exponential of each opponent, by steps clockwise
    ],
)
"""The table after an option that leaves so many cards in the pile."""


@part
def power(scale, points):
    """The exponential of so many points."""
    return np.exp(min(max(points / scale, -_STEEPEST), _STEEPEST))


@part
def bolster_mean(hacker):
    """What a Bolster adds in the mean."""
    return 3.5 * hacker.bolster_dice + hacker.bolster_bonus


@part
def loss_mean(hacker):
    """What a Packet Loss takes in the mean from somebody without resistance."""
    return 3.5 * hacker.loss_dice + hacker.loss_bonus


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
def price_of_loss(share, hacker, resist):
    """What a Packet Loss kept for later is worth, in points of its holder's own firewall.

    `resist` is what the others take off it.
    """
    return share * max(loss_mean(hacker) - resist, 0.0)


@part
def resist_of(view, rules, seat):
    """What somebody takes off each loss suffered."""
    return np.float64(hacker_in(view, rules, seat).loss_resist)


@part
def look_round(view, rules, weights):
    """What is the same for all options."""
    living = popcount(view.living)
    others = max(np.float64(living - 1), 1.0)
    chances = unseen(view, rules)
    theft = max(1.0 - chances.bolster - chances.mine - chances.loss, 0.0)
    resist, thieves, hits = 0.0, 0.0, 0.0
    hacker = hacker_in(view, rules, view.seat)
    seat = np.uint64(view.seat)
    for _ in range(1, living):
        seat = next_living(view, rules, seat)
        other = hacker_in(view, rules, seat)
        resist += other.loss_resist
        hits += max(loss_mean(other) - hacker.loss_resist, 0.0)
        thieves += theft * size_of(view, seat)
    table = weight_of(weights, LOSS)
    share = table + (weight_of(weights, LOSS_DUEL) - table) / others
    price = price_of_loss(share, hacker, resist / others)
    is_open = view.phase == L.P_EXECUTION and hacker.extraction_immune == 0
    # A Bolster in the hand can be stolen, one on the firewall hit: what counts is the difference.
    risk = weight_of(weights, EXPOSED) * thieves / others if is_open else 0.0
    risk *= max(bolster_mean(hacker) - hits / others, 0.0)
    return Table(np.float64(living), chances, share, price, risk)


@part
def turns_until_empty(pile, living, steps):
    """Turns that come to a player so many steps away, a card of the pile being drawn in each."""
    return np.floor((pile + living - steps) / living) if pile >= steps else 0.0


@part
def guess_hand(view, chances, seat, free):
    """The hand of somebody else, with the cards that they will draw."""
    size = np.float64(size_of(view, seat))
    bolster, loss = seen_of(view, seat, C.BOLSTER), seen_of(view, seat, C.PACKET_LOSS)
    mine, theft = seen_of(view, seat, C.DATA_MINE), seen_of(view, seat, C.FILE_EXTRACTION)
    others = max(size - bolster - loss - mine - theft, 0.0) + free
    return Hand(
        bolster + others * chances.bolster,
        mine + others * chances.mine,
        loss + others * chances.loss,
        size,
    )


@part
def expect_rival(view, rules, weights, table, pile, seat, steps):
    """The firewall that somebody else is expected to end the round with."""
    hacker = hacker_in(view, rules, seat)
    firewall = np.float64(firewall_of(view, seat))
    free = 0.0
    if view.phase == L.P_EXECUTION:
        free = turns_until_empty(pile, table.living, steps) * hacker.protocols_per_turn
    elif steps >= view.due:  # the Overclock turn is over
        left = rules.leftover_at * size_of(view, seat) * hacker.leftover_value
        return min(firewall + left, np.float64(rules.highest))
    hand = guess_hand(view, table.chances, seat, free)
    more = np.float64(hacker.overclock_protocols)
    price = price_of_loss(table.share, hacker, resist_of(view, rules, view.seat))
    points = plan(hacker, hand, free, more, weight_of(weights, ANSWER) * price)
    return min(firewall + weight_of(weights, PACE) * points, np.float64(rules.highest))


@part
def cost_of(view, weights, seat):
    """What it costs that somebody else wins the round, beyond not winning it: their levels stay."""
    if level_of(view, view.seat) <= 1:
        return 0.0  # the player is out then
    return weight_of(weights, FEARED) * (level_of(view, seat) - 1)


@part
def survey(view, rules, weights, table, cards):
    """The table when the pile will hold so many cards."""
    pile = np.float64(cards)
    if view.phase == L.P_EXECUTION:
        to_come = pile / table.living + 2.0
    else:
        to_come = 2.0 * (view.due - 1) / table.living
    scale = weight_of(weights, SURE) + weight_of(weights, SPREAD) * np.sqrt(to_come)
    scale = max(scale, 0.05)
    rivals, regret = 0.0, 0.0
    w1, w2, w3, w4, w5 = 0.0, 0.0, 0.0, 0.0, 0.0
    seat, own = np.uint64(view.seat), firewall_of(view, view.seat)
    for steps in range(1, popcount(view.living)):
        seat = next_living(view, rules, seat)
        end = expect_rival(view, rules, weights, table, pile, seat, steps)
        weight = power(scale, end - own)
        rivals += weight
        regret += weight * cost_of(view, weights, seat)
        w1 = weight if steps == 1 else w1
        w2 = weight if steps == 2 else w2
        w3 = weight if steps == 3 else w3
        w4 = weight if steps == 4 else w4
        w5 = weight if steps == 5 else w5
    return Field(pile, scale, rivals, regret, (w1, w2, w3, w4, w5))


@part
def weight_at(field, steps):
    """The exponential of the opponent so many steps away."""
    w1, w2, w3, w4, w5 = field.weights
    low = w1 if steps == 1 else w2 if steps == 2 else w3
    return low if steps <= 3 else w4 if steps == 4 else w5


@part
def rate(rivals, regret, factor):
    """The chance to win the round, less the cost of the others' chances."""
    return (1.0 - regret * factor) / (1.0 + rivals * factor)


@part
def start_of(scale, pip, points):
    """The factor of so many points less; `pip` is that of one."""
    return pip * pip if points == 2 else power(scale, -np.float64(points))


@part
def mean_of_roll(pip, z, roll, room, above, below):
    """The exact mean over some dice of a ratio whose ends are linear in z, each as (a, b): a + b z.

    `roll`: dice and bonus. z is that of the least roll; each point more that counts, those above
    room[0] up to room[1], makes it `pip` times as large. Two rolls share a division, for that is
    what takes time.
    """
    dice, bonus = roll
    lowest, highest = room
    n, least, most = np.uint64(dice), np.int64(dice), np.int64(C.DIE * dice)
    total = _SUMS[n, np.uint64(least)] * (above[0] + above[1] * z) / (below[0] + below[1] * z)
    for pips in range(least + 1, most + 1, 2):
        points = pips + bonus
        one = z * pip if points > lowest and points <= highest else z
        z = one * pip if points >= lowest and points < highest else one
        p = _SUMS[n, np.uint64(pips)]
        q = _SUMS[n, np.uint64(pips + 1)]  # 0 beyond the highest roll
        under, over = below[0] + below[1] * one, below[0] + below[1] * z
        top = p * (above[0] + above[1] * one) * over + q * (above[0] + above[1] * z) * under
        total += top / (under * over)
    return total


@part
def expect_gain(field, dice, bonus, room, factor):
    """The exact mean of `rate` over a roll on the own firewall, of which at most `room` counts."""
    pip = np.exp(-1.0 / field.scale)
    z = factor * start_of(field.scale, pip, min(np.int64(dice + bonus), room))
    above, below = (1.0, -field.regret), (1.0, field.rivals)
    return mean_of_roll(pip, z, (dice, bonus), (_NO_END, room), above, below)


@part
def expect_loss(field, pip, dice, bonus, room, factor, weight, cost):
    """The exact mean of `rate` over a loss for the opponent with that exponential and cost.

    At least nothing and at most `room` points are taken off.
    """
    z = start_of(field.scale, pip, max(min(np.int64(dice + bonus), room), 0))
    others, calm = max(field.rivals - weight, 0.0), field.regret - cost * weight
    above = (1.0 - calm * factor, -cost * weight * factor)
    below = (1.0 + others * factor, weight * factor)
    return mean_of_roll(pip, z, (dice, bonus), (0, room), above, below)
