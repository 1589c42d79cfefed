"""Strategies that never return: found and named, in every command that plays them.

What loops runs in a process of its own: its thread cannot be ended otherwise.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance import api
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.watch import VARIABLE

ROOT = Path(__file__).parents[2]
NAME = next(reversed(games()))
FIRST = games()[NAME].players.start
HEAD = "import numpy as np\nfrom balance import below, strategy\n\n\n"
MINE = f'@strategy("{NAME}")\ndef mine(view, options, rules, weights, stream):\n    """Mine."""\n'
ENV = {**os.environ, "PYTHONPATH": str(ROOT), VARIABLE: "1"}

LOOPS = """    if below(stream, 300) == 0:
        while below(stream, 10) < 10:
            pass
    return below(stream, options.count)
"""
"""In about one of 300 decisions it loops for ever, drawing from its stream all the while."""


def run(*words, **options):
    return subprocess.run(
        [sys.executable, "-m", "balance", *map(str, words)], capture_output=True, text=True,
        check=False, timeout=200, env={**ENV, **options},
    )  # fmt: skip


@pytest.fixture(scope="module")
def loops(tmp_path_factory):
    path = tmp_path_factory.mktemp("stuck") / "loops.py"
    path.write_text(HEAD + MINE + LOOPS)
    return path


@pytest.fixture(scope="module")
def played(loops):
    return run("play", NAME, "-p", FIRST, "-n", 5000, "--threads", 2, "-q", "--lineup", loops)


def test_a_run_ends_and_names_strategy_game_and_seat(played, loops):
    assert (played.returncode, played.stdout) == (2, "")
    assert played.stderr.count("\n") == 1
    assert re.match(
        rf"balance: {re.escape(str(loops))}, line 5: mine does not end: it was asked for '.*' in "
        r"game \d+ \(seed 1\), seat \d+, and had not answered after 1 seconds of processor time; "
        r"look at `while` in line 9\n",
        played.stderr,
    )


@pytest.mark.slow
def test_the_game_that_is_named_is_the_one(played, loops):
    """A trace of that game gets stuck at the same seat; the games before it in the chunk do not."""
    game, seat = map(int, re.search(r"game (\d+) \(seed 1\), seat (\d+)", played.stderr).groups())
    words = ("trace", NAME, "-p", FIRST, "--lineup", loops, "-q", "--id")
    done = run(*words, game)
    assert done.returncode == 2
    assert f"in game {game} (seed 1), seat {seat}, and had not answered" in done.stderr
    if game % 2048:
        assert run(*words, game - 1).returncode == 0


@pytest.mark.slow
def test_what_was_finished_is_kept(loops, tmp_path):
    """Of a sweep over two lineups the first is played to its end; the same command finds it."""
    ledger = tmp_path / "ledger.sqlite"
    words = ("sweep", NAME, "-p", FIRST, "-n", 300, "-q", "--threads", 1, "--ledger", ledger)
    done = run(*words, "--over", f"lineup=random,{loops}")
    assert done.returncode == 2
    assert "mine does not end" in done.stderr
    kept = json.loads(run("ledger", "--ledger", ledger, "--json").stdout)
    assert {cell["lineup"]: cell["games"] for cell in kept["cells"]}["random"] == 300


@pytest.mark.slow
def test_a_file_that_loops_when_it_is_read(tmp_path):
    path = tmp_path / "reads.py"
    path.write_text(HEAD + "i = 0\nwhile True:\n    i += 1\n" + MINE + "    return 0\n")
    done = run("play", NAME, "-p", FIRST, "-n", 50, "-q", "--lineup", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"{path}: what stands outside its functions does not end" in done.stderr


@pytest.mark.slow
def test_ctrl_c_while_a_strategy_is_stuck(loops, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "balance", "play", NAME, "-p", str(FIRST), "-n", "5000", "-q",
         "--lineup", str(loops)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**ENV, VARIABLE: "1000"},
        # As in a terminal: what starts the tests in the background may have it ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    try:
        time.sleep(8)
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert "Traceback" not in err
    assert time.monotonic() - begun < 20


GOES_ON = """
import sys
from balance import api
from sims.core.errors import DesignerError
try:
    api.play(sys.argv[1], players=int(sys.argv[2]), games=3000, lineup=sys.argv[3])
except DesignerError as problem:
    print(type(problem).__name__)
same = [api.play(sys.argv[1], players=int(sys.argv[2]), games=300).seats.wins.tolist()
        for _ in range(2)]
print(same[0] == same[1] and sum(same[0]) > 0)
"""


@pytest.mark.slow
def test_a_notebook_goes_on(loops):
    """From Python it is an error like any other; what is played afterwards is not disturbed."""
    done = subprocess.run(
        [sys.executable, "-c", GOES_ON, NAME, str(FIRST), str(loops)], capture_output=True,
        text=True, check=False, timeout=200, env=ENV,
    )  # fmt: skip
    assert done.stdout.split() == ["Stuck", "True"], done.stderr


@pytest.mark.slow
def test_a_slow_strategy_is_waited_for(tmp_path, monkeypatch):
    """A chunk that takes far longer than the patience, of decisions that do not."""
    monkeypatch.setenv(VARIABLE, "0.5")
    path = tmp_path / "slow.py"
    path.write_text(
        HEAD + MINE + "    total = 0\n    for i in range(3_000_000):\n"
        "        total += below(stream, 3)\n    return total % options.count\n"
    )  # fmt: skip
    begun = time.monotonic()
    assert len(api.play(NAME, players=FIRST, games=3, lineup=str(path), threads=1).seats)
    assert time.monotonic() - begun > 0.5


# What a run finds out about a strategy, a trace finds out too

FAULTS = {
    "an index": ("return options.count", "returned"),
    "an exception": ("return 1 // (options.count - options.count)", "raised an error"),
    "options": ("c = options.item.code\nc += np.uint64(1)\nreturn 0", "wrote into the options"),
    "weights": ("v = weights.value\nv += 1.0\nreturn 0", "wrote into the rules or weights"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", FAULTS)
def test_a_trace_finds_what_a_run_finds(tmp_path, what):
    body, message = FAULTS[what]
    path = tmp_path / "my.py"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    path.write_text(HEAD + MINE.replace(f'"{NAME}"', f'"{NAME}", {{"a": 1.0}}') + lines)
    said = []
    for ask in (
        lambda: api.play(NAME, players=FIRST, games=1, lineup=str(path)),
        lambda: api.trace(NAME, players=FIRST, lineup=str(path)),
    ):
        with pytest.raises(DesignerError) as error:
            ask()
        said.append(str(error.value))
    assert said[0] == said[1]
    assert message in said[0]
    assert json.dumps(str(path))[1:-1] in said[0]
