"""The kernel against the same rules in C."""

import json
import shutil
import subprocess

import pytest

from sims.core.runner import play_tally
from tests.games.hacked.tables import GAME, HERE, job


@pytest.mark.slow
# The yardstick is C, and all that the project asks of a machine is Python and make.
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_win_rates_and_lengths_are_those_of_the_yardstick(tmp_path):
    program, games_ = tmp_path / "hacked", 200_000
    source = HERE.parents[1] / "yardstick" / "hacked.c"
    subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    for players in GAME.players:
        command = [program, str(players), str(games_), "5"]
        said = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        ours = play_tally(job(players, number=games_))
        error = (2 * 0.25 / games_) ** 0.5
        for wins, theirs in zip(ours.wins, said["wins"], strict=True):
            assert abs(wins - theirs) / games_ < 5 * error
        turns = sum(value * count for value, count in ours.turns.items()) / games_
        assert abs(turns - said["turns_mean"]) < 5 * said["turns_sd"] * (2 / games_) ** 0.5
        assert ours.decisions / games_ == pytest.approx(said["decisions_per_game"], rel=0.01)
        assert ours.choices / games_ == pytest.approx(said["choices_per_game"], rel=0.01)
