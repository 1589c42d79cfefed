"""Figures on profiles and on what seats had: they say what the frames say, and can be read."""

import pandas as pd
import pytest

from reports.figures import explained, profile_pairs, profile_shares, trait_rates
from tests.reports import looks

NAMES = [
    "vault",
    "baseline",
    "The Hacker With The Longest Name Of All",
    "=cmd()",
    "$x_1$",
    "b",
    "c",
]
DEVIATION = {"vault": 0.31, "baseline": -0.12}


def shares(players, against=False):
    rows = []
    for n in players:
        for one in NAMES:
            for other in NAMES if against else ["field"]:
                value = DEVIATION.get(one, 0.001) - (DEVIATION.get(other, 0.0) if against else 0)
                call = "TOO STRONG" if value > 0.04 else "TOO WEAK" if value < -0.04 else "FAIR"
                if one != other:
                    rows.append(
                        {
                            "players": n, "lineup": "balanced", "profile": one, "against": other,
                            "rate": 1 / n + value, "deviation": value,
                            "deviation_low": value - 0.012, "deviation_high": value + 0.012,
                            "call": call, "games": 4096,
                        }
                    )  # fmt: skip
    return pd.DataFrame(rows)


@pytest.mark.parametrize("players", [[4], [2, 3, 4, 5, 6]], ids=str)
def test_profile_shares(players):
    figure = profile_shares(shares(players), 0.02, word="hacker")
    looks.check(figure)
    written = looks.words(figure)
    assert "vault" in written
    assert figure.title == (
        f"vault is too strong with {players[0]} players: +31.0 points from fair, the farthest of "
        "2 that are off"
    )
    assert "vault +31.0 (+29.8 to +32.2), too strong" in figure.alt
    assert len(figure.frame) == len(NAMES) * len(players)


@pytest.mark.parametrize("players", [[2], [2, 4, 6]], ids=str)
def test_profile_pairs(players):
    figure = profile_pairs(shares(players, against=True), 0.02, word="hacker")
    looks.check(figure)
    written = looks.words(figure)
    assert "+43.0" in written
    assert "−43.0" in written
    assert "±1.2" in written
    assert figure.title == (
        "The widest gap: vault against baseline with 2 players, +43.0 points from fair"
    )
    assert "vault against baseline: +43.0 (+41.8 to +44.2)" in figure.alt


def test_nobody_is_off():
    calm = shares([3]).assign(call="FAIR")
    assert profile_shares(calm, 0.02, word="hacker").title == (
        "No hacker is shown to be too strong or too weak"
    )
    pairs = shares([3], against=True).assign(call="INCONCLUSIVE")
    assert profile_pairs(pairs, 0.02, word="hacker").title == (
        "No hacker is shown to beat another by more than the tolerance"
    )


def rates(players):
    rows = []
    for n in players:
        for value in range(1, n + 1):
            deviation = 0.05 if value == 1 else -0.05 / (n - 1)
            rows.append(
                {
                    "players": n, "value": value, "label": str(value), "deviation": deviation,
                    "deviation_low": deviation - 0.01, "deviation_high": deviation + 0.01,
                }
            )  # fmt: skip
    return pd.DataFrame(rows)


def test_trait_rates():
    figure = trait_rates(rates([2, 6]), label="turn order, round 1")
    looks.check(figure)
    assert figure.title == (
        "By turn order, round 1: 1 wins most with 2 players, +5.0 points from the mean"
    )
    assert "1 +5.0 points (+4.0 to +6.0)" in figure.alt
    flat = rates([2]).assign(deviation=0.0, deviation_low=-0.01, deviation_high=0.01)
    assert "no value is shown to win more" in trait_rates(flat, label="order").title


def test_explained():
    frame = pd.DataFrame(
        {
            "players": [2, 2, 4, 4], "label": ["opening roll", "the hacker who sits there"] * 2,
            "share": [0.012, 0.21, -0.001, 0.11], "low": [0.004, 0.2, 0.0, 0.1],
            "high": [0.02, 0.22, 0.003, 0.12],
        }
    )  # fmt: skip
    figure = explained(frame)
    looks.check(figure)
    assert figure.title == (
        "Who wins is explained most by the hacker who sits there: 21.0 % of the variance with "
        "2 players"
    )
    assert "opening roll 1.2 % (0.4 to 2.0)" in figure.alt
    assert figure.frame["share"].min() == -0.001  # as it was estimated
