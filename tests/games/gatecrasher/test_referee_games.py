"""The referee: what holds in every game, and what is refused."""

import random
import re
import time
from collections import Counter

import pytest
from gatecrasher_tables import (
    ASSUMED,
    RULINGS,
    make_cell,
    make_hackers,
    make_referee,
    new_game,
    place,
    play_randomly,
    stream,
)

from sims.core.streams import DEAL, PLAY, DictatedChance
from sims.games.gatecrasher import layout as lay
from sims.games.gatecrasher.cards import PRIMITIVES


def check_state(now, copies, clamps):
    """Cards are conserved, who is out takes no part, knowledge is true."""
    seats = now["seats"]
    cards = Counter(now["pile"]) + Counter(now["discard"])
    for seat in seats:
        cards += Counter(seat["hand"])
    assert [cards[kind] for kind in range(4)] == list(copies)
    for viewer, seat in enumerate(seats):
        assert seat["out"] == (seat["levels"] == 0)
        assert not clamps or 0 <= seat["firewall"] <= 99
        assert 0 not in seat["hand"].values()
        for holder, seen in seat["seen_hand"].items():
            assert holder != viewer
            assert seen
            assert Counter(seen) <= Counter(seats[holder]["hand"])
    if now["result"] is None:
        assert not seats[now["actor"]]["out"]
        assert not any(seat["out"] and (seat["hand"] or seat["firewall"]) for seat in seats)


def check_due(due, now):
    """The list is complete, without doubles and in the order of `layout`."""
    table = [now["actor"], *range(now["actor"] + 1, 6), *range(now["actor"])]
    assert due.seat == now["actor"]
    assert len(set(due.options)) == len(due.options) > 0
    order = [(form, kind, table.index(seat) if seat != lay.NONE else 0)
             for form, kind, seat, *_ in due.options]  # fmt: skip
    passes = [key for key in order if key[0] == lay.F_PASS]
    assert order == passes + sorted(order[len(passes) :])
    hand = now["seats"][due.seat]["hand"]
    if due.kind == "extract":
        holder = due.options[0][2]
        assert [kind for _, kind, *_ in due.options] == sorted(now["seats"][holder]["hand"])
        assert now["seats"][due.seat]["seen_hand"][holder] == now["seats"][holder]["hand"]
    else:
        assert {kind for form, kind, *_ in due.options if form == lay.F_EXECUTE} <= set(hand)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_of_random_games(players):
    for number in range(50):
        referee = new_game(make_cell(players, max_rounds=12), number)

        def check(due, referee=referee):
            now = referee.snapshot()
            check_state(now, ASSUMED, clamps=True)
            check_due(due, now)

        last = play_randomly(referee, number, check)
        check_state(last, ASSUMED, clamps=True)
        assert (last["result"]["ended"] == "unfinished") <= (last["round"] == 12)
        assert last["result"]["ended"] in lay.ENDINGS


def any_hackers(chooser, players):
    """Hackers with every primitive at random."""
    return {
        seat: {
            key: bool(chooser.randrange(2)) if isinstance(value, bool) else chooser.randrange(4)
            for key, value in PRIMITIVES.items()
        }
        | {"mainframe_levels": chooser.randrange(1, 4)}
        for seat in range(players)
    }


def test_invariants_with_any_hackers_and_rulings():
    for number in range(80):
        chooser = random.Random(number)
        players = chooser.randrange(2, 7)
        rulings = {name: chooser.choice(choices) for name, choices in RULINGS.items()}
        copies = tuple(chooser.randrange(5, 8) for _ in range(4))
        cell = make_cell(players, rulings, copies, max_rounds=6)
        referee = new_game(cell, number, changes=any_hackers(chooser, players))

        def check(due, referee=referee, rulings=rulings, copies=copies):
            now = referee.snapshot()
            check_state(now, copies, rulings["firewall_range"] == "clamp")
            check_due(due, now)
            if rulings["pass_ends"] == "no" and now["phase"] == "execution" and due.options[1:]:
                assert lay.F_PASS not in [option[0] for option in due.options]

        last = play_randomly(referee, number, check)
        check_state(last, copies, rulings["firewall_range"] == "clamp")


