"""What a report is asked for: sections, minutes, another table; and where its games then go."""

from dataclasses import replace

import pytest

from balance.api import Answer
from balance.planning import Question, plan
from balance.reporting import asking, lead
from balance.reporting.actions import MOST, actions
from balance.reporting.clock import Clock
from balance.reporting.content import page
from balance.reporting.open import left_open
from balance.reporting.order import Order, check_order
from balance.reporting.player import play_all
from balance.reporting.runs import Budget, Runs
from balance.reporting.settling import Cell, play_first, settle
from balance.stats import Call
from balance.stopping import Goal, play_until
from sims.core.errors import DesignerError

NAME = "hacked"
ASKED = Question(NAME, (2, 4), seed=5)
TINY = Budget(
    table=200, map=20, sweeps=20, cards=20, fresh=20, rulings=20, advice=64, sample=2, tournament=16
)


class Watch:
    """A clock that is set by hand."""

    def __init__(self):
        self.time = 0.0

    def __call__(self):
        return self.time


# --- orders --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "told"),
    [
        (Order(ASKED, only=("seets",)), "no section 'seets'.*seats"),
        (Order(ASKED, only=("sweep-hand-sizes",)), "sweep-hand-size"),
        (Order(ASKED, only=("profiles",)), "do not differ"),
        (Order(ASKED, only=("compare",)), "--compare"),
        (Order(ASKED, minutes=0), "--budget 0"),
        (Order(ASKED, minutes=float("nan")), "--budget nan"),
        (Order(ASKED, quick=True, minutes=1), "name one of them"),
    ],
)
def test_what_is_impossible_is_refused(order, told):
    with pytest.raises(DesignerError, match=told):
        check_order(order)


def test_only_what_a_section_needs_is_played():
    order = Order(ASKED, only=("seats", "sweep-hand-size"))
    assert list(asking.parts(order, TINY)) == ["sweeps"]
    told = []
    runs = play_all(order, TINY, told.append)
    assert [run.sweep.key for run in runs.sweeps] == ["hand_size"]
    assert (runs.map, runs.cards, runs.advice, runs.rulings) == (None, None, None, None)
    assert runs.games == sum(told) == asking.total_games(order, TINY)
    made = page(order, runs, {})
    assert [section.key for section in made.sections] == ["seats", "sweep-hand-size"]
    assert made.map is None
    assert len(made.lead) == 2


def test_another_table_has_its_section():
    order = check_order(Order(ASKED, only=("compare",), beside="max_turns=5"))
    made = page(order, play_all(order, replace(TINY, rulings=400)), {})
    section, quality = made.sections
    assert section.title == "Beside max_turns=5"
    assert quality.key == "compare-quality"
    assert {"compare", "compare-seats"} <= {table.name for table in section.tables}
    assert any("--compare max_turns=5" in line for line in section.commands)


def test_at_least_three_strengths_are_played_by_default():
    from sims.core.catalogue import games

    assert all(len(game.report.ladder) >= 3 for game in games().values())
    runs = play_all(Order(ASKED, only=("seats",)), TINY)
    assert len(runs.table) >= 3
    assert [answer.results[0].planned.lineup for answer in runs.table] == list(runs.ladder)


# --- time ----------------------------------------------------------------------------------------


def test_a_clock_knows_what_it_affords():
    watch = Watch()
    clock = Clock(2.0, watch)
    clock.seconds_per_game = 0.5
    watch.time = 60.0
    assert (clock.spent, clock.left) == (60.0, 60.0)
    assert clock.affords(120)
    assert not clock.affords(121)
    assert clock.affords(600, 0.1)
    watch.time = 121.0
    assert clock.left == 0.0
    assert not clock.affords(0)
    assert Clock().affords(10**12, 1.0)


def cells(players, lineup="random", tolerance=0.02):
    asked = replace(ASKED, players=players, lineup=(lineup,), tolerance=tolerance)
    return [Cell.of(asked, planned, 0) for planned in plan(asked)]


def test_what_is_settled_in_time_is_what_play_until_verdict_gives():
    """Same looks, same counts, same intervals: so its command line gives the numbers again."""
    found = cells((2, 4), tolerance=0.03)
    play_first(found, 1500, Clock(1.0))
    assert all(cell.games <= 1500 for cell in found)
    settle(found, Clock(1.0))
    for cell in found:
        goal = Goal(most=cell.games)
        [again] = play_until(cell.question, [cell.planned], goal)
        assert again.tally == cell.done.counts
        assert again.verdict == cell.result().verdict
        assert cell.result().verdict.anytime


def test_time_goes_to_open_cells_and_none_is_exceeded():
    """A clock that runs as games are played: no look is begun that it does not afford."""
    watch = Watch()
    clock = Clock(1.0, watch)
    found = cells((2, 3, 4, 5), tolerance=0.004)

    def tick(games):
        watch.time += games * 0.002  # 30,000 games take the whole minute

    play_first(found, 1024, clock, tick)
    assert clock.seconds_per_game == pytest.approx(0.002)
    settle(found, clock, tick)
    assert 45 < clock.spent <= 60
    still = [cell for cell in found if cell.is_open()]
    assert still, "so narrow a tolerance takes more games than there are"
    assert max(cell.games for cell in still) > 1024


def test_a_cell_that_no_games_can_settle_gets_none():
    asked = replace(ASKED, players=(4,), changes={"max_turns": 5})
    [cell] = [Cell.of(asked, planned, 0) for planned in plan(asked)]
    play_first([cell], 1024, Clock(1.0))
    assert cell.is_open()
    assert cell.further() is None
    settle([cell], Clock(1.0))
    assert cell.games == 1024


