"""A report's sweeps: which values are played, what is compared with what, what is said of it."""

from dataclasses import replace

import numpy as np
import pytest

from balance.labels import label
from balance.planning import Question, plan
from balance.playing import play_cells
from balance.reporting import commands, words
from balance.reporting.effects import sweep_frame
from balance.reporting.sweeps import LeftOut, play_sweeps, possible, sweep_cells
from balance.reporting.swept import sweep_section
from reports.figures import line_plot
from sims.core.catalogue import games
from sims.core.contract import ReportSweep
from tests.reports import frames, looks

HANDS = ReportSweep("hand_size", "How many cards to deal", offsets=(-2, 0, 4), values=(1, 7))
ASKED = Question("hacked", (2, 5), games=300, seed=9)


def test_values_are_those_named_and_those_around_the_tables_own():
    assert HANDS.tried(4, 7) == [1, 5, 7, 11]
    assert HANDS.tried(4, 3) == [1, 3, 7]  # an edited table: 3 - 2 is 1, 3 + 4 is 7
    by_count = ReportSweep("winning_cred", "?", values={2: (40, 30), 3: (1,)})
    assert by_count.tried(2, 35) == [30, 35, 40]
    assert by_count.tried(6, 25) == [25]
    assert ReportSweep("remove", "?", values=("b", "a")).tried(2, "own") == ["own", "b", "a"]


def test_what_is_impossible_is_left_out_and_named():
    cells, left_out = possible(replace(ASKED, players=(5,)), "hand_size", [9, 10, 11])
    assert [cell.at["hand_size"] for cell in cells] == [9]
    assert [(one.players, one.value) for one in left_out] == [(5, 10), (5, 11)]
    assert "5 players need 50 cards, but 47" in left_out[0].why
    # Of 6 consultants 1 is left at 5 players: 2 would be the cell of 1 again.
    cells, left_out = possible(replace(ASKED, players=(5,)), "extra_consultants", [1, 2])
    assert [cell.cell.setup["extra_consultants"] for cell in cells] == [1]
    assert left_out == [LeftOut(5, 2, "2 is played as 1")]


def test_left_outs_are_said_by_player_count_and_reason():
    ones = [LeftOut(5, n, f"{5 * n} cards are needed") for n in (10, 11, 12)]
    said = words.left_out_sentences([*ones, LeftOut(5, 2, "no"), LeftOut(4, 14, "no")])
    assert said == [
        "Left out at 5 players: 10 to 12 (50 cards are needed).",
        "Left out at 5 players: 2 (no).",
        "Left out at 4 players: 14 (no).",
    ]


@pytest.mark.parametrize(
    ("values", "text"),
    [
        ([4], "4"),
        ([3, 4], "3 and 4"),
        ([6, 3, 5, 4], "3 to 6"),
        ([3, 4, 5, 8, 9], "3 to 5, 8 and 9"),
        (["a", "b"], "a and b"),
    ],
)
def test_values_in_ranges(values, text):
    assert words.in_ranges(values) == text


@pytest.mark.parametrize(
    ("game", "key", "text"),
    [
        ("hacked", "hand_size", "hand size (cards)"),
        ("override", "winning_cred", "winning cred"),
        ("hacked", "deck.You've been hacked.copies", "copies of You've been hacked"),
        ("gatecrasher", "hackers.baseline.hand_size", "hand size of baseline"),
        ("gatecrasher", "seat.1.hand_size", "hand size of seat 1"),
    ],
)
def test_keys_in_words(game, key, text):
    assert label(games()[game], key) == text


@pytest.fixture(scope="module")
def run():
    return play_sweeps(ASKED, HANDS, ("random", "hoarder"), None)


def test_a_sweep_is_played_beside_the_tables_own_cells(run):
    assert run.printed == {2: 7, 5: 7}
    assert [one.value for one in run.left_out] == [11]
    frame = sweep_frame(run)
    assert list(frame["hand_size"]) == [1, 5, 7, 11, 1, 5, 7] * 2
    assert list(frame["lineup"]) == ["random"] * 7 + ["hoarder"] * 7
    assert list(frame.loc[frame["printed"], "hand_size"]) == [7] * 4
    # The table's own rows are what `play` counts.
    for lineup in run.rungs:
        asked = replace(ASKED, lineup=(lineup,))
        usual = [result.tally for result in play_cells(asked, plan(asked))]
        rows = frame[frame["printed"] & (frame["lineup"] == lineup)]
        means = [sum(t * n for t, n in tally.turns.items()) / 300 for tally in usual]
        assert list(rows["turns_mean"]) == pytest.approx(means)


