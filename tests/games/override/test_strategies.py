"""The strategies of Super Hack Override: positions that all must play right, and who beats whom."""

import math
import tomllib
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from matches import choose

from sims.core import cells, runner, strategies
from sims.core.catalogue import find
from sims.core.data import read_data, shipped
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.trace import trace
from sims.games.override import layout as L
from sims.games.override import notation

GAME = find("override")
DATA = read_data(GAME)
THINKING = ("balanced", "cautious", "greedy", "jailer", "saboteur")
BALANCED = strategies.find(GAME, "balanced")


class Position:
    """A position in which strategies are asked what they do. Lines are those of position files."""

    def __init__(self, *seats, win=30, gov=3, actor=1, changes=None):
        header = notation.header_changes({"win": win, "gov": gov})
        self.cell = cells.build_cell(DATA, len(seats), {**header, **(changes or {})})
        self.machine = KernelMachine(GAME, kernel("override"), self.cell)
        self.table = {
            "actor": actor - 1,
            "seats": [notation.read_seat(self.cell, seat) for seat in seats],
        }
        self.machine.place(self.table)

    def then(self, *texts):
        """Take options, given as position files write them."""
        for text in texts:
            self.machine.choose(self.options()[notation.normal(self.kind(), text)])
        return self

    def kind(self):
        return self.machine.decision().kind

    def options(self):
        return {
            notation.normal(
                self.kind(), notation.option_text(self.cell, self.kind(), option)
            ): option
            for option in self.machine.decision().options
        }

    def choice(self, name, luck=1):
        """What a strategy takes here, as position files write it; `luck` seeds its stream."""
        decision = self.machine.decision()
        place = choose(self.machine, name, luck)
        option = decision.options[place]
        return notation.normal(
            decision.kind, notation.option_text(self.cell, decision.kind, option)
        )

    def played(self, name):
        """The end of the turn if the strategy decides everything in it (chance draws zeros)."""
        actor = self.machine.decision().seat
        turn = int(self.machine.state["turn"])
        while (decision := self.machine.decision()) and int(self.machine.state["turn"]) == turn:
            chosen = self.choice(name)
            assert decision.seat == actor or decision.kind in ("tornado", "monorail", "interrupt")
            self.machine.choose(self.options()[chosen])
        return self.machine.snapshot()


# --- a winning move is taken -------------------------------------------------------------------

WINS = {
    "a card from the hand": (
        ("in P1 F15 S4 | out C23 Q24 X16", "in F13 T10 | out X17", "in F14 T11 | out G7"), {}),
    "not the highest card, which would be jail": (
        ("in F13 Q24 P1 | out M20 C22 X16 T10", "in S4 T11", "in F14 G7"), {"win": 32}),
    "Stolen Goods for the best card": (
        ("in T10 P1 P2 | out C22 F13 X16", "in S4 | out Q24", "in F14 | jail"), {}),
    "a swap by Goggles of one's own": (
        ("in G7 P1 P2 | out C22 F13 X16", "out Q24", "in F14 | out P3"), {}),
    "a swap by a rival's Screen Door": (
        ("in P1 P2 P3 | out C22 F13 X16", "out Q24 S4", "in F14"), {}),
    "a flip by one's own Firewall": (
        ("in F13 C22 P1 | out M20 X16 T10", "in S4 | out P2", "in F14 | out P3"), {"win": 31}),
    "a flip by a rival's Firewall": (
        ("in C22 P1 | out M20 X16 T10 G7", "in S4 | out P2 F13", "in F14 | out P3"), {}),
    "the last rival pushed over the brink": (
        ("in G7 P1 | out M20", "in S4 F13 | out C22 C23", "in T10 | out P3 | jail"), {}),
    "the last rival pushed with two players": (
        ("in S5 P1 | out M20 G7", "in S4 F13 T10 | out C22 C23 N18"), {"gov": 4, "win": 40}),
    "government hacks of cred 2": (
        ("in S5 X16 P1 | out S4 C22 X17", "in T10 | out P2", "in F14 | out P3"),
        {"win": 23, "changes": {"deck.Screen Door.government": True}}),
}  # fmt: skip


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("case", WINS)
def test_a_winning_move_is_taken(name, case):
    seats, header = WINS[case]
    result = Position(*seats, **header).played(name)["result"]
    assert result is not None
    assert result["winner"] == 0, case


