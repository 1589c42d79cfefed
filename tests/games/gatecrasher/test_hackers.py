"""Shares of the wins by hacker and the search for a fair size, where the answer is known by hand.

Nobody can do anything here, so the opening roll alone decides: two players with one level play
until a roll is not tied, and whoever rolled more wins. With `a` and `b` the chances that either
rolls more, the first wins a share a / (a + b).
"""

from collections import Counter
from itertools import product

import pytest

from balance.means import using
from balance.profiles import profiles
from balance.profiles.shares import Call, Share, groups, share
from balance.profiles.sizes import is_nearer
from balance.profiles.tables import Rotations, Sums
from sims.core.errors import DesignerError

STILL = {
    "protocols_per_turn": 0, "overclock_protocols": 0, "leftover_value": 0, "mainframe_levels": 1,
}  # fmt: skip
NAMES = ("baseline", "sprinter")


def changes(**own):
    """Everybody is still; `sprinter` has some values of its own."""
    found = {f"hackers.{name}.{key}": value for name in NAMES for key, value in STILL.items()}
    return found | {f"hackers.sprinter.{key}": value for key, value in own.items()}


def rolls(dice, keep, bonus=0):
    faces = product(range(1, 7), repeat=dice)
    return Counter(max(0, sum(sorted(rolled)[-keep:]) + bonus) for rolled in faces)


def share_of(dice, keep, bonus):
    """The share of who rolls so, against two plain dice."""
    pairs = [
        (a > b, a < b, n * m)
        for (a, n), (b, m) in product(rolls(dice, keep, bonus).items(), rolls(2, 2).items())
    ]
    more, less = (sum(pair[2] for pair in pairs if pair[side]) for side in (0, 1))
    return more / (more + less)


def ask(games=6000, search=True, **own):
    return profiles(
        "gatecrasher", players=2, names=NAMES, changes=changes(**own), games=games, threads=1,
        search=search,
    )  # fmt: skip


def test_a_share_is_the_one_worked_out_by_hand():
    found = ask(init_dice=3, init_keep=2, search=False)
    truth = share_of(3, 2, 0)
    for one in (found.in_field, found.in_pairs):
        by_name = {s.profile: s for s in one}
        assert by_name["sprinter"].joint_low < truth < by_name["sprinter"].joint_high
        assert by_name["baseline"].joint_low < 1 - truth < by_name["baseline"].joint_high
        assert by_name["sprinter"].call(0.02) == Call.TOO_STRONG
        assert by_name["baseline"].call(0.02) == Call.TOO_WEAK
    assert found.found == []


def test_the_search_finds_the_size_that_is_fair_by_hand():
    """Three dice, the best two, are paid for by a bonus below 0; which is nearest, is known."""
    distance = {bonus: abs(share_of(3, 2, bonus) - 0.5) for bonus in range(-6, 7)}
    best = min(distance, key=distance.get)
    assert best != 0
    found = ask(games=20_000, init_dice=3, init_keep=2, init_bonus=4)
    size = next(s for s in found.found if s.key == "init_bonus")
    assert (size.old, size.value, size.default) == (4, best, 0)
    assert size.helps
    [after] = size.after
    assert after.joint_low < share_of(3, 2, best) < after.joint_high
    assert any(f"{best} is the fairest" in sentence for sentence in found.sentences)


def test_the_search_does_not_claim_a_fair_size_where_there_is_none():
    """Against two dice and 30, no number of dice of 0 to 12 that count two can do anything."""
    found = profiles(
        "gatecrasher", players=2, names=NAMES, games=2000, threads=1,
        changes={**changes(init_dice=3), "hackers.baseline.init_bonus": 30},
    )  # fmt: skip
    dice = next(s for s in found.found if s.key == "init_dice")
    assert dice.value is None
    assert not dice.helps
    assert [s.rate for s in dice.before] == [0]
    assert dice.before[0].high < 0.01  # Wilson, where t would be a point
    assert any("none" in s or "no other" in s for s in found.sentences if "init_dice" in s)


def test_who_has_no_number_to_change_is_said_so():
    found = profiles(
        "gatecrasher", players=2, names=("baseline", "vault"), games=1000, threads=1,
        changes={"hackers.baseline.init_bonus": 60, "hackers.vault.init_bonus": 60},
    )  # fmt: skip
    assert {one.profile for one in found.without} <= {"baseline", "vault"}
    for one in found.without:
        assert ("yes or no" in one.reason) == (one.profile == "vault")


