"""What the search of this game makes of a table when it cuts a rollout off."""

import numpy as np
import pytest
from numba import types

from sims.core.jit import entry
from sims.core.kernel import kernel
from sims.core.replays import Replay
from sims.games.hacked.records import rules_type, state_type
from sims.games.hacked.strategies._outlook import drawer, first_hacked, outlook
from tests.games.hacked.tables import GAME, ID, job

ENGINE = kernel(GAME.name)


@entry(types.int64(state_type[::1]))
def first_one(states):
    return first_hacked(states[0])


@entry(types.int64(state_type[::1], types.int64))
def drawn_by(states, depth):
    return drawer(states[0], depth)


@entry(types.int64(state_type[::1], rules_type[::1], types.float64[::1]))
def look_out(states, rule_box, reward):
    outlook(states[0], rule_box[0], reward)
    return 0


def table(pile="", hands=(), out=(), actor=0, owes=1, players=4, top=3):
    """A state with as much as the outlook looks at."""
    states = ENGINE.new("STATE")
    cards = [ID[word] for word in pile.split()]
    states[0]["pile"]["at"][top : top + len(cards)] = cards
    states[0]["top"], states[0]["bottom"] = top, top + len(cards)
    states[0]["living"] = sum(1 << seat for seat in range(players) if seat not in out)
    states[0]["actor"], states[0]["owes"] = actor, owes
    for seat, hand in enumerate(hands):
        for word in hand.split():
            states[0]["hand"][seat]["of"][ID[word]] += 1
    return states


def chances(states, players=4):
    rules = ENGINE.new("RULES")
    rules[0]["players"] = players
    reward = np.zeros(players)
    look_out(states, rules, reward)
    return reward


@pytest.mark.parametrize(
    ("pile", "depth"), [("hacked A", 0), ("A B hacked hacked", 2), ("A B C", 3), ("", 0)]
)
def test_the_first_one_in_the_pile(pile, depth):
    """Places above the top still hold what was drawn: they do not count."""
    assert first_one(table(pile)) == depth


@pytest.mark.parametrize(
    ("given", "seats"),
    [
        ({}, [0, 1, 2, 3, 0, 1]),
        ({"actor": 2, "owes": 3}, [2, 2, 2, 3, 0, 1]),
        ({"actor": 3, "out": (0, 2)}, [3, 1, 3, 1, 3, 1]),
    ],
)
def test_who_draws_what_if_everybody_draws(given, seats):
    states = table(**given)
    assert [drawn_by(states, depth) for depth in range(len(seats))] == seats


def test_who_is_out_cannot_win_and_the_others_share_it():
    found = chances(table("A B C", ("con A", "A", "con", "A B"), out=(1,)))
    assert found[1] == 0.0
    assert found.sum() == pytest.approx(1.0)
    assert (found[[0, 2, 3]] > 0.0).all()


def test_what_is_better_is_worth_more():
    """Each time seat 2 has more than seat 4, who sits alike but for that."""
    for hands in [("", "con"), ("", "update"), ("", "attack")]:
        found = chances(table("A B C D E", (hands[0], hands[1], hands[0], hands[0])))
        assert found[1] > found[3]
    near = chances(table("A hacked C D E", ("", "", "", "")))
    assert near[1] < near[3]
    safe = chances(table("A hacked C D E", ("", "con", "", "con")))
    assert safe[1] < safe[3]


def test_it_foretells_who_wins():
    """Brier's score over one position of each of 200 games, against the score of equal chances.

    The mean gain is 4 standard errors above none, wrong once in 30,000.
    """
    replay = Replay(job(4, number=200, strategy="balanced"))
    gains = []
    for game_id in range(200):
        held, alive = None, 0
        for step in replay.steps(game_id):
            if step.turn <= 12:
                held = replay._states.copy()
                alive = bin(held[0]["living"]).count("1")
        winner = int(replay._states[0]["winner"])
        equal = (1 - 1 / alive) ** 2 + (alive - 1) / alive**2
        reward = np.zeros(4)
        look_out(held, replay._rules, reward)
        gains.append(equal - ((reward - np.eye(4)[winner]) ** 2).sum())
    assert np.mean(gains) > 4 * np.std(gains) / np.sqrt(len(gains))
