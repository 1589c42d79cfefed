"""How often the verdict is wrong, and whether `games_needed` holds what it says.

With two seats and no draws a table is one binomial number, so its error rates are computed exactly
and no test can fail by chance. With more seats they are simulated: such a test fails a right
program with probability at most 1e-6 per assertion (see conftest).
"""

import math

import numpy as np
import pytest
from scipy.stats import binom

from balance.stats import Call, verdict, wilson
from balance.stats.fairness import FEWEST_GAMES_PER_SEAT
from balance.stats.needed import MOST_GAMES, SETTLE_CHANCE


def exact_chance(games, rate, calls, tolerance=0.02):
    """Probability that a table of two seats, the first winning at ``rate``, gets such a call."""
    # What lies outside has probability below 1e-12.
    wins = range(int(binom.ppf(5e-13, games, rate)), int(binom.isf(5e-13, games, rate)) + 1)
    return sum(
        float(binom.pmf(w, games, rate))
        for w in wins
        if verdict([w, games - w], tolerance=tolerance).call in calls
    )


def simulated(share, rates, games, runs, calls, seed):
    """Share of ``runs`` tables with such a call; ``rates`` of seats, then draws and unfinished."""
    rng = np.random.default_rng(seed)
    tables = rng.multinomial(games, rates, size=runs)
    hits = sum(verdict(t[:-2], int(t[-2]), int(t[-1])).call in calls for t in tables)
    return share(hits, runs)


SETTLED = {Call.FAIR, Call.UNFAIR}


@pytest.mark.parametrize("games", [5_000, 10_000, 20_001])
@pytest.mark.parametrize("rate", [0.48, 0.52])
def test_fair_at_the_border_exactly(games, rate):
    # Two one-sided tests of 5 %. Whole numbers move the rate by at most the probability of one
    # number there, 0.103 / sd of the wins: 0.003 at 5,000 games.
    found = exact_chance(games, rate, {Call.FAIR})
    step = 0.103 / math.sqrt(games * 0.25)
    assert 0.05 - step < found < 0.05 + step


def test_fair_beyond_the_border_is_rarer_still():
    assert exact_chance(5_000, 0.525, {Call.FAIR}) < 0.02
    assert exact_chance(5_000, 0.54, {Call.FAIR}) < 1e-4


@pytest.mark.parametrize("games", [20, 100, 1_000, 10_001])
@pytest.mark.parametrize("rate", [0.48, 0.5, 0.52])
def test_unfair_within_the_band_exactly(games, rate):
    # Simultaneous 95 %: at most 5 %. With two seats (and draws that never come) one of the six
    # tails of 5 % / 6 is at stake for either border.
    found = exact_chance(games, rate, {Call.UNFAIR})
    assert found < 0.05
    if rate != 0.5 and games >= 1_000:
        assert abs(found - 0.05 / 6) < 0.002  # not by never saying it


def wrong_unfair(seats, games):
    """Largest chance of UNFAIR, by the intervals alone, at an exactly fair table and with the seats
    on the borders, for three tolerances; an upper bound, for the seats' chances are added up.
    """
    wins = np.arange(games + 1)
    low, high = wilson(wins, games, 1 - 0.05 / (seats + 1))
    even, half = 1 / seats, seats // 2
    chances = []
    for tolerance in (0.005, 0.02, 0.05):
        outside = wins[(low > even + tolerance) | (high < even - tolerance)]
        at_even, at_top, at_bottom = (
            binom.pmf(outside, games, rate).sum()
            for rate in (even, even + tolerance, even - tolerance)
        )
        chances += [seats * at_even, half * (at_top + at_bottom) + seats % 2 * at_even]
    return max(chances)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_ten_games_per_seat_are_why_unfair_keeps_to_five_percent(seats):
    assert FEWEST_GAMES_PER_SEAT == 10
    assert max(wrong_unfair(seats, games) for games in range(10 * seats, 401)) < 0.05
    # The control: without that rule some first number of games goes beyond 5 %.
    assert max(wrong_unfair(seats, games) for games in range(1, 10 * seats)) > 0.05


