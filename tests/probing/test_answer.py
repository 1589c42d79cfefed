"""What a probe counts and says: pooled over seats, judged over all things."""

import math

import pytest

from balance import probe
from balance.probing import make_plan, strategies_of
from balance.probing.answer import Finding, Missing, chosen
from balance.stats import PairedSums, family
from sims.core.catalogue import find
from sims.core.errors import DesignerError
from sims.core.restricting import Barred
from sims.core.runner import play_records
from sims.core.strategies import find as find_strategy


def pairs(n, both, without_alone, with_alone):
    """Sums of n games of which so many were won in both, in the first, in the second alone."""
    a, b = both + without_alone, both + with_alone
    return PairedSums(n, a, b, a, b, both)


def missing(n, both, without_alone, with_alone, unfinished=0):
    won = pairs(n, both, without_alone, with_alone)
    none = pairs(n, 0, 0, 0)
    perhaps = PairedSums(n, unfinished, unfinished, unfinished, unfinished, unfinished)
    differing = without_alone + with_alone
    return Missing(
        Barred("a", "a thing", 0, 0), 4, "s", won, won, won, none, perhaps, differing, differing
    )


def call_of(one, margin=0.02):
    [shown] = family([one.bounds], [margin])
    return Finding(one, shown).call


def test_the_change_is_of_the_pooled_games():
    """Of 1,000 games 200 won both ways, 10 without alone, 60 with alone: 21 % instead of 26 %."""
    one = missing(1_000, 200, 10, 60)
    assert one.rate(without=True)[0] == pytest.approx(0.21)
    assert one.rate(without=False)[0] == pytest.approx(0.26)
    assert one.change == pytest.approx(-0.05)
    low, high = one.bounds(0.95)
    # Wald: -0.05 +- 1.96 sqrt(70 - 2.5) / 1000 = -0.0661 to -0.0339; Tango's differs a little.
    assert low == pytest.approx(-0.0661, abs=0.002)
    assert high == pytest.approx(-0.0339, abs=0.002)


def test_every_call_by_its_definition():
    """Margin 2 points; intervals by hand (Wald): change +- 1.96 sqrt(b + c - n change^2) / n."""
    assert call_of(missing(1_000, 200, 10, 60)) == "essential"  # -6.6 to -3.4: beyond -2
    assert call_of(missing(1_000, 200, 10, 30)) == "missed"  # -3.2 to -0.8
    assert call_of(missing(10_000, 2_000, 60, 60)) == "not missed"  # -0.2 to +0.2
    assert call_of(missing(1_000, 200, 60, 10)) == "better without"
    assert call_of(missing(500, 100, 20, 20)) == "open"  # -2.5 to +2.5
    assert call_of(missing(100, 25, 0, 0)) == "never used"


def test_unfinished_games_widen_the_win_rate():
    """25 won and 10 unfinished of 100: at least Wilson's low of 25, at most its high of 35."""
    _, low, high = missing(100, 25, 0, 0, unfinished=10).rate(without=True)
    assert low == pytest.approx(0.1755, abs=5e-4)  # Wilson: 25 of 100
    assert high == pytest.approx(0.4474, abs=5e-4)  # Wilson: 35 of 100


def test_length_is_unbounded_where_few_games_show_any():
    change, low, high = missing(100, 25, 0, 2).turns_bounds
    assert (low, high) == (-math.inf, math.inf)
    assert change == 0


def test_counts_are_those_of_the_games_played_one_by_one():
    """Each seat on game ids of its own; wins of the restricted seat, summed over the seats."""
    found = probe("hacked", without="freezes", strategies="random", players=3, games=40, seed=9)
    [row] = found.rows.to_dict("records")
    made = make_plan(found.question, ("random",), ["freezes"])
    [(_, _, blocks)] = made.groups
    won = full = differing = 0
    for seat, block in enumerate(blocks):
        plain, barred = (play_records(job) for job in block.jobs)
        assert [job.first for job in block.jobs] == [seat * 40] * 2
        assert block.jobs[1].cell.lineup[seat].strategy == "random~freezes"
        won += int((barred["winner"] == seat).sum())
        full += int((plain["winner"] == seat).sum())
        differing += int((barred["winner"] != plain["winner"]).sum())
    assert row["games"] == 120
    assert row["rate"] == pytest.approx(won / 120)
    assert row["full_rate"] == pytest.approx(full / 120)
    assert row["differing"] == differing


@pytest.mark.slow
def test_a_planted_truth_is_found():
    """Who never bolsters in Gate Crasher is lost: no firewall grows. 3 players, 2,000 games a seat.

    Passing is played by `random` in one of about five decisions and gains nothing, so that to do
    without is no loss; both hold for all rows at once with an error of 5 %.
    """
    found = probe("gatecrasher", strategies="random", players=3, games=2_000, seed=4)
    calls = found.rows.set_index("thing")["call"]
    assert calls["execute=Bolster"] == "essential"
    assert calls["passes"] not in ("essential", "missed")
    assert found.findings[0].missing.thing.name == "execute=Bolster"
    assert "Bolster" in found.sentences[0]
    assert "only tested among random" in found.sentences[0]


def test_things_by_name_or_by_kind():
    assert [thing.name for thing in chosen("hacked", ["freezes"])] == ["freezes"]
    assert len(chosen("hacked", ["play"])) == 5
    assert len(chosen("hacked", [])) == 8
    with pytest.raises(DesignerError, match=r"--without.*freezes"):
        chosen("hacked", ["freeze"])


def test_a_lineup_of_several_is_refused():
    with pytest.raises(DesignerError, match="same in a probe"):
        strategies_of("hacked", ["random,balanced"])


def test_what_is_not_declared_is_refused_with_the_nearest_name():
    with pytest.raises(DesignerError, match=r"restriction of You've Been Hacked.*freezes"):
        find_strategy(find("hacked"), "balanced~frezes")
