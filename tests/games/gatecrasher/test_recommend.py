"""`balance recommend` on a game whose fair setup is known without computing it.

Everybody but one plays the hacker without an ability; the one is a copy of it whose opening
firewall is raised or lowered. Only without that bonus are all hackers alike, and then the seats
are: by the rules who acts first is drawn, or goes by the dice.
"""

import pytest

from balance.api import question
from balance.recommending import recommend
from balance.recommending.space import setups
from balance.template import copy_data
from sims.core.errors import DesignerError
from sims.games.gatecrasher import GAME

KEY = "hackers.rookie.init_bonus"


@pytest.fixture
def folder(tmp_path):
    """A data folder in which the printed rookie has a bonus of 8."""
    copy_data(GAME, tmp_path / "data")
    file = tmp_path / "data" / "hackers.toml"
    file.write_text(file.read_text() + "\n[hackers.rookie]\ninit_bonus = 8\n")
    return tmp_path / "data"


def ask(folder, bonuses, **more):
    return recommend(
        GAME.name, {KEY: bonuses}, ["deviation=3"], players=3, data=folder, lineup="builder",
        profiles="rookie,baseline,baseline", games=8192, first=512, **more,
    )  # fmt: skip


@pytest.mark.slow
def test_the_planted_setup_is_found_and_the_table_plays_it(folder, tmp_path):
    answer = ask(folder, [-12, -8, -4, 0, 4, 8, 12])
    (row,) = answer.recommended.to_dict("records")
    assert (row[KEY], row[f"printed_{KEY}"]) == ("0", "8")
    assert row["action"] == "change"
    assert row["meets"]
    assert row["deviation_low"] == 0  # by symmetry the true deviation is 0
    assert "print init bonus of rookie 0 instead of init bonus of rookie 8" in row["sentence"]
    assert row["strength"] == "every"
    assert row["strength_words"].startswith("holds at every strength tested")
    answer.write(tmp_path / "table")
    assert "init_bonus = 0" in (tmp_path / "table" / "hackers.toml").read_text()


@pytest.mark.slow
def test_where_there_is_no_fair_setup_none_is_claimed(folder):
    answer = ask(folder, [-12, -8, 8, 12])
    (row,) = answer.recommended.to_dict("records")
    assert not row["meets"]
    assert row["action"] == "nearest"
    assert row["deviation_status"] == "missed"
    assert "none of the 4 setups tried" in row["sentence"]
    assert "The nearest is" in row["sentence"]
    assert not any(" print " in text for text in answer.sentences)


def test_a_hacker_who_does_not_sit_there_cannot_be_changed():
    """Neither one that is asked for, nor that of the default grid; who is drawn from all can be."""
    asked = question(GAME.name, players=2, profiles=("vault", "sprinter"))
    for axes in ([("hackers.hammer.hand_size", [3, 4])], []):
        with pytest.raises(
            DesignerError, match=r"no hacker at the table is '[a-z]+', but vault, spr"
        ):
            setups(asked, axes)
    drawn = question(GAME.name, players=2, profiles=("draw",))
    found = setups(drawn, [("hackers.hammer.hand_size", [3, 4])])[2]
    assert {setup.at["hackers.hammer.hand_size"] for setup in found} >= {3, 4}
