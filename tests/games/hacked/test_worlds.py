"""Imagined worlds: each cannot be told from the real one, and they are spread as they should be."""

import random
from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest

from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.replays import Position, Replay
from sims.core.trace import trace
from sims.games.hacked import layout as L
from sims.games.hacked.bridge import by_title
from sims.games.hacked.cards import CONSULTANT, KINDS
from tests.games.hacked.hidden import ask_anew
from tests.games.hacked.tables import (
    CON,
    GAME,
    HACKED,
    ID,
    VARIANTS,
    cell_of,
    deck,
    job,
    read_seat,
    titles,
)
from tests.games.imagining import (
    Dreamer,
    check_against_games,
    check_squares,
    positions,
    squares_of_one,
    stream,
)

ENGINE = kernel(GAME.name)


def cards_in(now):
    cards = Counter(now["pile"]) + Counter(now["discard"])
    for seat in now["seats"]:
        cards += Counter(seat["hand"])
    return cards


def check_cards(dreamer, states, world):
    """All cards of the deck are there; as many as really did have left the game, and such ones."""
    copies = Counter(by_title(dreamer.rules[0]["copies"]))
    real, now = dreamer.snapshot(states), dreamer.snapshot(world)
    gone = copies - cards_in(now)
    assert cards_in(now) + gone == copies
    assert gone.total() == (copies - cards_in(real)).total()
    assert gone[HACKED] == (copies - cards_in(real))[HACKED]
    if dreamer.cell.rulings["consultant_use"] == "always":
        assert not gone[CON]
    for viewer, seat in enumerate(now["seats"]):
        for holder, seen in seat["seen_hand"].items():
            assert Counter(seen) <= Counter(now["seats"][holder]["hand"])
            assert holder != viewer
        assert all(now["pile"][depth] == title for depth, title in seat["seen_pile"].items())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", VARIANTS)
def test_a_world_cannot_be_told_from_the_real_one(players, name):
    chooser = random.Random(players)
    kinds, differing = Counter(), 0
    for strategy in ("random", "balanced"):
        one = job(players, VARIANTS[name], number=2, strategy=strategy)
        for dreamer, step, states in positions(one, 3):
            world = dreamer.world(dreamer.view(states, step.seat), stream(step.number))
            dreamer.check(states, world, step.seat)
            check_cards(dreamer, states, world)
            now = dreamer.snapshot(world)
            differing += now != dreamer.snapshot(states)
            kind = int(world[0]["decision"])
            kinds[kind] += 1
            if kind == L.FREEZE:
                asked = {"asked": 0, **{k: world[0][k] for k in ("decider", "last", "hand")}}
                ask_anew(asked, dreamer.cell, step.seat)
                assert int(world[0]["asked"]) == asked["asked"]
            if kind == L.PLAY and kinds[L.PLAY] in (1, 4, 9, 16):
                dreamer.play_on(world, chooser)
    assert differing > 5
    assert kinds[L.PLAY] >= 4


@pytest.mark.parametrize("name", ["printed", "choice", "many freezes"])
def test_a_world_of_any_decision_is_played_to_its_end(name):
    one = job(4, VARIANTS[name], number=6, strategy="random")
    replay, kinds = Replay(one), set()
    for dreamer, step, states in positions(one, 3):
        world = dreamer.world(dreamer.view(states, step.seat), stream(step.number))
        records = replay.play_out(Position(world, step.number, step.game_id), 4)
        assert (records["ended"] == L.E_LAST_STANDING).all()
        assert (np.sort(records["places"][:, :4]) == [1, 2, 3, 4]).all()
        met, used = records["hacked_met"].astype(int), records["consultants"].astype(int)
        assert (met == used + 3).all()
        kinds.add(GAME.decisions[int(states[0]["decision"])])
    assert kinds >= {"play", "freeze", "give"}


# The consultant that everybody begins with


def sure_consultants(events, players):
    """By decision, how many consultants each viewer can be sure of in each hand, from events."""
    sure = np.ones((players, players), int)
    for event in events:
        if event["event"] == "decide":
            yield sure.copy()
        elif event["event"] == "discard" and event["title"] == CON:
            sure[:, event["seat"]] = np.maximum(sure[:, event["seat"]] - event["copies"], 0)
        elif event["event"] == "move":
            giver, taker, is_con = event["giver"], event["taker"], event["title"] == CON
            for viewer in range(players):
                if viewer == taker or event["seen_by_all"]:
                    sure[viewer, giver] = max(sure[viewer, giver] - is_con, 0)
                else:
                    sure[viewer, giver] = 0
                if viewer == giver or event["seen_by_all"]:
                    sure[viewer, taker] += is_con


