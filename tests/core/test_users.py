"""A user's strategy files: what works, and what goes wrong while it runs.

Whatever a file tries, a play with it must give unfalsified numbers, or end with exit code 2 and
one line that names the file and what to do. What could crash the interpreter is played in a process
of its own, which must survive.
"""

import json
import os
import subprocess
import sys
import textwrap

import pytest

from sims.core.jit import is_cached, use_cache
from tests.core.user_files import (
    GAME,
    HEAD,
    MINE,
    NAME,
    ROOT,
    command,
    facts,
    play,
    refused,
)

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
