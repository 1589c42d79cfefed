"""Game quality compared: nothing where nothing changes, known changes by hand, honest intervals."""

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from balance import DesignerError, Effort, compare, quality
from balance.qualities.change_words import labels, sentences
from balance.qualities.changes import Paired, QualityChange, _of_games
from balance.qualities.meanings import COURSE, PACE
from balance.stats import Shown, variance_parts, variance_parts_change
from sims.core.catalogue import games

NAME = next(reversed(games()))
GAME = games()[NAME]
KEY = next(p.key for p in GAME.parameters if p.kind == "int" and p.low > 0)
EFFORT = Effort(games=6, looks=6, playouts=8, deals=24, replays=4)
MEANINGS = {meaning.name: meaning for meaning in (*COURSE, *PACE)}


def paired(name, before, after, unfinished=(), seat=None):
    """A measure of games 0, 1, ...; `unfinished` holds the ids that are so after the change."""
    column = name if seat is None else f"{name}_seat{seat}"
    frames = [pd.DataFrame({column: v, "unfinished": False}) for v in (before, after)]
    frames[1].loc[list(unfinished), "unfinished"] = True
    return _of_games(MEANINGS[name], seat, *frames, playouts=8)


def test_a_table_against_itself_changes_by_exactly_nothing():
    found = compare(NAME, ".", "printed", players=2, lineups="random", games=40, effort=EFFORT)
    frame = found.quality
    assert {"length", "lead_changes", "drama", "wait", "deal_part"} <= set(frame["measure"])
    assert (frame["call"] == "same").all()
    known = frame.dropna(subset=["before"])
    assert (known["before"] == known["after"]).all()
    for column in ("change", "low", "high", "joint_low", "joint_high"):
        assert (known[column] == 0).all()


def test_both_sides_are_those_that_quality_measures():
    changed = {KEY: GAME.parameter(KEY).low}
    found = compare(
        NAME, ".", changed, players=2, lineups="random", games=40, effort=EFFORT
    ).quality.set_index("measure")
    words = {"players": 2, "games": 40, "effort": EFFORT}
    was, now = (quality(NAME, **words, changes=c) for c in (None, changed))
    for side, alone in (("before", was), ("after", now)):
        means = alone.table.set_index("measure")["mean"]
        for name in ("length", "length_sd", "unfinished", "options", "seat_part", "play_part"):
            row = found.loc[[name]].iloc[0]
            assert row[side] == pytest.approx(means[name]), (name, side)
    # Sample games are paired by their ids.
    both = was.games.merge(now.games, on=["cell", "game_id"], suffixes=("_was", "_now"))
    options = (both["options_now"] - both["options_was"]).mean()
    assert found.loc[["options"]].iloc[0]["change"] == pytest.approx(options)


def test_a_mean_by_hand():
    """Differences 0.1 and 0.3, 20 of each: mean 0.2, sd 0.1 * sqrt(40 / 39), t(39) = 2.0227."""
    before = np.linspace(0.1, 0.5, 40)
    found = paired("behind", before, before + np.tile([0.1, 0.3], 20), seat=1)
    half = 2.0227 * 0.1 / math.sqrt(39)
    assert (found.change, found.games, found.differ) == (pytest.approx(0.2), 40, 40)
    assert found.bounds(0.95) == pytest.approx((0.2 - half, 0.2 + half), abs=1e-4)
    assert found.variance_ratio > 1


def test_where_hardly_a_game_differs_no_interval_is_a_point():
    same = paired("behind", np.full(50, 0.4), np.full(50, 0.4))
    z2 = 1.959964**2
    assert same.change == 0
    assert same.bounds(0.95) == pytest.approx((-z2 / (50 + z2), z2 / (50 + z2)))
    assert paired("wait", np.ones(50), np.ones(50)).bounds(0.95) == (-math.inf, math.inf)


def test_an_event_has_the_score_interval_of_its_rate():
    """None of 50 games differs: Tango's interval reaches z**2 / (50 + z**2) to either side."""
    found = paired("comebacks", np.repeat([0.0, 1.0], 25), np.repeat([0.0, 1.0], 25))
    z2 = 1.959964**2
    assert found.bounds(0.95) == pytest.approx((-z2 / (50 + z2), z2 / (50 + z2)), abs=1e-6)


