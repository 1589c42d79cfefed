"""Golden traces: three whole games as a person reads them. `make golden` writes them anew."""

import pytest

from balance.api import trace
from sims.games.hacked import layout as lay
from sims.games.hacked.cards import TITLES

GAMES = {
    "two-players": {"players": 2, "game_id": 21, "seed": 11},
    "five-players-under-attack": {"players": 5, "game_id": 30, "seed": 2},
    "four-players-other-rulings": {
        "players": 4, "game_id": 32, "seed": 7,
        "rulings": {
            "consultant_use": "choice", "attack_stack": "replace", "combos": "cheatsheets-only",
        },
        "changes": {"hand_size": 4, "deck.Attack.turns": 3},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_trace(golden, name):
    traced = trace("hacked", **GAMES[name])
    assert len(traced.log) > 20
    golden(f"{name}.txt", "\n".join(traced.log) + "\n")


def test_the_three_games_tell_of_every_card_form_and_decision():
    games = [trace("hacked", **options) for options in GAMES.values()]
    told = "\n".join(line for game in games for line in game.log)
    for title in TITLES:
        assert title in told
    chosen = [e for game in games for e in game.events if e["event"] == "decide"]
    assert {event["kind"] for event in chosen} == set(lay.DECISIONS)
    assert {lay.FORMS[event["choice"][0]] for event in chosen} == set(lay.FORMS)
    freezes = [e["freezes"] for game in games for e in game.events if e["event"] == "freezes"]
    assert max(freezes) >= 2  # a freeze on a freeze
    owed = [e["owes"] for game in games for e in game.events if e["event"] == "turn"]
    assert max(owed) == 4  # an Attack under attack
