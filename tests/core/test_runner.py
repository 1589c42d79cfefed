"""The runner: chunks, threads, Ctrl-C and strategies that fail."""

import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

from balance.planning import Question, plan
from sims.core import runner
from sims.core.catalogue import games
from sims.core.errors import Interrupted
from sims.core.runner import Job, play_records, play_tally, run

NAME = next(iter(games()))
SEED = 4


def job(count=400, first=0, players=None, seed=SEED):
    start = games()[NAME].players.start
    [planned] = plan(Question(NAME, (players or start,)))
    return Job(planned.cell, planned.strategies, seed, first, count)


def cut(whole, size):
    """A job in parts of `size` games."""
    end = whole.first + whole.games
    return [whole.part(at, min(size, end - at)) for at in range(whole.first, end, size)]


def test_same_tallies_whatever_the_threads_and_chunks():
    """Two cells at once, on 1, 2 and 7 threads and chunks of any size."""
    counts = games()[NAME].players
    jobs = [job(300, players=counts.start), job(150, first=77, players=counts.stop - 1)]
    expected = [play_tally(one) for one in jobs]
    for threads in (1, 2, 7):
        for size in (1, 17, 64, 2048):
            assert run(jobs, threads, size=size) == expected


def test_chunks_add_up_to_the_whole_bit_for_bit():
    whole = play_records(job(100, first=40))
    for size in (1, 9, 33):
        parts = [play_records(part) for part in cut(job(100, first=40), size)]
        for name in whole.dtype.names:
            assert np.array_equal(np.concatenate([part[name] for part in parts]), whole[name])


def test_order_of_execution_does_not_matter():
    """Chunks played backwards, and after games of another cell in the same thread's boxes."""
    parts = cut(job(90), 20)
    forwards = [play_records(part).tobytes() for part in parts]
    play_records(job(5, players=games()[NAME].players.stop - 1, seed=9))
    backwards = [play_records(part).tobytes() for part in reversed(parts)]
    assert backwards[::-1] == forwards


class Backwards(Executor):
    """Carries out what was submitted only when asked for, the latest first."""

    def __init__(self):
        self.waiting = []

    def submit(self, function, /, *arguments, **options):
        future = Future()
        self.waiting.append((future, function, arguments, options))
        if len(self.waiting) == 2:
            for later, call, args, kwargs in reversed(self.waiting):
                later.set_result(call(*args, **kwargs))
            self.waiting = []
        return future


def test_any_executor_serves():
    expected = run([job(160)], 1)
    assert run([job(160)], 1, executor=Backwards(), size=40) == expected
    with ThreadPoolExecutor(3) as pool:
        assert run([job(160)], 3, executor=pool, size=31) == expected


@pytest.mark.slow
def test_processes_serve():
    with ProcessPoolExecutor(2) as pool:
        assert run([job(160)], 2, executor=pool, size=40) == run([job(160)], 1)


def test_progress_tells_every_game():
    told = []
    run([job(130), job(70, first=3)], 2, told.append, size=32)
    assert sum(told) == 200
    assert max(told) <= 32


def test_ctrl_c_keeps_what_was_played():
    """A KeyboardInterrupt in the main thread after three chunks; what is kept are whole games."""
    seen = []

    def progress(count):
        seen.append(count)
        if len(seen) == 3:
            raise KeyboardInterrupt

    begun = time.perf_counter()
    with pytest.raises(Interrupted) as stopped:
        run([job(10_000_000)], 2, progress, size=50)
    assert time.perf_counter() - begun < 20
    [total] = [done.counts for done in stopped.value.done]
    assert sum(seen) <= total.games <= sum(seen) + 4 * 50  # and what was under way
    assert sum(total.wins) + total.draws + total.unfinished == total.games
    assert sum(total.turns.values()) == total.games


def test_ctrl_c_before_anything_was_played():
    def progress(count):
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stopped:
        run([job(500), job(500)], 1, progress, size=100)
    first, second = (done.counts.games for done in stopped.value.done)
    assert 100 <= first <= 300
    assert second == 0


def test_a_stopped_chunk_has_fewer_records():
    stop = np.ones(1, np.int64)
    assert len(play_records(job(10), stop)) == 0
    assert play_tally(job(10), stop).games == 0


def test_an_error_ends_the_run_and_stops_the_others(monkeypatch):
    """What one chunk raises comes out; the stop flag is set, so that the others end at once."""
    flags = []
    real = runner.play_tally

    def fails(part, stop=None):
        flags.append(stop)
        if part.first >= 100:
            raise RuntimeError("broken")
        return real(part, stop)

    monkeypatch.setattr(runner, "play_tally", fails)
    with pytest.raises(RuntimeError, match="broken"):
        run([job(10_000)], 2, size=50)
    assert flags[0][0] == 1
    assert len(flags) < 200


def test_seeds_and_ids_that_are_large():
    far = job(3, first=2**55, seed=2**63 - 1)
    assert play_records(far).tobytes() == play_records(far).tobytes()
    assert len(play_records(far)) == 3
