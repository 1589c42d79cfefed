"""Damaged strategy files and position files: each is read, or refused by name."""

import random
import re
from pathlib import Path

import pytest

from balance.template import TEMPLATE
from sims.core import users
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.position_check import check_file
from sims.core.positions import read_positions
from tests.faults.mutations import complaint, damaged, damaged_program

GAMES_OF_TESTS = Path(__file__).parents[1] / "games"
NAME = next(reversed(games()))
GAME = games()[NAME]
MORE = f'''

import numpy as np
from numba import njit

TABLE = np.array([2, 1, 0])


@njit
def best(options, some):
    """The place of the highest score."""
    score = np.zeros(options.count, np.float64)
    for i in range(options.count):
        score[i] += some * (i % 3) + TABLE[i % 3]
    place = 0
    while place < options.count - 1 and score[place] < 3:
        place += 1
    return place


@strategy("{NAME}", weights={{"some": 0.5, "chance": 1}}, source="nowhere")
def other(view, options, rules, weights, stream):
    """Scores."""
    if view.seat > 1 and weights.value[1] > 0.5:
        return best(options, weights.value[0])
    return below(stream, options.count)
'''


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_damaged_strategies_are_read_or_named(tmp_path):
    """Nothing is compiled here: `tests/core/test_users.py` holds what compiled code may do."""
    text = (TEMPLATE.format(title=GAME.title, name=NAME) + MORE).encode()
    refusals = 0
    for seed in range(1_000):
        path = tmp_path / f"my{seed}.py"
        path.write_bytes(damaged_program(random.Random(seed), text))
        said = complaint(users.load, GAME, path, "other")
        refusals += bool(said)
        assert not said or path.name in said
        assert len(said) < 2_000
    assert 300 < refusals < 1_000


def _position_files():
    return sorted(GAMES_OF_TESTS.glob("*/positions.txt"))


@pytest.mark.parametrize("path", _position_files(), ids=lambda path: path.parent.name)
def test_damaged_positions_are_read_or_named(path, tmp_path):
    game = games()[path.parent.name]
    blocks = [b for b in re.split(r"\n\s*\n", path.read_text()) if "position " in b]
    signs = ("-1", "0", "1/0", "-1/2", "9" * 25, ":", "->", "=", "x", "seat", "after", "won", "٣")
    refusals = 0
    for seed in range(400):
        rng = random.Random(seed)
        text = rng.choice(blocks)
        if rng.random() < 0.7:
            word = rng.choice(list(re.finditer(r"\S+", text)))
            text = text[: word.start()] + rng.choice(signs) + text[word.end() :]
        content = text.encode()
        if rng.random() < 0.5:
            content = damaged(rng, content)
        file = tmp_path / "damaged.txt"
        file.write_bytes(content)
        said = complaint(read_positions, file, game)
        refusals += bool(said)
        assert not said or file.name in said
    assert 100 < refusals < 400


def _position(path, pattern):
    blocks = re.split(r"\n\s*\n", path.read_text())
    return next((b for b in blocks if "position " in b and re.search(pattern, b)), "")


@pytest.mark.parametrize("path", _position_files(), ids=lambda path: path.parent.name)
@pytest.mark.parametrize(
    ("chance", "message"),
    [
        ("1/0", "'1/0' is no probability"),
        ("many", "'many' is no probability"),
        ("-1/2", "above 0 and at most 1"),
        ("0", "above 0 and at most 1"),
        ("3/2", "above 0 and at most 1"),
    ],
)
def test_probabilities_that_are_none(path, tmp_path, chance, message):
    block = _position(path, r"(?m)^\s*outcome ")
    file = tmp_path / "damaged.txt"
    file.write_text(re.sub(r"outcome \S+", f"outcome {chance}", block, count=1))
    with pytest.raises(DesignerError, match=r"damaged\.txt, line \d+: ") as error:
        read_positions(file, games()[path.parent.name])
    assert message in str(error.value)


@pytest.mark.slow
def test_a_number_that_no_game_can_reach(tmp_path):
    """Numbers of a position that do not fit into the kernel are refused by place."""
    refusals = []
    for path in _position_files():
        block = _position(path, r"\b\d+\b")
        for number in re.finditer(r"(?<=[a-z] )\d+\b", block):
            file = tmp_path / "damaged.txt"
            file.write_text(block[: number.start()] + "9" * 25 + block[number.end() :])
            refusals.append(complaint(check_file, file, games()[path.parent.name]))
    assert any(refusals)
    assert all("damaged.txt" in said for said in refusals if said)
