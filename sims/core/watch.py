"""Work that never ends: a user's code that loops for ever is found, named and left behind.

No thread can be ended from outside while it runs compiled code. So a user's code runs in a thread
of its own, and whoever waits for it looks now and then whether it gets on. If it does not, the
waiting one goes on with an error and leaves the thread behind; it dies with the process.

What counts is the processor time of that thread since it last got on, not the time of day: a
machine that is slow, busy, out of memory or asleep does not give it any.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Event, Thread, get_ident
from typing import TYPE_CHECKING, Any

from sims.core.errors import DesignerError

if TYPE_CHECKING:
    import numpy as np

PATIENCE = 20.0
"""Seconds of processor time that one decision of a user's strategy may take.

The shipped strategies take microseconds. At a second a decision a chunk of games would take days,
so nobody waits in vain for a strategy that is only slow; and nobody who wrote an endless loop waits
for long.
"""
VARIABLE = "BALANCE_PATIENCE"
"""The environment variable that says it otherwise, in seconds."""

_LOOK = 0.25
"""Seconds between two looks."""
_GRACE = 1.0
"""Seconds that work which was told to stop has for doing so."""

_left_behind: list[Thread] = []


class Stuck(DesignerError):
    """A user's code does not end. Its thread cannot be ended either, but by the process."""


@dataclass
class _Work:
    """What runs in the other thread: its processor clock, and what it ended with."""

    call: Callable[[], Any]
    done: Event = field(default_factory=Event)
    clock: int | None = None
    result: Any = None
    problem: BaseException | None = None

    def run(self) -> None:
        try:
            if hasattr(time, "pthread_getcpuclockid"):  # Linux and most of Unix
                self.clock = time.pthread_getcpuclockid(get_ident())
            self.result = self.call()
        except BaseException as problem:  # handed on to whoever waits
            self.problem = problem
        finally:
            self.done.set()

    def spent(self, looks: int) -> float:
        """Seconds of processor time; without a clock for it the looks, which cannot be more."""
        if self.clock is None:
            return looks * _LOOK
        try:
            return time.clock_gettime(self.clock)
        except OSError:  # the thread has just ended
            return 0.0


def patience() -> float:
    """Seconds of processor time after which work that does not get on is given up."""
    text = os.environ.get(VARIABLE, "")
    try:
        seconds = float(text or PATIENCE)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise DesignerError(f"{VARIABLE}={text}: a number of seconds above 0 is needed")
    return seconds


def watched(
    call: Callable[[], Any],
    explain: Callable[[float], DesignerError],
    pulse: Callable[[], bytes] = bytes,
    stop: "np.ndarray | None" = None,
) -> Any:
    """Return what `call()` returns, or raise what it raises, however long it takes.

    `pulse()` changes whenever the work gets on. When it stays the same for `patience()` seconds of
    processor time, or for a second after `stop[0]` was set, the error that `explain` makes of those
    seconds is raised, and the thread is left behind: nothing that it writes to may be used again.
    """
    limit = patience()
    work = _Work(call)
    thread = Thread(target=work.run, daemon=True, name="user's code")
    thread.start()
    looks = stopped = 0
    last, since = b"", 0.0
    try:
        while not work.done.wait(_LOOK):
            looks += 1
            stopped += stop is not None and bool(stop[0])
            seen, spent = pulse(), work.spent(looks)
            if seen != last:
                last, since = seen, spent
            if spent - since > limit or stopped * _LOOK > _GRACE:
                raise explain(limit)
    finally:
        if not work.done.is_set():  # given up, or Ctrl-C
            _left_behind.append(thread)
    if work.problem is not None:
        raise work.problem
    return work.result


def is_anything_left() -> bool:
    """Whether a thread was left behind that still runs."""
    return any(thread.is_alive() for thread in _left_behind)


def leave(code: int) -> None:
    """End the process at once if a thread was left behind; all output must have been flushed.

    An ordinary end would free the compiled code that such a thread still runs, which may crash and
    lose the exit code.
    """
    if is_anything_left():
        os._exit(code)
