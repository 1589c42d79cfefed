"""Errors that a designer can mend: bad files, keys, values, options. Anything else is our bug."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any


class DesignerError(Exception):
    """Something in a file, an option or a strategy that the user can put right.

    The command line prints the message alone and ends with exit code 2.
    """


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A hint after an unknown name: the nearest valid one if there is one, else all of them."""
    names = sorted(map(str, allowed))
    by_folded = {valid.casefold(): valid for valid in names}
    close = get_close_matches(name.casefold(), by_folded, n=1, cutoff=0.6)
    if close:
        return f"did you mean {by_folded[close[0]]!r}? Allowed: {', '.join(names)}"
    return f"allowed: {', '.join(names)}" if names else "nothing is allowed here"


def unknown(what: str, name: str, allowed: Iterable[str], where: str) -> DesignerError:
    """The error for a name that does not exist: what it should name, and where it was found."""
    return DesignerError(f"{where}: no {what} {name!r}; {nearest(name, allowed)}")


class Interrupted(Exception):
    """Ctrl-C during a run: `done` holds what became of each piece of work until then."""

    def __init__(self, done: Sequence[Any] = ()) -> None:
        """What was done is a list of `schedule.Done`."""
        super().__init__("interrupted")
        self.done = done