@pytest.mark.parametrize("name", ["printed", "choice", "many sprints"])
def test_who_still_has_the_consultant_of_the_beginning(name):
    """View for view what the referee's events say; and of those who use none it stays sure."""
    players, kept_late = 4, 0
    for game_id in range(12):
        one = job(players, VARIANTS[name], game_id)
        events = trace(one).events
        steps = Replay(one)
        wanted = sure_consultants(events, players)
        for step, sure in zip(steps.steps(game_id), wanted, strict=True):
            state = steps.position(step).state[0]
            for viewer in range(players):
                for holder in range(players):
                    if viewer != holder and int(state["living"]) >> holder & 1:
                        kept = int(state["kept"]) >> 8 * viewer + holder & 1
                        known = int(state["known"][viewer, holder]["of"][CONSULTANT])
                        assert known + kept == sure[viewer, holder]
                        assert known + kept <= state["hand"][holder]["of"][CONSULTANT]
                        kept_late += kept and step.turn > 5
    assert kept_late > 20


# How worlds are spread


def placed(seats, pile, changes, actor=1, **known):
    """A dreamer and a position of it; `known` is what the actor has seen."""
    cell = cell_of(len(seats), changes)
    read = [read_seat(text) for text in seats]
    read[actor - 1] |= known
    machine = KernelMachine(GAME, ENGINE, cell)
    machine.place({"seats": read, "pile": titles(pile), "actor": actor - 1})
    return Dreamer(cell), machine.states


def hidden_of(state):
    """Hands by seat and the draw pile from the top, all in titles."""
    hands = tuple(
        tuple(t for t in range(KINDS) for _ in range(hand["of"][t])) for hand in state["hand"][:3]
    )
    pile = state["pile"]["at"][int(state["top"]) : int(state["bottom"])]
    return hands, tuple(pile.tolist())


def enumerated(own, slots, cards, known, gone_has_consultants=True):
    """Shares of all ways to put distinct cards on slots that the rules allow.

    `slots` names where each hidden card can lie: 1 and 2 for those hands, a depth as a string, or
    "gone"; `known` has (slot, title) of what is in sight.
    """
    found = Counter()
    for order in permutations(cards):
        lain = [*zip(slots, order, strict=True), *known]
        hacked_outside = any(t == HACKED and not isinstance(slot, str) for slot, t in lain)
        gone = [title for slot, title in lain if slot == "gone"]
        if hacked_outside or HACKED in gone or (CON in gone and not gone_has_consultants):
            continue
        hands = [tuple(sorted(t for slot, t in lain if slot == seat)) for seat in (1, 2)]
        places = sorted((int(s), t) for s, t in lain if isinstance(s, str) and s != "gone")
        found[((tuple(sorted(own)), *hands), tuple(t for _, t in places))] += 1
    return {world: Fraction(n, found.total()) for world, n in found.items()}


SMALL = {f"deck.{title}.copies": 0 for title in GAME.titles} | {"hand_size": 1}


def check_spread(dreamer, states, expected, seed, number=40_000):
    views, streams = dreamer.view(states, 0), stream(seed)
    found = Counter(hidden_of(dreamer.world(views, streams)[0]) for _ in range(number))
    check_squares([squares_of_one(found, expected)])


def test_three_cards_by_hand():
    """One hidden card in hand, a card and a You've been hacked in the pile: 2 times 2 worlds.

    Out of sight are an Attack and two Bugfixes less the one in the own hand: the other hand holds
    the Attack or the Bugfix, and You've been hacked is on top or not.
    """
    changes = SMALL | deck(hacked=1, attack=1, bugfix=2)
    dreamer, states = placed(["bugfix", "bugfix"], "hacked attack", changes)
    attack, bugfix, quarter = ID["attack"], ID["bugfix"], Fraction(1, 4)
    expected = {
        (((bugfix,), (hand,), ()), pile): quarter
        for hand, other in ((attack, bugfix), (bugfix, attack))
        for pile in ((HACKED, other), (other, HACKED))
    }
    check_spread(dreamer, states, expected, 1)


