"""The kernel against the same rules in C."""

import json
import shutil
import subprocess

import pytest
from gatecrasher_jobs import GAME, HERE, PLAYERS, job

from sims.core.runner import play_records
from sims.core.tally import tally


@pytest.mark.slow
# The yardstick is C, and all that the project asks of a machine is Python and make.
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_win_rates_and_lengths_are_those_of_the_yardstick(tmp_path):
    program, number = tmp_path / "gatecrasher", 100_000
    source = HERE.parents[1] / "yardstick" / "gatecrasher.c"
    subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    for players in PLAYERS:
        command = [program, str(players), str(number), "5"]
        said = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        records = play_records(job(players, number=number))
        ours = tally(GAME, job(players).cell, records)
        error = (2 * 0.25 / number) ** 0.5
        for wins, theirs in zip(ours.wins, said["wins"], strict=True):
            assert abs(wins - theirs) / number < 5 * error
        turns = sum(value * count for value, count in ours.turns.items()) / number
        assert abs(turns - said["turns_mean"]) < 5 * said["turns_sd"] * (2 / number) ** 0.5
        assert records["rounds"].mean() == pytest.approx(said["rounds_mean"], rel=0.005)
        assert ours.decisions / number == pytest.approx(said["decisions_per_game"], rel=0.01)
        assert ours.choices / number == pytest.approx(said["choices_per_game"], rel=0.01)
