"""Cutting work into pieces, and adding what they counted: whatever happens on the way."""

import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import pytest

from sims.core.errors import Interrupted
from sims.core.schedule import LARGEST, SMALLEST, Pool, carry_out


@dataclass(frozen=True)
class Sum:
    """How many ids, and their sum: any id that is lost or taken twice shows."""

    games: int = 0
    total: int = 0

    def __add__(self, other):
        return Sum(self.games + other.games, self.total + other.total)

    def plain(self):
        return {"games": self.games, "total": self.total}


@dataclass(frozen=True)
class Ids:
    """Work that adds up its ids; a kind of game that takes `seconds`."""

    games: int
    first: int = 0
    name: str = "ids"
    seconds: float = 0.0
    fails_at: int = -1

    def part(self, first, games):
        return replace(self, first=first, games=games)

    def prepare(self):
        """Nothing needs to be compiled."""

    def play(self, stop=None):
        found = Sum()
        for number in range(self.first, self.first + self.games):
            if stop is not None and stop[0]:
                break
            if number == self.fails_at:
                raise ValueError(f"id {number}")
            if self.seconds:
                time.sleep(self.seconds)
            found += Sum(1, number)
        return found

    def nothing(self):
        return Sum()

    def read(self, plain):
        return Sum(**plain)

    def about(self):
        return {"kind": "ids", "cell": {"game": self.name, "players": 2}}


class Memory:
    """A keeper in memory that remembers what it was given."""

    def __init__(self, *chunks):
        self.chunks = list(chunks)
        self.begun = self.flushed = 0

    def kept(self, work):
        end = work.first + work.games
        return [(f, c) for f, c in sorted(self.chunks, key=lambda c: c[0])
                if f >= work.first and f + c.games <= end]  # fmt: skip

    def keep(self, work, first, counts, seconds):
        self.chunks.append((first, counts))

    def begin(self):
        self.begun += 1

    def flush(self):
        self.flushed += 1


def whole(first, games):
    return Ids(games, first).play()


def with_threads(works, workers=2, **options):
    with ThreadPoolExecutor(workers) as executor:
        return carry_out(works, Pool(executor, workers), **options)


@pytest.mark.parametrize(
    ("first", "games", "size", "expected"),
    [
        (0, 10, 4, [(0, 4), (4, 4), (8, 2)]),
        (3, 10, 4, [(3, 1), (4, 4), (8, 4), (12, 1)]),
        (4, 4, 4, [(4, 4)]),
        (0, 1, 2048, [(0, 1)]),
        (5, 0, 4, []),
    ],
)
def test_pieces_are_cut_at_multiples_of_their_size(first, games, size, expected):
    memory = Memory()
    [done] = with_threads([Ids(games, first)], ledger=memory, size=size)
    assert sorted((at, counts.games) for at, counts in memory.chunks) == expected
    assert done.counts == whole(first, games)
    assert done.simulated == games


def test_pieces_grow_with_the_speed_that_is_measured():
    memory = Memory()
    [done] = with_threads([Ids(600_000)], ledger=memory)
    sizes = [counts.games for _, counts in memory.chunks]
    assert done.counts == whole(0, 600_000)
    assert max(sizes) > 16 * SMALLEST
    assert max(sizes) <= LARGEST
    slow = Memory()
    with_threads([Ids(150, seconds=0.001)], ledger=slow)
    assert max(counts.games for _, counts in slow.chunks) <= SMALLEST


def test_only_what_is_missing_is_played():
    memory = Memory((10, whole(10, 5)), (20, whole(20, 40)))
    told = []
    [done] = with_threads([Ids(100)], ledger=memory, progress=told.append)
    assert done.counts == whole(0, 100)
    assert done.simulated == 55
    assert sum(told) == 100
    again = Memory(*memory.chunks)
    [done] = with_threads([Ids(100)], ledger=again)
    assert (done.counts, done.simulated) == (whole(0, 100), 0)
    assert again.begun == 0  # nothing to write: somebody else may be writing


def test_several_works_at_once_each_get_their_own():
    works = [Ids(300), Ids(70, first=1000), Ids(0), Ids(1)]
    for size, workers in itertools.product((1, 7, 64, 0), (1, 3)):
        done = with_threads(works, workers, size=size)
        assert [each.counts for each in done] == [whole(w.first, w.games) for w in works]


def test_what_was_finished_before_a_fault_is_kept():
    memory = Memory()
    with pytest.raises(ValueError, match="id 500"):
        with_threads([Ids(10_000, fails_at=500)], ledger=memory, size=10)
    kept = [n for first, c in memory.chunks for n in range(first, first + c.games)]
    assert len(kept) == len(set(kept)) >= 400
    assert 500 not in kept
    assert memory.flushed == 1
    for first, counts in memory.chunks:
        assert counts == whole(first, counts.games)


def test_ctrl_c_keeps_the_games_of_pieces_under_way():
    """Pieces that were stopped half-way count with the games that they finished."""
    memory = Memory()

    def interrupt(games):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        with_threads([Ids(4000, seconds=0.0005)], ledger=memory, progress=interrupt, size=50)
    [done] = stopped.value.done
    assert done.counts.games == sum(counts.games for _, counts in memory.chunks) >= 50
    for first, counts in memory.chunks:
        assert counts == whole(first, counts.games)
    [done] = with_threads([Ids(4000)], ledger=Memory(*memory.chunks))
    assert done.counts == whole(0, 4000)
