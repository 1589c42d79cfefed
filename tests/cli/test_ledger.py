"""Commands with a ledger: nothing is played twice, and no kill changes a number."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest

from balance.ledgers import OLD, USABLE
from sims.core import data
from sims.core.catalogue import games

NAMES = list(games())
QUICK = max(games().values(), key=lambda game: game.report.scale).name
RULING = next(r for r in games()[QUICK].rulings if len(r.choices) > 1)
OVER = f"ruling.{RULING.name}={','.join(RULING.choices)}"


@pytest.fixture
def file(tmp_path):
    return tmp_path / "ledger.sqlite"


def play(balance, file, *words, game=QUICK, number=200):
    return balance("play", game, "-p", 3, "-n", number, *words, "--ledger", file, "--json").json


@pytest.mark.parametrize("game", NAMES)
def test_only_the_games_that_are_missing_are_played(balance, file, game):
    alone = balance("play", game, "-p", 3, "-n", 500, "--json").json
    first = play(balance, file, game=game)
    assert first["simulated"] == first["games"] == 200
    more = play(balance, file, game=game, number=500)
    assert (more["simulated"], more["games"]) == (300, 500)
    again = play(balance, file, game=game, number=500)
    assert (again["simulated"], again["games_per_second"]) == (0, None)
    fewer = play(balance, file, game=game)
    assert fewer["simulated"] == 0
    for facts in (more, again):
        for key in alone.keys() - {"simulated", "seconds", "games_per_second"}:
            assert facts[key] == alone[key], key
    assert fewer["wins"] == first["wins"]


def test_what_changes_a_game_is_another_cell(balance, file, tmp_path):
    """Seed, setup, deck, ruling, weights and a strategy's source; not a comment, not threads."""
    game = games()[QUICK]
    folder = shutil.copytree(data.shipped(game), tmp_path / "data")
    mine = tmp_path / "mine.py"
    source = (
        f"from balance import strategy\n\n\n@strategy({QUICK!r}, weights={{'w': 1.0}})\n"
        "def first(view, options, rules, weights, stream):\n    return 0\n"
    )
    mine.write_text(source)
    title, key = game.titles[-1], next(p.key for p in game.parameters if p.key != game.turn_limit)
    shared = ("--data", folder)
    assert play(balance, file, *shared)["simulated"] == 200
    for words in (
        ("--seed", 2),
        ("--set", f"{key}=3"),
        ("--set", f"deck.{title}.copies=2"),
        ("--ruling", f"{RULING.name}={RULING.choices[1]}"),
        ("--lineup", mine),
        ("--lineup", mine, "--set", "weights.first.w=2"),
    ):
        assert play(balance, file, *shared, *words)["simulated"] == 200, words
        assert play(balance, file, *shared, *words)["simulated"] == 0, words
    mine.write_text(source.replace("return 0", "return options.count - 1"))
    assert play(balance, file, *shared, "--lineup", mine)["simulated"] == 200
    for path in folder.rglob("*.toml"):
        path.write_text("# a remark\n" + path.read_text())
    assert play(balance, file, *shared)["simulated"] == 0
    assert play(balance, file, *shared, "--threads", 1)["simulated"] == 0
    assert play(balance, file, *shared, "--lineup", "random,random,random")["simulated"] == 0


def test_a_change_of_the_rules_is_another_cell(balance, file, monkeypatch):
    assert play(balance, file)["simulated"] == 200
    monkeypatch.setattr("sims.core.runner.rules_digest", lambda game: "other rules")
    assert play(balance, file)["simulated"] == 200
    assert play(balance, file)["simulated"] == 0


def test_every_command_asks_it(balance, file):
    words = ("sweep", QUICK, "-p", "2,3", "--over", OVER, "-n", 100)
    alone = balance(*words, "--json").json
    assert sum(cell["simulated"] for cell in alone["cells"]) == 200 * len(RULING.choices)
    balance(*words, "--ledger", file)
    again = balance(*words, "--ledger", file, "--json").json
    assert sum(cell["simulated"] for cell in again["cells"]) == 0
    assert again["seats"] == alone["seats"]
    one = play(balance, file, "--ruling", f"{RULING.name}={RULING.choices[1]}", number=100)
    assert one["simulated"] == 0  # a cell of the sweep is a cell of play


def test_the_default_is_beside_the_data(balance, tmp_path, monkeypatch):
    monkeypatch.delenv("BALANCE_NO_LEDGER")
    folder = shutil.copytree(data.shipped(games()[QUICK]), tmp_path / "mine")
    words = ("play", QUICK, "-p", 3, "-n", 50, "--data", folder, "--json")
    assert balance(*words).json["simulated"] == 50
    assert (tmp_path / ".balance" / "ledger.sqlite").exists()
    assert (tmp_path / ".balance" / ".gitignore").read_text() == "*\n"
    assert balance(*words).json["simulated"] == 0
    assert balance(*words, "--no-ledger").json["simulated"] == 50


def test_a_ledger_that_cannot_be_used_is_an_error(balance, tmp_path):
    text = tmp_path / "notes.txt"
    text.write_text("my notes, which are no database\n" * 20)
    for file in (text, tmp_path, tmp_path / "notes.txt" / "ledger.sqlite"):
        done = balance("play", QUICK, "-p", 3, "-n", 50, "--ledger", file)
        assert done.code == 2
        assert f"--ledger {file}" in done.err
    assert text.read_text().startswith("my notes")


# balance ledger


