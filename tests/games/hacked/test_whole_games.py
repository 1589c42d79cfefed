"""What holds in every game that the referee plays."""

import random
import re
import time
from collections import Counter

import pytest

from sims.core.streams import DEAL, PLAY, DictatedChance
from sims.games.hacked import layout as lay
from sims.games.hacked.referee import Referee
from tests.games.hacked.tables import HACKED, make_cell, new_game, stream


def play_randomly(referee, seed, check=lambda due: None):
    choices = random.Random(seed)
    while due := referee.decision():
        check(due)
        referee.choose(choices.choice(due.options))
    return referee.snapshot()


class Keeper:
    """Checks a game's snapshots one after the other."""

    def __init__(self, referee):
        self.referee = referee
        self.before = referee.snapshot()
        self.cards = self.count(self.before)
        self.gone = Counter()

    @staticmethod
    def count(now):
        cards = Counter(now["pile"]) + Counter(now["discard"])
        for seat in now["seats"]:
            cards += Counter(seat["hand"])
        return cards

    def check(self, due):
        """Cards are conserved, who is out is out, knowledge is true."""
        now = self.referee.snapshot()
        limbo = Counter({HACKED: due is not None and due.kind in ("consult", "place")})
        for seat, was in zip(now["seats"], self.before["seats"], strict=True):
            if seat["out"] and not was["out"]:
                self.gone += Counter(was["hand"]) + Counter([HACKED])
        assert self.count(now) + self.gone + limbo == self.cards
        living = [number for number, seat in enumerate(now["seats"]) if not seat["out"]]
        assert now["actor"] in living
        assert now["owes"] >= 1
        assert now["attacked"] or now["owes"] == 1
        assert now["pile"].count(HACKED) + limbo[HACKED] >= len(living) - 1
        for viewer, seat in enumerate(now["seats"]):
            assert not (seat["out"] and (seat["hand"] or seat["seen_hand"] or seat["seen_pile"]))
            for depth, title in seat["seen_pile"].items():
                assert now["pile"][depth] == title
            for holder, seen in seat["seen_hand"].items():
                assert holder != viewer
                assert Counter(seen) <= Counter(now["seats"][holder]["hand"])
        if due is not None:
            assert due.kind in lay.DECISIONS
            assert len(set(due.options)) == len(due.options) > 0
            assert all(len(option) == 5 for option in due.options)
            assert list(due.options) == sorted(due.options) or due.kind == "play"
            assert due.seat in living
        self.before = now


CELLS = {
    "printed": {},
    "choice": {"rulings": {"consultant_use": "choice", "combos": "none"}, "hand_size": 3},
    "replace": {"rulings": {"attack_stack": "replace", "combos": "cheatsheets-only"}, "turns": 5},
    "many": {"copies": {"freeze": 30, "ticket": 20, "con": 12}, "extra_consultants": 7, "depth": 9},
    "bare": {"copies": {"con": 0, "freeze": 0}, "hacked_cards": 4, "hand_size": 1},
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", CELLS)
def test_invariants_of_random_games(name, players):
    cell = make_cell(players, **CELLS[name])
    for number in range(40 if name == "printed" else 12):
        referee = new_game(cell, number)
        keeper = Keeper(referee)
        last = play_randomly(referee, number, keeper.check)
        keeper.check(None)
        assert last["result"]["ended"] == "last_standing"
        assert [s["out"] for s in last["seats"]].count(False) == 1
        assert not last["seats"][last["result"]["winner"]]["out"]


def test_log_changes_nothing_and_tells_every_draw_and_turn():
    cell, deal, chance = make_cell(4), stream(3, DEAL), stream(3, PLAY)
    silent, told = new_game(cell, 3), Referee(cell, chance)
    told.deal(deal)
    assert play_randomly(silent, 3) == play_randomly(told, 3)
    assert silent.log == silent.events == []
    events = told.events
    drawn = [(e["bound"], e["value"]) for e in events if e["event"] == "chance"]
    assert drawn == deal.log + chance.log
    states = [e for e in events if e["event"] == "state"]
    assert [e["turn"] for e in states] == list(range(1, len(states) + 1))
    assert states[-1] == {"event": "state", **told.snapshot()}
    assert events[-1]["event"] == "end"
    assert told.log[-1].startswith("end after ")
    assert any(re.fullmatch(r"  player \d draws \(options: \d+\)", line) for line in told.log)


def test_a_snapshot_can_be_placed_again():
    cell = make_cell(4)
    for number in range(12):
        referee, choices = new_game(cell, number), random.Random(number)
        for _ in range(25):
            referee.choose(choices.choice(referee.decision().options))
        while referee.decision().kind != "play":
            referee.choose(choices.choice(referee.decision().options))
        again = Referee(cell, DictatedChance(), keep_log=False)
        again.place(referee.snapshot())
        assert again.snapshot() == referee.snapshot()
        assert again.decision() == referee.decision()


def test_speed_of_random_games():
    cell, games = make_cell(4), 60
    start = time.process_time()
    for number in range(games):
        play_randomly(new_game(cell, number), number)
    assert (time.process_time() - start) / games < 0.015
