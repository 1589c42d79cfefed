"""Decks and setups that override cannot be played with, and what the kernel makes of the others."""

import pytest

from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.errors import DesignerError
from sims.games.override.bridge import card_table, ids, pack, removed_by_name

GAME = find("override")
DATA = read_data(GAME)


def build(players, changes):
    return build_cell(DATA, players, changes)


@pytest.mark.parametrize(
    ("players", "changes", "message"),
    [
        (4, {"deck.Diskette.copies": 2}, "2 copies of the Diskette; at most 1"),
        (4, {"deck.Firewall.copies": 43}, "the deck holds 65 hacks; at most 64"),
        (4, {"remove": "Diskette+Diskette"}, "takes out 2 of 'Diskette', but the deck holds 1"),
        (4, {"remove": "all Firewall+Firewall"}, "takes out 4 of 'Firewall'"),
        (4, {"remove": "+Diskette"}, "takes out 2 of 'Diskette'"),
        (4, {"remove_random": 21}, "3 are left for 4 hackers, who need one each"),
        (4, {"remove_random": 64}, "0 are left for 4 hackers"),
        (4, {"remove_random": 65}, "allowed are 0 to 64"),
        (4, {"gov_limit": 0}, "allowed are 1 to 64"),
        (4, {"winning_cred": 0}, "allowed are 1 to"),
        (4, {"max_turns": 0}, "allowed are 1 to"),
        (4, {"deck.Diskette.copies": 0}, "takes out 1 of 'Diskette', but the deck holds 0"),
        (4, {"deck.Firewall.cred": 1001}, "allowed are 0 to 1000"),
        (4, {"deck.Firewall.government": "maybe"}, "yes or no is needed"),
    ],
)
def test_impossible(players, changes, message):
    with pytest.raises(DesignerError) as error:
        build(players, changes)
    assert message in str(error.value)


def test_possible_at_the_edges():
    assert len(card_table(build(4, {"deck.Firewall.copies": 42}))) == 64
    few = build(4, {"remove_random": 20})
    assert len(ids(pack(few)["in_play"])) - few.setup["remove_random"] == 4
    zero = {f"deck.{title}.copies": 0 for title in GAME.titles if title != "Firewall"}
    only = build(3, {**zero, "remove": "none"})
    assert card_table(only) == [5, 5, 5]


def test_a_removed_hack_is_its_last_copy():
    gone = removed_by_name(build(3, {"remove": "Firewall+Firewall+The Mainframe"}))
    assert gone == {14, 15, 24}


def test_rulings_and_values_reach_the_kernel():
    changes = {
        "winning_cred": 77, "gov_limit": 5, "max_turns": 9, "remove_random": 3,
        "ruling.cred_tie": "play_on", "ruling.protection_blocks_self": "yes",
        "ruling.swap_optional": "yes", "ruling.puppet_stops_spoof": "yes",
        "deck.The Mainframe.cred": 300, "deck.Firewall.government": "yes",
        "deck.Firewall.protects_from": "none", "deck.Stolen Goods.proxy_swap": "yes",
        "deck.Socket Puppet.protects_from": 9,
    }  # fmt: skip
    rules = pack(build(5, changes))
    named = ("winning_cred", "gov_limit", "max_turns", "remove_random", "cred_tie",
             "protection_blocks_self", "swap_optional", "puppet_stops_spoof")  # fmt: skip
    assert [int(rules[name]) for name in named] == [77, 5, 9, 3, 2, 1, 1, 1]
    assert int(rules["cred"][24]) == 300
    assert ids(rules["government"]) == [13, 14, 15, *range(18, 25)]
    assert [bool(rules["swaps"][hack]) for hack in (2, 3, 4, 5)] == [True, True, True, False]
    assert ids(rules["shield"][3]) == []
    assert ids(rules["shield"][2]) == [16, 17]
    assert ids(rules["shield"][9]) == [1, 2, 3]


def test_a_changed_cred_decides_on_government_unless_the_deck_says_so():
    low = build(3, {"deck.The Mainframe.cred": 6})
    assert low.deck["The Mainframe"]["government"] is False
    kept = build(3, {"deck.The Mainframe.cred": 6, "deck.The Mainframe.government": "yes"})
    assert kept.deck["The Mainframe"]["government"] is True
