"""`balance play --quality` and `balance.quality`: one set of numbers, refusals in words."""

import numpy as np
import pandas as pd
import pytest

from balance import DesignerError, Effort, quality
from sims.core.catalogue import games

FEW = ("--quality", "--quality-games", 6, "--playouts", 8)
NAMES = {
    "length", "length_sd", "unfinished", "lead_changes", "behind", "drama", "decided",
    "last_turn_wins", "comebacks", "options", "choice_share", "wait", "seat_part", "deal_part",
    "play_part",
}  # fmt: skip


@pytest.mark.parametrize("name", games())
def test_json_has_the_quality_of_each_player_count(balance, name):
    first = games()[name].players.start
    words = ("play", name, "-p", f"{first},{first + 1}", "-n", 100, "--json")
    plain = balance(*words).json
    measured = balance(*words, *FEW).json
    assert all("quality" not in facts for facts in plain)
    for facts in measured:
        found = {each["name"]: each for each in facts["quality"]}
        waiting = {"elimination"} if games()[name].waiting else set()
        assert set(found) == NAMES | waiting
        assert found["length"]["mean"] == pytest.approx(facts["turns"]["mean"])
        assert found["unfinished"]["mean"] == facts["unfinished_share"]
        assert (found["drama"]["playouts"], found["deal_part"]["playouts"]) == (8, 16)
        assert found["lead_changes"]["games"] == 6
        assert len(found["behind"]["by_seat"]) == facts["players"]
        parts = [found[part] for part in ("seat_part", "deal_part", "play_part")]
        assert all(0 <= part["low"] <= part["mean"] <= part["high"] <= 1 for part in parts)
    alone = balance("play", name, "-p", first, "-n", 100, "--json", *FEW, "--threads", 1).json
    assert alone["quality"] == measured[0]["quality"]


def test_the_table_says_each_measure_with_its_interval(balance, game):
    words = ("play", game.name, "-p", game.players.start, "-n", 100, *FEW)
    printed = balance(*words).out
    [facts] = [balance(*words, "--json").json]
    for each in facts["quality"]:
        assert each["label"] in printed
    assert "6 x 8" in printed
    assert "8 playouts at up to 24 turns" in printed


def test_python_gives_the_same_numbers(balance, game):
    first = game.players.start
    facts = balance("play", game.name, "-p", first, "-n", 100, *FEW, "--json").json
    found = quality(game.name, players=first, games=100, effort=Effort(games=6, playouts=8))
    table = found.table.set_index("measure")
    for each in facts["quality"]:
        row = table.loc[each["name"]]
        assert (row["games"], row["playouts"]) == (each["games"], each["playouts"])
        assert row["mean"] == pytest.approx(each["mean"], nan_ok=True)
    assert set(found.by_seat["measure"]) >= {"behind", "wait"}
    assert len(found.games) == 6
    assert set(found.paths["game_id"]) == set(range(6))
    sums = found.paths.groupby(["game_id", "turn"])["rate"].sum()
    assert (sums < 1 + 1e-9).all()


def test_a_rotated_lineup_is_measured_together(balance, game):
    n = game.players.start
    words = ("play", game.name, "-p", n, "-n", 60, "--lineup", "random,balanced", "--rotate")
    facts = balance(*words, *FEW, "--json").json
    found = {each["name"]: each for each in facts["quality"]}
    assert found["lead_changes"]["games"] == 6 * n
    assert found["deal_part"]["games"] == 512 * n


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--quality-games", 1), "--quality-games 1: at least 2"),
        (("--playouts", 7), "--playouts 7: an even number from 4"),
        (("--playouts", 2), "--playouts 2: an even number from 4"),
    ],
)
def test_an_impossible_effort_is_refused_before_anything_is_played(balance, game, words, message):
    done = balance("play", game.name, "-n", 10**9, "--quality", *words)
    assert done.code == 2
    assert message in done.err
    with pytest.raises(DesignerError):
        quality(game.name, games=10**9, effort=Effort(games=1))


def test_a_strategy_of_one_s_own_is_looked_at_too(balance, game, tmp_path):
    """A user's strategy is played under watch, and plays as ours does."""
    file = tmp_path / "mine.py"
    file.write_text(
        "from balance import below, strategy\n\n\n"
        f'@strategy("{game.name}")\ndef mine(view, options, rules, weights, stream):\n'
        '    """Any."""\n    return below(stream, options.count)\n'
    )
    words = ("play", game.name, "-p", game.players.start, "-n", 20, *FEW, "--json")
    ours, mine = balance(*words).json, balance(*words, "--lineup", f"{file}:mine").json
    assert mine["quality"] == ours["quality"]


def test_compare_says_what_becomes_of_quality(balance, game, tmp_path):
    ruling = game.rulings[0]
    choice = f"ruling.{ruling.name}={ruling.choices[-1]}"
    file = tmp_path / "quality.csv"
    words = ("compare", game.name, ".", choice, "-p", 2, "--lineup", "random", "-n", 40)
    plain = balance(*words, "--json").json
    assert "quality" not in plain
    drawn, whole = tmp_path / "quality.svg", tmp_path / "quality.parquet"
    found = balance(
        *words, *FEW, "--json", "--quality-csv", file, "--quality-figure", drawn,
        "--quality-parquet", whole,
    ).json  # fmt: skip
    assert "<svg" in drawn.read_text()
    assert pd.read_parquet(whole)["measure"].tolist() == [r["measure"] for r in found["quality"]]
    assert any("win probabilities by 8 playouts" in text for text in found["sentences"])
    assert {row["strength_words"] for row in found["quality"]} == {"only tested among random"}
    assert {row["measure"] for row in found["quality"]} >= NAMES
    assert found["rows"] == plain["rows"]
    written = pd.read_csv(file)
    assert written["change"].tolist() == pytest.approx(
        [np.nan if row["change"] is None else row["change"] for row in found["quality"]],
        nan_ok=True,
    )
    printed = balance(*words, *FEW).out
    assert f"Game quality, {choice} beside printed, 2 players, random" in printed
    assert "the same 6 games before and after, 8 playouts" in printed


def test_the_measures_are_written_as_csv(balance, game, tmp_path):
    file = tmp_path / "quality.csv"
    words = ("play", game.name, "-p", 2, "-n", 40)
    facts = balance(*words, *FEW, "--quality-csv", file, "--json").json
    written = pd.read_csv(file)
    whole = written[written["seat"].isna()].set_index("measure")["mean"]
    means = {each["name"]: each["mean"] for each in facts["quality"] if each["mean"] is not None}
    assert whole.dropna().to_dict() == pytest.approx(means)
    seats = written[(written["measure"] == "behind") & written["seat"].notna()]
    assert seats["seat"].tolist() == [1, 2]
    done = balance(*words, "--quality-csv", file)
    assert done.code == 2
    assert "add --quality" in done.err
