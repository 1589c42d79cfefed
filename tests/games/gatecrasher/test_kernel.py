"""The kernel: its records, hackers, dice and ties, and what a view shows."""

import shutil
from collections import Counter
from itertools import product

import numpy as np
import pytest
from gatecrasher_jobs import DATA, GAME, NOSY, PLAYERS, job
from scipy.stats import chisquare

from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.errors import DesignerError
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import play_records, play_tally, run
from sims.core.tally import tally
from sims.core.trace import trace
from sims.games.gatecrasher.cards import PRIMITIVES, TITLES
from sims.games.gatecrasher.layout import DECISIONS, PHASES
from sims.games.gatecrasher.records import PUBLIC_WORDS

# Records


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("strategy", ["random", NOSY])
def test_records_do_not_depend_on_chunks_or_on_what_was_played_before(players, strategy):
    names = sorted(DATA.profiles)
    other = job(6, {"ruling.firewall_range": "unbounded"}, number=3, pool=names)
    whole = play_records(job(players, number=300, strategy=strategy))
    for size in (1, 7, 300):
        parts = []
        for first in range(0, 300, size):
            number = min(size, 300 - first)
            part = job(players, first=first, number=number, strategy=strategy)
            if part.first % 5 == 0:
                play_records(other)  # leaves state, view and list of another cell behind
            parts.append(play_records(part))
        joined = np.concatenate(parts)
        for field in whole.dtype.names:
            assert (joined[field] == whole[field]).all(), field


def test_records_do_not_depend_on_threads():
    one = job(4, number=3000)
    (total,) = run([one], threads=3, size=128)
    assert total == tally(GAME, one.cell, play_records(one))


def test_the_cap_leaves_games_unfinished():
    records = play_records(job(4, {"max_rounds": 2}, number=50))
    assert set(records["winner"]) == {-2}
    assert set(records["rounds"]) == {2}


def test_seats_are_alike():
    """Dice decide who begins, so no seat is favoured."""
    for players in PLAYERS:
        wins = play_tally(job(players, number=20_000)).wins
        assert chisquare(wins).pvalue > 0.001


# Hackers


def test_everybody_starts_with_the_levels_of_their_hacker():
    levels = {1: 5, 2: 1, 3: 3}
    changes = {f"seat.{seat}.mainframe_levels": n for seat, n in levels.items() if n != 3}
    machine = KernelMachine(GAME, kernel(GAME.name), build_cell(DATA, 3, changes))
    machine.deal(1, 0)
    assert [seat["levels"] for seat in machine.snapshot()["seats"]] == [5, 1, 3]
    # Who has one level is out after the first round that somebody else wins.
    records = play_records(job(3, {**changes, "max_rounds": 1}, number=300))
    first = int((records["winner_1"] == 2).argmax())
    assert records["winner_1"][first] == 2
    traced = trace(job(3, {**changes, "max_rounds": 1}, first=first))
    assert [seat["out"] for seat in traced.final["seats"]] == [False, True, False]


def test_hackers_are_drawn_alike_and_none_twice():
    names = sorted(DATA.profiles)
    records = play_records(job(3, number=14_000, pool=names))
    drawn = records["hacker"][:, :3]
    assert all(len(set(row)) == 3 for row in drawn.tolist())
    for seat in range(3):
        assert chisquare(np.bincount(drawn[:, seat], minlength=len(names))).pvalue > 0.001


def test_a_stronger_hacker_wins_more_often():
    for change in (
        {"init_bonus": 6}, {"init_dice": 6}, {"bolster_bonus": 5}, {"loss_bonus": 5},
        {"loss_resist": 7}, {"leftover_value": 9}, {"mainframe_levels": 5}, {"mine_draws": 4},
    ):  # fmt: skip
        changes = {f"seat.2.{key}": value for key, value in change.items()}
        wins = play_tally(job(3, changes, number=4000)).wins
        assert wins[1] > 1.1 * max(wins[0], wins[2]), change


def test_every_shipped_hacker_has_one_primitive_changed_and_is_named_an_assumption():
    assert len(DATA.profiles) == 7
    for name, profile in DATA.profiles.items():
        changed = [key for key in PRIMITIVES if profile[key] != PRIMITIVES[key]]
        assert len(changed) == (name != "baseline")
    cell = build_cell(DATA, 2, profiles=["hammer", "baseline"])
    said = "\n".join(cell.assumptions)
    assert "hacker hammer" in said
    assert "hacker vault" not in said
    assert "deck assumed, copies" in said


def test_changes_reach_the_hackers():
    changes = {"hackers.hammer.loss_dice": "4", "seat.1.hand_size": 6}
    cell = build_cell(DATA, 3, changes, profiles=["hammer", "baseline", "hammer"])
    assert [p["loss_dice"] for p in cell.profiles] == [4, 2, 4]
    assert [p["hand_size"] for p in cell.profiles] == [6, 5, 5]
    assert build_cell(DATA, 3, {}).profiles == (DATA.profiles["baseline"],) * 3