# --- a win next turn is stopped ----------------------------------------------------------------

STOPS = {
    # Seat 2 has 26 and could take the Mainframe or more by the Goggles that lie open.
    "by flipping what brings it near": (
        ("in P1 P2 | out T10", "in P3 | out C22 M20 C23", "in S4 F15 | out X16 G7"),
        {"win": 32, "gov": 4}, {"C22", "M20", "C23", "G7", "X16"}),
    "by taking the only tool away": (
        ("in P1 P2 | out T10 S5", "in P3 | out F13 F14 X16", "in S4 F15 | out G7 X17 Q24"),
        {"win": 25}, {"F13", "F14", "X16", "G7"}),
}  # fmt: skip


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("case", STOPS)
def test_a_win_next_turn_is_stopped(name, case):
    seats, header, good = STOPS[case]
    for luck in range(1, 6):
        assert Position(*seats, **header).choice(name, luck) in good


@pytest.mark.parametrize("name", THINKING)
def test_no_turn_ends_with_a_rival_at_the_winning_cred(name):
    # The Spoof must trade two rivals' cards; three of the four ways make one of them win.
    position = Position(
        "in P1 | out P2", "in S4 | out C22 M20 F13", "in S5 | out Q24 X16 F14",
        win=23, gov=4, actor=1, changes={"deck.Proxy Spoof.cred": 6},
    )  # fmt: skip
    snapshot = position.played(name)
    assert snapshot["result"] is None or snapshot["result"]["winner"] == 0


@pytest.mark.parametrize("name", THINKING)
def test_jail_is_avoided(name):
    # Only the two Puppets can be executed from the hand without going to jail.
    position = Position(
        "in Q24 C23 P1 P2 | out M20 C22", "in S4 F13 T10 | out P3", "in S5 F14 T11", win=30
    )
    for luck in range(1, 6):
        assert position.choice(name, luck) in {"P1", "P2"}


def test_a_forced_card_is_executed_whatever_it_does():
    position = Position(
        "in Q24 P1 | out M20 C22 | mark Q24", "in S4 F13 T10 | out P3", "in S5 F14 T11"
    )
    assert {position.choice(name) for name in THINKING} == {"Q24"}


@pytest.mark.parametrize("name", THINKING)
def test_a_puppet_saves_the_better_card(name):
    position = Position(
        "in G7 S4 | out X16", "in P1 F13 | out C22 M20", "in F14 | out P3 G8",
    ).then("G7", "hand>3", "table:X16+C22")  # fmt: skip
    assert position.kind() == "interrupt"
    if name in ("greedy", "cautious"):  # balanced may rather keep its puppet
        assert position.choice(name) == "yes"


# --- ties, weights, legality -------------------------------------------------------------------


@pytest.mark.parametrize("name", THINKING)
def test_ties_are_broken_uniformly(name):
    # Three Puppets, nothing else to execute: all alike.
    position = Position("in P1 P2 P3 | out T10", "in F13 S4", "in F14 S5", "in T11 G7")
    counts = Counter(position.choice(name, luck) for luck in range(1, 601))
    assert set(counts) == {"P1", "P2", "P3"}
    chi_square = sum((n - 200) ** 2 / 200 for n in counts.values())
    assert chi_square < 13.8  # 0.1 % point of 2 degrees of freedom


def test_weights_file_holds_the_defaults():
    content = tomllib.loads((shipped(GAME) / "weights" / "balanced.toml").read_text("utf-8"))
    given = {key: float(value) for key, value in content["weights"].items()}
    assert given == dict(strategies.find(GAME, "balanced").weights)
    assert list(given) == list(strategies.find(GAME, "balanced").weights)


def job(lineup, games, seed=1, first=0, **changes):
    """A job of games of a lineup of names."""
    found = [strategies.find(GAME, name) for name in lineup]
    cell = cells.build_cell(DATA, len(lineup), changes, [s.player() for s in found])
    return runner.Job(cell, tuple(found), seed, first, games)


