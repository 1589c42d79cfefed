"""Positions derived by hand, played by kernel and referee."""

import pytest

from sims.core.errors import DesignerError
from sims.core.position_check import KernelSubject, RefereeSubject, check_position
from sims.core.positions import read_positions
from sims.games.hacked.notation import ending, read_line
from tests.games.hacked.tables import GAME, HERE, cell_of

FILES = [HERE / "positions.txt", HERE / "given.txt"]


@pytest.mark.parametrize("subject", [KernelSubject, RefereeSubject], ids=lambda s: s.name)
@pytest.mark.parametrize(
    "position", [p for file in FILES for p in read_positions(file, GAME)], ids=lambda p: p.name
)
def test_position(position, subject):
    assert check_position(position, subject(GAME)).problem == ""


def test_actor_lines():
    cell = cell_of(3)
    table = {"seats": [{}, {}, {}]}
    assert read_line(cell, table, "actor", " 2 owes 3 attacked")
    assert (table["actor"], table["owes"], table["attacked"]) == (1, 3, True)
    assert ending({**table, "result": None}) == "next 2 owes 3 attacked"
    assert read_line(cell, table, "actor", " 3")
    assert ending({**table, "result": None}) == "next 3 owes 1"
    assert not read_line(cell, table, "actor", " 2 owns 3")
    with pytest.raises(DesignerError, match="no such seat"):
        read_line(cell, table, "actor", " 4")
