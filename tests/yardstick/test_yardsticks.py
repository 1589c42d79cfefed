"""The kernels against the same rules in C, written apart from them, under random play.

Every rate and mean may be off by five standard errors of the difference of two samples: wrong in
fewer than one of a million comparisons, of which there are some hundred.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.runner import Job, play_records
from sims.core.strategies import shipped

HERE = Path(__file__).parent
NUMBER = {"override": 20_000, "hacked": 200_000, "gatecrasher": 100_000}
"""Games at each player count, by how fast they are played."""


@pytest.fixture
def program(tmp_path):
    """Compiles the yardstick of a game."""
    if shutil.which("cc") is None:
        # All that the project asks of a machine is Python and make; the yardstick is C.
        pytest.skip("no C compiler")

    def compiled(name):
        subprocess.run(["cc", "-O2", "-o", tmp_path / name, HERE / f"{name}.c", "-lm"], check=True)
        return tmp_path / name

    return compiled


def job(name, players):
    game = games()[name]
    chosen = shipped(name)["random"]
    cell = build_cell(read_data(game), players, {}, [chosen.player()] * players)
    return Job(cell, (chosen,) * players, 1, 0, NUMBER[name])


def test_every_yardstick_is_compared():
    assert {path.stem for path in HERE.glob("*.c")} == set(NUMBER)


@pytest.mark.slow
@pytest.mark.parametrize("name", NUMBER)
def test_rates_and_means_are_those_of_the_yardstick(program, name):
    number, command = NUMBER[name], program(name)
    for players in games()[name].players:
        words = [command, str(players), str(number), "5"]
        said = json.loads(subprocess.run(words, check=True, capture_output=True).stdout)
        records = play_records(job(name, players))
        for seat, theirs in enumerate(said["wins"]):
            rate, other = (records["winner"] == seat).mean(), theirs / number
            mean = (rate + other) / 2
            assert abs(rate - other) < 5 * (2 * mean * (1 - mean) / number) ** 0.5, (players, seat)
        theirs = {
            "turns": said["turns_mean"], "decisions": said["decisions_per_game"],
            "choices": said["choices_per_game"],
        }  # fmt: skip
        if "rounds_mean" in said:
            theirs["rounds"] = said["rounds_mean"]
        for what, mean in theirs.items():
            error = records[what].std() * (2 / number) ** 0.5
            assert abs(records[what].mean() - mean) < 5 * error, (players, what)