def test_power_exactly():
    # 55 % against 50 +- 2 at 5,000 games: (0.55 - 0.52) / sqrt(0.25 / 5000) = 4.24 sd away, of
    # which 2.39 are spent on confidence: 1.85 sd, 96.8 %.
    assert abs(exact_chance(5_000, 0.55, {Call.UNFAIR}) - 0.968) < 0.005
    # An even table of 10,000 games: 4 sd to either border, 1.645 spent: 2 Phi(2.355) - 1 = 98.1 %.
    assert abs(exact_chance(10_000, 0.50, {Call.FAIR}) - 0.981) < 0.003


@pytest.mark.slow
def test_fair_at_the_border_of_four_seats(share):
    # Seat 1 at 27 %, all others safely inside: it alone withholds FAIR, in 95 % of runs.
    rates = [0.27, 0.73 / 3, 0.73 / 3, 0.73 / 3, 0, 0]
    found = simulated(share, rates, 20_000, 6_000, {Call.FAIR}, seed=13)
    found.assert_at_most(0.05)
    found.assert_at_least(0.05)


@pytest.mark.slow
def test_fair_at_several_borders_at_once_is_rarer(share):
    # All four on a border: the intersection of tests gives away power, never error.
    rates = [0.27, 0.27, 0.23, 0.23, 0, 0]
    simulated(share, rates, 20_000, 4_000, {Call.FAIR}, seed=14).assert_at_most(0.01)


@pytest.mark.slow
def test_fair_is_not_won_by_breaking_games_off(share):
    # Truth 27 %, but a tenth of seat 1's wins never finish: its finished rate is 24.3 %. With the
    # unfinished games in the bounds FAIR stays at 5 %; counted as nobody's it would be near 100 %.
    rates = np.array([0.243, 0.73 / 3, 0.73 / 3, 0.73 / 3, 0, 0.027])
    simulated(share, rates, 20_000, 3_000, {Call.FAIR}, seed=15).assert_at_most(0.05)
    as_draws = rates[[0, 1, 2, 3, 5, 4]]
    simulated(share, as_draws, 20_000, 500, {Call.FAIR}, seed=15).assert_at_least(0.95)


@pytest.mark.slow
@pytest.mark.parametrize("games", [60, 2_000])
def test_unfair_within_the_band_of_four_seats(share, games):
    # All four seats on a border, where false alarms are likeliest: at most 5 % of runs.
    # (Bonferroni: four of the ten tails of 0.5 % are at stake, so about 2 %; at 60 games more.)
    rng = np.random.default_rng(16)
    tables = [verdict(t) for t in rng.multinomial(games, [0.27, 0.27, 0.23, 0.23], size=4_000)]
    share(sum(t.call is Call.UNFAIR for t in tables), 4_000).assert_at_most(0.05)
    # The control: single 95 % intervals in their place would go beyond 5 %.
    alone = sum(any(s.low > 0.27 or s.high < 0.23 for s in t.seats) for t in tables)
    share(alone, 4_000).assert_at_least(0.065)


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_unfair_at_an_exactly_fair_table(share, seats):
    rates = [*np.full(seats, 1 / seats), 0, 0]
    for games in (30, 300):
        found = simulated(share, rates, games, 2_000, {Call.UNFAIR}, seed=17)
        found.assert_at_most(0.05)


# What is observed so far: wins, draws, unfinished. FAIR and UNFAIR to come, near and far.
SO_FAR = {
    "even, two seats": ([100, 100], 0, 0),
    "even, four seats": ([100, 100, 100, 100], 0, 0),
    "even, six seats": ([100] * 6, 0, 0),
    "leaning, fair": ([107, 98, 97, 98], 0, 0),
    "fair with draws and unfinished games": ([248, 247, 246, 246], 8, 5),
    "first seat ahead": ([150, 116, 117, 117], 0, 0),
    "last seat behind": ([105, 105, 105, 85], 0, 0),
    "ahead whatever the unfinished games become": ([160, 110, 110, 110], 0, 10),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SO_FAR)
