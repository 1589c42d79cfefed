"""`balance cards`: every game, every format the same numbers; blanks are really played."""

import json
import re

import pandas as pd
import pytest

from balance import api
from balance.carding import cards
from balance.carding.answer import Asked, run, total_games
from balance.carding.effects import REMOVAL, SWAP, in_play, variants
from balance.cli.show import records
from balance.planning import plan
from sims.core.catalogue import games

SMALL = ("-n", 48, "--sample", 2, "-q")


def base(name, players):
    return plan(api.question(name, players=players, lineup="random"))[0]


@pytest.mark.parametrize("name", games())
def test_every_card_in_play_is_swapped_and_removed(name):
    game = games()[name]
    n = game.players.start
    one = base(name, n)
    found = variants(api.question(name, players=n, lineup="random"), (one,))
    assert game.blank is not None
    for variant in found:
        cell = variant.rotations[0].cell
        assert variant.copies == in_play(one.cell, variant.title) > 0
        cards_in = sum(f["copies"] for f in cell.deck.values()) - len(cell.setup.get("remove", []))
        before = sum(f["copies"] for f in one.cell.deck.values())
        before -= len(one.cell.setup.get("remove", []))
        if variant.kind == REMOVAL:
            assert cards_in == before - 1
        elif cell.setup == one.cell.setup:
            assert cards_in == before
    titles = {v.title for v in found if v.kind == SWAP}
    assert len(titles) >= len(game.titles) - 2


@pytest.mark.parametrize("name", games())
def test_the_command_on_every_game(balance, name):
    game = games()[name]
    done = balance("cards", name, "-p", game.players.start, *SMALL, "--no-ladder")
    assert done.code == 0, done.err
    for said in (
        "in hand, points",
        "swap, turns",
        "removal, turns",
        "pairing",
        "replayed games",
        "blank",
    ):
        assert said.casefold() in done.out.casefold()
    assert "nan" not in done.out
    assert not re.search(r"\binf\b|∞", done.out)  # said in words


def test_what_cards_do_against_their_holders_is_told_with_an_interval():
    game = next(g for g in games().values() if g.card_events and g.card_events.against)
    answer = cards(game.name, players=4, lineup="random", games=16, sample=6, ladder=False)
    [event, *_] = game.card_events.against
    seen = answer.seen[answer.seen["event"] == event]
    assert len(seen)
    assert (seen["per_game_low"] <= seen["per_game"]).all()
    assert (seen["per_game"] <= seen["per_game_high"]).all()
    words = game.card_events.names[event]
    [said] = [text for text in answer.sentences if words in text.lower()]
    assert f"{seen['per_game'].max():.2f} (" in said
    assert "6 replayed games, 95 %; only tested among random" in said


def test_from_python_and_in_files_the_same(balance, game, tmp_path):
    words = ["-p", 3, *SMALL, "--pairs"]
    facts = balance(
        "cards", game.name, *words, "--json", "--csv", tmp_path / "a.csv",
        "--parquet", tmp_path / "a.parquet", "--figure", tmp_path / "a.svg",
    ).json  # fmt: skip
    answer = cards(game.name, players=3, games=48, sample=2, pairs=True)
    for name in ("effects", "held", "pairs", "strength", "confirmed", "seen"):
        frame = getattr(answer, name)
        assert len(frame), name
        assert facts[name] == json.loads(json.dumps(records(frame))), name
    assert facts["sentences"] == answer.sentences
    pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "a.parquet"), answer.effects)
    assert len(pd.read_csv(tmp_path / "a.csv")) == len(answer.effects)
    assert "<svg" in (tmp_path / "a.svg").read_text()


@pytest.mark.parametrize("rotate", [False, True])
def test_the_progress_bar_knows_how_many_games_there_are(game, rotate):
    lineup = [*game.report.ladder[:2], *game.report.ladder[:1]] if rotate else "random"
    question = api.question(game.name, players=3, games=8, lineup=lineup, rotate=rotate)
    asked = Asked(question, pairs=True, sample=3)
    played = []
    run(asked, played.append)
    assert sum(played) == total_games(asked)


def test_a_rotated_lineup_is_that_of_play(balance, game):
    """The same cells as `play --rotate`, by their fingerprints; sentences and JSON say so."""
    lineup = ",".join(game.report.ladder[:2])
    words = (game.name, "-p", 2, "--lineup", lineup, "--rotate", "--json")
    played = balance("play", *words, "-n", 8).json
    facts = balance("cards", *words, *SMALL, "--no-ladder").json
    assert facts["fingerprints"] == {"2": played["fingerprints"]}
    assert len(played["fingerprints"]) == 2
    assert facts["lineup"] == f"{lineup} in every rotation"
    assert {(row["games"], row["rotations"]) for row in facts["effects"]} == {(96, 2)}
    printed = balance("cards", *words[:-1], *SMALL, "--no-ladder").out
    assert "48 games a cell in each of 2 rotations" in printed
    assert "everybody in it sat in every seat equally often" in printed


def test_pairs_are_what_both_do_beyond_the_sum_of_each(game):
    """By the means of the four cells, which `play` gives too."""
    asked = api.question(game.name, players=3, games=200, lineup="random")
    answer = run(Asked(asked, pairs=True, ladder=False, sample=0))
    removed = answer.effects[answer.effects["kind"] == REMOVAL]
    turns = removed[removed["quantity"] == "turns"].set_index("card")["change"]
    for _, pair in answer.pairs.iterrows():
        alone = turns[pair["card"]] + turns[pair["with"]]
        assert pair["beyond"] == pytest.approx(pair["turns"] - alone, abs=1e-9)
        assert pair["beyond_low"] <= pair["beyond"] <= pair["beyond_high"]


@pytest.mark.parametrize(
    ("words", "said"),
    [(["--figure", "a.gif"], "allowed: .png"), (["--lineup", "nobody"], "nobody"),
     (["--csv", "no/such/folder/a.csv"], "there is no folder")],
)  # fmt: skip
def test_what_is_impossible_is_refused(balance, game, words, said):
    done = balance("cards", game.name, "-p", 2, "-q", *words)
    assert done.code == 2
    assert said in done.err
