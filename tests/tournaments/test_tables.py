"""Tables of a tournament: which there are, who sits where, and that the counts are right."""

import pickle
from collections import Counter
from dataclasses import replace
from itertools import permutations
from math import comb

import numpy as np
import pytest

from balance.planning import Question
from balance.stopping import Goal
from balance.tournaments.answer import run, widest
from balance.tournaments.fields import Field, fields, ids_of, play_field
from balance.tournaments.tables import (
    GROUPS,
    SPAN,
    Entrant,
    Won,
    circles,
    rotations,
    tables_of,
)
from balance.versus import Seated, Versus, one_among
from sims.core import strategies
from sims.core.catalogue import games
from sims.core.runner import Job, play_records

GAME = next(name for name, game in games().items() if 4 in game.players)
TWO = ("random", "balanced")


def test_all_tables_of_three_entrants_and_four_players():
    found = tables_of(3, 4, seed=1)
    assert len(found.copies) == comb(6, 4) == found.possible
    assert len({tuple(row) for row in found.copies.tolist()}) == 15
    assert (found.copies.sum(axis=1) == 4).all()
    assert (found.weights == 1).all()


def test_too_many_tables_are_sampled_and_stand_for_all():
    # 8 entrants, 4 players: C(11, 4) = 330 tables, of which 8 + 28 * 3 = 92 are of one or two.
    found = tables_of(8, 4, seed=1, most=150)
    few = (found.copies > 0).sum(axis=1) <= 2
    assert few.sum() == 92
    assert found.sampled == (~few).sum() == 58
    assert found.weights.sum() == pytest.approx(330)
    assert len({tuple(row) for row in found.copies.tolist()}) == 150


@pytest.mark.parametrize(
    ("names", "ways"), [("aaaa", 1), ("aaab", 1), ("aabb", 2), ("aabc", 3), ("abcd", 6)]
)
def test_circles_and_their_rotations_are_all_ways_to_sit(names, ways):
    found = circles(tuple(names))
    assert len(found) == ways
    seated = [order for circle in found for order in rotations(circle)]
    assert Counter(seated) == Counter(set(permutations(names)))


def test_in_the_rotations_everybody_sits_equally_often_in_every_seat():
    for circle in circles(tuple("aabbcd")):
        orders = rotations(circle)
        for seat in range(6):
            sits = Counter(order[seat] for order in orders)
            assert sits["a"] == sits["b"] == 2 * sits["c"] == 2 * sits["d"]


@pytest.fixture(scope="module")
def field():
    [found] = fields(Question(GAME, (4,), games=160, threads=1), TWO)
    return found


