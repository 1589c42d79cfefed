"""The kernel: positions derived by hand, every game against the referee, and what a view shows."""

import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.errors import DesignerError
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.position_check import KernelSubject, RefereeSubject, check_position
from sims.core.positions import read_positions
from sims.core.runner import Job, play_records, play_tally, run
from sims.core.strategies import find
from sims.core.tally import tally
from sims.core.trace import plain_record, trace
from sims.games.hacked.cards import CONSULTANT, HACKED, KINDS, TITLES
from sims.games.hacked.layout import DECISIONS
from sims.games.hacked.notation import ending, read_line

GAME = games()["hacked"]
DATA = read_data(GAME)
HERE = Path(__file__).parent
NOSY = f"{HERE / 'nosy.py'}:nosy"
SHARED = Path(__file__).resolve().parents[4] / "shared" / "positions" / "hacked.txt"
FILES = [file for file in (HERE / "positions.txt", SHARED) if file.exists()]


def cell_of(players, changes=None, lineup=()):
    return build_cell(DATA, players, changes, lineup)


def job(players, changes=None, first=0, number=1, seed=1, strategy="random"):
    chosen = find(GAME, strategy)
    cell = cell_of(players, changes, [chosen.player()] * players)
    return Job(cell, (chosen,) * players, seed, first, number)


# --- positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", [KernelSubject, RefereeSubject], ids=lambda s: s.name)
@pytest.mark.parametrize(
    "position", [p for file in FILES for p in read_positions(file, GAME)], ids=lambda p: p.name
)
def test_position(position, subject):
    assert check_position(position, subject(GAME)).problem == ""


def test_actor_lines():
    cell = cell_of(3)
    table = {"seats": [{}, {}, {}]}
    assert read_line(cell, table, "actor", " 2 owes 3 attacked")
    assert (table["actor"], table["owes"], table["attacked"]) == (1, 3, True)
    assert ending({**table, "result": None}) == "next 2 owes 3 attacked"
    assert read_line(cell, table, "actor", " 3")
    assert ending({**table, "result": None}) == "next 3 owes 1"
    assert not read_line(cell, table, "actor", " 2 owns 3")
    with pytest.raises(DesignerError, match="no such seat"):
        read_line(cell, table, "actor", " 4")


# --- the oracle ----------------------------------------------------------------------------------


def deck(**copies):
    """Changes to copies, titles by the first letters of their words: `Sc=0` is no consultants."""
    titles = {"".join(w[0] for w in re.split(r"\W+", t) if len(w) > 1): t for t in TITLES}
    titles |= {"Hacked": TITLES[HACKED], "Con": TITLES[CONSULTANT], "A": "Cheatsheet A"}
    titles |= {"Freeze": "ChangeFreeze", "Sprint": "Sprint planning", "Attack": "Attack"}
    titles |= {"Ticket": "Ticket", "Bugfix": "Bugfix"}
    return {f"deck.{titles[word]}.copies": number for word, number in copies.items()}


VARIANTS = {
    "printed": {},
    "cheatsheets-only": {"ruling.combos": "cheatsheets-only"},
    "none": {"ruling.combos": "none"},
    "replace": {"ruling.attack_stack": "replace", **deck(Attack=12)},
    "choice": {"ruling.consultant_use": "choice", **deck(Con=12), "extra_consultants": 7},
    "many freezes": {**deck(Freeze=40), "deck.Attack.turns": 5, "deck.Sprint planning.depth": 9},
    "many sprints": {**deck(Sprint=30, Con=16, Bugfix=1), "extra_consultants": 9, "hand_size": 4},
    "no consultants": deck(Con=0),
    "no freezes": {**deck(Freeze=0, A=0), "deck.Sprint planning.depth": 0},
    "small hands": {"hand_size": 0},
    "all dealt": {**deck(Con=6), "hand_size": 9, "extra_consultants": 0},
    "many hacked": {**deck(Hacked=20), "hacked_cards": 20, "deck.Attack.turns": 1},
    "large deck": {**deck(Ticket=80, Sprint=40, A=70), "hand_size": 20},
}


