"""Writing results: whole or not at all, and harmless in a spreadsheet."""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from sims.core.errors import DesignerError

if TYPE_CHECKING:
    import pandas as pd

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A text cell that begins so would be run as a formula by a spreadsheet."""


def safe_cells(frame: "pd.DataFrame") -> "pd.DataFrame":
    """The frame with an apostrophe before every text that a spreadsheet would run."""

    def safe(value: object) -> object:
        return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value

    return frame.map(safe).rename(columns=lambda name: str(safe(name)))


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside its place and rename it, so that nobody ever sees half of it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(name, 0o666 & ~umask)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as problem:
        raise DesignerError(f"{path}: cannot be written ({problem.strerror})") from None
