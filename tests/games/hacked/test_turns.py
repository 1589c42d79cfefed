"""Attacks and owed turns, You've been hacked, consultants, the end: derived by hand."""

import pytest

from sims.games.hacked import layout as lay
from tests.games.hacked.tables import (
    CON,
    HACKED,
    PILE,
    asked,
    choose,
    hand,
    place,
    titles,
    whose_turn,
)


@pytest.mark.parametrize(
    ("turn", "ruling", "turns", "then"),
    [
        ("1", "add", None, "2 owes 2 attacked"),
        ("1 owes 1 attacked", "add", None, "2 owes 3 attacked"),
        ("1 owes 2 attacked", "add", None, "2 owes 4 attacked"),
        ("1 owes 4 attacked", "add", None, "2 owes 6 attacked"),
        ("1 owes 4 attacked", "replace", None, "2 owes 2 attacked"),
        ("1", "replace", None, "2 owes 2 attacked"),
        ("1", "add", 3, "2 owes 3 attacked"),
        ("1 owes 2 attacked", "add", 3, "2 owes 5 attacked"),
        ("1", "add", 1, "2 owes 1 attacked"),
        ("1 owes 2 attacked", "replace", 3, "2 owes 3 attacked"),
    ],
)
def test_attack(turn, ruling, turns, then):
    rulings = {"attack_stack": ruling}
    seats = ["attack", "", ""]
    referee = place(seats, PILE, ["attack"], turn=turn, rulings=rulings, turns=turns)
    assert whose_turn(referee) == then
    now = referee.snapshot()
    assert (now["turn"], len(now["pile"])) == (1, 7)  # no draw; turns handed on do not count


def test_attack_passes_over_who_is_out():
    referee = place(["", "attack", "out", ""], PILE, ["attack"], turn="2")
    assert whose_turn(referee) == "4 owes 2 attacked"


def test_attack_on_the_victims_second_turn_adds_to_the_one_that_is_left():
    seats = ["attack", "attack", ""]
    referee = place(seats, PILE, ["attack", "2.draw"])
    assert whose_turn(referee) == "2 owes 1 attacked"
    choose(referee, "2.attack")
    assert whose_turn(referee) == "3 owes 3 attacked"
    choose(referee, "3.draw", "3.draw", "3.draw")
    assert whose_turn(referee) == "1 owes 1"
    assert referee.snapshot()["turn"] == 6


def test_two_system_updates_end_both_turns_of_an_attack():
    referee = place(["attack", "update update", ""], PILE, ["attack", "update"])
    assert whose_turn(referee) == "2 owes 1 attacked"
    choose(referee, "update")
    assert whose_turn(referee) == "3 owes 1"
    assert referee.snapshot()["turn"] == 3
    assert len(referee.snapshot()["pile"]) == 7


# You've been hacked


def test_a_consultant_goes_and_the_card_can_be_placed_at_every_depth():
    for depth in range(4):
        referee = place(["con", "con", ""], "hacked A B hacked", ["draw"])
        assert asked(referee) == "1 place: 0 1 2 3"
        assert referee.snapshot()["discard"] == {CON: 1}
        assert referee.snapshot()["pile"] == titles("A B hacked")
        choose(referee, str(depth))
        pile = titles("A B hacked")
        pile.insert(depth, HACKED)
        assert referee.snapshot()["pile"] == pile
        assert whose_turn(referee) == "2 owes 1"
        assert hand(referee, 1) == ""


def test_the_only_depth_of_an_empty_pile_is_asked():
    referee = place(["con", "A"], "hacked", ["draw"])
    assert asked(referee) == "1 place: 0"
    choose(referee, "0")
    assert referee.snapshot()["pile"] == [HACKED]


def test_a_consultant_ends_one_turn_of_an_attack():
    referee = place(["con", "A"], "hacked B C", ["draw", "2"], turn="1 owes 2 attacked")
    assert whose_turn(referee) == "1 owes 1 attacked"


def test_consultant_by_choice():
    rulings = {"consultant_use": "choice"}
    referee = place(["con A", "", ""], "hacked B hacked", ["draw"], rulings=rulings)
    assert asked(referee) == "1 consult: no yes"
    choose(referee, "yes", "1.0")
    assert whose_turn(referee) == "2 owes 1"
    referee = place(["con A", "", ""], "hacked B hacked", ["draw", "no"], rulings=rulings)
    assert referee.snapshot()["seats"][0]["out"]
    assert referee.snapshot()["discard"] == {}
    referee = place(["A", "", ""], "hacked B hacked", ["draw"], rulings=rulings)
    assert referee.snapshot()["seats"][0]["out"]


def test_who_is_out_loses_hand_and_owed_turns():
    referee = place(["A", "", ""], "hacked B hacked", ["draw"], turn="1 owes 3 attacked")
    now = referee.snapshot()
    assert whose_turn(referee) == "2 owes 1"
    assert now["turn"] == 1
    assert now["seats"][0] == {"hand": {}, "out": True, "seen_hand": {}, "seen_pile": {}}
    assert (now["pile"], now["discard"]) == (titles("B hacked"), {})
    choose(referee, "2.draw", "3.draw")
    now = referee.snapshot()
    assert now["result"] == {"winner": 1, "ended": "last_standing"}
    assert whose_turn(referee) == "2 owes 1"
    assert (now["turn"], now["pile"], referee.decision()) == (3, [], None)
    with pytest.raises(ValueError, match="no decision is due"):
        referee.choose((lay.F_DRAW, *[lay.NONE] * 4))


def test_the_cap_ends_after_that_many_turns_and_a_win_on_the_last_is_a_win():
    referee = place(["", "", ""], PILE, ["draw", "draw"], max_turns=2)
    assert referee.snapshot()["result"] == {"winner": None, "ended": "unfinished"}
    assert whose_turn(referee) == "3 owes 1"
    assert referee.decision() is None
    referee = place(["", ""], "hacked", ["draw"], max_turns=1)
    assert referee.snapshot()["result"] == {"winner": 1, "ended": "last_standing"}
