"""Hidden cards cannot leak: what a seat cannot know changes neither its view nor its choice.

A game says in `tests/games/GAME/hidden.py` how the cards that a seat cannot know are shuffled:
`permute(state, cell, seat, rng)` returns such a state. Where there is no such file, the test of
that game is skipped and says so.
"""

import found
import numpy as np
import pytest

from sims.core.catalogue import find
from sims.core.kernel import kernel, pack_weights
from sims.core.machine import KernelMachine
from sims.core.strategies import address, shipped

WANTED = 25


def states(game, players, number):
    """A machine at decisions of a random game, some steps apart."""
    job = found.job(game, players)
    machine = KernelMachine(find(game), kernel(game), job.cell)
    rng = np.random.default_rng([players, number])
    machine.deal(99, number)
    while (decision := machine.decision()) is not None:
        yield machine, decision, job.cell
        for _ in range(int(rng.integers(1, 12))):
            if (decision := machine.decision()) is None:
                return
            machine.choose_index(int(rng.integers(len(decision.options))))


def listed(machine, state):
    """The option list of a state, as the kernel writes it for whoever decides."""
    engine = machine._kernel
    states, lists = engine.new("STATE"), engine.new("OPTIONS")
    states[0] = state
    count = engine.resume(states, machine._rules, lists)
    return [lists[0]["item"][i].tobytes() for i in range(count)], states, lists


def view_of(machine, state, seat):
    engine = machine._kernel
    states, views = engine.new("STATE"), engine.new("VIEW")
    states[0] = state
    engine.look(states, machine._rules, views, seat)
    return views


def choose(machine, state, seat, strategy):
    engine = machine._kernel
    _, states, lists = listed(machine, state)
    return engine.choose(
        address(strategy), view_of(machine, state, seat), lists, machine._rules,
        pack_weights([strategy.player().weights] * (seat + 1)), states, seat,
    )  # fmt: skip


@pytest.mark.parametrize(("game", "players"), found.COUNTS)
def test_hidden_cards_change_no_view_no_list_and_no_choice(game, players):
    module = found.hidden(game)
    if module is None:
        pytest.skip(f"no tests/games/{game}/hidden.py: nobody has said which cards are hidden")
    permute = module.permute
    rng = np.random.default_rng(7)
    differing = kinds = 0
    asked = set()
    for number in range(6):
        for machine, decision, cell in states(game, players, number):
            before = machine.state.copy()
            for seat in range(players):
                other = permute(before, cell, seat, rng)
                differing += other.tobytes() != before.tobytes()
                assert (
                    view_of(machine, other, seat).tobytes()
                    == view_of(machine, before, seat).tobytes()
                ), (number, decision.kind, seat)
            # For who decides, the list and each strategy's choice are the same too.
            other = permute(before, cell, decision.seat, rng)
            assert listed(machine, other)[0] == listed(machine, before)[0], decision.kind
            for strategy in map(found.few, shipped(game).values()):
                assert choose(machine, other, decision.seat, strategy) == choose(
                    machine, before, decision.seat, strategy
                ), (strategy.name, decision.kind)
            asked.add(decision.kind)
            kinds += 1
    assert kinds > 10
    assert differing > WANTED  # the permutation did move something
    assert len(asked) >= min(3, len(find(game).decisions))
