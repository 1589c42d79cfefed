"""The kernel against the referee, and its records against themselves."""

import numpy as np
import pytest

from sims.core.runner import play_records, play_tally, run
from sims.core.tally import tally
from sims.core.trace import plain_record, trace
from tests.games.hacked.tables import GAME, NOSY, VARIANTS, job


def check_against_referee(players, name, first, number, strategy):
    for game_id in range(first, first + number):
        one = job(players, VARIANTS[name], game_id, strategy=strategy)
        traced = trace(one, keep_log=False)
        assert plain_record(play_records(one)) == traced.record
        check_record(players, traced)


def check_record(players, traced):
    record, final = traced.record, traced.final
    assert record["winner"] == final["result"]["winner"]
    assert record["turns"] == final["turn"]
    places, waits = record["places"][:players], record["waits"][:players]
    assert sorted(places) == list(range(1, players + 1))
    assert places[record["winner"]] == 1
    # Who goes out earlier waits longer; the second goes out as the game ends.
    by_place = [waits[places.index(place)] for place in range(1, players + 1)]
    assert by_place[:2] == [0, 0]
    assert by_place == sorted(by_place)
    assert record["hacked_met"] == record["consultants"] + players - 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", VARIANTS)
def test_referee_agrees(players, name):
    check_against_referee(players, name, 0, 6, "random")
    check_against_referee(players, name, 6, 2, NOSY)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", VARIANTS)
def test_referee_agrees_over_many_games(players, name):
    check_against_referee(players, name, 100, 200 if name == "printed" else 50, "random")
    check_against_referee(players, name, 300, 10, NOSY)


# Records


def same(some, others):
    """Whether records are equal, whatever lies between their fields."""
    return all((some[field] == others[field]).all() for field in some.dtype.names)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("strategy", ["random", NOSY])
def test_records_do_not_depend_on_chunks_or_on_what_was_played_before(players, strategy):
    large = job(players, VARIANTS["large deck"], number=3, strategy=strategy)
    whole = play_records(job(players, number=300, strategy=strategy))
    for size in (1, 7, 300):
        parts = []
        for first in range(0, 300, size):
            number = min(size, 300 - first)
            part = job(players, first=first, number=number, strategy=strategy)
            if part.first % 5 == 0:
                play_records(large)  # leaves state, view and list of another cell behind
            parts.append(play_records(part))
        assert same(np.concatenate(parts), whole)


def test_records_do_not_depend_on_threads():
    one = job(4, number=3000)
    (total,) = run([one], threads=3, size=128)
    assert total == tally(GAME, one.cell, play_records(one))


def test_the_cap_leaves_games_unfinished():
    records = play_records(job(4, {"max_turns": 2}, number=50))
    assert set(records["winner"]) == {-2}
    assert set(records["turns"]) == {2}


def test_measures_are_kept():
    counted = play_tally(job(4, number=500))
    assert sum(counted.seats["places"]) == 500 * (1 + 2 + 3 + 4)
    met, used = counted.histograms["hacked_met"], counted.histograms["consultants_used"]
    assert sum(n * c for n, c in met.items()) == sum(n * c for n, c in used.items()) + 3 * 500
    assert max(counted.histograms["freezes_used"]) <= 5
    assert all(w > 0 for w in counted.seats["waits"])
