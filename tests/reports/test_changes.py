"""The figure of changes says what the frame says, and can be read."""

import numpy as np
import pandas as pd
import pytest

from reports.figures import changes
from tests.reports import looks


def frame(variants, players=(2, 3, 4, 5, 6), lineups=("balanced",)):
    """Rows as `balance.compare` makes them; the first variant has a large effect everywhere."""
    rows = []
    for place, variant in enumerate(variants):
        for n in players:
            for lineup in lineups:
                worst = 0.04 if place == 0 else 0.001 * place
                rows.append(
                    {
                        "players": n, "lineup": lineup, "variant": variant, "turns_before": 40.0,
                        "worst_change": worst, "worst_joint_low": worst - 0.01,
                        "worst_joint_high": worst + 0.01,
                        "worst_call": "less fair" if place == 0 else "open",
                        "turns_call": "shorter", "turns_change": -2.0, "turns_joint_low": -3.0,
                        "turns_joint_high": -1.0,
                        "unfinished_change": 0.0, "unfinished_joint_low": -0.002,
                        "unfinished_joint_high": 0.002,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)


LONG = "a_ruling_with_a_name_that_never_ends=and_a_choice_that_is_longer_still, far and wide"


@pytest.mark.parametrize("players", [(4,), (2, 3, 4, 5, 6)], ids=str)
@pytest.mark.parametrize("lineups", [("balanced",), ("random", "balanced")], ids=len)
def test_changes_can_be_read(players, lineups):
    figure = changes(frame(["tie=shared", LONG, "deck=flat"], players, lineups))
    looks.check(figure)
    written = looks.words(figure)
    for said in ("tie=shared", "points", "% of it", "unfinished", "too small to matter"):
        assert said in written
    assert len(figure.frame) == 3 * len(players) * len(lineups)


def test_the_title_and_the_text_say_the_largest_that_is_shown():
    figure = changes(frame(["tie=shared", "deck=flat"]))
    assert figure.title == "tie=shared is less fair with 2 players: the worst seat by 4.0 points"
    assert "tie=shared among balanced +4.0 (+3.0 to +5.0)" in figure.alt
    short = changes(frame(["a", "b"]).assign(worst_call="open"))
    assert short.title == (
        "No change in fairness is shown; with a, games of 2 players are 2.0 turns shorter"
    )
    nothing = changes(frame(["a", "b"]).assign(worst_call="open", turns_call="open"))
    assert nothing.title == "No change in fairness or length is shown"


def test_the_largest_shown_is_on_top_however_the_rows_come():
    rows = frame(["tie=shared", "deck=flat", "deck=steep"])
    back = rows.iloc[::-1].reset_index(drop=True)
    assert [t for t in looks.words(changes(back)).split("\n") if "=" in t][:1] == ["tie=shared"]


def test_a_change_without_an_interval_has_no_bar():
    rows = frame(["tie=shared"]).assign(turns_joint_low=-np.inf, turns_joint_high=np.inf)
    looks.check(changes(rows))