EVERYTHING = (
    {"deck": "flat"},
    {"deck": "low-heavy", "ruling.swap_optional": "yes"},
    {"deck": "high-heavy", "ruling.protection_blocks_self": "yes"},
    {"ruling.cred_tie": "play_on", "ruling.puppet_stops_spoof": "yes"},
    {"ruling.cred_tie": "shared", "winning_cred": "12"},
    {"gov_limit": "1"},
    {"gov_limit": "2", "winning_cred": "60"},
    {"winning_cred": "1"},
    {"remove": "all Socket Puppet+all Screen Door+all Computer Goggles"},
    {"deck.Firewall.proxy_swap": "yes", "deck.Firewall.cred": "0"},
    {"deck.Screen Door.government": "yes", "deck.Stolen Goods.proxy_swap": "yes"},
    {"deck.The Mainframe.cred": "1000", "deck.Proxy Spoof.protects_from": "none"},
    {"deck.NOAA Weather Control.copies": "20", "deck.Monorail Control.copies": "19"},
    {"deck.Socket Puppet.cred": "0", "deck.CIA Satellite.proxy_swap": "yes"},
)


@pytest.mark.parametrize("name", THINKING)
@pytest.mark.parametrize("changes", EVERYTHING, ids=str)
def test_every_deck_and_ruling_is_played(name, changes):
    for players in GAME.players:
        played = job([name] * players, 20, max_turns=120, **changes)
        once, again = runner.play_records(played), runner.play_records(played)
        assert len(once) == 20
        assert np.array_equal(once, again)


@pytest.mark.parametrize("size", [0.0, 1e30, -1e30, 1e300, -1e300])
@pytest.mark.parametrize("one", [None, "lead", "rival_brink", "rival_jail", "hold", "tempo"])
def test_weights_beyond_all_reason_play_by_the_rules(one, size):
    """Sums that are no number lead to a legal option, too; the referee checks every choice."""
    names = [one] if one else [key for key in BALANCED.weights if key not in ("stall", "stray")]
    player = BALANCED.player(dict.fromkeys(names, size))
    for players in GAME.players:
        cell = cells.build_cell(DATA, players, {"max_turns": 60}, [player] * players)
        trace(runner.Job(cell, (BALANCED,) * players, 5, players, 1), keep_log=False)


@pytest.mark.parametrize("name", THINKING)
def test_the_referee_follows(name):
    for players in GAME.players:
        trace(job([name] * players, 1, seed=3, first=players), keep_log=False)


# --- who beats whom ----------------------------------------------------------------------------


def lower_bound(wins, games, z):
    """Wilson's lower bound of a rate."""
    rate, extra = wins / games, z * z / games
    spread = z * math.sqrt(rate * (1 - rate) / games + extra / (4 * games))
    return (rate + extra / 2 - spread) / (1 + extra)


def one_against(name, others, players, games):
    """Wins of one `name` against a table of `others`, each seat in turn; and how many games."""
    share = games // players
    wins = 0
    for seat in range(players):
        lineup = [others] * players
        lineup[seat] = name
        played = job(lineup, share, seed=11, first=seat * share)
        wins += int(np.sum(runner.play_records(played)["winner"] == seat))
    return wins, share * players


# One-sided bounds at z = 3.1: an equal strategy would pass one of these tests in a thousand.
Z = 3.1


@pytest.mark.parametrize("others", ["random", *(n for n in THINKING if n != "balanced")])
def test_balanced_beats_each_other_with_four(others):
    wins, games = one_against("balanced", others, 4, 2000)
    assert lower_bound(wins, games, Z) > (0.5 if others == "random" else 0.25)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("others", ["random", *(n for n in THINKING if n != "balanced")])
def test_balanced_beats_each_other(others, players):
    wins, games = one_against("balanced", others, players, 6000)
    bar = min(2 / players, 0.9) if others == "random" else 1 / players
    assert lower_bound(wins, games, Z) > bar


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("name", THINKING)
def test_each_beats_random(name, players):
    wins, games = one_against(name, "random", players, 600)
    assert lower_bound(wins, games, Z) > min(2 / players, 0.8)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
def test_balanced_players_end_their_games(players):
    # One in 500 duels is left; more than 12 of 2,000 then come with a chance of 0.1 %.
    winners = runner.play_records(job(["balanced"] * players, 2000, seed=5))["winner"]
    assert np.sum(winners == L.UNFINISHED) <= 12


def test_weights_of_a_lineup_reach_the_strategy():
    plain = job(["balanced"] * 3, 200)
    eager = replace(plain.cell.lineup[0], weights=tuple(0.0 for _ in plain.cell.lineup[0].weights))
    other = replace(plain, cell=replace(plain.cell, lineup=(eager,) * 3))
    assert not np.array_equal(runner.play_records(plain), runner.play_records(other))
