"""A user's own strategy file: read, checked, compiled behind a guard.

What could crash the interpreter or falsify a result is refused before anything runs: writing into
what the strategy is shown, recursion, calls back into Python. What goes wrong while it runs (an
index out of an array, an assertion) ends the run with an error that names file and function.
"""

import ast
import importlib.util
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from sims.core.contract import Game
from sims.core.digest import digest
from sims.core.errors import DesignerError, nearest, unknown
from sims.core.strategies import _MARK, ARGUMENTS, Strategy

RAISED = -(2**40)
"""What the guard returns when a user's strategy raised an exception."""

_GUARD = '''

import numba as _numba

def hackbalance_guard(signature):
    inner = _numba.njit(signature, boundscheck=True, error_model="python", cache=True)({name})
    globals()["_hackbalance_inner"] = inner
    return _numba.cfunc(signature, cache=True)(_hackbalance_outer)

def _hackbalance_outer(view, options, rules, weights, stream):
    try:
        return _hackbalance_inner(view, options, rules, weights, stream)
    except Exception:
        return {raised}
'''
_FORBIDDEN = {"objmode", "eval", "exec", "open", "__import__", "compile", "globals", "setattr"}
_MAKERS = {"zeros", "ones", "empty", "full", "arange", "array", "zeros_like", "empty_like", "copy"}


def load(game: Game, path: Path, name: str) -> Strategy:
    """The strategy NAME of a user's file; `DesignerError` names file, function, line and cure."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise DesignerError(f"--lineup {path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise DesignerError(f"--lineup {path}: cannot be read ({problem})") from None
    try:
        tree = ast.parse(text, filename=str(path))
    except SyntaxError as problem:
        raise DesignerError(f"{path}, line {problem.lineno}: {problem.msg}") from None
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
                f"{path}: {name!r} is no strategy; write @strategy(\"{game.name}\") above it"
            )
        raise unknown("strategy", name, marked, str(path))
    function = marked[name]
    _check_function(game, path, name, function)
    mark = getattr(function, _MARK)
    return Strategy(
        name, game.name, function, mark.weights, mark.source or str(path.name),
        digest([path], name), path,
    )  # fmt: skip


def _import(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"hackbalance_user_{path.stem}", path)
    assert spec is not None and spec.loader is not None  # a .py path always has both
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as problem:
        line = _line_in(path, problem)
        raise DesignerError(f"{path}{line}: {type(problem).__name__}: {problem}") from None
    return module


def _line_in(path: Path, problem: BaseException) -> str:
    trace, line = problem.__traceback__, ""
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename) == path:
            line = f", line {trace.tb_lineno}"
        trace = trace.tb_next
    return line


def _check_function(game: Game, path: Path, name: str, function: Any) -> None:
    mark = getattr(function, _MARK)
    where = f"{path}, line {function.__code__.co_firstlineno}: {name}"
    if mark.game != game.name:
        raise DesignerError(f"{where} is a strategy of {mark.game!r}, not of {game.name!r}")
    arguments = inspect.getfullargspec(function)
    if len(arguments.args) != len(ARGUMENTS) or arguments.varargs or arguments.kwonlyargs:
        raise DesignerError(
            f"{where} takes {len(arguments.args)} arguments; it must take {len(ARGUMENTS)}: "
            f"{', '.join(ARGUMENTS)}"
        )


def _check_source(path: Path, tree: ast.Module) -> None:
    calls: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            calls[node.name] = {
                c.func.id
                for c in ast.walk(node)
                if isinstance(c, ast.Call) and isinstance(c.func, ast.Name)
            }
            _check_writes(path, node)
        if isinstance(node, ast.Name | ast.Attribute):
            used = node.id if isinstance(node, ast.Name) else node.attr
            if used in _FORBIDDEN:
                raise DesignerError(
                    f"{path}, line {node.lineno}: {used!r} cannot be used in a strategy"
                )
    for name in calls:
        if name in _reached(calls, name):
            raise DesignerError(
                f"{path}: {name} calls itself; a strategy must not recurse (use a loop)"
            )


def _reached(calls: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    todo = list(calls[start])
    while todo:
        name = todo.pop()
        if name in calls and name not in seen:
            seen.add(name)
            todo += calls[name]
    return seen


def _stores(node: ast.AST) -> Iterator[ast.expr]:
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript | ast.Attribute) and isinstance(part.ctx, ast.Store):
            yield part


def _check_writes(path: Path, function: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Only arrays that the function made itself may be written into."""
    made: dict[str, bool] = {}
    for part in ast.walk(function):
        if isinstance(part, ast.Assign):
            is_new = (
                isinstance(part.value, ast.Call)
                and isinstance(part.value.func, ast.Attribute)
                and part.value.func.attr in _MAKERS
            )
            for target in part.targets:
                if isinstance(target, ast.Name):
                    made[target.id] = made.get(target.id, True) and is_new
    for target in _stores(function):
        base = target.value if isinstance(target, ast.Subscript) else None
        if not (isinstance(base, ast.Name) and made.get(base.id, False)):
            raise DesignerError(
                f"{path}, line {target.lineno}: {ast.unparse(target)} is written to; a strategy "
                "may only write into arrays that it made itself (np.zeros(...))"
            )


def compile_guarded(chosen: Strategy, signature: Any) -> Any:
    """Compile a user's strategy behind the guard; cached by the content of its file."""
    from numba.core.errors import NumbaError

    from sims.core.jit import use_cache

    assert chosen.path is not None
    folder = use_cache() / "strategies"
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"user_{chosen.digest}.py"
    guarded = chosen.path.read_text(encoding="utf-8") + _GUARD.format(
        name=chosen.name, raised=RAISED
    )
    if not copy.exists() or copy.read_text(encoding="utf-8") != guarded:
        copy.write_text(guarded, encoding="utf-8")
    name = f"hackbalance_user_{chosen.digest}"
    spec = importlib.util.spec_from_file_location(name, copy)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
        return module.hackbalance_guard(signature)
    except NumbaError as problem:
        raise DesignerError(_explain(chosen, copy, str(problem))) from None


def _explain(chosen: Strategy, copy: Path, message: str) -> str:
    """numba's complaint with the user's own file and line, without its advice on bug reports."""
    path = str(chosen.path)
    lines = re.findall(rf'File "[^"]*{re.escape(copy.name)}", line (\d+)', message)
    line = f", line {lines[-1]}" if lines else ""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", message)
    said = [text.strip() for text in plain.splitlines() if text.strip()]
    useful = [t for t in said if not t.startswith(("File ", "During", "- ", "Failed in", "<"))]
    missing = re.search(r"Unknown attribute '(\w+)' of type Record\(([^)]*)", plain)
    if missing:
        fields = re.findall(r"(\w+)\[type=", missing.group(2))
        useful = [f"there is no {missing.group(1)!r} there; {nearest(missing.group(1), fields)}"]
    return (
        f"{path}{line}: {chosen.name} cannot be compiled: {' '.join(useful[:3])[:500]}"
    )
