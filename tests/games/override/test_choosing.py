"""The best of a list of options is found eight at a time, and ties are broken by chance."""

import numpy as np
import pytest
from numba import njit

from sims.core.rng import STREAM_DTYPE
from sims.games.override.strategies._choice import any_of, highest_score, next_lower
from sims.games.override.strategies._notes import NOTES_DTYPE


@njit
def _draw(boxes, streams, options, more, taken):
    now, count = boxes[0], np.uint64(options)
    best = highest_score(now, count)
    enough = best
    for _ in range(more):
        enough = next_lower(now, count, enough, best)
    for _ in range(8000):
        taken[any_of(now, count, enough, streams[0])] += 1


def drawn(scores, more=0):
    """How often each option is taken of 8,000 times; what is beyond the list is left over."""
    boxes = np.zeros(1, NOTES_DTYPE)
    boxes["score"] = 1e9  # of an earlier and longer list
    boxes["score"][0, : len(scores)] = scores
    streams = np.arange(11, 15).astype(np.uint64).view(STREAM_DTYPE)
    taken = np.zeros(boxes["score"].shape[1], np.int64)
    _draw(boxes, streams, len(scores), more, taken)
    return {int(place): int(taken[place]) for place in np.flatnonzero(taken)}


@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 16, 65, 200])
def test_the_only_best_one_is_always_taken_wherever_it_stands(count):
    for place in {0, count // 2, count - 1}:
        scores = np.full(count, -3.0)
        scores[place] = -2.0
        assert drawn(scores) == {place: 8000}


@pytest.mark.parametrize("places", [(0, 1), (6, 7, 8), (0, 63, 64, 69), tuple(range(70))], ids=str)
def test_each_of_several_that_are_alike_is_as_likely(places):
    """Chi square, the point that is passed by chance once in a thousand times."""
    scores = np.full(70, 1.0)
    scores[list(places)] = 4.0
    taken, fair = drawn(scores), 8000 / len(places)
    assert tuple(taken) == places
    limit = {2: 10.8, 3: 13.8, 4: 16.3, 70: 111.1}[len(places)]
    assert sum((n - fair) ** 2 / fair for n in taken.values()) < limit


def test_next_lower_scores_are_taken_too_but_none_that_loses():
    scores = [1.0, 5.0, -1e6, 3.0, 5.0, 3.0, 2.0, -4e5, 0.0]
    levels = [{1, 4}, {3, 5}, {6}, {0}, {8}]
    for more in range(9):
        assert set(drawn(scores, more)) == set().union(*levels[: more + 1])


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf, -3e38])
def test_a_score_that_is_no_number_still_takes_an_option_of_the_list(odd):
    for scores in ([odd] * 3, [odd, 1.0, odd], [odd, *range(12)]):
        assert set(drawn(scores)) <= set(range(len(scores)))
