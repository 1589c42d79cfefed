"""Targets as typed, their values and intervals, and the one number that ranks setups."""

import math
from collections import Counter

import numpy as np
import pytest

from balance.recommending.targets import (
    MET,
    MISSED,
    OPEN,
    Games,
    estimate,
    loss,
    status,
    target,
    targets,
    worst,
)
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.tally import Tally

GAME = next(iter(games().values()))
SHARE = next(
    (g, m) for g in games().values() for m in g.measures if m.unit == "share" and m.kind == "mask"
)


def tally(wins, unfinished=0, turns=None):
    total = sum(wins) + unfinished
    return Tally(
        players=len(wins), games=total, wins=list(wins), unfinished=unfinished,
        turns=Counter(turns or {10: total}),
    )  # fmt: skip


def of(wins, unfinished=0, turns=None):
    """Games whose halves are alike."""
    half = [w // 2 for w in wins]
    rest = [w - h for w, h in zip(wins, half, strict=True)]
    low = unfinished // 2
    games_ = Games.of_halves(tally(half, low), tally(rest, unfinished - low))
    games_.whole.turns = Counter(turns or {10: games_.whole.games})
    return games_


@pytest.mark.parametrize(
    ("text", "low", "high", "bounds"),
    [
        ("deviation=2", -math.inf, 0.02, "at most 2 points"),
        ("turns=20:40", 20, 40, "20 to 40 turns"),
        ("turns=20:", 20, math.inf, "at least 20 turns"),
        ("turns=:40", -math.inf, 40, "at most 40 turns"),
        (" unfinished = 1 ", -math.inf, 0.01, "at most 1 %"),
    ],
)
def test_a_target_is_read_as_it_is_typed(text, low, high, bounds):
    found = target(GAME, text)
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.bounds == bounds
    assert target(GAME, found.typed) == found


def test_shares_of_a_game_are_typed_in_per_cent():
    game, measure = SHARE
    found = target(game, f"{measure.name}=10:40")
    assert (found.low, found.high) == pytest.approx((0.1, 0.4))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("turn=20:40", "did you mean 'turns'"),
        ("turns", "write NAME=MOST"),
        ("turns=:", "write NAME=MOST"),
        ("turns=many", "'many' is no number"),
        ("turns=nan", "'nan' is no number"),
        ("turns=40:20", "the lower bound comes first"),
        ("deviation=1:2", "one number is needed"),
        ("deviation=0", "more than 0"),
        ("deviation=50", "less than 50"),
    ],
)
def test_a_wrong_target_is_refused_with_what_is_allowed(text, said):
    with pytest.raises(DesignerError, match="--target") as problem:
        target(GAME, text)
    assert said in str(problem.value)


def test_a_target_given_twice_is_refused():
    with pytest.raises(DesignerError, match="given twice"):
        targets(GAME, ["turns=20:40", "turns=30"], 0.02)


def test_without_targets_seats_are_to_be_fair_and_games_to_end():
    assert [aim.typed for aim in targets(GAME, [], 0.03)] == ["deviation=3", "unfinished=1"]


def test_distance_outside_is_in_scales_and_negative_inside():
    turns = target(GAME, "turns=20:40")  # scale 10, half the width
    assert [turns.outside(v) for v in (5, 20, 30, 38, 45)] == pytest.approx([1.5, 0, -1, -0.2, 0.5])
    assert turns.outside_between(15, 25) == pytest.approx((-0.5, 0.5))
    assert turns.outside_between(25, 37) == pytest.approx((-1, -0.3))
    assert turns.outside_between(-math.inf, math.inf) == (-1, math.inf)
    fair = target(GAME, "deviation=2")
    assert fair.outside(0.05) == pytest.approx(1.5)
    assert fair.outside_between(0.01, 0.03) == pytest.approx((-0.5, 0.5))
    assert fair.outside(math.nan) == math.inf


def test_the_largest_miss_ranks_and_where_all_are_met_the_first_target_leads():
    aims = targets(GAME, ["deviation=2", "turns=20:40"], 0.02)
    assert loss(aims, [0.5, 1.5]) == 1.5
    assert loss(aims, [-0.5, 0.1]) == 0.1
    assert loss(aims, [-0.5, -0.1]) == -0.5
    assert loss(aims, [-0.9, -0.01]) < loss(aims, [-0.5, -1])


def test_the_worst_seat_counts_unfinished_games_at_their_worst():
    # Of 100 games seats have 30, 30, 30 and 10 are open: each may have 40, 6.7 points too many.
    games_ = of([300, 300, 300], 100)
    assert estimate(target(GAME, "deviation=2"), games_).value == pytest.approx(0.4 - 1 / 3)
    assert worst(tally([30, 30, 20], 0))[0] == 2


def test_picking_the_worst_seat_elsewhere_does_not_flatter_or_blacken():
    """One seat of four is 3 points too strong; 2,000 runs of 1,000 games."""
    rng = np.random.default_rng(3)
    rates = np.array([0.28, 0.24, 0.24, 0.24])
    aim = target(GAME, "deviation=2")
    found, plain = [], []
    for _ in range(2000):
        halves = [tally(rng.multinomial(500, rates).tolist()) for _ in range(2)]
        together = Games.of_halves(*halves)
        found.append(estimate(aim, together).value)
        plain.append(max(abs(w / 1000 - 0.25) for w in together.whole.wins))
    error = np.std(found) / math.sqrt(2000)
    assert np.mean(found) < 0.03 + 3 * error
    assert np.mean(plain) > np.mean(found)


def test_the_interval_holds_the_true_distance_of_the_worst_seat():
    """At least 95 % of 1,000 runs, for seats that are nearly alike; 3 standard errors allowed."""
    rng = np.random.default_rng(4)
    rates = np.array([0.26, 0.26, 0.24, 0.24])
    aim = target(GAME, "deviation=2")
    hits = 0
    for _ in range(1000):
        halves = [tally(rng.multinomial(400, rates).tolist()) for _ in range(2)]
        found = estimate(aim, Games.of_halves(*halves))
        hits += found.low <= 0.01 <= found.high
    assert hits >= 950 - 3 * math.sqrt(1000 * 0.95 * 0.05)


def test_status_is_met_missed_or_open():
    fair = target(GAME, "deviation=2")
    assert status(fair, of([10_000, 10_000])) == MET
    assert status(fair, of([12_000, 8_000])) == MISSED
    assert status(fair, of([50, 50])) == OPEN
    assert status(fair, of([10_000, 10_000], 3_000)) == OPEN
    ends = target(GAME, "unfinished=1")
    assert status(ends, of([1000, 1000])) == MET
    assert status(ends, of([1000, 1000], 100)) == MISSED
    assert status(ends, of([1000, 1000], 20)) == OPEN
    turns = target(GAME, "turns=9:11")
    assert status(turns, of([500, 500], turns={10: 999, 12: 1})) == MET
    assert status(turns, of([500, 500], turns={12: 999, 13: 1})) == MISSED
    assert status(turns, of([5, 5], turns={6: 5, 14: 5})) == OPEN
