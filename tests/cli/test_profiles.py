"""`balance profiles`, for whatever game has profiles, by our word and by its own."""

import csv
import io

import pytest

from sims.core.catalogue import games
from sims.core.data import read_data

GAME = next(game for game in games().values() if game.profiles is not None)
OTHER = next((name for name, game in games().items() if game.profiles is None), None)
WORD = GAME.profiles.option


def test_profiles_json_csv_and_figure(balance, tmp_path):
    table, figure = tmp_path / "field.csv", tmp_path / "pairs.svg"
    done = balance(
        "profiles", GAME.name, "-p", 3, "-n", 300, "--json", "--csv", table, "--figure", figure,
        "--no-ledger",
    )  # fmt: skip
    told = done.json
    assert told["players"] == [3]
    assert len(told["field"]) == len(told["names"]) > 1
    assert len(told["pairs"]) == len(told["names"]) * (len(told["names"]) - 1)
    assert told["assumptions"]
    for row in told["field"] + told["pairs"]:
        assert row["low"] <= row["rate"] <= row["high"]
        assert row["games"] >= 60
    rows = list(csv.DictReader(io.StringIO(table.read_text())))
    rates = [row["rate"] for row in told["field"]]
    assert [float(row["rate"]) for row in rows] == pytest.approx(rates, abs=1e-9)
    assert figure.read_text().startswith("<?xml")


def test_the_games_own_word_is_a_command(balance):
    options = ("-p", 2, "-n", 100, "--no-search", "--no-ledger")
    own, ours = balance(WORD, GAME.name, *options), balance("profiles", GAME.name, *options)
    assert own.out == ours.out
    assert "share of the wins among the others" in own.out
    assert "ASSUMPTION" in own.out


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--lineup", "random,random,balanced"), "one strategy is needed"),
        (("--figure", "pairs.gif"), "allowed: .png, .svg, .pdf"),
        ((f"--{WORD}", "nobody-of-that-name"), "nobody-of-that-name"),
        (("--csv", "nowhere/field.csv"), "there is no folder"),
    ],
)
def test_what_cannot_be_asked_ends_with_2(balance, options, message):
    done = balance("profiles", GAME.name, "-p", 2, "-n", 10, "--no-ledger", *options)
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


def test_a_game_without_profiles_says_so(balance):
    done = balance("profiles", OTHER, "-p", 2, "-n", 10, "--no-ledger")
    assert done.code == 2
    assert "there are no profiles" in done.err


def test_play_tells_rounds_and_profiles(balance):
    told = balance(
        "play", GAME.name, "-p", 4, "-n", 500, "--profiles", "draw", "--json", "--no-ledger"
    ).json
    for measure in GAME.measures:
        if measure.kind == "count":
            counts = {int(value): n for value, n in told[measure.name]["histogram"].items()}
            total = sum(counts.values())
            mean = sum(value * n for value, n in counts.items()) / total
            assert told[measure.name]["mean"] == pytest.approx(mean)
            assert told[f"{measure.name}_mean"] == pytest.approx(mean)
            squares = sum(value**2 * n for value, n in counts.items()) / total - mean**2
            spread = (squares * total / (total - 1)) ** 0.5
            assert told[measure.name]["sd"] == pytest.approx(spread)
    by = told[f"by_{GAME.profiles.one}"]
    assert sum(entry["wins"] for entry in by.values()) == 500 - told["draws"] - told["unfinished"]
    assert sum(entry["seats"] for entry in by.values()) == 4 * 500
    assert all(entry["low"] <= entry["rate"] <= entry["high"] for entry in by.values())
    for entry in told["explained"].values():
        assert 0 <= entry["low"] <= entry["high"] <= 1


def test_who_sits_nowhere_cannot_be_swept(balance):
    """All cells would be the same; where a cell of the sweep has the profile, it is played."""
    default, field = GAME.profiles.default, GAME.profiles.fields[0]
    absent = next(name for name in read_data(GAME, None).profiles if name != default)
    axis = ("--over", f"{WORD}.{absent}.{field.key}={field.low}:{field.low + 1}")
    words = ("sweep", GAME.name, "-p", GAME.players.start, "-n", 2, "-q", *axis)
    done = balance(*words)
    assert done.code == 2
    assert f"at the table is {absent!r}, but {default}; --{WORD} says" in done.err
    assert balance(*words, f"--{WORD}", absent).code == 0
    assert balance(*words, "--over", f"{WORD}={default},{absent}").code == 0
