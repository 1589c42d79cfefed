"""Who may not use a protocol chooses among the others as if that one were not there."""

import numpy as np

from balance.planning import Question, plan
from sims.core.replays import Replay
from sims.core.runner import Job


def test_random_without_a_protocol_is_uniform_over_the_other_options():
    """5 sigma at some 1,000 first decisions of five options: pass and one each of four protocols.

    With two players and a hand of all four protocols. Without Bolster, the second option, four are
    left, a quarter each: asked again about these, `random` draws anew.
    """
    [cell] = plan(Question("gatecrasher", (2,), ("random~execute=Bolster", "random")))
    replay = Replay(Job(cell.cell, cell.strategies, 8, 0, 1))
    taken = np.zeros(5)
    for number in range(12_000):
        step = next(replay.steps(number))
        if step.seat == 0 and step.options == 5:
            kinds = [int(item["kind"]) for item in replay._lists[0]["item"][:5]]
            if len(set(kinds)) == 5:
                taken[replay._choose(number, 0, 5)] += 1
    total = taken.sum()
    assert total > 1_000
    assert taken[1] == 0
    for place in (0, 2, 3, 4):
        assert abs(taken[place] - total / 4) < 5 * np.sqrt(total * 3 / 16)
