"""The figures of game quality: readable from one player count to many, with all their numbers."""

import numpy as np
import pandas as pd
import pytest

from reports.figures import courses, deciding_parts, quality_changes
from tests.reports import looks

KINDS = ("little drama", "usual drama", "much drama")


def paths(players, turns=12):
    rng = np.random.default_rng(3)
    rows = []
    for n in players:
        for kind in KINDS:
            for turn in range(1, turns + 1):
                for seat, rate in enumerate(rng.dirichlet(np.ones(n)), 1):
                    rows.append(
                        {
                            "players": n, "kind": kind, "game_id": 17, "drama": 0.0312,
                            "turn": turn * 7, "seat": seat, "rate": rate,
                        }
                    )  # fmt: skip
    return pd.DataFrame(rows)


def parts(players):
    rows = []
    for n in players:
        for part, mean in (("the seat", 0.01), ("the deal", 0.24), ("the play", 0.75)):
            rows.append(
                {"players": n, "part": part, "mean": mean, "low": mean - 0.01, "high": mean + 0.02}
            )
    return pd.DataFrame(rows)


@pytest.mark.parametrize(("players", "turns"), [([2], 1), ([3], 12), ([2, 3, 4, 5, 6], 25)])
def test_courses_show_each_seat_of_each_game(players, turns):
    figure = courses(paths(players, turns), title="A finding")
    looks.check(figure)
    written = looks.words(figure)
    for n in players:
        assert f"{n} players: little drama" in written
    assert written.count("game 17, drama 3.1 %") == 3 * len(players)
    assert f"seat {max(players)}" in written
    panel = figure.figure.axes[0]
    drawn = figure.frame[
        (figure.frame["players"] == players[0]) & (figure.frame["kind"] == KINDS[0])
    ]
    for line, (_, path) in zip(panel.lines, drawn.groupby("seat"), strict=True):
        assert line.get_xdata() == pytest.approx(path["turn"])
        assert line.get_ydata() == pytest.approx(100 * path["rate"])


def test_a_phone_shows_the_usual_game_of_each_count():
    figure = courses(paths([2, 4]), title="A finding")
    assert len(figure.figure.axes) == 6
    assert len(figure.narrow.axes) == 2


@pytest.mark.parametrize("players", [[4], [2, 3, 4, 5, 6]])
def test_parts_are_drawn_with_their_intervals(players):
    figure = deciding_parts(parts(players), title="A finding")
    looks.check(figure)
    written = looks.words(figure)
    assert "the deal" in written
    assert "share of the variance of who wins (%)" in written
    assert "the deal 24.0 %" in figure.alt
    [axes] = figure.figure.axes
    ends = axes.containers[1][2][0].get_segments()[0][:, 0]
    assert ends == pytest.approx([23, 26])


def quality_rows(calls=("more", "open", "open")):
    """Changes of three measures: one told apart, one not, one that nothing bounds."""
    rows = []
    for players in (2, 4):
        for (label, unit, change, half), call in zip(
            [("drama", "share", 0.08, 0.03), ("comebacks", "share", 0.01, 0.05),
             ("length", "turns", 0.1, np.inf)], calls, strict=True,
        ):  # fmt: skip
            rows.append(
                {"players": players, "variant": "b", "lineup": "random", "measure": label,
                 "label": label, "unit": unit, "seat": pd.NA, "change": change,
                 "joint_low": change - half, "joint_high": change + half, "call": call}
            )  # fmt: skip
    return pd.DataFrame(rows).astype({"seat": "Int64"})


def test_the_changes_of_game_quality_are_drawn_a_block_for_each_unit():
    figure = quality_changes(quality_rows())
    words = looks.words(figure)
    assert "Change in shares (points)" in words
    assert "Change in length" in words
    assert "no bar: too few games differ" in words
    assert figure.title == (
        "2 of 6 changes in game quality are told apart; the largest: drama, +8.0 points with 2 "
        "players"
    )
    assert "drama +8.0 (+5.0 to +11.0) points" in figure.alt
    assert "length +0.1 (no bounds) turns" in figure.alt
    looks.check(figure)


def test_no_change_of_game_quality_and_a_single_one_are_told_as_such():
    nothing = quality_changes(quality_rows(("open", "open", "open")))
    assert nothing.title == "No change in game quality is told apart"
    one = quality_rows().iloc[:3]
    assert quality_changes(one).title.startswith("1 of 3 changes in game quality is told apart: dr")