def test_games_needed_settles_as_often_as_it_says(share, name):
    # With that many games at these rates, 80 % of the calls settle (FAIR: somewhat more, for the
    # chances of failing at each border are added up); with half of them, clearly fewer.
    wins, draws, unfinished = SO_FAR[name]
    table = verdict(wins, draws, unfinished)
    assert table.call is Call.INCONCLUSIVE
    total = table.games + table.games_needed
    rates = np.array([*wins, draws, unfinished]) / table.games
    enough = simulated(share, rates, total, 1_500, SETTLED, seed=18)
    enough.assert_at_least(SETTLE_CHANCE - 0.01)  # the normal approximation: within a point
    enough.assert_at_most(0.92)
    simulated(share, rates, total // 2, 1_000, SETTLED, seed=19).assert_at_most(0.6)


@pytest.mark.slow
def test_games_needed_is_enough_where_several_seats_are_outside(share):
    # Draws put all four below the band. Any of them settles it, so 80 % for one is more for all.
    table = verdict([88, 88, 88, 88], draws=48)
    assert table.call is Call.INCONCLUSIVE
    rates = np.array([88, 88, 88, 88, 48, 0]) / 400
    found = simulated(share, rates, 400 + table.games_needed, 1_000, {Call.UNFAIR}, seed=20)
    found.assert_at_least(0.9)


@pytest.mark.parametrize(
    ("wins", "least", "most"),
    # An even table fails at both borders of both seats, each counted: 80 % become 90 %.
    [([60, 60], 0.89, 0.91), ([66, 54], 0.79, 0.815), ([51, 51], 0.89, 0.91)],
)
def test_games_needed_exactly_for_two_seats(wins, least, most):
    table = verdict(wins)
    total = table.games + table.games_needed
    assert least < exact_chance(total, wins[0] / table.games, SETTLED) < most


def test_games_needed_by_hand():
    # Seat 1 of two at 60 %, 120 games: UNFAIR where sqrt(n) (0.60 - 0.52) =
    # 2.39398 sqrt(0.52 * 0.48) + 0.84162 sqrt(0.6 * 0.4) = 1.19603 + 0.41231, n = 404.2.
    assert verdict([72, 48]).games_needed == 405 - 120
    # FAIR with one border in reach: three seats, 1/3 + 0.34 = 0.67333, seat 3 at 18 of 33:
    # sqrt(n) (0.67333 - 0.54545) = 1.64485 * 0.46899 + 0.84162 * 0.49793, n = 86.7. Seat 2 adds
    # a little. Seat 1 wins hardly ever, but below 1/3 - 0.34 < 0 it cannot fall.
    assert 87 <= 33 + verdict([1, 14, 18], tolerance=0.34).games_needed <= 89


def test_games_needed_falls_with_games_played_and_with_tolerance():
    assert verdict([200, 200]).games_needed == verdict([100, 100]).games_needed - 200
    assert verdict([8, 8]).games_needed == verdict([100, 100]).games_needed + 200 - 16
    assert verdict([100, 100], tolerance=0.01).games_needed > verdict([100, 100]).games_needed * 3.9


def test_no_number_of_games_is_promised_where_none_helps():
    # On the border; just off it but beyond what anybody plays; torn by unfinished games.
    assert verdict([52, 48]).games_needed is None
    assert verdict([520_010, 479_990]).games_needed is None
    assert verdict([519_990, 480_010]).games_needed is None
    assert verdict([475, 475], unfinished=50).games_needed is None
    # Wider than the band, yet one seat is out whatever becomes of the unfinished games.
    table = verdict([60, 30], unfinished=10)
    assert table.call is Call.INCONCLUSIVE
    assert table.games_needed is not None
    # A little further from the border it is a finite, large number.
    far = verdict([5_210, 4_790]).games_needed
    assert far is not None
    assert 10**6 < far < MOST_GAMES
