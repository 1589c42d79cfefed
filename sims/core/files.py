"""Files that are somebody else's: read without trust, written whole or not at all."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from sims.core.errors import DesignerError

MOST_BYTES = 4_000_000
"""Bytes of a text file that we read; a data file has some thousands."""


def read_text(path: Path, inside: Path | None = None) -> str:
    """The text of a UTF-8 file; a `DesignerError` says why it cannot be read.

    What is no regular file is refused, for a pipe would be waited for. With `inside` the file must
    lie in that folder, wherever links may lead.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            what = "a folder" if path.is_dir() else "no regular file"
            raise DesignerError(f"{path}: cannot be read (it is {what})")
        if inside is not None and not path.resolve().is_relative_to(inside.resolve()):
            raise DesignerError(
                f"{path}: this link leads out of {inside}; put the file itself there"
            )
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise DesignerError(
                f"{path}: has more than {MOST_BYTES:,} bytes, too many for its kind"
            )
        text = content.decode("utf-8-sig")
    except FileNotFoundError:
        raise DesignerError(f"{path}: there is no such file") from None
    except OSError as problem:
        raise DesignerError(f"{path}: cannot be read ({problem.strerror})") from None
    except UnicodeDecodeError as problem:
        line = content[: problem.start].count(b"\n") + 1
        raise DesignerError(f"{path}: cannot be read (line {line} is not UTF-8)") from None
    except ValueError as problem:  # a null in the path
        raise DesignerError(f"{str(path)!r}: cannot be read ({problem})") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def check_name(path: Path, what: str) -> None:
    """Refuse a file whose name could not stand in a result: tables and pages show it."""
    if not path.name.isprintable():
        raise DesignerError(
            f"{str(path)!r}: the name of {what} may hold what can be printed alone, no control "
            "characters"
        )


def _write(file: BinaryIO, content: bytes) -> None:
    file.write(content)
    file.flush()


def replace_file(path: Path, content: bytes) -> None:
    """Write a file beside its place and rename it, so that nobody ever sees half of it.

    A device or a pipe in its place is written to. A link stays, and what it leads to is replaced.
    """
    try:
        path = path.resolve()
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as stream:
                _write(stream, content)
            return
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:60]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                _write(file, content)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(name, 0o666 & ~umask)
            os.replace(name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(name)
            raise
    except OSError as problem:
        raise DesignerError(f"{path}: cannot be written ({problem.strerror})") from None
    except (RuntimeError, ValueError) as problem:  # links in a circle, a null in the path
        raise DesignerError(f"{str(path)!r}: cannot be written ({problem})") from None
