"""The strategies in whole games: legal, the same again, and who beats whom."""

from functools import partial

import numpy as np
import pytest
from gatecrasher_jobs import DATA, GAME, everybody, table_job
from matches import beats, choose

from sims.core.cells import build_cell
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import Job, play_records
from sims.core.strategies import find
from sims.games.gatecrasher.cards import DATA_MINE, TITLES, WORDS
from sims.games.gatecrasher.layout import F_EXECUTE, P_OVERCLOCK

OTHERS = ("random", "builder", "attacker", "thief")
THINKING = ("builder", "attacker", "thief", "balanced")
HACKERS = ("architect", "hammer", "bunker", "vault", "sprinter", "hoarder")


def copies(**words):
    """Changes to the copies of protocols, by the words of the position files."""
    return {f"deck.{TITLES[WORDS.index(word)]}.copies": n for word, n in words.items()}


VARIANTS = {
    "printed": {},
    "unbounded": {"ruling.firewall_range": "unbounded", "ruling.first_tie": "seat"},
    "forced": {"ruling.pass_ends": "no"},
    "round end": {"ruling.leftover_at": "round_end", "ruling.round_tie": "roll_off"},
    "all lose": {"ruling.round_tie": "all_lose", **everybody(mainframe_levels=6)},
    "two protocols": everybody(protocols_per_turn=2, overclock_protocols=5),
    "no Execution": everybody(protocols_per_turn=0),
    "no Overclock": everybody(overclock_protocols=0),
    "immune": everybody(extraction_immune=True, mine_draws=0),
    "resist": everybody(loss_resist=99, leftover_value=0),
    "negative": everybody(bolster_bonus=-20, loss_bonus=-20),
    "no dice": everybody(init_dice=0, bolster_dice=0, loss_dice=0, bolster_bonus=1),
    "many dice": everybody(init_dice=12, init_keep=9, bolster_dice=12, loss_dice=12),
    "strong": {**everybody(bolster_bonus=99, loss_bonus=99), "ruling.firewall_range": "unbounded"},
    "greedy mines": everybody(mine_draws=12, hand_size=2),
    "empty hands": everybody(hand_size=0),
    "dealt out": everybody(hand_size=6),
    "only losses": {**copies(bolster=0, mine=0, loss=40, extract=0)},
    "only thefts": {**copies(bolster=1, mine=0, loss=0, extract=40)},
    "large deck": {**copies(bolster=30, mine=30, loss=30, extract=38), **everybody(hand_size=21)},
}


# --- whole games ---------------------------------------------------------------------------------


def check_game(players, changes, names, game_id, profiles=()):
    """Play a game step by step: legal choices, and no Data Mine is given up in Overclock."""
    cell = build_cell(DATA, players, changes, profiles=profiles)
    machine = KernelMachine(GAME, kernel("gatecrasher"), cell)
    machine.deal(3, game_id)
    while (decision := machine.decision()) is not None:
        name = names[decision.seat]
        index = choose(machine, name)
        assert 0 <= index < len(decision.options)
        option = decision.options[index]
        hacker = cell.profiles[decision.seat]
        in_overclock = int(machine.state["phase"]) == P_OVERCLOCK
        is_mild = max(hacker["bolster_dice"], hacker["bolster_bonus"], hacker["hand_size"]) < 12
        # Else all may be the same: somebody is far ahead, or what is kept reaches the highest
        # firewall with a card less, too.
        firewalls = machine.state["firewall"][:players]
        kept = sum(machine.snapshot()["seats"][decision.seat]["hand"].values())
        is_open = np.ptp(firewalls) < 10 and kept * hacker["leftover_value"] < 60
        counts = hacker["leftover_value"] > 0 and is_mild and is_open
        if name != "random" and in_overclock and counts:
            assert (option[0], option[1]) != (F_EXECUTE, DATA_MINE), name
        machine.choose_index(index)


def mixed(players, start):
    names = (*THINKING, "random")
    return [names[(start + seat) % len(names)] for seat in range(players)]


def check_twice(players, changes, **hackers):
    """An index out of range is an error; the same games again give the same records."""
    names = mixed(players, players)
    records = play_records(table_job(players, names, 40, changes, **hackers))
    assert len(records) == 40
    again = np.concatenate(
        [
            play_records(table_job(players, names, 20, changes, first, **hackers))
            for first in (0, 20)
        ]
    )
    for field in records.dtype.names:
        assert (records[field] == again[field]).all()


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_and_the_same_again(variant):
    for players in GAME.players:
        check_twice(players, {**VARIANTS[variant], "max_rounds": 20})


def test_legal_and_the_same_again_with_all_hackers():
    for players in GAME.players:
        check_twice(players, {}, pool=HACKERS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_step_by_step(variant):
    for players in GAME.players:
        changes = {**VARIANTS[variant], "max_rounds": 3}
        check_game(players, changes, mixed(players, players), players)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_step_by_step_in_many_games(variant):
    for players in GAME.players:
        for game_id in range(20):
            profiles = [HACKERS[(game_id + seat) % len(HACKERS)] for seat in range(players)]
            changes = {**VARIANTS[variant], "max_rounds": 20}
            check_game(players, changes, mixed(players, game_id), 100 + game_id)
            check_game(players, {}, mixed(players, game_id), 100 + game_id, profiles)


# --- weights -------------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", list(find(GAME, "balanced").weights))
def test_every_weight_of_balanced_changes_games(weight):
    value = find(GAME, "balanced").weights[weight]
    number, changes = 500, everybody(loss_resist=2)
    one = table_job(4, ["balanced"] * 4, number, changes)
    usual = play_records(one)
    other = find(GAME, "balanced").player({weight: 0.4 * value})
    cell = build_cell(DATA, 4, changes, [other] * 4)
    changed = play_records(Job(cell, one.strategies, 1, 0, number))
    assert (usual["decisions"] != changed["decisions"]).any()


# --- who beats whom ------------------------------------------------------------------------------


@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_the_others_at_four_players(other):
    assert beats(table_job, "balanced", other, 4, 1500)


@pytest.mark.parametrize("one", ["builder", "attacker", "thief"])
def test_the_others_beat_random_at_four_players(one):
    assert beats(table_job, one, "random", 4, 1000)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_the_others(other, players):
    assert beats(table_job, "balanced", other, players, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize(
    ("resist", "other"),
    [(2, other) for other in OTHERS] + [(4, "random"), (4, "builder"), (4, "attacker")],
)
def test_balanced_beats_the_others_where_losses_are_weak(other, players, resist):
    """With `loss_resist` 4 and two players `thief` is about as good: 51 % for `balanced`."""
    weak = partial(table_job, changes=everybody(loss_resist=resist))
    assert beats(weak, "balanced", other, players, 5000)


@pytest.mark.slow
@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("one", ["builder", "attacker", "thief"])
def test_the_others_beat_random(one, players):
    assert beats(table_job, one, "random", players, 10_000)
