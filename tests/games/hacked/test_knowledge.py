"""What a player may know: the referee by hand, then the kernel's views in whole games."""

from collections import Counter

import numpy as np
import pytest

from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.games.hacked.bridge import snapshot
from sims.games.hacked.layout import DECISIONS
from tests.games.hacked.hidden import permute
from tests.games.hacked.tables import (
    CON,
    GAME,
    HACKED,
    ID,
    PILE,
    choose,
    decisions,
    knowledge,
    place,
    read_cards,
)


def test_places_seen_come_up_as_cards_are_drawn():
    referee = place(["sprint", "", ""], PILE, ["sprint", "draw"])
    assert knowledge(referee) == ({}, {"1": {0: "B", 1: "C"}})
    choose(referee, "draw", "draw")
    assert knowledge(referee) == ({}, {})


def test_who_places_keeps_what_they_saw_and_all_others_lose_it():
    seats = ["sprint", "con sprint", ""]
    referee = place(seats, "A hacked B hacked C", ["sprint", "draw", "2.sprint"])
    both = {"1": {0: "hacked", 1: "B"}, "2": {0: "hacked", 1: "B", 2: "hacked"}}
    assert knowledge(referee) == ({}, both)
    choose(referee, "draw", "2.1")
    assert knowledge(referee) == ({}, {"2": {0: "B", 1: "hacked", 2: "hacked"}})


def test_a_placed_card_is_known_to_its_placer_alone_until_another_places():
    referee = place(["con", "con", ""], "hacked hacked A B", ["draw", "3"])
    assert knowledge(referee) == ({}, {"1": {3: "hacked"}})
    choose(referee, "2.draw", "2.3")
    assert knowledge(referee) == ({}, {"2": {3: "hacked"}})


def test_bugfix_leaves_nobody_a_known_place():
    seats = ["sprint", "sprint bugfix", ""]
    referee = place(seats, PILE, ["sprint", "draw", "2.sprint", "2.bugfix"])
    assert knowledge(referee) == ({}, {})


def test_a_ticket_is_seen_by_its_two_and_blurs_the_givers_hand_for_the_rest():
    known = {n: {"seen_hand": {1: {ID["B"]: 1, ID["C"]: 1}}} for n in (1, 3)}
    seats = ["ticket", "B C C", ""]
    referee = place(seats, PILE, ["ticket>2", "C"], known=known)
    assert knowledge(referee) == ({"1>2": "B", "2>1": "C"}, {})


def test_a_stolen_card_is_seen_by_its_two_and_blurs_the_hand_for_the_rest():
    known = {n: {"seen_hand": {1: {ID["B"]: 1, ID["C"]: 1}}} for n in (1, 3)}
    seats = ["A A", "B C", ""]
    referee = place(seats, PILE, ["pair:A>2"], [0], known=known)
    assert knowledge(referee) == ({"1>2": "C", "2>1": "B"}, {})


def test_a_named_card_is_seen_by_all_and_blurs_nothing():
    known = {n: {"seen_hand": {1: {ID["B"]: 1, ID["C"]: 1}}} for n in (1, 3)}
    seats = ["A A A", "B C", ""]
    referee = place(seats, PILE, ["triple:A>2=B"], known=known)
    assert knowledge(referee) == ({"1>2": "C", "2>1": "B", "3>1": "B", "3>2": "C"}, {})
    referee = place(seats, PILE, ["triple:A>2=D"], known=known)
    assert knowledge(referee) == ({"1>2": "B C", "3>2": "B C"}, {})


def test_a_hand_that_loses_nothing_keeps_what_is_known():
    known = {3: {"seen_hand": {0: {ID["ticket"]: 1, ID["B"]: 1}}}}
    referee = place(["ticket B", "C", ""], PILE, ["ticket>2", "C"], known=known)
    assert knowledge(referee) == ({"2>1": "C", "3>1": "B"}, {})


def test_known_cards_that_are_played_frozen_or_discarded_go_down():
    seats = ["A A sprint", "freeze freeze", "con"]
    known = {
        2: {"seen_hand": {0: {ID["A"]: 2, ID["sprint"]: 1}, 2: {CON: 1}}},
        3: {"seen_hand": {0: {ID["A"]: 1}, 1: {ID["freeze"]: 2}}},
    }
    referee = place(seats, "B C hacked hacked", ["pair:A>3", "2.yes"], known=known)
    assert knowledge(referee) == ({"2>1": "sprint", "2>3": "con", "3>2": "freeze"}, {})
    choose(referee, "draw", "draw", "3.draw")
    assert referee.decision().kind == "place"
    assert knowledge(referee) == ({"2>1": "sprint", "3>2": "freeze"}, {})


