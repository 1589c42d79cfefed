"""What may be played, freeze windows, and what each card does, derived by hand."""

import re

import pytest

from sims.games.hacked.cards import NAMEABLE, WORDS
from tests.games.hacked.tables import ID, PILE, asked, choose, hand, place, titles, whose_turn


def test_play_lists_draw_cards_pairs_triples_by_title_target_and_name():
    seats = ["con con attack ticket freeze bugfix update sprint A A A", "con", "", "B"]
    referee = place(seats, PILE + " hacked")
    named = [WORDS[title] for title in NAMEABLE]
    triples = [f"triple:A>{seat}={word}" for seat in (2, 4) for word in named]
    assert len(named) == 12
    assert "hacked" not in named
    single = "draw attack ticket>2 ticket>4 bugfix update sprint"
    pairs = "pair:con>2 pair:con>4 pair:A>2 pair:A>4"
    assert asked(referee) == f"1 play: {single} {pairs} {' '.join(triples)}"


def test_targets_are_listed_clockwise_and_live():
    referee = place(["B", "out", "ticket A A", "B"], PILE, turn="3")
    assert asked(referee) == "3 play: draw ticket>4 ticket>1 pair:A>4 pair:A>1"


def test_ticket_and_combos_need_somebody_with_a_card():
    assert asked(place(["ticket A A A", "", ""], PILE)) == "1 play: draw"


@pytest.mark.parametrize(
    ("ruling", "pairs", "triples"),
    [("any-title", "attack A B", "attack B"), ("cheatsheets-only", "A B", "attack B"),
     ("none", "", "")],
)  # fmt: skip
def test_combos_ruling(ruling, pairs, triples):
    seats = ["attack attack attack A A B B B", "con"]
    options = asked(place(seats, "hacked", rulings={"combos": ruling})).split()
    found = [re.match(r"(pair|triple):(\w+)", option) for option in options]
    by_form = {(one[1], one[2]) for one in found if one}
    assert by_form == {("pair", p) for p in pairs.split()} | {
        ("triple", t) for t in triples.split()
    }


def test_draw_goes_to_the_hand_and_the_next_player_acts():
    referee = place(["A", "", ""], "B hacked hacked", ["draw"])
    assert hand(referee, 1) == "A B"
    assert referee.snapshot()["turn"] == 1
    assert asked(referee) == "2 play: draw"
    assert whose_turn(referee) == "2 owes 1"


def test_any_number_of_plays_may_come_before_the_draw():
    seats = ["sprint bugfix ticket A A B B", "C D E", ""]
    referee = place(seats, PILE, ["sprint", "bugfix", "ticket>2", "2.C"], [6, 5, 4, 3, 2, 1])
    assert whose_turn(referee) == "1 owes 1"
    assert asked(referee) == "1 play: draw pair:A>2 pair:B>2"
    assert referee.snapshot()["turn"] == 0
    choose(referee, "draw")
    assert referee.snapshot()["turn"] == 1
    assert whose_turn(referee) == "2 owes 1"


# Freeze windows


def test_freeze_is_asked_clockwise_of_those_who_hold_one_and_live():
    referee = place(["freeze", "sprint", "out", "A", "freeze"], PILE, turn="2")
    choose(referee, "sprint", "5.no")
    assert asked(referee) == "1 freeze: no yes"
    choose(referee, "no")
    assert asked(referee) == "2 play: draw"


def test_a_freeze_opens_a_window_for_all_but_its_player_earlier_passers_and_the_actor_too():
    seats = ["sprint freeze", "freeze", "freeze freeze", "freeze"]
    referee = place(seats, PILE + " hacked")
    choose(referee, "sprint", "2.no", "3.yes")
    # On 3's freeze: clockwise from 3, without 3. 2 passed before.
    choose(referee, "4.no", "1.no", "2.yes")
    # On 2's freeze: 3 again, who still holds one; 2 is not asked about their own.
    choose(referee, "3.no", "4.no", "1.yes")
    # On 1's own freeze: 2 has none left.
    choose(referee, "3.no", "4.no")
    # Three freezes: the sprint is cancelled, the same turn goes on.
    assert asked(referee) == "1 play: draw"
    assert referee.snapshot()["seats"][0]["seen_pile"] == {}
    assert referee.snapshot()["discard"] == {ID["sprint"]: 1, ID["freeze"]: 3}
    assert [hand(referee, seat) for seat in (1, 2, 3, 4)] == ["", "", "freeze", "freeze"]


def test_an_action_stands_after_two_freezes():
    referee = place(["sprint freeze", "freeze", ""], PILE, ["sprint", "2.yes", "1.yes"])
    assert asked(referee) == "1 play: draw"
    assert referee.snapshot()["seats"][0]["seen_pile"] == {0: ID["A"], 1: ID["B"], 2: ID["C"]}


def test_nobody_is_asked_about_their_own_last_card():
    referee = place(["sprint freeze freeze", "", ""], PILE, ["sprint"])
    assert asked(referee) == "1 play: draw"
    referee = place(["sprint", "freeze freeze", ""], PILE, ["sprint", "2.yes"])
    assert asked(referee) == "1 play: draw"


