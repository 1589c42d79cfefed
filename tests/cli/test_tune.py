"""`balance tune`, for whatever game has a strategy with weights."""

import tomllib

import pytest

from sims.core.catalogue import games
from sims.core.strategies import shipped

GAME = next(name for name in reversed(games()) if shipped(name)["balanced"].weights)
OPTIONS = ("tune", GAME, "-p", 2, "--generations", 2, "--population", 4, "-n", 32)


def test_the_command_makes_the_same_file_again_to_the_bit(balance, tmp_path):
    file = tmp_path / "tuned.toml"
    options = (*OPTIONS, "--date", "2026-01-02", "--out", file, "--json")
    first = balance(*options).json
    text = file.read_bytes()
    made = tomllib.loads(text.decode())["players"]["2"]["made"]
    assert made["date"] == "2026-01-02"
    words = made["command"].split()
    assert words[:4] == ["balance", "tune", GAME, "-p"]
    assert words[-2:] == ["--out", "tuned.toml"]
    file.unlink()
    again = balance(*words[1:-1], file, "--json").json
    assert file.read_bytes() == text
    assert again == first


def test_tables_frames_and_figure(balance, tmp_path):
    figure, table = tmp_path / "gains.svg", tmp_path / "gains.csv"
    told = balance(
        *OPTIONS, "--against", "random", "--json", "--figure", figure, "--csv", table
    ).json
    assert [row["against"] for row in told["gains"]] == ["the whole pool", "random"]
    assert {row["weight"] for row in told["weights"]} == set(shipped(GAME)["balanced"].weights)
    assert len(told["course"]) == 2
    for row in told["gains"]:
        assert row["low"] <= row["difference"] <= row["high"]
    if not told["gains"][0]["confirmed"]:
        assert all(row["kept"] == row["untuned"] for row in told["weights"])
    assert figure.read_text().startswith("<?xml")
    assert "the whole pool" in table.read_text()


def test_one_seat_is_told_as_exploitability(balance):
    done = balance(*OPTIONS, "--seat", 2, "-q")
    assert done.code == 0, done.err
    assert "seat 2: tuned for it among 1 balanced a player gains" in done.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--strategy", "random"), "no weights to tune"),
        (("--strategy", "balancd"), "balanced"),
        (("--seat", 9), "seats are 1 to 2"),
        (("--date", "yesterday"), "YYYY-MM-DD"),
        (("--seat", 1, "--within", 9), "no games of its own kind"),
        (("--seat", 1, "--out", "x.toml"), "not a strategy to keep"),
        (("--out", "nowhere/x.toml"), "there is no folder"),
    ],
)
def test_what_cannot_be_asked_ends_with_2(balance, words, message):
    done = balance(*OPTIONS, *words)
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err
