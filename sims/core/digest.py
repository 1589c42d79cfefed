"""Digests of source files: they name a cache folder and tell versions of the rules apart."""

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(files: Iterable[Path], *more: str) -> str:
    """16 hex digits of the contents of files, in order of their paths, and of further texts."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    for text in more:
        total.update(text.encode() + b"\0")
    return total.hexdigest()[:16]
