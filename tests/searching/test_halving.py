"""The search itself, on a toy whose every option's worth is known."""

from functools import cache
from importlib import import_module

import numpy as np
import pytest
import toys
from numba import from_dtype, types

from sims.core import loop, searching
from sims.core.jit import entry
from sims.core.kernel import kernel
from sims.core.replays import Replay
from sims.core.rng import STREAM_DTYPE, stream_type

FLAT, TREE = False, True


def _count(views, lists, rule_box, weights, streams, is_tree, places, trials):
    listed = lists[0]
    wanted = looked_at(listed, weights[0])  # noqa: F821
    chosen = think(  # noqa: F821
        views[0], listed, rule_box[0], weights[0], streams[0], is_tree, places[:wanted],
        trials[:wanted],
    )  # fmt: skip
    return wanted * 1000 + chosen


@cache
def thinker(picker, like=""):
    """The search of the toy with a strategy for rollouts, called from Python."""
    name = toys.name()
    rollouts = getattr(import_module(f"sims.games.{name}.pickers"), picker)
    found = searching.searcher(name, rollouts, like=like)
    names = {"__name__": __name__, "think": found.think, "looked_at": found.looked_at}
    records = kernel(name).records
    view, lists, rules = (
        from_dtype(getattr(records, f"{what}_DTYPE"))[::1] for what in ("VIEW", "OPTIONS", "RULES")
    )
    signature = types.int64(
        view, lists, rules, loop.weights_type[::1], stream_type[::1], types.boolean,
        types.int64[::1], from_dtype(searching.TRIAL_DTYPE)[::1],
    )  # fmt: skip
    return entry(signature)(loop.bind(_count, names, f"{name}.{picker}{like}"))


def look(is_tree, number=0, picker="lot", seed=1, players=2, weights=(), like="", **setup):
    """(the option chosen, the options looked at, their trials) at a decision of the toy."""
    job = toys.job(players, "first", **setup)
    replay = Replay(job)
    engine = kernel(job.cell.game)
    for step in replay.steps(0):
        if step.number == number:
            break
    views = engine.new("VIEW")
    engine.look(replay._states, replay._rules, views, step.seat)
    packed = np.zeros(1, loop.WEIGHTS_DTYPE)
    values = {**searching.TREE, "width": 1.0, **dict(weights)}
    packed[0]["value"][: len(values)] = list(values.values())
    words = np.random.default_rng(seed).integers(1, 2**63, 4).astype(np.uint64)
    places = np.full(16, -1)
    trials = np.zeros(16, searching.TRIAL_DTYPE)
    found = thinker(picker, like)(
        views, replay._lists, replay._rules, packed, words.view(STREAM_DTYPE), is_tree, places,
        trials,
    )  # fmt: skip
    wanted, chosen = divmod(found, 1000)
    return int(places[chosen]), places[:wanted].tolist(), trials[:wanted]


BOTH = pytest.mark.parametrize("is_tree", [FLAT, TREE])


@BOTH
@pytest.mark.parametrize("budget", [1, 2, 3, 7, 20, 64, 200, 1001])
@pytest.mark.parametrize("options", [2, 3, 8, 16])
def test_the_budget_is_kept_and_used(is_tree, budget, options):
    _, places, trials = look(is_tree, options=options, pick=1, weights={"budget": budget})
    rollouts = trials["worlds"].sum()
    assert len(places) == min(options, max(budget, 1))
    assert len(set(places)) == len(places)
    if len(places) > 1:
        assert budget - len(places) < rollouts <= budget
        assert (trials["worlds"] >= 1).all()
    assert trials["worlds"][0] == trials["worlds"].max()


def test_the_better_half_goes_on():
    """Of the others than the favourite 4 of 7 go on, then 2, then 1: 160 rollouts in 4 rounds."""
    _, _, trials = look(FLAT, options=8, pick=1, weights={"budget": 160})
    # Rounds of 8, 5, 3, 2 options: 160 // 32 = 5 worlds, 120 // 15 = 8, 80 // 6 = 13, 41 // 2 = 20.
    assert sorted(trials["worlds"], reverse=True) == [46, 46, 26, 13, 13, 5, 5, 5]


def test_width_is_rollouts_for_each():
    _, places, _ = look(FLAT, options=16, weights={"budget": 60, "width": 20.0})
    assert len(places) == 3


@BOTH
@pytest.mark.parametrize("number", [0, 3, 6])
def test_the_one_option_that_gives_a_point_is_found(is_tree, number):
    """Seats in turn may take a point by option 2; who does in the last round has more chances."""
    for seed in range(3):
        chosen, _, _ = look(
            is_tree, number, seed=seed, options=6, pick=2, players=3, weights={"budget": 600}
        )
        assert chosen == 1


