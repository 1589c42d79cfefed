"""Rules facts derived by hand, held against kernel and referee.

`positions.txt` was written from the rules page alone. Each block is a test of its own.
"""

import dataclasses
import re
from fractions import Fraction
from pathlib import Path

import pytest

from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.errors import DesignerError
from sims.core.position_check import (
    KernelSubject,
    RefereeSubject,
    check_file,
    check_position,
)
from sims.core.positions import read_positions

GAME = find("override")
HERE = Path(__file__).parent
OURS, GIVEN = HERE / "positions.txt", HERE / "given.txt"
SUBJECTS = {"kernel": KernelSubject, "referee": RefereeSubject}


def read(path):
    return read_positions(path, GAME)


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize(
    "position", [*read(OURS), *read(GIVEN)], ids=lambda position: position.name
)
def test_position(position, subject):
    assert check_position(position, SUBJECTS[subject](GAME)).problem == ""


# What the file must cover


def chosen(kind):
    """Every option that some block takes at a decision of that kind."""
    return {
        ask.choice
        for position in read(OURS)
        for asks in (position.asks, *(outcome.asks for outcome in position.outcomes))
        for ask in asks
        if ask.kind == kind
    }


def test_every_hack_is_executed_from_the_hand_and_from_before_an_opponent():
    text = OURS.read_text()
    assert {card[0] for card in chosen("execute")} == set("PSGTFXNMCQ")
    # The Diskette is moved in each way in which a card can be moved face-out.
    for kind in ("steal", "spoof", "tornado", "swap"):
        assert any("D0" in option for option in chosen(kind)), kind
    assert "execute : D0" not in text
    assert not re.search(r"execute :[^-]* D0 ", text)


def test_every_decision_and_every_form_of_option_is_taken():
    taken = {kind: chosen(kind) for kind in GAME.decisions}
    assert all(taken.values()), taken
    assert {option.split(":")[0] for option in taken["swap"]} == {
        "give", "hands", "own", "table", "decline",
    }  # fmt: skip
    assert {option.split(":")[0] for option in taken["firewall"]} == {"own", "one", "pair"}
    assert {option.split(">")[0] == "hand" for option in taken["goggles"]} == {True, False}
    assert {"+" in option for option in taken["spoof"]} == {True, False}
    assert taken["interrupt"] == {"yes", "no"}
    assert taken["direction"] == {"left", "right"}


def test_every_choice_of_every_ruling_is_set():
    text = OURS.read_text()
    for ruling in GAME.rulings:
        for choice in ruling.choices:
            assert f"set {ruling.name}={choice}\n" in text


def test_every_ruling_changes_something():
    """A block that sets a ruling does not agree under another choice of it, for some block."""
    sensitive = set()
    for position in read(OURS):
        for ruling in GAME.rulings:
            for choice in ruling.choices:
                rulings = {**position.cell.rulings, ruling.name: choice}
                other = dataclasses.replace(
                    position, cell=dataclasses.replace(position.cell, rulings=rulings)
                )
                if check_position(other, RefereeSubject(GAME)).problem:
                    sensitive.add((ruling.name, choice))
    assert sensitive == {(r.name, choice) for r in GAME.rulings for choice in r.choices}


# Negative controls: a position that is wrong is found to be wrong, by both machines


def block(name):
    """The text of one block of our file."""
    text = OURS.read_text()
    start = text.index(f"position {name}\n")
    return text[start:].split("\n\n")[0] + "\n"


def problems(tmp_path, text):
    path = tmp_path / "override-wrong.txt"
    path.write_text(text)
    return [finding.problem for finding in check_file(path)]