def test_log_changes_nothing_and_tells_every_draw_and_turn():
    cell, deal, chance = make_cell(4), stream(3, DEAL), stream(3, PLAY)
    silent, told = new_game(cell, 3), make_referee(cell, chance, make_hackers(4))
    told.deal(deal)
    assert play_randomly(silent, 3) == play_randomly(told, 3)
    assert silent.log == silent.events == []
    events = told.events
    drawn = [(e["bound"], e["value"]) for e in events if e["event"] == "chance"]
    assert drawn == deal.log + chance.log
    assert len(deal.log) == 35
    states = [e for e in events if e["event"] == "state"]
    # A state after every turn, and one more after every round.
    rounds = [e["round"] for e in states if e["turn"] == max(t["turn"] for t in states)]
    assert rounds == [states[-1]["round"] - 1, states[-1]["round"]]
    assert len(states) == states[-1]["turn"] + states[-1]["round"]
    assert states[-1] == {"event": "state", **told.snapshot()}
    turns = [e["number"] for e in events if e["event"] == "turn"]
    assert turns == list(range(1, told.snapshot()["turn"] + 1))
    assert events[-1]["event"] == "end"
    assert told.log[-1].startswith("end after ")
    assert any(re.search(r"executes Packet Loss on player [1-4] ", line) for line in told.log)


def test_firewalls_are_what_the_events_say():
    referee = new_game(make_cell(3), 5, keep_log=True)
    play_randomly(referee, 5)
    firewall = [0, 0, 0]
    for event in referee.events:
        if event["event"] == "firewall":
            assert event["before"] == firewall[event["seat"]] or event["why"].startswith("Init")
            firewall[event["seat"]] = event["now"]
        elif event["event"] == "round_end":
            assert event["firewalls"] == {s: firewall[s] for s in event["firewalls"]}
            highest = max(event["firewalls"].values())
            assert event["winners"] == [s for s, f in event["firewalls"].items() if f == highest]


def test_speed_of_random_games():
    games, cell = 20, make_cell(4)
    start = time.process_time()
    for number in range(games):
        play_randomly(new_game(cell, number), number)
    assert (time.process_time() - start) / games < 0.04


# --- what is refused ---


@pytest.mark.parametrize(
    ("seats", "actor", "message"),
    [
        (["lv 3", "lv 3", "lv 3"], 0, "3 seats for 2 players"),
        (["fw 3", "lv 3"], 0, "player 1: 0 levels, and not out"),
        (["lv 3", "out"], 0, "1 players in the game"),
        (["fw 100 | lv 1", "lv 3"], 0, "player 1: a firewall of 100"),
        (["lv 1", "lv 1 | mine mine mine mine mine mine mine"], 0, "7 Data Mine, the deck has 6"),
    ],
)
def test_impossible_positions_are_refused(seats, actor, message):
    with pytest.raises(ValueError, match=message):
        place(2, seats, actor=actor)


def test_who_is_out_cannot_act():
    with pytest.raises(ValueError, match="player 2: no turn when out"):
        place(3, ["lv 3", "out", "lv 3"], actor=1)


def test_a_phase_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no phase 'second', only first, execution, overclock"):
        place(2, ["lv 3", "lv 3"], phase="second")


def test_knowledge_of_cards_that_are_not_there_is_refused():
    referee = make_referee(make_cell(2), DictatedChance(), make_hackers(2))
    seats = [{"levels": 3, "seen_hand": {1: {0: 2}}}, {"levels": 3, "hand": {0: 1}}]
    with pytest.raises(ValueError, match="player 1: cannot know that of the hand of player 2"):
        referee.place({"phase": "execution", "actor": 0, "seats": seats})
    seats[1]["hand"] = {0: 2}
    referee.place({"phase": "execution", "actor": 0, "seats": seats})
    assert referee.snapshot()["seats"][0]["seen_hand"] == {1: {0: 2}}


@pytest.mark.parametrize(
    ("hackers", "message"),
    [
        (make_hackers(3), "hackers: 3 for 2 players"),
        ([{**PRIMITIVES, "dice": 3}, PRIMITIVES], "hacker 1: unknown or missing dice"),
        ([PRIMITIVES, {**PRIMITIVES, "init_dice": -1}], "hacker 2: init_dice is -1, not 0"),
        ([PRIMITIVES, {**PRIMITIVES, "mainframe_levels": 0}], "mainframe_levels is 0, not 1"),
    ],
)
def test_impossible_hackers_are_refused(hackers, message):
    with pytest.raises(ValueError, match=message):
        make_referee(make_cell(2), DictatedChance(), hackers)


def test_options_that_are_not_listed_are_refused():
    referee = place(2, ["lv 3", "lv 3"])
    with pytest.raises(ValueError, match="not in the list"):
        referee.choose((lay.F_EXECUTE, 0, lay.NONE, lay.NONE, lay.NONE))
