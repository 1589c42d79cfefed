"""The ladder of a field, its steps, and the file of measured strength."""

import json
from dataclasses import replace

import pytest

from balance import catalogue
from balance.planning import Question, quick
from balance.qualities.sampling import Effort
from balance.tournaments import ask, fields
from balance.tournaments.skill import ladder
from sims.core.catalogue import find, games
from sims.core.data import read_data
from sims.core.errors import DesignerError
from sims.core.strategies import shipped

GAME = next(name for name in games() if "tuned" in shipped(name))


@pytest.fixture(scope="module")
def played():
    question = Question(GAME, (2,), games=160, threads=1)
    every = fields(question, ("balanced", "random", "tuned"))
    return ask(question, every, effort=Effort(deals=16, replays=4))


def test_the_ladder_is_the_declared_one_then_tuned_whatever_the_order(played):
    field = played.found[0].field
    assert [field.names[i] for i in ladder(field, [3.0, 2.0, 1.0])] == [
        "random", "balanced", "tuned",
    ]  # fmt: skip


def test_without_a_ladder_the_rungs_go_by_rating(played):
    field = played.found[0].field
    renamed = tuple(
        replace(e, name=f"x{i}", strategy=replace(e.strategy, of=""))
        for i, e in enumerate(field.entrants)
    )
    assert ladder(replace(field, entrants=renamed), [3.0, -5.0, 1.0]) == [1, 2, 0]


def test_skill_is_the_pairs_of_neighbouring_rungs(played):
    rows = played.skill.to_dict("records")
    assert [(row["below"], row["rung"]) for row in rows] == [
        ("random", "balanced"), ("balanced", "tuned"),
    ]  # fmt: skip
    pairs = played.pairs.set_index(["strategy", "against"])
    for row in rows:
        assert row["rate"] == pairs.loc[(row["rung"], row["below"]), "rate"]
        assert row["reverse"] == pairs.loc[(row["below"], row["rung"]), "rate"]
        # Of two players one wins, unless nobody does.
        assert row["rate"] + row["reverse"] <= 1 + 1e-9


def test_luck_has_a_row_for_each_rung_and_sums_to_one(played):
    luck = played.luck
    assert list(luck["rung"]) == ["random", "balanced", "tuned"]
    assert luck[["seat", "deal", "play"]].sum(axis=1).tolist() == pytest.approx([1, 1, 1])
    assert any(text.startswith("Luck at 2 players") for text in played.sentences)


def test_strength_is_written_and_read(played, tmp_path):
    content = catalogue.measured(played, "balance tournament", "2026-01-02")
    catalogue.write(tmp_path, content)
    data = replace(read_data(find(GAME)), folder=tmp_path)
    found = catalogue.read(data)
    assert found.date == "2026-01-02"
    assert list(found.ratings) == content["ratings"]
    [(rating, step)] = found.rows_of("balanced")
    assert rating["players"] == 2
    assert step["below"] == "random"
    others = set(quick(GAME)) - {"balanced", "random", "tuned"}
    assert set(catalogue.changed(found, find(GAME), data)) == others


def test_other_code_or_weights_are_told(played, tmp_path):
    content = catalogue.measured(played, "balance tournament", "2026-01-02")
    content["code"] = {**content["code"], "random": "0" * 16}
    content["weights"]["balanced"]["2"][0] += 1
    catalogue.write(tmp_path, content)
    data = replace(read_data(find(GAME)), folder=tmp_path)
    told = catalogue.changed(catalogue.read(data), find(GAME), data)
    assert {"random", "balanced"} <= set(told)
    assert "tuned" not in told


@pytest.mark.parametrize("text", ["{", "[]", '{"date": 1}', json.dumps({"command": "x"})])
def test_a_damaged_file_is_named(tmp_path, text):
    (tmp_path / catalogue.FILE).write_text(text)
    data = replace(read_data(find(GAME)), folder=tmp_path)
    with pytest.raises(DesignerError, match="make it anew"):
        catalogue.read(data)