def test_an_unfinished_game_might_have_become_anything():
    """Drama 0.5 in 40 games; afterwards two of them are unfinished: -0.5 to 0.5 for each."""
    after = np.full(40, 0.5)
    after[:2] = np.nan
    found = paired("drama", np.full(40, 0.5), after, unfinished=(0, 1))
    assert (found.change, found.games, found.differ) == (0, 40, 2)
    low, high = found.bounds(0.95)
    assert low <= -2 * 0.5 / 40
    assert high >= 2 * 0.5 / 40
    # A game that ended without a winner has no winner's drama: it is left out, and widens nothing.
    drawn = paired("drama", np.full(40, 0.5), after)
    assert (drawn.games, drawn.differ) == (38, 0)


def test_what_decides_known_before_and_after():
    """Before a lottery, after the deal decides all: the deal's share rises by 1."""
    rng = np.random.default_rng(1)
    lottery = rng.multinomial(8, np.full((400, 2), 0.5))
    dealt = np.eye(2, dtype=int)[np.arange(400) % 2] * 8
    _, deal, play = variance_parts_change(dealt, lottery, 8)
    assert deal[0] > 0.9
    assert deal[1] == pytest.approx(1, abs=0.05)
    assert play[0] == pytest.approx(-1, abs=0.05)
    assert play[1] < -0.9
    swapped = variance_parts_change(lottery, dealt, 8)[1]
    assert swapped == pytest.approx((-deal[1], -deal[0]))
    with pytest.raises(ValueError, match="the same deals"):
        variance_parts_change(dealt, lottery[:-1], 8)


def test_pairing_deals_narrows_the_interval_and_it_holds():
    """Half of the deals favour seat 1 by 0.3, then by 0.2: the share falls from 0.36 to 0.16.

    Of 300 intervals 95 % hold; fewer than 264 do once in 10,000.
    """
    rng = np.random.default_rng(2)
    held, narrower = 0, 0
    for _ in range(300):
        side = rng.choice([-1, 1], 200)
        tables = []
        for away in (0.2, 0.3):
            first = rng.binomial(16, 0.5 + away * side)
            tables.append(np.stack([first, 16 - first], axis=1))
        low, high = variance_parts_change(*tables, 16)[1]
        held += low <= 0.16 - 0.36 <= high
        now, was = (variance_parts([table], 16).deal for table in tables)
        narrower += high - low < (now.high - now.low) + (was.high - was.low)
    assert held >= 264
    assert narrower == 300


def change(name, value, joint, lineup="strong", sign=0, seat=None):
    """A judged change of a measure at 3 players."""
    meaning = MEANINGS[name]
    pair = Paired(meaning, seat, 100, 8, 0.1, 0.1 + value, lambda _: joint, 50)
    row = SimpleNamespace(variant="b", players=3, lineup=lineup, identical=False)
    return QualityChange(row, pair, Shown(sign, False, math.inf, *joint, *joint))


def test_sentences_name_what_is_told_apart_and_bound_the_rest():
    changes = [
        change("drama", 0.0, (-0.2, 0.2), "weak"),
        change("drama", 0.05, (0.02, 0.08), sign=1),
        change("comebacks", 0.0, (-0.03, 0.02), "weak"),
        change("comebacks", 0.0, (-0.03, 0.02)),
        change("options", 0.0, (-math.inf, math.inf)),
    ]
    found = SimpleNamespace(
        qualities=changes, effort=EFFORT, lineups=("weak", "strong"), base="a",
        question=SimpleNamespace(game=NAME),
    )  # fmt: skip
    method, told, others = sentences(found)
    assert "8 playouts at up to 6 turns" in method
    assert (
        "drama from 10.0 to 15.0 % (+2.0 to +8.0 points). Depends on strength: more shown" in told
    )
    assert "no difference beyond 3.0 points in comebacks;" in others
    assert "so few games do not bound options per decision" in others
    assert "Holds at every strength tested (weak, strong)" in others
    assert labels(changes)["b", 3, "options", None].value == "only"


def test_an_impossible_effort_is_refused_before_anything_is_played():
    with pytest.raises(DesignerError, match="--quality-games 1"):
        compare(NAME, ".", {KEY: 2}, games=10**9, effort=replace(EFFORT, games=1))
