"""Seat, deal and play as shares of who wins: exact cases, no bias, honest intervals."""

import numpy as np
import pytest
from scipy.stats import f_oneway

from balance.stats import variance_parts

DEALS, REPLAYS = 300, 8


def values(parts):
    return [parts.seat.value, parts.deal.value, parts.play.value]


def drawn(rng, chances, replays):
    """Wins of each deal, whose seats win with `chances` (deals, seats)."""
    return rng.multinomial(replays, chances)


def two_seats(first):
    return np.stack([first, 1 - first], axis=1)


def test_the_deal_decides_all():
    winner = np.arange(DEALS) % 4
    parts = variance_parts([np.eye(4, dtype=int)[winner] * REPLAYS], REPLAYS)
    assert parts.play.value == parts.play.low == 0
    # Equal wins by chance are expected apart: what they fall short of that is below 0.
    assert parts.deal.value == pytest.approx(1, abs=0.01)
    assert sum(values(parts)) == pytest.approx(1)


def test_the_seat_decides_all():
    parts = variance_parts([np.tile([REPLAYS, 0, 0], (DEALS, 1))], REPLAYS)
    assert values(parts) == pytest.approx([1, 0, 0])
    assert parts.seat.low == pytest.approx(1)


def test_the_play_decides_all():
    rng = np.random.default_rng(1)
    wins = drawn(rng, np.full((5000, 5), 0.2), REPLAYS)
    parts = variance_parts([wins], REPLAYS)
    assert parts.play.value == pytest.approx(1, abs=0.01)
    assert parts.deal.low == 0
    assert parts.seat.low == 0


def test_one_case_by_hand():
    """Two seats, three deals of two replays: won 2, 1 and 0 times by seat 1.

    Inside: only the second deal differs, p (1 - p) = 1/4 * 2/1 = 1/2, a third of it on average.
    Between: rates 1, 1/2, 0 have variance 1/4, of which noise is 1/6 / 2. The seats are even, which
    by chance they would not be: the variance of the mean rate, 1/4 / 3, comes off.
    """
    parts = variance_parts([[[2, 0], [1, 1], [0, 2]]], 2)
    seat, deal, play = -1 / 12, 1 / 4 - 1 / 12, 1 / 6
    total = seat + deal + play
    assert values(parts) == pytest.approx([seat / total, deal / total, play / total])


def test_the_deal_s_part_is_that_of_the_analysis_of_variance():
    """The mean squares of scipy's one-way analysis give the same two components."""
    rng = np.random.default_rng(2)
    wins = drawn(rng, two_seats(rng.beta(2, 3, 40)), REPLAYS)
    ones = [np.repeat([1, 0], [won, REPLAYS - won]) for won, _ in wins]
    inside = np.mean([group.var(ddof=1) for group in ones])
    between = f_oneway(*ones).statistic * inside
    deal = (between - inside) / REPLAYS
    parts = variance_parts([wins], REPLAYS)
    assert parts.deal.value / parts.play.value == pytest.approx(deal / inside)


@pytest.mark.parametrize(("seat", "spread"), [(0.1, 0.3), (0.02, 0.3), (0.05, 0.1)])
def test_parts_are_unbiased_and_their_intervals_hold(seat, spread):
    """Seats of 0.5 +- seat and deals of +- spread besides: their squares, and the rest of 0.25.

    300 repetitions. The mean lies within 4 standard errors (wrong once in 15,000); an interval
    that holds 95 % of the time holds in fewer than 274 of 300 once in 500.
    """
    rng = np.random.default_rng(1)
    truth = np.array([seat**2, spread**2, 0.25 - seat**2 - spread**2]) / 0.25
    found, held = [], np.zeros(3)
    for _ in range(300):
        first = 0.5 + seat + rng.choice([-spread, spread], 150)
        parts = variance_parts([drawn(rng, two_seats(first), 4)], 4)
        found.append(values(parts))
        bounds = [(part.low, part.high) for part in (parts.seat, parts.deal, parts.play)]
        held += [low <= true <= high for (low, high), true in zip(bounds, truth, strict=True)]
    error = np.std(found, axis=0) / np.sqrt(300)
    # A ratio of unbiased estimates is off by the order of one over the deals.
    assert (np.abs(np.mean(found, axis=0) - truth) < 4 * error + 0.003).all()
    assert (held >= 274).all()


def test_draws_are_won_by_nobody():
    """A coin whose third side is a draw: play decides, whoever does not win."""
    rng = np.random.default_rng(3)
    wins = drawn(rng, np.full((4000, 3), 1 / 3), REPLAYS)[:, :2]
    assert values(variance_parts([wins], REPLAYS)) == pytest.approx([0, 0, 1], abs=0.01)


def test_tables_of_rotations_count_alike():
    one, other = [[4, 0], [0, 4], [2, 2], [4, 0]], [[2, 2], [2, 2], [1, 3], [3, 1]]
    single = [values(variance_parts([table], 4)) for table in (one, other)]
    both = variance_parts([one, other], 4)
    assert values(both) == pytest.approx(np.mean(single, axis=0))


def test_nobody_ever_won():
    parts = variance_parts([np.zeros((5, 2))], 4)
    assert np.isnan(values(parts)).all()


@pytest.mark.parametrize(
    ("tables", "replays", "message"),
    [
        ([[[1, 0], [0, 1]]], 2, "3 or more deals"),
        ([[[1, 0]] * 5], 1, "replays = 1"),
        ([[[2, 1]] * 5], 2, "more wins than"),
        ([[[0.5, 1]] * 5], 2, "whole number"),
    ],
)
def test_what_cannot_be_is_refused(tables, replays, message):
    with pytest.raises(ValueError, match=message):
        variance_parts(tables, replays)
