"""What the tests of any game's strategies share: what one chooses, and who beats whom."""

import numpy as np

from sims.core.kernel import pack_weights
from sims.core.runner import play_records
from sims.core.strategies import address, find


def choose(machine, name, number=None):
    """The index that a strategy chooses for whoever has to decide in a stepped kernel.

    `number` starts its random numbers.
    """
    chosen, seat = find(machine._game, name), machine.decision().seat
    if number is not None:
        words = np.random.default_rng(number).integers(1 << 64, size=4, dtype=np.uint64)
        machine.states[0]["choice"][seat]["word"] = words
    weights = pack_weights([chosen.player().weights] * machine._cell.players)
    return machine._kernel.choose(
        address(chosen), machine.view(seat), machine.lists, machine._rules, weights,
        machine.states, seat,
    )  # fmt: skip


def wins(job, one, other, players, number, seed=11):
    """Games that one of `one` wins of `number` in each seat, against a table of `other`.

    `job(players, names, number, first=, seed=)` are games of a lineup of names.
    """
    total = 0
    for seat in range(players):
        names = [other] * players
        names[seat] = one
        records = play_records(job(players, names, number, first=seat * number, seed=seed))
        total += int((records["winner"] == seat).sum())
    return total


def lower_bound(won, number, z):
    """A one-sided bound on a win rate: it is below the true one unless chance strikes by z."""
    rate = won / number
    return rate - z * (rate * (1 - rate) / number) ** 0.5


def beats(job, one, other, players, number):
    """Whether the bound at z = 5 (wrong in fewer than one of a million) is above an equal share."""
    won = wins(job, one, other, players, number)
    return lower_bound(won, players * number, 5.0) > 1 / players
