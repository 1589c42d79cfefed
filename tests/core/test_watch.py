"""Work that is watched: what ends, what fails, what is slow, and what never ends."""

import threading
import time

import numpy as np
import pytest

from sims.core import watch
from sims.core.errors import DesignerError
from sims.core.watch import Stuck, watched


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    monkeypatch.setenv(watch.VARIABLE, "0.3")


@pytest.fixture
def busy():
    """Work that keeps a processor busy until the test is over; what it does can be counted."""
    end = threading.Event()
    count = [0]

    def work():
        while not end.is_set():
            count[0] += 1

    yield work, count
    end.set()
    deadline = time.monotonic() + 20
    while watch.is_anything_left() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not watch.is_anything_left()


def explain(seconds):
    return Stuck(f"stuck for {seconds:g}")


def test_what_it_returns_is_returned():
    assert watched(lambda: 3, explain) == 3
    assert watched(lambda: None, explain) is None


@pytest.mark.parametrize("problem", [ZeroDivisionError("x"), SystemExit(3), KeyboardInterrupt()])
def test_what_it_raises_is_raised(problem):
    def fails():
        raise problem

    with pytest.raises(type(problem)) as raised:
        watched(fails, explain)
    assert raised.value is problem


def test_work_that_does_not_get_on_is_given_up(busy):
    work, count = busy
    with pytest.raises(Stuck, match=r"^stuck for 0\.3$"):
        watched(work, explain, lambda: b"always the same")
    assert watch.is_anything_left()  # its thread still runs, and cannot be ended
    before = count[0]
    time.sleep(0.05)
    assert count[0] > before


def test_work_that_gets_on_is_waited_for(busy):
    """A second and more of work, at a patience of 0.3 s, is waited for while its pulse changes."""
    work, _ = busy
    looks = []

    def pulse():
        looks.append(1)
        return b"%d" % min(len(looks), 6)

    begun = time.thread_time(), time.monotonic()
    with pytest.raises(Stuck):
        watched(work, explain, pulse)
    assert len(looks) > 6
    assert time.monotonic() - begun[1] > 6 * 0.25


def test_waiting_costs_no_patience():
    """A machine that is asleep or swapping gives the work no processor time."""
    if not hasattr(time, "pthread_getcpuclockid"):
        # Without the clock of a thread's processor time (macOS) waiting does cost patience, as the
        # next test has it everywhere.
        pytest.skip("no clock of a thread's processor time here")
    assert watched(lambda: time.sleep(1.2) or "awake", explain) == "awake"


def test_without_such_a_clock_the_time_of_the_looks_counts(busy, monkeypatch):
    monkeypatch.delattr(time, "pthread_getcpuclockid", raising=False)
    with pytest.raises(Stuck):
        watched(busy[0], explain)


def test_after_stop_it_is_given_up_soon(busy, monkeypatch):
    monkeypatch.setenv(watch.VARIABLE, "1000")
    stop = np.ones(1, np.int64)
    begun = time.monotonic()
    with pytest.raises(Stuck):
        watched(busy[0], explain, stop=stop)
    assert 1 <= time.monotonic() - begun < 10


@pytest.mark.parametrize("text", ["soon", "0", "-1", "nan", "inf"])
def test_a_patience_that_is_none(monkeypatch, text):
    monkeypatch.setenv(watch.VARIABLE, text)
    with pytest.raises(DesignerError, match=f"{watch.VARIABLE}={text}: a number of seconds"):
        watched(lambda: 3, explain)


def test_the_process_goes_on_where_nothing_was_left_behind():
    watch.leave(7)