@pytest.mark.parametrize(
    ("players", "changes", "hackers", "message"),
    [
        (6, {"deck.Bolster.copies": 5}, {}, "5 [+] 5 = 30 .* 6 .* holds 29"),
        (2, {"seat.2.hand_size": 32}, {}, "32 [+] 5 = 37 .* holds 36"),
        (2, {"hackers.vault.hand_size": 32}, {"pool": ["vault", "hammer", "bunker"]}, "37 .* 36"),
        (2, {"deck.Bolster.copies": 105}, {}, "129 protocols; at most 128"),
        (2, {"deck.Bolster.copies": -1}, {}, "-1; allowed are 0 to 128"),
        (2, {"max_rounds": 0}, {}, "0; allowed are 1 to"),
        (2, {"hackers.baseline.mainframe_levels": 0}, {}, "0; allowed are 1 to 100"),
        (2, {"hackers.hamer.loss_dice": 2}, {}, "did you mean 'hammer'"),
        (2, {"hackers.hammer.loss_die": 2}, {}, "did you mean 'loss_dice'"),
        (2, {"seat.3.loss_dice": 2}, {}, "seats are 1 to 2"),
        (2, {"seat.1.loss_dice": 2}, {"pool": ["vault", "hammer"]}, "drawn in each game"),
        (3, {}, {"pool": ["vault", "hammer"]}, "3 different ones .* are 2"),
        (3, {}, {"pool": ["vault", "hammer", "hammer"]}, "3 different ones .* are 2 in 3"),
        (3, {}, {"profiles": ["vault", "hammer"]}, "names 2 for 3 players"),
        (2, {}, {"profiles": ["vault", "hamster"]}, "did you mean 'hammer'"),
    ],
)
def test_impossible_setups_are_errors_that_name_the_numbers(players, changes, hackers, message):
    with pytest.raises(DesignerError, match=message):
        build_cell(DATA, players, changes, **hackers)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[hackers.hammer]", '[hackers."the hammer"]', "cannot be a name"),
        ("[hackers.hammer]", "[hackers.draw]", "cannot be a name"),
        ("[hackers.baseline]", "[hackers.nobody]", r"no section \[hackers.baseline\]"),
        ("loss_dice = 3", "loss_dice = 13", "hackers.hammer.: 'loss_dice' is 13; .* 0 to 12"),
        ("loss_dice = 3", "lose_dice = 3", "did you mean 'loss_dice'"),
        ("extraction_immune = true", "extraction_immune = 1", "true or false"),
        ("hand_size = 5", "hand_size = 7", "= 42 protocols for 6 players, but the deck holds 36"),
    ],
)
def test_a_wrong_hackers_file_is_an_error(tmp_path, old, new, message):
    folder = tmp_path / "gatecrasher"
    shutil.copytree(DATA.folder, folder)
    text = (folder / "hackers.toml").read_text(encoding="utf-8")
    assert f"\n{old}\n" in text
    text = text.replace(f"\n{old}\n", f"\n{new}\n")
    (folder / "hackers.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DesignerError, match=message):
        read_data(GAME, folder)


# Dice and ties


def sums(dice, keep=12):
    """How many of the equally likely faces of some dice give each sum of the best `keep`."""
    faces = product(range(1, 7), repeat=dice)
    return Counter(sum(sorted(rolled, reverse=True)[:keep]) for rolled in faces)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, sums(2)),
        ({"init_dice": 1}, sums(1)),
        ({"init_dice": 3}, sums(3, 2)),
        ({"init_dice": 5, "init_keep": 3}, sums(5, 3)),
        ({"init_keep": 12, "init_bonus": 4}, {s + 4: n for s, n in sums(2).items()}),
    ],
)
def test_opening_firewalls_are_sums_of_dice(changes, expected):
    changes = {f"hackers.baseline.{key}": value for key, value in changes.items()}
    records = play_records(job(4, {**changes, "max_rounds": 1}, number=9000))
    rolled = Counter(records["opening_1"][:, :4].ravel().tolist())
    assert set(rolled) <= set(expected)
    total = sum(expected.values())
    wanted = np.array([expected[s] / total for s in sorted(expected)])
    found = [rolled[s] for s in sorted(expected)]
    assert chisquare(found, wanted * 36_000).pvalue > 0.001


def test_protocols_roll_sums_of_dice():
    """The chances of one die each way are walked in the position `two-dice`; here many games."""
    rolls = Counter()
    for game_id in range(150):
        for event in trace(job(3, first=game_id)).events:
            if event["event"] == "chance" and event["bound"] == 6:
                rolls[event["result"]] += 1
    assert chisquare([rolls[face] for face in range(1, 7)]).pvalue > 0.001


