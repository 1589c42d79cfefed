"""A user's strategy files: what works, what is refused and how, and attempts to break out.

Whatever a file tries, a play with it must give unfalsified numbers, or end with exit code 2 and
one line that names the file and what to do. What could crash the interpreter is played in a process
of its own, which must survive.
"""

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from balance import api
from balance.summary import summary
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.jit import is_cached, use_cache
from sims.core.strategies import address, find

ROOT = Path(__file__).parents[2]
NAME = next(reversed(games()))
GAME = games()[NAME]
OTHER = next((name for name in games() if name != NAME), "solitaire")
HEAD = "import numpy as np\nfrom numba import njit\nfrom balance import below, strategy, uniform\n"
MINE = f'@strategy("{NAME}")\ndef mine(view, options, rules, weights, stream):\n    """Mine."""\n'


def command(lineup, cwd=None):
    """The finished process of a play with that lineup."""
    return subprocess.run(
        [sys.executable, "-m", "balance", "play", NAME, "-p", str(GAME.players.start), "-q",
         "-n", "40", "--json", "--threads", "2", "--lineup", str(lineup)],
        capture_output=True, text=True, timeout=120, check=False, cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip


def play(lineup, **options):
    """A play with that lineup, as JSON."""
    answer = api.play(
        NAME, players=GAME.players.start, lineup=str(lineup), games=40, threads=2, **options
    )
    return summary(answer.results)


def facts(found):
    """What a play tells that may be held against another's."""
    return {key: found[key] for key in ("wins", "draws", "unfinished", "turns")}


def refused(lineup, **options):
    """The message with which a play ends."""
    with pytest.raises(DesignerError) as error:
        play(lineup, **options)
    return str(error.value)


def rejected(path, name=""):
    """The message with which a file is rejected; nothing of it runs, so no process is needed."""
    with pytest.raises(DesignerError) as error:
        address(find(GAME, f"{path}{name}"))
    return str(error.value)


@pytest.fixture
def write(tmp_path):
    def file(body, head=HEAD, mine=MINE, name="my.py"):
        path = tmp_path / name
        body = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") if mine else body
        path.write_text(f"{head}\n\n{mine}{body}\n", encoding="utf-8")
        return path

    return file


# What works


def test_a_strategy_works_is_cached_and_is_named(write):
    path = write("return below(stream, options.count)")
    first = play(f"{path}:mine")
    assert facts(first) == facts(play("random"))  # the same idea, the same stream: the same games
    assert first["lineup"] == "my.py:mine"
    # The name may be left out where there is but one.
    again = play(path)
    assert facts(again) == facts(first)
    assert again["fingerprint"] == first["fingerprint"]
    compiled = [
        file
        for file in (use_cache() / "strategies").glob("user_*.py")
        if file.read_text().startswith(path.read_text())
    ]
    assert len(compiled) == 1
    assert is_cached("_hackbalance_outer")


def test_the_command_plays_it_from_the_cache_in_another_process(write):
    path = write("return options.count // 2")
    here = play(path)
    done = command(path)
    assert done.returncode == 0
    assert facts(json.loads(done.stdout)) == json.loads(json.dumps(facts(here)))


def test_the_command_ends_with_2_one_line_and_no_output(write):
    for body in ("return view.handd", "return options.count", "import os\nreturn 0"):
        done = command(write(body))
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("balance: ")
        assert len(done.stderr.strip().splitlines()) == 1


def test_helpers_weights_arrays_and_uniform_work(write):
    path = write(
        mine="",
        body=f'''
MANY = 3
TABLE = np.array([2, 1, 0])

@njit
def best(options, some):
    """Scores in an array of its own."""
    score = np.zeros(options.count, np.float64)
    score += 1.0
    for i in range(options.count):
        score[i] += some * (i % MANY) + TABLE[i % 3]
    place = 0
    for i in range(1, options.count):
        if score[i] > score[place]:
            place = i
    return place

@strategy("{NAME}", weights={{"some": 0.5, "chance": 1}}, source="nowhere")
def mine(view, options, rules, weights, stream):
    """Scores."""
    first, second = 1, 2
    first += second
    if uniform(stream) < weights.value[1]:
        return best(options, weights.value[0])
    return below(stream, options.count)
''',
    )
    one = play(path)
    assert facts(one) == facts(play(path))
    other = play(path, changes={"weights.mine.chance": "0"})
    assert facts(other) != facts(one)
    assert other["fingerprint"] != one["fingerprint"]


def test_an_edited_file_is_another_cell_and_is_compiled_anew(write):
    first = play(write("return below(stream, options.count)"))
    second = play(write("return options.count // 2"))
    assert facts(first) != facts(second)
    assert first["fingerprint"] != second["fingerprint"]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeff" + HEAD + "\n" + MINE + "    return 0\n",
        HEAD + "\n" + MINE + "    return 0  # no line break at the end",
        (HEAD + "\n" + MINE + "    return 0\n").replace("\n", "\r\n"),
        '"""Ünïcode."""\nfrom __future__ import annotations\n' + HEAD + MINE + "    return 0\n",
        HEAD + f'mine = strategy("{NAME}")(lambda view, options, rules, weights, stream: 0)\n',
    ],
    ids=["byte order mark", "no line break", "Windows", "future", "lambda"],
)
def test_files_as_editors_write_them(tmp_path, text):
    path = tmp_path / "my.py"
    path.write_bytes(text.encode())
    assert play(f"{path}:mine")["games"] == 40


