"""Imagined worlds: each cannot be told from the real one, and they are spread as they should be."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.replays import Position, Replay
from sims.core.runner import Job
from sims.core.strategies import find
from sims.games.gatecrasher import layout as L
from sims.games.gatecrasher.bridge import counts
from sims.games.gatecrasher.cards import (
    BOLSTER,
    DATA_MINE,
    FILE_EXTRACTION,
    KINDS,
    PACKET_LOSS,
    TITLES,
)
from tests.games.imagining import (
    Dreamer,
    check_against_games,
    check_squares,
    positions,
    squares_of_one,
    stream,
)

GAME = games()["gatecrasher"]
DATA = read_data(GAME)
ENGINE = kernel(GAME.name)
NAMES = sorted(DATA.profiles)


def deck(*copies):
    return {f"deck.{title}.copies": n for title, n in zip(TITLES, copies, strict=True)}


def every_seat(players, **values):
    return {f"seat.{s}.{key}": v for s in range(1, players + 1) for key, v in values.items()}


VARIANTS = {
    "assumed": (range(2, 7), {}, {}),
    "hackers": ((4, 6), {}, {"profiles": True}),
    "drawn": ((3,), {}, {"pool": NAMES}),
    "forced": ((2, 4), {"ruling.pass_ends": "no", **deck(3, 2, 3, 28)}, {}),
    "forced hackers": (
        (5,), {"ruling.pass_ends": "no", "ruling.leftover_at": "round_end"}, {"profiles": True},
    ),
    "many at once": (
        (3,), {**every_seat(3, protocols_per_turn=3, overclock_protocols=2), **deck(5, 9, 5, 9)},
        {},
    ),
    "large deck": ((6,), {**deck(32, 32, 32, 32), **every_seat(6, hand_size=20)}, {}),
    "all dealt": ((3,), {**deck(4, 4, 4, 3), "ruling.round_tie": "all_lose"}, {}),
}  # fmt: skip


def job(players, changes, hackers, strategy="random", number=1):
    if hackers.get("profiles"):
        hackers = {"profiles": (NAMES * players)[:players]}
    chosen = find(GAME, strategy)
    changes = {"max_rounds": 6, **changes}
    cell = build_cell(DATA, players, changes, [chosen.player()] * players, **hackers)
    return Job(cell, (chosen,) * players, 1, 0, number)


def check_cards(dreamer, states, world):
    """Every card of the deck is somewhere, and nobody knows of a card what is not so."""
    now = dreamer.snapshot(world)
    cards = Counter(now["pile"]) + Counter(now["discard"])
    for seat in now["seats"]:
        cards += Counter(seat["hand"])
    assert cards == Counter(counts(dreamer.rules[0]["deck_counts"]))
    for viewer, seat in enumerate(now["seats"]):
        for holder, seen in seat["seen_hand"].items():
            assert Counter(seen) <= Counter(now["seats"][holder]["hand"])
            assert holder != viewer
    for field in ("acted", "open_hands"):
        assert world[0][field] == states[0][field]
    leader = int(world[0]["leader"])
    assert int(world[0]["living"]) >> leader & 1
    assert world[0]["firewall"][leader] == states[0]["firewall"][int(states[0]["leader"])]


def turn_begins(dreamer, world):
    """Whether a position can say this: the beginning of a turn, nobody has passed, all to come."""
    state, rules = world[0], dreamer.rules[0]
    hacker = rules["hacker"][int(state["sits"][int(state["decider"])])]
    if dreamer.cell.profile_pool or state["decision"] != L.EXECUTE:
        return False
    if state["phase"] == L.P_EXECUTION:
        return state["passes"] == 0 and state["left"] == hacker["protocols_per_turn"]
    is_first = state["due"] == int(state["living"]).bit_count()
    return is_first and state["left"] == hacker["overclock_protocols"]


@pytest.mark.parametrize("name", VARIANTS)
def test_a_world_cannot_be_told_from_the_real_one(name):
    chooser = random.Random(name)
    kinds, begun, differing = Counter(), 0, 0
    counts_of_players, changes, hackers = VARIANTS[name]
    for players in counts_of_players:
        for strategy in ("random", "balanced"):
            for dreamer, step, states in positions(
                job(players, changes, hackers, strategy, number=2), 5
            ):
                world = dreamer.world(dreamer.view(states, step.seat), stream(step.number))
                dreamer.check(states, world, step.seat)
                check_cards(dreamer, states, world)
                differing += dreamer.snapshot(world) != dreamer.snapshot(states)
                kinds[int(world[0]["decision"])] += 1
                if turn_begins(dreamer, world):
                    begun += 1
                    if begun in (1, 3, 6, 12, 24):
                        dreamer.play_on(world, chooser)
    assert differing > 10
    assert min(kinds[L.EXECUTE], kinds[L.EXTRACT]) > 1
    assert begun > 2 or name == "drawn"


@pytest.mark.parametrize("name", ["hackers", "drawn", "forced"])
def test_a_world_of_any_decision_is_played_to_its_end(name):
    counts_of_players, changes, hackers = VARIANTS[name]
    one = job(counts_of_players[-1], {**changes, "max_rounds": 200}, hackers, number=3)
    replay, kinds = Replay(one), set()
    for dreamer, step, states in positions(one, 40):
        world = dreamer.world(dreamer.view(states, step.seat), stream(step.number))
        records = replay.play_out(Position(world, step.number, step.game_id), 4)
        living = int(states[0]["living"])
        ends = set(records["ended"].tolist())
        assert ends <= {L.E_LAST_STANDING, L.E_DRAW, L.E_UNFINISHED}
        assert all(w < 0 or living >> int(w) & 1 for w in records["winner"])
        assert (records["rounds"] > states[0]["round"]).all()
        kinds.add(int(states[0]["phase"]))
    assert kinds == {L.P_EXECUTION, L.P_OVERCLOCK}


# How worlds are spread


def hidden_of(state):
    """Hands by seat and the pile from the top."""
    pile = state["pile"][int(state["top"]) : int(state["bottom"])]
    return tuple(int(hand) for hand in state["hand"]), tuple(pile.tolist())


def word(kinds):
    return sum(1 << 8 * kind for kind in kinds)


def enumerated(own, slots, cards, known=()):
    """Shares of all ways to put distinct cards on slots: a seat, or a place of the pile as text."""
    found = Counter()
    for order in permutations(cards):
        lain = [*zip(slots, order, strict=True), *known]
        hands = [word(kind for slot, kind in lain if slot == seat) for seat in range(1, L.SEATS)]
        places = sorted((int(s), kind) for s, kind in lain if isinstance(s, str))
        found[((word(own), *hands), tuple(kind for _, kind in places))] += 1
    return {world: Fraction(n, found.total()) for world, n in found.items()}


def placed(players, hands, pile, changes, discard=(), phase="execution", **known):
    """A dreamer and a position of it, seat 1 to act; `known` is what that seat has seen."""
    cell = build_cell(DATA, players, {**every_seat(players, hand_size=1), **changes})
    seats = [
        {"firewall": 5, "levels": 2, "hand": dict(Counter(hand)), "out": False, "seen_hand": {}}
        for hand in hands
    ]
    seats[0] |= known
    machine = KernelMachine(GAME, ENGINE, cell)
    table = {"seats": seats, "pile": pile, "discard": dict(Counter(discard)), "phase": phase}
    machine.place({**table, "actor": 0, "turn": 0, "round": 0})
    return Dreamer(cell), machine.states


def check_spread(dreamer, states, expected, seed, number=40_000):
    views, streams = dreamer.view(states, 0), stream(seed)
    found = Counter(hidden_of(dreamer.world(views, streams)[0]) for _ in range(number))
    check_squares([squares_of_one(found, expected)])


B, M, P, F = BOLSTER, DATA_MINE, PACKET_LOSS, FILE_EXTRACTION


def test_three_cards_by_hand():
    """Bolster, Bolster and Packet Loss in a hand of two and a pile of one.

    The Packet Loss lies in the pile in one of three deals, in the hand in two.
    """
    dreamer, states = placed(2, [[M], [B, P]], [B], deck(2, 1, 1, 0))
    expected = {
        ((word([M]), word([B, P]), 0, 0, 0, 0), (B,)): Fraction(2, 3),
        ((word([M]), word([B, B]), 0, 0, 0, 0), (P,)): Fraction(1, 3),
    }
    check_spread(dreamer, states, expected, 1)


def test_known_cards_stay_and_discards_are_out():
    hands = [[B], [F, B], [M]]
    dreamer, states = placed(
        3, hands, [P, P, M], deck(3, 2, 2, 2), discard=[B, F], seen_hand={1: {F: 1}}
    )
    expected = enumerated([B], [1, 2, "0", "1", "2"], [B, M, M, P, P], [(1, F)])
    assert len(expected) == 30  # 5! / (2! 2!)
    check_spread(dreamer, states, expected, 2)


def test_an_open_hand_is_no_riddle():
    """At `extract` all of that hand is seen; only the pile and a third hand are dealt again."""
    dreamer, states = placed(3, [[F], [B, M], [P]], [P, M], deck(1, 2, 2, 1))
    lists = ENGINE.new("OPTIONS")
    ENGINE.resume(states, dreamer.rules, lists)
    aimed = [tuple(item)[1:4] for item in lists[0]["item"][: int(lists[0]["count"])]]
    ENGINE.take_option(states, dreamer.rules, lists, aimed.index((L.F_EXECUTE, F, 1)))
    assert states[0]["decision"] == L.EXTRACT
    expected = enumerated([], [2, "0", "1"], [P, P, M], [(1, B), (1, M)])
    check_spread(dreamer, states, expected, 3)


# Games whose players' choices tell nothing


NO_DICE = {
    "init_dice": 0, "bolster_dice": 0, "bolster_bonus": 1, "loss_dice": 0, "loss_bonus": 1,
}  # fmt: skip


def blind(state, lists, count, rng):
    """A choice that does not look at cards: pass, or one's own card of a random place in hand."""
    items = [tuple(item)[1:4] for item in lists[0]["item"][:count]]
    if state["decision"] == L.EXTRACT:
        hand = counts(state["hand"][int(state["target"])])
        taken = rng.choice([kind for kind, n in hand.items() for _ in range(n)])
        return [kind for _, kind, _ in items].index(taken)
    seat = int(state["decider"])
    held = [k for k, n in counts(state["hand"][seat]).items() for _ in range(n)]
    others = [s for s in range(L.SEATS) if s != seat and state["hand_size"][s]]
    if not held or not others or rng.random() < 0.4:
        return 0
    played = rng.choice(held)
    return int(rng.choice([i for i, (_, kind, _) in enumerate(items) if kind == played]))