def test_what_no_time_was_left_for_is_said():
    watch = Watch()

    def tick(games):
        watch.time += games * 0.03

    order = Order(ASKED, minutes=1.0)
    runs = play_all(order, TINY, tick, Clock(1.0, watch))
    assert runs.skipped
    assert runs.cards is None
    told = " ".join(left_open(order, runs))
    assert "Left out for lack of time" in told
    assert "what each card does" in told
    for result in runs.table[-1].results:
        if result.verdict.call is Call.INCONCLUSIVE:
            assert f"{result.tally.games:,} games" in told
    made = page(order, runs, {})
    assert list(made.notes) == left_open(order, runs)
    assert any("--until-verdict --max-games" in c for s in made.sections for c in s.commands)


# --- verdicts and what to do ---------------------------------------------------------------------


def judged(**changes):
    """The table of a few hundred games among each strength, and nothing else."""
    asked = replace(ASKED, players=(4,), changes=changes)
    return asked, play_all(Order(asked, only=("seats",)), TINY)


def test_a_verdict_says_seat_rate_interval_share_call_tolerance_and_strength():
    asked, runs = judged()
    [verdict] = page(Order(asked, only=("seats",)), runs, {}).lead
    seat = max(runs.table[-1].results[0].verdict.seats, key=lambda s: abs(s.rate - 0.25))
    rate, low, high = (f"{100 * end:.1f}" for end in (seat.rate, seat.low, seat.high))
    call = runs.table[-1].results[0].verdict.call.value
    expected = f"seat {seat.seat} wins {rate} % ({low} to {high}) where 25 is fair: {call} at ±2"
    assert expected in verdict.sentence
    assert all(name in verdict.sentence for name in runs.ladder)
    assert verdict.facts["worst_seat"] == {
        "seat": seat.seat, "rate": seat.rate, "low": seat.low, "high": seat.high, "fair": 0.25,
    }  # fmt: skip
    assert verdict.facts["games"] == 200


def test_games_that_do_not_end_come_first_and_carry_their_evidence():
    asked, runs = judged(max_turns=5)
    first, *_ = found = actions(asked, runs)
    assert first.what == "Give games a sure end."
    share = runs.table[-1].cells["unfinished_share"][0]
    assert f"{100 * share:.1f} % (" in first.evidence
    assert "not over after 5 turns" in first.evidence
    assert len(found) <= MOST


def test_a_fair_table_is_to_be_kept():
    asked = replace(ASKED, players=(4,), tolerance=0.2)
    runs = play_all(Order(asked, only=("seats",)), TINY)
    assert {r.verdict.call for r in runs.table[-1].results} == {Call.FAIR}
    [only] = actions(asked, runs)
    assert only.what == "Keep the table at 4 players."
    assert "at every strength tested" in only.strength.lower()


def test_a_value_that_makes_a_row_fair_is_named_with_what_it_adds():
    """Of two players the first is 14 points ahead with 7 cards, about 10 with 2."""
    from balance.reporting.mends import confirming

    asked = Question(NAME, (2,), seed=2, tolerance=0.12, changes={"hand_size": 7})
    order = Order(asked, only=("advice",))
    runs = play_all(order, replace(TINY, table=400, advice=4096))
    [one] = runs.mends
    assert one.after.seed == confirming(asked).seed
    assert len({asked.seed, runs.advice.recommended["seed"][0], one.after.seed}) == 3
    assert one.is_confirmed
    sentence = lead.mend_sentence(runs, 2, order.game)
    assert sentence.startswith(f"Hand size (cards) {one.value} would make it fair and ")
    turns = one.change.turns
    assert f"{abs(turns.difference):.1f}" in sentence
    assert turns.difference == pytest.approx(
        mean_turns(one.after) - mean_turns(one.before), abs=1e-9
    )


def mean_turns(result):
    counts = result.tally.turns
    return sum(turns * n for turns, n in counts.items()) / result.tally.games


def test_no_action_without_numbers():
    """Whatever is advised has an interval or a count of games."""
    runs: Runs = play_all(Order(ASKED), TINY)
    found = actions(ASKED, runs)
    assert 1 <= len(found) <= MOST
    for action in found:
        assert " to " in action.evidence
        assert "games" in action.evidence
    assert isinstance(runs.table[0], Answer)


def test_many_draws_in_a_row_are_one_line_of_the_game_to_read():
    from balance.reporting.sampled import readable

    log = ["deal", *(f"    chance: shuffle: {i} of 9" for i in range(9)), "turn 1", "  chance: x"]
    assert readable(log) == [
        "deal", "    chance: shuffle, 9 draws (`balance trace` lists them)", "turn 1",
        "  chance: x",
    ]  # fmt: skip


def test_json_on_the_terminal_is_that_of_the_folder(balance, monkeypatch, tmp_path):
    import json

    from balance import reporting

    monkeypatch.setattr(reporting, "budget", lambda game, quick: TINY)
    words = ("report", NAME, "-p", 2, "--only", "seats", "--out", tmp_path / "r", "--json", "-q")
    told = balance(*words).json
    assert told["sections"][0]["key"] == "seats"
    assert told == json.loads((tmp_path / "r" / "report.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("games", "text"),
    [(7, "7"), (99, "99"), (101, "110"), (24_044, "25,000")],
)
def test_expected_games_are_told_to_two_digits_rounded_up(games, text):
    assert lead.about(games) == text