def check_against_referee(players, name, first, number, strategy):
    for game_id in range(first, first + number):
        one = job(players, VARIANTS[name], game_id, strategy=strategy)
        traced = trace(one, keep_log=False)
        assert plain_record(play_records(one)) == traced.record
        check_record(players, traced)


def check_record(players, traced):
    record, final = traced.record, traced.final
    assert record["winner"] == final["result"]["winner"]
    assert record["turns"] == final["turn"]
    places, waits = record["places"][:players], record["waits"][:players]
    assert sorted(places) == list(range(1, players + 1))
    assert places[record["winner"]] == 1
    # Who goes out earlier waits longer; the second goes out as the game ends.
    by_place = [waits[places.index(place)] for place in range(1, players + 1)]
    assert by_place[:2] == [0, 0]
    assert by_place == sorted(by_place)
    assert record["hacked_met"] == record["consultants"] + players - 1


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", VARIANTS)
def test_referee_agrees(players, name):
    check_against_referee(players, name, 0, 6, "random")
    check_against_referee(players, name, 6, 2, NOSY)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", VARIANTS)
def test_referee_agrees_over_many_games(players, name):
    check_against_referee(players, name, 100, 200 if name == "printed" else 50, "random")
    check_against_referee(players, name, 300, 10, NOSY)


# --- records -------------------------------------------------------------------------------------


def same(some, others):
    """Whether records are equal, whatever lies between their fields."""
    return all((some[field] == others[field]).all() for field in some.dtype.names)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("strategy", ["random", NOSY])
def test_records_do_not_depend_on_chunks_or_on_what_was_played_before(players, strategy):
    large = job(players, VARIANTS["large deck"], number=3, strategy=strategy)
    whole = play_records(job(players, number=300, strategy=strategy))
    for size in (1, 7, 300):
        parts = []
        for first in range(0, 300, size):
            number = min(size, 300 - first)
            part = job(players, first=first, number=number, strategy=strategy)
            if part.first % 5 == 0:
                play_records(large)  # leaves state, view and list of another cell behind
            parts.append(play_records(part))
        assert same(np.concatenate(parts), whole)


def test_records_do_not_depend_on_threads():
    one = job(4, number=3000)
    (total,) = run([one], threads=3, size=128)
    assert total == tally(GAME, one.cell, play_records(one))


def test_the_cap_leaves_games_unfinished():
    records = play_records(job(4, {"max_turns": 2}, number=50))
    assert set(records["winner"]) == {-2}
    assert set(records["turns"]) == {2}


def test_measures_are_kept():
    counted = play_tally(job(4, number=500))
    assert sum(counted.seats["places"]) == 500 * (1 + 2 + 3 + 4)
    met, used = counted.histograms["hacked_met"], counted.histograms["consultants_used"]
    assert sum(n * c for n, c in met.items()) == sum(n * c for n, c in used.items()) + 3 * 500
    assert max(counted.histograms["freezes_used"]) <= 5
    assert all(w > 0 for w in counted.seats["waits"])


# --- views ---------------------------------------------------------------------------------------


def read_cards(counts):
    return {title: int(counts["of"][title]) for title in range(KINDS) if counts["of"][title]}


def read_view(view, players):
    """A view in plain values, in the words of a snapshot."""
    seen = {depth: int(known) - 1 for depth, known in enumerate(view["seen"]["at"]) if known}
    known = {h: read_cards(view["known"][h]) for h in range(players)}
    return {
        "turn": int(view["turn"]),
        "actor": int(view["actor"]),
        "owes": int(view["owes"]),
        "attacked": bool(view["attacked"]),
        "pile": (int(view["pile_size"]), int(view["hacked_left"])),
        "discard": read_cards(view["discard"]),
        "hand": read_cards(view["hand"]),
        "sizes": view["hand_size"]["of"][:players].tolist(),
        "living": [bool(int(view["living"]) >> seat & 1) for seat in range(players)],
        "seen_hand": {h: cards for h, cards in known.items() if cards},
        "seen_pile": seen,
    }


