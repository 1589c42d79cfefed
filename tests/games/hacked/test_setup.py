"""The deal, what is in the game, and what cannot be played."""

import re
from collections import Counter

import pytest

from balance.api import play, sweep
from balance.summary import summary
from sims.core.errors import DesignerError
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import play_records
from sims.core.streams import DEAL, DictatedChance
from sims.core.trace import trace
from sims.games.hacked import layout as lay
from sims.games.hacked.cards import CONSULTANT, TITLES
from sims.games.hacked.referee import Referee
from tests.games.hacked.tables import (
    CON,
    DATA,
    GAME,
    HACKED,
    ID,
    PILE,
    PRINTED,
    cell_of,
    deck,
    job,
    make_cell,
    new_game,
    place,
    read_cards,
    stream,
    whose_turn,
)


def shuffled(cards, draws):
    """Fisher-Yates by the (bound, value) that were drawn, which are used up."""
    for last in range(len(cards) - 1, 0, -1):
        bound, value = draws.pop(0)
        assert bound == last + 1
        cards[last], cards[value] = cards[value], cards[last]
    return cards


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_deal(players):
    chance = stream(11, DEAL)
    referee = Referee(make_cell(players), DictatedChance())
    referee.deal(chance)
    extra = min(2, 6 - players)
    copies = [0, extra, *PRINTED[2:]]
    draws = list(chance.log)
    cards = shuffled([t for t in range(13) for _ in range(copies[t])], draws)
    pile = shuffled(cards[7 * players :] + [HACKED] * (players - 1), draws)
    assert draws == []
    now = referee.snapshot()
    assert now["pile"] == pile
    for seat in range(players):
        dealt = Counter([CON, *cards[seat : 7 * players : players]])
        assert now["seats"][seat]["hand"] == dict(dealt)
    assert now["discard"] == {}
    assert (referee.decision().seat, whose_turn(referee)) == (0, "1 owes 1")


def cards_in_game(cell):
    now = new_game(cell, 0).snapshot()
    found = Counter(now["pile"])
    for seat in now["seats"]:
        found.update(seat["hand"])
    return found


def test_what_the_setup_asks_for_is_in_the_game():
    assert cards_in_game(make_cell(4, extra_consultants=0))[CON] == 4
    assert cards_in_game(make_cell(2, extra_consultants=4))[CON] == 6
    assert cards_in_game(make_cell(3, copies={"con": 4}))[CON] == 4
    assert cards_in_game(make_cell(3, hacked_cards=4))[HACKED] == 4
    assert cards_in_game(make_cell(5, copies={"A": 0, "freeze": 9}))[ID["freeze"]] == 9
    assert ID["A"] not in cards_in_game(make_cell(5, copies={"A": 0}))
    hands = new_game(make_cell(5, hand_size=0), 0).snapshot()["seats"]
    assert [seat["hand"] for seat in hands] == [{CON: 1}] * 5
    # 46 cards and 2 extra consultants in 4 hands of 12: only You've been hacked are left to draw.
    assert new_game(make_cell(4, hand_size=12), 0).snapshot()["pile"] == [HACKED] * 3


def test_a_deck_without_any_consultant_is_a_game_without_them():
    assert CON not in cards_in_game(make_cell(4, copies={"con": 0}))


@pytest.mark.parametrize(
    ("cell", "numbers"),
    [
        ({"players": 1}, ["1", "2", "5"]),
        ({"players": 6}, ["6", "2", "5"]),
        ({"players": 4, "copies": {"con": 3}}, ["3", "4"]),
        ({"players": 4, "extra_consultants": 3}, ["3", "6", "2", "4"]),
        ({"players": 4, "extra_consultants": -1}, ["-1"]),
        ({"players": 4, "hacked_cards": 2}, ["2", "4", "3"]),
        ({"players": 4, "hacked_cards": 5}, ["4", "5"]),
        ({"players": 4, "copies": {"hacked": 2}}, ["2", "3", "4"]),
        ({"players": 2, "copies": {"hacked": 0}}, ["0", "1", "2"]),
        ({"players": 4, "hacked_cards": -1}, ["-1"]),
        ({"players": 4, "hand_size": 13}, ["4", "13", "52", "48"]),
        ({"players": 4, "hand_size": -1}, ["-1"]),
        ({"players": 4, "copies": {"A": 240}}, ["292", "250"]),
        ({"players": 4, "copies": {"A": -1}}, ["-1"]),
        ({"players": 4, "turns": 0}, ["0", "1"]),
        ({"players": 4, "depth": -1}, ["-1", "0"]),
        ({"players": 4, "max_turns": 0}, ["0", "1"]),
    ],
)
def test_impossible_cells_are_refused_with_their_numbers(cell, numbers):
    with pytest.raises(ValueError) as error:  # noqa: PT011  (what it must say is checked below)
        Referee(make_cell(**cell), DictatedChance())
    assert set(numbers) <= set(re.findall(r"-?\d+", str(error.value))), error.value


