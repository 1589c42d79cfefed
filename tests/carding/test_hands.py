"""The worth of a card in the opening hand, on games whose worth is known."""

import math
from collections import Counter

import numpy as np
import pytest

from balance.carding.hands import hand_effects, held_rates
from sims.core.contract import Trait
from sims.core.tally import OUTCOMES, Tally

TRAIT = Trait("dealt", "dealt", "cards dealt", lambda records, cell: None, items=("A", "B"))


def deal(rng, players, games, copies=2, size=3):
    """How many of A each seat is dealt from a deck that is dealt out: (games, players)."""
    deck = np.zeros(players * size, int)
    deck[:copies] = 1
    hands = rng.permuted(np.tile(deck, (games, 1)), axis=1)
    return hands.reshape(games, players, size).sum(axis=2)


def play(rng, held, strength=0.0, first=0.0, unfinished=0.0):
    """Winners by weight: a copy of A adds `strength`, seat 1 has `first` more; -2: unfinished."""
    weight = 1 + strength * held
    weight[:, 0] += first
    chances = np.cumsum(weight, axis=1) / weight.sum(axis=1, keepdims=True)
    winner = (rng.random(len(held))[:, None] > chances).sum(axis=1)
    return np.where(rng.random(len(held)) < unfinished, -2, winner)


def tally(held, winner):
    games, players = held.shape
    counts = Counter()
    for seat in range(players):
        outcome = np.where(winner == -2, 2, (winner == seat).astype(int))
        for key, n in Counter(zip(held[:, seat].tolist(), outcome.tolist(), strict=True)).items():
            counts[0, seat, *key] += n
    return Tally(players=players, games=games, traits={"dealt": counts})


def test_the_effect_is_what_it_is_by_counting():
    """Two seats; with A seat 1 wins 3 of 4 and seat 2 2 of 4, without 1 of 4 and 2 of 4."""
    lost, won = OUTCOMES.index("other"), OUTCOMES.index("won")
    counts = Counter({
        (0, 0, 1, won): 30, (0, 0, 1, lost): 10, (0, 0, 0, won): 10, (0, 0, 0, lost): 30,
        (0, 1, 1, won): 20, (0, 1, 1, lost): 20, (0, 1, 0, won): 20, (0, 1, 0, lost): 20,
    })  # fmt: skip
    (found,) = hand_effects(Tally(players=2, games=80, traits={"dealt": counts}), TRAIT)
    assert found.title == "A"
    assert found.value == pytest.approx((0.5 + 0.0) / 2)  # the seats have equal weights
    assert (found.hands_with, found.hands_without) == (80, 80)
    rates = {r.held: r.rate for r in held_rates(
        Tally(players=2, games=80, traits={"dealt": counts}), TRAIT
    ) if r.title == "A"}  # fmt: skip
    assert rates == pytest.approx({1: (0.75 + 0.5) / 2, 0: (0.25 + 0.5) / 2})


def test_a_seat_that_always_has_the_card_says_nothing():
    won = OUTCOMES.index("won")
    counts = Counter({(0, 0, 1, won): 50, (0, 1, 0, 0): 50})
    assert hand_effects(Tally(players=2, games=50, traits={"dealt": counts}), TRAIT) == []


@pytest.mark.parametrize("players", [2, 4])
def test_a_card_without_effect_is_told_apart_in_at_most_five_of_a_hundred_runs(players):
    """400 runs: two seats hold the same facts twice, so independent seats would err far more."""
    rng = np.random.default_rng(5)
    runs, wrong = 400, 0
    for _ in range(runs):
        held = deal(rng, players, 1000)
        (found,) = hand_effects(tally(held, play(rng, held, first=1.0)), TRAIT)
        wrong += found.low > 0 or found.high < 0
    assert wrong <= 0.05 * runs + 3 * math.sqrt(runs * 0.05 * 0.95)


def test_a_planted_effect_is_found_whatever_the_seat_is_worth():
    rng = np.random.default_rng(6)
    held = deal(rng, 3, 40_000)
    (found,) = hand_effects(tally(held, play(rng, held, strength=0.5, first=2.0)), TRAIT)
    assert found.low > 0.03
    assert found.error < 1e-6
    (none,) = hand_effects(tally(held, play(rng, held, first=2.0)), TRAIT)
    assert none.low < 0 < none.high


def test_unfinished_games_widen_the_interval_by_what_they_could_have_been():
    rng = np.random.default_rng(7)
    held = deal(rng, 3, 20_000)
    (found,) = hand_effects(tally(held, play(rng, held, unfinished=0.1)), TRAIT)
    # Each end moves by the share of unfinished games among the hands: 10 %.
    assert found.seen_low - found.low == pytest.approx(0.1, abs=0.01)
    assert found.high - found.seen_high == pytest.approx(0.1, abs=0.01)
