"""`--precision` and `--until-verdict`: what stops a cell, and that nothing else does."""

from itertools import pairwise

import pytest

from balance import Goal, play, sweep
from balance.stats import Call, verdict
from balance.stopping import FIRST_LOOK
from sims.core.catalogue import games

QUICK = max(games().values(), key=lambda game: game.report.scale).name
RULING = next(r for r in games()[QUICK].rulings if len(r.choices) > 1)
UNTIMED = ["simulated", "seconds"]


def first_met(goal, answer):
    """The first look at which a goal is met by games of each number, and whether it ever is."""
    for number in goal.looks():
        played = play(QUICK, players=answer["players"], games=number, tolerance=answer["tolerance"])
        tally = played.results[0].tally
        found = verdict(tally.wins, tally.draws, tally.unfinished, answer["tolerance"], True)
        if goal.is_met(found):
            return number
    return goal.most


def test_looks_are_fixed_numbers():
    looks = Goal(most=5000).looks()
    assert looks[0] == FIRST_LOOK
    assert looks[-1] == 5000
    assert looks == sorted(set(looks))
    assert all(later <= 1.4 * earlier for earlier, later in pairwise(looks))
    assert Goal(most=100).looks() == [100]
    assert Goal(most=FIRST_LOOK).looks() == [FIRST_LOOK]


@pytest.mark.parametrize(
    ("goal", "tolerance"), [(Goal(0.06, 30_000), 0.02), (Goal(None, 30_000), 0.06)]
)
def test_a_cell_stops_at_the_first_look_that_meets_the_goal(goal, tolerance):
    answer = play(QUICK, players=3, goal=goal, tolerance=tolerance)
    [result] = answer.results
    expected = first_met(goal, {"players": 3, "tolerance": tolerance})
    assert result.tally.games == expected < goal.most
    assert result.verdict.anytime
    if goal.precision is None:
        assert result.verdict.call is not Call.INCONCLUSIVE
    else:
        assert max(s.high - s.low for s in result.verdict.seats) <= goal.precision


def test_only_open_cells_are_played_on():
    """Some cells are settled early; the same games decide whatever else is asked."""
    over = {f"ruling.{RULING.name}": RULING.choices}
    goal = Goal(most=6000)
    together = sweep(QUICK, over, players=(2, 3), goal=goal, tolerance=0.04)
    numbers = {}
    for result in together.results:
        cell = result.planned.cell
        choice = cell.rulings[RULING.name]
        alone = play(
            QUICK, players=cell.players, goal=goal, tolerance=0.04, rulings={RULING.name: choice}
        ).results[0]
        assert alone.tally == result.tally
        numbers[cell.players, choice] = result.tally.games
    assert len(set(numbers.values())) > 1


def test_neither_threads_nor_a_ledger_change_it(tmp_path, balance):
    words = ("play", QUICK, "-p", 3, "--precision", 8, "--json")
    plain = balance(*words).json
    one = balance(*words, "--threads", 1).json
    file = tmp_path / "ledger.sqlite"
    # A ledger that holds other ranges of the same cell, more and fewer than the looks.
    balance("play", QUICK, "-p", 3, "-n", 100, "--ledger", file)
    balance("play", QUICK, "-p", 3, "-n", 50_000, "--ledger", file)
    kept = balance(*words, "--ledger", file).json
    again = balance(*words, "--ledger", file).json
    assert again["simulated"] == 0
    for other in (one, kept, again):
        for key in plain.keys() - {"simulated", "seconds", "games_per_second"}:
            assert other[key] == plain[key], key
    assert plain["verdict"]["anytime"]
    assert max(seat["high"] - seat["low"] for seat in plain["seats"]) <= 0.08


def test_at_most_so_many_games(balance):
    facts = balance("play", QUICK, "-p", 3, "--precision", 0.05, "--max-games", 2000, "--json").json
    assert facts["games"] == 2000
    assert facts["verdict"]["call"] == "INCONCLUSIVE"
    assert facts["verdict"]["games_needed"] is None


def test_all_rotations_are_played_equally_often():
    names = "random,random,balanced"
    answer = play(QUICK, players=3, lineup=names, rotate=True, goal=Goal(0.08))
    assert len(answer.results) == 3
    assert len({result.tally.games for result in answer.results}) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--precision", "1", "--until-verdict"), "two goals"),
        (("--max-games", "10"), "--max-games is for"),
        (("--precision", "0"), "--precision 0:"),
        (("--precision", "200"), "--precision 200:"),
        (("--precision", "nan"), "--precision nan:"),
        (("--until-verdict", "--max-games", "0"), "--max-games 0:"),
    ],
)
def test_goals_that_cannot_be(balance, words, said):
    done = balance("play", QUICK, "-p", 3, *words)
    assert done.code == 2
    assert said in done.err
