"""The command line with anything typed into it: it works, or ends with 2, one message, no file.

What is played is cut short where it could take long; how options are read is what is tested.
"""

import random
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import balance.benchmark
import balance.reporting
from balance.cli import options
from balance.planning import MAX_CELLS, axis, numbers, player_counts
from sims.core import runner
from sims.core.catalogue import games
from sims.core.errors import DesignerError
from sims.core.strategies import shipped
from sims.core.values import from_text
from tests.faults.mutations import complaint

NAMES = list(games())
NAME = NAMES[-1]

ODD = (
    "", "0", "-1", "1", "2", "3", "99", "1e30", "nan", "inf", "9" * 30, "9" * 5000, "0x10", "٤",
    "1_0", "2:4", "4:2", "2,,3", ",", ":", "2:3:0", "1:99999999999", "=", "==", "a=b", "x=",
    "\x1b[31m", "[red]x[/no]", "\u202eabc", "\udcff", "\n", "a" * 5000, "../../x", "/", "/dev/full",
    ".", "no/where.csv", "out.csv", "random", "random,random", "rondom", "x.py:y", ".py", "'", '"',
    "<script>", "$(x)", "draw", "none", "+", "all ", "yes", "deck=", "deck=../x", "deck.=1",
    "deck..copies=1", "ruling.=x", "weights.=1", "weights.random.x=1", "seat.1.x=2", "seat..=1",
    "lineup=", "lineup=random+random", "profiles=draw", "--", "-", "--help", "--json", "%s", "{0}",
    "\\", " ", " 3 ", "3.0", "+3",
)  # fmt: skip
SHARED = ("-p", "--data", "--set", "--set", "--deck", "--ruling", "--ruling", "--seed")
OPTIONS = {
    "play": (*SHARED, "--lineup", "--profiles", "--tolerance", "--threads", "--csv", "-n"),
    "sweep": (*SHARED, "--over", "--over", "--figure", "--cells-csv", "--parquet", "--lineup"),
    "trace": (*SHARED, "--id", "--lineup", "--profiles"),
    "report": (*SHARED, "--tolerance"),
    "bench": ("-p", "--lineup", "--repeat", "-n", "--data", "--strategies"),
    "ledger": ("--ledger", "--export", "--verify", "--data", "--strategy"),
    "check": ("--game",), "positions": ("--game",), "strategies": (), "init": (), "games": (),
}  # fmt: skip
FLAGS = ("--json", "-q", "--rotate", "--quick", "--nope", "-h")


def likely(rng, game, option):
    """What somebody could mean."""
    parameter, ruling = rng.choice(game.parameters), rng.choice(game.rulings)
    title, strategy = rng.choice(game.titles), rng.choice(list(shipped(game.name).values()))
    number = str(rng.choice((0, 1, 2, 3, 5, 10, 100, -1, 10**9, 10**20)))
    if option in ("--set", "--over"):
        fields = [f"deck.{title}.{field.key}" for field in game.fields_of(title)]
        weights = [f"weights.{strategy.name}.{name}" for name in (*strategy.weights, "x")]
        more = [f"ruling.{ruling.name}", "deck", "lineup", "profiles", "remove"]
        key = rng.choice([parameter.key, *fields, *weights, *more])
        value = rng.choice(
            (number, f"{number}:12", "1:3", *ruling.choices, ",".join(ruling.choices), title,
             f"+{title}", f"all {title}", "none", "random,random", "random")
        )  # fmt: skip
        return f"{key}={value}"
    return {
        "--ruling": f"{ruling.name}={rng.choice(ruling.choices)}",
        "--lineup": rng.choice((strategy.name, f"random,{strategy.name}")),
        "--csv": "out.csv", "--cells-csv": "cells.csv", "--parquet": "out.pq",
        "--figure": rng.choice(("a.png", "a.svg", "a.txt")), "--profiles": "draw",
        "--game": game.name, "-p": str(rng.choice(game.players)),
    }.get(option, number)  # fmt: skip


