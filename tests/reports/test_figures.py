"""Figures say what the frames say, and can be read, from one cell to hundreds."""

import numpy as np
import pandas as pd
import pytest

from reports.figures import (
    card_effects,
    heatmap,
    ladder,
    lengths,
    line_plot,
    parameter_map,
    seat_means,
    seat_rates,
    trade_off,
    worths,
)
from reports.figures.front import Aim
from reports.figures.lengths import median_of
from tests.reports import frames, looks

LONG = (
    "The Extraordinarily Long Card Name That Some Designer Is Fond Of",
    "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
    "$x_1$ \\frac",
    "<script>alert(1)</script>",
    "=cmd()",
    " ",
    "two\nlines",
)
SOME = [[4], [1, 2, 3, 4, 5, 6]]


@pytest.mark.parametrize("players", SOME, ids=str)
def test_seat_rates_show_each_seat_against_its_fair_share(players):
    figure = seat_rates(frames.seats(players), 0.02)
    looks.check(figure)
    written = looks.words(figure)
    assert "win rate (%)" in written
    assert "tolerance ±2 points" in written
    for n in players:
        assert f"fair: {100 / n:.1f} %" in written
    assert len(figure.frame) == sum(players)


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("series", [("random", "balanced"), LONG], ids=["two", "long"])
def test_seat_rates_tell_series_apart(players, series):
    figure = seat_rates(frames.seats(players, series=series), 0.02)
    looks.check(figure)
    assert series[0][:20] in looks.words(figure)


@pytest.mark.slow
@pytest.mark.parametrize("bias", [0.0, 1e-5, 0.3])
def test_seat_rates_at_any_scale(bias):
    looks.check(seat_rates(frames.seats(bias=bias), 0.02))
    looks.check(seat_rates(frames.seats(bias=bias, games=10), 0.001))


def test_seat_rates_without_numbers():
    seats = frames.seats().assign(low=np.nan, high=np.nan)
    looks.check(seat_rates(seats, 0.02))
    looks.check(seat_rates(seats.assign(rate=np.nan), 0.02))


def test_a_seat_s_state_follows_its_two_intervals():
    seats = frames.seats([4], bias=0.05)
    assert seat_rates(seats, 0.01).title.startswith("Seat 4 wins 19.7 % of the games")
    assert "outside it" in looks.words(seat_rates(seats, 0.01))
    wide = seat_rates(seats, 0.2)
    assert wide.title == "Every seat wins its fair share within the tolerance"
    assert "outside it" not in looks.words(wide)


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("values", [[30], [20, 31], range(20, 46), range(1, 41)], ids=len)
def test_parameter_map_is_readable_at_any_size(players, values):
    cells = frames.cells(players, winning_cred=values)
    figure = parameter_map(cells, "winning_cred", frames.PRINTED)
    looks.check(figure)
    written = looks.words(figure)
    for said in ("Winning cred", "points from fair", "mean turns", "% of games", "players"):
        assert said in written
    assert len(figure.frame) == len(cells)


def test_parameter_map_marks_the_printed_values_and_judges_them():
    cells = frames.cells([2, 3], winning_cred=[20, 30])
    cells["verdict"] = ["UNFAIR", "FAIR", "INCONCLUSIVE", "UNFAIR"]
    figure = parameter_map(cells, "winning_cred", {2: 30, 3: 30})
    assert figure.title == "Winning cred as printed: fair with 2 players, unfair with 3"
    written = looks.words(figure)
    assert "as printed" in written
    assert "Printed winning cred: 30." in written
    off = parameter_map(cells, "winning_cred", {2: 99})
    assert "99 not on the map" in looks.words(off)
    assert "as printed" not in looks.words(off)


