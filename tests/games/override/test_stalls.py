"""Games among `balanced` end: of two hackers who undo each other's swaps one gives way."""

import numpy as np
import pytest

from balance.planning import Question, plan
from sims.core.runner import Job, play_records
from sims.core.tally import UNFINISHED
from sims.core.trace import InStep


def job(players, games, first=0, **weights):
    changes = {f"weights.balanced.{key}": value for key, value in weights.items()}
    [cell] = plan(Question("override", (players,), ("balanced",), changes=changes))
    return Job(cell.cell, cell.strategies, 17, first, games)


def records(players, games, **weights):
    return play_records(job(players, games, **weights))


def ranks(game, turns, **weights):
    """Of each card executed among several: turn, rank of its score, the fall from the best one."""
    play_on, found = InStep(job(2, 1, game, **weights), keep_log=False), []
    while (due := play_on.decision()) is not None and play_on.machine.state["turn"] <= turns:
        place = play_on.advice(due)
        if due.kind == "execute" and len(due.options) > 1:
            scores = play_on.scores(due).score
            fall = scores.max() - scores[place]
            higher = scores[scores > scores[place] + 1e-6]
            rank = np.sum(np.diff(np.sort(higher), prepend=-np.inf) > 1e-6)
            found.append((int(play_on.machine.state["turn"]), int(rank), float(fall)))
        play_on.take(due, place)
    return found


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
    """Of four hackers a game counts as stalled after 32 turns; a shorter one knows no straying."""
    with_it, without = records(4, 60), records(4, 60, stray=0)
    short = with_it["turns"] <= 32
    assert short.sum() > 30
    for name in with_it.dtype.names:
        assert with_it[name][short].tolist() == without[name][short].tolist()


def test_the_longer_a_game_lasts_the_more_cards_are_tried():
    """Of two hackers the best one until turn 16; a second one then, one more with each 4 turns."""
    seen = [one for game in range(8) for one in ranks(game, 40, stray=0.7)]
    allowed = [int(1 + (turn / 2 - 8) / 2) if turn > 16 else 0 for turn, _, _ in seen]
    assert all(rank <= most for (_, rank, _), most in zip(seen, allowed, strict=True))
    # Each as likely: of n + 1 cards each comes up; one that is never tried would be missed.
    for most in (1, 2, 3, 4):
        found = [rank for (_, rank, _), own in zip(seen, allowed, strict=True) if own == most]
        assert set(found) == set(range(most + 1))


def test_it_strays_now_and_then():
    """In 35 % of decisions, and then in one of two at least another than the best comes up.

    Of 500 decisions that is 17.5 to 35 %: 12 to 42 % but for once in 1,000 times.
    """
    seen = [one for game in range(150) for one in ranks(game, 36) if 32 < one[0] <= 36]
    assert len(seen) > 400
    assert 0.12 < sum(rank > 0 for _, rank, _ in seen) / len(seen) < 0.42


def test_no_card_is_tried_that_gives_the_game_away():
    """However many are tried: a win counts a million, and so do another's win and jail."""
    seen = [one for game in range(20) for one in ranks(game, 60, stall=0, stray=1)]
    assert any(rank > 8 for _, rank, _ in seen)
    assert all(fall < 1e5 for _, _, fall in seen)
