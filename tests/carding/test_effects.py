"""Swaps and removals on planted games, in which the truth is known: what is said of few of them."""

import math
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from balance.blocks import Sums
from balance.carding.answer import _quantities, labelled
from balance.carding.wording import _confirms, amount, bounds
from balance.pairing import Change, measure_change, turns_change
from balance.stats import PairedSums
from balance.strength import DEPENDS, EVERY, ONLY
from reports.numbers import estimate


def length_sums(longer, games):
    """A contrast of `games` games of 30 turns, of which the first `longer` are one turn longer."""
    before = np.full(games, 30)
    after = before + (np.arange(games) < longer)
    paired = {"turns": PairedSums.from_values(after, before)}
    return Sums(games, {"outcome": 0, "turns": longer}, paired)


@pytest.mark.parametrize("longer", [0, 1, 19])
def test_where_hardly_a_game_differs_nothing_bounds_the_change(longer):
    found = turns_change(length_sums(longer, 100))
    assert found.difference == longer / 100
    assert (found.low, found.high) == (-math.inf, math.inf)


def test_from_twenty_games_on_it_is_the_t_interval():
    # By hand: 20 ones and 80 zeros have the mean 0.2 and the variance (20 - 100 0.2**2) / 99.
    half = 1.984217 * math.sqrt((20 - 4) / 99) / 10  # t of 99 degrees of freedom at 97.5 %
    found = turns_change(length_sums(20, 100))
    assert (found.low, found.high) == pytest.approx((0.2 - half, 0.2 + half), rel=1e-6)


def test_the_rows_of_a_card_hold_to_it_and_call_nothing():
    change = SimpleNamespace(
        turns=turns_change(length_sums(3, 1000)),
        turns_bounds=lambda c: Change.turns_bounds(SimpleNamespace(sums=length_sums(3, 1000)), c),
        unfinished=SimpleNamespace(difference=0.0, variance_ratio=math.nan),
        unfinished_bounds=lambda _: (-0.01, 0.01),
        worst=SimpleNamespace(change=0.0),
        worst_at=lambda _: SimpleNamespace(low=-0.1, high=0.1),
        variance_ratio=1.5,
    )
    rows = dict(_quantities(change))
    assert (rows["turns"]["low"], rows["turns"]["high"]) == (-math.inf, math.inf)
    assert rows["turns"]["error"] == 1.0
    assert rows["worst"]["variance_ratio"] == 1.5


def test_endless_intervals_are_told_as_such():
    assert bounds(-math.inf, math.inf, "turns") == "too few games differ for an interval"
    assert amount(0.003, -math.inf, math.inf, "turns").startswith("0.00 turns (too few games")
    assert amount(0.031, 0.022, 0.04, "share") == "+3.1 points (95 %: +2.2 to +4.0)"
    assert estimate(0.01, -math.inf, math.inf, "change") == "0.0 (no bounds)"


def row(**more):
    base = {"players": 3, "kind": "swap", "card": "A", "quantity": "turns", "change": 2.0,
            "low": 1.0, "high": 3.0, "told_apart": True}  # fmt: skip
    return base | more


@pytest.mark.parametrize(
    ("weak", "value", "said"),
    [
        ({"change": 1.5, "low": 0.5, "high": 2.5}, EVERY, "holds at every strength tested"),
        ({"told_apart": False}, DEPENDS, "longer shown only among strong players"),
        ({"change": -2.0}, DEPENDS, "turns round from weak to strong"),
        ({"change": 0.4, "low": 0.3, "high": 0.5}, DEPENDS, "grows with strength"),
        ({"change": 8.0, "low": 7.0, "high": 9.0}, DEPENDS, "shrinks with strength"),
    ],
)
def test_each_effect_says_how_it_fares_across_strength(weak, value, said):
    among = [{"strategy": "weak", **row(**weak)}, {"strategy": "strong", **row()}]
    effects = pd.DataFrame([row(), row(kind="removal")])
    [swap, removal] = labelled(effects, pd.DataFrame(among), "strong").to_dict("records")
    assert swap["strength"] == value
    assert said in swap["strength_words"]
    assert (removal["strength"], removal["strength_words"]) == (ONLY, "only tested among strong")


@pytest.mark.parametrize(
    ("change", "fresh", "confirmed"),
    [(2.0, (0.5, 2.5), True), (2.0, (-0.5, 2.5), False), (-2.0, (-3.0, -0.1), True),
     (-2.0, (0.1, 3.0), False)],
)  # fmt: skip
def test_a_fresh_look_confirms_what_it_shows_to_the_same_side(change, fresh, confirmed):
    again = pd.Series({"low": fresh[0], "high": fresh[1]})
    assert _confirms(pd.Series({"change": change}), again) is confirmed


def test_a_measure_of_which_hardly_a_game_differs_has_no_bounds():
    """Each game that differs by a whole number adds 1 or more to the squared differences."""
    before = np.zeros(1000, int)
    few, enough = (PairedSums.from_values(before + (np.arange(1000) < n), before) for n in (19, 20))
    assert measure_change(few).high == math.inf
    # By hand: 20 ones of 1000; mean 0.02, variance (20 - 1000 0.02**2) / 999, t(999) = 1.96234.
    half = 1.96234 * math.sqrt((20 - 0.4) / 999 / 1000)
    found = measure_change(enough)
    assert (found.low, found.high) == pytest.approx((0.02 - half, 0.02 + half), rel=1e-4)
