"""How a command ends: its exit code, and its output delivered or the reason why it is not.

0 done · 1 our own bug, with a traceback, or positions that do not agree · 2 what the user can mend:
options, files, strategies, a full disk · 130 Ctrl-C · 141 nobody read on (`balance ... | head -1`).
"""

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from balance.cli.interrupting import between_imports
from sims.core.errors import DesignerError, Interrupted, printable

LONGEST = 2_000
"""Characters of an error; a list of names may be long, and what was typed too."""

USER, INTERRUPTED, UNREAD = 2, 130, 141


def run(command: Callable[[], None]) -> int:
    """Carry out a command that ends with `SystemExit` or an error; return the exit code."""
    try:
        _open_streams()
        with between_imports():
            code = _call(command)
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        drop_output()
        return UNREAD
    except Interrupted:
        complain("stopped by Ctrl-C; with a ledger, the same command goes on from here")
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except DesignerError as problem:
        complain(str(problem))
    except MemoryError:
        complain("there is not enough memory for this")
    except OSError as problem:  # a full disk, a folder that may not be read: not our bug
        if problem.errno is None:
            raise
        if problem.filename is None:  # what is written by name is said by whoever writes it
            drop_output()
        what = os.fsdecode(problem.filename or "standard output")
        complain(f"{what}: {problem.strerror}")
    return USER


def _call(command: Callable[[], None]) -> int:
    stdout = sys.stdout
    try:
        command()
    except SystemExit as end:
        if sys.stdout is not stdout:  # typer's own way to end when nobody reads a help
            return UNREAD
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        raise
    return 0


def _open_streams() -> None:
    """See to it that what is printed arrives whole, and that no file takes a stream's place.

    A process that was started without a stream gives its number to the first file that it opens,
    and what is printed would end in that file.
    """
    if sys.stdout is None:
        raise DesignerError("standard output is closed; send it to /dev/null if nobody reads it")
    if sys.stderr is None or sys.stdin is None:
        while (number := os.open(os.devnull, os.O_RDWR)) < 3:
            pass
        os.close(number)
        if sys.stderr is None:
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (to the end)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # names that the terminal's encoding does not know
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Give up what could not be written, or Python would try it again at the very end."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):  # somebody's own object in its place
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def complain(text: str) -> None:
    """An error on standard error, one line that begins with the program's name."""
    if len(text) > LONGEST:
        text = f"{text[: LONGEST - 200]} ... {text[-100:]}"
    with suppress(OSError):  # nowhere to complain: the exit code says it
        if sys.stderr is not None:
            sys.stderr.write(f"balance: {printable(text)}\n")
            sys.stderr.flush()
