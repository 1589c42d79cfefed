"""What the rows of a table show together: Holm by hand, and the error of the whole family."""

import gc

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import ndtri
from scipy.stats import norm

from balance.stats import Call, family, flips, hull, verdict
from balance.stats.families import error_of_absence, error_of_difference
from balance.stats.flips import error_of_fair, error_of_flip, error_of_unfair


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """statsmodels collects garbage after every call, which takes longer than all the rest."""
    monkeypatch.setattr(gc, "collect", lambda *_: 0)


def normal(estimate, sd):
    """The interval of a normal estimate at any confidence."""

    def bounds(confidence):
        half = float(-ndtri((1 - confidence) / 2)) * sd
        return estimate - half, estimate + half

    return bounds


@pytest.mark.parametrize("z", [1.97, 2.5, 4.0, -3.0])
def test_the_error_of_a_difference_is_the_two_sided_tail(z):
    assert_allclose(error_of_difference(normal(z, 1.0)), 2 * norm.sf(abs(z)), rtol=0.02)


def test_an_error_above_the_level_is_one():
    assert error_of_difference(normal(1.9, 1.0)) == 1.0
    assert error_of_absence(normal(0.0, 1.0), 1.0) == 1.0


@pytest.mark.parametrize("estimate", [0.0, 0.4, -0.7])
def test_the_error_of_absence_is_the_larger_of_two_one_sided_tails(estimate):
    expected = norm.sf((1.0 - abs(estimate)) / 0.1)
    assert_allclose(error_of_absence(normal(estimate, 0.1), 1.0), max(expected, 1e-12), rtol=0.02)


def test_holm_by_hand():
    """Four rows with errors 0.01, 0.015, 0.03, 0.005 against 0.05 / 4, / 3, / 2, / 1.

    In order: 0.005 <= 0.0125, 0.01 <= 0.0167, 0.015 <= 0.025, 0.03 <= 0.05: all four are shown.
    With 0.04 and 0.03 in place of the middle ones: 0.005 passes, 0.02 > 0.0167 fails, and so does
    all that follows, though 0.03 and 0.04 are below 0.05.
    """

    def rows(errors, signs=(1, -1, 1, -1)):
        return [
            normal(s * norm.isf(e / 2), 1.0) for e, s in zip(errors, signs, strict=True)
        ]  # fmt: skip

    every = family(rows([0.01, 0.015, 0.03, 0.005]), [0.1] * 4)
    assert [row.sign for row in every] == [1, -1, 1, -1]
    some = family(rows([0.02, 0.04, 0.03, 0.005]), [0.1] * 4)
    assert [row.sign for row in some] == [0, 0, 0, -1]
    # Bonferroni alone would have shown the first and the last of the first family only.
    assert [row.least > 0 for row in every] == [True, False, False, True]
    assert_allclose(every[0].joint_low, norm.isf(0.005) - norm.isf(0.05 / 8), rtol=1e-9)


def test_no_difference_beyond_the_margin_is_shown_not_supposed():
    """The sharp one is shown; the blunt one, with the same estimate, is open."""
    sharp, blunt = family([normal(0.001, 0.001), normal(0.001, 0.02)], [0.01, 0.01])
    assert (sharp.sign, sharp.within) == (0, True)
    assert (blunt.sign, blunt.within) == (0, False)
    both = family([normal(0.004, 0.0005)], [0.01])[0]
    assert (both.sign, both.within) == (1, True)  # a difference, but smaller than the margin


def test_all_of_several_within_the_margin():
    inside, outside = normal(0.0, 0.001), normal(0.009, 0.002)
    assert family([hull([inside, inside])], [0.01])[0].within
    assert not family([hull([inside, outside])], [0.01])[0].within


def test_the_family_keeps_its_error(share):
    """Twenty rows without a difference, 1,000 tables: any claim at all in at most 5 % of them.

    One by one they would claim one in 64 % of the tables (1 - 0.95**20).
    """
    rng = np.random.default_rng(20_26)
    wrong = naive = 0
    runs = 1000
    for estimates in rng.normal(size=(runs, 20)):
        rows = [normal(x, 1.0) for x in estimates if abs(x) > 1.9]  # the others have error 1
        naive += any(abs(x) > 1.96 for x in estimates)
        rows += [normal(0.0, 1.0)] * (20 - len(rows))
        wrong += any(row.sign for row in family(rows, [0.1] * 20))
    share(wrong, runs).assert_at_most(0.05)
    assert naive > 0.5 * runs


def test_absence_keeps_its_error_where_the_difference_is_just_the_margin(share):
    """Ten rows on the margin: no difference beyond it is claimed for any in at most 5 %."""
    rng = np.random.default_rng(20_26)
    runs = 300
    wrong = sum(
        any(row.within for row in family([normal(x, 1.0) for x in estimates], [4.0] * 10))
        for estimates in rng.normal(4.0, 1.0, size=(runs, 10))
    )
    share(wrong, runs).assert_at_most(0.05)


# verdicts


def test_the_errors_agree_with_the_verdict():
    """FAIR and UNFAIR are reached exactly where their errors are at most 5 %."""
    rng = np.random.default_rng(20_26)
    seen = set()
    for _ in range(400):
        seats = int(rng.integers(2, 5))
        rates = np.full(seats, 1 / seats) + rng.normal(0, 0.015, seats)
        unfinished = float(rng.choice([0.0, 0.01]))
        rates = np.clip(rates, 0, None) / rates.sum() * (0.99 - unfinished)
        table = rng.multinomial(int(rng.integers(15, 9000)), [*rates, 0.01, unfinished])
        found = verdict(table[:-2], int(table[-2]), int(table[-1]))
        seen.add(found.call)
        assert (error_of_fair(found) <= 0.05) == (found.call == Call.FAIR)
        assert (error_of_unfair(found) <= 0.05) == (found.call == Call.UNFAIR)
    assert seen == set(Call)


def test_what_becomes_of_verdicts():
    fair = verdict([25_000] * 4)
    unfair = verdict([28_000, 24_000, 24_000, 24_000])
    open_ = verdict([252, 249, 250, 249])
    assert [v.call for v in (fair, unfair, open_)] == ["FAIR", "UNFAIR", "INCONCLUSIVE"]
    pairs = [(fair, unfair), (unfair, fair), (fair, open_), (open_, unfair), (fair, fair)]
    assert flips(pairs) == ["flips", "flips", "opens", "settles", ""]
    # A verdict that was reached with an error of some 5 % is no flip among ten rows.
    border = next(
        v for wins in range(27_000, 28_000, 5)
        if (v := verdict([wins, *[(100_000 - wins) // 3] * 3])).call == Call.UNFAIR
    )  # fmt: skip
    assert 0.03 < error_of_unfair(border) <= 0.05
    assert flips([(fair, border)] * 10) == ["flips?"] * 10
    assert error_of_flip(fair, border) == error_of_flip(border, fair)


def test_chance_near_a_border_is_hardly_ever_a_flip(share):
    """Both tables lie exactly on the border; ten rows; any flip shown in at most 5 % of runs."""
    rng = np.random.default_rng(20_26)
    runs, rates = 150, [0.52, 0.48]
    wrong = 0
    for _ in range(runs):
        tables = rng.multinomial(20_000, rates, size=20)
        cells = [verdict(table) for table in tables]
        wrong += "flips" in flips(list(zip(cells[:10], cells[10:], strict=True)))
    share(wrong, runs).assert_at_most(0.05)
