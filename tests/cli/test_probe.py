"""`balance probe`: every game, every format the same numbers."""

import json

import pandas as pd
import pytest

from sims.core.catalogue import games
from sims.core.restricting import things


@pytest.mark.parametrize("name", games())
def test_the_command_on_every_game(balance, name):
    done = balance(
        "probe", name, "-p", games()[name].players.start, "-n", 24, "--lineup", "random", "-q"
    )
    assert done.code == 0, done.err
    assert "only tested among random" in done.out or "nothing is shown to be missed" in done.out
    for thing in things(games()[name]).values():
        assert thing.label.split()[0] in done.out
    assert "nan" not in done.out


def test_in_json_and_in_files_the_same(balance, tmp_path):
    words = ["-p", 3, "-n", 40, "--lineup", "random", "--without", "play", "-q"]
    facts = balance(
        "probe", "hacked", *words, "--json", "--csv", tmp_path / "a.csv",
        "--parquet", tmp_path / "a.parquet", "--figure", tmp_path / "a.svg",
    ).json  # fmt: skip
    frame = pd.read_parquet(tmp_path / "a.parquet")
    assert [row["change"] for row in facts["rows"]] == frame["change"].tolist()
    assert pd.read_csv(tmp_path / "a.csv")["thing"].tolist() == frame["thing"].tolist()
    assert "<svg" in (tmp_path / "a.svg").read_text()
    assert json.dumps(facts)


def test_the_list_names_what_a_lineup_takes(balance):
    done = balance("probe", "hacked", "--list")
    assert "freezes" in done.out
    played = balance("play", "hacked", "-p", 2, "--lineup", "random~freezes", "-n", 8, "-q")
    assert played.code == 0, played.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--without", "frezes"], "freezes"),
        (["--lineup", "random,balanced"], "same in a probe"),
        (["--lineup", "random~frezes"], "freezes"),
        (["--margin", "0.01"], "--margin"),
    ],
)
def test_mistakes_are_told(balance, words, said):
    done = balance("probe", "hacked", "-p", 2, "-n", 8, *words)
    assert done.code == 2
    assert said in done.err
    assert "Traceback" not in done.err
