"""Tuned weights as files: what is written is what is played, and only that."""

import shutil
from pathlib import Path

import pytest

from balance.planning import Question, plan
from balance.tuning.files import check_file, write
from sims.core.catalogue import find, games
from sims.core.data import read_data, shipped_folder
from sims.core.errors import DesignerError
from sims.core.strategies import find as find_strategy
from sims.core.strategies import shipped

GAMES = [name for name in games() if "tuned" in shipped(name)]
GAME = GAMES[-1]


@pytest.fixture
def folder(tmp_path):
    """A data folder of one's own, where nothing is tuned yet."""
    copy = tmp_path / "own"
    shutil.copytree(shipped_folder(find(GAME)), copy)
    (copy / "weights" / "tuned.toml").unlink()
    return copy


def weights(players, folder, lineup="tuned", **changes):
    [planned, *_] = plan(Question(GAME, (players,), (lineup,), data=folder, changes=changes))
    names = find_strategy(find(GAME), lineup).weights
    return dict(zip(names, planned.cell.lineup[0].weights, strict=True))


def first_weight():
    return next(iter(find_strategy(find(GAME), "tuned").weights))


def test_tuned_has_the_weights_of_its_player_count(folder):
    name = first_weight()
    file = folder / "weights" / "tuned.toml"
    write(file, "balanced", 2, {name: 12.5}, {"command": "balance tune", "gain": 0.01})
    plain = weights(2, folder, "balanced")
    assert weights(2, folder) == {**plain, name: 12.5}
    assert weights(3, folder) == plain
    assert weights(2, folder, **{f"weights.tuned.{name}": 7})[name] == 7


def test_the_fingerprint_holds_the_weights(folder):
    file = folder / "weights" / "tuned.toml"
    question = Question(GAME, (2,), ("tuned",), data=folder)
    prints = []
    for value in (1.5, 2.5):
        write(file, "balanced", 2, {first_weight(): value}, {})
        [planned] = plan(question)
        prints.append(planned.cell.fingerprint("rules", 1))
    assert prints[0] != prints[1]


def test_sections_of_other_player_counts_stay(folder):
    file = folder / "weights" / "tuned.toml"
    write(file, "balanced", 3, {first_weight(): 3.0}, {"date": "2026-01-02"})
    before = file.read_text(encoding="utf-8")
    write(file, "balanced", 2, {}, {"confirmed": False})
    write(file, "balanced", 3, {first_weight(): 3.0}, {"date": "2026-01-02"})
    text = file.read_text(encoding="utf-8")
    assert text.index("players.2") < text.index("players.3")
    section = before[before.index("[players.3") :]
    assert section in text
    data = read_data(find(GAME), folder)
    assert data.weights_at["tuned"] == {2: {}, 3: {first_weight(): 3.0}}
    write(file, "balanced", 2, {}, {"confirmed": False})
    assert file.read_text(encoding="utf-8") == text


def test_tuned_and_untuned_are_two_players_in_a_rotation():
    planned = plan(Question(GAME, (2,), ("tuned", "balanced"), rotate=True))
    assert [p.lineup for p in planned] == ["tuned,balanced", "balanced,tuned"]


@pytest.mark.parametrize("game", GAMES)
def test_tuned_plays_the_code_that_it_names(game):
    tuned = shipped(game)["tuned"]
    assert tuned.of in shipped(game)
    assert tuned.digest == shipped(game)[tuned.of].digest
    assert tuned.of in tuned.idea


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[strategy]\nof = 3\n", "write of ="),
        ('[strategy]\nof = "balanced"\n[players.99.weights]\n', "no player count '99'"),
        ('[strategy]\nof = "balanced"\n[players.2.wieghts]\n', "did you mean 'weights'"),
        ('[strategy]\nof = "balanced"\n[players.2.weights]\nlead = "x"\n', "a number is needed"),
        ('[strategy]\nof = "balanced"\n[players]\n2 = 3\n', "a section is needed"),
    ],
)
def test_what_is_wrong_in_a_file_is_told(folder, text, message):
    file = folder / "weights" / "tuned.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DesignerError) as told:
        read_data(find(GAME), folder)
    assert message in str(told.value)
    assert str(file) in str(told.value)


def test_a_file_of_another_strategy_is_not_overwritten(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text("[weights]\nx = 1\n", encoding="utf-8")
    with pytest.raises(DesignerError, match="name another file"):
        write(file, "balanced", 2, {}, {})
    assert file.read_text(encoding="utf-8") == "[weights]\nx = 1\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("my notes, no TOML", "is no TOML file"),
        ("strategy = 3\n", "name another file"),
        ('players = 3\n[strategy]\nof = "balanced"\n', "sections are called by a player count"),
        ('[strategy]\nof = "balanced"\n[players.four]\n', r"\[players.four\]"),
    ],
)
def test_a_file_that_no_section_fits_into_is_refused(tmp_path, text, said):
    """Also before anything is searched, as `check_file` does."""
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    for attempt in (
        lambda: check_file(file, "balanced"),
        lambda: write(file, "balanced", 2, {}, {}),
    ):
        with pytest.raises(DesignerError, match=said):
            attempt()
    assert file.read_text(encoding="utf-8") == text


def test_a_new_file_and_one_of_the_same_strategy_are_accepted(tmp_path):
    file = tmp_path / "mine.toml"
    check_file(file, "balanced")
    assert not file.exists()
    write(file, "balanced", 2, {}, {})
    check_file(file, "balanced")


@pytest.mark.parametrize("game", GAMES)
def test_shipped_sections_say_how_they_were_made(game):
    """Each has the command that makes it again; weights are there only where a gain was shown."""
    import tomllib

    path = Path(shipped_folder(find(game))) / "weights" / "tuned.toml"
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    for players, section in content.get("players", {}).items():
        made = section["made"]
        assert f"balance tune {game} -p {players} " in made["command"]
        assert f"--date {made['date']}" in made["command"]
        assert made["confirmed"] == ("weights" in section)
        assert made["confirmed"] == (made["gain_low"] > 0 and made["shared_low"] > 0)
        assert made["games"] > 1_000
