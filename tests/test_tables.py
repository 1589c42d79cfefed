"""Numbers that games keep in tables are the same on every machine.

numpy works exponentials and the like out in the processor's vectors, whose last bit is not the same
on all of them; a choice that hangs on it would be another. Tables are made by exact arithmetic or
by `decimal`. (Compiled functions call the C library one number at a time.)
"""

import ast
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[1] / "sims" / "games"
INEXACT = {
    "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "power", "float_power", "sin", "cos",
    "tan", "sinh", "cosh", "tanh", "arctan", "arcsin", "arccos", "cbrt", "logaddexp",
}  # fmt: skip


def inexact(source: str) -> list[str]:
    """The calls of such functions of numpy that Python itself runs: outside compiled functions."""
    found = []

    def look(node: ast.AST) -> None:
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            return
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "np"
            and node.attr in INEXACT
        ):
            found.append(f"np.{node.attr}, line {node.lineno}")
        for child in ast.iter_child_nodes(node):
            look(child)

    look(ast.parse(source))
    return found


@pytest.mark.parametrize("path", sorted(GAMES.rglob("*.py")), ids=lambda p: p.stem)
def test_no_table_is_made_by_the_processors_vectors(path):
    assert inexact(path.read_text("utf-8")) == []


def test_such_a_table_would_be_found():
    assert inexact("import numpy as np\nTABLE = np.exp(np.arange(3))\n") == ["np.exp, line 2"]
    assert inexact("def table():\n    return np.log(2.0)\n") == ["np.log, line 2"]
    assert inexact("@part\ndef one(x):\n    return np.exp(x)\n") == []