def may_know(now, seat):
    """What `read_view` must give for a seat of a snapshot."""
    public = {key: now[key] for key in ("turn", "actor", "owes", "attacked", "discard")}
    own = {key: now["seats"][seat][key] for key in ("hand", "seen_hand", "seen_pile")}
    return {
        **public,
        **own,
        "pile": (len(now["pile"]), now["pile"].count(HACKED)),
        "sizes": [sum(s["hand"].values()) for s in now["seats"]],
        "living": [not s["out"] for s in now["seats"]],
    }


def decisions(players, name, game_id):
    """A machine before each decision of a random game."""
    machine = KernelMachine(GAME, kernel(GAME.name), cell_of(players, VARIANTS[name]))
    machine.deal(3, game_id)
    random = np.random.default_rng(game_id)
    while (due := machine.decision()) is not None:
        yield machine, due
        machine.choose_index(int(random.integers(len(due.options))))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", ["printed", "many sprints", "large deck", "choice"])
def test_a_view_is_what_its_player_may_know(players, name):
    for game_id in range(8):
        for machine, due in decisions(players, name, game_id):
            now = machine.snapshot()
            for seat in range(players):
                if not now["seats"][seat]["out"]:
                    view = machine.view(seat)[0]
                    assert read_view(view, players) == may_know(now, seat)
                    assert int(view["seat"]) == seat
                    assert DECISIONS[int(view["decision"])] == due.kind


def hidden_cards(now, seat):
    """What the seat does not know: places of the pile and cards of hands, as (where, title)."""
    own = now["seats"][seat]
    places = [d for d in range(len(now["pile"])) if d not in own["seen_pile"]]
    cards = []
    for holder, other in enumerate(now["seats"]):
        if holder != seat:
            rest = Counter(other["hand"]) - Counter(own["seen_hand"].get(holder, {}))
            cards += [(holder, title) for title in rest.elements()]
    return places, cards


def permuted(now, seat, random):
    """The same table for this seat: hidden cards in another order, others' knowledge gone."""
    places, cards = hidden_cards(now, seat)
    free = [d for d in places if now["pile"][d] != HACKED]
    titles = [now["pile"][d] for d in free] + [title for _, title in cards]
    random.shuffle(titles)
    pile = list(now["pile"])
    for depth in free:
        pile[depth] = titles.pop()
    order = [pile[d] for d in places]
    random.shuffle(order)
    for depth, title in zip(places, order, strict=True):
        pile[depth] = title
    own = now["seats"][seat]
    hands = [Counter(own["seen_hand"].get(h, {})) for h in range(len(now["seats"]))]
    hands[seat] = Counter(own["hand"])
    for holder, _ in cards:
        hands[holder][titles.pop()] += 1
    seats = [{"hand": dict(h), "out": s["out"]} for h, s in zip(hands, now["seats"], strict=True)]
    seats[seat] |= {"seen_hand": own["seen_hand"], "seen_pile": own["seen_pile"]}
    return {**now, "pile": pile, "seats": seats}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_hidden_card_changes_a_view(players):
    random = np.random.default_rng(players)
    changed = 0
    for game_id in range(4):
        for machine, due in decisions(players, "many sprints", game_id):
            now = machine.snapshot()
            now["pile"] += [HACKED] * (due.kind in ("consult", "place"))  # one is nowhere just now
            other = permuted(now, due.seat, random)
            shown = [placed(machine, table).view(due.seat).tobytes() for table in (now, other)]
            assert shown[0] == shown[1]
            changed += now["pile"] != other["pile"]
    assert changed > 20


def placed(machine, table):
    new = KernelMachine(GAME, kernel(GAME.name), machine._cell)
    new.place(table)
    return new


