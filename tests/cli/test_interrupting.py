"""Ctrl-C: what was played is shown, and no import is cut in two."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from balance.cli.interrupting import between_imports
from sims.core.catalogue import games

ROOT = Path(__file__).parents[2]
NAME = next(reversed(games()))
LAST = games()[NAME].players.stop - 1
MANY = 2_000_000_000
ENV = {**os.environ, "PYTHONPATH": str(ROOT)}


def heed_ctrl_c():
    """As in a terminal: what starts the tests in the background may have told them to ignore it."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def heeded():
    """This process heeds Ctrl-C for one test."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Write a library and put it where imports find it: `library(source)` returns its name."""

    def write(source):
        name = f"library_{tmp_path.name}"
        (tmp_path / f"{name}.py").write_text(source)
        monkeypatch.syspath_prepend(tmp_path)
        return name

    yield write
    sys.modules.pop(f"library_{tmp_path.name}", None)


PRESS = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\n"


def press():
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.001)  # Python sees a signal between two steps


def test_an_import_is_carried_out_whole_before_the_interrupt_comes(heeded, library):
    name = library(f"{PRESS}time.sleep(0.2)\nwhole = True\n")

    def call():
        with between_imports():
            __import__(name)
            time.sleep(10)

    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        call()
    assert time.monotonic() - begun < 5
    assert sys.modules[name].whole


def test_a_second_ctrl_c_does_not_wait_and_is_the_last_one(heeded, library):
    name = library(f"{PRESS}time.sleep(0.001)\n{PRESS}time.sleep(10)\n")
    with between_imports():
        with pytest.raises(KeyboardInterrupt):
            __import__(name)
        time.sleep(0.2)  # the first is not raised later
    assert name not in sys.modules


def test_without_an_import_it_comes_at_once(heeded):
    with between_imports():
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                press()


def test_who_handles_it_otherwise_keeps_doing_so(heeded):
    pressed = []
    signal.signal(signal.SIGINT, lambda *_: pressed.append(1))
    with between_imports():
        press()
    press()
    assert len(pressed) == 2


def test_it_comes_as_ever_afterwards(heeded):
    with between_imports():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def ended(process, as_json=True):
    """Seconds until a command that was sent Ctrl-C ended; it must have shown what was played."""
    begun = time.monotonic()
    out, err = process.communicate(timeout=20)
    took = time.monotonic() - begun
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "stopped by Ctrl-C" in err
    if as_json:
        facts = json.loads(out)
        assert 0 < facts["games"] < MANY
        assert sum(facts["wins"]) + facts["draws"] + facts["unfinished"] == facts["games"]
    else:
        assert "seat 1" in out
        assert "games" in out
    return took


@pytest.mark.parametrize("as_json", [True, False])
def test_ctrl_c_shows_what_was_played_within_two_seconds(balance, chunks, as_json, tmp_path):
    assert balance("play", NAME, "-p", 2, "-n", 5, "-q").code == 0  # the kernel is compiled
    kept = tmp_path / "kept.sqlite"
    words = ["play", NAME, "-p", LAST, "-n", MANY, "--threads", 2, "--csv", tmp_path / "a.csv",
             "--ledger", kept] + ["--json"] * as_json  # fmt: skip
    process = subprocess.Popen(
        [sys.executable, "-m", "balance", *map(str, words)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c,
        env={name: value for name, value in ENV.items() if name != "BALANCE_NO_LEDGER"},
    )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while chunks(kept) < 8 and time.monotonic() < deadline:
            time.sleep(0.05)  # until the libraries have been imported that judge what was played
        process.send_signal(signal.SIGINT)
        took = ended(process, as_json)
    finally:
        process.kill()
    assert (tmp_path / "a.csv").read_text().startswith("game,players")
    assert took < 2


PRESSED_IN_AN_IMPORT = """
import os, signal, sys

class Finder:
    def find_spec(self, name, *_):
        if name == "pandas._libs.tslibs.fields":
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
from balance.cli import main
main()
"""


def test_ctrl_c_in_the_middle_of_an_import_shows_what_was_played(balance, tmp_path):
    """Judging what was played needs a library that the Ctrl-C met half imported."""
    assert balance("play", NAME, "-p", 2, "-n", 5, "-q").code == 0  # the kernel is compiled
    words = ["play", NAME, "-p", LAST, "-n", MANY, "--threads", 2, "--json"]
    process = subprocess.Popen(
        [sys.executable, "-c", PRESSED_IN_AN_IMPORT, *map(str, words)], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c, cwd=tmp_path,
        env={**ENV, "BALANCE_NO_LEDGER": "1"},
    )  # fmt: skip
    try:
        ended(process)
    finally:
        process.kill()
