"""What a record keeps of the deal is what lies in the hands when the first decision is due."""

from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import Job, play_records
from sims.core.strategies import shipped
from sims.games.override.bridge import card_table
from sims.games.override.cards import HACKS

GAME = find("override")


def hand(seat):
    """Hacks in and before a hacker: the Diskette lies face-out already."""
    table = card_table(build_cell(read_data(GAME, None), 4, {}, []))
    return {h: sum(table[c] == h for c in (*seat["in"], *seat["out"])) for h in range(HACKS)}


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