def test_parameter_map_with_holes_and_extremes():
    cells = frames.cells(winning_cred=range(20, 30))
    cells.loc[:10, ["worst_deviation", "turns_mean", "unfinished_share"]] = np.nan
    looks.check(parameter_map(cells.iloc[3:], "winning_cred", frames.PRINTED))
    looks.check(parameter_map(cells.assign(turns_mean=np.nan), "winning_cred", {}))
    looks.check(parameter_map(cells.assign(turns_mean=3.2e9), "winning_cred"))
    looks.check(parameter_map(cells.assign(turns_mean=0.004), "winning_cred"))
    looks.check(parameter_map(cells.assign(worst_deviation=0.8), "winning_cred"))
    looks.check(parameter_map(cells.assign(worst_deviation=0.0), "winning_cred"))
    wide = "A Parameter With A Name That Is Longer Than Any Axis Will Ever Be, By Far And Away"
    looks.check(parameter_map(cells, "winning_cred", {}, label=wide))


def test_parameter_map_of_names():
    cells = frames.cells([2, 3, 4], remove=LONG)
    looks.check(parameter_map(cells, "remove", {2: LONG[0]}))


@pytest.mark.slow
@pytest.mark.parametrize("xs", [[20], range(20, 30), range(20, 60)], ids=len)
@pytest.mark.parametrize("decks", [("assumed",), LONG], ids=["one", "long"])
def test_heatmap_of_a_number_and_a_name(xs, decks):
    cells = frames.cells([4], decks=decks, winning_cred=xs)
    looks.check(heatmap(cells, "winning_cred", "deck"))
    looks.check(heatmap(cells, "deck", "winning_cred", printed=(decks[0], 20)))


def test_heatmap_of_several_player_counts():
    cells = frames.cells([2, 6], decks=("assumed", "flat"), winning_cred=range(20, 26))
    figure = heatmap(cells, "winning_cred", "deck")
    looks.check(figure)
    assert {"2 players", "6 players"} <= set(looks.words(figure).splitlines())


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("values", [[30], range(20, 46), range(0, 4_000_000, 100_000)], ids=len)
def test_line_plot_of_numbers(players, values):
    cells = frames.cells(players, winning_cred=values)
    figure = line_plot(cells, "winning_cred")
    looks.check(figure)
    written = looks.words(figure)
    for said in ("Winning cred", "points from fair", "mean turns"):
        assert said in written
    assert ("% of games" in written) == (cells["unfinished_share"] > 0).any()


@pytest.mark.slow
@pytest.mark.parametrize("names", [("one",), ("a", "b"), LONG, frames.CARDS], ids=len)
def test_line_plot_of_names(names):
    looks.check(line_plot(frames.cells([2, 4, 6], remove=names), "remove"))


def test_line_plot_names_a_value_only_where_every_player_count_tried_it():
    """Counts may be swept over different values: what one of them alone tried is not for all."""
    cells = frames.cells(winning_cred=[20, 30]).assign(verdict="FAIR")
    first = cells["players"].min()
    assert cells["players"].nunique() > 1
    some = cells[(cells["winning_cred"] == 20) | (cells["players"] == first)]
    title = line_plot(some, "winning_cred").title
    assert title.endswith("20 makes every player count fair")
    alone = some[(some["winning_cred"] == 30) | (some["players"] != first)]
    assert "no value tried" in line_plot(alone, "winning_cred").title


@pytest.mark.slow
def test_line_plot_at_any_scale():
    cells = frames.cells(winning_cred=range(20, 30))
    for column, value in (("turns_mean", 1e7), ("turns_mean", 0.001), ("worst_deviation", np.nan)):
        looks.check(line_plot(cells.assign(**{column: value}), "winning_cred"))


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("cap", [None, 200])
def test_lengths_mark_the_median_and_the_cap(players, cap):
    figure = lengths(frames.lengths(players, cap), cap=cap)
    looks.check(figure)
    written = looks.words(figure)
    assert "game length (turns)" in written
    assert ("3.0 % stopped" in written) == (cap is not None)


@pytest.mark.slow
@pytest.mark.parametrize("scale", [0.02, 1, 40, 3000])
def test_lengths_at_any_scale(scale):
    looks.check(lengths(frames.lengths(scale=scale)))