def test_the_freeze_asked_about_a_pair_of_freezes_needs_one_that_is_left():
    referee = place(["freeze freeze", "freeze A", "B"], PILE, ["pair:freeze>3", "2.yes"])
    assert hand(referee, 3) == "B"
    assert referee.snapshot()["discard"] == {ID["freeze"]: 3}
    assert asked(referee) == "1 play: draw"


def test_every_kind_of_action_can_be_frozen():
    seats = ["attack ticket bugfix update sprint A A A", "con freeze"]
    for choice in ("attack", "ticket>2", "bugfix", "update", "sprint", "pair:A>2", "triple:A>2=B"):
        referee = place(seats, "B C hacked", [choice, "2.yes"])
        assert asked(referee).startswith("1 play: draw")
        assert whose_turn(referee) == "1 owes 1"
        assert referee.snapshot()["pile"] == titles("B C hacked")
        assert hand(referee, 2) == "con"


# What the cards do


def test_ticket_offers_titles_and_hands_one_over():
    referee = place(["ticket", "con B B", "C"], PILE, ["ticket>2"])
    assert asked(referee) == "2 give: con B"
    choose(referee, "B")
    assert [hand(referee, seat) for seat in (1, 2)] == ["B", "con B"]
    assert asked(referee) == "1 play: draw"


def test_a_ticket_target_emptied_by_its_own_freeze_is_not_asked():
    referee = place(["ticket freeze", "freeze", "C"], PILE, ["ticket>2", "2.yes", "1.yes"])
    assert asked(referee) == "1 play: draw"


@pytest.mark.parametrize("combo", ["pair:A>2", "triple:A>2=freeze"])
def test_a_combo_finds_nothing_in_a_hand_emptied_by_its_own_freeze(combo):
    seats = ["freeze A A A", "freeze", ""]
    referee = place(seats, PILE, [combo, "2.yes", "1.yes"])
    assert "freeze" not in hand(referee, 1)
    assert asked(referee) == "1 play: draw"


def test_a_pair_takes_the_kth_card_by_title():
    for k, word in enumerate("con freeze B B".split()):
        referee = place(["A A", "B freeze con B"], "hacked", ["pair:A>2", "2.no"], [k])
        assert referee._game.chance.log == [(4, k)]
        assert hand(referee, 1) == word
    referee = place(["A A", "B"], "hacked", ["pair:A>2"])
    assert referee._game.chance.log == []
    assert hand(referee, 1) == "B"


def test_a_triple_takes_the_named_title_or_nothing():
    seats = ["attack attack attack", "con B B"]
    referee = place(seats, "hacked", ["triple:attack>2=B"])
    assert [hand(referee, 1), hand(referee, 2)] == ["B", "con B"]
    referee = place(seats, "hacked", ["triple:attack>2=C"])
    assert [hand(referee, 1), hand(referee, 2)] == ["", "con B B"]


def test_a_triple_may_name_what_the_deck_lacks():
    referee = place(["B B B", "C"], "hacked", ["triple:B>2=A"], copies={"A": 0})
    assert hand(referee, 2) == "C"


def test_system_update_ends_the_turn_without_a_draw():
    referee = place(["update A", "", ""], PILE, ["update"])
    now = referee.snapshot()
    assert whose_turn(referee) == "2 owes 1"
    assert (now["turn"], now["pile"], hand(referee, 1)) == (1, titles(PILE), "A")


def test_consultants_and_freezes_are_given_and_stolen_like_any_card():
    referee = place(["ticket", "con freeze", ""], PILE, ["ticket>2", "2.no"])
    assert asked(referee) == "2 give: con freeze"
    choose(referee, "con")
    assert hand(referee, 1) == "con"
    referee = place(["con con", "freeze", ""], PILE, ["pair:con>2", "2.no"])
    assert [hand(referee, seat) for seat in (1, 2)] == ["freeze", ""]
    referee = place(["freeze freeze freeze", "con", ""], PILE, ["triple:freeze>2=con"])
    assert [hand(referee, seat) for seat in (1, 2)] == ["con", ""]


def test_bugfix_is_a_shuffle_and_the_turn_goes_on():
    referee = place(["bugfix", "", ""], "A B hacked hacked", ["bugfix"], [0, 2, 1])
    # 3 with 0: hacked B hacked A; 2 with 2: as is; 1 with 1: as is.
    assert referee._game.chance.log == [(4, 0), (3, 2), (2, 1)]
    assert referee.snapshot()["pile"] == titles("hacked B hacked A")
    assert asked(referee) == "1 play: draw"


@pytest.mark.parametrize(("depth", "seen"), [(None, 3), (0, 0), (2, 2), (5, 4)])
def test_sprint_planning_sees_the_depth_or_what_there_is(depth, seen):
    pile = "A hacked B hacked"
    referee = place(["sprint", "", ""], pile, ["sprint"], depth=depth)
    expected = dict(enumerate(titles(pile)[:seen]))
    assert referee.snapshot()["seats"][0]["seen_pile"] == expected
    assert referee.snapshot()["pile"] == titles(pile)
