"""The verdict: its rules, its words, what it refuses. Its error rates: test_verdict_errors.py."""

import json

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import norm

from balance.stats import Call, goodman, verdict, wilson


def called(table):
    """FAIR and UNFAIR by the letter of the definition, from the seats' intervals alone."""
    lowest, highest = table.band
    fair = all(s.equivalence_low >= lowest and s.equivalence_high <= highest for s in table.seats)
    unfair = any(s.simultaneous_low > highest or s.simultaneous_high < lowest for s in table.seats)
    enough = table.games >= 10 * len(table.seats)
    return fair and enough, unfair and enough


def some_tables(how_many):
    """Tables of 2 to 6 seats, small and large, near and far from fair, some with open games."""
    rng = np.random.default_rng(12)
    for _ in range(how_many):
        seats = int(rng.integers(2, 7))
        rates = rng.dirichlet(np.full(seats, 10.0 ** rng.uniform(0, 4)))
        lost = rng.choice([0.0, 0.002, 0.05], 2)
        games = int(10 ** rng.uniform(0, 5.5))
        counts = rng.multinomial(games, [*rates * (1 - lost.sum()), *lost])
        yield verdict(counts[:-2], counts[-2], counts[-1], rng.choice([0.005, 0.02, 0.1]))


def test_the_call_follows_its_definition_and_never_both():
    seen = set()
    for table in some_tables(800):
        fair, unfair = called(table)
        assert not (fair and unfair)
        assert (table.call is Call.FAIR) == fair
        assert (table.call is Call.UNFAIR) == unfair
        assert (table.games_needed == 0) == (table.call is not Call.INCONCLUSIVE)
        for s in table.seats:
            # Why never both: every interval holds the observed rate; and they nest.
            assert 0 <= s.simultaneous_low <= s.low <= s.equivalence_low <= s.rate
            assert s.rate <= s.equivalence_high <= s.high <= s.simultaneous_high <= 1
        seen.add((table.call, table.games_needed is None))
    assert seen == {
        (Call.FAIR, False),
        (Call.UNFAIR, False),
        (Call.INCONCLUSIVE, False),
        (Call.INCONCLUSIVE, True),
    }


def test_the_intervals_are_those_of_wilson_and_goodman():
    table = verdict([260, 240, 250], draws=30, unfinished=20)
    games = 800
    assert (table.games, table.draws, table.unfinished, table.tolerance) == (800, 30, 20, 0.02)
    assert [s.seat for s in table.seats] == [1, 2, 3]
    assert [s.wins for s in table.seats] == [260, 240, 250]
    assert [s.rate for s in table.seats] == [260 / 800, 240 / 800, 250 / 800]
    for prefix, (low, high) in {
        "": wilson([260, 240, 250], games, 0.95, unfinished=20),
        "equivalence_": wilson([260, 240, 250], games, 0.90, unfinished=20),
        "simultaneous_": goodman([260, 240, 250, 30], 0.95, unfinished=20),
    }.items():
        assert [getattr(s, prefix + "low") for s in table.seats] == list(low[:3])
        assert [getattr(s, prefix + "high") for s in table.seats] == list(high[:3])


@pytest.mark.parametrize("side", [-1, 1])
def test_fair_begins_at_the_game_where_the_interval_fits(side):
    # Two seats, 10,000 games: the upper bound of w wins meets 0.52 where
    # w / n = 0.52 - 1.6449 sqrt(0.52 * 0.48 / n) = 0.511783, so 5117 wins pass and 5118 do not.
    border = 0.52 - norm.isf(0.05) * (0.52 * 0.48 / 10_000) ** 0.5
    assert_allclose(border, 0.511782, atol=1e-6)
    assert verdict([5117, 4883][::side]).call is Call.FAIR
    assert verdict([5118, 4882][::side]).call is Call.INCONCLUSIVE


@pytest.mark.parametrize("side", [-1, 1])
def test_unfair_begins_at_the_game_where_the_interval_leaves(side):
    # Two seats and the draws share the 5 %: z = 2.39398. The lower bound of w wins leaves 0.52
    # where w / n = 0.52 + z sqrt(0.52 * 0.48 / n) = 0.53196.
    border = 0.52 + norm.isf(0.05 / 6) * (0.52 * 0.48 / 10_000) ** 0.5
    assert_allclose(border, 0.531960, atol=1e-6)
    assert verdict([5319, 4681][::side]).call is Call.INCONCLUSIVE
    assert verdict([5320, 4680][::side]).call is Call.UNFAIR


