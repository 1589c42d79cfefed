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
from pathlib import Path
from typing import Any

from balance.planning import Question, plan
from sims.core import runner

YARDSTICKS = Path(__file__).parents[1] / "tests" / "yardstick"


def measure(question: Question, repeat: int) -> dict[str, Any]:
    """Games per second: ours on one thread and on two, C on one; medians and ratios by pair."""
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
