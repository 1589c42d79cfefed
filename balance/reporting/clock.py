"""The time that a report may take, and what is left of it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Clock:
    """Counts down from a number of `minutes`; None never ends.

    How long games will take is judged by those before: `seconds_per_game` is noted by whoever plays
    some. `now` is a clock in seconds.
    """

    minutes: float | None = None
    now: Callable[[], float] = time.monotonic
    seconds_per_game: float = 0.0
    _start: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._start = self.now()

    @property
    def is_limited(self) -> bool:
        """Whether there is any limit."""
        return self.minutes is not None

    @property
    def spent(self) -> float:
        """Seconds since the start."""
        return self.now() - self._start

    @property
    def left(self) -> float:
        """Seconds that are left, never below 0."""
        if self.minutes is None:
            return float("inf")
        return max(0.0, 60 * self.minutes - self.spent)

    def affords(self, games: float, seconds_per_game: float | None = None) -> bool:
        """Whether so many games can be played in the time that is left."""
        each = self.seconds_per_game if seconds_per_game is None else seconds_per_game
        return self.left > 0 and games * each <= self.left
