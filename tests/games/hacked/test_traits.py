"""What a record keeps of the deal is what lies in the hands when the first decision is due."""

from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import Job, play_records
from sims.core.strategies import shipped
from sims.games.hacked.cards import KINDS

GAME = find("hacked")


def hand(seat):
    return {title: seat["hand"].get(title, 0) for title in range(KINDS)}


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
