"""A user's own strategy file: read, checked, compiled behind a guard.

What could crash the interpreter or falsify a result is refused before anything runs: writing into
what the strategy is shown, recursion, calls back into Python, randomness that no seed repeats,
imports that a digest of the file does not cover. What goes wrong while it runs (an index out of an
array, an assertion, a write that was hidden well) ends the run with an error that names the file.
"""

import ast
import hashlib
import importlib.util
import inspect
import math
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from sims.core.contract import Game
from sims.core.digest import digest
from sims.core.errors import DesignerError, nearest, shown, unknown
from sims.core.faults import RAISED, WROTE
from sims.core.files import check_name, read_text, replace_file
from sims.core.strategies import _MARK, ARGUMENTS, Strategy
from sims.core.watch import Stuck, watched

# The guard also blanks what longer lists have left behind the end of this one: those options were
# another hacker's, and name cards of that hacker's hand.
_GUARD = """

import numba as _hackbalance_numba

def hackbalance_inner(arguments):
    inner = _hackbalance_numba.njit(
        arguments, boundscheck=True, error_model="python", cache=True
    )({name})
    globals()["_hackbalance_inner"] = inner
    return inner

def hackbalance_guard(signature):
    return _hackbalance_numba.cfunc(signature, cache=True)(_hackbalance_outer)

@_hackbalance_numba.njit
def _hackbalance_sum(options):
    total = options.item[0].code
    for i in range(1, options.count):
        total = total * 31 + options.item[i].code
    return total

def _hackbalance_outer(view, options, rules, weights, stream):
    count = options.count
    end = count
    while end < len(options.item) and options.item[end].code != 0:
        options.item[end].code = 0
        end += 1
    before = _hackbalance_sum(options)
    chosen = _hackbalance_numba.int64({raised})
    try:
        chosen = _hackbalance_numba.int64(
            _hackbalance_inner(view, options, rules, weights, stream)
        )
    except Exception:
        pass
    if options.count != count or _hackbalance_sum(options) != before:
        return _hackbalance_numba.int64({wrote})
    return chosen
"""
_IMPORTS = ("__future__", "balance", "math", "numba", "numpy", "sims", "typing")
"""Packages that a strategy file may import: what else it read would not change its digest."""

_CALLS_PYTHON = "calls back into Python, or reads what its file does not say"
_FORBIDDEN = {
    **dict.fromkeys(
        ("objmode", "eval", "exec", "open", "__import__", "compile", "globals", "locals", "vars",
         "getattr", "setattr", "delattr", "input", "load", "loads", "fromfile", "loadtxt",
         "genfromtxt", "memmap", "ctypes", "ctypeslib", "carray", "farray", "intrinsic",
         "extending", "cfunc", "vectorize", "guvectorize", "forceobj", "pipeline_class"),
        _CALLS_PYTHON,
    ),
    "print": "would stand among the results",
    "random": "cannot be repeated; use below(stream, n) or uniform(stream)",
    "empty": "holds whatever lay there before; use np.zeros(...)",
    "empty_like": "holds whatever lay there before; use np.zeros_like(...)",
    "word": "belongs to the stream; use below(stream, n) or uniform(stream)",
    "parallel": "would start threads inside the threads that play",
    "prange": "would start threads inside the threads that play",
}  # fmt: skip
_MAKERS = {"zeros", "ones", "full", "arange", "array", "zeros_like", "copy"}