def test_a_drawn_card_is_not_added_to_what_is_known_of_the_drawer():
    referee = place(["sprint", "", ""], PILE, ["sprint", "draw", "draw"])
    assert knowledge(referee) == ({}, {"1": {0: "C"}})


def test_nobody_knows_anything_of_or_through_who_is_out():
    known = {
        1: {"seen_hand": {1: {ID["B"]: 1}}, "seen_pile": {0: HACKED}},
        2: {"seen_hand": {0: {ID["A"]: 1}, 2: {ID["C"]: 1}}, "seen_pile": {1: ID["D"]}},
    }
    referee = place(["A", "B", "C"], "hacked D hacked", ["draw"], known=known)
    assert knowledge(referee) == ({"2>3": "C"}, {"2": {0: "D"}})


# Views


def read_view(view, players):
    """A view in plain values, in the words of a snapshot."""
    seen = {depth: int(known) - 1 for depth, known in enumerate(view["seen"]["at"]) if known}
    known = {h: read_cards(view["known"][h]) for h in range(players)}
    return {
        "turn": int(view["turn"]),
        "actor": int(view["actor"]),
        "owes": int(view["owes"]),
        "attacked": bool(view["attacked"]),
        "pile": (int(view["pile_size"]), int(view["hacked_left"])),
        "discard": read_cards(view["discard"]),
        "hand": read_cards(view["hand"]),
        "sizes": view["hand_size"]["of"][:players].tolist(),
        "living": [bool(int(view["living"]) >> seat & 1) for seat in range(players)],
        "seen_hand": {h: cards for h, cards in known.items() if cards},
        "seen_pile": seen,
    }


def may_know(now, seat):
    """What `read_view` must give for a seat of a snapshot."""
    public = {key: now[key] for key in ("turn", "actor", "owes", "attacked", "discard")}
    own = {key: now["seats"][seat][key] for key in ("hand", "seen_hand", "seen_pile")}
    return {
        **public,
        **own,
        "pile": (len(now["pile"]), now["pile"].count(HACKED)),
        "sizes": [sum(s["hand"].values()) for s in now["seats"]],
        "living": [not s["out"] for s in now["seats"]],
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["printed", "many sprints", "large deck", "choice"])
def test_a_view_is_what_its_player_may_know(players, name):
    for game_id in range(4):
        for machine, due in decisions(players, name, game_id):
            now = machine.snapshot()
            for seat in range(players):
                if not now["seats"][seat]["out"]:
                    view = machine.view(seat)[0]
                    assert read_view(view, players) == may_know(now, seat)
                    assert int(view["seat"]) == seat
                    assert DECISIONS[int(view["decision"])] == due.kind


@pytest.mark.parametrize("players", [2, 5])
def test_nothing_hidden_changes_a_view_where_much_is_seen(players):
    """As the contract test has it, with many Sprint plannings, and with the cards counted."""
    rng = np.random.default_rng(players)
    moved = known = 0
    for game_id in range(3):
        for machine, due in decisions(players, "many sprints", game_id):
            before, cell = machine.state, machine._cell
            other = permute(before, cell, due.seat, rng)
            assert all_cards(other, cell) == all_cards(before, cell)
            seen = before["seen"][due.seat]["at"]
            at = np.flatnonzero(seen)
            assert (other["pile"]["at"][at] == before["pile"]["at"][at]).all()
            known += len(at)
            moved += (other["pile"]["at"] != before["pile"]["at"]).any()
            shown = machine.view(due.seat).tobytes()
            new = KernelMachine(GAME, kernel(GAME.name), cell)
            new.states[0] = other
            assert new.view(due.seat).tobytes() == shown
    assert known > 20
    assert moved > 20


def all_cards(state, cell):
    now = snapshot(state, cell)
    cards = Counter(now["pile"]) + Counter(now["discard"])
    for seat in now["seats"]:
        cards += Counter(seat["hand"])
    return cards
