"""Traits: first hands are those of the first decision; rolls and turn order in closed form."""

from fractions import Fraction

import pytest

from balance.api import Answer, question
from balance.planning import plan
from balance.playing import play_cells
from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import Job, play_records
from sims.core.strategies import shipped
from sims.games.gatecrasher.cards import KINDS

GAME = find("gatecrasher")


def hand(seat):
    return {kind: seat["hand"].get(kind, 0) for kind in range(KINDS)}


def test_cards_dealt_are_those_of_the_first_position():
    random = shipped(GAME.name)["random"]
    cell = build_cell(read_data(GAME, None), 4, {}, [random.player()] * 4)
    records = play_records(Job(cell, (random,) * 4, 7, 0, 20))
    (dealt,) = (trait for trait in GAME.traits if trait.name == "dealt")
    machine = KernelMachine(GAME, kernel(GAME.name), cell)
    for game, counts in enumerate(dealt.read(records, cell)):
        machine.deal(7, game)
        hands = [hand(seat) for seat in machine.snapshot()["seats"]]
        assert [dict(enumerate(row.tolist())) for row in counts] == hands


# --- opening rolls and turn order, in closed form -------------------------------------------------

TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}
STILL = {"protocols_per_turn": 0, "overclock_protocols": 0, "leftover_value": 0}
"""Nobody can do anything: the opening roll alone decides a round."""


def played(players, games, **changes):
    """Games among who can do nothing, counted."""
    asked = question(
        GAME.name, players=players, games=games, threads=1,
        changes={f"hackers.baseline.{k}": v for k, v in {**STILL, **changes}.items()},
    )  # fmt: skip
    return Answer(asked, play_cells(asked, plan(asked)))


def win_chance(roll):
    """That the other of two players rolls less."""
    return sum(p for total, p in TWO_DICE.items() if total < roll)


def test_who_wins_a_round_of_pure_dice_by_the_roll():
    """Wilson at 95 % for each of 11 rolls: all within 4 of the errors, but once in 1,000 runs."""
    rows = played(2, 20_000).traits
    rows = rows[rows["trait"] == "round_opening"]
    assert rows["value"].tolist() == list(TWO_DICE)
    for row in rows.itertuples():
        chance = float(win_chance(row.value))
        assert abs(row.rate - chance) <= 4 * (chance * (1 - chance) / row.seats) ** 0.5
    assert rows["rate"].iloc[0] == 0  # nobody rolls less than 2


def test_the_lead_decides_a_round_of_pure_dice():
    answer = played(3, 5000)
    rows = answer.traits[answer.traits["trait"] == "round_lead"]
    leads = {row.label: row.rate for row in rows.itertuples()}
    assert {rate for lead, rate in leads.items() if int(lead) > 0} == {1}
    assert {rate for lead, rate in leads.items() if int(lead) <= 0} == {0}
    shares = answer.explained.set_index("trait")["share"]
    assert shares["round_lead"] == pytest.approx(1)


def test_how_much_the_own_roll_explains_of_a_round_of_pure_dice():
    mean = sum(p * win_chance(roll) for roll, p in TWO_DICE.items())
    between = sum(p * win_chance(roll) ** 2 for roll, p in TWO_DICE.items()) - mean**2
    truth = float(between / (mean * (1 - mean)))
    assert mean == Fraction(575, 1296)  # half of what no tie takes
    found = played(2, 20_000).explained.set_index("trait").loc["round_opening"]
    assert found["low"] < truth < found["high"]
    assert found["high"] - found["low"] < 0.03
    assert found["games"] == 20_000


def test_the_lowest_acts_first_and_of_the_tied_one_by_lot():
    answer = played(2, 20_000)
    rows = answer.traits.set_index(["trait", "label"])
    # Without a protocol who acts first matters to nobody, but it is who rolled less: it never wins.
    assert rows.loc[("round_order", "1"), "wins"] == 0
    # Of two who tie nobody wins alone; a tie has the chance 73/648.
    for label in ("first", "later"):
        found = rows.loc[("first_by_lot", label)]
        assert found["wins"] == 0
        assert abs(found["seats"] - 20_000 * 73 / 648) < 4 * (20_000 * 73 / 648) ** 0.5


def test_places_in_the_last_round_are_told_with_how_many_played_it():
    answer = played(3, 2000, mainframe_levels=1)
    rows = answer.traits[answer.traits["trait"] == "order"].set_index("label")
    # With one level each everybody but the winner goes out in a round that is not tied.
    assert set(rows.index) <= {f"{place} of {n}" for n in (2, 3) for place in range(1, n + 1)}
    assert rows["wins"].sum() == 2000
    assert rows.loc["1 of 3", "seats"] == rows.loc["3 of 3", "seats"]
