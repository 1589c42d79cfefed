"""Errors that a designer can mend: bad files, keys, values, options. Anything else is our bug."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

_UNSEEN = re.compile(
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
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


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