def test_two_files_may_hold_strategies_of_one_name(write):
    one = write("return 0", name="one.py")
    two = write("return options.count - 1", name="two.py")
    found = play(f"{one}:mine,{two}:mine", rotate=True)
    assert found["lineup"].count("one.py:mine") >= 2
    assert {row["strategy"] for row in found["strategies"]} == {"one.py:mine", "two.py:mine"}
    # A strategy that is called like one of ours is still another.
    own = write("return 0", mine=MINE.replace("mine(", "random("), name="own.py")
    found = play(f"{own}:random,random", rotate=True)
    assert len(found["fingerprints"]) == GAME.players.start


def test_two_strategies_under_one_label_are_refused(write, tmp_path):
    (tmp_path / "a").mkdir()
    one, two = write("return 0"), write("return 0 * options.count", name="a/my.py")
    assert "rename a file" in refused(f"{one}:mine,{two}:mine", rotate=True)


# What is refused before it runs

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
    "empty": ("", "no strategy 'mine'"),
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
        ("my.py:", "no strategy"),
        ("two.py", "no strategy"),
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


# What goes wrong while it runs

RUNS = {
    "options.count": "return options.count",
    "-1": "return -1",
    "a huge number": "return 2**62 + options.count",
    "the guard's own number": "return -(2**40) - 1",
    "an item beyond the list": "return int(options.item[10**6 + options.count].code)",
    "a negative item": "return int(options.item[-(10**6) - options.count].code)",
    "a weight too far": "return int(weights.value[64 + options.count])",
    "division": "return 1 // (options.count - options.count)",
    "remainder": "return 1 % (options.count - options.count)",
    "float division": "return int(1.0 / (options.count - options.count))",
    "a list's end": "return [1, 2][options.count + 2]",
    "a dictionary's key": "return {1: 2}[options.count + 5]",
    "an assertion": "assert options.count < 0\nreturn 0",
    "an exception": "if options.count > 0:\n    raise ValueError('x')\nreturn 0",
    "memory": "return int(np.zeros(2**50 + options.count)[0])",
    "a negative size": "return int(np.zeros(-options.count)[0])",
}


