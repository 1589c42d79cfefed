"""A lineup of unlike strategies in every rotation: a setup's games are shared out among them."""

from dataclasses import replace

import pytest

from balance import api
from balance.planning import FRESH, ROTATED, plan
from balance.recommending import recommend, wording
from balance.recommending.search import play_until
from balance.recommending.space import Setup, setups
from sims.core.catalogue import games
from sims.core.runner import Job, play_tally
from sims.core.tally import Tally

GAME = max(games().values(), key=lambda game: game.report.scale)
WEAK, STRONG = GAME.report.ladder[0], GAME.report.ladder[-1]
LINEUP = (STRONG, WEAK, WEAK)
KEY = GAME.report.map_parameter
VALUES = list(GAME.report.map_values[3])[:2]


def asked(**more):
    more = {"players": 3, "lineup": LINEUP, "rotate": True, "threads": 1} | more
    return api.question(GAME.name, **more)


def played(rotation, first, games, seed=1):
    return play_tally(Job(rotation.cell, rotation.strategies, seed, first, games))


def added(*tallies):
    return sum(tallies, Tally(players=3))


@pytest.mark.parametrize(
    ("rotations", "games", "evenly"),
    [(1, 7, 7), (2, 7, 8), (2, 8, 8), (3, 1, 6), (3, 12, 12), (3, 13, 18), (4, 16_384, 16_384)],
)
def test_each_rotation_gets_as_many_games_in_both_halves(rotations, games, evenly):
    one = Setup(3, {}, tuple(plan(asked()))[:1] * rotations)
    assert one.evenly(games) == evenly


def test_the_race_shares_the_games_of_each_half_out():
    """10 games are 12: 0 to 5 in one half, 2 of each rotation, 6 to 11 in the other; then 24."""
    a, b, c = plan(asked())
    one = Setup(3, {}, (a, b, c))
    play = play_until(asked())
    play([one], 10)
    assert one.halves[0] == added(played(a, 0, 2), played(b, 2, 2), played(c, 4, 2))
    assert one.halves[1] == added(played(a, 6, 2), played(b, 8, 2), played(c, 10, 2))
    before = list(one.halves)
    play([one], 20)
    assert one.played == 24
    more = added(played(a, 12, 2), played(b, 14, 2), played(c, 16, 2))
    assert one.halves[0] == before[0] + more
    play([one], 24)
    assert one.played == 24


def test_setups_have_every_rotation():
    tried = setups(asked(), [(KEY, VALUES)])[3]
    assert len(tried) >= len(VALUES)
    for setup in tried:
        assert len(setup.rotations) == 3
        assert {rotation.cell.setup[KEY] for rotation in setup.rotations} == {setup.at[KEY]}
        seats = zip(*(rotation.strategies for rotation in setup.rotations), strict=True)
        assert all(sorted(s.name for s in seat) == sorted(LINEUP) for seat in seats)


def test_fresh_games_are_shared_out_and_everything_says_so():
    """100 games are 102: 34 of each rotation, on the fresh seed; the same as played here."""
    answer = recommend(
        GAME.name, {KEY: VALUES}, players=3, lineup=LINEUP, rotate=True, games=100, first=6,
        threads=1,
    )  # fmt: skip
    [found] = answer.found
    for setup in (found.best, found.printed):
        each = [played(one, 34 * n, 34, 1 + FRESH) for n, one in enumerate(setup.rotations)]
        assert setup.fresh == added(*each)
    [row] = answer.recommended.to_dict("records")
    assert (row["games"], row["rotations"]) == (102, 3)
    assert len(set(row["fingerprint"].split())) == 3
    assert set(answer.setups["rotations"]) == {3}
    lineup = f"{STRONG},{WEAK},{WEAK} in every rotation"
    assert answer.strength["strategy"].tolist()[0] == lineup
    assert ROTATED in answer.sentences
    if found.change is not None:
        assert found.change.games == 102
    assert wording.remarks([replace(found, best=Setup(3, {}, found.best.rotations[:1]))]) == [
        wording.ADAPTATION
    ]
