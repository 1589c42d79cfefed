"""Weights as a point to search from: each on its own scale, the untuned ones at the origin."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

DIGITS = 4
"""Significant digits of a weight as it is written down, and as it is played."""

WIDE = 0.5
"""Scale of a weight that is not positive, as a share of its size; and of one that is 0."""


@dataclass(frozen=True)
class Space:
    """Some weights and their scales.

    A positive weight moves by factors: its coordinate x stands for weight * exp(x). One that is 0
    or negative moves by steps of `WIDE` times its size, or of `WIDE` where it is 0, so that it can
    change its sign.
    """

    names: tuple[str, ...]
    origin: tuple[float, ...]

    @classmethod
    def around(cls, weights: Mapping[str, float]) -> "Space":
        """The space with these weights at its origin."""
        return cls(tuple(weights), tuple(weights.values()))

    def weights(self, point: np.ndarray) -> dict[str, float]:
        """The weights at a point, with as many digits as are written down."""
        found = {}
        for name, origin, x in zip(self.names, self.origin, point.tolist(), strict=True):
            if origin > 0:
                value = origin * math.exp(min(x, 50.0))
            else:
                value = origin + x * WIDE * (abs(origin) or 1.0)
            found[name] = float(f"{value:.{DIGITS}g}")
        return found