WRONG = {
    "an option is missing from the list": (
        "spoof-with-the-jailed", "F13+N18 F13+M20", "F13+N18", "not in the block F13+M20",
    ),
    "an option too many in the list": (
        "nothing-to-steal", "execute : T10 ", "execute : T10 T11 ", "missing T11",
    ),
    "another seat is asked": (
        "two-hacker-spoof-stopped", "ask 2 interrupt", "ask 1 interrupt", "expects seat 1",
    ),
    "another decision is asked": (
        "one-slot-firewall", "ask 1 firewall : own:F13 one:N18 -> one:N18",
        "ask 1 spy : 2 -> 2", "expects seat 1, spy",
    ),
    "a decision is left out": (
        "puppet-against-stolen-goods", "ask 2 interrupt : no yes -> yes\n", "",
        "has no such decision",
    ),
    "a decision is asked that there is not": (
        "mainframe-of-an-opponent", "after seat 2", "ask 1 spy : 2 -> 2\nafter seat 2",
        "this decision is not asked",
    ),
    "a card ends elsewhere": (
        "mainframe-of-an-opponent", "after seat 2: in G7 Q24", "after seat 2: in G7 | out Q24",
        "seat 2: 'in G7 Q24', not",
    ),
    "a change is not told": ("screen-ends", "after seat 1: out P1 S4\n", "", "seat 1: 'out P1 S4'"),
    "a mark that is gone": (
        "a-mark-dies-by-theft", "after seat 2: in P1\n", "", "mark C22",
    ),
    "another ending": ("mainframe-wins", "won 1", "won 2", "'won 1', not 'won 2'"),
    "the game goes on": ("tie-shared", "draw", "next 2", "'draw', not 'next 2'"),
    "the game does not go on": ("swap-declined", "next 2", "draw", "'next 2', not 'draw'"),
    "another is next": ("jailed-are-skipped", "next 4", "next 2", "'next 4', not 'next 2'"),
}  # fmt: skip


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_position_is_found_out(tmp_path, wrong):
    name, right, other, message = WRONG[wrong]
    text = block(name)
    assert text.count(right) == 1
    assert problems(tmp_path, text) == ["", ""]
    found = problems(tmp_path, text.replace(right, other))
    assert len(found) == 2
    for problem in found:
        assert message in problem


def test_wrong_probabilities_are_found_out(tmp_path):
    text = block("firewall-twice-the-same-hand")
    wrong = text.replace("1/3", "1/2", 1).replace("1/3", "1/4")
    for problem in problems(tmp_path, wrong):
        assert problem == "outcome 1 has probability 1/3, not 1/2"


def test_a_missing_outcome_is_found_out(tmp_path):
    text = block("a-mark-dies-by-noaa")
    head, first, second = text.split("outcome 1/2\n")
    for kept in (first, second):
        for problem in problems(tmp_path, f"{head}outcome 1\n{kept}"):
            assert problem.startswith("chance")


def test_an_outcome_that_is_never_reached_is_found_out(tmp_path):
    text = block("a-mark-dies-by-noaa")
    extra = text.replace("outcome 1/2", "outcome 1/3") + (
        "outcome 1/3\nafter seat 1: out N18\nafter seat 2: in P1 | mark P1\nnext 2\n"
    )
    for problem in problems(tmp_path, extra):
        assert problem == "outcome 1 has probability 1/2, not 1/3"


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("outcome 1/2", "outcome 1/3", "sum to 2/3, not to 1"),
        ("tornado", "tornados", "did you mean 'tornado'"),
        ("-> N18\nask 2", "-> N19\nask 2", "is not in the list before the arrow"),
        ("in P1 | mark P1", "in P1 | mark P9", "card 9 of deck 'assumed' is G9"),
        ("in P1 | mark P1", "in P1 | mask P1", "a part begins with one of in, out"),
        ("seat 2: in P1 |", "seat 3: in P1 |", "seats are 1 to 2"),
        ("players 2", "players 7", "2 to 6 players"),
        ("players 2 win", "players 2 won", "did you mean 'win'"),
        ("players 2", "plyers 2", "`players ...` is expected"),
        ("seat 1: in N18", "set cred_ty=actor\nseat 1: in N18", "did you mean 'cred_tie'"),
        ("seat 1: in N18", "set cred_tie=draw\nseat 1: in N18", "allowed: actor, play_on, shared"),
        ("next 2", "", "no result"),
    ],
)
def test_a_position_that_cannot_be_read_names_file_and_line(tmp_path, right, wrong, message):
    text = block("a-mark-dies-by-noaa")
    assert right in text
    path = tmp_path / "override-bad.txt"
    path.write_text(text.replace(right, wrong))
    if message == "no result":  # only where no outcome is left
        path.write_text(text.split("outcome")[0])
    with pytest.raises(DesignerError, match=re.escape(message)) as error:
        check_file(path)
    assert f"{path}, line " in str(error.value)


