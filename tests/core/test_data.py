"""Bad input in files and decks: an error that names place, key, value and cure.

Tried on each game that is found, with values made from what the game declares.
"""

import re

import pytest

from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.errors import DesignerError
from tests.core.data_folders import a_deck, an_int, edit, refused

# Files


def test_the_shipped_folder_and_its_copy_are_the_same(game, folder):
    ours, copied = read_data(game), read_data(game, folder)
    for players in game.players:
        assert build_cell(ours, players).plain() == build_cell(copied, players).plain()
    assert set(ours.table) == set(game.players)


def test_a_folder_that_is_missing(game, tmp_path):
    with pytest.raises(DesignerError, match="there is no such folder"):
        read_data(game, tmp_path / "nowhere")


def test_a_file_in_place_of_a_folder(game, tmp_path):
    (tmp_path / "data").write_text("")
    refused(game, tmp_path / "data", tmp_path / "data")


def test_an_empty_folder(game, tmp_path):
    refused(game, tmp_path, tmp_path / "decks", "no deck file")


@pytest.mark.parametrize("name", ["setup.toml", "rulings.toml"])
def test_a_missing_file(game, folder, name):
    (folder / name).unlink()
    refused(game, folder, folder / name, "there is no such file")


@pytest.mark.parametrize("where", ["setup.toml", "rulings.toml", "deck"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[players\nx = 1", "not valid TOML"),
        (b"a = 1\na = 2\n", "not valid TOML"),
        (b"\xff\xfe\x00n", "cannot be read"),
        (b'x = "\xe9"', "cannot be read"),
        (b"\x00", "not valid TOML"),
    ],
)
def test_a_file_that_is_no_toml(game, folder, where, content, message):
    path = a_deck(folder) if where == "deck" else folder / where
    path.write_bytes(content)
    refused(game, folder, path, message)


def test_a_folder_in_place_of_a_file(game, folder):
    (folder / "rulings.toml").unlink()
    (folder / "rulings.toml").mkdir()
    refused(game, folder, folder / "rulings.toml", "cannot be read")


def test_a_byte_order_mark_is_no_error(game, folder):
    """Editors on Windows write one."""
    path = folder / "setup.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    read_data(game, folder)


def test_an_unknown_section(game, folder):
    path = folder / "setup.toml"
    path.write_text(path.read_text().replace("[players.", "[player.", 1))
    refused(game, folder, path, "'player'", "did you mean 'players'")


def test_a_value_in_place_of_a_section(game, folder):
    path = folder / "setup.toml"
    path.write_text("players = 4\n")
    refused(game, folder, path, "'players' is 4", "a section [players] is needed")
    path.write_text(f"[players]\n{game.players.start} = 4\n")
    refused(game, folder, path, f"[players.{game.players.start}] is 4")


def test_an_unknown_key_of_the_setup(game, folder):
    key = an_int(game).key
    edit(folder / "setup.toml", rf"^{key} = (\d+)$", rf"{key}x = \1")
    refused(game, folder, folder / "setup.toml", f"{key}x", f"did you mean {key!r}")


@pytest.mark.parametrize("value", ['"many"', "1.5", "true", "[3]", "nan", "1979-05-27"])
def test_a_wrong_type_in_the_setup(game, folder, value):
    parameter = an_int(game)
    edit(folder / "setup.toml", rf"^{parameter.key} = -?\d+$", f"{parameter.key} = {value}")
    refused(
        game, folder, folder / "setup.toml", parameter.key, "a whole number from", parameter.low
    )


def test_an_impossible_value_in_the_setup(game, folder):
    parameter = an_int(game)
    for value in (parameter.low - 1, -5, parameter.high + 1, 10**30):
        edit(folder / "setup.toml", rf"^{parameter.key} = -?\d+$", f"{parameter.key} = {value}")
        refused(
            game, folder, folder / "setup.toml", repr(parameter.key), f"is {value};",
            f"allowed are {parameter.low} to {parameter.high}",
        )  # fmt: skip


def test_an_unknown_player_count(game, folder):
    edit(folder / "setup.toml", rf"^\[players\.{game.players.start}\]", "[players.9]")
    refused(game, folder, folder / "setup.toml", "player count '9'", game.players.start)


@pytest.mark.parametrize("count", ["two", '"²"', "-2", '""', '"2 "', '"02"', '"٢"'])
def test_a_player_count_that_is_none(game, folder, count):
    """Also digits that are none to some of Python's functions: a superscript, an Arabic two."""
    edit(folder / "setup.toml", rf"^\[players\.{game.players.start}\]", f"[players.{count}]")
    refused(game, folder, folder / "setup.toml", "player count", game.players.start)


def test_no_row_for_the_asked_count(game, folder):
    first, last = game.players.start, game.players.stop - 1
    text = (folder / "setup.toml").read_text()
    parts = re.split(r"(?m)^(?=\[players\.)", text)
    kept = [part for part in parts if not part.startswith(f"[players.{first}]")]
    (folder / "setup.toml").write_text("".join(kept))
    data = read_data(game, folder)
    with pytest.raises(DesignerError) as error:
        build_cell(data, first)
    assert f"{folder / 'setup.toml'}: no row [players.{first}]" in str(error.value)
    assert str(last) in str(error.value)
    with pytest.raises(DesignerError, match=f"is for {first} to {last} players"):
        build_cell(data, 99)


def test_an_unknown_deck_in_the_setup(game, folder):
    deck = a_deck(folder).stem
    path = folder / "setup.toml"
    text = path.read_text()
    row = f"[players.{game.players.start}]"
    body = text.split(row, 1)[1]
    if "\ndeck = " in body.split("[players.")[0]:
        row_deck = rf'(?s)(\[players\.{game.players.start}\].*?^deck = )"[^"]*"'
        edit(path, row_deck, rf'\1"{deck}s"')
    else:
        path.write_text(text.replace(row, f'{row}\ndeck = "{deck}s"'))
    refused(game, folder, path, f"'{deck}s'", f"did you mean {deck!r}")


def test_a_wrong_ruling(game, folder):
    path = folder / "rulings.toml"
    ruling = game.rulings[0]
    path.write_text(f'[ruling]\n{ruling.name}s = "x"\n')
    refused(game, folder, path, f"'{ruling.name}s'", f"did you mean {ruling.name!r}")
    for value in ('"nonsense"', "3", "[1]", "1.5"):
        path.write_text(f"[ruling]\n{ruling.name} = {value}\n")
        refused(game, folder, path, repr(ruling.name), ruling.choices[-1])


def test_a_wrong_source(game, folder):
    path = folder / "rulings.toml"
    path.write_text('[source]\nnothing = "x"\n')
    refused(game, folder, path, "[source]", "'nothing'")
    path.write_text(f"[source]\n{game.rulings[0].name} = 3\n")
    refused(game, folder, path, "[source]", "a text is needed")


# Decks


def test_an_unknown_card(game, folder):
    path, title = a_deck(folder), game.titles[-1]
    path.write_text(path.read_text().replace(f'[card."{title}"]', f'[card."{title}x"]'))
    refused(game, folder, path, f"'{title}x'", f"did you mean {title!r}")


def test_a_card_that_is_missing(game, folder):
    path, title = a_deck(folder), game.titles[-1]
    text = path.read_text()
    path.write_text(text[: text.index(f'[card."{title}"]')])
    refused(game, folder, path, f'no section [card."{title}"]', "copies = 0")


def test_an_unknown_key_of_a_card(game, folder):
    path = a_deck(folder)
    edit(path, r"^copies = (\d+)", r"copy = \1")
    refused(game, folder, path, "'copy'", "did you mean 'copies'", "[card.")


@pytest.mark.parametrize("value", ['"3"', "2.0", "true", "[1]"])
def test_a_wrong_type_in_a_deck(game, folder, value):
    path = a_deck(folder)
    edit(path, r"^copies = \d+", f"copies = {value}")
    refused(game, folder, path, "'copies'", "a whole number from 0")


def test_an_impossible_number_in_a_deck(game, folder):
    path = a_deck(folder)
    original = path.read_text()
    high = next(field for field in game.card_fields if field.key == "copies").high
    for value in (-1, high + 1, 10**20):
        path.write_text(original)
        edit(path, r"^copies = \d+", f"copies = {value}")
        refused(game, folder, path, "'copies'", f"is {value}; allowed are 0 to {high}")


def test_a_required_field_that_is_missing(game, folder):
    for field in game.card_fields:
        if field.default is None and not field.optional:
            path = a_deck(folder)
            original = path.read_text()
            edit(path, rf"^{field.key} = \S+\n", "")
            refused(game, folder, path, f"{field.key!r} is missing ({field.help})")
            path.write_text(original)


def test_a_deck_that_is_too_large(game, folder):
    path = a_deck(folder)
    edit(path, r"^copies = \d+", "copies = 64", count=0)
    refused(game, folder, path)


def test_a_yes_or_no_field(game, folder):
    flags = [f for f in game.card_fields if f.kind == "bool"]
    if not flags:
        return
    path = a_deck(folder)
    edit(path, r"^(copies = \d+)", rf"\1\n{flags[0].key} = 1")
    refused(game, folder, path, repr(flags[0].key), "true or false is needed")


def test_weights_must_be_numbers(game, folder):
    (folder / "weights").mkdir(exist_ok=True)
    path = folder / "weights" / "random.toml"
    for value in ('"x"', "true", "nan", "inf", "[1]"):
        path.write_text(f"[weights]\nlead = {value}\n")
        refused(game, folder, path, "'lead'", "a number is needed")
