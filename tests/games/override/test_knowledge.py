"""What a hacker is shown, by cases: the view holds what the rules page allows and nothing else."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.games.override import layout as L
from sims.games.override import notation
from sims.games.override.bridge import ids

GAME = find("override")
DATA = read_data(GAME)
spec = importlib.util.spec_from_file_location("hidden", Path(__file__).parent / "hidden.py")
hidden = importlib.util.module_from_spec(spec)
spec.loader.exec_module(hidden)


def play(players, seats, choices, script=(), actor=0, **changes):
    """The machine after some choices; seats and choices as position files write them."""
    setup = {"remove": [], "remove_random": 0, "winning_cred": 90, "gov_limit": 60}
    cell = build_cell(DATA, players, setup | changes)
    machine = KernelMachine(GAME, kernel("override"), cell)
    table = {"actor": actor, "seats": [notation.read_seat(cell, text) for text in seats]}
    machine.place(table, list(script))
    for choice in choices:
        due = machine.decision()
        texts = {notation.option_text(cell, due.kind, option): option for option in due.options}
        machine.choose(texts[choice])
    return machine


def view(machine, seat):
    return machine.view(seat)[0].copy()


def known(machine, viewer):
    """{holder: cards} that the viewer knows, seats from 1."""
    seen = view(machine, viewer - 1)["known"]
    return {holder + 1: ids(cards) for holder, cards in enumerate(seen) if cards}


def same(a, b):
    return a.tobytes() == b.tobytes()


def test_face_in_again_is_seen_by_all_but_a_new_card_of_the_hand_is_not():
    machine = play(3, ["in P1", "in P2 | out C22", "in G7"], ["C22", "3"])
    assert known(machine, 1) == {2: [22], 3: [7]}  # 1 saw C22 turn, and looked at 3's only card
    assert known(machine, 3) == {2: [22]}
    assert known(machine, 2) == {}


def test_spy_sees_two_of_three():
    machine = play(2, ["in C22", "in P1 G7 T10"], ["C22", "2"], script=[1, 1])
    assert known(machine, 1) == {2: [7, 10]}
    assert known(machine, 2) == {}


def test_a_hand_swap_shows_each_the_card_that_it_gave():
    machine = play(3, ["in S4", "in G7", "in T10 F13"], ["S4", "hands:2+3"], script=[1])
    assert known(machine, 2) == {3: [7]}
    assert known(machine, 3) == {2: [13]}
    assert known(machine, 1) == {}


def test_a_random_card_makes_a_hand_uncertain_for_who_did_not_see_it():
    """F13 and C22 go face-in to 2's hand before all eyes; then 3 draws one of that hand."""
    seats = ["in P1", "out C22", "in S4 T10"]
    machine = play(3, seats, ["C22", "2", "C22", "1"])
    assert known(machine, 1) == known(machine, 3) == {}  # 2 has put its only card out again
    machine = play(3, ["in T11", "in F13 | out C22", "in S4 T10"], ["C22", "2", "F13", "own:F13"])
    assert known(machine, 1) == {2: [13, 22]}
    assert known(machine, 3) == {2: [13, 22]}
    for choice in ("S4", "own:T10+2"):  # 3's turn; the lower card of 2, F13, is drawn
        due = machine.decision()
        texts = {notation.option_text(machine._cell, due.kind, o): o for o in due.options}
        machine.choose(texts[choice])
    assert known(machine, 1) == {}  # either may have gone
    assert known(machine, 3) == {2: [10, 22]}  # gave T10, and saw which card came
    assert known(machine, 2) == {3: [13]}


def test_noaa_loses_face_in_cards_and_monorail_shows_the_giver():
    noaa = play(2, ["in N18 P1", "in G7 | out C22"], ["N18", "P1", "G7"], script=[0])
    assert known(noaa, 1) == known(noaa, 2) == {}
    seats = ["in M20 P1", "in G7", "in T10"]
    rail = play(3, seats, ["M20", "P1", "G7", "T10", "left"])
    assert known(rail, 1) == {2: [1]}
    assert known(rail, 2) == {3: [7]}
    assert known(rail, 3) == {1: [10]}