def test_it_says_what_it_holds(balance, file, tmp_path):
    play(balance, file)
    play(balance, file, "--seed", 2)
    facts = balance("ledger", "--ledger", file, "--json", "--export", tmp_path / "a.csv").json
    assert [(c["game"], c["players"], c["lineup"], c["games"]) for c in facts["cells"]] == [
        (QUICK, 3, "random", 200)
    ] * 2
    assert {cell["seed"] for cell in facts["cells"]} == {1, 2}
    assert {cell["state"] for cell in facts["cells"]} == {USABLE}
    assert facts["bytes"] >= file.stat().st_size
    assert pd.read_csv(tmp_path / "a.csv")["games"].tolist() == [200, 200]
    assert "400" in balance("ledger", "--ledger", file).out


def test_it_says_what_it_holds_of_game_quality(balance, file):
    words = ("--quality", "--quality-games", 4, "--playouts", 4)
    play(balance, file, *words)
    cells = balance("ledger", "--ledger", file, "--json").json["cells"]
    states = {cell["kind"]: cell["state"] for cell in cells}
    assert {states["looks"], states["deals"]} == {USABLE}


def test_it_plays_a_sample_again(balance, file, monkeypatch):
    for number in (1000, 2000, 3000):
        play(balance, file, number=number)
    assert balance("ledger", "--ledger", file, "--verify", 3).out.startswith("verified: 3 ")
    facts = balance("ledger", "--ledger", file, "--verify", 99, "--json").json
    assert facts["verified"] == sum(cell["chunks"] for cell in facts["cells"])
    assert facts["problems"] == []
    # A kernel that plays otherwise, though its source is the same: every chunk shows it.
    monkeypatch.setattr("sims.core.runner.play_tally", lambda job, stop: job.nothing())
    done = balance("ledger", "--ledger", file, "--verify", 99)
    assert done.code == 1
    key = facts["cells"][0]["key"]
    assert f"{key} ({QUICK}, 3 players, tally, random), games 0 to 999: other counts" in done.out
    problems = json.loads(balance("ledger", "--ledger", file, "--verify", 99, "--json").out)
    assert {problem["key"] for problem in problems["problems"]} == {key}


def test_a_strategy_file_is_played_again_if_it_is_named(balance, file, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(
        f"from balance import strategy\n\n\n@strategy({QUICK!r})\n"
        "def first(view, options, rules, weights, stream):\n    return 0\n"
    )
    play(balance, file, "--lineup", mine, number=50)
    verify = ("ledger", "--ledger", file, "--verify", 1)
    done = balance(*verify)
    assert done.code == 0
    assert "not verifiable: 1 chunk: played with the strategy file mine.py: name it" in done.out
    assert balance(*verify, "--strategy", mine).out.startswith("verified: 1 chunk played again")
    for words in (
        (*verify, "--strategy", tmp_path / "yours.py"),
        (*verify, "--strategy", tmp_path),
        (*verify, "--strategy", file),
        ("ledger", "--ledger", file, "--strategy", mine),
    ):
        refused = balance(*words)
        assert refused.code == 2, words
        assert "--strategy" in refused.err or "no such file" in refused.err


def test_it_forgets_what_cannot_be_used(balance, file, monkeypatch):
    play(balance, file)
    with monkeypatch.context() as patch:
        patch.setattr("sims.core.runner.rules_digest", lambda game: "other rules")
        play(balance, file)
    states = [c["state"] for c in balance("ledger", "--ledger", file, "--json").json["cells"]]
    assert sorted(states) == sorted([USABLE, OLD])
    facts = balance("ledger", "--ledger", file, "--prune", "--json").json
    assert (facts["pruned"], facts["pruned_games"]) == (1, 200)
    assert [cell["state"] for cell in facts["cells"]] == [USABLE]
    assert play(balance, file)["simulated"] == 0


def test_a_ledger_that_is_not_there(balance, tmp_path):
    done = balance("ledger", "--ledger", tmp_path / "none.sqlite")
    assert done.code == 2
    assert "no such file" in done.err


# kills


@pytest.mark.slow
def test_twenty_kills_change_no_bit(balance, chunks, file, tmp_path):
    """A sweep that is killed 20 times, then resumed: its frames are the same.

    At random moments, and every fourth time soon after it has kept a chunk, so that something is
    left behind on a machine however slow.
    """
    words = ("sweep", QUICK, "-p", "2:4", "--over", OVER, "-n", "100000")
    environment = {k: v for k, v in os.environ.items() if k != "BALANCE_NO_LEDGER"}
    chance = random.Random(3)
    killed = 0
    for turn in range(20):
        before = chunks(file)
        process = subprocess.Popen(
            [sys.executable, "-m", "balance", *words, "--ledger", str(file), "-q"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
        )  # fmt: skip
        while turn % 4 == 0 and chunks(file) == before and process.poll() is None:
            time.sleep(0.02)
        time.sleep(chance.uniform(0.0, 0.1) if turn % 4 == 0 else chance.uniform(0.3, 2.5))
        process.send_signal(signal.SIGKILL)
        killed += process.wait() == -signal.SIGKILL
    assert killed >= 10
    files = [tmp_path / f"{name}.csv" for name in ("seats", "cells", "seats_alone", "cells_alone")]
    found = balance(*words, "--ledger", file, "--csv", files[0], "--cells-csv", files[1], "--json")
    alone = balance(*words, "--csv", files[2], "--cells-csv", files[3], "--json")
    assert found.json["seats"] == alone.json["seats"]
    assert files[0].read_bytes() == files[2].read_bytes()
    played, again = pd.read_csv(files[1]), pd.read_csv(files[3])
    timed = ["simulated", "seconds"]
    pd.testing.assert_frame_equal(played.drop(columns=timed), again.drop(columns=timed))
    assert played["simulated"].sum() < again["simulated"].sum()  # the killed runs left something