def test_unfinished_games_may_withhold_either_call_but_never_give_one():
    assert verdict([5000, 5000]).call is Call.FAIR
    assert verdict([4950, 4950], unfinished=100).call is Call.FAIR
    assert verdict([4800, 4800], unfinished=400).call is Call.INCONCLUSIVE
    # Dropping the unfinished ones would make 55 % of seat 1 and UNFAIR of this table.
    assert verdict([5500, 4500]).call is Call.UNFAIR
    assert verdict([4400, 3600], unfinished=2000).call is Call.INCONCLUSIVE
    # But if a seat is outside whatever became of them, that is said.
    assert verdict([6000, 3000], unfinished=1000).call is Call.UNFAIR
    # As draws the same games count: then nobody's rate is near a half.
    assert verdict([4400, 3600], draws=2000).call is Call.UNFAIR


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_fewer_than_ten_games_per_seat_settle_nothing(seats):
    for games in (1, 2, 10 * seats - 1):
        table = verdict([games] + [0] * (seats - 1))
        assert table.call is Call.INCONCLUSIVE
        assert table.games_needed == 10 * seats - games  # so lopsided a table needs no more
        assert "fewer than 10 games per seat" in table.reason
    assert verdict([10 * seats] + [0] * (seats - 1)).call is Call.UNFAIR
    # Nor do they show that no number of games will do.
    assert verdict([1] * seats, unfinished=3).games_needed == 10 * seats - seats - 3


def test_numpy_counts_are_as_good_as_ints():
    assert verdict(np.array([51, 49]), np.int64(2), np.int32(1)) == verdict([51, 49], 2, 1)


def test_a_band_beyond_zero_or_one_asks_nothing_there():
    # 1/6 - 0.2 < 0: no lower border to pass, a seat without wins is fine.
    assert verdict([0, 20, 20, 20, 20, 20], tolerance=0.2).call is not Call.UNFAIR
    table = verdict([0, 2000, 2000, 2000, 2000, 2000], tolerance=0.2)
    assert table.call is Call.FAIR
    assert "0.00 % to 36.67 %" in table.reason
    # And games are still counted for the border that is there.
    table = verdict([0, 11, 11, 11, 11, 20], tolerance=0.2)
    assert table.call is Call.INCONCLUSIVE
    assert table.games_needed is not None
    assert 0 < table.games_needed < 1_000


@pytest.mark.parametrize(
    ("wins", "draws", "unfinished", "phrases"),
    [
        ([2500, 2480, 2510, 2510], 0, 0, ["24.10 % and 25.82 %", "band of 23.00 % to 27.00 %"]),
        ([900, 700, 700, 700], 0, 0, ["Seat 1 wins too often (at least 27.89 %)"]),
        ([600, 800, 800, 800], 0, 0, ["Seat 1 wins too seldom (at most 21.95 %)"]),
        ([100, 100, 100, 100], 0, 0, ["Too few games", "more games settle it", "80 %"]),
        ([2000] * 4, 2000, 0, ["Seat 1 wins too seldom", "Draws, which no seat wins, are 20.00 %"]),
        ([240] * 4, 0, 40, ["4.00 % of games did not finish", "24.00 % to 28.00 %"]),
        ([270, 250, 240, 240], 0, 0, ["not expected", "seat 1's rate of 27.00 % sits on the bord"]),
        ([270, 240, 240, 240], 0, 10, ["sits on the border", "unfinished games up to 28.00 %"]),
    ],
)  # fmt: skip
def test_the_reason_tells_a_designer(wins, draws, unfinished, phrases):
    reason = verdict(wins, draws, unfinished).reason
    for phrase in phrases:
        assert phrase in reason
    assert ("widen all intervals" in reason) == (unfinished > 0)


def test_to_dict_is_json():
    table = verdict([240] * 4, unfinished=40)
    data = json.loads(json.dumps(table.to_dict()))
    assert data["call"] == "INCONCLUSIVE"
    assert data["tolerance"] == 0.02
    assert data["games_needed"] is None
    assert data["seats"][3]["seat"] == 4
    assert data["seats"][3]["high"] == table.seats[3].high
    assert str(table.call) == f"{table.call}" == "INCONCLUSIVE"


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([0, 0],), ValueError, "no games"),
        (([10],), ValueError, "two or more seats"),
        (([],), ValueError, "two or more seats"),
        (([5, -1],), ValueError, "wins of seat 2 = -1"),
        (([5, 5], -1), ValueError, "draws = -1"),
        (([5, 5], 0, -2), ValueError, "unfinished = -2"),
        (([5, 5.5],), TypeError, "wins of seat 2 = 5.5"),
        (([5, 5], 0, 0, 2), ValueError, "write 0.02 for 2 points"),
        (([5, 5], 0, 0, 0.0), ValueError, "tolerance = 0.0"),
        (([5, 5], 0, 0, float("nan")), ValueError, "tolerance = nan"),
    ],
)
def test_refusals(arguments, error, message):
    with pytest.raises(error, match=message):
        verdict(*arguments)
