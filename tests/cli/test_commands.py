"""What each command prints and writes; all ways to the same number give the same number."""

import csv
import inspect
import io
import json
import math
import re
import shutil
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from balance import api
from balance.cli import COMMANDS
from balance.files import safe_cells
from sims.core.catalogue import games
from sims.core.data import shipped
from sims.core.strategies import shipped as shipped_strategies

KEYS = {
    "game", "players", "games", "seed", "fingerprint", "wins", "draws", "unfinished", "turns",
    "ended_by", "decisions_per_game", "choices_per_game", "verdict", "seconds",
    "games_per_second",
}  # fmt: skip
TIMES = ("seconds", "games_per_second")


def untimed(facts):
    return {key: value for key, value in facts.items() if key not in TIMES}


# play


@pytest.mark.parametrize("name", games())
def test_play_json_has_every_key_and_the_same_numbers_twice(balance, name):
    words = ("play", name, "-p", games()[name].players.start, "-n", 200, "--seed", 7, "--json")
    facts = balance(*words).json
    assert set(facts) >= KEYS
    assert set(facts["turns"]) >= {"mean", "sd", "histogram"}
    assert set(facts["verdict"]) >= {"call", "tolerance", "games_needed"}
    assert (facts["game"], facts["games"], facts["seed"]) == (name, 200, 7)
    assert all(type(wins) is int for wins in facts["wins"])
    assert sum(facts["wins"]) + facts["draws"] + facts["unfinished"] == 200
    histogram = {int(turns): count for turns, count in facts["turns"]["histogram"].items()}
    assert sum(histogram.values()) == 200
    mean = sum(turns * count for turns, count in histogram.items()) / 200
    spread = sum(count * (turns - mean) ** 2 for turns, count in histogram.items()) / 199
    assert facts["turns"]["mean"] == pytest.approx(mean, rel=1e-12)
    assert facts["turns"]["sd"] == pytest.approx(math.sqrt(spread), rel=1e-9)
    assert facts["verdict"]["call"] in ("FAIR", "UNFAIR", "INCONCLUSIVE")
    assert untimed(balance(*words).json) == untimed(facts)
    assert untimed(balance(*words, "--threads", 1).json) == untimed(facts)
    assert balance(*words, "--seed", 8).json["turns"] != facts["turns"]


def test_play_json_of_the_main_game_has_its_own_keys(balance):
    facts = balance("play", "override", "-p", 4, "-n", 300, "--json").json
    assert set(facts["ended_by"]) == {"cred", "last_standing"}
    assert 0 <= facts["jailed_share"] <= 1
    assert facts["winner_cred_mean"] > 0
    assert sum(facts["ended_by"].values()) == sum(facts["wins"])


def test_play_over_several_counts_is_a_list(balance, game):
    first, last = game.players.start, game.players.stop - 1
    listed = balance("play", game.name, "-p", f"{first},{last}", "-n", 60, "--json").json
    assert [facts["players"] for facts in listed] == [first, last]
    alone = balance("play", game.name, "-p", last, "-n", 60, "--json").json
    assert untimed(listed[1]) == untimed(alone)
    everything = balance("play", game.name, "-n", 20, "--json").json
    assert [facts["players"] for facts in everything] == list(game.players)


def test_from_python_the_same(balance, game):
    facts = balance("play", game.name, "-p", 3, "-n", 120, "--seed", 5, "--json").json
    answer = api.play(game.name, players=3, games=120, seed=5)
    assert answer.seats["wins"].tolist() == facts["wins"]
    assert answer.cells["fingerprint"].tolist() == [facts["fingerprint"]]