def blind_games(dreamer, number, decisions, choose):
    """Counts of the hidden cards by view, as bytes, over the first decisions of games."""
    states, lists = ENGINE.new("STATE"), ENGINE.new("OPTIONS")
    found = defaultdict(Counter)
    for game_id in range(number):
        count = ENGINE.start_game(states, dreamer.rules, lists, 1, game_id)
        for _ in range(decisions):
            if not count:
                break
            state = states[0]
            shown = dreamer.view(states, int(state["decider"])).tobytes()
            found[shown][hidden_of(state)] += 1
            chosen = choose(state, lists, count)
            if chosen is None:
                break
            count = ENGINE.take_option(states, dreamer.rules, lists, chosen)
    return found


@pytest.mark.slow
def test_worlds_lie_as_in_games_where_the_same_was_seen():
    """Two samples: hidden cards of games that looked alike to who decides, and worlds."""
    changes = {
        **deck(2, 1, 2, 2), **every_seat(3, **NO_DICE, hand_size=1), "ruling.first_tie": "seat",
        "max_rounds": 1,
    }  # fmt: skip
    dreamer, rng = Dreamer(build_cell(DATA, 3, changes)), np.random.default_rng(5)
    found = blind_games(dreamer, 8_000, 8, lambda *where: blind(*where, rng))
    views, freedom = check_against_games(dreamer, found, hidden_of, 60)
    assert views > 50
    assert freedom > 500