@BOTH
def test_what_comes_of_each_option_is_its_true_chance(is_tree):
    """One pick is left, nobody has points: with it the seat has won, without it half the time."""
    _, places, trials = look(is_tree, 7, turns=8, options=2, pick=1, weights={"budget": 2000})
    rates = dict(zip(places, trials["total"] / trials["worlds"], strict=True))
    assert rates[1] == 1.0
    assert abs(rates[0] - 0.5) < 4.5 * 0.5 / np.sqrt(1000)  # wrong once in 150,000
    gain = trials["gain"][1] / trials["worlds"][1]
    assert abs(abs(gain) - 0.5) < 4.5 * 0.5 / np.sqrt(1000)


@BOTH
def test_the_reward_of_draws_and_unfinished_games(is_tree):
    _, _, drawn = look(is_tree, shared=1, players=4, weights={"budget": 40})
    assert (drawn["total"] == drawn["worlds"] / 4).all()
    _, _, unfinished = look(is_tree, cap=5, weights={"budget": 40})
    assert (unfinished["total"] == 0).all()
    assert (unfinished["worlds"] > 0).all()


def test_a_rollout_that_is_cut_off_is_worth_an_equal_chance():
    """Unless a game says otherwise; 3 turns after the decision the game of 8 turns goes on."""
    _, _, cut = look(FLAT, head=5, players=5, weights={"budget": 40, "depth": 3.0})
    assert np.allclose(cut["total"], cut["worlds"] / 5)
    _, _, played = look(FLAT, head=5, players=5, weights={"budget": 40, "depth": 8.0})
    assert set(played["total"] / played["worlds"]) <= {0.0, 1.0}


@BOTH
def test_an_option_must_do_better_by_more_than_chance(is_tree):
    """No option matters: the favourite, that of the strategy of rollouts, is kept."""
    kept = [
        look(is_tree, seed=seed, picker="second", options=4, worth=1, weights={"caution": 3.0})[0]
        for seed in range(20)
    ]
    assert kept == [3] * 20


def test_a_tree_learns_what_the_rollouts_do_not_do():
    """Rollouts take option 1 for ever, which gives nothing; the tree finds that option 2 does.

    Two seats, both may take a point in each of their turns. Looking at option 1 for itself, the
    first seat loses to the other's point in the tree, and draws lots in flat Monte Carlo.
    """
    weights = {"budget": 4000, "widen": 1.0, "caution": 1.0}
    means = []
    for is_tree in (FLAT, TREE):
        _, places, trials = look(is_tree, 6, picker="first", options=2, pick=1, weights=weights)
        at = places.index(0)
        means.append(trials["total"][at] / trials["worlds"][at])
    assert means[0] == pytest.approx(0.5, abs=0.05)
    assert means[1] < 0.25


LEARNING = {"budget": 8000, "widen": 1.0, "caution": 1.0}


def rate_of(option, **setup):
    """The mean reward of an option of the first decision, between two in tree search."""
    _, places, trials = look(TREE, 0, picker="first", options=3, pick=1, weights=LEARNING, **setup)
    at = places.index(option)
    return trials["total"][at] / trials["worlds"][at]


def test_a_seat_replies_by_its_own_hand():
    """The second of two seats takes the last pick; its hidden card says which option is a point.

    Seeing its card it always gains the point: against a point of the first seat a draw, a half;
    against none it wins. Taken to reply the same with both cards, it would gain the point every
    other time: 3/4 and 1/4. Both, but for what the tree spends on learning.
    """
    mine = look(TREE, 0, options=3, pick=1, secret=1, turns=2, weights=LEARNING)[0]
    assert mine in (1, 2)
    assert 0.45 < rate_of(mine, secret=1, turns=2) < 0.6
    assert rate_of(0, secret=1, turns=2) < 0.1


def test_nobody_chooses_by_a_hand_that_it_does_not_see():
    """Now the other's card says which option is a point; two picks follow one that gains none.

    The first seat holds the same card in every world, so the other learns to name it. The first
    then names the other's, of which it knows nothing: right half the time, by which it draws, it
    wins 1/4. If its node told apart the worlds in which the other holds this or that, as one does
    that hangs on what the other saw and did, it would always draw: 1/2.
    """
    assert 0.18 < rate_of(0, secret=2, turns=3) < 0.32


def test_rollouts_are_played_with_the_weights_that_the_search_was_given():
    """The other takes the last pick: the first option by its own weights, by those given the point.

    Against that the seat draws with a point of its own, which a lot settles, and loses without one.
    """
    weights = {"budget": 2000, "widen": 0.0, "caution": 1.0, "other.place": 1.0}
    _, places, trials = look(
        TREE, 0, picker="told", like="other", options=2, pick=1, turns=2, weights=weights
    )
    rates = dict(zip(places, trials["total"] / trials["worlds"], strict=True))
    assert rates[1] == pytest.approx(0.5, abs=0.07)  # 4.4 standard errors of 1,000 lots
    assert rates[0] == 0.0


@BOTH
def test_equal_streams_think_alike(is_tree):
    once, again, other = (look(is_tree, seed=seed, options=5, worth=1)[2] for seed in (1, 1, 2))
    assert once.tobytes() == again.tobytes()
    assert once.tobytes() != other.tobytes()