@pytest.mark.parametrize(
    ("seats", "pile", "more", "message"),
    [
        (["hacked", ""], PILE, {}, "player 1: You've been hacked is never in a hand"),
        (["A A A", "A A"], PILE, {}, "6 cards of Cheatsheet A, the deck has 4"),
        (["out", ""], PILE, {"turn": "2"}, "1 players left"),
        (["out", "", ""], PILE, {}, "player 1 has no turn"),
        (["", ""], PILE, {"turn": "1 owes 0"}, "player 1 owes 0 turns"),
        (["", ""], PILE, {"known": {1: {"seen_pile": {1: 8}}}}, "player 1: sees Cheatsheet A at"),
        (["", ""], PILE, {"known": {1: {"seen_hand": {1: {8: 1}}}}}, "player 2 does not hold"),
        (["", ""], PILE, {"known": {1: {"out": True, "hand": {8: 1}}}, "turn": "2"}, "1 players"),
        (["", "", ""], PILE, {"known": {1: {"out": True, "hand": {8: 1}}}, "turn": "2"},
         "player 1: 1 cards in the hand of one who is out"),
    ],
)  # fmt: skip
def test_impossible_positions_are_refused(seats, pile, more, message):
    with pytest.raises(ValueError, match=message):
        place(seats, pile, **more)


def test_seats_and_titles_of_a_position_are_checked():
    referee = Referee(make_cell(3), DictatedChance())
    with pytest.raises(ValueError, match="2 seats for 3 players"):
        referee.place({"seats": [{}, {}]})
    with pytest.raises(ValueError, match="no title of id 13"):
        referee.place({"seats": [{"hand": {13: 1}}, {}, {}]})
    with pytest.raises(ValueError, match="no title of id 13"):
        referee.place({"pile": [13], "seats": [{}, {}, {}]})


def test_a_pile_too_small_for_its_players_is_named_when_it_is_drawn_from():
    with pytest.raises(ValueError, match="the draw pile is empty"):
        place(["", ""], "", ["draw"])


def test_options_that_are_not_listed_are_refused():
    referee = place(["", ""], PILE)
    with pytest.raises(ValueError, match="not in the list"):
        referee.choose((lay.F_YES, *[lay.NONE] * 4))


# Through the data folder


@pytest.mark.parametrize(
    ("players", "changes", "numbers"),
    [
        (4, deck(con=3), ["3", "4"]),
        (4, {"extra_consultants": 3}, ["3", "6", "2", "4"]),
        (4, {"extra_consultants": -1}, ["-1"]),
        (4, {"hacked_cards": 2}, ["2", "4", "3"]),
        (4, {"hacked_cards": 5}, ["5", "4"]),
        (4, deck(hacked=2), ["2", "3", "4"]),
        (2, deck(hacked=0), ["0", "1", "2"]),
        (4, {"hand_size": 13}, ["13", "4", "52", "48"]),
        (4, deck(A=240), ["292", "250"]),
        (4, deck(A=-1), ["-1"]),
        (4, {"deck.Attack.turns": 0}, ["0", "1"]),
        (4, {"deck.Sprint planning.depth": -1}, ["-1", "0"]),
        (4, {"max_turns": 0}, ["0", "1"]),
    ],
)
def test_impossible_setups_are_errors_that_name_the_numbers(players, changes, numbers):
    with pytest.raises(DesignerError) as error:
        cell_of(players, changes)
    assert set(numbers) <= set(re.findall(r"-?\d+", str(error.value))), error.value