def test_known_cards_stay_where_they_are():
    """One card of hand 2 is known, a place of the pile is, and how many are hacked."""
    changes = SMALL | deck(hacked=2, attack=2, ticket=2, sprint=1, A=2)
    dreamer, states = placed(
        ["sprint", "attack ticket", "A"], "hacked A ticket hacked attack", changes,
        seen_hand={1: {ID["attack"]: 1}}, seen_pile={2: ID["ticket"]},
    )  # fmt: skip
    hidden = [*titles("ticket A A attack"), HACKED, HACKED]
    slots = [1, 2, "0", "1", "3", "4"]
    known = [(1, ID["attack"]), ("2", ID["ticket"])]
    expected = enumerated([ID["sprint"]], slots, hidden, known)
    assert len(expected) == 6 * 12  # 2 of 4 places for hacked, 4! / 2! orders of the rest
    check_spread(dreamer, states, expected, 2)


@pytest.mark.parametrize("ruling", ["always", "choice"])
def test_who_had_to_use_a_consultant_went_out_without_one(ruling):
    """Player 3 is out with two cards: one of them may be a consultant only by choice."""
    changes = {
        **SMALL, **deck(hacked=2, con=4, attack=2, A=1), "extra_consultants": 1,
        "ruling.consultant_use": ruling,
    }  # fmt: skip
    dreamer, states = placed(["con", "con A", "out"], "attack hacked", changes)
    hidden = [*titles("con con con attack attack A"), HACKED]
    slots = [1, 1, "gone", "gone", "gone", "0", "1"]
    expected = enumerated([CON], slots, hidden, [], ruling == "choice")
    check_spread(dreamer, states, expected, 3)


def test_places_of_one_who_has_drawn_hacked():
    """At `place` the card in the air is nowhere, and there is a depth more than there are cards."""
    changes = SMALL | deck(hacked=2, con=3, attack=1, A=2) | {"extra_consultants": 0}
    dreamer, states = placed(["con", "attack", "A"], "hacked A hacked con con", changes)
    lists = ENGINE.new("OPTIONS")
    ENGINE.resume(states, dreamer.rules, lists)
    ENGINE.take_option(states, dreamer.rules, lists, 0)
    assert int(states[0]["decision"]) == L.PLACE
    hidden = [*titles("con con attack A A"), HACKED]
    expected = enumerated([], [1, 2, "0", "1", "2", "3"], hidden, [])
    check_spread(dreamer, states, expected, 4)


# Games whose players' choices tell nothing


def blind(state, lists, count, rng):
    """A choice that does not look at cards: draw, or one's own card of a random place in hand."""
    seat = int(state["decider"])
    held = [t for t in range(KINDS) for _ in range(state["hand"][seat]["of"][t]) if t != CON]
    items = lists[0]["item"][:count]
    if state["decision"] == L.PLAY:
        others = [s for s in range(5) if s != seat and int(state["sizes"]) >> 8 * s & 0xFF]
        if not held or not others or rng.random() < 0.5:
            return 0
        played = rng.choice(held)
        fitting = [i for i in range(count) if tuple(items[i])[1:3] == (L.F_CARD, played)]
        return int(rng.choice(fitting))
    if state["decision"] == L.GIVE:
        given = rng.choice(held)
        return [int(item["title"]) for item in items].index(given)
    return int(rng.integers(count))


BLIND = {
    "tickets": deck(hacked=2, attack=1, ticket=2, update=1, sprint=1, bugfix=1),
    "consultants": {
        **deck(hacked=2, con=3, update=2, sprint=2, attack=1), "extra_consultants": 0,
    },
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", BLIND)
def test_worlds_lie_as_in_games_where_the_same_was_seen(name):
    """Two samples: hidden cards of games that looked alike to who decides, and worlds."""
    cell = cell_of(3, SMALL | BLIND[name])
    dreamer, rng = Dreamer(cell), np.random.default_rng(5)
    states, lists = ENGINE.new("STATE"), ENGINE.new("OPTIONS")
    found = defaultdict(Counter)
    for game_id in range(12_000):
        count = ENGINE.start_game(states, dreamer.rules, lists, 1, game_id)
        for _ in range(8):
            if not count:
                break
            state = states[0]
            shown = dreamer.view(states, int(state["decider"])).tobytes()
            found[shown][hidden_of(state)] += 1
            chosen = blind(state, lists, count, rng)
            count = ENGINE.take_option(states, dreamer.rules, lists, chosen)
    views, freedom = check_against_games(dreamer, found, hidden_of, 60)
    assert views > 50
    assert freedom > 500
