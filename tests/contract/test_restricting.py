"""Restricted play in every game: who may not use a thing does not, and nothing else changes."""

import pickle

import found
import pytest

from sims.core.catalogue import find, games
from sims.core.replays import Replay
from sims.core.restricting import things
from sims.core.runner import play_records
from sims.core.strategies import find as find_strategy

THINGS = [(name, thing) for name in found.GAMES for thing in things(games()[name]).values()]

SMALL_TABLES = [(name, n) for name, n in found.COUNTS if n < games()[name].players.start + 2]
"""Player counts at which a deck without one of its titles still has enough cards for all hands."""


class Fields:
    """A record whose fields are attributes, as numba sees it."""

    def __init__(self, record):
        self.record = record

    def __getattr__(self, name):
        return self.record[name]


class Watching(Replay):
    """Replays a game and keeps, of each decision of a seat, which options use a thing."""

    def __init__(self, job, seat, thing):
        super().__init__(job)
        self.watched, self.thing = seat, thing
        self.uses = games()[job.cell.game].restrictions[thing.place].uses
        self.seen = []

    def _choose(self, game_id, seat, count):
        chosen = super()._choose(game_id, seat, count)
        if seat == self.watched:
            view, rules = Fields(self._views[0]), Fields(self._rules[0])
            items = self._lists[0]["item"][:count]
            used = [bool(self.uses(view, Fields(i), rules, self.thing.item)) for i in items]
            self.seen.append((used, chosen))
        return chosen


@pytest.mark.parametrize(("game", "thing"), THINGS, ids=lambda value: getattr(value, "name", value))
def test_who_may_not_use_a_thing_uses_it_only_where_nothing_else_is_left(game, thing):
    """And the list is as it was when the next decision comes: the referee's test is elsewhere."""
    players = games()[game].players.start + 1
    lineup = [f"random~{thing.name}", *["random"] * (players - 1)]
    watching = Watching(found.job(game, players, lineup, seed=5), 0, thing)
    for number in range(12):
        for _ in watching.steps(number):
            pass
    some = [(used, chosen) for used, chosen in watching.seen if any(used)]
    assert some, "nobody could use it in these games"
    for used, chosen in some:
        assert all(used) or not used[chosen]


@pytest.mark.parametrize(("game", "players"), SMALL_TABLES)
def test_without_what_is_not_in_the_game_every_record_is_the_same(game, players):
    """The titles that a restriction is about are taken out of the deck, one after the other."""
    declared = games()[game]
    compared = 0
    for name, thing in things(declared).items():
        _, about, title = name.partition("=")
        if not about:
            continue
        changes = {f"deck.{title}.copies": 0}
        plain = found.job(game, players, ["random"] * players, changes, seed=3, games=20)
        lineup = [f"random~{thing.name}", *["random"] * (players - 1)]
        without = found.job(game, players, lineup, changes, seed=3, games=20)
        for one, other in zip(play_records(plain), play_records(without), strict=True):
            assert str(one) == str(other)
            compared += 1
    assert compared >= 20


@pytest.mark.parametrize("game", found.GAMES)
def test_kernel_and_referee_agree_on_restricted_players(game):
    from sims.core.trace import trace

    players = games()[game].players.start + 1
    for thing in things(games()[game]).values():
        lineup = [f"balanced~{thing.name}", *["random"] * (players - 1)]
        trace(found.job(game, players, lineup, seed=11), keep_log=False)  # raises Disagreement


@pytest.mark.parametrize("game", found.GAMES)
def test_a_restricted_strategy_is_another_player_and_travels(game):
    declared = find(game)
    names = list(things(declared))
    one, other = (find_strategy(declared, f"balanced~{name}") for name in names[:2])
    plain = find_strategy(declared, "balanced")
    assert len({one.digest, other.digest, plain.digest}) == 3
    assert one.weights == plain.weights
    assert one.family == "balanced"
    again = pickle.loads(pickle.dumps(one))
    assert (again.name, again.digest, again.barred) == (one.name, one.digest, one.barred)


@pytest.mark.parametrize("game", found.GAMES)
def test_weights_of_the_plain_strategy_are_those_of_the_restricted_one(game):
    declared = find(game)
    plain = find_strategy(declared, "balanced")
    weight = next(iter(plain.weights))
    name = f"balanced~{next(iter(things(declared)))}"
    players = declared.players.start
    changed = found.planned(
        game, players, (name,) * players, ((f"weights.balanced.{weight}", 3.25),)
    )
    assert all(player.weights[0] == 3.25 for player in changed.cell.lineup)
