"""`balance strategies` as a catalogue, and the file that it tells strength from."""

import json
import shutil

import pytest

from balance.planning import quick
from sims.core.catalogue import find, games
from sims.core.data import shipped_folder
from sims.core.strategies import shipped

GAME = next(name for name in games() if "tuned" in shipped(name))


@pytest.fixture
def folder(tmp_path):
    """A data folder of one's own, whose strategies nobody has measured."""
    copy = tmp_path / "own"
    shutil.copytree(shipped_folder(find(GAME)), copy, ignore=shutil.ignore_patterns("*.json"))
    return copy


def test_strength_is_measured_saved_and_told(balance, folder):
    before = balance("strategies", GAME, "--data", folder)
    assert "not measured for these data" in before.out
    options = ("-p", 2, "-n", 80, "--data", folder, "--save", "--date", "2026-01-02", "-q")
    assert balance("tournament", GAME, *quick(GAME), *options).code == 0
    told = balance("strategies", GAME, "--data", folder)
    assert "measured on 2026-01-02 by" in told.out
    assert "WARNING" not in told.out
    assert told.out.count("2 players: rated") == len(quick(GAME))
    assert "among random wins" in told.out
    found = balance("strategies", GAME, "--data", folder, "--json").json
    assert found["changed"] == []
    assert {one["name"] for one in found["strategies"]} == set(shipped(GAME))
    command = json.loads((folder / "strength.json").read_text())["command"]
    assert command == f"balance tournament {GAME} -p 2 -n 80 --seed 1 --save --date 2026-01-02"


def test_a_changed_weight_is_warned_of(balance, folder):
    options = ("-p", 2, "-n", 80, "--data", folder, "--save", "-q")
    balance("tournament", GAME, "random", "balanced", *options)
    file = folder / "weights" / "balanced.toml"
    text = file.read_text(encoding="utf-8")
    name = next(iter(shipped(GAME)["balanced"].weights))
    start = text.index(f"\n{name} =")
    end = text.index("\n", start + 1)
    file.write_text(f"{text[:start]}\n{name} = 77{text[end:]}", encoding="utf-8")
    told = balance("strategies", GAME, "--data", folder)
    assert "WARNING" in told.out
    warned = told.out[told.out.index("WARNING") :]
    assert "balanced" in warned
    assert "random" not in warned.split(";")[0]


def test_strength_of_other_rules_is_not_saved(balance, folder):
    deck = next((folder / "decks").glob("*.toml")).stem
    done = balance("tournament", GAME, "--data", folder, "--deck", deck, "--save", "-n", 8)
    assert done.code == 2
    assert "--save" in done.err
    assert not (folder / "strength.json").exists()
