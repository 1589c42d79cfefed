"""Blank cards: what they are, and that the kernel plays them (the oracle plays them too)."""

import numpy as np
import pytest

from balance import api
from balance.planning import plan
from sims.core.errors import DesignerError
from sims.core.runner import Job, play_records
from sims.core.trace import trace
from sims.games.override.blanks import _events, _one_more_blank
from sims.games.override.bridge import card_table, ids, pack
from sims.games.override.cards import BLANK, FIREWALL, MAINFRAME


def planned(players=4, lineup="random", **changes):
    return plan(api.question("override", players=players, lineup=lineup, changes=changes))[0]


def records(cell, games=400):
    return play_records(Job(cell.cell, cell.strategies, 1, 0, games))


def test_a_blank_takes_the_place_of_a_copy_and_has_nothing_of_it():
    cell = planned(**{"deck.Firewall.blanks": 2, "deck.The Mainframe.blanks": 1}).cell
    full = card_table(planned().cell)
    table = card_table(cell)
    changed = [card for card in range(len(table)) if table[card] != full[card]]
    firewalls = [card for card in range(len(full)) if full[card] == FIREWALL]
    assert changed == [*firewalls[:2], full.index(MAINFRAME)]
    assert all(table[card] == BLANK for card in changed)
    rules = pack(cell)
    for card in changed:
        assert rules["cred"][card] == 0
        assert rules["worth"][card] == 0
        assert card not in ids(rules["government"])
        assert not any(card in ids(shield) for shield in rules["shield"])


def test_hands_hold_the_same_places_of_the_deck():
    before, after = records(planned()), records(planned(**{"deck.Firewall.blanks": 1}))
    assert np.array_equal(before["dealt"], after["dealt"])
    assert not np.array_equal(before["turns"], after["turns"])


def test_a_deck_of_blanks_is_won_by_nobody():
    """No cred, no government hack: every game reaches the cap."""
    titles = planned().cell.deck
    blanks = {f"deck.{title}.blanks": fields["copies"] for title, fields in titles.items()}
    found = records(planned(max_turns=30, **blanks), 20)
    assert (found["winner"] == -2).all()
    assert (found["turns"] == 30).all()


def test_more_blanks_than_copies_are_refused():
    with pytest.raises(DesignerError, match="4 blanks among 3 copies of 'Firewall'"):
        planned(**{"deck.Firewall.blanks": 4})


def test_one_more_blank_until_there_is_no_copy_in_play():
    cell = planned().cell
    assert _one_more_blank(cell, "Firewall") == {"deck.Firewall.blanks": 1}
    assert _one_more_blank(cell, "Diskette") is None
    gone = planned(remove="Diskette+The Mainframe").cell
    assert _one_more_blank(gone, "The Mainframe") is None


def test_events_of_cards_agree_with_what_else_is_known_of_a_game():
    cell = planned(3, "greedy")
    jailed = 0
    for game_id in range(12):
        played = trace(Job(cell.cell, cell.strategies, 1, game_id, 1))
        found = _events(cell.cell, played.events)
        decided = sum(e["event"] == "decide" and e["kind"] == "execute" for e in played.events)
        assert sum(event in ("played", "borrowed") for event, _, _ in found) == decided
        out = [len(seat["out"]) for seat in played.final["seats"]]
        for seat, count in enumerate(out):
            assert sum(e == ("face_out", seat, e[2]) for e in found) == count
        sent = {seat for event, seat, _ in found if event == "jails"}
        assert sent == {s for s, seat in enumerate(played.final["seats"]) if seat["jail"]}
        jailed += len(sent)
    assert jailed > 0
