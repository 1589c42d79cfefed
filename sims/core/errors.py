"""Errors that a designer can mend: bad files, keys, values, options. Anything else is our bug."""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

UNSEEN = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]"
)


class DesignerError(Exception):
    """Something in a file, an option or a strategy that the user can put right.

    The command line prints the message alone and ends with exit code 2.
    """


def printable(text: str) -> str:
    """A text whose control characters, marks of direction and broken bytes are spelt out.

    A terminal would obey them: they move the cursor, change colours, or turn the text round. Line
    breaks stay.
    """
    return UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


def shown(value: object) -> str:
    """A value from a file or an option as an error shows it: as written there, its middle cut out
    if it is long.
    """
    try:
        text = repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        text = "a number of thousands of digits"
    except RecursionError:
        text = "brackets within brackets, too deep"
    return text if len(text) <= 200 else f"{text[:120]} ... {text[-40:]}"


def nearest(name: str, allowed: Iterable[str]) -> str:
    """A hint after an unknown name: the nearest valid one if there is one, else all of them."""
    names = sorted(map(str, allowed))
    by_folded = {valid.casefold(): valid for valid in names}
    close = get_close_matches(name[:200].casefold(), by_folded, n=1, cutoff=0.6)
    if close:
        return f"did you mean {by_folded[close[0]]!r}? Allowed: {', '.join(names)}"
    return f"allowed: {', '.join(names)}" if names else "nothing is allowed here"


def unknown(what: str, name: str, allowed: Iterable[str], where: str) -> DesignerError:
    """The error for a name that does not exist: what it should name, and where it was found."""
    return DesignerError(f"{where}: no {what} {shown(name)}; {nearest(name, allowed)}")


class Interrupted(Exception):
    """Ctrl-C during a run: `done` holds what became of each piece of work until then."""

    def __init__(self, done: Sequence[Any] = ()) -> None:
        """What was done is a list of `schedule.Done`."""
        super().__init__("interrupted")
        self.done = done
