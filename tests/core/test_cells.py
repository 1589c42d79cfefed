"""Bad input in options: an error that names key, value and cure; ranges, axes and fingerprints.

Tried on each game that is found, with values made from what the game declares.
"""

import re

import pytest

from balance.planning import axis, numbers, player_counts
from sims.core.catalogue import rules_digest
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.errors import DesignerError
from sims.core.values import from_text
from tests.core.data_folders import GAMES, an_int

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