def test_who_passes_though_forced_to_execute_holds_extractions_alone():
    """All are immune, so nobody can extract: whoever passes, holds nothing but File Extractions.

    Seat 3 is never asked, so that its turn without a protocol tells nothing.
    """
    changes = {
        **deck(1, 1, 1, 5), **every_seat(4, **NO_DICE, hand_size=1, extraction_immune=True),
        "seat.3.protocols_per_turn": 0, "ruling.first_tie": "seat", "ruling.pass_ends": "no",
        "max_rounds": 1,
    }  # fmt: skip
    dreamer = Dreamer(build_cell(DATA, 4, changes))

    def passes(state, lists, count):
        return 0 if count == 1 and lists[0]["item"][0]["form"] == L.F_PASS else None

    found = blind_games(dreamer, 4_000, 4, passes)
    passed = {}
    for shown, real in found.items():
        view = np.frombuffer(shown, dreamer.engine.records.VIEW_DTYPE)[0]
        passed.setdefault((int(view["seat"]), int(view["passes"])), Counter()).update(real)
    assert set(passed) == {(0, 0), (1, 1), (3, 3), (0, 4)}  # the last in Overclock
    for hands, _ in [*passed[3, 3], *passed[0, 4]]:
        assert hands[0] == hands[1] == word([F])
    assert len({hands[2] for hands, _ in passed[3, 3]}) == KINDS
    views, freedom = check_against_games(dreamer, found, hidden_of, 60)
    assert views > 6
    assert freedom > 100


def test_after_a_round_of_forced_passes_all_hands_are_known_in_overclock():
    """The pile is not empty, so Overclock began because nobody could execute anything."""
    changes = {
        **deck(1, 1, 0, 5), **every_seat(3, **NO_DICE, hand_size=1, extraction_immune=True),
        "ruling.first_tie": "seat", "ruling.pass_ends": "no",
    }  # fmt: skip
    dreamer = Dreamer(build_cell(DATA, 3, changes))
    states, lists = ENGINE.new("STATE"), ENGINE.new("OPTIONS")
    reached = 0
    for game_id in range(60):
        count = ENGINE.start_game(states, dreamer.rules, lists, 1, game_id)
        for _ in range(3):
            if count == 1 and lists[0]["item"][0]["form"] == L.F_PASS:
                count = ENGINE.take_option(states, dreamer.rules, lists, 0)
        if states[0]["phase"] == L.P_OVERCLOCK:
            assert states[0]["top"] < states[0]["bottom"]
            views = dreamer.view(states, int(states[0]["decider"]))
            for number in range(20):
                world = dreamer.world(views, stream(game_id, number))
                assert (world[0]["hand"] == states[0]["hand"]).all()
                assert sorted(hidden_of(world[0])[1]) == sorted(hidden_of(states[0])[1])
            reached += 1
    assert reached > 3
