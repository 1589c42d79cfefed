"""Every kind of bad input, by file and by option: an error that names place, key, value and cure.

Tried on each game that is found, with values made from what the game declares.
"""

import re
import shutil

import pytest

from balance.planning import axis, numbers, player_counts
from sims.core.catalogue import find, games, rules_digest
from sims.core.cells import build_cell
from sims.core.data import read_data, shipped
from sims.core.errors import DesignerError
from sims.core.values import from_text

OVERRIDE_LIKE = [name for name, game in games().items() if game.rulings]
GAMES = tuple(games())


@pytest.fixture(params=GAMES)
def game(request):
    return find(request.param)


@pytest.fixture
def folder(game, tmp_path):
    return shutil.copytree(shipped(game), tmp_path / "data")


def refused(game, folder, *words):
    """The message of the `DesignerError` that reading the folder ends with."""
    with pytest.raises(DesignerError) as error:
        read_data(game, folder)
    for word in words:
        assert str(word) in str(error.value)
    return str(error.value)


def edit(path, pattern, replacement, count=1):
    """Change a file by a regular expression that must be found in it."""
    text = path.read_text()
    changed, found = re.subn(pattern, replacement, text, count=count, flags=re.M)
    assert found, pattern
    path.write_text(changed)


def a_deck(folder):
    return sorted((folder / "decks").glob("*.toml"))[0]


def an_int(game):
    """A parameter that is a whole number."""
    return next(p for p in game.parameters if p.kind == "int" and p.low > 0)


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


# Options


def impossible(game, key, value):
    with pytest.raises(DesignerError) as error:
        build_cell(read_data(game), game.players.start, {key: value})
    return str(error.value)


def test_an_unknown_key(game):
    for parameter in game.parameters:
        message = impossible(game, f"{parameter.key}x", "1")
        assert message.startswith("--set: no key")
        assert f"did you mean {parameter.key!r}" in message
    for key in ("", "x", "ruling", "ruling.", "deck.", "deck.x", "deck.x.y", "weight.x.y", "a.b.c"):
        assert impossible(game, key, "1").startswith("--set: no ")


@pytest.mark.parametrize("value", ["many", "1.5", "", "1e3", "0x10", "½", 2.5, True, None, [1]])
def test_a_value_that_is_no_whole_number(game, value):
    message = impossible(game, an_int(game).key, value)
    assert an_int(game).key in message
    assert "a whole number" in message


def test_a_value_out_of_range(game):
    parameter = an_int(game)
    for value in (parameter.low - 1, parameter.high + 1):
        for written in (value, str(value)):
            message = impossible(game, parameter.key, written)
            assert f"allowed are {parameter.low} to {parameter.high}" in message


def test_a_wrong_ruling_or_choice(game):
    ruling = game.rulings[-1]
    message = impossible(game, f"ruling.{ruling.name}x", ruling.default)
    assert f"did you mean {ruling.name!r}" in message
    message = impossible(game, f"ruling.{ruling.name}", f"{ruling.default}x")
    assert ruling.name in message
    assert ruling.default in message


def test_a_wrong_deck(game):
    deck = next(iter(read_data(game).decks))
    assert f"did you mean {deck!r}" in impossible(game, "deck", f"{deck}x")


def test_a_wrong_field_of_a_card(game):
    title = game.titles[1]
    assert "did you mean 'copies'" in impossible(game, f"deck.{title}.copie", "1")
    assert f"did you mean {title!r}" in impossible(game, f"deck.{title}x.copies", "1")
    assert "a whole number" in impossible(game, f"deck.{title}.copies", "few")
    assert "allowed are 0" in impossible(game, f"deck.{title}.copies", "-1")


def lists_of_cards(game):
    return [p.key for p in game.parameters if p.kind == "cards"]


def test_a_wrong_list_of_cards(game):
    title = game.titles[1]
    for key in lists_of_cards(game):
        assert f"did you mean {title!r}" in impossible(game, key, f"{title}x")
        many = "+".join([title] * 65)
        message = impossible(game, key, many)
        assert key in message
        assert f"takes out 65 of {title!r}, but the deck holds" in message
        assert "a list of titles is needed" in impossible(game, key, 3)
        assert "not a card's title" in impossible(game, key, [3])
        assert f"{key!r}" in impossible(game, key, f"{title}++{title}")


def test_case_does_not_matter_and_all_takes_every_copy(game):
    data = read_data(game)
    for key in lists_of_cards(game):
        title = next(t for t in reversed(game.titles) if _copies(data, game, t) >= 1)
        printed = build_cell(data, game.players.start, {key: "none"})
        once = build_cell(data, game.players.start, {key: title.upper()})
        assert once.setup[key] == [title]
        assert printed.setup[key] == []
        every = build_cell(data, game.players.start, {key: f"all {title.lower()}"})
        assert every.setup[key] == [title] * _copies(data, game, title)


def _copies(data, game, title):
    return data.decks[data.deck_of[game.players.start]].cards[title]["copies"]


def test_what_text_means():
    assert from_text("int", " 32 ", "x") == 32
    assert from_text("bool", "Yes", "x") is True
    assert from_text("bool", "false", "x") is False
    assert from_text("cards", "none", "x") == []
    assert from_text("cards", "A + B+A", "x") == ["A", "B", "A"]
    for kind, text in (("int", "3.0"), ("bool", "1"), ("bool", "")):
        with pytest.raises(DesignerError, match="is needed"):
            from_text(kind, text, "x")