def test_lengths_where_nothing_ends():
    stopped = pd.DataFrame({"players": [2, 3], "turns": [500, 500], "games": [10, 0]})
    figure = lengths(stopped, cap=500)
    looks.check(figure)
    assert "100.0 % stopped" in looks.words(figure)


def test_the_median_of_a_histogram():
    assert median_of(np.array([3, 1, 2]), np.array([1, 1, 1])) == 2
    assert median_of(np.array([1, 9]), np.array([2, 1])) == 1
    assert np.isnan(median_of(np.array([]), np.array([])))


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("cards", [("One",), frames.CARDS, LONG], ids=len)
def test_card_effects_are_ordered_and_readable(players, cards):
    figure = card_effects(frames.effects(players, cards), frames.PANELS)
    looks.check(figure)
    written = looks.words(figure)
    for said in ("In the hand (points)", "A blank (turns)", "false discovery rate"):
        assert said in written


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1e-4, 1, 1e4])
def test_card_effects_at_any_scale(scale):
    looks.check(card_effects(frames.effects(scale=scale), frames.PANELS))


def test_card_effects_stand_in_the_order_of_the_swap_in_every_panel():
    effects = frames.effects([4], ("Small", "Large"))
    effects["value"] = [9.0, 0.1, 0.2, -5.0]  # hand and swap of Small, then of Large
    figure = card_effects(effects.assign(told_apart=True), frames.PANELS)
    assert figure.title == (
        "The largest effects: hand of Small, +9.0 points; swap of Large, −5.0 turns"
    )
    lines = looks.words(figure).splitlines()
    large = [i for i, line in enumerate(lines) if line == "Large ×2"]
    small = [i for i, line in enumerate(lines) if line == "Small ×1"]
    assert len(large) == len(small) == 2
    assert large[0] < small[0] < large[1] < small[1]


def test_card_effects_that_are_not_told_apart_are_not_named():
    effects = frames.effects([3]).assign(told_apart=False)
    assert card_effects(effects, frames.PANELS).title == "No card's effect is told apart from zero"


def test_card_effects_with_missing_numbers():
    effects = frames.effects([2, 4])
    effects.loc[3:9, ["value", "low"]] = np.nan
    looks.check(card_effects(effects, frames.PANELS))
    looks.check(card_effects(effects[effects["kind"] == "hand"], frames.PANELS))
    looks.check(card_effects(effects.assign(value=np.nan), frames.PANELS))


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("names", [("random",), LONG], ids=len)
def test_ladder_by_strategy_and_by_deck(players, names):
    looks.check(ladder(frames.cells(players, lineups=names)))
    figure = ladder(frames.cells(players, decks=names), "deck")
    looks.check(figure)
    assert figure.name == "ladder-deck"
    assert "points from fair" in looks.words(figure)


def test_ladder_says_where_the_verdict_holds():
    cells = frames.cells([2, 3], lineups=("a", "b"))
    cells["verdict"] = ["FAIR", "FAIR", "FAIR", "UNFAIR"]
    assert ladder(cells).title == "The verdict depends on the lineup with 3 players"
    cells["verdict"] = ["FAIR", "FAIR", "FAIR", "INCONCLUSIVE"]
    assert ladder(cells).title == "No lineup turns the verdict; some are not settled"
    cells["verdict"] = "FAIR"
    assert ladder(cells).title == "The verdict is the same for every lineup"


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("labels", [("waiting",), LONG[:2]], ids=len)
def test_seat_means_show_the_distance_from_all_seats(players, labels):
    figure = seat_means(frames.by_seat(players, labels=labels))
    looks.check(figure)
    written = looks.words(figure)
    assert f"{max(players)} players" in written
    assert "points" in written  # the first measure is a share
    assert len(figure.frame) == len(labels) * sum(players)


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1e-4, 1e4, 0.0])
def test_seat_means_at_any_scale(scale):
    looks.check(seat_means(frames.by_seat(scale=scale)))


