"""From a cell to the toy's rules record."""

from importlib import import_module

import numpy as np


def pack(cell):
    records = import_module(f"{__package__}.records")
    rules = np.zeros((), records.RULES_DTYPE)
    for name in records.FIELDS:
        rules[name] = cell.players if name == "players" else cell.setup[name]
    return rules