def test_win_rates_by_trait_are_those_of_all_seats(balance, game, tmp_path):
    """Every game has every seat once, with some value of each trait; so do the rows of the CSV."""
    file = tmp_path / "traits.csv"
    facts = balance("play", game.name, "-p", 3, "-n", 200, "--json", "--traits-csv", file).json
    table = pd.read_csv(file)
    assert set(table["trait"]) == {trait.name for trait in game.traits}
    for trait in game.traits:
        found = facts[f"by_{trait.name}"]
        assert set(found) == set(trait.items) or not trait.items
        for by_value in found.values() if trait.items else [found]:
            assert sum(of["seats"] for of in by_value.values()) == 3 * 200
            assert sum(of["wins"] for of in by_value.values()) == sum(facts["wins"])
            assert sum(of["unfinished"] for of in by_value.values()) == 3 * facts["unfinished"]
            for of in by_value.values():
                assert of["low"] <= of["rate"] <= of["high"]
        for item, rows in table[table["trait"] == trait.name].groupby("item", dropna=False):
            by_seat = rows.groupby("seat")[["seats", "wins"]].sum()
            assert by_seat["seats"].tolist() == [200] * 3, item
            assert by_seat["wins"].tolist() == facts["wins"], item


@pytest.mark.parametrize("name", games())
def test_measures_by_seat_and_worths_are_shown_as_they_are_in_json(balance, name):
    words = ("play", name, "-p", 3, "-n", 150)
    facts, shown = balance(*words, "--json").json, " ".join(balance(*words).out.split())
    answer = api.play(name, players=3, games=150)
    by_seat = answer.by_seat.groupby("measure") if len(answer.by_seat) else ()
    for measure, rows in by_seat:
        [found] = [m["by_seat"] for m in facts["measures"] if m["name"] == measure]
        assert [seat["mean"] for seat in found] == rows["mean"].tolist()
        assert facts[f"{measure}_by_seat"] == rows["mean"].tolist()
        assert rows["label"].iloc[0] in shown
    assert ("By seat, mean (95 %)" in shown) == bool(len(by_seat))
    for trait in games()[name].traits:
        rows = answer.worths[answer.worths["trait"] == trait.name]
        if not trait.items:
            continue
        assert rows["item"].tolist() == list(facts[f"worth_{trait.name}"])
        best = rows.loc[rows["change"].idxmax()]
        assert facts[f"worth_{trait.name}"][best["item"]]["change"] == best["change"]
        assert f"{best['item']} {100 * best['change']:+.1f}" in shown


@pytest.mark.parametrize("games_played", [1, 2, 3])
def test_a_handful_of_games_is_enough_to_print(balance, game, games_played):
    words = ("play", game.name, "-p", 2, "-n", games_played)
    facts = balance(*words, "--json").json
    assert facts["games"] == games_played
    assert (facts["turns"]["sd"] is None) == (games_played == 1)
    done = balance(*words)
    assert done.code == 0
    assert not re.search(r"\b(nan|inf)\b", done.out)


def test_a_table_that_nobody_wins_prints(balance, game):
    words = ("play", game.name, "-p", 3, "-n", 20, "--set", f"{game.turn_limit}=1")
    facts = balance(*words, "--json").json
    assert facts["unfinished"] == 20
    done = balance(*words)
    assert done.code == 0
    assert "100.0 %" in done.out


def test_play_prints_seats_verdict_and_assumptions(balance, game):
    done = balance("play", game.name, "-p", 3, "-n", 200)
    assert done.code == 0
    for seat in (1, 2, 3):
        assert f"seat {seat} " in done.out
    assert any(call in done.out for call in ("FAIR", "INCONCLUSIVE"))
    assert f"{game.player_word}s" in done.out
    assert "seed 1" in done.out
    for text in balance("play", game.name, "-p", 3, "-n", 1, "--json").json["assumptions"]:
        assert text.split(":")[0] in done.out


def test_csv_and_parquet_agree_with_json(balance, game, tmp_path):
    words = ("play", game.name, "-p", 3, "-n", 150, "--json")
    facts = balance(*words, "--csv", tmp_path / "a.csv", "--parquet", tmp_path / "a.parquet").json
    table = pd.read_csv(tmp_path / "a.csv")
    stored = pd.read_parquet(tmp_path / "a.parquet")
    for frame in (table, stored):
        assert frame["seat"].tolist() == [1, 2, 3]
        assert frame["wins"].tolist() == facts["wins"]
        assert frame["rate"].tolist() == pytest.approx([s["rate"] for s in facts["seats"]])
        assert frame["low"].tolist() == pytest.approx([s["low"] for s in facts["seats"]])
        assert set(frame["fingerprint"]) == {facts["fingerprint"]}
        assert set(frame["games"]) == {150}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "a.parquet"]


