"""Games among `balanced` end: of two hackers who undo each other's swaps one gives way."""

import pytest

from balance.planning import Question, plan
from sims.core.runner import Job, play_records
from sims.core.tally import UNFINISHED


def records(players, games, **weights):
    changes = {f"weights.balanced.{key}": value for key, value in weights.items()}
    [cell] = plan(Question("override", (players,), ("balanced",), changes=changes))
    return play_records(Job(cell.cell, cell.strategies, 17, 0, games))


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 7))
def test_hardly_a_game_is_left_unfinished(players):
    """Of 600 games at most 6: if one in 500 is, there are more with a chance below 1 in 1,000."""
    assert (records(players, 600)["winner"] == UNFINISHED).sum() <= 6


def test_without_straying_many_are():
    """Of 300 duels at least 15: if one in ten is, fewer come with a chance of 0.1 %."""
    assert (records(2, 300, stray=0)["winner"] == UNFINISHED).sum() >= 15


def test_who_never_strays_or_never_waits_so_long_plays_the_same():
    """A chance of 0 and a stall that never comes are the same play, draw by draw."""
    never, late = records(4, 60, stray=0), records(4, 60, stall=1e9)
    for name in never.dtype.names:
        assert never[name].tolist() == late[name].tolist()


def test_a_game_that_ends_before_it_stalls_is_played_as_ever():
    """Of four hackers a game counts as stalled after 60 turns; a shorter one knows no straying."""
    with_it, without = records(4, 60), records(4, 60, stray=0)
    short = with_it["turns"] <= 60
    assert short.sum() > 30
    assert with_it[short]["winner"].tolist() == without[short]["winner"].tolist()
