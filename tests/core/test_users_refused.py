"""A user's strategy files: what is refused before it runs, and attempts to break out.

Whatever a file tries, a play with it must give unfalsified numbers, or end with exit code 2 and
one line that names the file and what to do. What could crash the interpreter is played in a process
of its own, which must survive.
"""

import pytest

from tests.core.user_files import (
    HEAD,
    MINE,
    NAME,
    OTHER,
    refused,
    rejected,
)

REFUSED = {
    "returns a share": ("return 0.5", "returns float64; a whole number is expected"),
    "returns NaN": ("return np.nan", "returns float64"),
    "returns nothing": ("pass", "returns none; a whole number is expected"),
    "returns nothing sometimes": ("if options.count > 3:\n    return 0", "whole number"),
    "returns an array": ("return np.zeros(3)", "returns array"),
    "returns text": ("return 'a'", "returns Literal[str](a)"),
    "unknown field": ("return view.handd", "there is no 'handd' there; did you mean 'hand'"),
    "type error": ("return view + 1", "cannot be compiled"),
    "unknown name": ("return nothing", "name 'nothing' is not defined"),
    "writes a field": ("view.seat = 1\nreturn 0", "view.seat is written to"),
    "writes an item": ("options.item[0].code = 1\nreturn 0", "options.item[0].code is written to"),
    "writes in place": ("options.count += 1\nreturn 0", "options.count is written to"),
    "alias": ("a = options.item\na[0] = a[1]\nreturn 0", "a[0] is written to"),
    "alias in a tuple": (
        "a = np.zeros(3)\na, b = options.item, 1\na[0] = a[b]\nreturn 0", "a[0] is written to",
    ),
    "alias in a loop": (
        "a = np.zeros(3)\nfor a in (weights.value, weights.value):\n    a[0] = 1\nreturn 0",
        "a[0] is written to",
    ),
    "alias by walrus": (
        "a = np.zeros(3)\nif (a := weights.value)[0] > 0:\n    a[0] = 1\nreturn 0",
        "a[0] is written to",
    ),
    "alias with a type": (
        "a = np.zeros(3)\na: object = weights.value\na[0] = 1\nreturn 0", "a[0] is written to",
    ),
    "calls itself": ("return mine(view, options, rules, weights, stream)", "calls itself"),
    "objmode": ("with objmode(x='int64'):\n    x = 0\nreturn x", "'objmode' cannot be used"),
    "eval": ("return eval('0')", "'eval' cannot be used"),
    "open": ("open('x')\nreturn 0", "'open' cannot be used"),
    "print": ("print(view.seat)\nreturn 0", "'print' cannot be used"),
    "numpy's randomness": ("return np.random.randint(3)", "use below(stream, n)"),
    "memory as found": ("return int(np.empty(3)[0])", "use np.zeros"),
    "the stream's words": ("w = stream.word\nw *= np.uint64(0)\nreturn 0", "below(stream, n)"),
    "yield": ("yield 1", "without async and yield"),
    "global": ("global Z\nZ = 1\nreturn 0", "cannot be compiled"),
    "input": ("return int(input())", "'input' cannot be used"),
    "getattr": ("return getattr(view, 'seat')", "'getattr' cannot be used"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_refused_with_a_line_that_says_why(write, what):
    body, message = REFUSED[what]
    path = write(body)
    said = rejected(path)
    assert message in said
    assert str(path) in said
    assert "line " in said or what == "global"


def test_a_line_number_is_the_users_own(write):
    path = write("x = 1\ny = 2\nreturn view.handd")
    assert f"{path}, line 11: mine: there is no 'handd'" in rejected(path)
    path = write("x = 1\nrules.players = 2\nreturn 0")
    assert f"{path}, line 10: rules.players" in rejected(path)
    path = write("x = 1\nreturn view + x")
    assert f"{path}, line 10: mine cannot be compiled" in refused(path)


FILES = {
    "another import": (HEAD + "import os\n" + MINE + "    return 0\n", "it may import names from"),
    "a sibling": (HEAD + "from helper import K\n" + MINE + "    return K\n", "stands alone"),
    "a relative import": (HEAD + "from . import x\n" + MINE + "    return 0\n", "stands alone"),
    "objmode by another name": (
        HEAD + "from numba import objmode as om\n" + MINE
        + "    with om(x='int64'):\n        x = 0\n    return x\n",
        "'objmode' cannot be used",
    ),
    "randomness by another name": (
        HEAD + "from numpy.random import randint as r\n" + MINE + "    return r(3)\n",
        "'random' cannot be used",
    ),
    "threads in threads": (
        HEAD + "from numba import prange\n" + MINE + "    return 0\n", "'prange' cannot be used",
    ),
    "a parallel helper": (
        HEAD + "@njit(parallel=True)\ndef h(n):\n    return n * 0\n" + MINE
        + "    return h(options.count)\n",
        "'parallel' cannot be used",
    ),
    "a pointer": (HEAD + "from numba import carray\n" + MINE + "    return 0\n", "'carray'"),
    "an intrinsic": (
        HEAD + "from numba.extending import intrinsic\n" + MINE + "    return 0\n", "'extending'",
    ),
    "recursion in a helper": (
        HEAD + "@njit\ndef h(n):\n    return h(n + 1) if n else 0\n" + MINE
        + "    return h(options.count)\n",
        "h calls itself",
    ),
    "recursion by another name": (
        HEAD + "def g(n):\n    if n < 0:\n        return 0\n    return h(n + 1) + 1\nh = njit(g)\n"
        + MINE + "    return h(options.count)\n",
        "g calls itself",
    ),
    "recursion of two": (
        HEAD + "@njit\ndef g(n):\n    return h(n + 1) if n else 0\n"
        "@njit\ndef h(n):\n    return g(n + 1) if n else 0\n"
        + MINE + "    return h(options.count)\n",
        "calls itself",
    ),
    "recursion in a closure": (
        HEAD + "def make():\n    @njit\n    def h(n):\n        if n < 0:\n            return 0\n"
        "        return h(n + 1) + 1\n    return h\nH = make()\n"
        + MINE + "    return H(options.count)\n",
        "h calls itself",
    ),
    "recursion by a function that is handed on": (
        HEAD + "@njit\ndef ap(f, n):\n    if n < 0:\n        return 0\n    return f(f, n + 1)\n"
        + MINE + "    return ap(ap, options.count)\n",
        "cannot be compiled",
    ),
    "a helper that writes": (
        HEAD + "@njit\ndef h(a):\n    a[0] = 1\n    return 0\n" + MINE
        + "    return h(weights.value)\n",
        "a[0] is written to",
    ),
    "a helper that may write": (
        HEAD + "@njit\ndef h(a, n):\n    if n > 1000:\n        a = np.zeros(64)\n    a[0] = 1\n"
        "    return 0\n" + MINE + "    return h(weights.value[:], options.count)\n",
        "a[0] is written to",
    ),
    "too few arguments": (
        HEAD + f'@strategy("{NAME}")\ndef mine(view, options):\n    return 0\n',
        "takes 2 arguments; it must take 5: view, options, rules, weights, stream",
    ),
    "too many": (HEAD + MINE.replace("stream)", "stream, more=1)") + "    return 0\n", "takes 6"),
    "any number": (HEAD + MINE.replace("stream)", "stream, **k)") + "    return 0\n", "take 5"),
    "keywords": (HEAD + MINE.replace("stream)", "stream, *, k=1)") + "    return 0\n", "must take"),
    "not marked": (
        HEAD + "def mine(view, options, rules, weights, stream):\n    return 0\n",
        f'write @strategy("{NAME}") above it',
    ),
    "marked without a game": (
        HEAD + MINE.replace(f'("{NAME}")', "") + "    return 0\n", "is no strategy",
    ),
    "of another game": (
        HEAD + MINE.replace(NAME, OTHER) + "    return 0\n", f"is a strategy of {OTHER!r}, not of",
    ),
    "a class": (HEAD + f'@strategy("{NAME}")\nclass mine:\n    pass\n', "no plain function"),
    "compiled above": (HEAD + "@njit\n" + MINE + "    return 0\n", "no other decorator"),
    "compiled below": (
        HEAD + MINE.replace("def mine", "@njit\ndef mine") + "    return 0\n", "no other decorator",
    ),
    "async": (HEAD + MINE.replace("def mine", "async def mine") + "    return 0\n", "async"),
    "too many weights": (
        HEAD + MINE.replace(
            f'"{NAME}"', f'"{NAME}", weights={{str(i): 1.0 for i in range(65)}}'
        ) + "    return 0\n",
        "65 weights; at most 64",
    ),
    "a weight that is text": (
        HEAD + MINE.replace(f'"{NAME}"', f'"{NAME}", weights={{"a": "b"}}') + "    return 0\n",
        "weight 'a' is 'b'; a number is needed",
    ),
    "a weight that is NaN": (
        HEAD + MINE.replace(f'"{NAME}"', f'"{NAME}", weights={{"a": 1e999}}') + "    return 0\n",
        "weight 'a' is inf; a number is needed",
    ),
    "syntax": (HEAD + "def mine(:\n", "line 4: "),
    "indentation": (HEAD + MINE + "  return 0\n", "line 7: "),
    "an error at import": (HEAD + "x = 1 // 0\n" + MINE + "    return 0\n", "ZeroDivisionError"),
    "an unknown import": (HEAD + "from balance import nothing\n", "ImportError"),
    "an exit": ("raise SystemExit(0)\n", "SystemExit"),
    "an exception of its own": (
        "class E(BaseException):\n    pass\nraise E('x')\n", "line 3: E: x",
    ),
    "null bytes": ("x = 1\0\n", "null bytes"),
    "empty": ("", "no strategy 'mine' in it; write @strategy("),
    "deep nesting": ("x = " + "(" * 400 + ")" * 400 + "\n", "my.py"),
    "misspelt": (HEAD + MINE.replace("mine(", "mein(") + "    return 0\n", "did you mean 'mein'"),
}  # fmt: skip


@pytest.mark.parametrize("what", FILES)
def test_refused_files(tmp_path, what):
    text, message = FILES[what]
    path = tmp_path / "my.py"
    path.write_text(text, encoding="utf-8")
    (tmp_path / "helper.py").write_text("K = 0\n")
    said = rejected(path, ":mine")
    assert message in said
    assert "my.py" in said


@pytest.mark.parametrize(
    ("lineup", "message"),
    [
        ("nowhere.py:mine", "there is no such file"),
        ("folder.py:mine", "cannot be read"),
        ("latin.py:mine", "cannot be read"),
        ("my.py:", "no strategy in it; write @strategy("),
        ("two.py", "2 strategies; say which: two.py:NAME, allowed: mine, other"),
        ("my.txt:mine", "no strategy 'my.txt:mine'"),
    ],
)
def test_files_that_cannot_be_read(tmp_path, monkeypatch, lineup, message):
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "latin.py").write_bytes(b"# \xe9\n")
    (tmp_path / "my.py").write_text("x = 1\n")
    two = HEAD + MINE + "    return 0\n\n" + MINE.replace("mine(", "other(") + "    return 0\n"
    (tmp_path / "two.py").write_text(two)
    monkeypatch.chdir(tmp_path)
    said = refused(lineup)
    assert message in said
    assert lineup.split(":")[0] in said
