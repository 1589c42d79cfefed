"""What holds of compare and rulings in every game that is found: planted truths, and by hand."""

import json

import found
import numpy as np
import pytest
from numpy.testing import assert_allclose

from balance import compare, rulings
from balance.blocks import Block, Counts
from balance.pairing import compare_pairs
from balance.planning import Question, plan
from sims.core.catalogue import games
from sims.core.runner import Job, play_records
from sims.core.tally import UNFINISHED

N = 300


def choices(game):
    """A choice of two different rulings other than the default, as changes."""
    return [
        {f"ruling.{ruling.name}": ruling.choices[-1]}
        for ruling in games()[game].rulings
        if len(ruling.choices) > 1
    ]


def cells(game, changes, players=3):
    """The cell as given and one for each change."""
    return [
        plan(Question(game, (players,), changes=change, games=N))[0] for change in ({}, *changes)
    ]


def jobs(planned, games_played=N):
    return [Job(cell.cell, cell.strategies, 1, 0, games_played) for cell in planned]


@pytest.mark.parametrize("game", found.GAMES)
def test_the_sums_are_those_of_the_records(game):
    """Each seat's wins, length and what changed, from the records themselves."""
    planned = cells(game, choices(game)[:1])
    before, after = (play_records(job) for job in jobs(planned))
    _, [change], _ = compare_pairs(Question(game, (3,), games=N), planned[0], planned[1:], ())
    turns = after["turns"].astype(int) - before["turns"].astype(int)
    assert change.turns.difference == pytest.approx(turns.mean(), abs=1e-12)
    for seat, found_change in enumerate(change.seats):
        moved = (after["winner"] == seat).astype(int) - (before["winner"] == seat)
        assert found_change.change == pytest.approx(moved.mean(), abs=1e-12)
        assert found_change.low <= found_change.change <= found_change.high
    assert change.sums.changed["turns"] == (turns != 0).sum()
    assert change.sums.changed["outcome"] == (before["winner"] != after["winner"]).sum()
    crossed = np.reshape(change.sums.crossed, (2, 2, 3, 3))
    for t in range(3):
        for s in range(3):
            won = (after["winner"] == t) & (before["winner"] == s)
            perhaps = np.isin(after["winner"], (t, UNFINISHED)) & np.isin(
                before["winner"], (s, UNFINISHED)
            )
            assert crossed[0, 0, t, s] == won.sum()
            assert crossed[1, 1, t, s] == perhaps.sum()


@pytest.mark.parametrize("game", found.GAMES)
def test_the_interplay_is_the_contrast_of_four(game):
    one, other = choices(game)[:2]
    planned = cells(game, [one, other, {**one, **other}])
    base, a, b, both = (play_records(job)["turns"].astype(int) for job in jobs(planned))
    question = Question(game, (3,), games=N)
    _, changes, [met] = compare_pairs(question, planned[0], planned[1:], [(2, 0, 1)])
    assert met.turns.difference == pytest.approx((both - a - b + base).mean(), abs=1e-12)
    alone = [change.turns.difference for change in changes]
    assert met.turns.difference == pytest.approx(alone[2] - alone[0] - alone[1], abs=1e-9)
    for seat in (1, 2, 3):
        low, high = met.seat_bounds(seat)
        assert low <= met.seat(seat).difference <= high


@pytest.mark.parametrize("game", found.GAMES)
def test_counts_add_and_go_to_json_and_back(game):
    one, other = choices(game)[:2]
    planned = cells(game, [one, other, {**one, **other}])
    contrasts = (((1,), (0,)), ((3, 0), (1, 2)))
    whole = Block(tuple(jobs(planned, 90)), contrasts).play()
    parts = [Block(tuple(jobs(planned, 90)), contrasts).part(first, 30) for first in (0, 30, 60)]
    added = parts[0].nothing() + parts[0].play() + parts[2].play() + parts[1].play()
    assert added.sums == whole.sums
    assert added.plain() == whole.plain()
    assert Counts.of_plain(json.loads(json.dumps(whole.plain()))).plain() == whole.plain()


@pytest.mark.parametrize("game", found.GAMES)
def test_a_change_that_changes_nothing(game):
    """The table as given beside itself, said in other words: no game differs, at any count."""
    ruling = games()[game].rulings[0]
    same = {f"ruling.{ruling.name}": ruling.default}
    answer = compare(game, "printed", same, lineups="random", games=60)
    rows = answer.rows
    assert set(rows["players"]) == set(games()[game].players)
    for column in ("worst_change", "turns_change", "unfinished_change", "outcomes_changed"):
        assert (rows[column] == 0).all()
    assert (rows["fingerprint_before"] == rows["fingerprint_after"]).all()
    assert set(rows["worst_call"]) == {"no difference"}
    assert set(rows["flip"]) == {""}
    assert (answer.seats["change"] == 0).all()
    assert all("same cell" in sentence for sentence in answer.sentences[1:])


@pytest.mark.parametrize("game", found.GAMES)
def test_a_change_whose_effect_is_known(game):
    """With the shortest cap hardly a game is finished, and anybody may have won the others."""
    limit = games()[game].turn_limit
    answer = compare(
        game, "printed", f"{limit}=1", players=2, lineups="random", games=400, margin=0.02
    )
    [row] = answer.rows.to_dict("records")
    assert row["unfinished_after"] > 0.9
    assert_allclose(row["unfinished_change"], row["unfinished_after"] - row["unfinished_before"])
    assert row["unfinished_call"] == "more"
    assert row["turns_call"] == "shorter"
    assert (row["verdict_after"], row["worst_call"]) == ("INCONCLUSIVE", "open")
    assert "unfinished and anybody might have won" in answer.sentences[1]
    for seat in answer.seats.to_dict("records"):
        most = seat["rate_after"] + row["unfinished_after"]
        assert seat["change_low"] <= seat["rate_after"] - seat["rate_before"]
        assert seat["change_high"] >= most - seat["rate_before"] - 1e-9


@pytest.mark.parametrize("game", found.GAMES)
def test_every_choice_of_every_question_is_played(game):
    declared = games()[game]
    answer = rulings(game, players=(2, 3), lineups="random", games=100)
    wanted = {f"{r.name}={c}" for r in declared.rulings for c in r.choices[1:]}
    played = set(answer.rows["variant"])
    assert wanted <= played
    assert all(name.startswith("deck=") for name in played - wanted)
    assert set(answer.rows["players"]) == {2, 3}
    ranking = answer.ranking
    assert ranking["place"].tolist() == list(range(1, len(ranking) + 1))
    first = ranking.iloc[0]
    if first["call"] in ("matters", "small"):
        assert f"“{first['heading']}”" in answer.sentences[0]
        assert "only tested among random" in answer.sentences[0]
        assert set(answer.confirmation["seed"]) == {1 + 2**32}
    asked = {ruling.heading for ruling in declared.rulings}
    assert asked <= set(ranking["heading"])


@pytest.mark.parametrize("game", found.GAMES)
def test_two_at_a_time(game):
    answer = rulings(game, pairs=True, players=2, lineups="random", games=60)
    singles = [f.row.variant for f in answer.findings]
    questions = [name.partition("=")[0] for name in singles]
    pairs = sum(a != b for i, a in enumerate(questions) for b in questions[:i])
    assert len(answer.together) == pairs == len(answer.pairs)
    assert set(answer.together["one"]) | set(answer.together["other"]) == set(singles)