def test_a_mark_on_a_hand_is_known_to_its_carrier_alone():
    machine = play(3, ["in G7", "in P1 T10", "in F13"], ["G7", "hand>2"], script=[1])
    carrier, other = view(machine, 1), view(machine, 2)
    assert carrier["own_mark"] == 10
    assert other["own_mark"] == L.NONE
    assert int(other["marked"]) == int(carrier["marked"]) == 0b10
    assert other["mark"][1] == L.NONE


def test_a_face_out_mark_is_known_to_all():
    machine = play(3, ["in G7", "in P1 T10", "out F13"], ["G7", "F13>2"])
    assert [int(view(machine, seat)["mark"][1]) for seat in range(3)] == [13, 13, 13]


def test_an_own_card_that_is_offered_is_hidden_from_who_is_asked():
    views = []
    for own in ("T10", "F13"):
        machine = play(2, ["in S4 T10 F13", "in P1 | out"], ["S4", f"own:{own}+2"])
        assert machine.decision().kind == "interrupt"
        views.append(view(machine, 1))
    assert same(*views)
    assert views[0]["pending"]["form"] == L.F_OWN


def test_the_first_answer_is_seen_by_the_second_who_is_asked():
    seats = ["in S4", "in P1 G7", "in P2 T10"]
    answers = {}
    for answer in ("no", "yes"):
        machine = play(3, seats, ["S4", "hands:2+3", answer])
        due = machine.decision()
        assert (due.seat, due.kind) == (2, "interrupt")
        answers[answer] = int(view(machine, 2)["answer"])
    assert answers == {"no": 0, "yes": 1}
    first = play(3, seats, ["S4", "hands:2+3"])
    assert int(view(first, 1)["answer"]) == L.NONE


def test_a_refusal_is_seen_by_nobody_else():
    """Rules page, *For all three games*: that somebody was asked, and a no, are seen by nobody.

    2 holds a puppet and keeps it, or has none and is not asked: the same cards move. For 3, whose
    turn follows some time after, nothing may differ.
    """
    seats = ["in S4", "in {} | out C22", "in T10 | out G7"]
    asked = play(3, [seats[0], seats[1].format("P1"), seats[2]], ["S4", "table:G7+C22", "no"])
    not_asked = play(3, [seats[0], seats[1].format("F13"), seats[2]], ["S4", "table:G7+C22"])
    assert asked.decision().kind == not_asked.decision().kind == "execute"
    for seat in (0, 2):
        assert same(view(asked, seat), view(not_asked, seat)), seat


def test_that_a_hacker_was_asked_for_noaa_does_not_tell_the_choice():
    views = []
    for chosen in ("S4", "G7"):
        machine = play(3, ["in N18 P1", "in S4 G7", "in T10"], ["N18", "P1", chosen])
        assert (machine.decision().seat, machine.decision().kind) == (2, "tornado")
        views.append(view(machine, 2))
    assert same(*views)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_permuting_what_is_known_is_seen(seat):
    """A control for the contract test: renaming two known cards changes the view."""
    machine = play(3, ["in P1 C22", "in P2 G7", "in T10 | out F13"], ["C22", "2"])
    before = view(machine, seat)
    name = np.arange(256)
    own = ids(machine.state["hand"][seat])[0]
    name[[own, 13]] = [13, own]
    machine.states[0] = hidden.rename(machine.state, name)
    assert not same(before, view(machine, seat))


def test_permuting_what_is_unknown_changes_the_state():
    machine = play(3, ["in P1 C22", "in P2 G7 S5", "in T10 F13"], ["C22", "2"], script=[0, 0])
    rng = np.random.default_rng(1)
    assert hidden.unknown_cards(machine.state, machine._cell, 0)
    others = {hidden.permute(machine.state, machine._cell, 0, rng).tobytes() for _ in range(20)}
    assert len(others) > 10
