"""The oracle: the referee agrees with the kernel on every list, draw, state and result.

`sims.core.trace` plays a game in both and raises where they differ. The games are spread over all
player counts, decks, ruling choices, removals and lineups; each also is the game that a run counts.
"""

import itertools

import numpy as np
import pytest

from balance.planning import Question, plan, quick
from sims.core.catalogue import find
from sims.core.data import read_data
from sims.core.runner import Job, play_records
from sims.core.trace import trace

GAME = find("override")
DATA = read_data(GAME)
DECKS = tuple(DATA.decks)
STRATEGIES = tuple(quick("override"))
REMOVALS = (
    {},
    {"remove": "none"},
    {"remove": "+Firewall+Monorail Control", "remove_random": 3},
    {"remove": "all Socket Puppet+all Screen Door", "remove_random": 1},
    {"remove": "Diskette+all Computer Goggles+all Proxy Spoof"},
)
SETUPS = (
    {},
    {"winning_cred": 12},
    {"winning_cred": 60, "gov_limit": 2, "max_turns": 80},
    {"gov_limit": 1},
    {"winning_cred": 1},
    {"winning_cred": 18, "gov_limit": 64, "max_turns": 40},
)
CHANGES = (
    {},
    {"deck.Firewall.government": "yes", "gov_limit": 2},
    {"deck.Socket Puppet.copies": 9, "deck.The Mainframe.copies": 8},
    {"deck.Stolen Goods.proxy_swap": "yes", "deck.Proxy Spoof.proxy_swap": "yes"},
    {"deck.NOAA Weather Control.proxy_swap": "yes", "deck.Monorail Control.proxy_swap": "yes",
     "deck.Stolen Goods.protects_from": 7, "deck.Screen Door.protects_from": 8},
    {"deck.Firewall.protects_from": 9, "deck.CIA Satellite.proxy_swap": "yes",
     "deck.Socket Puppet.protects_from": 5},
    # All alike, and no government hack: many ties, nobody in jail.
    {**{f"deck.{title}.cred": 3 for title in GAME.titles}, "winning_cred": 9},
    {"deck.Firewall.blanks": 2, "deck.The Mainframe.blanks": 1, "deck.Socket Puppet.blanks": 1,
     "deck.Stolen Goods.blanks": 2, "deck.CIA Satellite.blanks": 1},
    {"deck.Diskette.copies": 0, "deck.CIA Satellite.copies": 0, "deck.Firewall.cred": 200},
)  # fmt: skip
RULINGS = tuple(itertools.product(*[r.choices for r in GAME.rulings]))


def lineup(rng, players):
    """Everyone alike, or anyone anywhere."""
    if rng.integers(2):
        return (STRATEGIES[rng.integers(len(STRATEGIES))],)
    return tuple(STRATEGIES[i] for i in rng.integers(len(STRATEGIES), size=players))


def cells(number, start=0):
    """Cells that walk through all decks, rulings and players, and draw the rest (fixed seed)."""
    rng = np.random.default_rng(2024)
    for i in range(start + number):
        players = GAME.players[i % len(GAME.players)]
        deck = DECKS[i // len(GAME.players) % len(DECKS)]
        rulings = zip(GAME.rulings, RULINGS[i % len(RULINGS)], strict=True)
        cap = {"max_turns": 500 if i % 10 == 0 else 100}  # a long game costs a second
        changes = {"deck": deck, **cap}
        changes |= {f"ruling.{ruling.name}": choice for ruling, choice in rulings}
        for some in (REMOVALS, SETUPS, CHANGES):
            changes |= some[rng.integers(len(some))] if rng.integers(3) else {}
        copies = {"deck.Diskette.copies", "deck.Socket Puppet.copies"} & set(changes)
        if copies and "remove" in changes:
            changes["remove"] = "none"  # what is not there cannot be taken out
        elif "deck.Diskette.copies" in changes:
            changes["remove"] = "none"
        names = lineup(rng, players)
        if i >= start:
            yield Question("override", (players,), names, changes=changes, games=1, seed=i)


def check(question, number):
    [planned] = plan(question)
    job = Job(planned.cell, planned.strategies, question.seed, number, 1)
    traced = trace(job, keep_log=False)  # raises Disagreement
    record = play_records(job)[0]
    kept = {name: record[name].tolist() for name in record.dtype.names}
    assert kept == {name: traced.record[name] for name in kept}
    assert traced.final["result"]["ended"] == GAME.endings[kept["ended"]]
    return planned.cell, kept


def play_all(questions):
    seen = [check(question, number) for number, question in enumerate(questions)]
    endings = {GAME.endings[kept["ended"]] for _, kept in seen}
    return [cell for cell, _ in seen], endings


def test_referee_and_kernel_agree_quickly():
    played, endings = play_all(cells(60))
    assert {cell.players for cell in played} == set(GAME.players)
    assert {cell.deck_name for cell in played} == set(DECKS)
    for ruling in GAME.rulings:
        assert {cell.rulings[ruling.name] for cell in played} == set(ruling.choices)
    assert endings >= {"cred", "last_standing", "unfinished"}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_referee_and_kernel_agree(part):
    """2,000 games: every player count, deck and combination of rulings, many setups and lineups."""
    played, endings = play_all(cells(250, start=60 + part * 250))
    assert len(played) == 250
    assert len({tuple(cell.rulings.values()) for cell in played}) == len(RULINGS) == 24
    assert {(cell.players, cell.deck_name) for cell in played} == set(
        itertools.product(GAME.players, DECKS)
    )
    assert {player.strategy for cell in played for player in cell.lineup} == set(STRATEGIES)
    # A draw takes two things at once and comes up once in thousands; `positions.txt` has them.
    assert endings >= set(GAME.endings) - {"draw"}


def test_the_oracle_can_fail(monkeypatch):
    """A referee that plays another ruling is found out within a few games."""
    from sims.core import trace as module
    from sims.core.catalogue import part_of

    class Bent:
        def __init__(self):
            self.module = part_of(GAME, "referee")

        def Referee(self, cell, chance, keep_log=True):
            other = {**cell.rulings, "swap_optional": "yes"}
            return self.module.Referee(
                type(cell)(**{**vars(cell), "rulings": other}), chance, keep_log=keep_log
            )

    monkeypatch.setattr(module, "part_of", lambda game, name: Bent())
    [planned] = plan(Question("override", (4,)))
    with pytest.raises(module.Disagreement, match="decision"):
        trace(Job(planned.cell, planned.strategies, 1, 0, 1), keep_log=False)
