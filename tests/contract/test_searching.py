"""Strategies that look ahead, in every game that has some: what they find, and how much it helps.

What they do not see, and that equal seeds give equal games, `test_hidden` and `test_play` test for
all strategies. `tests/games/GAME/winning.txt` holds positions with one option that wins.
"""

from pathlib import Path

import found
import numpy as np
import pytest
from scipy.stats import binomtest

from balance.planning import Question, plan, weights_of
from sims.core import strategies
from sims.core.catalogue import find, part_of
from sims.core.data import read_data
from sims.core.kernel import kernel, pack_weights
from sims.core.machine import KernelMachine
from sims.core.position_check import KernelSubject, RefereeSubject, check_position
from sims.core.positions import read_positions
from sims.core.runner import Job, play_records

GAMES = [name for name in found.GAMES if kernel(name).has_worlds]
AHEAD = [
    (game, strategy.name)
    for game in GAMES
    for strategy in strategies.shipped(game).values()
    if strategies.BUDGET in strategy.weights
]
TESTS = Path(__file__).parents[1] / "games"
POSITIONS = [
    (game, position)
    for game in GAMES
    for position in read_positions(TESTS / game / "winning.txt", find(game))
]


def test_some_look_ahead():
    assert {game for game, _ in AHEAD} == set(GAMES)


@pytest.mark.parametrize("subject", [KernelSubject, RefereeSubject], ids=lambda s: s.name)
@pytest.mark.parametrize(("game", "position"), POSITIONS, ids=lambda v: getattr(v, "name", v))
def test_the_option_wins(game, position, subject):
    assert check_position(position, subject(find(game))).problem == ""


def choices(game, position, chosen):
    """What a strategy chooses at each decision of the seat that wins, and what it should."""
    engine, notation = kernel(game), part_of(find(game), "notation")
    machine = KernelMachine(find(game), engine, position.cell)
    machine.place(position.table)
    packed = pack_weights([chosen.player().weights] * position.cell.players)
    winner = int(position.outcomes[0].ending.split()[1]) - 1
    for ask in (*position.asks, *position.outcomes[0].asks):
        due = machine.decision()
        texts = [notation.option_text(position.cell, due.kind, option) for option in due.options]
        if due.seat == winner:
            machine.states[0]["choice"]["word"][due.seat] = np.arange(1, 5)
            place = engine.choose(
                strategies.address(chosen), machine.view(due.seat), machine.lists,
                machine._rules, packed, machine.states, due.seat,
            )  # fmt: skip
            yield texts[place], ask.choice
        machine.choose_index([notation.normal(due.kind, text) for text in texts].index(ask.choice))


@pytest.mark.parametrize(("game", "name"), AHEAD)
def test_a_sure_win_is_found(game, name):
    chosen = strategies.with_budget(strategies.shipped(game)[name], "200")
    asked = 0
    for other, position in POSITIONS:
        if other == game:
            for choice, wanted in choices(game, position, chosen):
                assert choice == wanted, position.name
                asked += 1
    assert asked >= 1


@pytest.mark.parametrize(("game", "name"), AHEAD)
def test_weights_that_are_of_another_follow_it(game, name):
    """A weight NAME.KEY is that of NAME at the same number of players, as the data folder says."""
    chosen = strategies.shipped(game)[name]
    data = read_data(find(game))
    for players in find(game).players:
        mine = weights_of(chosen, data, players, {})
        for weight in chosen.weights:
            of, dot, key = weight.partition(".")
            if dot:
                theirs = strategies.shipped(game)[of]
                assert (
                    mine[weight] == {**theirs.weights, **weights_of(theirs, data, players, {})}[key]
                )


RATE, LOOKS, BLOCK = 1e-2, 20, 10
"""How often the test below is wrong about a strategy that is no better than an equal share; how
often it looks, each time after so many more games with it in each seat."""


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), AHEAD)
def test_who_looks_ahead_beats_the_strategy_of_its_rollouts(game, name):
    """Against three of it, a win is due in a quarter of games: an exact test at each look."""
    players, wins, played = 4, 0, 0
    lineups = [["balanced"] * players for _ in range(players)]
    for look in range(LOOKS):
        for seat, lineup in enumerate(lineups):
            lineup[seat] = f"{name}:200"
            [planned] = plan(Question(game, (players,), tuple(lineup)))
            job = Job(planned.cell, planned.strategies, 3, look * BLOCK, BLOCK)
            records = play_records(job)
            wins += int((records["winner"] == seat).sum())
            played += len(records)
        test = binomtest(wins, played, 1 / players, alternative="greater")
        if test.pvalue < RATE / LOOKS:
            return
    raise AssertionError(f"{wins} of {played}")