# --- setups --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "changes", "numbers"),
    [
        (4, deck(Con=3), ["3", "4"]),
        (4, {"extra_consultants": 3}, ["3", "6", "2", "4"]),
        (4, {"extra_consultants": -1}, ["-1"]),
        (4, {"hacked_cards": 2}, ["2", "4", "3"]),
        (4, {"hacked_cards": 5}, ["5", "4"]),
        (4, deck(Hacked=2), ["2", "3", "4"]),
        (2, deck(Hacked=0), ["0", "1", "2"]),
        (4, {"hand_size": 13}, ["13", "4", "52", "48"]),
        (4, deck(A=240), ["292", "250"]),
        (4, deck(A=-1), ["-1"]),
        (4, {"deck.Attack.turns": 0}, ["0", "1"]),
        (4, {"deck.Sprint planning.depth": -1}, ["-1", "0"]),
        (4, {"max_turns": 0}, ["0", "1"]),
    ],
)
def test_impossible_setups_are_errors_that_name_the_numbers(players, changes, numbers):
    with pytest.raises(DesignerError) as error:
        cell_of(players, changes)
    assert set(numbers) <= set(re.findall(r"-?\d+", str(error.value))), error.value


@pytest.mark.parametrize(
    ("players", "changes", "extra", "hacked"),
    [
        (5, {}, 1, 4),
        (4, {}, 2, 3),
        (4, {"extra_consultants": 0, "hacked_cards": 0}, 0, 3),
        (2, {"extra_consultants": 4, "hacked_cards": 4}, 4, 4),
        (4, deck(Con=0), 0, 3),
        (4, deck(Con=5), 1, 3),
    ],
)
def test_the_setup_of_a_cell_is_the_one_that_is_played(players, changes, extra, hacked):
    cell = cell_of(players, changes)
    assert (cell.setup["extra_consultants"], cell.setup["hacked_cards"]) == (extra, hacked)
    machine = KernelMachine(GAME, kernel(GAME.name), cell)
    machine.deal(1, 1)
    now = machine.snapshot()
    found = Counter(now["pile"])
    for seat in now["seats"]:
        found.update(seat["hand"])
    each = players if cell.deck[TITLES[CONSULTANT]]["copies"] else 0
    assert (found[CONSULTANT], found[HACKED]) == (each + extra, hacked)
    assert read_cards(machine.rules["copies"]) == dict(sorted(found.items()))


def test_what_is_removed_is_not_there():
    for title in TITLES[1:]:
        cell = cell_of(4, {f"deck.{title}.copies": 0, "hand_size": 5})
        machine = KernelMachine(GAME, kernel(GAME.name), cell)
        machine.deal(1, 1)
        now = machine.snapshot()
        cards = [*now["pile"], *(t for seat in now["seats"] for t in seat["hand"])]
        assert TITLES.index(title) not in cards


def test_data_is_all_printed():
    assert DATA.assumptions("printed") == ()
    assert sum(card["copies"] for card in DATA.deck("printed").cards.values()) == 56


# --- against another program ---------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_win_rates_and_lengths_are_those_of_the_yardstick(tmp_path):
    program, games_ = tmp_path / "hacked", 200_000
    source = HERE.parents[1] / "yardstick" / "hacked.c"
    subprocess.run(["cc", "-O2", "-o", program, source], check=True)
    for players in GAME.players:
        command = [program, str(players), str(games_), "5"]
        said = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        ours = play_tally(job(players, number=games_))
        error = (2 * 0.25 / games_) ** 0.5
        for wins, theirs in zip(ours.wins, said["wins"], strict=True):
            assert abs(wins - theirs) / games_ < 5 * error
        turns = sum(value * count for value, count in ours.turns.items()) / games_
        assert abs(turns - said["turns_mean"]) < 5 * said["turns_sd"] * (2 / games_) ** 0.5
        assert ours.decisions / games_ == pytest.approx(said["decisions_per_game"], rel=0.01)
        assert ours.choices / games_ == pytest.approx(said["choices_per_game"], rel=0.01)