@pytest.mark.parametrize(
    ("players", "changes", "extra", "hacked"),
    [
        (5, {}, 1, 4),
        (4, {}, 2, 3),
        (4, {"extra_consultants": 0, "hacked_cards": 0}, 0, 3),
        (2, {"extra_consultants": 4, "hacked_cards": 4}, 4, 4),
        (4, deck(con=0), 0, 3),
        (4, deck(con=5), 1, 3),
    ],
)
def test_the_setup_of_a_cell_is_the_one_that_is_played(players, changes, extra, hacked):
    cell = cell_of(players, changes)
    assert (cell.setup["extra_consultants"], cell.setup["hacked_cards"]) == (extra, hacked)
    machine = KernelMachine(GAME, kernel(GAME.name), cell)
    machine.deal(1, 1)
    now = machine.snapshot()
    found = Counter(now["pile"])
    for seat in now["seats"]:
        found.update(seat["hand"])
    each = players if cell.deck[TITLES[CONSULTANT]]["copies"] else 0
    assert (found[CONSULTANT], found[HACKED]) == (each + extra, hacked)
    assert read_cards(machine.rules["copies"]) == dict(sorted(found.items()))


@pytest.mark.parametrize("title", TITLES[1:])
def test_what_is_removed_is_not_there_and_the_game_goes_on(title):
    """Not dealt, not drawn, not named with success; kernel and referee play on without it."""
    changes = {f"deck.{title}.copies": 0, "hand_size": 5}
    machine = KernelMachine(GAME, kernel(GAME.name), cell_of(4, changes))
    machine.deal(1, 1)
    now = machine.snapshot()
    cards = [*now["pile"], *(t for seat in now["seats"] for t in seat["hand"])]
    assert TITLES.index(title) not in cards
    assert int(machine.rules["copies"]["of"][TITLES.index(title)]) == 0
    for number in range(3):
        told = trace(job(4, changes, number))
        assert told.final["result"]["ended"] == "last_standing"
        chosen = [e["choice"] for e in told.events if e["event"] == "decide"]
        played = {o[1] for o in chosen}
        assert TITLES.index(title) not in played
        moved = {e["title"] for e in told.events if e["event"] in ("move", "draw")}
        assert TITLES.index(title) not in moved


@pytest.mark.parametrize("title", TITLES[1:])
@pytest.mark.parametrize("copies", [1, 9, 30])
def test_any_count_can_be_played(title, copies):
    """All counts of the printed deck but one, and that from a single copy to many more."""
    if title == TITLES[CONSULTANT] and copies < 3:
        with pytest.raises(DesignerError, match="1 copies of Security consultant for 3 players"):
            cell_of(3, {f"deck.{title}.copies": copies})
        return
    records = play_records(job(3, {f"deck.{title}.copies": copies}, number=40))
    assert (records["ended"] == 0).all()


SWEEPS = {
    "hand_size": [0, 1, 9, 12],
    "extra_consultants": [0, 1, 2, 3],
    "hacked_cards": [2, 3, 4],
    "deck.Attack.turns": [1, 2, 3, 9],
    "deck.Sprint planning.depth": [0, 1, 3, 60],
    "deck.ChangeFreeze.copies": [0, 1, 20],
    "deck.You've been hacked.copies": [2, 3, 9],
}


@pytest.mark.parametrize("key", SWEEPS)
def test_every_number_can_be_swept(key):
    cells = sweep("hacked", {key: SWEEPS[key]}, players=3, games=60).cells
    assert cells[key].tolist() == SWEEPS[key]
    assert cells["fingerprint"].is_unique
    assert (cells["unfinished"] == 0).all()


def test_parameters_that_are_reported_are_those_that_are_played():
    """The printed 2 extra consultants, of which 1 is left at 5 players; 0 hacked cards is 4."""
    setup = summary(play("hacked", players=5, games=10).results)["setup"]
    assert (setup["extra_consultants"], setup["hacked_cards"]) == (1, 4)
    changes = {"hacked_cards": 0, "extra_consultants": 2}
    assert summary(play("hacked", players=5, games=10, changes=changes).results)["setup"] == setup


def test_data_is_all_printed():
    assert DATA.assumptions("printed") == ()
    assert sum(card["copies"] for card in DATA.deck("printed").cards.values()) == 56
