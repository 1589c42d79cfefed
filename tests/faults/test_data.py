"""Damaged data folders: each works, or is refused with a message that names file and fault."""

import errno
import os
import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from balance.planning import Question, plan
from sims.core import runner
from sims.core.catalogue import games
from sims.core.data import read_data, shipped
from sims.core.errors import DesignerError
from sims.core.files import MOST_BYTES
from tests.faults.mutations import complaint, damaged

NAME = next(reversed(games()))
RUNS = 400


def refused(game, data):
    with pytest.raises(DesignerError) as error:
        read_data(game, data)
    return str(error.value)


def test_damaged_files_work_or_are_named(folder):
    """Seeded damage to a file of the folder; anything but a `DesignerError` fails the test."""
    game, data = folder
    files = sorted(data.rglob("*.toml"))
    whole = {path: path.read_bytes() for path in files}
    refusals = 0
    for seed in range(RUNS):
        rng = random.Random(seed)
        path = rng.choice(files)
        path.write_bytes(damaged(rng, whole[path]))
        said = complaint(plan, Question(game.name, data=data))
        refusals += bool(said)
        assert not said or str(data) in said
        assert len(said) < 5_000
        path.write_bytes(whole[path])
    assert RUNS / 3 < refusals < RUNS  # damage is found, and what does no harm is let pass


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def loaded():
    """The last game's files as Python values."""
    data = shipped(games()[NAME])
    return {path: tomllib.loads(path.read_text()) for path in sorted(data.rglob("*.toml"))}


@settings(max_examples=400)
@given(draw=st.data())
def test_any_value_anywhere_works_or_is_named(loaded, draw):
    """What TOML cannot hold (None) stands for whatever a later reader might hand on."""
    from unittest.mock import patch

    from sims.core import data as reading

    target = draw.draw(st.sampled_from(list(loaded)))
    places = list(_places(loaded[target], ()))
    place = draw.draw(st.sampled_from(places))
    changed = _with(loaded[target], place, draw.draw(VALUES))
    with patch.object(reading, "read_toml", lambda path, inside=None: changed if path == target
                      else loaded[path]):  # fmt: skip
        said = complaint(read_data, games()[NAME], shipped(games()[NAME]))
    assert not said or str(shipped(games()[NAME])) in said


def _places(value, above):
    yield above
    if isinstance(value, dict):
        for key in value:
            yield from _places(value[key], (*above, key))


def _with(value, place, new):
    if not place:
        return new if isinstance(new, dict) else {"x": new}
    first, *rest = place
    return {**value, first: _with(value[first], rest, new) if rest else new}


@pytest.mark.slow
@pytest.mark.parametrize("name", games())
def test_every_value_at_its_bounds_can_be_played(name):
    """What is allowed fits into the kernel's numbers: lowest and highest of each value."""
    game = games()[name]
    tries = [(p.key, v) for p in game.parameters if p.kind == "int" for v in (p.low, p.high)]
    for title in game.titles:
        for field in game.fields_of(title):
            bounds = (field.low, field.high) if field.kind == "int" else (False, True)
            tries += [(f"deck.{title}.{field.key}", value) for value in bounds]
    if game.profiles is not None:
        start = f"{game.profiles.option}.{game.profiles.default}"
        for field in game.profiles.fields:
            tries += [(f"{start}.{field.key}", value) for value in (field.low, field.high)]
    played = 0
    for key, value in tries:
        for players in (game.players.start, game.players.stop - 1):
            try:
                [one] = plan(Question(name, (players,), changes={key: value}))
            except DesignerError:
                continue
            played += runner.play_tally(runner.Job(one.cell, one.strategies, 1, 0, 2)).games
    assert played > len(tries)


WRONG = {
    "a number of 4,000 digits in hexadecimal": (
        "deck = 0x" + "f" * 4000,
        "'deck' is a number of thousands of digits; a name is needed",
    ),
    "a number of 5,000 digits": ("deck = " + "1" * 5000, "not valid TOML"),
    "a number within a list": (
        "deck = [[9223372036854775808]]",
        "'deck' is [[9223372036854775808]]; a name is needed",
    ),
    "brackets within brackets": ("deck = " + "[" * 20_000, "not valid TOML"),
    "a deck that is a list": ('deck = ["a"]', "'deck' is ['a']; a name is needed"),
    "a deck that is a section": ("deck = {a = 1}", "'deck' is {'a': 1}; a name is needed"),
    "a long text": (f'deck = "{"a" * 9000}"', " ... "),
}


