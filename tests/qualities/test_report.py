"""The report's sections on game quality, from a few games of each rung."""

import pytest

from balance.api import Answer, question
from balance.planning import plan
from balance.playing import play_cells
from balance.qualities import Effort, measure
from balance.reporting.quality import KINDS, sections, shown_games, strengths_frame
from reports.page import Page
from reports.writing import write
from sims.core.catalogue import games

GAME = next(reversed(games().values()))
LADDER = ("random", GAME.report.ladder[-1])
EFFORT = Effort(games=8, looks=6, playouts=8, deals=20, replays=4)


@pytest.fixture(scope="module")
def measured():
    counts = [GAME.players.start, GAME.players.start + 1]
    table = []
    for name in LADDER:
        asked = question(GAME.name, players=counts, lineup=name, games=50)
        table.append(Answer(asked, play_cells(asked, plan(asked))))
    return {
        name: measure([[result] for result in rung.results], EFFORT, 2)
        for name, rung in zip(LADDER, table, strict=True)
    }


def test_sections_say_each_number_and_can_be_written(measured, tmp_path):
    story, numbers = sections(measured, EFFORT, GAME)
    text = " ".join(story.paragraphs)
    for quality in measured[LADDER[-1]]:
        assert f"{quality['lead_changes'].mean:.1f} (" in text
        assert f"at {quality.players}" in text
    assert all(f"among {rung}" in text for rung in LADDER)
    assert len(numbers.paragraphs) == 12 + bool(GAME.waiting)
    page = Page("Toy", "", [], sections=[story, numbers])
    written = write(page, tmp_path / "report").read_text()
    assert "Lead changes" in written
    assert (tmp_path / "report" / "data" / "quality-strength.csv").exists()


def test_shown_games_end_with_their_winner(measured):
    shown = shown_games(measured[LADDER[-1]])
    assert list(dict.fromkeys(shown["kind"])) == list(KINDS)
    for (_, _), game in shown.groupby(["players", "kind"]):
        ends = game[game["turn"] == game["turn"].max()]
        assert sorted(ends["rate"])[-1] == 1
        assert ends["rate"].sum() == 1


def test_every_rung_is_in_the_table_by_strength(measured):
    frame = strengths_frame(measured)
    assert list(frame["lineup"]) == [LADDER[0]] * 2 + [LADDER[1]] * 2
    assert frame["deal_part"].between(0, 1).all()