PLAY_ALL = """
import json, sys
from balance.api import play
from sims.core.errors import DesignerError
for path in sys.argv[3:]:
    try:
        play(sys.argv[1], players=int(sys.argv[2]), lineup=path, games=40, threads=2)
        said = "played"
    except DesignerError as problem:
        said = str(problem)
    print(json.dumps(said), flush=True)
"""


@pytest.fixture(scope="module")
def ran(tmp_path_factory):
    """What each of `RUNS` ends with; one process plays all, and must survive all."""
    folder = tmp_path_factory.mktemp("runs")
    paths = [folder / f"run{i}.py" for i in range(len(RUNS))]
    for path, body in zip(paths, RUNS.values(), strict=True):
        path.write_text(f"{HEAD}\n\n{MINE}{textwrap.indent(body, '    ')}\n")
    done = subprocess.run(
        [sys.executable, "-c", PLAY_ALL, NAME, str(GAME.players.start), *map(str, paths)],
        capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (said, done.stderr[-500:])
    return dict(zip(RUNS, zip(paths, said, strict=True), strict=True))


@pytest.mark.parametrize("what", RUNS)
def test_what_goes_wrong_in_a_game_names_it(ran, what):
    path, said = ran[what]
    assert said.startswith(f"{path}, line 6: mine ")
    assert "in game 0 (seed 1), seat " in said
    assert "raised an error" in said or "returned" in said or "wrote into" in said


def test_an_index_out_of_range_says_the_range(write):
    said = refused(write("return options.count"))
    count = int(said.split("returned ")[1].split()[0])
    assert f"there were {count} options, so 0 to {count - 1} is expected" in said


def test_an_index_out_of_range_in_a_helper(write):
    """Helpers are compiled with the bounds checked too, whatever their decorator says."""
    path = write(
        mine="",
        body="@njit(boundscheck=False)\ndef h(a, i):\n    return a[i]\n" + MINE
        + "    return int(h(weights.value, 10**9 + options.count))\n",
    )  # fmt: skip
    assert "raised an error" in refused(path)


@pytest.mark.parametrize(
    "body",
    [
        "v = weights.value\nv += 1.0\nreturn 0",
        "weights.value.fill(3.0)\nreturn 0",
        "weights.value.sort()\nreturn 0",
        "c = rules.players\nv = weights.value[1:3]\nv -= c + 1.0\nreturn 0",
    ],
)
def test_writes_that_no_reading_of_the_source_finds(write, body):
    """The run compares what it showed with what it has: nothing falsified is ever reported."""
    mine = MINE.replace(f'"{NAME}"', f'"{NAME}", {{"b": 2.0, "a": 1.0}}')
    said = refused(write(body, mine=mine))
    assert "wrote into the rules or weights" in said


def test_options_that_are_written_are_found(write):
    said = refused(write("c = options.item.code\nc += np.uint64(1)\nreturn 0"))
    assert "wrote into the options" in said


def test_what_longer_lists_left_behind_is_blank(write):
    """Behind the end of a list stand no options of an earlier one, of another's secret cards."""
    path = write(
        """
        for i in range(options.count, len(options.item)):
            if options.item[i].code != 0:
                return options.count
        return below(stream, options.count)
        """
    )
    assert facts(play(path)) == facts(play("random"))
    others = ["random"] * (GAME.players.start - 1)
    assert facts(play(",".join([f"{path}:mine", *others]))) == facts(play("random"))


def test_a_write_into_the_view_falsifies_nothing(write):
    """The view is shown anew at each decision, so that what was done to it does not matter."""
    body = "view.{}.fill(1)\nreturn below(stream, options.count)"
    field = next(
        name
        for name, (dtype, *_) in _view_fields().items()
        if dtype.shape and dtype.base.kind in "iu"
    )
    assert facts(play(write(body.format(field)))) == facts(play("random"))


def _view_fields():
    from sims.core.kernel import kernel

    return kernel(NAME).records.VIEW_DTYPE.fields