@pytest.mark.parametrize("what", WRONG)
def test_values_beyond_all_bounds(folder, what):
    game, data = folder
    path = data / "setup.toml"
    line, message = WRONG[what]
    before, _, after = path.read_text().rpartition("deck = ")
    path.write_text(before + line + "\n" + after.partition("\n")[2])
    said = refused(game, data)
    assert str(path) in said
    assert message in said
    assert len(said) < 1_000


@pytest.mark.parametrize(
    ("value", "said"), [("1e999", "inf"), ("nan", "nan"), ("0x1" + "0" * 256, str(16**256)[:100])]
)
def test_a_weight_beyond_a_double(folder, value, said):
    game, data = folder
    path = next(p for p in (data / "weights").glob("*.toml") if "\n[weights]\n" in p.read_text())
    path.write_text(path.read_text() + f"extra = {value}\n")
    message = refused(game, data)
    assert f"{path} [weights]: 'extra' is {said}" in message
    assert message.endswith("a number is needed")


# Files that are no ordinary files


def test_a_folder_in_the_place_of_a_file(folder):
    game, data = folder
    (data / "setup.toml").unlink()
    (data / "setup.toml").mkdir()
    assert f"{data / 'setup.toml'}: cannot be read (it is a folder)" in refused(game, data)


def test_a_pipe_is_not_waited_for(folder):
    game, data = folder
    os.mkfifo(data / "decks" / "pipe.toml")
    assert "pipe.toml: cannot be read (it is no regular file)" in refused(game, data)


def test_a_device_is_not_read(folder):
    """This one never ends."""
    game, data = folder
    (data / "rulings.toml").unlink()
    (data / "rulings.toml").symlink_to("/dev/zero")
    assert "rulings.toml: cannot be read (it is no regular file)" in refused(game, data)


def test_a_link_that_leads_out_of_the_folder(folder, tmp_path):
    game, data = folder
    secret = tmp_path / "secret.toml"
    secret.write_text('password = "hunter2"\n')
    (data / "decks" / "other.toml").symlink_to(secret)
    said = refused(game, data)
    assert f"{data / 'decks' / 'other.toml'}: this link leads out of {data}" in said
    assert "hunter2" not in said
    assert "password" not in said


def test_a_folder_of_decks_that_lies_elsewhere(folder, tmp_path):
    game, data = folder
    (data / "decks").rename(tmp_path / "elsewhere")
    (data / "decks").symlink_to(tmp_path / "elsewhere")
    assert "leads out of" in refused(game, data)


def test_links_within_the_folder_and_to_the_folder_are_followed(folder, tmp_path):
    game, data = folder
    deck = next((data / "decks").glob("*.toml"))
    (data / "decks" / "same.toml").symlink_to(deck.name)
    (tmp_path / "link").symlink_to(data)
    found = read_data(game, tmp_path / "link")
    assert found.decks["same"].cards == found.decks[deck.stem].cards


def test_links_in_a_circle(folder):
    game, data = folder
    (data / "setup.toml").unlink()
    (data / "setup.toml").symlink_to("setup.toml")
    assert f"{data / 'setup.toml'}: cannot be read" in refused(game, data)


def test_a_file_that_is_too_large(folder):
    game, data = folder
    path = data / "rulings.toml"
    path.write_text("#" * (MOST_BYTES + 1))
    assert f"{path}: has more than {MOST_BYTES:,} bytes" in refused(game, data)


def test_a_file_that_may_not_be_read(folder, monkeypatch):
    game, data = folder
    (data / "setup.toml").chmod(0)
    if os.geteuid() == 0:  # no mode keeps root from a file, so it is told what others are
        opened = Path.open

        def refuse(path, *words, **more):
            if path == data / "setup.toml":
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
            return opened(path, *words, **more)

        monkeypatch.setattr(Path, "open", refuse)
    assert "setup.toml: cannot be read (Permission denied)" in refused(game, data)


def test_the_line_that_is_not_utf_8(folder):
    game, data = folder
    path = data / "setup.toml"
    path.write_bytes(b"# one\n# two\n# \xe9\n" + path.read_bytes())
    assert f"{path}: cannot be read (line 3 is not UTF-8)" in refused(game, data)


@pytest.mark.parametrize("name", ["\x1b]0;x\x07", "a\nb", "\u202egnp", "\udcff"])
def test_names_that_cannot_be_printed_are_refused(folder, name):
    game, data = folder
    deck = next((data / "decks").glob("*.toml"))
    deck.rename(deck.with_name(f"{name}.toml"))
    said = refused(game, data)
    assert "the name of a deck may hold what can be printed alone" in said
    assert name not in said