def load(game: Game, path: Path, name: str) -> Strategy:
    """The strategy NAME of a user's file; `DesignerError` names file, function, line and cure."""
    check_name(path, "a strategy's file")
    text = read_text(path)
    try:
        tree = ast.parse(text, filename=str(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as problem:
        line = f", line {n}" if (n := getattr(problem, "lineno", None)) else ""
        raise DesignerError(f"{path}{line}: {getattr(problem, 'msg', problem)}") from None
    _check_source(path, tree)
    module = _import(path)
    marked = {
        key: value
        for key, value in vars(module).items()
        if hasattr(value, _MARK) and getattr(value, "__module__", None) == module.__name__
    }
    if not name and len(marked) == 1:
        name = next(iter(marked))
    if name not in marked:
        if name and callable(getattr(module, name, None)):
            raise DesignerError(
                f'{path}: {name!r} is no strategy; write @strategy("{game.name}") above it'
            )
        if not marked:
            which = f"no strategy {shown(name)}" if name else "no strategy"
            raise DesignerError(
                f'{path}: {which} in it; write @strategy("{game.name}") above a function'
            )
        if not name:
            raise DesignerError(
                f"{path}: {len(marked)} strategies; say which: {path.name}:NAME, "
                f"{nearest(name, marked)}"
            )
        raise unknown("strategy", name, marked, str(path))
    function = marked[name]
    _check_function(game, path, name, function)
    mark = getattr(function, _MARK)
    return Strategy(
        name, game.name, function, mark.weights, mark.source or str(path.name),
        digest([path], name), path,
    )  # fmt: skip


def load_again(game: str, name: str, file: str, content: bytes) -> Strategy:
    """A user's strategy in a process that was sent its file: the same digest, another path."""
    from sims.core.catalogue import find
    from sims.core.jit import use_cache

    folder = use_cache() / "received" / hashlib.sha256(content).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / Path(file).name
    if not path.exists():
        replace_file(path, content)
    return load(find(game), path, name)


def _import(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"hackbalance_user_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    execute = spec.loader.exec_module
    try:
        watched(lambda: execute(module), lambda seconds: _stuck_import(path, seconds))
    except (KeyboardInterrupt, Stuck):
        raise
    except BaseException as problem:  # also SystemExit: a file may not end the program
        line = _line_in(path, problem)
        raise DesignerError(f"{path}{line}: {type(problem).__name__}: {problem}") from None
    return module


def _stuck_import(path: Path, seconds: float) -> Stuck:
    return Stuck(
        f"{path}: what stands outside its functions does not end; it ran for {seconds:g} seconds "
        "of processor time"
    )


def _line_in(path: Path, problem: BaseException) -> str:
    trace, line = problem.__traceback__, ""
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return line


def _check_function(game: Game, path: Path, name: str, function: Any) -> None:
    mark = getattr(function, _MARK)
    if not isinstance(function, FunctionType):
        raise DesignerError(
            f"{path}: {name} is no plain function (def {name}(...)); write @strategy above it and "
            "no other decorator, it is compiled without"
        )
    where = f"{path}, line {function.__code__.co_firstlineno}: {name}"
    if mark.game != game.name:
        raise DesignerError(f"{where} is a strategy of {mark.game!r}, not of {game.name!r}")
    arguments = inspect.getfullargspec(function)
    more = arguments.varargs or arguments.kwonlyargs or arguments.varkw
    if len(arguments.args) != len(ARGUMENTS) or more:
        raise DesignerError(
            f"{where} takes {'other' if more else len(arguments.args)} arguments; it must take "
            f"{len(ARGUMENTS)}: {', '.join(ARGUMENTS)}"
        )
    _check_weights(where, mark.weights)
    _check_recursion(path, function, ())


def _check_weights(where: str, weights: Mapping[str, Any]) -> None:
    from sims.core.loop import MAX_WEIGHTS

    if len(weights) > MAX_WEIGHTS:
        raise DesignerError(
            f"{where} has {len(weights)} weights; at most {MAX_WEIGHTS} are possible"
        )
    for key, value in weights.items():
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not isinstance(key, str) or not number or not math.isfinite(value):
            raise DesignerError(f"{where}: weight {key!r} is {value!r}; a number is needed")


def _check_recursion(path: Path, function: Any, above: tuple[CodeType, ...]) -> None:
    """Refuse a function of the file that can reach itself, by whatever name."""
    code = function.__code__
    if code in above:
        raise DesignerError(
            f"{path}, line {code.co_firstlineno}: {code.co_name} calls itself; a strategy must not "
            "recurse (use a loop)"
        )
    known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    for name in {*code.co_names, *code.co_freevars}:
        used = getattr(known.get(name), "py_func", known.get(name))
        if isinstance(used, FunctionType) and used.__code__.co_filename == code.co_filename:
            _check_recursion(path, used, (*above, code))


def _check_name(path: Path, line: int, used: str) -> None:
    if used in _FORBIDDEN:
        raise DesignerError(
            f"{path}, line {line}: {used!r} cannot be used in a strategy; it {_FORBIDDEN[used]}"
        )


def _check_import(path: Path, node: ast.Import | ast.ImportFrom) -> None:
    module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
    relative = isinstance(node, ast.ImportFrom) and node.level > 0
    for alias in node.names:
        parts = [*module.split("."), *alias.name.split(".")]
        top = next(part for part in parts if part)
        if relative or top not in _IMPORTS or alias.name == "*":
            raise DesignerError(
                f"{path}, line {node.lineno}: {ast.unparse(node)!r}: a strategy file stands alone; "
                f"it may import names from {', '.join(_IMPORTS)}"
            )
        for part in parts:
            _check_name(path, node.lineno, part)


def _check_source(path: Path, tree: ast.Module) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            _check_writes(path, node)
        elif isinstance(node, ast.AsyncFunctionDef | ast.Yield | ast.YieldFrom | ast.Await):
            raise DesignerError(
                f"{path}, line {node.lineno}: a strategy is a plain function, without async and "
                "yield"
            )
        elif isinstance(node, ast.Import | ast.ImportFrom):
            _check_import(path, node)
        elif isinstance(node, ast.Name | ast.Attribute):
            _check_name(path, node.lineno, node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.keyword):
            _check_name(path, node.value.lineno, node.arg or "")


def _stores(node: ast.AST) -> Iterator[ast.expr]:
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript | ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield part


def _own_arrays(function: ast.FunctionDef) -> set[str]:
    """Names that are never bound to anything but an array that the function made."""
    made: set[int] = set()
    for part in ast.walk(function):
        if isinstance(part, ast.Assign):
            is_new = (
                isinstance(part.value, ast.Call)
                and isinstance(part.value.func, ast.Attribute)
                and part.value.func.attr in _MAKERS
            )
            made |= {id(target) for target in part.targets if is_new}
        elif isinstance(part, ast.AugAssign):
            made.add(id(part.target))  # in place: what it was, it stays
    names = [p for p in ast.walk(function) if isinstance(p, ast.Name)]
    bound = {name.id for name in names if isinstance(name.ctx, ast.Store) and id(name) not in made}
    bound |= {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
    return {name.id for name in names if id(name) in made} - bound


def _check_writes(path: Path, function: ast.FunctionDef) -> None:
    """Only arrays that the function made itself may be written into."""
    own = _own_arrays(function)
    for target in _stores(function):
        base = target.value if isinstance(target, ast.Subscript) else None
        if not (isinstance(base, ast.Name) and base.id in own):
            raise DesignerError(
                f"{path}, line {target.lineno}: {ast.unparse(target)} is written to; a strategy "
                "may only write into arrays that it made itself (np.zeros(...))"
            )


def compile_guarded(chosen: Strategy, signature: Any) -> Any:
    """Compile a user's strategy behind the guard; cached by the content of its file."""
    from numba import config

    from sims.core.jit import use_cache

    assert chosen.path is not None
    folder = use_cache() / "strategies"
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"user_{chosen.digest}.py"
    guarded = read_text(chosen.path) + _GUARD.format(name=chosen.name, raised=RAISED, wrote=WROTE)
    if not copy.exists() or copy.read_text(encoding="utf-8") != guarded:
        replace_file(copy, guarded.encode())
    name = f"hackbalance_user_{chosen.digest}"
    spec = importlib.util.spec_from_file_location(name, copy)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    before, config.BOUNDSCHECK = config.BOUNDSCHECK, 1  # in the file's own helpers too
    try:
        spec.loader.exec_module(module)
        inner = module.hackbalance_inner(signature.args)
        _check_result(chosen, inner.nopython_signatures[0].return_type)
        return module.hackbalance_guard(signature)
    except DesignerError:
        raise
    except Exception as problem:  # numba raises all kinds for code that it does not know
        raise DesignerError(_explain(chosen, copy, problem, signature)) from None
    finally:
        config.BOUNDSCHECK = before


def _check_result(chosen: Strategy, found: Any) -> None:
    """A strategy returns a whole number; anything else would be cut to one without a word."""
    from numba import types

    if not isinstance(found, types.Integer | types.Boolean):
        raise DesignerError(
            f"{chosen.path}, line {chosen.function.__code__.co_firstlineno}: {chosen.name} returns "
            f"{found}; a whole number is expected, the place of an option from 0"
        )


def _fields(dtype: Any) -> set[str]:
    """The names of a record's fields, and of those within."""
    fields = dtype.base.fields or {}
    return set(fields).union(*(_fields(field[0]) for field in fields.values()))


def _line_of(path: Path, name: str) -> str:
    """Where a file first uses a name, as text."""
    for node in ast.walk(ast.parse(read_text(path))):
        if name in (getattr(node, "id", None), getattr(node, "attr", None)):
            return f", line {getattr(node, 'lineno', 0)}"
    return ""


def _explain(chosen: Strategy, copy: Path, problem: Exception, signature: Any) -> str:
    """numba's complaint with the user's own file and line, without its advice on bug reports."""
    path, message = str(chosen.path), str(problem)
    assert chosen.path is not None
    if isinstance(problem, KeyError):  # numba's way to say that a record has no such field
        name = str(problem.args[0])
        known = set().union(*(_fields(argument.dtype) for argument in signature.args))
        where = f"{path}{_line_of(chosen.path, name)}: {chosen.name}"
        return f"{where}: there is no {name!r} there; {nearest(name, known)}"
    lines = re.findall(rf'File "[^"]*{re.escape(copy.name)}", line (\d+)', message)
    line = f", line {lines[-1]}" if lines else ""
    if not lines and (missing := re.search(r"name '(\w+)' is not defined", message)):
        line = _line_of(chosen.path, missing.group(1))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    said = [text.strip() for text in plain.splitlines() if text.strip()]
    useful = [t for t in said if not t.startswith(("File ", "During", "- ", "Failed in", "<"))]
    missing = re.search(r"Unknown attribute '(\w+)' of type Record\(([^)]*)", plain)
    if missing:
        fields = re.findall(r"(\w+)\[type=", missing.group(2))
        useful = [f"there is no {missing.group(1)!r} there; {nearest(missing.group(1), fields)}"]
    return f"{path}{line}: {chosen.name} cannot be compiled: {' '.join(useful[:3])[:500]}"