def test_counts_are_those_of_the_games_one_by_one(field):
    """The table of two and two: both circles, and each seat's wins, counted from the records."""
    [place] = [i for i, row in enumerate(field.tables.copies.tolist()) if row == [2, 2]]
    seating = field.seatings[place]
    assert len(seating.circles) == 2
    won = seating.play()
    wins, by_seat, unfinished, played = seating.by_entrant(won)
    by_name = {entrant.name: entrant for entrant in field.entrants}
    expected, seats, lost, total = Counter(), np.zeros(4, int), 0, 0
    for game_id in range(seating.games):
        for order in rotations(seating.circles[game_id // SPAN % 2]):
            sit = [by_name[name] for name in order]
            cell = replace(seating.cell, lineup=tuple(entrant.player for entrant in sit))
            job = Job(cell, tuple(entrant.strategy for entrant in sit), 1, game_id, 1)
            winner = int(play_records(job)["winner"][0])
            total += 1
            lost += winner == -2
            if winner >= 0:
                expected[order[winner]] += 1
                seats[winner] += 1
    names = [entrant.name for entrant in seating.entrants]
    assert dict(zip(names, wins.sum(axis=0).tolist(), strict=True)) == dict(expected)
    assert by_seat.sum(axis=0).tolist() == seats.tolist()
    assert (unfinished.sum(), played.sum()) == (lost, total)


def test_counts_add_whatever_the_pieces(field):
    seating = field.seatings[2]
    whole = seating.play()
    cut = sum(
        (seating.part(at, min(5, seating.games - at)).play() for at in range(0, seating.games, 5)),
        seating.nothing(),
    )
    assert cut.games == whole.games
    assert (cut.counts == whole.counts).all()
    again = Won.of_plain(whole.plain())
    assert again.games == whole.games
    assert (again.counts == whole.counts).all()


def test_tables_can_be_sent_to_other_processes(field):
    seating = pickle.loads(pickle.dumps(field.seatings[1])).part(0, 8)
    assert (seating.play().counts == field.seatings[1].part(0, 8).play().counts).all()
    one, other = (Seated(e.strategy, e.player) for e in field.entrants)
    work = Versus(one_among(seating.cell, one, other, (0, 3), 1, 0, 8), None, ((1, 1),))
    assert pickle.loads(pickle.dumps(work)).play() == work.play()


def test_a_table_is_the_same_work_whoever_else_takes_part():
    """So a further entrant plays only its own tables; the order of names is no matter either."""
    few = fields(Question(GAME, (3,), games=30), TWO)[0]
    more = fields(Question(GAME, (3,), games=30), (*reversed(TWO), *_others()))[0]
    known = {str(seating.about()) for seating in more.seatings}
    assert {str(seating.about()) for seating in few.seatings} <= known


def _others():
    return [name for name in strategies.shipped(GAME) if name not in TWO][:1]


def alike(entrants, players, count):
    """A field in which one strategy takes part under several names."""
    question = Question(GAME, (players,), games=count, threads=1)
    [base] = fields(question, TWO)
    own = base.entrants[0]
    named = tuple(Entrant(name, own.strategy, own.player) for name in entrants)
    tables = tables_of(len(named), players, 1)
    seatings = []
    for copies in tables.copies:
        names = [e.name for e, n in zip(named, copies, strict=True) for _ in range(n)]
        sit = tuple(e for e in named if e.name in names)
        around = tuple(circles(names))
        ids = base.seatings[0].games
        seatings.append(replace(base.seatings[0], entrants=sit, circles=around, games=ids))
    return Field(base.question, base.planned, named, tables, tuple(seatings))


def test_one_strategy_under_three_names_is_rated_alike_and_never_worse():
    found = run(alike(("one", "two", "three"), 3, 3000))
    for rating in found.ratings:
        assert rating.low - 12 < 0 < rating.high + 12  # 1,000 ids: errors of about 4 points
        assert rating.high - rating.low < 40
    assert not {row.call for row in found.standings} & {"better", "worse", "depends"}
    # Nobody can gain over a mixture of what are all the same.
    assert found.regret.value < 0.02


def test_few_games_are_raised_to_ten_groups_of_ids():
    assert ids_of(1, 4) == 10 * SPAN
    assert ids_of(4 * 10 * SPAN + 1, 4) == 11 * SPAN


def test_games_are_doubled_until_the_widest_interval_is_narrow_enough(field):
    found = run(field.with_games(160), goal=Goal(precision=0.03, most=4096))
    assert widest(found.played) <= 0.03
    games = found.field.question.games
    assert games in [160 * 2**k for k in range(1, 5)]
    assert widest(play_field(field.with_games(games // 2))) > 0.03
    same = play_field(field.with_games(games))
    assert (same.wins == found.played.wins).all()


def test_games_stop_at_the_most_that_are_allowed(field):
    found = run(field.with_games(64), goal=Goal(precision=0.001, most=100))
    assert found.field.question.games == 100


def test_the_same_field_gives_the_same_answer_on_any_threads(field):
    one = play_field(field)
    other = play_field(replace(field, question=replace(field.question, threads=2)))
    assert (one.wins == other.wins).all()
    assert one.wins.shape[1] == GROUPS
