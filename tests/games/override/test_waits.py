"""The wait of a hacker in jail: from the turn that sent them there to the end, by the referee."""

import pytest

from balance.api import trace


@pytest.mark.parametrize("players", [3, 6])
def test_the_record_counts_the_turns_in_jail(players):
    waited = set()
    for game_id in range(12):
        traced = trace("override", players=players, game_id=game_id, seed=5, lineup="balanced")
        states = [event for event in traced.events if event["event"] == "state"]
        expected = [
            next(
                (
                    traced.record["turns"] - state["turn"]
                    for state in states
                    if state["seats"][seat]["jail"]
                ),
                0,
            )
            for seat in range(players)
        ]
        assert traced.record["waited"][:players] == expected
        waited |= set(expected)
    assert max(waited) > 0
