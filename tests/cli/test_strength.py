"""Every finding of every command says how it fares across strength, in one of three ways."""

import re

import pandas as pd
import pytest

from sims.core.catalogue import games

VALUES = {"every", "depends", "only"}
WORDS = re.compile(r"holds at every strength tested \(|depends on strength: |only tested among ")

FOUND = {  # the command, and the lists of its JSON whose rows are findings
    "play": (["-p", 3, "-n", 64], [""]),
    "compare": (["printed", "CHANGE", "-p", 3, "-n", 64], ["rows"]),
    "rulings": (["-p", 3, "-n", 64], ["rows", "ranking", "confirmation"]),
    "cards": (["-p", 2, "-n", 32, "--sample", 1, "--pairs"], ["effects", "pairs"]),
    "recommend": (["-p", 3, "-n", 64, "--first", 32, "--over", "CHANGES"], ["recommended"]),
}


def words_of(game, words):
    """The words with a change of a number that the game has."""
    key = next(p for p in game.parameters if p.kind == "int" and p.low > 0)
    least = max(key.low, 2)
    change = {"CHANGE": f"{key.key}={least}", "CHANGES": f"{key.key}={least},{least + 1}"}
    return [change.get(word, word) for word in words]


@pytest.mark.parametrize("command", FOUND)
def test_each_finding_has_one_label(balance, game, command, tmp_path):
    words, lists = FOUND[command]
    file = tmp_path / "a.csv"
    done = balance(command, game.name, *words_of(game, words), "-q", "--json", "--csv", file)
    for name in lists:
        rows = done.json[name] if name else [done.json]
        for row in rows:
            assert row["strength"] in VALUES
            assert len(WORDS.findall(row["strength_words"])) == 1
    table = pd.read_csv(file)
    assert set(table["strength"]) <= VALUES
    assert table["strength_words"].str.contains(WORDS).all()


@pytest.mark.parametrize("command", FOUND)
def test_and_says_it(balance, game, command):
    words, _ = FOUND[command]
    done = balance(command, game.name, *words_of(game, words), "-q")
    assert done.code == 0, done.err
    assert WORDS.search(done.out.lower())


def test_profiles_are_only_tested_among_who_played(balance):
    name = next(name for name, game in games().items() if game.profiles is not None)
    found = balance("profiles", name, "-p", 2, "-n", 64, "--no-search", "-q", "--json").json
    for row in [*found["field"], *found["pairs"]]:
        assert (row["strength"], row["strength_words"]) == ("only", "only tested among random")
    assert all("Only tested among random." in text for text in found["sentences"])
