"""Ctrl-C waits for an import to end.

A library that was cut off in the middle of its import cannot be imported again by the same process,
and what had been played could not be shown any more. Libraries in C also turn the interrupt into
errors of their own, and Python drops it where it comes between two steps of an import.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LOOK = 0.02
"""Seconds until it is seen whether the import has ended."""

_IMPORTING = ("<frozen importlib._bootstrap>", "_find_and_load")
"""Where Python's import statement is carried out; a user's strategy file is not loaded by it."""


@contextmanager
def between_imports() -> Iterator[None]:
    """Raise `KeyboardInterrupt` of a Ctrl-C as soon as no import is under way.

    A second Ctrl-C does not wait. Whoever handles Ctrl-C otherwise keeps doing so.
    """
    ours = threading.current_thread() is threading.main_thread()
    if not ours or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    waiter = _Waiter()
    signal.signal(signal.SIGINT, waiter.interrupt)
    try:
        yield
    finally:
        waiter.waits = False
        signal.signal(signal.SIGINT, signal.default_int_handler)


class _Waiter:
    def __init__(self) -> None:
        self.waits = False  # a Ctrl-C has come that is not raised yet
        self.looks = False  # it is the timer that calls, not the user
        self.main = threading.main_thread().ident or 0

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """What Python calls in the main thread, between two steps of whatever it does."""
        looks, self.looks = self.looks, False
        if looks and not self.waits:
            return
        if (looks or not self.waits) and _is_importing(frame):
            self.waits = True
            timer = threading.Timer(LOOK, self._look_again)
            timer.daemon = True
            timer.start()
            return
        self.waits = False
        signal.default_int_handler(number, frame)

    def _look_again(self) -> None:
        if self.waits:
            self.looks = True
            # A real signal, to that thread: it also wakes whoever sleeps or waits by then.
            signal.pthread_kill(self.main, signal.SIGINT)


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if (frame.f_code.co_filename, frame.f_code.co_name) == _IMPORTING:
            return True
        frame = frame.f_back
    return False
