"""Checks of arguments that every module of this folder shares."""

from __future__ import annotations

import dataclasses
import math
import operator
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray


def check_confidence(confidence: float) -> float:
    """Return ``confidence`` if it is a share strictly between 0 and 1, else raise ValueError."""
    if not 0.0 < confidence < 1.0:
        raise ValueError(f"confidence = {confidence}: must lie between 0 and 1, e.g. 0.95")
    return float(confidence)


def whole(name: str, value: SupportsIndex, least: int | None = 0) -> int:
    """Return ``value`` as a Python int (no overflow later), at least ``least`` if that is given.

    Raises TypeError for anything but an integer, ValueError if it is too small.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} = {value!r}: must be a whole number") from None
    if least is not None and number < least:
        raise ValueError(f"{name} = {number}: must be at least {least}")
    return number


def counts(name: str, values: ArrayLike) -> NDArray[np.float64]:
    """Return ``values`` (any shape) as floats, checked to be whole numbers from 0 up.

    Floats, because every formula that follows divides; counts stay exact up to 2**53.
    """
    array = np.asarray(values, dtype=np.float64)
    bad = ~(np.isfinite(array) & (array >= 0) & (array == np.floor(array)))
    if bad.any():
        raise ValueError(f"{name} = {array[bad].flat[0]:g}: must be a whole number, 0 or more")
    return array


def plain(value: Any) -> Any:
    """Turn a dataclass (nested, in tuples or alone) into what JSON can hold.

    Infinite and undefined numbers become None, for JSON has neither.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, str):
        return str(value)  # a StrEnum member becomes its bare text
    return value
