"""The referee: what a player may know of the hands of others."""

from collections import Counter

from gatecrasher_tables import choose, place

from sims.games.gatecrasher.cards import WORDS


def known(referee):
    """{(viewer, holder): words} from 1."""
    return {
        (viewer + 1, holder + 1): " ".join(WORDS[kind] for kind in Counter(cards).elements())
        for viewer, seat in enumerate(referee.snapshot()["seats"])
        for holder, cards in seat["seen_hand"].items()
    }


SEEN = ["lv 3 | extract extract", "lv 3 | bolster loss mine", "lv 3 | extract"]


def test_an_extraction_shows_the_whole_hand_less_what_is_taken():
    referee = choose(place(3, SEEN, pile="extract bolster loss"), "extract>2")
    assert known(referee) == {(1, 2): "bolster mine loss"}
    assert known(choose(referee, "mine")) == {(1, 2): "bolster loss"}


def test_what_is_executed_was_seen_leaving_and_what_is_drawn_is_unknown():
    referee = choose(place(3, SEEN, pile="bolster bolster loss"), "extract>2", "mine", "bolster")
    assert referee.snapshot()["seats"][1]["hand"] == {0: 1, 2: 1}
    assert known(referee) == {(1, 2): "loss"}
    # The Bolster that was drawn is unknown; when it is executed the Loss is known as before.
    choose(referee, "pass", "pass", "bolster")
    assert known(referee) == {(1, 2): "loss"}


def test_an_extraction_by_somebody_else_makes_the_hand_uncertain():
    referee = choose(place(3, SEEN, pile="extract bolster loss"), "extract>2", "mine", "pass")
    choose(referee, "extract>2", "loss")
    assert known(referee) == {(3, 2): "bolster"}


def test_what_is_known_of_the_taker_stays_known():
    seats = ["lv 3 | extract", "lv 3 | bolster loss extract", "lv 3 | mine loss"]
    referee = choose(place(3, seats, pile="mine mine"), "extract>2", "bolster")
    assert known(referee) == {(1, 2): "loss extract"}
    choose(referee, "extract>3", "mine")
    # 1 saw the Extraction leave 2's hand and knows not what came; 3 does not look into 2's hand.
    assert known(referee) == {(1, 2): "loss", (2, 3): "loss"}


def test_a_new_deal_ends_all_knowledge():
    seats = ["fw 9 | lv 3 | extract", "lv 3 | bolster loss"]
    referee = place(2, seats, phase="overclock", max_rounds=2)
    choose(referee, "extract>2", "loss", "pass")
    assert known(referee) == {(1, 2): "bolster"}
    choose(referee, "pass")
    assert referee.snapshot()["round"] == 1
    assert known(referee) == {}