def command_line(rng):
    command = rng.choice(list(OPTIONS))
    game = games()[rng.choice(NAMES)]
    words = [command]
    if command != "ledger":
        words.append(rng.choice(ODD) if command in ("check", "positions") else game.name)
    if command in ("play", "sweep"):
        words += ["-n", "2", "-p", str(game.players.start)]
    if command == "sweep":
        words += ["--over", likely(rng, game, "--over")]
    if command == "report":
        words += ["--out", "report"]
    if command == "trace":
        words += ["-p", str(game.players.start)]
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        kind = rng.random()
        if kind < 0.2:
            words.append(rng.choice(FLAGS))
        elif kind < 0.25:
            words.append(rng.choice(ODD))
        elif OPTIONS[command]:
            option = rng.choice(OPTIONS[command])
            value = rng.choice(ODD) if rng.random() < 0.45 else likely(rng, game, option)
            words += [f"{option}={value}"] if rng.random() < 0.1 else [option, value]
    return words


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Nothing that takes long is played; what is refused here is refused as if by a user's word."""

    def refuse(*_, **__):
        raise DesignerError("it would be played")

    play = runner.run

    def short(jobs, *arguments, **options):
        return refuse() if sum(j.games for j in jobs) > 500 else play(jobs, *arguments, **options)

    monkeypatch.setattr(balance.reporting, "play_all", refuse)
    monkeypatch.setattr(balance.benchmark, "measure", refuse)
    monkeypatch.setattr(runner, "run", short)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("seeds", [range(80), pytest.param(range(80, 600), marks=pytest.mark.slow)])
def test_any_command_line_works_or_ends_with_one_message(balance, quick, seeds):
    codes = {0: 0, 2: 0}
    for seed in seeds:
        words = command_line(random.Random(seed))
        done = balance(*words)
        assert done.code in codes, (words, done.err)
        codes[done.code] += 1
        if done.code == 2:
            assert done.err.strip(), words
            assert len(done.err) < 6_000, words
            assert "\x1b" not in done.err.replace(repr("\x1b"), ""), words
            if "cannot be written" not in done.err:
                assert done.out == "", words
                assert list(quick.iterdir()) == [], words
        for path in quick.iterdir():  # whole files, or nothing
            assert path.stat().st_size > 0 or path.is_dir(), words
            if path.is_file():
                path.unlink()
            else:
                shutil.rmtree(path)
    assert min(codes.values()) > len(seeds) / 10, codes


TEXTS = st.text(max_size=12) | st.sampled_from(ODD)


@settings(max_examples=1000)
@given(TEXTS)
def test_ranges(text):
    """A list without doubles of at most `MAX_CELLS` whole numbers, or a message."""
    found = []
    if not complaint(lambda: found.extend(numbers(text, "--x"))):
        assert 0 < len(found) <= MAX_CELLS
        assert len(set(found)) == len(found)
        assert all(type(number) is int for number in found)
    complaint(player_counts, text, games()[NAME])


@settings(max_examples=1000)
@given(st.sampled_from([p.key for p in games()[NAME].parameters] + ["deck", "lineup", ""]), TEXTS)
def test_axes_and_pairs(key, text):
    complaint(axis, games()[NAME], f"{key}={text}")
    complaint(axis, games()[NAME], text)
    complaint(options.pairs, [text, f"{key}={text}"], "--set")
    for kind in ("int", "bool", "cards"):
        complaint(from_text, kind, text, "--set")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--threads", 100_000], "allowed are 0 (one a processor) to 1024"),
        (["-n", 10**15], "at most 1,000,000,000,000 can be played"),
        (["-n", "1e30"], "--games"),
        (["-p", "4", "--set"], "--set"),
        (["--csv", "."], "--csv .: cannot be written (it is a folder)"),
        (["--csv", "a", "--parquet", "a"], "--parquet a: --csv writes into the same file"),
        (["--deck", "../../x"], "no deck '../../x'"),
        (["--set", "weights.random.x=1e999"], "no weight"),
    ],
)
def test_what_is_refused_before_anything_is_played(balance, quick, words, message):
    done = balance("play", NAME, "-q", *words)
    assert done.code == 2
    assert message in " ".join(done.err.split())
    assert done.out == ""
    assert list(quick.iterdir()) == []


@pytest.mark.parametrize("ending", ["a.txt", "a", "a.png.bak"])
def test_a_figure_that_cannot_be_drawn_is_refused_before_anything_is_played(
    balance, quick, monkeypatch, ending
):
    key = next(p.key for p in games()[NAME].parameters if p.kind == "int")
    monkeypatch.setattr(runner, "run", None)
    done = balance("sweep", NAME, "--over", f"{key}=3:4", "--figure", ending)
    assert done.code == 2
    assert "allowed: .png, .svg, .pdf" in done.err


def test_doubles_are_played_once(balance, quick):
    """A player count that is named twice is one row; a value of an axis too."""
    first = games()[NAME].players.start
    assert balance("play", NAME, "-n", 2, "-p", f"{first},{first}", "--json").json["games"] == 2