def test_seat_means_say_who_is_farthest_from_the_mean_in_proportion():
    # Seats 1 and 2 have 6.1 and 6.2 turns, one and two tenths of their mean from it: 6.15.
    waits = frames.by_seat([2], labels=("place", "waiting")).query("label == 'waiting'")
    told = waits.assign(low=waits["mean"] - 0.01, high=waits["mean"] + 0.01)
    said = "Waiting: seat 1 with 2 players has 0.05 turns less than the mean of all seats"
    assert seat_means(told).title == said
    assert "all: 6.2" in looks.words(seat_means(told))
    not_told = waits.assign(low=0, high=99)
    assert seat_means(not_told).title == "No seat is told apart by anything but its wins"


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("cards", [("One",), frames.CARDS, LONG], ids=len)
def test_worths_are_ordered_and_readable(players, cards):
    figure = worths(frames.worths(players, cards))
    looks.check(figure)
    assert "points" in looks.words(figure)


@pytest.mark.slow
@pytest.mark.parametrize("scale", [1e-5, 10.0, 0.0])
def test_worths_at_any_scale(scale):
    looks.check(worths(frames.worths(scale=scale)))


def test_worths_say_what_is_worth_most():
    frame = frames.worths([2, 4], ("Best", "Worst"))
    figure = worths(frame)
    expected = "Best is worth most at every player count: one more is worth 10.0 points"
    assert figure.title.startswith(expected)
    frame.loc[0, "change"] = 0.01
    assert worths(frame).title == "Best is worth most: one more is worth 10.0 points with 4 players"
    rows = looks.words(figure).splitlines()
    assert rows.index("Best") < rows.index("Worst")
    nothing = worths(frame.assign(change=np.nan, low=np.nan, high=np.nan))
    assert nothing.title == "Nobody was told apart"


def test_every_figure_has_a_title_and_an_alternative_text():
    cells = frames.cells(winning_cred=[20, 30])
    for figure in (
        seat_rates(frames.seats(), 0.02),
        parameter_map(cells, "winning_cred", frames.PRINTED),
        line_plot(cells, "winning_cred"),
        lengths(frames.lengths()),
        card_effects(frames.effects(), frames.PANELS),
        ladder(cells),
        seat_means(frames.by_seat()),
        worths(frames.worths()),
    ):
        assert figure.title
        assert "6 players" in figure.alt or "players" in figure.alt
        assert "nan" not in figure.alt
        assert figure.head > 0


def trials(players=(2, 4), label="winning cred 27"):
    """Setups tried by two targets, with and without fresh games."""
    rows = []
    for n in players:
        for i, role in enumerate(["nearest", "printed", "front", "", "", ""]):
            x, y = 1.0 + 2 * i, 30.0 - 4 * i
            rows.append(
                {
                    "players": n, "label": f"{label} {i}", "role": role, "front": i in (0, 2),
                    "x": x, "x_low": x - 0.7, "x_high": x + 0.9,
                    "y": y, "y_low": y - 2, "y_high": y + 2,
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize("players", SOME, ids=str)
@pytest.mark.parametrize("label", ["winning cred", LONG[0]], ids=["short", "long"])
def test_trade_off_is_readable_and_says_what_it_shows(players, label):
    axes = Aim("x", "worst seat", "points", -np.inf, 2), Aim("y", "length", "turns", 10, 20)
    figure = trade_off(trials(players, label), *axes, title="No setup meets the targets")
    looks.check(figure)
    written = looks.words(figure)
    for said in ("worst seat (points)", "length (turns)", "printed", "within the targets"):
        assert said in written
    assert "recommended" not in written  # none is
    assert figure.alt.count("nearest") == len(players)


def test_trade_off_without_bounds_or_values():
    axes = Aim("x", "worst seat", "points", -np.inf, 2), Aim("y", "cred", "", -np.inf, np.inf)
    setups = trials().assign(y=np.nan, y_low=-np.inf, y_high=np.inf)
    looks.check(trade_off(setups, *axes, title="One"))
    one = trials([3]).iloc[:1].assign(x=0.0, x_low=0.0, x_high=0.0)
    looks.check(trade_off(one, *axes, title="One"))
