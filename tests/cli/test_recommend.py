"""`balance recommend`: what it writes plays as it says, and what is impossible is refused."""

import json

import pandas as pd
import pytest

from balance import api
from balance.cli.show import records
from balance.planning import FRESH, plan
from balance.recommending import recommend, strongest
from sims.core.catalogue import games

SMALL = ("-n", 64, "--first", 4, "-q")


def title_of(game):
    """The card of which a deck holds most."""
    cell = plan(api.question(game.name, players=game.players.start))[0].cell
    return max(game.titles, key=lambda title: cell.deck[title]["copies"])


@pytest.mark.parametrize("name", games())
def test_the_table_that_is_written_plays_as_recommended(balance, name, tmp_path):
    game, out = games()[name], tmp_path / "table"
    n, title = game.players.start, title_of(game)
    facts = balance(
        "recommend", name, "-p", n, "--over", f"deck.{title}.copies=2:3", "--out", out,
        "--target", "turns=1:2", "--lineup", "random", *SMALL, "--json",
    ).json  # fmt: skip
    (row,) = facts["recommended"]
    assert facts["table"] == str(out)
    assert not row["meets"]
    assert balance("check", out).code == 0
    words = ("play", name, "-p", n, "--data", out, "-n", 64, "--seed", 1 + FRESH, "--json")
    played = balance(*words).json
    assert played["fingerprint"] == row["fingerprint"]
    assert played["games"] == row["games"] == 64
    assert played["turns"]["mean"] == pytest.approx(row["turns"])


def test_from_python_and_in_files_the_same(balance, game, tmp_path):
    key = game.report.map_parameter
    values = list(game.report.map_values[2])[:3]
    words = ["-p", 2, "--over", f"{key}={','.join(map(str, values))}", *SMALL]
    facts = balance(
        "recommend", game.name, *words, "--json", "--csv", tmp_path / "a.csv",
        "--parquet", tmp_path / "a.parquet", "--figure", tmp_path / "a.png",
    ).json  # fmt: skip
    answer = recommend(game.name, {key: values}, players=2, games=64, first=4)
    assert answer.question.lineup == (strongest(game.name),)
    for name in ("recommended", "setups", "strength", "changes"):
        frame = getattr(answer, name)
        assert facts[name] == json.loads(json.dumps(records(frame))), name
    assert facts["sentences"] == answer.sentences
    table = pd.read_csv(tmp_path / "a.csv")
    assert table["rank"].tolist() == list(range(1, len(answer.setups) + 1))
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "a.parquet"), answer.setups)
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert facts == balance("recommend", game.name, *words, "--json").json | {"table": None}


def test_a_rotated_lineup_is_that_of_play(balance, game, tmp_path):
    """The fresh cells are those of `play --rotate` with the table that was written."""
    out, lineup = tmp_path / "table", ",".join(game.report.ladder[:2])
    words = (game.name, "-p", 2, "--lineup", lineup, "--rotate", "--json")
    facts = balance("recommend", *words, *SMALL, "--out", out).json
    (row,) = facts["recommended"]
    seed = ("--seed", 1 + FRESH)
    played = balance("play", *words, "-n", 32, "--data", out, *seed).json
    assert row["fingerprint"].split() == played["fingerprints"]
    assert (row["games"], row["rotations"]) == (64, 2)
    assert {setup["rotations"] for setup in facts["setups"]} == {2}
    assert any("everybody in it sat in every seat" in text for text in facts["sentences"])
    printed = balance("recommend", *words[:-1], *SMALL).out
    assert "everybody in it sat in every seat" in printed
    assert f"{lineup} in every rotation" in printed


def test_it_prints_the_setups_and_the_sentences(balance, game):
    done = balance("recommend", game.name, "-p", 2, *SMALL)
    assert done.code == 0, done.err
    for said in ("At 2 ", "printed", "Without adaptation", "95 %", "race", "fresh"):
        assert said in done.out
    assert "nan" not in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--target", "turnz=3"], "did you mean 'turns'"),
        (["--over", "lineup=random,balanced"], "not part of a table"),
        (["--over", "seat.1.hand_size=3"], "not part of a table|no key"),
        (["--over", "nothing=3"], "no key 'nothing'"),
        (["--first", "-1"], ""),
        (["--figure", "a.gif"], "allowed: .png"),
        (["--csv", "no/such/folder/a.csv"], "there is no folder"),
        (["--out", "."], "not an empty folder"),
        (["--lineup", "nobody"], "nobody"),
    ],
)
def test_what_is_impossible_is_refused_before_anything_is_played(balance, game, words, said):
    done = balance("recommend", game.name, "-p", 2, "-q", *words)
    assert done.code == 2
    assert "Traceback" not in done.err
    assert any(part in done.err for part in said.split("|")), done.err


def test_the_cap_of_turns_is_no_rule_to_recommend(balance, game):
    done = balance("recommend", game.name, "-p", 2, "--over", f"{game.turn_limit}=5:9")
    assert done.code == 2
    assert "caps the simulated game" in done.err


def test_a_value_that_is_impossible_everywhere_is_an_error(balance, game):
    copies = f"deck.{title_of(game)}.copies"
    done = balance("recommend", game.name, "-p", 2, "--over", f"{copies}=2,-3")
    assert done.code == 2
    assert "-3" in done.err
