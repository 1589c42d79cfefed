"""A seat played by hand: the same game as the trace of its choices, and scores that fit."""

import found
import numpy as np
import pytest

from balance.sitting import Sitting
from balance.sitting.explaining import explained
from balance.sitting.seating import how_many, others_and_you
from sims.core.catalogue import find
from sims.core.errors import DesignerError
from sims.core.strategies import shipped
from sims.core.trace import ByHand, InStep, trace

COUNTS = [(name, find(name).players.start + 1) for name in found.GAMES]


def job(game, players, strategy="balanced", game_id=0, changes=()):
    return found.job(game, players, (strategy,) * players, changes, seed=3, first=game_id)


def play(sitting, rng):
    """Choose at random to the end; the moments."""
    moments = [sitting.play_on()]
    while moments[-1].options:
        sitting.choose(int(rng.integers(len(moments[-1].options))) + 1)
        moments.append(sitting.play_on())
    return moments


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_a_game_by_hand_is_the_trace_of_its_choices(game, players):
    one = job(game, players)
    sitting = Sitting(one, 1)
    moments = play(sitting, np.random.default_rng(2))
    mine = sitting.trace()
    assert trace(one, by_hand=ByHand(1, sitting.made)) == mine
    assert mine.final["result"] is not None
    assert len(moments) == len(sitting.made) + 1
    told = [line for moment in moments for line in moment.happened]
    assert told == sitting.log
    again = Sitting(one, 1, sitting.made)
    assert again.play_on().happened == tuple(told)  # all choices made: it goes to the end at once
    assert again.trace() == mine
    half = Sitting(one, 1, sitting.made[:-1])
    assert half.play_on().options == moments[-2].options


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_the_best_scores_are_those_of_what_is_chosen(game, players):
    leaves_to_chance = "stray" in shipped(game)["balanced"].weights
    one = job(game, players, changes={"weights.balanced.stray": 0} if leaves_to_chance else {})
    play_on, kinds = InStep(one, keep_log=False), set()
    scored = 0
    while (due := play_on.decision()) is not None and scored < 150:
        place = play_on.advice(due)
        scores = play_on.scores(due) if len(due.options) > 1 else None
        if scores is not None:
            assert not scores.are_wins
            best = np.nanmax(scores.score)
            assert scores.score[place] == pytest.approx(best, abs=1e-6)
            kinds.add(due.kind)
            scored += len(np.unique(scores.score)) > 1
            lines = explained(one, due, scores, place)
            assert [line for line in lines[1:] if line.endswith("<- chosen")]
            assert str(due.seat + 1) in lines[0]
        play_on.take(due, place)
    assert scored > 10
    assert len(kinds) > 1


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_explaining_changes_no_choice_and_random_has_no_scores(game, players):
    silent, told = (Sitting(job(game, players), 0, explain=explain) for explain in (False, True))
    for sitting in (silent, told):
        play(sitting, np.random.default_rng(4))
    assert silent.trace() == told.trace()
    assert silent.log == told.log
    plain = Sitting(job(game, players, "random"), 0, explain=True)
    moment = plain.play_on()
    while not any("random: no scores" in line for line in moment.happened):
        plain.choose(1)
        moment = plain.play_on()
    assert plain.hint() == ["    random: no scores"]


@pytest.mark.slow
@pytest.mark.parametrize("game", found.GAMES)
def test_a_search_says_what_became_of_its_playouts(game):
    one = job(game, find(game).players.start, "search:40")
    play_on = InStep(one, keep_log=False)
    scored = 0
    while (due := play_on.decision()) is not None and scored < 6:
        place = play_on.advice(due)
        play_on.take(due, place)
        due = play_on.decision()
        if due is None or len(due.options) == 1:
            continue
        scores, again = play_on.scores(due), play_on.scores(due)
        assert again.score.tobytes() == scores.score.tobytes()  # asking does not move its chances
        place = play_on.advice(due)
        lines = explained(one, due, scores, place)
        looked_at = scores.playouts > 0
        assert scores.are_wins
        assert scores.playouts[place] == scores.playouts.max()  # it went on to the last round
        assert (np.isnan(scores.score) == ~looked_at).all()
        assert ((scores.score[looked_at] >= 0) & (scores.score[looked_at] <= 1)).all()
        assert 20 <= scores.playouts.sum() <= 40
        assert "win estimate from playouts" in lines[0]
        assert any(f"{scores.playouts.max():.0f} playouts)" in line for line in lines)
        assert any(line.endswith("<- chosen") for line in lines)
        scored += 1
    assert scored == 6


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_a_hint_is_of_ones_own_options(game, players):
    sitting = Sitting(job(game, players), 1)
    moment = sitting.play_on()
    for _ in range(5):
        name, *lines = sitting.hint()
        assert name.startswith("    balanced: score")
        assert len(lines) == min(len(moment.options), 5)
        assert all(any(line.endswith(f"  {option}") for option in moment.options) for line in lines)
        sitting.choose(1)
        moment = sitting.play_on()


@pytest.mark.parametrize("game", found.GAMES)
def test_whoever_is_restricted_gives_no_scores(game):
    restricted = find(game).restrictions[0]
    name = f"balanced~{restricted.name}" + (f"={restricted.items[0]}" if restricted.items else "")
    play_on = InStep(job(game, 2, name), keep_log=False)
    assert play_on.scores(play_on.decision()) is None
    assert shipped(game)["random"].scores is None


def test_choices_that_do_not_fit_are_refused():
    one = job(*COUNTS[0])
    with pytest.raises(DesignerError, match=r"number 1 is 999; .* seat 1 has options 1 to"):
        trace(one, by_hand=ByHand(0, [999]))
    with pytest.raises(DesignerError, match="more to choose"):
        trace(one, by_hand=ByHand(0, []))
    sitting = Sitting(one, 0)
    play(sitting, np.random.default_rng(1))
    with pytest.raises(DesignerError, match="with 1 of the numbers left"):
        trace(one, by_hand=ByHand(0, [*sitting.made, 1]))
    with pytest.raises(ValueError, match="no option 1"):
        sitting.choose(1)


def test_how_many_sit_and_who():
    assert how_many((), [2, 3, 4, 5], ["x"], 2) == 4
    assert how_many((), [2, 3, 4, 5], ["x", "y"], 2) == 3
    assert how_many((5,), [2, 3, 4, 5], ["x"], 5) == 5
    assert others_and_you(["x"], 4, 2) == ("x",)
    assert others_and_you(["x", "y", "z"], 4, 2) == ("x", "x", "y", "z")
    assert others_and_you(["x", "y", "z"], 4, 4) == ("x", "y", "z", "x")
    with pytest.raises(DesignerError, match=r"--seat 5: with 4 players there are seats 1 to 4"):
        how_many((), [2, 3, 4, 5], ["x"], 5)
    with pytest.raises(DesignerError, match="name one for all, or 3"):
        others_and_you(["x", "y"], 4, 1)
    with pytest.raises(DesignerError, match="one player count"):
        how_many((2, 3), [2, 3, 4, 5], ["x"], 1)