def test_a_csv_runs_no_formula(balance, game, tmp_path):
    """A deck that is named like a formula: the spreadsheet sees text."""
    folder = shutil.copytree(shipped(game), tmp_path / "data")
    for deck in (folder / "decks").glob("*.toml"):
        shutil.copy(deck, folder / "decks" / "=1+1.toml")
        break
    out = tmp_path / "a.csv"
    done = balance(
        "play", game.name, "-p", 3, "-n", 20, "--data", folder, "--deck", "=1+1", "--csv", out
    )
    assert done.code == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text())))
    assert [row["deck"] for row in rows] == ["'=1+1"] * 3
    assert (
        json.loads(
            balance(
                "play", game.name, "-p", 3, "-n", 20, "--data", folder, "--deck", "=1+1", "--json"
            ).out
        )["deck"]
        == "=1+1"
    )


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_cells_and_columns_that_begin_like_formulas_are_made_text(start):
    frame = safe_cells(pd.DataFrame({f"{start}a": [f"{start}b", "c"], "n": [-1, 2]}))
    assert list(frame.columns) == [f"'{start}a", "n"]
    assert frame.iloc[:, 0].tolist() == [f"'{start}b", "c"]
    assert frame["n"].tolist() == [-1, 2]  # numbers stay numbers


# lineups


def test_rotate_plays_every_rotation(balance, game, tmp_path):
    """Seat and strategy are not confounded: each strategy sits in each seat equally often."""
    mine = tmp_path / "mine.py"
    mine.write_text(
        f"from balance import strategy\n\n\n@strategy({game.name!r})\n"
        "def first(view, options, rules, weights, stream):\n    return 0\n"
    )
    words = ("play", game.name, "-p", 3, "-n", 40, "--lineup", f"{mine}:first,random", "--rotate")
    facts = balance(*words, "--json").json
    assert facts["games"] == 120
    assert len(set(facts["fingerprints"])) == 3
    by_name = {row["strategy"]: row for row in facts["strategies"]}
    assert by_name["mine.py:first"]["seats"] == 240  # seats 1 and 3 of three, in 3 x 40 games
    assert by_name["random"]["seats"] == 120
    assert sum(row["wins"] for row in by_name.values()) == sum(facts["wins"])
    done = balance(*words)
    assert "By strategy" in done.out
    alike = balance("play", game.name, "-p", 3, "-n", 40, "--rotate", "--json").json
    assert alike["games"] == 40  # everyone alike: one rotation


# sweep


def test_sweep_over_two_axes_is_the_full_grid(balance, game, tmp_path):
    ruling = game.rulings[0]
    key = next(p.key for p in game.parameters if p.kind == "int" and p.low > 0)
    value = balance("play", game.name, "-p", 3, "-n", 1, "--json").json["setup"][key]
    found = balance(
        "sweep", game.name, "-p", "2,3", "--over", f"{key}={value}:{value + 2}",
        "--over", f"ruling.{ruling.name}={','.join(ruling.choices)}", "-n", 30, "--json",
        "--csv", tmp_path / "seats.csv", "--cells-csv", tmp_path / "cells.csv",
        "--parquet", tmp_path / "seats.parquet",
    ).json  # fmt: skip
    grid = {(cell["players"], cell[key], cell[f"ruling.{ruling.name}"]) for cell in found["cells"]}
    assert grid == {
        (n, v, c) for n in (2, 3) for v in range(value, value + 3) for c in ruling.choices
    }
    assert len(found["cells"]) == 6 * len(ruling.choices)
    assert len({cell["fingerprint"] for cell in found["cells"]}) == len(found["cells"])
    assert len(found["seats"]) == 15 * len(ruling.choices)
    table = pd.read_csv(tmp_path / "seats.csv")
    assert table["wins"].tolist() == [row["wins"] for row in found["seats"]]
    assert pd.read_parquet(tmp_path / "seats.parquet")["wins"].tolist() == table["wins"].tolist()
    assert len(pd.read_csv(tmp_path / "cells.csv")) == len(found["cells"])
    # A cell of the grid is what play plays.
    one = found["cells"][-1]
    alone = balance(
        "play", game.name, "-p", one["players"], "-n", 30, "--set", f"{key}={one[key]}",
        "--ruling", f"{ruling.name}={one[f'ruling.{ruling.name}']}", "--json",
    ).json  # fmt: skip
    assert alone["fingerprint"] == one["fingerprint"]
    rows = [row["wins"] for row in found["seats"] if row["fingerprint"] == one["fingerprint"]]
    assert rows == alone["wins"]
    answer = api.sweep(
        game.name,
        {key: range(value, value + 3), f"ruling.{ruling.name}": ruling.choices},
        players=(2, 3), games=30,
    )  # fmt: skip
    assert answer.seats["wins"].tolist() == table["wins"].tolist()


