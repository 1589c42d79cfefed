"""What rows show and which question comes first, on planted games: the truth is known here.

No game is played. The records are made up, and go the whole way from sums to sentences.
"""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from balance.blocks import _sums, _values
from balance.clarifying import judge_interplay, rank, size
from balance.clarifying.open_questions import Open
from balance.comparing import Margins, findings, rows_of
from balance.comparing.words import hidden, strength
from balance.pairing import Change, Interplay
from balance.planning import Question, plan
from sims.core.catalogue import games
from sims.core.tally import UNFINISHED, Tally

GAME = next(iter(games()))
MARGINS = Margins(0.01)
PLAYERS = 4
FIELDS = np.dtype([("winner", np.int64), ("turns", np.int64)])


def records(winner, turns=20):
    """Games with these winners (seats from 0) and lengths."""
    made = np.zeros(len(winner), FIELDS)
    made["winner"], made["turns"] = winner, turns
    return made


def tally(made):
    """The counts of made-up games, as far as changes need them."""
    winner = made["winner"]
    values, counts = np.unique(made["turns"], return_counts=True)
    return Tally(
        players=PLAYERS,
        games=len(made),
        wins=np.bincount(winner[winner >= 0], minlength=PLAYERS).tolist(),
        unfinished=int((winner == UNFINISHED).sum()),
        turns=Counter(dict(zip(values.tolist(), counts.tolist(), strict=True))),
    )


def table(before, after, lineup="random"):
    """Rows of made-up games: `after` maps a variant's name to its records."""
    asked = Question(GAME, (PLAYERS,), (lineup,), games=len(before))
    [base] = plan(asked)
    other = replace(base, cell=replace(base.cell, deck_name="another"))
    values = {name: _values((), made, PLAYERS) for name, made in after.items()}
    start = _values((), before, PLAYERS)
    changes = [
        Change(other, tally(before), tally(made), _sums((), [start, values[name]], PLAYERS, PAIR))
        for name, made in after.items()
    ]
    rows = rows_of(asked, base, [(name, other) for name in after], tally(before), changes)
    return [replace(row, after=replace(row.after, fingerprint=row.variant)) for row in rows]


PAIR = ((1,), (0,))


def fair(n, seed=1):
    return np.random.default_rng(seed).choice(PLAYERS, size=n)


def shifted(winner, share, seed=2):
    """Some of the games that others won go to seat 1."""
    moves = np.random.default_rng(seed).random(len(winner)) < share
    return np.where(moves, 0, winner)


def test_an_inert_choice_comes_last_and_the_strong_one_first():
    n = 20_000
    base = fair(n)
    noise = np.random.default_rng(3).random(n) < 0.02
    mild = np.where(noise, fair(n, 4), base)
    rows = table(
        records(base),
        {
            "inert=b": records(base),
            "strong=b": records(shifted(base, 0.08)),  # seat 1: 25 % to 31 %
            "mild=b": records(mild),
            "long=b": records(base, 21),
        },
    )
    found = {f.row.variant: f for f in findings(rows, MARGINS)}
    inert, strong, mild, longer = (
        found[f"{name}=b"] for name in ("inert", "strong", "mild", "long")
    )
    assert inert.row.change.worst.change == 0
    assert (inert.fairness, inert.length, inert.flip) == ("no difference", "none seen", "")
    assert (strong.fairness, strong.flip) == ("less fair", "flips")
    assert strong.worst.joint_low < 0.06 < strong.worst.joint_high
    assert strong.worst.joint_low > 0.03
    assert (mild.fairness, mild.flip) == ("no difference", "")
    assert (longer.fairness, longer.length) == ("no difference", "longer")  # 5 % of 20 turns
    questions = [Open(name, "A heading", "What?", "a", ("b",)) for name in
                 ("inert", "mild", "long", "strong")]  # fmt: skip
    ranked = rank(questions, list(found.values()), "random")
    assert [one.question.name for one in ranked[:2]] == ["strong", "long"]
    calls = {one.question.name: one.call for one in ranked}
    assert calls == {"strong": "matters", "long": "matters", "mild": "none", "inert": "none"}
    assert size(longer) == pytest.approx(1.0)  # a length that never varies has no interval


def test_hardly_any_game_is_no_claim_about_length():
    """Five games of 1,000 are longer by a lot: a t interval would say so, but rests on nothing."""
    turns = np.full(1000, 20)
    base = records(fair(1000))
    longer = turns.copy()
    longer[:5] = 400
    [found] = findings(table(base, {"x=b": records(base["winner"], longer)}), MARGINS)
    assert found.length == "open"
    assert found.row.change.turns.difference == pytest.approx(1.9)


