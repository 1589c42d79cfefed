"""The strategies: what they do, and never do, in positions made by hand; their weights."""

import math
import tomllib

import numpy as np
import pytest
from gatecrasher_jobs import DATA, GAME
from matches import choose

from sims.core import loop
from sims.core.cells import build_cell
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.strategies import find, shipped
from sims.games.gatecrasher.notation import empty_table, option_text, read_counts, read_kind
from sims.games.gatecrasher.strategies._worth import exponential

THINKING = ("builder", "attacker", "thief", "balanced")


# --- one decision --------------------------------------------------------------------------------


class Table:
    """A position: seats as `FIREWALL LEVELS CARD...`, the first one acting unless told."""

    def __init__(self, *seats, pile="", phase="execution", actor=1, seen=None, **changes):
        """Set it up; `seen` is by seat what seat 1 knows of its hand; `changes` with `__` as `.`"""
        changes = {key.replace("__", "."): value for key, value in changes.items()}
        self.cell = build_cell(DATA, len(seats), changes)
        table = empty_table(self.cell)
        for entry, text in zip(table["seats"], seats, strict=True):
            firewall, levels, *words = text.split()
            entry |= {"firewall": int(firewall), "levels": int(levels), "out": levels == "0"}
            entry["hand"] = read_counts(words)
        for holder, words in (seen or {}).items():
            table["seats"][0]["seen_hand"][holder - 1] = read_counts(words.split())
        table |= {"phase": phase, "actor": actor - 1}
        table["pile"] = [read_kind(word) for word in pile.split()]
        self.machine = KernelMachine(GAME, kernel("gatecrasher"), self.cell)
        self.machine.place(table)

    def asked(self):
        """Who is asked what, as in `1 execute`."""
        decision = self.machine.decision()
        return f"{decision.seat + 1} {decision.kind}"

    def take(self, *texts):
        """Take options by their text."""
        for text in texts:
            listed = [option_text(self.cell, "", option) for option in self.machine.options]
            self.machine.choose_index(listed.index(text))
        return self

    def choice(self, name, number=0):
        """What a strategy chooses, as text; `number` starts its random numbers."""
        index = choose(self.machine, name, number)
        return option_text(self.cell, "", self.machine.options[index])

    def choices(self, name):
        """All that it chooses for some random numbers."""
        return {self.choice(name, number) for number in range(40)}


NO_LEFTOVERS = {"hackers__baseline__leftover_value": 0}


def last_in_overclock(own, *others, **changes):
    """The last turn of a round: the others, who have no cards, have passed."""
    table = Table(own, *others, phase="overclock", actor=2, **changes)
    return table.take(*["pass"] * len(others))


PILE = "bolster mine loss extract bolster mine loss extract"


def test_builder_bolsters_first():
    table = Table("7 3 bolster mine loss", "7 3 loss", "7 3 loss", "7 3 loss", pile=PILE)
    assert table.choices("builder") == {"bolster"}


def test_builder_keeps_leftovers_and_swaps_before():
    hand = "7 3 mine loss extract"
    table = Table(hand, "9 3 loss", "5 3 loss loss", pile=PILE)
    assert table.choices("builder") == {"mine"}
    table = Table(hand, "9 3 loss", "5 3 loss loss", phase="overclock")
    assert table.choices("builder") == {"pass"}


def test_attacker_hits_the_leader():
    table = Table("7 3 bolster loss", "9 3", "5 3", "2 3", pile=PILE)
    assert table.choices("attacker") == {"loss>2"}
    table = Table("7 3 bolster loss", "5 3", "9 3", "9 3", pile=PILE)
    assert table.choices("attacker") == {"loss>3", "loss>4"}
    table = Table("7 3 bolster loss", "0 3", "0 3", pile=PILE)
    assert table.choices("attacker") == {"bolster"}  # there is nothing to take
    table = Table("7 3 bolster loss", "5 3", "0 3", phase="overclock")
    assert table.choices("attacker") == {"bolster"}  # it leads


def test_thief_steals_what_it_needs_and_denies():
    table = Table("7 3 extract bolster", "9 3 mine", "5 3 bolster", seen={3: "bolster"}, pile=PILE)
    assert table.choices("thief") == {"extract>3"}
    table = Table("7 3 extract bolster", "9 3 bolster mine loss", "5 3 loss", pile=PILE)
    assert table.choices("thief") == {"extract>2"}
    table.take("extract>2")
    assert (table.asked(), table.choices("thief")) == ("1 extract", {"bolster"})
    rich = "7 3 extract bolster bolster bolster bolster"
    table = Table(rich, "9 3 bolster mine loss", pile=PILE).take("extract>2")
    assert table.choices("thief") == {"loss"}


@pytest.mark.parametrize("name", THINKING)
def test_a_bolster_is_taken_when_it_helps(name):
    table = Table("9 2 extract", "9 2 mine mine bolster", "5 2 loss", pile=PILE).take("extract>2")
    wanted = {"bolster"}
    assert (table.asked(), table.choices(name)) == ("1 extract", wanted)


def test_the_last_one_keeps_a_card_that_wins():
    """23 wins against 22 and 22; a Packet Loss would leave one of them ahead of 20."""
    table = last_in_overclock("20 3 loss", "22 3", "22 3")
    assert (table.asked(), table.choices("balanced")) == ("1 execute", {"pass"})


def test_the_last_one_plays_the_card_that_can_win():
    assert last_in_overclock("20 3 loss", "24 3").choices("balanced") == {"loss>2"}
    assert last_in_overclock("20 3 bolster", "24 3", "24 3").choices("balanced") == {"bolster"}


def test_balanced_hits_who_will_win():
    table = last_in_overclock("28 3 loss loss loss", "30 3", "10 3", "12 3")
    assert table.choices("balanced") == {"loss>2"}


