"""A lineup of unlike strategies in every rotation: each seat is every strategy's equally often."""

import numpy as np
import pytest

from balance import api
from balance.carding import cards
from balance.carding.answer import Asked, run, total_games
from balance.carding.effects import SWAP, measure
from balance.carding.seen import share
from balance.pairing import compare_rotations
from balance.planning import ROTATED, by_count, lineup_of, plan
from sims.core.catalogue import games
from sims.core.runner import Job, play_records
from sims.core.tally import UNFINISHED

GAME = max(games().values(), key=lambda game: game.report.scale)
WEAK, STRONG = GAME.report.ladder[0], GAME.report.ladder[-1]
GAMES = 60


def asked(lineup=(STRONG, WEAK, WEAK), **more):
    return api.question(
        GAME.name, players=3, lineup=lineup, rotate=True, games=GAMES, threads=1, **more
    )


def records(planned, place):
    """The games that the rotation at a place is to play: those from `place * GAMES` on."""
    return play_records(Job(planned.cell, planned.strategies, 1, place * GAMES, GAMES))


def test_the_rotations_of_a_lineup_are_one_setup():
    [(players, rotations)] = by_count(plan(asked())).items()
    assert players == 3
    who = [[s.name for s in rotation.strategies] for rotation in rotations]
    assert who == [[STRONG, WEAK, WEAK], [WEAK, WEAK, STRONG], [WEAK, STRONG, WEAK]]
    assert lineup_of(rotations) == f"{STRONG},{WEAK},{WEAK} in every rotation"
    assert lineup_of(rotations[:1]) == f"{STRONG},{WEAK},{WEAK}"


@pytest.fixture(scope="module")
def measured():
    rotations = by_count(plan(asked()))[3]
    return rotations, measure(asked(), rotations, kinds=(SWAP,))


def test_every_rotation_plays_as_many_games_and_none_those_of_another(measured):
    """The base's counts are those of the three rotations, played here one by one."""
    rotations, found = measured
    played = [records(rotation, place) for place, rotation in enumerate(rotations)]
    winner = np.concatenate([each["winner"] for each in played])
    assert found.tally.games == 3 * GAMES
    assert found.tally.wins == [int((winner == seat).sum()) for seat in range(3)]
    strong = [int((played[turn]["winner"] == seat).sum()) for turn, seat in enumerate((0, 2, 1))]
    assert sum(strong) > 3 * GAMES * 0.4  # so that it matters who sits where
    unrotated = [int((played[0]["winner"] == seat).sum()) for seat in range(3)]
    assert np.ptp(found.tally.wins) / 3 < np.ptp(unrotated)


def test_changes_are_of_each_rotation_beside_the_same_one(measured):
    """The sum of the differences of length, from the games of both cells in each rotation."""
    rotations, found = measured
    effect = found.effects[0]
    difference = []
    for place, (base, swapped) in enumerate(zip(rotations, effect.variant.rotations, strict=True)):
        assert base.strategies == swapped.strategies
        after, before = (records(one, place)["turns"].astype(int) for one in (swapped, base))
        difference.append(after - before)
    each = np.concatenate(difference)
    turns = effect.change.turns
    assert effect.change.games == turns.n == 3 * GAMES
    assert turns.difference == pytest.approx(each.mean())
    assert turns.sd == pytest.approx(each.std(ddof=1))
    won = np.concatenate([records(r, n)["winner"] for n, r in enumerate(effect.variant.rotations)])
    assert effect.change.tally.unfinished == (won == UNFINISHED).sum()


def test_one_rotation_is_what_it_was():
    """Everybody alike: nothing to rotate, the same cells, the same numbers."""
    one = asked(lineup=WEAK)
    [base] = by_count(plan(one)).values()
    assert len(base) == 1
    still, changes = compare_rotations(one, base, [base])
    assert still.games == changes[0].games == GAMES
    assert still.wins == measure(one, base, kinds=()).tally.wins


def test_a_sample_is_shared_out_so_that_each_rotation_gets_as_many(measured):
    rotations, _ = measured
    assert [share(sample, rotations) for sample in (0, 1, 3, 4, 7)] == [0, 1, 1, 2, 3]
    assert share(7, rotations[:1]) == 7


def test_frames_and_sentences_say_that_it_was_rotated():
    answer = cards(
        GAME.name, players=3, lineup=(STRONG, WEAK, WEAK), rotate=True, games=16, sample=4,
        ladder=False, threads=1,
    )  # fmt: skip
    assert set(answer.effects["rotations"]) == {3}
    assert set(answer.effects["games"]) == {48}
    assert set(answer.seen["games"]) == {6}  # 2 of each rotation
    assert answer.lineup == f"{STRONG},{WEAK},{WEAK} in every rotation"
    assert set(answer.strength["strategy"]) == {answer.lineup}
    assert ROTATED in answer.sentences
    assert any(f"among {answer.lineup}" in text for text in answer.sentences)
    assert len(set(answer.fingerprints(3))) == 3


def test_the_progress_bar_counts_every_rotation():
    told = []
    one = Asked(asked(), ladder=False, sample=4)
    run(one, told.append)
    assert sum(told) == total_games(one)
    unrotated = Asked(api.question(GAME.name, players=3, lineup=(STRONG, WEAK, WEAK), games=GAMES),
                      ladder=False, sample=4)  # fmt: skip
    assert total_games(one) == 3 * (total_games(unrotated) - 4) + 6
