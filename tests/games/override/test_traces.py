"""Golden traces: three whole games as a person reads them. `make golden` writes them anew."""

import pytest

from balance.api import trace

GAMES = {
    "two-hackers": {"players": 2, "game_id": 3, "seed": 11},
    "five-hackers-with-the-diskette": {"players": 5, "game_id": 5, "seed": 2},
    "four-hackers-optional-swaps": {
        "players": 4, "game_id": 8, "seed": 7, "deck": "high-heavy",
        "rulings": {
            "swap_optional": "yes", "puppet_stops_spoof": "yes", "cred_tie": "play_on",
            "protection_blocks_self": "yes",
        },
        "changes": {"remove_random": 2},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_trace(golden, name):
    traced = trace("override", **GAMES[name])
    assert len(traced.log) > 20
    golden(f"{name}.txt", "\n".join(traced.log) + "\n")


def test_the_three_games_tell_of_every_hack_and_decision():
    told = "".join("\n".join(trace("override", **options).log) for options in GAMES.values())
    for title in (
        "Socket Puppet", "Screen Door", "Computer Goggles", "Stolen Goods", "Firewall",
        "Proxy Spoof", "NOAA Weather Control", "Monorail Control", "CIA Satellite", "The Mainframe",
    ):  # fmt: skip
        assert f"executes {title}" in told
    assert "Diskette" in told
    kinds = {
        event["kind"]
        for options in GAMES.values()
        for event in trace("override", **options).events
        if event["event"] == "decide"
    }
    assert kinds == {
        "execute", "goggles", "steal", "firewall", "spoof", "tornado", "monorail", "direction",
        "spy", "swap", "interrupt",
    }  # fmt: skip
