"""Each measure on paths of win probabilities whose value can be seen."""

import numpy as np
import pytest

from balance.qualities.measures import (
    behind,
    decided,
    drama,
    is_comeback,
    is_last_turn_win,
    lead_changes,
)


def path(*first):
    """Win probabilities of two seats from those of the first."""
    return np.array([[p, 1 - p] for p in first])


@pytest.mark.parametrize(
    ("rates", "winner", "changes"),
    [
        (path(0.5, 0.5, 0.5), 0, 0),  # nobody led before the end
        (path(0.5, 0.6, 0.9), 0, 0),
        (path(0.5, 0.6, 0.9), 1, 1),  # at the very end
        (path(0.6, 0.4, 0.6, 0.4), 1, 3),
        (path(0.6, 0.52, 0.49, 0.52), 0, 0),  # within the margin the lead is kept
        (path(0.6, 0.46, 0.6, 0.46), 0, 0),
        (path(0.6, 0.5, 0.4), 1, 1),  # a tie is no change
        (path(0.6, 0.4), -1, 1),  # a draw or an unfinished game: only what was seen
        (path(0.6, 0.4), -2, 1),
        (np.array([[0.4, 0.3, 0.3], [0.2, 0.4, 0.4], [0.1, 0.3, 0.6]]), 2, 1),  # 2 tie for it
    ],
)
def test_lead_changes(rates, winner, changes):
    assert lead_changes(rates, winner) == changes


def test_behind_counts_from_the_margin_on():
    assert behind(path(0.5, 0.56, 0.7, 0.2)) == pytest.approx([1 / 4, 2 / 4])
    three = np.array([[0.4, 0.35, 0.25], [0.2, 0.2, 0.6]])
    assert behind(three) == pytest.approx([1 / 2, 1 / 2, 1 / 2])
    assert behind(np.full((5, 4), 0.25)) == pytest.approx([0, 0, 0, 0])


def test_drama_is_the_winner_s_mean_distance_from_the_leader():
    exact = path(0.5, 0.3, 0.1, 0.6)
    halves = [(exact, exact), (exact, exact)]
    assert drama(halves, 0) == pytest.approx((0 + 0.4 + 0.8 + 0) / 4)
    assert drama(halves, 1) == pytest.approx((0 + 0 + 0 + 0.2) / 4)


def test_drama_takes_leader_and_distance_from_different_halves():
    """What one half overrates, the other half does not confirm."""
    one, other = path(0.7), path(0.4)
    halves = [(one, one), (other, other)]
    # One half: seat 1 leads, by the other -0.2; the other: seat 2 leads, by the one -0.4.
    assert drama(halves, 1) == pytest.approx((-0.2 + 0) / 2)
    assert drama(halves, 0) == pytest.approx((0 - 0.4) / 2)


@pytest.mark.parametrize(
    ("rates", "at", "turns", "share"),
    [
        (path(0.5, 0.6, 0.8), [0, 1, 2], 3, 0),  # open to the end
        (path(0.5, 0.6, 0.9), [0, 1, 2], 3, 1 / 3),
        (path(0.9, 0.95, 1.0), [0, 1, 2], 3, 1),
        (path(0.9, 0.5, 0.9, 0.99), [0, 1, 2, 3], 4, 2 / 4),  # it was open again
        (path(0.5, 0.9, 0.95), [0, 6, 9], 10, 4 / 10),  # looked at every few turns
    ],
)
def test_decided_is_the_share_of_turns_left(rates, at, turns, share):
    assert decided(rates, np.array(at), turns, 0) == pytest.approx(share)


def test_a_last_turn_win_comes_from_behind():
    assert is_last_turn_win(path(0.9, 0.4), 0)
    assert not is_last_turn_win(path(0.9, 0.4), 1)
    assert not is_last_turn_win(path(0.2, 0.47), 0)


def test_a_comeback_is_from_less_than_half_an_equal_share():
    assert is_comeback(path(0.5, 0.24, 0.9), 0)
    assert not is_comeback(path(0.5, 0.26, 0.9), 0)
    four = np.array([[0.25, 0.25, 0.25, 0.25], [0.13, 0.12, 0.5, 0.25]])
    assert [is_comeback(four, seat) for seat in range(4)] == [False, True, False, False]