# Ranges and axes


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4", [4]), ("20:23", [20, 21, 22, 23]), ("20:45:10", [20, 30, 40]), ("5:5", [5]),
        ("2,4", [2, 4]), ("2,2,3", [2, 3]), ("1:3,9,2:4", [1, 2, 3, 9, 4]), (" 7 , 8 ", [7, 8]),
        ("-3:-1", [-3, -2, -1]), ("10:12:5", [10]),
    ],
)  # fmt: skip
def test_numbers(text, expected):
    assert numbers(text, "--over x") == expected


@pytest.mark.parametrize(
    "text",
    ["", ",", "a", "1:", ":3", "3:1", "1:9:0", "1:9:-1", "1:2:3:4", "1.5", "2:6x", "1:99999999",
     "1;2", "1,,2", "1:20001", "1:3 5"],
)  # fmt: skip
def test_numbers_that_are_none(text):
    with pytest.raises(DesignerError, match=re.escape(f"--over x {text}")):
        numbers(text, "--over x")


def test_player_counts(game):
    first, last = game.players.start, game.players.stop - 1
    assert player_counts(f"{first}:{last}", game) == tuple(game.players)
    assert player_counts(f"{last},{first}", game) == (last, first)
    for text in (str(first - 1), str(last + 1), f"{first}:{last + 1}", "0", "-2"):
        with pytest.raises(DesignerError, match="players"):
            player_counts(text, game)


def test_axes(game):
    key = an_int(game).key
    assert axis(game, f"{key}=3:5") == (key, [3, 4, 5])
    assert axis(game, f" {key} =3,9") == (key, [3, 9])
    ruling = game.rulings[0]
    choices = list(ruling.choices)
    assert axis(game, f"ruling.{ruling.name}={','.join(choices)}") == (
        f"ruling.{ruling.name}", choices,
    )  # fmt: skip
    assert axis(game, "deck=a, b") == ("deck", ["a", "b"])
    title = game.titles[-1]
    assert axis(game, f"deck.{title}.copies=0:3") == (f"deck.{title}.copies", [0, 1, 2, 3])
    assert axis(game, f"deck.{title}.copies=0,3") == (f"deck.{title}.copies", ["0", "3"])
    assert axis(game, "lineup=random,a+b") == ("lineup", ["random", "a+b"])


@pytest.mark.parametrize("text", ["", "x", "=3", "x=", "x=3", "lineup=", "deck.x=3"])
def test_axes_that_are_none(game, text):
    with pytest.raises(DesignerError, match="--over"):
        axis(game, text)


# Fingerprints


def fingerprint(game, folder=None, players=None, changes=None, seed=1, rules="rules", lineup=()):
    data = read_data(game, folder)
    cell = build_cell(data, players or game.players.start, changes, lineup)
    return cell.fingerprint(rules, seed)


def test_a_fingerprint_changes_with_each_thing_that_matters(game):
    from sims.core.contract import Player

    title = game.titles[-1]
    data = read_data(game)
    copies = _copies(data, game, title)
    parameter = an_int(game)
    value = data.table[game.players.start][parameter.key]
    ruling = game.rulings[0]
    prints = [
        fingerprint(game),
        fingerprint(game, seed=2),
        fingerprint(game, rules="other"),
        fingerprint(game, players=game.players.stop - 1),
        fingerprint(game, changes={parameter.key: value + 1}),
        fingerprint(game, changes={f"ruling.{ruling.name}": ruling.choices[1]}),
        fingerprint(game, changes={f"deck.{title}.copies": copies + 1}),
        fingerprint(game, lineup=[Player("random")]),
        fingerprint(game, lineup=[Player("random", (1.0,))]),
        fingerprint(game, lineup=[Player("random", (), "source")]),
        fingerprint(game, lineup=[Player("random"), Player("random")]),
    ]
    prints += [
        fingerprint(game, changes={key: title}) for key in lists_of_cards(game) if copies > 0
    ]
    assert len(set(prints)) == len(prints)
    assert all(re.fullmatch("[0-9a-f]{16}", text) for text in prints)


def test_a_fingerprint_does_not_change_with_comments_names_or_spelling(game, folder):
    before = fingerprint(game)
    for path in folder.rglob("*.toml"):
        path.write_text("# a remark\n" + path.read_text().replace("\n[", "\n\n\n["))
    assert fingerprint(game, folder) == before
    deck = folder / "decks" / f"{read_data(game).deck_of[game.players.start]}.toml"
    (folder / "decks" / "zz-renamed.toml").write_text(deck.read_text())
    assert fingerprint(game, folder, changes={"deck": "zz-renamed"}) == before
    parameter = an_int(game)
    value = read_data(game).table[game.players.start][parameter.key]
    for spelt in (value, str(value), f" {value} "):
        assert fingerprint(game, changes={parameter.key: spelt}) == before


def test_rules_digests_are_of_the_games_own_source():
    digests = [rules_digest(name) for name in GAMES]
    assert len(set(digests)) == len(digests)
    assert all(re.fullmatch("[0-9a-f]{16}", text) for text in digests)