def test_the_same_question_has_the_same_answer_on_any_number_of_threads():
    one, two = (
        profiles("gatecrasher", players=3, games=300, threads=n, search=False) for n in (1, 3)
    )
    assert one.in_field == two.in_field
    assert one.in_pairs == two.in_pairs


def test_a_ledger_keeps_what_was_played(tmp_path, monkeypatch):
    def ask_three():
        return profiles("gatecrasher", players=3, games=120, threads=2, search=False)

    with using(tmp_path / "ledger.sqlite"):
        first = ask_three()

    def play(*_):
        raise AssertionError("played twice")

    monkeypatch.setattr(Rotations, "play", play)
    with using(tmp_path / "ledger.sqlite"):
        again = ask_three()
    assert again.in_field == first.in_field
    assert again.in_pairs == first.in_pairs


def test_profiles_that_are_alike_are_fair_on_any_number_of_players():
    """Each sits once in every seat, so that of one group all shares add up to what was won."""
    alike = {f"hackers.sprinter.{key}": 2 for key in ("init_dice",)}
    found = profiles(
        "gatecrasher", players=[2, 3], names=("baseline", "sprinter", "vault"), changes=alike,
        games=900, threads=1, search=False,
    )  # fmt: skip
    for players in (2, 3):
        rates = [s.rate for s in found.in_field if s.players == players]
        assert sum(rates) == pytest.approx(3 / players)
    frame = found.field
    assert (frame["low"] <= frame["rate"]).all()
    assert (frame["deviation"] == frame["rate"] - frame["fair"]).all()


def test_groups_are_all_or_a_sample():
    assert groups("abc", 2, 1) == ([("a", "b"), ("a", "c"), ("b", "c")], True)
    assert groups("a", 3, 1) == ([("a", "a", "a")], True)
    drawn, whole = groups([str(n) for n in range(20)], 5, 1)
    assert not whole
    assert len(set(drawn)) == 40
    assert all(len(set(group)) == 5 for group in drawn)


def test_a_share_of_groups_that_were_drawn_takes_each_for_one_observation():
    """Ten groups of 50 ids, each always won or always lost: ten observations, not 500."""
    blocks = [Sums(50, 50 * won, 50 * won, 50 * won, 50 * won) for won in (0, 2) * 5]
    drawn, whole = share(2, "a", "field", blocks, False), share(2, "a", "field", blocks, True)
    assert drawn.rate == whole.rate == 0.5
    assert (drawn.observations, whole.observations) == (10, 500)
    assert drawn.high - drawn.low > 3 * (whole.high - whole.low)


def test_unfinished_games_widen_a_share():
    finished = share(2, "a", "field", [Sums(100, 90, 130, 90, 130)])
    unfinished = share(2, "a", "field", [Sums(100, 90, 130, 110, 170)])
    assert unfinished.rate == finished.rate == 0.45
    assert unfinished.low == finished.low
    assert unfinished.high > finished.high + 0.08
    assert unfinished.unfinished == 20


def made(low, high, players=2):
    ends = (low, high) * 3
    return Share(players, "a", "field", (low + high) / 2, *ends, 100, 200, 0)


def test_nearer_to_fair_means_the_whole_interval():
    assert is_nearer(made(0.48, 0.52), made(0.6, 0.7))
    assert is_nearer(made(0.41, 0.45), made(0.6, 0.7))
    assert not is_nearer(made(0.39, 0.45), made(0.6, 0.7))
    assert not is_nearer(made(0.49, 0.51), made(0.48, 0.60))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"lineup": "random,builder"}, "one strategy is needed"),
        ({"names": ("vault",)}, "two different hackers are needed"),
        ({"names": ("vault", "hamer")}, "did you mean 'hammer'"),
        ({"changes": {"seat.1.init_dice": 3}}, "everybody sits in every seat"),
        ({"changes": {"hackers.hammer.loss_die": 3}}, "did you mean 'loss_dice'"),
    ],
)
def test_impossible_questions_are_refused(options, message):
    with pytest.raises(DesignerError, match=message):
        profiles("gatecrasher", players=2, games=10, **options)


def test_a_game_without_profiles_is_refused():
    with pytest.raises(DesignerError, match="there are no profiles"):
        profiles("override", players=2, games=10)
