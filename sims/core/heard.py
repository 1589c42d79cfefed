"""A referee's log by who may hear what: the same words, as far as they reach a seat.

A referee that has such a log keeps a list of `Heard` under the name `told`, beside `log`, which
knows everything. It is what a person at the table gets to read.
"""

from collections.abc import Iterable
from typing import NamedTuple


class Heard(NamedTuple):
    """A line and the seats that hear it, None for all; the rest hear `others`, nothing if None."""

    line: str
    seats: frozenset[int] | None = None
    others: str | None = None


def heard_by(seat: int, told: Iterable[Heard]) -> list[str]:
    """What reaches a seat, line by line."""
    lines = (
        heard.line if heard.seats is None or seat in heard.seats else heard.others
        for heard in told
    )  # fmt: skip
    return [line for line in lines if line is not None]


class Ears:
    """What the records of referees share: `told`, and the two ways to add to it."""

    def __init__(self) -> None:
        """Nothing has been said yet."""
        self.told: list[Heard] = []

    def tell_all(self, line: str) -> None:
        """Everybody hears a line."""
        self.told.append(Heard(line))

    def tell(self, line: str, *seats: int, others: str | None = None) -> None:
        """These seats hear a line, the rest another one, or nothing."""
        self.told.append(Heard(line, frozenset(seats), others))