def test_sweep_over_removals_decks_and_lineups(balance, game):
    title = game.titles[-1]
    key = next((p.key for p in game.parameters if p.kind == "cards"), None)
    if key is not None:
        words = ("sweep", game.name, "-p", 3, "--over", f"{key}=none,{title},+{title}", "-n", 20)
        found = balance(*words, "--json").json
        assert [cell[key] for cell in found["cells"]] == ["none", title, f"+{title}"]
        assert balance(*words).code == 0
    found = balance("sweep", game.name, "-p", 3, "--over", "lineup=random,random+random+random",
                    "-n", 20, "--json").json  # fmt: skip
    one, other = (cell["fingerprint"] for cell in found["cells"])
    assert one == other  # the same lineup, said in two ways
    field = f"deck.{title}.copies"
    found = balance("sweep", game.name, "-p", 3, "--over", f"{field}=1:3", "-n", 20, "--json").json
    assert [cell[field] for cell in found["cells"]] == [1, 2, 3]
    assert len({cell["fingerprint"] for cell in found["cells"]}) == 3


# trace


@pytest.mark.parametrize("name", games())
def test_trace_is_the_game_that_play_counted(balance, name):
    """The five games of a small play, traced one by one: the same winners and lengths."""
    words = (name, "-p", 3, "--seed", 9)
    facts = balance("play", *words, "-n", 5, "--json").json
    traced = [balance("trace", *words, "--id", number, "--json").json for number in range(5)]
    wins = [0, 0, 0]
    for game in traced:
        if game["result"]["winner"] is not None:
            wins[game["result"]["winner"] - 1] += 1
    assert wins == facts["wins"]
    lengths = sorted(str(game["record"]["turns"]) for game in traced)
    counted = [t for t, count in facts["turns"]["histogram"].items() for _ in range(count)]
    assert lengths == sorted(counted)
    asked = [sum(e["event"] == "decide" for e in game["events"]) for game in traced]
    assert sum(asked) / 5 == facts["decisions_per_game"]


@pytest.mark.parametrize("name", games())
def test_trace_json_can_be_followed_by_an_outsider(balance, name):
    traced = balance("trace", name, "-p", 3, "--seed", 9, "--id", 4, "--json").json
    assert (traced["game"], traced["players"], traced["seed"], traced["id"]) == (name, 3, 9, 4)
    assert traced["cards"]
    kinds = {event["event"] for event in traced["events"]}
    assert {"decide", "state", "chance"} <= kinds
    for event in traced["events"]:
        if event["event"] == "decide":
            assert event["choice"] in event["options"]
            assert 1 <= event["seat"] <= 3
            assert event["kind"] in games()[name].decisions
        elif event["event"] == "chance":
            assert 0 <= event["value"] < event["bound"]
    states = [event for event in traced["events"] if event["event"] == "state"]
    assert all(len(state["seats"]) == 3 for state in states)
    assert traced["result"]["ended"] in games()[name].endings


