"""Golden traces: three whole games as a person reads them. `make golden` writes them anew."""

import pytest

from balance.api import trace
from sims.games.gatecrasher import layout as lay
from sims.games.gatecrasher.cards import TITLES

GAMES = {
    "two-players": {
        "players": 2, "game_id": 3, "seed": 5, "changes": {"hackers.baseline.mainframe_levels": 1},
    },
    "four-players-hackers-drawn": {
        "players": 4, "game_id": 4, "seed": 1, "profiles": "draw",
        "lineup": "random,thief,attacker,builder",
    },
    "three-players-other-rulings": {
        "players": 3, "game_id": 11, "seed": 2,
        "rulings": {
            "firewall_range": "unbounded", "first_tie": "seat", "pass_ends": "no",
            "leftover_at": "round_end", "round_tie": "roll_off",
        },
        "changes": {
            "hackers.baseline.mainframe_levels": 1, "hackers.baseline.protocols_per_turn": 2,
            "hackers.baseline.init_dice": 1, "hackers.baseline.loss_dice": 3,
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_trace(golden, name):
    traced = trace("gatecrasher", **GAMES[name])
    assert len(traced.log) > 20
    golden(f"{name}.txt", "\n".join(traced.log) + "\n")


def test_the_three_games_tell_of_every_protocol_form_and_phase():
    games = [trace("gatecrasher", **options) for options in GAMES.values()]
    told = "\n".join(line for game in games for line in game.log)
    for title in TITLES:
        assert f"executes {title}" in told
    chosen = [e for game in games for e in game.events if e["event"] == "decide"]
    assert {event["kind"] for event in chosen} == set(lay.DECISIONS)
    assert {lay.FORMS[event["choice"][0]] for event in chosen} == set(lay.FORMS)
    phases = {e["phase"] for game in games for e in game.events if e["event"] == "phase"}
    assert phases == {"execution", "overclock"}
    assert "hackers drawn: " in told
    firewalls = [e["now"] for e in games[2].events if e["event"] == "firewall"]
    assert min(firewalls) < 0  # a firewall without bounds
