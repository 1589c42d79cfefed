"""Numbers as a person reads them: one way for each kind, with units. Imports nothing heavy.

Rates, shares and deviations come on the scale 0 to 1 and are shown in percent or percentage points.
A missing value (None, NaN, NA) is shown as a dash.
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

MISSING = "–"
MINUS = "−"
# Powers of ten from which a number is shortened where there is little room.
SHORT_UNITS = ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e4, "k"))


def is_missing(value: Any) -> bool:
    """Say whether `value` is None, NaN, NaT or NA."""
    try:
        return value is None or bool(value != value)
    except TypeError:  # the truth of pandas.NA is not defined
        return True


def fixed(value: float, digits: int, sign: bool = False) -> str:
    """Return `value` with that many decimals, thousands apart, a true minus and no minus zero."""
    if math.isinf(value):
        return f"{MINUS if value < 0 else ''}∞"
    text = f"{abs(value):,.{digits}f}"
    if not any(c in "123456789" for c in text):
        return text
    return f"{MINUS if value < 0 else '+' if sign else ''}{text}"


def count(value: Any) -> str:
    """Return a whole number: "1,200,000"."""
    return MISSING if is_missing(value) else fixed(float(value), 0)


def number(value: Any) -> str:
    """Return a number with one decimal, with none from 1,000 on: "18.2", "1,234"."""
    if is_missing(value):
        return MISSING
    return fixed(float(value), 0 if abs(value) >= 1000 else 1)


def fine(value: Any) -> str:
    """Return a number with two decimals below 10, as `number` from there on: "2.47", "18.2"."""
    return fixed(float(value), 2) if not is_missing(value) and abs(value) < 10 else number(value)


def change(value: Any) -> str:
    """Return a signed number with one decimal: "+1.8"."""
    if is_missing(value):
        return MISSING
    return fixed(float(value), 0 if abs(value) >= 1000 else 1, sign=True)


def percent(value: Any) -> str:
    """Return a share as a percentage: "25.3 %"; what would round to zero but is not, "<0.1 %"."""
    if is_missing(value):
        return MISSING
    return "<0.1 %" if 0 < value < 0.0005 else f"{fixed(100 * value, 1)} %"


def points(value: Any) -> str:
    """Return a signed difference of two shares: "+2.1 points"."""
    return MISSING if is_missing(value) else f"{fixed(100 * value, 1, sign=True)} points"


def plain(value: Any) -> str:
    """Return a value as it was written: whole numbers without decimals, text as it is."""
    if is_missing(value):
        return MISSING
    if isinstance(value, str):
        return " ".join(value.split())
    try:
        whole = value == int(value) and abs(value) < 1e15
        return f"{int(value):,d}" if whole else f"{value:,.6g}"
    except (TypeError, ValueError, OverflowError):
        return str(value)


def parameter(value: Any) -> str:
    """Return a parameter's value as a designer would type it: no thousands apart."""
    return plain(value).replace(",", "") if not isinstance(value, str) else plain(value)


def short(value: Any) -> str:
    """Return about three digits for narrow places: "18.2", "182", "18k", "0.03"."""
    if is_missing(value):
        return MISSING
    size = abs(float(value))
    for unit, letter in SHORT_UNITS:
        if size >= unit and not math.isinf(size):
            scaled = value / (1000 if letter == "k" else unit)
            return f"{fixed(scaled, 0 if abs(scaled) >= 10 else 1)}{letter}"
    if size >= 100 or size == 0:
        return fixed(float(value), 0)
    return fixed(float(value), 1 if size >= 0.1 else 2)


FORMATS: dict[str, Callable[[Any], str]] = {
    "text": plain,
    "parameter": parameter,
    "verdict": plain,
    "count": count,
    "number": number,
    "fine": fine,
    "change": change,
    "percent": percent,
    "points": points,
}


def estimate(value: Any, low: Any, high: Any, kind: str) -> str:
    """Return a value with its interval: "25.3 % (24.9 to 25.7)"; `kind` is a key of FORMATS.

    An interval that is infinite both ways is "no bounds".
    """
    show = FORMATS[kind]
    if is_missing(value):
        return MISSING
    if is_missing(low) or is_missing(high):
        return show(value)
    if math.isinf(low) and math.isinf(high):  # nothing bounds it: too few games differ
        return f"{show(value)} (no bounds)"
    inside = (show(end).removesuffix(" %").removesuffix(" points") for end in (low, high))
    return f"{show(value)} ({' to '.join(inside)})"


def plural(n: int, word: str) -> str:
    """Return a count and its word: "1 player", "4 players"."""
    return f"{n:,d} {word}{'' if n == 1 else 's'}"


def first_upper(text: str) -> str:
    """Return the text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def listed(names: Sequence[object], last: str = "and") -> str:
    """Return names or numbers as one phrase: "2, 3 and 5"."""
    texts = [str(name) for name in names]
    head, tail = texts[:-1], texts[-1:]
    return f"{', '.join(head)} {last} {tail[0]}" if head else "".join(tail)


def player_counts(counts: list[int], last: str = "and") -> str:
    """Return player counts as a phrase: "2 to 6 players", "2 and 4 players"."""
    counts = sorted(counts)
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]} to {counts[-1]} players"
    return f"{listed([str(n) for n in counts], last)} player{'' if counts == [1] else 's'}"


def words(name: str) -> str:
    """Return a column's or a parameter's name as words: "ruling.cred_tie" is "ruling: cred tie"."""
    return name.replace(".", ": ").replace("_", " ").strip()