def test_trace_for_a_person(balance, game):
    done = balance("trace", game.name, "-p", 3, "--id", 4)
    assert done.code == 0
    assert "turn 1" in done.out
    assert "end after" in done.out
    assert balance("trace", game.name, "-p", 3, "--id", 4).out == done.out
    assert balance("trace", game.name, "-p", 3, "--id", 5).out != done.out


# init, check, games, strategies


@pytest.mark.parametrize("name", games())
def test_init_check_and_play_with_the_copy(balance, tmp_path, name):
    folder = tmp_path / "mine"
    done = balance("init", name, folder)
    assert done.code == 0
    assert (folder / "setup.toml").exists()
    checked = balance("check", folder)
    assert checked.code == 0
    assert "is fine" in checked.out
    assert games()[name].title in checked.out
    first = games()[name].players.start
    words = ("play", name, "-p", first, "-n", 40, "--json")
    assert untimed(balance(*words, "--data", folder).json) == untimed(balance(*words).json)
    mine = balance(*words, "--data", folder, "--lineup", f"{folder / 'my_strategy.py'}:mine").json
    assert mine["games"] == 40
    # An edit counts.
    path = folder / "setup.toml"
    limit = games()[name].turn_limit
    text = path.read_text()
    if f"\n{limit} = " in text:
        lines = [f"{limit} = 1" if x.startswith(f"{limit} = ") and x[-1].isdigit() else x
                 for x in text.splitlines()]  # fmt: skip
        path.write_text("\n".join(lines) + "\n")
        edited = balance(*words, "--data", folder).json
        assert edited["setup"][limit] == 1
        assert edited["fingerprint"] != balance(*words).json["fingerprint"]


def test_init_refuses_a_folder_that_holds_something(balance, game, tmp_path):
    (tmp_path / "x").write_text("mine")
    done = balance("init", game.name, tmp_path)
    assert done.code == 2
    assert str(tmp_path) in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_games_and_strategies_list_what_there_is(balance):
    listed = balance("games")
    for name, game in games().items():
        assert name in listed.out
        shown = balance("strategies", name)
        assert shown.code == 0
        for strategy in shipped_strategies(name):
            assert f"\n{strategy}\n" in f"\n{shown.out}"
        for ruling in game.rulings:
            assert ruling.name in listed.out.replace("\n", " ")


def test_nothing_but_results_on_standard_output_when_piped(command, game):
    """A process whose output is a pipe: no progress bar, no colours, JSON alone on stdout."""
    done = command("play", game.name, "-p", 3, "-n", 3000, "--json")
    assert done.code == 0
    assert json.loads(done.out)["games"] == 3000
    assert "\x1b" not in done.out + done.err
    assert done.err == "" or done.err.startswith("Compiling the kernel")
    table = command("play", game.name, "-p", 3, "-n", 100)
    assert "\x1b" not in table.out + table.err
    assert "games/s" not in table.err


def test_numbers_of_a_frame_are_numbers(game):
    answer = api.play(game.name, players=3, games=50)
    assert answer.seats["rate"].between(0, 1).all()
    assert np.isclose(answer.seats["wins"].sum() / 50, answer.seats["rate"].sum())
    assert answer.lengths["games"].sum() == 50


def test_the_list_of_commands_cuts_no_sentence(balance):
    """Every command is there with a whole sentence, in a terminal of 80 columns."""
    shown = balance("--help").out
    lines = [line for line in shown.split("Commands:")[1].splitlines() if line.strip()]
    assert [line.split()[0] for line in lines] == list(COMMANDS)
    assert all(line.rstrip().endswith((".", "?")) and "..." not in line for line in lines)
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_says_what_each_option_does(balance, command):
    shown = "".join(balance(command, "--help").out.split())
    callback = getattr(import_module(f"balance.cli.{command}"), command)
    for name, parameter in inspect.signature(callback).parameters.items():
        [option] = parameter.annotation.__metadata__
        assert option.help, (command, name)
        assert "".join(option.help.split()) in shown, (command, name)
