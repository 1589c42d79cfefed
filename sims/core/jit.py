"""How the kernel is compiled: parts, entries, calls through a pointer, and the cache on disk."""

import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba import njit, types
from numba.extending import intrinsic

from sims.core.digest import digest

part = njit(forceinline=True, error_model="numpy")
"""Decorator for a function of the kernel that only others call. Always inlined: a numba call that
stays a call returns a status that has to be checked, which costs a quarter of the speed."""


def entry(signature: Any) -> Any:
    """Decorator for a function that Python calls: compiled at once, cached on disk, without GIL."""
    use_cache()
    return njit(signature, cache=True, nogil=True, error_model="numpy")


def caller(signature: Any) -> Any:
    """A compiled function `call(address, view, options, rules, weights, stream)` of a strategy.

    The address comes from `numba.cfunc(signature)`. (A tuple of first-class functions does the
    same, but numba picks from a tuple by a jump table, which a processor cannot foresee when the
    seat changes at every decision.)
    """

    @intrinsic
    def call(typingctx, address, view, options, rules, weights, stream):
        def codegen(context: Any, builder: Any, called: Any, values: Any) -> Any:
            import llvmlite.ir as ir

            result = context.get_value_type(signature.return_type)
            rest = [context.get_value_type(t) for t in signature.args]
            function = builder.inttoptr(values[0], ir.FunctionType(result, rest).as_pointer())
            return builder.call(function, values[1:])

        return signature.return_type(types.int64, *signature.args), codegen

    return call


@cache
def use_cache() -> Path:
    """Point numba's cache at a folder of its own for this source, and return it.

    numba looks only at the file of the function that it compiles: a changed helper in another file
    would leave a stale kernel in its cache. A folder named by all sources cannot be stale.
    """
    if "NUMBA_CACHE_DIR" in os.environ:
        return Path(os.environ["NUMBA_CACHE_DIR"])
    sources = Path(__file__).parents[1].rglob("*.py")
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "hackbalance"
    folder = base / f"kernel-{digest(sources, numba.__version__)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:  # a home that cannot be written to: compile anew in each process
        folder = Path(tempfile.mkdtemp(prefix="hackbalance-"))
    numba.config.CACHE_DIR = str(folder)
    return folder


def is_cached(name: str) -> bool:
    """Whether a compiled function of that qualified name lies in the cache."""
    return any(use_cache().rglob(f"*.{name}-*.nbi"))


def strategy_function(signature: Any, function: Any) -> Any:
    """A strategy as a C function: `.address` is what `caller` calls."""
    use_cache()
    return numba.cfunc(signature, cache=True, error_model="numpy")(function)
