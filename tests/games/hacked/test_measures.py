"""What a record keeps, against the events of the referee's log; and what `play` says of it."""

from collections import Counter

import pytest

from balance.api import play
from balance.summary import summary
from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.runner import Job
from sims.core.strategies import shipped
from sims.core.trace import trace
from sims.games.hacked import layout as L

GAME = find("hacked")
DATA = read_data(GAME)
CHANGES = {
    "printed": {},
    "choice": {"ruling.consultant_use": "choice", "deck.ChangeFreeze.copies": 20},
    "cap": {"max_turns": 9},
}


def traced(players, name, number):
    strategy = shipped("hacked")["random"]
    cell = build_cell(DATA, players, CHANGES[name], [strategy.player()] * players)
    return trace(Job(cell, (strategy,) * players, 17, number, 1))


def told(events, players):
    """What is counted in the log: nothing here comes from the kernel."""
    turns = sum(event["event"] == "state" for event in events)
    plays, out_at, ended = Counter(), {}, 0
    freezes = 0
    for event in events:
        if event["event"] == "decide":
            form = event["choice"][0]
            plays[event["seat"]] += event["kind"] == "play" and form != L.F_DRAW
            freezes += event["kind"] == "freeze" and form == L.F_YES
        elif event["event"] == "out":
            out_at[event["seat"]] = ended + 1  # the turn that ends with this player counts
        elif event["event"] == "state":
            ended += 1
    order = list(out_at)
    return {
        "turns": turns,
        "plays": [plays[seat] for seat in range(players)],
        "places": [players - order.index(s) if s in out_at else 1 for s in range(players)],
        "waits": [turns - out_at.get(seat, turns) for seat in range(players)],
        "longest_wait": max((turns - at for at in out_at.values()), default=0),
        "freezes": freezes,
        "hacked_met": sum(event["event"] == "hacked" for event in events),
        "consultants": sum(event["event"] == "put_back" for event in events),
        "winner": next(e["winner"] for e in events if e["event"] == "end"),
    }


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("name", CHANGES)
def test_a_record_is_what_the_log_tells(players, name):
    for number in range(12):
        game = traced(players, name, number)
        expected = told(game.events, players)
        if expected["winner"] is None:
            expected["winner"] = L.UNFINISHED
            assert game.record["turns"] == 9
        for field, value in expected.items():
            kept = game.record[field]
            assert (kept[:players] if isinstance(kept, list) else kept) == value, (number, field)


def test_play_says_finishing_places_and_waits_by_seat():
    answer = play("hacked", players=4, lineup="hoarder", games=400)
    facts = summary(answer.results)
    assert facts["places"] == facts["places_by_seat"]
    assert len(facts["places"]) == 4
    assert sum(facts["places"]) == pytest.approx(1 + 2 + 3 + 4)
    assert all(1 < place < 4 for place in facts["places"])
    measures = {measure["name"]: measure for measure in facts["measures"]}
    # The wait is that of those who are out: the last of them does not wait, the first the longest.
    waits, lost = facts["waits"], [400 - wins for wins in facts["wins"]]
    everybody = sum(wait * games for wait, games in zip(waits, lost, strict=True)) / sum(lost)
    assert measures["waits"]["mean"] == pytest.approx(everybody)
    assert measures["waits"]["mean"] < measures["longest_wait"]["mean"]
    assert measures["longest_wait"]["mean"] < 3 * measures["waits"]["mean"]
    assert measures["hacked_met"]["mean"] == pytest.approx(
        3 + measures["consultants_used"]["mean"]
    )  # three of four players go out


def test_between_two_nobody_waits():
    facts = summary(play("hacked", players=2, games=200).results)
    assert facts["waits"] == [0, 0]
    assert facts["longest_wait_mean"] == 0
    assert facts["places"] == pytest.approx([1 + w / 200 for w in reversed(facts["wins"])])


def test_cards_dealt_win_by_what_they_do():
    """A second consultant is a second life: the first hand with one wins more, whoever holds it."""
    answer = play("hacked", players=4, lineup="balanced", games=4000)
    facts = summary(answer.results)
    rates = facts["by_dealt"]["Security consultant"]
    assert set(rates) == {"1", "2", "3"}  # everybody begins with one, two more are in the deck
    assert rates["1"]["high"] < rates["2"]["low"]
    nobody = facts["by_dealt"]["You've been hacked"]
    assert {value: (of["seats"], of["wins"]) for value, of in nobody.items()} == {
        "0": (16_000, 4000)
    }
    worth = facts["worth_dealt"]
    assert worth["Security consultant"]["low"] > 0.1
    assert worth["Cheatsheet A"]["high"] < worth["Attack"]["low"]
    assert worth["You've been hacked"] == {"change": None, "low": None, "high": None}
