"""Clusters on loopback: the same bits, whatever dies, and nobody with other rules plays along."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from balance import DesignerError, play, sweep, using
from sims.core.catalogue import games
from sims.core.ledger import Ledger

# The locked set has it; who installed the package alone plays without a cluster.
distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")

ROOT = Path(__file__).parents[2]
QUICK = max(games().values(), key=lambda game: game.report.scale).name
RULING = next(r for r in games()[QUICK].rulings if len(r.choices) > 1)
pytestmark = pytest.mark.slow


@contextmanager
def process(*words, root=ROOT, ready):
    """A Dask program on loopback; yields it and what it said when it was ready."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONUNBUFFERED": "1"}
    started = subprocess.Popen(
        [sys.executable, "-m", *words], cwd=root, env=environment, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        for line in started.stdout:
            if found := re.search(ready, line):
                break
        else:
            raise AssertionError(f"{words} ended")
        threading.Thread(target=started.stdout.read, daemon=True).start()
        yield started, found
    finally:
        started.kill()
        started.wait()


@contextmanager
def scheduler():
    words = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0",
             "--no-dashboard")  # fmt: skip
    with process(*words, ready=r"Scheduler at:\s+(tcp://\S+)") as (started, found):
        yield started, found[1]


@contextmanager
def worker(address, name="one", root=ROOT):
    words = ("distributed.cli.dask_worker", address, "--nthreads", "1", "--no-nanny",
             "--no-dashboard", "--name", name, "--host", "127.0.0.1")  # fmt: skip
    with process(*words, root=root, ready="Registered to") as (started, _):
        yield started


def counted(answer):
    return [result.tally for result in answer.results]


def test_processes_play_the_same_games(tmp_path):
    """A sweep, a user's strategy and a goal: equal to one thread, tally by tally."""
    mine = tmp_path / "mine.py"
    mine.write_text(
        f"from balance import strategy\n\n\n@strategy({QUICK!r})\n"
        "def last(view, options, rules, weights, stream):\n    return options.count - 1\n"
    )
    over = {f"ruling.{RULING.name}": RULING.choices}
    lineup = f"{mine},random,random"
    alone = sweep(QUICK, over, players=(2, 3), games=3000, threads=1)
    own = play(QUICK, players=3, lineup=lineup, games=2000, threads=1)
    with using(tmp_path / "ledger.sqlite", cluster="local:2"):
        assert counted(sweep(QUICK, over, players=(2, 3), games=3000)) == counted(alone)
        assert counted(play(QUICK, players=3, lineup=lineup, games=2000)) == counted(own)
        again = play(QUICK, players=3, lineup=lineup, games=2000)
    assert counted(again) == counted(own)
    assert again.results[0].simulated == 0


def test_a_fault_of_a_users_strategy_comes_back_by_name(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(
        f"from balance import strategy\n\n\n@strategy({QUICK!r})\n"
        "def bad(view, options, rules, weights, stream):\n    return 10_000\n"
    )
    with using(cluster="local:1"), pytest.raises(DesignerError, match=r"mine\.py.*bad returned"):
        play(QUICK, players=3, lineup=str(mine), games=100)


def test_a_worker_killed_in_mid_run_costs_only_time():
    with scheduler() as (_, address), worker(address, "doomed") as doomed, worker(address, "other"):
        alone = play(QUICK, players=3, games=300_000)
        killed = []

        def kill(games):
            if not killed:
                doomed.send_signal(signal.SIGKILL)
                killed.append(games)

        with using(cluster=address):
            assert counted(play(QUICK, players=3, games=300_000, progress=kill)) == counted(alone)
        assert killed
        assert doomed.wait() == -signal.SIGKILL


def test_a_worker_with_other_rules_is_refused_by_name(tmp_path):
    """The same program, but for one line of a game's rules."""
    for folder in ("balance", "sims", "data", "reports"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    rules = tmp_path / "sims" / "games" / QUICK / "kernel.py"
    rules.write_text(rules.read_text() + "\nHOUSE_RULE = 1\n")
    with (
        scheduler() as (_, address),
        worker(address, "stale", root=tmp_path),
        pytest.raises(DesignerError, match=rf"stale .*another version of {QUICK}"),
        using(cluster=address),
    ):
        play(QUICK, players=3, games=100)


def test_a_scheduler_that_is_not_there(monkeypatch):
    monkeypatch.setattr("balance.cluster.CONNECT_SECONDS", 1.0)
    nobody = "tcp://127.0.0.1:9"
    with pytest.raises(DesignerError, match="no Dask scheduler answers"), using(cluster=nobody):
        play(QUICK, players=3, games=100)


def test_a_scheduler_without_workers():
    with (
        scheduler() as (_, address),
        pytest.raises(DesignerError, match="has no workers"),
        using(cluster=address),
    ):
        play(QUICK, players=3, games=100)


@pytest.mark.parametrize("address", ["local:", "local:0", "local:x", "local:-1"])
def test_a_number_of_processes_that_cannot_be(address):
    said = re.escape(f"--cluster {address}:")
    with pytest.raises(DesignerError, match=said), using(cluster=address):
        play(QUICK, players=3, games=100)


def test_a_scheduler_that_goes_away_loses_nothing_that_was_finished(tmp_path):
    file = tmp_path / "ledger.sqlite"
    alone = play(QUICK, players=3, games=800_000)
    with scheduler() as (started, address), worker(address):

        def kill(games):
            started.send_signal(signal.SIGKILL)

        begun = time.monotonic()
        said = "the scheduler went away"
        with pytest.raises(DesignerError, match=said), using(file, cluster=address):
            play(QUICK, players=3, games=800_000, progress=kill)
        assert time.monotonic() - begun < 120
    [work] = Ledger(file).works()
    assert 0 < work["games"] < 800_000
    with using(file):
        resumed = play(QUICK, players=3, games=800_000)
    assert counted(resumed) == counted(alone)
    assert resumed.results[0].simulated == 800_000 - work["games"]
