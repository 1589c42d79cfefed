"""A report's sections on seats, cards dealt and measures, from games that were really played."""

import re

import pytest

from balance.planning import FRESH, Question
from balance.reporting.content import page
from balance.reporting.order import Order
from balance.reporting.player import play_all
from balance.reporting.runs import Budget
from sims.core.catalogue import games
from tests.reports import looks

SMALL = Budget(table=300, map=30, sweeps=30, cards=60, fresh=200, rulings=40, advice=64, sample=2)

ORDER = Order(Question("hacked", (2, 4), seed=3))


@pytest.fixture(scope="module")
def told():
    """How many games a progress bar is told of, at each time."""
    return []


@pytest.fixture(scope="module")
def runs(told):
    return play_all(ORDER, SMALL, told.append)


@pytest.fixture(scope="module")
def sections(runs):
    made = page(ORDER, runs, {})
    return {section.key: section for section in made.sections}


def test_every_declared_sweep_and_trait_has_its_section(sections):
    game = games()["hacked"]
    swept = [s for s in sections.values() if s.key.startswith("sweep-")]
    assert [s.title for s in swept] == [sweep.title for sweep in game.report.sweeps]
    assert {f"worth-{trait.name}" for trait in game.traits} <= set(sections)


def test_games_are_counted_as_they_are_played(runs, told):
    assert runs.games == sum(told)


def test_measures_by_seat_are_drawn_and_listed(sections, runs):
    section = sections["by-seat"]
    looks.check(section.figures[0])
    frame = section.tables[0].frame
    assert len(frame) == 3 * (2 + 4)  # places, waits and plays, of 2 and of 4 players
    assert frame["mean"].tolist() == runs.table[-1].by_seat["mean"].tolist()
    # Everybody's wait is told among the strongest and among the weakest.
    [said] = [p for p in sections["endings"].paragraphs if p.startswith("Wait of the first one")]
    strongest = runs.ladder[-1]
    assert re.search(
        rf"Mean among {strongest} 0\.00 .* at 2 and \d+\.\d .* at 4; among random", said
    )


def test_what_is_worth_most_is_seen_again_on_fresh_games(sections, runs):
    assert runs.fresh.question.seed == 3 + FRESH
    fingerprints = {r.fingerprint for r in runs.fresh.results}
    assert not fingerprints & {r.fingerprint for r in runs.table[-1].results}
    section = sections["worth-dealt"]
    looks.check(section.figures[0])
    _, two, four = section.paragraphs
    strong = runs.table[-1].worths.dropna()
    best = strong[strong["players"] == 4].sort_values("change").iloc[-1]
    again = runs.fresh.worths.set_index(["players", "item"]).loc[(4, best["item"])]
    assert two.startswith(f"2 players, among {runs.ladder[-1]}: most is ")
    assert f"most is {best['item']}, {100 * best['change']:+.1f} points" in four
    assert f"on 200 fresh games {100 * again['change']:+.1f} points" in four
    assert "is worth most among hoarder, balanced and tuned" in four
    # You've been hacked is in nobody's hand: there is nothing to say of it.
    assert "You've been hacked" not in set(section.tables[0].frame["item"])
    assert set(section.tables[0].frame["lineup"]) == set(runs.ladder)
