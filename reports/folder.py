"""A folder that is written whole or not at all."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MARK = "provenance.json"  # a folder that holds it was made by us


class ReportError(Exception):
    """What a person can mend: its text says what is wrong and what to do."""


def check_target(out: Path) -> None:
    """Raise ReportError if `out` cannot be made, or what is no report would be overwritten."""
    try:
        _check_place(out)
    except OSError as error:  # such as too long a name
        raise ReportError(f"{out} cannot be written: {error.strerror or error}") from error
    except ValueError as error:
        raise ReportError(f"{str(out)!r} cannot be written: {error}") from error


def _check_place(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise ReportError(f"{out} is a file. Give a folder that is new, empty or an older report.")
    above = next(folder for folder in out.absolute().parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise ReportError(f"{out} cannot be written: {above} is no folder that we may write to.")
    if out.is_dir() and any(out.iterdir()) and not (out / MARK).is_file():
        raise ReportError(
            f"{out} is not empty and holds no report (no {MARK}), so nothing was written there. "
            "Give a folder that is new, empty or an older report."
        )


@contextmanager
def replace_folder(out: Path) -> Iterator[Path]:
    """Give an empty folder to fill; when all went well it takes the place of `out`.

    It is filled beside `out`, so that it takes its place by a rename. After an error, or a kill,
    `out` is what it was.
    """
    out = out.resolve()
    check_target(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=f".{out.name}-", dir=out.parent))
    except OSError as error:
        raise ReportError(f"{out} cannot be written: {error.strerror or error}") from error
    try:
        yield new
        new.chmod(0o777 & ~_umask())
        _swap(new, out)
    except OSError as error:  # a full disk
        raise ReportError(f"{out} cannot be written: {error.strerror or error}") from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _swap(new: Path, out: Path) -> None:
    """Let `new` take the place of `out`; put the old one back if that fails."""
    check_target(out)  # someone may have put files there in the meantime
    if not out.exists():
        new.rename(out)
        return
    old = Path(tempfile.mkdtemp(prefix=f".{out.name}-old-", dir=out.parent)) / out.name
    out.rename(old)
    try:
        new.rename(out)
    except OSError:
        with suppress(OSError):
            old.rename(out)
        raise
    finally:
        if out.exists():
            shutil.rmtree(old.parent, ignore_errors=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
