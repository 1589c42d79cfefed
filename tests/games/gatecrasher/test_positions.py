"""Rules facts derived by hand, held against kernel and referee."""

import re

import pytest
from gatecrasher_jobs import GAME, HERE

from sims.core.errors import DesignerError
from sims.core.position_check import KernelSubject, RefereeSubject, check_position
from sims.core.positions import read_positions

FILES = [HERE / "positions.txt", HERE / "given.txt"]


SUBJECTS = [KernelSubject(GAME), RefereeSubject(GAME)]


@pytest.mark.parametrize("subject", SUBJECTS, ids=lambda s: s.name)
@pytest.mark.parametrize(
    "position", [p for file in FILES for p in read_positions(file, GAME)], ids=lambda p: p.name
)
def test_position(position, subject):
    assert check_position(position, subject).problem == ""


def test_a_wrong_position_is_found_out(tmp_path):
    text = (HERE / "positions.txt").read_text(encoding="utf-8")
    block = next(b for b in text.split("\n\n") if "position clamp-high" in b)
    file = tmp_path / "gatecrasher.txt"
    file.write_text(block.replace("fw 95", "fw 94"), encoding="utf-8")
    (position,) = read_positions(file, GAME)
    for subject in SUBJECTS:
        assert "fw 95" in check_position(position, subject).problem


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hacker 1:loss_die=3", "did you mean 'loss_dice'"),
        ("hacker 3:loss_dice=3", "seats are 1 to 2"),
        ("hacker 1:loss_dice=13", "0 to 12"),
        ("hacker 1:extraction_immune=2", "yes or no"),
        ("seat 1: fw 3 | bolster", "`lv N` is missing"),
        ("seat 1: fw 3 | lv 3 | bolt", "did you mean 'bolster'"),
        ("phase second", "no phase 'second'"),
        ("phase execution actor 3", "seats are 1 to 2"),
    ],
)
def test_a_position_that_cannot_be_read_says_why(tmp_path, line, message):
    file = tmp_path / "gatecrasher.txt"
    file.write_text(f"position x\nplayers 2\n{line}\nnext 1\n", encoding="utf-8")
    with pytest.raises(DesignerError, match=re.escape(message)):
        read_positions(file, GAME)
