"""Judging counts that come from simulation, at one stated risk of a false alarm."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from scipy.stats import binom

RISK = 1e-6
"""Chance that a right program fails one such check, if its true rate is exactly the limit."""


@dataclass(frozen=True)
class Share:
    """``hits`` of ``runs`` simulated runs, to be held against a limit on the true rate."""

    hits: int
    runs: int

    def assert_at_most(self, rate: float) -> None:
        assert binom.sf(self.hits - 1, self.runs, rate) > RISK, f"{self} is more than {rate}"

    def assert_at_least(self, rate: float) -> None:
        assert binom.cdf(self.hits, self.runs, rate) > RISK, f"{self} is less than {rate}"


@pytest.fixture
def share() -> type[Share]:
    return Share
