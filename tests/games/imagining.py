"""What the tests of imagined worlds share: imagining, playing on beside the referee, chi-square."""

from collections import Counter

import numpy as np
from scipy.stats import chi2

from sims.core.catalogue import games, part_of
from sims.core.kernel import kernel
from sims.core.replays import Replay
from sims.core.rng import STREAM_DTYPE
from sims.core.streams import Stream, StreamChance

RATE = 1e-4
"""How often a test of a distribution is wrong about a right one: the seeds are fixed."""


def stream(*numbers):
    """A stream that looks random."""
    words = np.random.default_rng(numbers).integers(1, 2**63, 4).astype(np.uint64)
    return words.view(STREAM_DTYPE)


class Dreamer:
    """Imagines what a seat sees of a cell's states."""

    def __init__(self, cell):
        self.cell = cell
        self.engine = kernel(cell.game)
        self.rules = self.engine.pack(cell)

    def view(self, states, seat):
        views = self.engine.new("VIEW")
        self.engine.look(states, self.rules, views, seat)
        return views

    def world(self, views, streams):
        """A new world, where something else was before."""
        states = self.engine.new("STATE")
        states.view(np.uint8)[:] = 0xA5
        self.engine.imagine_world(views, self.rules, streams, states)
        return states

    def listed(self, states):
        """The options of whoever decides, in their order."""
        lists = self.engine.new("OPTIONS")
        count = self.engine.resume(states.copy(), self.rules, lists)
        return [self.engine.option(lists[0]["item"][i]) for i in range(count)]

    def snapshot(self, states):
        return self.engine.bridge.snapshot(states[0], self.cell)

    def check(self, states, world, seat):
        """The seat cannot tell the world from the state."""
        assert int(world[0]["decider"]) == seat
        assert self.view(world, seat).tobytes() == self.view(states, seat).tobytes()
        assert self.listed(world) == self.listed(states)

    def play_on(self, world, chooser):
        """Play a world, in which a turn begins, to its end, kernel and referee in step."""
        game = games()[self.cell.game]
        words = [int(word) for word in world[0]["chance"]["stream"]["word"]]
        referee = part_of(game, "referee").Referee(
            self.cell, StreamChance(Stream(words)), keep_log=False
        )
        states, lists = world.copy(), self.engine.new("OPTIONS")
        referee.place(self.snapshot(states))
        count = self.engine.resume(states, self.rules, lists)
        while count:
            options = [self.engine.option(lists[0]["item"][i]) for i in range(count)]
            due = referee.decision()
            kind = game.decisions[int(states[0]["decision"])]
            assert (due.seat, due.kind) == (int(states[0]["decider"]), kind)
            assert sorted(due.options) == sorted(options)
            chosen = chooser.randrange(count)
            referee.choose(options[chosen])
            count = self.engine.take_option(states, self.rules, lists, chosen)
            assert referee.snapshot() == self.snapshot(states)
        assert referee.decision() is None
        assert self.snapshot(states)["result"] is not None


def positions(job, apart):
    """(dreamer, step, state) at every `apart`-th decision of a job's games."""
    dreamer, replay = Dreamer(job.cell), Replay(job)
    for game_id in range(job.first, job.first + job.games):
        for step in replay.steps(game_id):
            if step.number % apart == game_id % apart:
                yield dreamer, step, replay.position(step).state


def squares_of_one(found, expected):
    """Chi-square and degrees of freedom of counts against exact shares, all of them above 0."""
    assert set(found) <= set(expected), "a world that cannot be"
    total = sum(found.values())
    wanted = {key: float(share) * total for key, share in expected.items()}
    assert min(wanted.values()) >= 5
    return sum((found[key] - n) ** 2 / n for key, n in wanted.items()), len(wanted) - 1


def squares_of_two(some, others):
    """Chi-square and degrees of freedom of two counts with equal totals; rare ones as one."""
    assert sum(some.values()) == sum(others.values())
    rare = [key for key in {*some, *others} if some[key] + others[key] < 10]
    pairs = [(some[key], others[key]) for key in {*some, *others} - {*rare}]
    pairs.append((sum(some[key] for key in rare), sum(others[key] for key in rare)))
    pairs = [(a, b) for a, b in pairs if a + b >= 10]
    return sum((a - b) ** 2 / (a + b) for a, b in pairs), len(pairs) - 1


def check_squares(parts):
    """All the chi-squares together are as chance makes them; wrong once in 1 / RATE."""
    squares, freedom = map(sum, zip(*parts, strict=True))
    assert freedom > 0
    assert chi2.sf(squares, freedom) > RATE, (squares, freedom)
    return freedom


def check_against_games(dreamer, hidden_by_view, key, least):
    """Worlds lie as the hidden cards of games did in which the same was seen.

    `hidden_by_view` has a count of `key(state)` for each view, as bytes; views of fewer games than
    `least` are left out. Returns how many views there were, and the degrees of freedom.
    """
    parts = []
    for number, (shown, real) in enumerate(sorted(hidden_by_view.items())):
        total = sum(real.values())
        if total >= least and len(real) > 1:
            views = np.frombuffer(shown, dreamer.engine.records.VIEW_DTYPE).copy()
            streams = stream(number)
            worlds = Counter(key(dreamer.world(views, streams)[0]) for _ in range(total))
            parts.append(squares_of_two(real, worlds))
    return len(parts), check_squares(parts)
