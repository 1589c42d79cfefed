"""`balance sit`: a game at the prompt, from the first line to the command that traces it."""

import io
import shlex
import sys

import numpy as np
import pytest

from sims.core.catalogue import games

GAMES = list(games())


@pytest.fixture
def sit(balance, monkeypatch):
    """Sit down with what will be typed: `sit("1\\nq\\n", GAME, ...)`."""

    def run(typed, *words):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        return balance("sit", *words)

    return run


def parts(out):
    """The screens of a transcript: what stands before each thing that was typed."""
    return out.split("\n> ")


def options_in(screen):
    """The highest number of the options that stand last on a screen."""
    numbers = [word for line in screen.split("\n\n")[-1].split("\n") for word in line.split()[:1]]
    return max([int(word) for word in numbers if word.isdecimal()], default=0)


@pytest.mark.parametrize("game", GAMES)
def test_a_scripted_game_to_its_end_and_the_trace_of_it(sit, balance, game):
    rng = np.random.default_rng(3)
    words = (game, "--seat", 2, "-p", 2, "--seed", 4, "--id", 5)
    typed = [int(n) for n in rng.integers(1, 3, 400)]  # 1 or 2: there always are as many
    done = sit("".join(f"{n}\n" for n in typed), *words)
    assert done.code == 0, done.err
    assert f"game 5 of seed 4\nYou are {games()[game].player_word} 2. The others: 1 balanced." in (
        done.out
    )
    assert "wins.\nThe game in numbers" in done.out or "win.\nThe game in numbers" in done.out
    for measure in games()[game].measures:
        assert measure.label in done.out
    command = shlex.split(
        next(line for line in done.out.split("\n") if line.startswith("  balance trace"))
    )
    traced = balance(*command[1:])
    assert traced.code == 0, traced.err
    lines = traced.out.split("\n")
    end = next(line for line in lines if line.startswith("end after"))
    assert end in done.out
    choices = command[command.index("--choices") + 1].split(",")
    assert choices == [str(n) for n in typed[: len(choices)]]
    assert f"your choices {len(choices)}" in " ".join(done.out.split())


def test_leaving_and_going_on_comes_to_the_same_place(sit, balance, monkeypatch):
    game = GAMES[0]
    whole = sit("1\n2\n1\n1\nq\n", game, "--seat", 2, "-q")
    first = sit("1\n2\n", game, "--seat", 2, "-q")
    assert first.code == whole.code == 0
    assert "The input has ended before the game." in first.out
    assert "You leave after 2 choices" in first.out
    command = next(line for line in first.out.split("\n") if line.startswith("  balance sit"))
    assert command.endswith("--choices 1,2")
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n1\nq\n"))
    again = balance(*shlex.split(command)[1:])
    assert parts(again.out)[1:3] == parts(whole.out)[3:5]
    assert "--choices 1,2,1,1\n" in again.out


def test_help_options_again_log_and_hint(sit):
    done = sit("?\no\no zebra\nlog\nhint\nq\n", GAMES[0], "-p", 3)
    assert done.code == 0, done.err
    asked, help_, options, none, log, hint, left = parts(done.out)
    assert "There is no undo" in help_
    assert options_in(options) == options_in(asked) > 1
    assert "no option contains 'zebra'" in none
    told = [line for line in log.split("\n")[1:] if line]
    assert told
    assert all(line.strip() in " ".join(asked.split()) or line in asked for line in told[:2])
    assert "balanced: score" in hint
    assert "<- chosen" not in hint
    assert "You leave after 0 choices" in left


def test_without_explain_no_score_is_shown_and_with_it_the_screen_says_so(sit):
    plain, told = (sit("1\n1\n1\nq\n", GAMES[0], *more) for more in ((), ("--explain",)))
    assert "score" not in plain.out
    assert "more than your seat may know" not in plain.out
    assert "more than your seat may know" in told.out
    assert "balanced: score" in told.out
    assert "<- chosen" in told.out


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("1\n99999\n", "input line 2: 99999: the options are 1 to"),
        ("0\n", "input line 1: 0: the options are 1 to"),
        ("undo\n", "input line 1: 'undo': type a number from 1 to"),
        ("1 2\n", "input line 1: '1 2': type a number"),
    ],
)
def test_what_is_no_option_ends_a_script_with_2(sit, typed, what):
    done = sit(typed, GAMES[0])
    assert done.code == 2
    assert what in done.err
    assert "Traceback" not in done.err


def test_a_person_at_a_terminal_is_asked_again(sit, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    from balance.cli import screens

    monkeypatch.setattr(screens.sys, "stdin", Terminal("nonsense\n777777\nq\n"))
    monkeypatch.setattr(io, "StringIO", lambda *a: screens.sys.stdin)
    done = sit("", GAMES[0])
    assert done.code == 0
    assert "'nonsense': type a number" in done.out
    assert "777777: the options are 1 to" in done.out


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("--seat", 9), "--seat 9: with"),
        (("--seat", 0), "--seat 0: with"),
        (("-p", "2,3"), "name one player count"),
        (("--against", "balancd"), "did you mean 'balanced'"),
        (("-p", 4, "--against", "random,random"), "name one for all, or 3"),
        (("--choices", "1,x"), "--choices: number 2 is 'x'"),
        (("--choices", "999"), "--choices: number 1 is 999"),
    ],
)
def test_options_that_cannot_be(sit, words, what):
    done = sit("", GAMES[0], *words)
    assert done.code == 2
    assert what in done.err
    assert "Traceback" not in done.err


def test_trace_refuses_choices_without_a_seat(balance):
    done = balance("trace", GAMES[0], "-p", 3, "--choices", "1")
    assert done.code == 2
    assert "--choices: say with --seat whose they are" in done.err
    done = balance("trace", GAMES[0], "-p", 3, "--seat", 4)
    assert done.code == 2
    assert "--seat 4: with 3 players there are seats 1 to 3" in done.err
