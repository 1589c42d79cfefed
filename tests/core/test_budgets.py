"""`NAME:NUMBER` in a lineup: the weight `budget` of a strategy that has one."""

import pickle

import pytest

from balance import sweep
from balance.planning import Question, axis, plan
from sims.core import strategies
from sims.core.catalogue import find, games
from sims.core.strategies import BUDGET, shipped, with_budget

NAME, AHEAD = next(
    (game, name)
    for game in reversed(games())
    for name, strategy in shipped(game).items()
    if BUDGET in strategy.weights
)
GAME = find(NAME)


def player(text, changes=()):
    """Who sits in seat 1 of the cell of a lineup, and that cell."""
    [planned] = plan(Question(NAME, (2,), (text,), changes=dict(changes)))
    return planned.cell.lineup[0], planned


def test_the_number_is_the_weight_and_part_of_the_name():
    found, planned = player(f"{AHEAD}:37")
    assert found.strategy == f"{AHEAD}:37"
    assert planned.lineup == f"{AHEAD}:37"
    place = list(shipped(NAME)[AHEAD].weights).index(BUDGET)
    assert found.weights[place] == 37
    assert found.source == shipped(NAME)[AHEAD].digest
    plain, _ = player(AHEAD)
    assert [w for i, w in enumerate(plain.weights) if i != place] == [
        w for i, w in enumerate(found.weights) if i != place
    ]


def test_other_weights_can_still_be_set():
    found, _ = player(f"{AHEAD}:37", {f"weights.{AHEAD}.caution": "2.5"})
    named = dict(zip(shipped(NAME)[AHEAD].weights, found.weights, strict=True))
    assert (named[BUDGET], named["caution"]) == (37, 2.5)


def test_two_budgets_are_two_strategies_to_a_rotation_and_two_cells():
    question = Question(NAME, (3,), (f"{AHEAD}:5", f"{AHEAD}:6", f"{AHEAD}:6"), rotate=True)
    assert sorted(planned.lineup for planned in plan(question)) == sorted(
        ",".join(f"{AHEAD}:{n}" for n in numbers) for numbers in ((5, 6, 6), (6, 5, 6), (6, 6, 5))
    )
    cells = [player(f"{AHEAD}:{n}")[1].cell for n in (5, 6)]
    assert len({cell.fingerprint("rules", 1) for cell in cells}) == 2


def test_it_is_an_axis_of_a_sweep():
    key, values = axis(GAME, f"lineup={AHEAD}:2,{AHEAD}:3+random")
    found = sweep(NAME, {key: values}, players=2, games=3, threads=1)
    assert [result.planned.lineup for result in found.results] == [
        f"{AHEAD}:2", f"{AHEAD}:3,random",
    ]  # fmt: skip


def test_another_process_finds_it_again():
    chosen = strategies.find(GAME, f"{AHEAD}:12")
    again = pickle.loads(pickle.dumps(chosen))
    assert (again.name, again.budget, again.digest) == (f"{AHEAD}:12", 12, chosen.digest)
    assert again.player() == chosen.player()


@pytest.mark.parametrize("text", ["012", "12"])
def test_a_budget_has_one_name(text):
    assert with_budget(shipped(NAME)[AHEAD], text).name == f"{AHEAD}:12"