@pytest.mark.parametrize("content", [b"", b"# only a remark\n\n", b"\xff\xfe\x00"])
def test_a_file_without_positions(tmp_path, content):
    path = tmp_path / "override.txt"
    path.write_bytes(content)
    with pytest.raises(DesignerError, match=re.escape(str(path))):
        check_file(path)


# Beyond the format: decks that a designer may change


def changed(name, changes):
    """A position of our file in a cell with some values of the deck changed."""
    [position] = [p for p in read(OURS) if p.name == name]
    setup = {key: position.cell.setup[key] for key in ("winning_cred", "gov_limit", "max_turns")}
    cell = build_cell(
        read_data(GAME), position.cell.players,
        {"remove": [], "remove_random": 0, "deck": "assumed", **setup, **changes},
    )  # fmt: skip
    return dataclasses.replace(position, cell=cell)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_last_hackers_jailed_together_by_play(subject):
    """Where the Firewall counts as a government hack, one turn can send all three to jail."""
    position = changed("two-jailed-at-once", {"deck.Firewall.government": "yes", "gov_limit": 1})
    for seat in position.table["seats"]:
        seat["out"] = []
    position.asks[:] = [
        dataclasses.replace(position.asks[0], options=frozenset({"F13"})),
        dataclasses.replace(position.asks[1], options=frozenset({"own:F13", "pair:hand2+hand3"})),
    ]
    [outcome] = position.outcomes
    outcome.after = {
        "seat 1": "out F13 | jail", "seat 2": "out N18 | jail", "seat 3": "out N19 | jail",
    }  # fmt: skip
    outcome.ending = "draw"
    assert check_position(position, SUBJECTS[subject](GAME)).problem == ""


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_deck_file_may_change_cred_government_swap_and_protection(subject):
    def problem(name, changes):
        return check_position(changed(name, changes), SUBJECTS[subject](GAME)).problem

    # 26 cred, not 27; a fourth government hack more; a swap that a Mainframe does not carry.
    assert problem("mainframe-wins", {}) == ""
    assert "'next 2', not 'won 1'" in problem("mainframe-wins", {"deck.The Mainframe.cred": 9})
    assert "jail" in problem(
        "mainframe-wins", {"gov_limit": 3, "deck.The Mainframe.government": "yes"}
    )
    assert problem("mainframe-wins", {"gov_limit": 3, "deck.The Mainframe.government": "no"}) == ""
    assert "is asked swap" in problem("mainframe-wins", {"deck.The Mainframe.proxy_swap": "yes"})
    # The Spoof's protection is from 2 cred, so a Screen Door of 4 is not kept away by it.
    assert problem("no-swap-to-decline", {"ruling.swap_optional": "yes"}) == ""
    assert "is asked swap" in problem("no-swap-to-decline", {"deck.Screen Door.cred": 4})
    assert problem("no-swap-to-decline", {"deck.Proxy Spoof.protects_from": "none"}) != ""


def test_probabilities_of_our_file_are_exact():
    for position in read(OURS):
        assert sum((outcome.chance for outcome in position.outcomes), Fraction(0)) == 1
