"""The toy's records; see `kernel` for what its rules mean."""

import numpy as np
from numba import from_dtype

from sims.core.rng import CHANCE_DTYPE, STREAM_DTYPE

SEATS = 8
FIELDS = (
    "players",
    "turns",
    "cap",
    "head",
    "worth",
    "pick",
    "options",
    "narrow",
    "twice",
    "shared",
    "secret",
)

RULES_DTYPE = np.dtype([(name, np.int64) for name in FIELDS], align=True)
OPTION_DTYPE = np.dtype([("code", np.uint64), ("place", np.int64)], align=True)
OPTIONS_DTYPE = np.dtype([("count", np.int64), ("item", OPTION_DTYPE, (16,))], align=True)
VIEW_DTYPE = np.dtype(
    [
        ("seat", np.int64), ("turn", np.int64), ("card", np.int64), ("score", np.int64, (SEATS,)),
    ],
    align=True,
)  # fmt: skip
STATE_DTYPE = np.dtype(
    [
        ("decider", np.int64), ("decision", np.int64), ("actor", np.int64), ("turn", np.int64),
        ("over", np.int64), ("winner", np.int64), ("ended", np.int64),
        ("score", np.int64, (SEATS,)), ("card", np.int64, (SEATS,)),
        ("choice", STREAM_DTYPE, (SEATS,)), ("chance", CHANCE_DTYPE),
    ],
    align=True,
)  # fmt: skip
RECORD_DTYPE = np.dtype(
    [
        ("winner", np.int8), ("ended", np.uint8), ("turns", np.int32), ("decisions", np.int32),
        ("choices", np.int32), ("score", np.int32, (SEATS,)),
    ],
    align=True,
)  # fmt: skip

rules_type = from_dtype(RULES_DTYPE)