def test_unfinished_games_hide_what_they_may():
    """A tenth of the games is never finished: no call on fairness, whatever was counted."""
    base = fair(20_000)
    cut = np.where(np.arange(20_000) % 10 == 0, UNFINISHED, base)
    [found] = findings(table(records(cut), {"x=b": records(shifted(cut, 0.03))}), MARGINS)
    assert found.fairness == "open"
    assert "10.0 % of games are unfinished" in hidden(found)
    assert not found.unseen
    [same] = findings(table(records(cut), {"x=b": records(cut)}), MARGINS)
    assert (same.fairness, same.row.change.worst.change) == ("none seen", 0)
    assert same.worst.joint_high > 0.05  # the games that were not finished might differ
    seat = found.row.change.seat(1)
    assert seat.low < seat.seen_low < seat.change < seat.seen_high < seat.high


def test_a_family_of_rows_without_effect_claims_nothing(share):
    """Eight variants that only redraw a third of the winners; all rates stay as they are.

    Any claim of a difference among the rows, of fairness or of unfinished games, in at most 5 % of
    the tables each.
    """
    runs, wrong, ends = 40, 0, 0
    for run in range(runs):
        base = fair(600, 10 * run)
        rng = np.random.default_rng(run)
        after = {
            f"x={k}": records(np.where(rng.random(600) < 1 / 3, rng.choice(PLAYERS, 600), base))
            for k in range(8)
        }
        found = findings(table(records(base), after), MARGINS)
        wrong += any(f.worst.sign for f in found)
        ends += any(f.unfinished.sign or f.flip == "flips" for f in found)
    share(wrong, runs).assert_at_most(0.05)
    assert ends == 0


def test_the_largest_of_many_is_flattered_and_its_interval_is_not(share):
    """The largest seen change among eight of no effect is about 2 points; 0 is in its interval."""
    seen, covered, runs = [], 0, 25
    for run in range(runs):
        base = fair(600, 1000 + run)
        rng = np.random.default_rng(500 + run)
        after = {
            f"x={k}": records(np.where(rng.random(600) < 1 / 3, rng.choice(PLAYERS, 600), base))
            for k in range(8)
        }
        found = findings(table(records(base), after), MARGINS)
        largest = max(found, key=lambda f: abs(f.row.change.worst.change))
        seen.append(abs(largest.row.change.worst.change))
        covered += largest.worst.joint_low <= 0 <= largest.worst.joint_high
    assert np.mean(seen) > 0.015
    share(covered, runs).assert_at_least(0.95)


def test_a_planted_interplay_is_found_and_its_absence_too():
    """Either choice alone moves nobody; both together give seat 1 four points."""
    n = 20_000
    base = fair(n)
    both = shifted(base, 0.055)
    cells = [_values((), records(w), PLAYERS) for w in (base, base, base, both)]
    [row] = table(records(base), {"a=b,c=d": records(both)})
    planted = Interplay(PLAYERS, _sums((), cells, PLAYERS, ((3, 0), (1, 2))))
    alone = [cells[0], cells[3], cells[0], cells[3]]  # the second choice changes nothing
    none = Interplay(PLAYERS, _sums((), alone, PLAYERS, ((3, 0), (1, 2))))
    one, other = judge_interplay([(row, "a=b", "c=d", planted), (row, "a=b", "c=d", none)], MARGINS)
    assert one.largest == 1
    assert one.seats[0].sign == 1
    assert one.seats[0].joint_low < 0.041 < one.seats[0].joint_high
    assert not any(seat.sign for seat in other.seats)
    assert other.interplay.seat(1).difference == 0
    assert other.seats[0].joint_low < 0 < other.seats[0].joint_high  # not a point: a bound on it


def test_how_a_finding_fares_across_strength():
    def rung(lineup, said, change=0.02):
        worst = SimpleNamespace(joint_low=change - 0.001, joint_high=change + 0.001)
        row = SimpleNamespace(
            lineup=lineup, identical=False,
            change=SimpleNamespace(worst=SimpleNamespace(change=change)),
        )  # fmt: skip
        seats = SimpleNamespace(margin=0.01)
        return SimpleNamespace(row=row, fairness=said, seats=seats, worst=worst)

    def words(*rungs):
        return strength(rungs).words

    assert words(rung("a", "fairer")) == "only tested among a"
    assert (
        words(rung("a", "fairer"), rung("b", "fairer")) == "holds at every strength tested (a, b)"
    )
    larger = words(rung("a", "fairer"), rung("b", "fairer", 0.05))
    assert larger == "depends on strength: grows with strength (a, b)"
    turned = words(rung("a", "fairer"), rung("b", "less fair"))
    assert turned.startswith("depends on strength: it turns round from weak to strong players")
    some = words(rung("a", "no difference"), rung("b", "open"))
    assert some.startswith(
        "depends on strength: no difference beyond 1 point shown only among weak players"
    )
    neither = words(rung("a", "open"), rung("b", "open"))
    assert neither == "holds at every strength tested (a, b): open at each"
