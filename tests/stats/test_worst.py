"""The change of the worst seat: bounds by hand, and coverage where the truth is known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from balance.stats import Counted, PairedSums, rate_change_bounds, worst_change
from balance.stats.worst import candidates, distance_change, size


def test_size_and_candidates_by_hand():
    assert size((0.02, 0.05)) == (0.02, 0.05)
    assert size((-0.05, -0.02)) == (0.02, 0.05)
    assert size((-0.01, 0.03)) == (0.0, 0.03)
    # Seat 0 is at least 0.02 away; seat 1 at most 0.01: it cannot be the worst. Seat 2 can.
    assert candidates([(0.02, 0.05), (-0.01, 0.005), (-0.025, 0.01)]) == [0, 2]


@pytest.mark.parametrize(
    ("was", "now", "change", "expected"),
    [
        ((0.01, 0.03), (0.02, 0.05), (0.005, 0.02), (0.005, 0.02)),  # above and stays
        ((-0.03, -0.01), (-0.05, -0.02), (-0.02, -0.005), (0.005, 0.02)),  # below and stays
        # Crosses zero: |x| changes by no more than x does, nor by more than the intervals allow.
        ((0.02, 0.03), (-0.03, -0.01), (-0.06, -0.03), (-0.02, 0.01)),
        # Not known on which side it is: either sign of the change.
        ((-0.01, 0.01), (-0.01, 0.01), (0.001, 0.002), (-0.002, 0.002)),
    ],
)
def test_the_change_of_a_distance_by_hand(was, now, change, expected):
    assert_allclose(distance_change(was, now, change), expected, atol=1e-12)


def pairs(before, after, players):
    """Counts of two cells and the bounds of each seat's change, from winners by game."""
    cells = [Counted(np.bincount(w, minlength=players).tolist(), len(w)) for w in (before, after)]

    def bounds(seat, confidence):
        sums = PairedSums.from_values(after == seat, before == seat)
        return rate_change_bounds(sums, confidence)

    return *cells, bounds


# The chance that each seat wins before, and the chances that a game's winner moves on by one seat.
WORLDS = {
    "one seat clearly worst": ([0.36, 0.22, 0.22, 0.20], [0.10, 0.02, 0.02, 0.02]),
    "all alike, nothing changes": ([0.25] * 4, [0.0] * 4),
    "all alike, one falls back": ([0.25] * 4, [0.12, 0.0, 0.0, 0.0]),
    "two equally far, on either side": ([0.29, 0.21, 0.25, 0.25], [0.0, 0.0, 0.08, 0.08]),
    "hardly any game changes": ([0.28, 0.25, 0.24, 0.23], [0.001, 0.001, 0.0, 0.0]),
}


@pytest.mark.parametrize("world", WORLDS)
def test_it_covers_whichever_seat_is_the_worst(share, world):
    """In every such world the true change lies in the 95 % interval in 95 % of runs or more."""
    rates, moves = (np.array(x) for x in WORLDS[world])
    after_rates = rates * (1 - moves) + np.roll(rates * moves, 1)
    truth = np.abs(after_rates - 0.25).max() - np.abs(rates - 0.25).max()
    rng = np.random.default_rng(20_26)
    runs, n, hits = 150, 1500, 0
    for _ in range(runs):
        before = rng.choice(4, size=n, p=rates)
        after = np.where(rng.random(n) < moves[before], (before + 1) % 4, before)
        found = worst_change(*pairs(before, after, 4))
        assert found.low <= found.change <= found.high
        hits += found.low <= truth <= found.high
    share(hits, runs).assert_at_least(0.95)


def test_a_plain_interval_of_two_observed_worst_seats_would_not_cover():
    """Why all this: at an exactly fair table the observed worst seat is off by chance alone."""
    rng = np.random.default_rng(5)
    seen = [Counted(rng.multinomial(1500, [0.25] * 4).tolist(), 1500).worst[1] for _ in range(200)]
    assert np.mean(np.abs(seen)) > 0.01


def test_it_finds_a_large_change_nearly_as_sharply_as_for_a_known_seat():
    rng = np.random.default_rng(20_26)
    before = rng.choice(4, size=20_000, p=[0.25] * 4)
    after = np.where((before == 1) & (rng.random(20_000) < 0.4), 0, before)  # 10 points to seat 1
    first, second, bounds = pairs(before, after, 4)
    found = worst_change(first, second, bounds)
    assert found.seat_after in (1, 2)
    assert 0.07 < found.low < 0.10 < found.high < 0.13
    lone = bounds(0, 0.95)
    assert found.high - found.low < 5 * (lone[1] - lone[0])


def test_nothing_changes_then_the_change_is_nothing_within_little():
    rng = np.random.default_rng(20_26)
    winners = rng.choice(3, size=10_000)
    found = worst_change(*pairs(winners, winners, 3))
    assert found.change == 0.0
    assert -0.0005 < found.low < 0 < found.high < 0.0005  # z**2 / n: no game in 10,000 differs


def test_unfinished_games_widen_it():
    winners = np.random.default_rng(20_26).choice(3, size=10_000)
    first, _, bounds = pairs(winners, winners, 3)
    half = Counted(first.wins, first.games + 1000, 1000)

    def wide(seat, confidence):
        low, high = bounds(seat, confidence)
        return low - 0.09, high + 0.09

    found = worst_change(half, half, wide)
    assert found.change == 0.0
    assert found.low < -0.05
    assert found.high > 0.05
