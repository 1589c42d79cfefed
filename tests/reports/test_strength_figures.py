"""Figures on how strong strategies are: they say what the frames say, and can be read."""

import pandas as pd
import pytest

from reports.figures import gains, payoffs
from tests.reports import looks

NAMES = ["balanced", "my_strategy.py:the_longest_name_there_is", "=cmd()", "$x_1$", "search:200"]


def pairs(players, gap):
    rows = []
    for n in players:
        for i, one in enumerate(NAMES):
            for j, other in enumerate(NAMES):
                if one != other:
                    value = gap * (j - i) / len(NAMES)
                    call = "wins" if value > 0.04 else "loses" if value < -0.04 else "open"
                    rows.append(
                        {
                            "players": n, "strategy": one, "against": other, "rate": 1 / n + value,
                            "deviation": value, "deviation_low": value - 0.011,
                            "deviation_high": value + 0.011, "call": call, "games": 2000,
                        }
                    )  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize("players", [[2], [2, 3, 4, 5, 6]], ids=str)
def test_payoffs(players):
    figure = payoffs(pairs(players, 0.25), 0.02)
    looks.check(figure)
    # The first among the last: 4/5 of the gap.
    assert figure.title == (
        f"The widest gap: balanced among search:200 with {players[0]} players, +20.0 points from "
        "an equal share"
    )
    assert "+20.0" in looks.words(figure)
    assert "balanced against search:200: +20.0 (+18.9 to +21.1)" in figure.alt


def test_payoffs_without_a_gap():
    figure = payoffs(pairs([3], 0.01), 0.02)
    assert figure.title == "No strategy is shown to beat another by more than the tolerance"


@pytest.mark.parametrize("players", [[2], [2, 3, 4, 5, 6]], ids=str)
@pytest.mark.parametrize("margin", [0.0, 0.02])
def test_gains(players, margin):
    rows = pd.DataFrame(
        [
            {
                "players": n, "row": name, "value": 0.01 * i, "low": 0.01 * i - 0.012,
                "high": 0.01 * i + 0.012, "clear": i > 1,
            }
            for n in players
            for i, name in enumerate(NAMES)
        ]
    )  # fmt: skip
    figure = gains(rows, "What tuned weights gain, by who else plays", margin=margin)
    looks.check(figure)
    assert "search:200 +4.0 (+2.8 to +5.2)" in figure.alt
    assert ("too small to matter, ±2 points" in looks.words(figure)) == bool(margin)