def test_changes_are_against_the_tables_own_value_game_by_game(run):
    frame = sweep_frame(run)
    own = frame[frame["printed"]].set_index(["players", "lineup"])
    for _, row in frame[~frame["printed"]].iterrows():
        table = own.loc[(row["players"], row["lineup"])]
        difference = row["turns_mean"] - table["turns_mean"]
        assert row["turns_change"] == pytest.approx(difference)
        assert row["turns_change_low"] < difference < row["turns_change_high"]
        distance = abs(row["worst_deviation"]) - abs(table["worst_deviation"])
        assert row["distance_change"] == pytest.approx(distance)
        assert row["distance_change_low"] <= distance <= row["distance_change_high"]
    assert np.isnan(frame.loc[frame["printed"], "turns_change"]).all()


def test_the_section_tells_each_player_count_and_strength(run):
    section = sweep_section(ASKED, run)
    looks.check(section.figures[0])
    first, two, five, left_out = section.paragraphs
    assert first.startswith("Hand size (cards): one value at a time")
    assert two.startswith("2 players, 7 in the table. From 1 to 11 games get shorter among")
    assert five.startswith("5 players, 7 in the table. From 1 to 7 games")
    for said in (two, five):
        assert "among hoarder" in said
        assert "among random" in said
    assert left_out.startswith("Left out at 5 players: 11 (")
    assert section.key == section.figures[0].name == "sweep-hand-size"
    assert len(section.tables[0].frame) == 14


def test_a_sweep_with_the_tables_own_value_alone_says_so():
    alone = play_sweeps(replace(ASKED, games=50), ReportSweep("hand_size", "?"), ("random",), None)
    said = words.sweep_sentences(alone, sweep_frame(alone), games()["hacked"])
    assert said == [f"{n} players: only 7 can be played, the table's own." for n in (2, 5)]


@pytest.mark.parametrize("game", games())
def test_declared_sweeps_can_be_played(game):
    """Every sweep of every game changes something of its table at some player count."""
    for sweep in games()[game].report.sweeps:
        cells = [sweep_cells(Question(game), sweep, base)[0] for base in plan(Question(game))]
        assert all(cells), sweep.key
        assert max(map(len, cells)) > 1, sweep.key
        assert sweep.title


def test_line_plot_rings_what_is_printed():
    cells = frames.cells([2, 4], winning_cred=[20, 30])
    figure = line_plot(cells, "winning_cred", printed={2: 30, 4: 20})
    looks.check(figure)
    assert "as printed" in looks.words(figure)
    rings = [line for line in figure.figure.axes[0].lines if line.get_markersize() == 10]
    places = [line.get_xydata().tolist() for line in rings]
    deviation = 100 * cells.set_index(["players", "winning_cred"])["worst_deviation"].abs()
    assert places == [[[30, deviation[2, 30]]], [[20, deviation[4, 20]]]]
    assert "as printed" not in looks.words(line_plot(cells, "winning_cred"))


def test_line_plot_leaves_out_unfinished_games_where_there_are_none():
    cells = frames.cells([2, 4], winning_cred=[20, 30])
    assert "Unfinished" in looks.words(line_plot(cells, "winning_cred"))
    figure = line_plot(cells.assign(unfinished_share=0.0), "winning_cred")
    looks.check(figure)
    assert "Unfinished" not in looks.words(figure)
    assert "Every game was finished." in looks.words(figure)


def test_the_command_of_a_sweep_does_not_set_what_it_sweeps():
    """`sweep` refuses that; what else is set stays."""
    asked = replace(ASKED, players=(2,), changes={"hand_size": 6, "max_turns": 300})
    typed = commands.sweep(asked, "hand_size", [5, 6, 7], "random", 100)
    assert typed == (
        "balance sweep hacked --over hand_size=5:7 --lineup random -n 100 -p 2 "
        "--set max_turns=300 --seed 9"
    )