def test_balanced_counts_what_is_to_come():
    """Who leads has had the Overclock turn; who is close behind has yet to play five cards."""
    rivals = ("29 3 bolster bolster bolster loss loss", "30 3")
    table = Table("30 3 loss loss loss", *rivals, phase="overclock", actor=3, **NO_LEFTOVERS)
    table.take("pass")
    assert (table.asked(), table.choices("balanced")) == ("1 execute", {"loss>2"})
    table = last_in_overclock("30 3 loss loss loss", "29 3", "30 3", **NO_LEFTOVERS)
    assert table.choices("balanced") == {"loss>3"}


def test_balanced_knows_that_a_firewall_stops_at_0():
    hand = "7 3 bolster loss loss loss loss"
    table = Table(hand, "0 3", "0 3", pile=PILE)
    assert table.choices("balanced") == {"bolster"}
    table = last_in_overclock("2 3 loss loss loss", "1 3", "9 3")
    assert table.choices("balanced") == {"loss>3"}


def test_balanced_does_not_hit_who_resists():
    hand = "20 3 loss loss loss"
    for resists, other in ((2, 3), (3, 2)):
        changes = {f"seat__{resists}__loss_resist": 12, **NO_LEFTOVERS}
        table = Table(hand, "24 3", "24 3", phase="overclock", **changes)
        assert table.choices("balanced") == {f"loss>{other}"}


def test_balanced_hits_who_has_more_levels():
    """Neither of them may win; but who is close to being out may rather than the other."""

    def hit(left, right):
        seats = ("20 2 loss loss loss", f"24 {left}", f"24 {right}")
        return Table(*seats, phase="overclock", **NO_LEFTOVERS).choices("balanced")

    assert hit(1, 3) == {"loss>3"}
    assert hit(3, 1) == {"loss>2"}
    assert hit(2, 2) == {"loss>2", "loss>3"}


def test_balanced_executes_a_bolster_before_it_is_stolen():
    """Where nobody can be hit a Bolster is safe on the firewall and not in the hand."""
    seats = "7 3 bolster bolster mine", "9 3 extract extract loss loss loss"
    for resist, immune, expected in ((99, 0, "bolster"), (99, 1, "mine")):
        table = Table(
            *seats, pile=f"{PILE} {PILE} {PILE}", seen={2: "extract"},
            hackers__baseline__loss_resist=resist,
            seat__1__extraction_immune=bool(immune),
        )  # fmt: skip
        assert table.choices("balanced") == {expected}


def test_balanced_mines_while_there_is_time():
    """A card more is worth a turn as long as there are turns to play it in."""
    hand = "7 3 bolster mine loss"
    rivals = ("7 3 loss", "7 3 loss", "7 3 loss")
    assert Table(hand, *rivals, pile="loss").choices("balanced") == {"bolster"}
    assert Table(hand, *rivals, pile=PILE).choices("balanced") == {"mine"}


def test_balanced_passes_in_execution_only_where_a_card_is_lost_by_it():
    """A Packet Loss at nothing brings another card, as long as there is one in the pile."""
    two = {"hackers__baseline__protocols_per_turn": 2}
    table = Table("7 3 loss mine", "0 3", "0 3", pile="mine", **two)
    assert "pass" not in table.choices("balanced")
    table.take("loss>2")
    assert (table.asked(), table.choices("balanced")) == ("1 execute", {"pass"})
    harmful = {"hackers__baseline__bolster_bonus": -20}
    table = Table("30 3 bolster", "20 3 loss", pile=PILE, **harmful)
    assert table.choices("balanced") == {"pass"}


def test_balanced_keeps_a_bolster_that_is_worth_more_left_over():
    """Two dice bring 7 in the mean."""
    for value, expected in ((6, "bolster"), (8, "pass")):
        changes = {"hackers__baseline__leftover_value": value}
        table = Table("7 3 bolster", "9 3 mine", phase="overclock", **changes)
        assert table.choices("balanced") == {expected}


def test_exponentials_are_as_exact_as_they_say():
    for x in np.linspace(-20, 20, 977):
        assert exponential(x) == pytest.approx(math.exp(x), rel=1 / 8000)
    assert exponential(1000.0) == pytest.approx(math.exp(40))
    assert exponential(-1000.0) == pytest.approx(math.exp(-40))


def test_balanced_uses_what_it_saw():
    hand = "9 3 extract mine loss"
    rivals = ("9 3 loss mine mine", "9 3 bolster loss mine")
    saw = {2: "loss mine mine", 3: "bolster loss mine"}
    table = Table(hand, *rivals, phase="overclock", seen=saw)
    assert table.choices("balanced") == {"extract>3"}


@pytest.mark.parametrize("name", THINKING)
def test_no_data_mine_in_overclock(name):
    table = Table("9 3 mine mine mine", "9 3 loss", "9 3 loss", phase="overclock")
    assert table.choices(name) == {"pass"}


def test_ties_are_broken_at_random():
    table = Table("7 3 loss", "9 3", "9 3", phase="overclock")
    assert table.choices("attacker") == {"loss>2", "loss>3"}
    table = Table("7 3 extract", "9 3 bolster", "9 3 bolster", phase="overclock")
    assert table.choices("thief") == {"extract>2", "extract>3"}


# --- weights -------------------------------------------------------------------------------------


def test_the_file_holds_the_defaults():
    with (DATA.folder / "weights" / "balanced.toml").open("rb") as source:
        written = tomllib.load(source)["weights"]
    assert list(written.items()) == list(find(GAME, "balanced").weights.items())


def test_the_weights_fit():
    assert all(len(s.weights) <= loop.MAX_WEIGHTS for s in shipped("gatecrasher").values())
