"""Frames as cells of a page, as CSV and as JSON: the same numbers in all three."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pandas as pd

from reports.numbers import FORMATS, MISSING, estimate, first_upper, is_missing, words

if TYPE_CHECKING:
    from reports.page import Column, Table

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""A text cell that begins so would be run as a formula by a spreadsheet."""

NUMERIC = {"count", "number", "fine", "change", "percent", "points", "parameter"}


@dataclass(frozen=True)
class Cell:
    """A cell of a table on the page: the value, the interval behind it, and what it sorts by."""

    text: str
    interval: str
    sort: str
    kind: str


def columns_of(table: "Table") -> list["Column"]:
    """Return the columns that a table shows: those it names, or all with their kinds guessed."""
    from reports.page import Column

    if table.formats:
        return list(table.formats)
    return [Column(_label(str(c)), str(c), _kind(table.frame[c], str(c))) for c in table.frame]


def _label(name: str) -> str:
    return first_upper(words(name))


def _kind(values: pd.Series, name: str) -> str:
    if name == "verdict":
        return "verdict"
    if pd.api.types.is_bool_dtype(values) or not pd.api.types.is_numeric_dtype(values):
        return "text"
    if pd.api.types.is_integer_dtype(values):
        return "count"
    is_rate = name in ("rate", "low", "high") or name.endswith(("_share", "_rate"))
    return "percent" if is_rate else "number"


def cells_of(table: "Table") -> list[list[Cell]]:
    """Return the rows of a table as they are shown."""
    columns = columns_of(table)
    return [[_cell(row, column) for column in columns] for row in _rows(table.frame)]


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    # Column by column: the rows of a frame would turn its whole numbers into floats.
    lists = [frame[c].tolist() for c in frame]
    return [
        dict(zip(map(str, frame.columns), row, strict=True)) for row in zip(*lists, strict=True)
    ]


def _cell(row: Mapping[str, Any], column: "Column") -> Cell:
    value = row[column.value]
    text = FORMATS[column.kind](value)
    interval = ""
    if column.low and column.high:
        whole = estimate(value, row[column.low], row[column.high], column.kind)
        interval = whole.removeprefix(text).strip()
    sort = "" if is_missing(value) else str(value)
    return Cell(text, interval, sort, column.kind)


def as_csv(frame: pd.DataFrame) -> str:
    """Return a frame as CSV, its numbers in full and its texts safe to open in a spreadsheet."""
    safe = pd.DataFrame({c: frame[c].map(inert) for c in frame if _is_text(frame[c])})
    whole = frame.assign(**{str(c): safe[c] for c in safe}) if len(safe.columns) else frame
    text: str = whole.rename(columns=inert).to_csv(index=False, lineterminator="\n")
    return text


def _is_text(values: pd.Series) -> bool:
    return not pd.api.types.is_numeric_dtype(values)


def inert(value: Any) -> Any:
    """Return a text so that no spreadsheet takes it for a formula; anything else as it is."""
    if not isinstance(value, str) or not value:
        return value
    runs = value[0] in "\t\r\n" or value.lstrip()[:1] in FORMULA
    return f"'{value}" if runs else value


def records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return the rows of a frame as plain values, what is missing as None."""
    return [plain_values(row) for row in _rows(frame)]


def plain_values(value: Any) -> Any:
    """Return a value as JSON knows it: what is missing or infinite is None."""
    if isinstance(value, Mapping):
        return {str(k): plain_values(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain_values(v) for v in value]
    if is_missing(value):
        return None
    if hasattr(value, "item"):
        value = value.item()
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if isinstance(value, (bool, int, str)) else str(value)


def shown(value: Any) -> str:
    """Return a value of the provenance as text."""
    if is_missing(value):
        return MISSING
    if isinstance(value, str):
        return value
    plain = plain_values(value)
    if isinstance(plain, list) and all(isinstance(v, (str, int, float)) for v in plain):
        return ", ".join(map(str, plain))
    return json.dumps(plain, ensure_ascii=False)


def as_json(value: Any) -> str:
    """Return plain values as JSON text, in the order given."""
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