def still(players, **changes):
    """Nobody can do anything: the opening roll alone decides a round."""
    quiet = {"protocols_per_turn": 0, "overclock_protocols": 0, "leftover_value": 0, **changes}
    return {f"hackers.baseline.{key}": value for key, value in quiet.items()}


def test_ties_come_as_often_as_they_should():
    """With two players and one round: a tie of two dice has the chance 73/648."""
    records = play_records(job(2, {**still(2), "max_rounds": 1}, number=20_000))
    tied = int((records["winner_1"] == -1).sum())
    assert set(records["decisions"]) == {0}
    assert chisquare([tied, 20_000 - tied], [20_000 * 73 / 648, 20_000 * 575 / 648]).pvalue > 0.001


def test_a_roll_off_and_the_first_player_are_drawn_uniformly():
    """Everybody has the same firewall, always: each seat wins, and begins, alike."""
    same = still(5, init_dice=0, mainframe_levels=1)
    records = play_records(job(5, {**same, "ruling.round_tie": "roll_off"}, number=10_000))
    assert chisquare(np.bincount(records["winner"], minlength=5)).pvalue > 0.001
    places = (records["winner"] - records["first"].astype(int)) % 5
    assert chisquare(np.bincount(places, minlength=5)).pvalue > 0.001
    seat = {**same, "ruling.round_tie": "roll_off", "ruling.first_tie": "seat"}
    records = play_records(job(5, seat, number=100))
    assert set(records["first"]) == set(records["first_1"]) == {0}
    records = play_records(job(5, {**same, "ruling.round_tie": "all_lose"}, number=10))
    assert set(records["winner"]) == {-1}


def test_win_probability_of_pure_dice():
    """Two players, one level, nobody acts, ties are played again: a die more wins by its odds."""
    changes = {**still(2, mainframe_levels=1), "seat.1.init_dice": 3, "seat.1.init_keep": 3}
    wins = play_tally(job(2, changes, number=20_000)).wins
    more = sum(a * b for (x, a), (y, b) in product(sums(3).items(), sums(2).items()) if x > y)
    less = sum(a * b for (x, a), (y, b) in product(sums(3).items(), sums(2).items()) if x < y)
    share = more / (more + less)
    assert chisquare(wins, [20_000 * share, 20_000 * (1 - share)]).pvalue > 0.001


# Views


def by_kind(counts):
    return {kind: int(counts[kind]) for kind in range(len(TITLES)) if counts[kind]}


def read_view(view, players):
    """A view in plain values, in the words of a snapshot."""
    known = {h: by_kind(view["known"][h]) for h in range(players)}
    return {
        "round": int(view["round"]),
        "phase": PHASES[int(view["phase"])],
        "actor": int(view["actor"]),
        "pile": int(view["pile"]),
        "discard": by_kind(view["discard"]),
        "hand": by_kind(view["hand"]),
        "sizes": view["hand_size"][:players].tolist(),
        "levels": view["levels"][:players].tolist(),
        "firewalls": view["firewall"][:players].tolist(),
        "living": [bool(int(view["living"]) >> seat & 1) for seat in range(players)],
        "seen_hand": {h: cards for h, cards in known.items() if cards},
    }


def may_know(now, seat):
    """What `read_view` must give for a seat of a snapshot."""
    return {
        **{key: now[key] for key in ("round", "phase", "actor", "discard")},
        **{key: now["seats"][seat][key] for key in ("hand", "seen_hand")},
        "pile": len(now["pile"]),
        "sizes": [sum(s["hand"].values()) for s in now["seats"]],
        "levels": [s["levels"] for s in now["seats"]],
        "firewalls": [s["firewall"] for s in now["seats"]],
        "living": [not s["out"] for s in now["seats"]],
    }


def decisions(players, game_id, changes=None):
    """A machine before each decision of a random game."""
    machine = KernelMachine(GAME, kernel(GAME.name), build_cell(DATA, players, changes))
    machine.deal(3, game_id)
    chooser = np.random.default_rng(game_id)
    while (due := machine.decision()) is not None:
        yield machine, due
        machine.choose_index(int(chooser.integers(len(due.options))))


@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_is_what_its_player_may_know(players):
    for game_id in range(8):
        for machine, due in decisions(players, game_id):
            now = machine.snapshot()
            for seat in range(players):
                view = machine.view(seat)[0]
                assert read_view(view, players) == may_know(now, seat)
                assert int(view["seat"]) == seat
                assert DECISIONS[int(view["decision"])] == due.kind
                assert due.kind == "execute" or int(view["target"]) == due.options[0][2]


def test_the_public_block_is_all_that_is_public():
    assert PUBLIC_WORDS == 19
