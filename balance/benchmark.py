"""Timings that can be trusted: several runs in turn, medians, and ratios to something beside it.

The yardstick is hand-written C of the same rules under random play (`tests/yardstick/GAME.c`), if
the checkout and a C compiler are there. It is run in turn with ours, so that a machine that slows
down slows both.
"""

import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from balance.planning import Question, plan
from sims.core import runner
from sims.core.catalogue import find
from sims.core.strategies import find as find_strategy
from sims.core.strategies import shipped

NO_THOUGHT = "random"
"""The strategy that the others are timed against."""

SHARE = 20
"""Of this many games that are played for games a second, one is played to time decisions."""

YARDSTICKS = Path(__file__).parents[1] / "tests" / "yardstick"


def measure(question: Question, repeat: int, names: Sequence[str] | None = None) -> dict[str, Any]:
    """Games per second: ours on one thread and on two, C on one; medians and ratios by pair.

    And the time of a decision by strategy, see `time_decisions`.
    """
    for name in names or ():
        find_strategy(find(question.game), name, "--strategies")
    planned = plan(question)[0]
    job = runner.Job(planned.cell, planned.strategies, question.seed, 0, question.games)
    runner.run([runner.Job(planned.cell, planned.strategies, question.seed, 0, 64)], 1)
    with tempfile.TemporaryDirectory() as folder:
        program = _build(question.game, Path(folder))
        c, one, two = [], [], []
        for _ in range(repeat):
            if program is not None:
                c.append(_c_speed(program, question.players[0], question.games))
            one.append(_speed(job, 1))
            two.append(_speed(job, 2))
    rows = [_row("one thread", one, c, "of C"), _row("two threads", two, one, "of one thread")]
    if c:
        rows.append(_row("hand-written C, one thread", c, [], ""))
    return {
        "game": question.game,
        "players": question.players[0],
        "rows": rows,
        "strategies": time_decisions(question, names, repeat),
        "machine": f"{platform.machine()}, {os.cpu_count()} processors, "
        f"Python {sys.version.split()[0]}",
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _row(what: str, speeds: list[float], beside: list[float], of: str) -> dict[str, Any]:
    ratios = [a / b for a, b in zip(speeds, beside, strict=True)] if beside else []
    ratio = statistics.median(ratios) if ratios else None
    return {
        "what": what,
        "games_per_second": statistics.median(speeds),
        "lowest": min(speeds),
        "highest": max(speeds),
        "ratio": ratio,
        "ratio_text": "" if ratio is None else f"{ratio:.2f} {of}",
    }


def _speed(job: runner.Job, threads: int) -> float:
    start = time.perf_counter()
    runner.run([job], threads)
    return job.games / (time.perf_counter() - start)


def time_decisions(
    question: Question, names: Sequence[str] | None, repeat: int
) -> list[dict[str, Any]]:
    """Nanoseconds a decision for each strategy in turn, and how many times those of `random`.

    `names`: strategies of the game or of files, None for all that are shipped. The ratio is the
    median over the runs, each beside a run of `random`; decisions between one option count too.
    """
    asked = list(shipped(find(question.game).name)) if names is None else list(names)
    jobs = {name: _table_of(question, name) for name in dict.fromkeys([NO_THOUGHT, *asked])}
    for job in jobs.values():
        runner.play_records(job.part(0, 1))
    runs = [{name: _per_decision(job) for name, job in jobs.items()} for _ in range(repeat)]
    return [
        {
            "strategy": name,
            "ns_per_decision": statistics.median(run[name] for run in runs),
            "lowest": min(run[name] for run in runs),
            "highest": max(run[name] for run in runs),
            "ratio": statistics.median(run[name] / run[NO_THOUGHT] for run in runs),
            "games": jobs[name].games,
        }
        for name in asked
    ]


def _table_of(question: Question, name: str) -> runner.Job:
    planned = plan(replace(question, lineup=(name,)))[0]
    games = max(question.games // SHARE, 1)
    return runner.Job(planned.cell, planned.strategies, question.seed, 0, games)


def _per_decision(job: runner.Job) -> float:
    start = time.thread_time_ns()
    records = runner.play_records(job)
    spent = time.thread_time_ns() - start
    return spent / max(int(records["decisions"].sum()), 1)


def _build(game: str, folder: Path) -> Path | None:
    source = YARDSTICKS / f"{game}.c"
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not source.exists() or compiler is None:
        return None
    program = folder / game
    subprocess.run(
        [compiler, "-O3", "-march=native", "-o", str(program), str(source), "-lm"], check=True
    )
    return program


def _c_speed(program: Path, players: int, games: int) -> float:
    done = subprocess.run(
        [str(program), str(players), str(games), "1"], check=True, capture_output=True, text=True
    )
    return float(json.loads(done.stdout)["games_per_second"])
