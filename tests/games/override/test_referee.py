"""The referee of Super Hack Override: what holds in every game, and cases derived by hand."""

import random
import re

import pytest

from sims.core.contract import Cell
from sims.core.streams import DEAL, PLAY, DictatedChance, Stream, StreamChance
from sims.games.override import layout as lay
from sims.games.override import notation
from sims.games.override.cards import LETTERS, TITLES
from sims.games.override.referee import Referee

ASSUMED = (1, 3, 3, 3, 3, 3, 2, 2, 2, 2, 1)
TABLE = {2: (40, 4, 4), 3: (32, 3, 0), 4: (30, 3, 0), 5: (25, 3, 0), 6: (25, 3, 0)}
RULINGS = {
    "cred_tie": "actor",
    "protection_blocks_self": "no",
    "swap_optional": "no",
    "puppet_stops_spoof": "no",
}
NAMES = [
    f"{LETTERS[hack]}{sum(ASSUMED[:hack]) + copy}"
    for hack, copies in enumerate(ASSUMED)
    for copy in range(copies)
]
IDS = {name: card for card, name in enumerate(NAMES)}


def make_cell(players, changes=None, rulings=None, **setup):
    """The default cell of a player count; `changes` maps titles to changed deck values."""
    deck = {
        title: {
            "copies": ASSUMED[hack],
            "cred": hack,
            "government": hack >= 7,
            "proxy_swap": hack in (2, 3),
            "protects_from": {5: 3, 6: 2}.get(hack),
            **(changes or {}).get(title, {}),
        }
        for hack, title in enumerate(TITLES)
    }
    winning_cred, gov_limit, remove_random = TABLE[players]
    default = {
        "remove": [] if players == 5 else ["Diskette"],
        "remove_random": remove_random,
        "winning_cred": winning_cred,
        "gov_limit": gov_limit,
        "max_turns": 500,
    }
    return Cell(
        game="override",
        players=players,
        deck_name="assumed",
        deck=deck,
        setup={**default, **setup},
        rulings={**RULINGS, **(rulings or {})},
    )


def same(text):
    """An option's text as it is compared: `a+b` is `b+a`."""
    form, _, rest = text.rpartition(":")
    return form, tuple(sorted(rest.split("+")))


def say(cell, due, option):
    """An option as position files write it."""
    return same(notation.option_text(cell, due.kind, option))


# Every game


def stream(number, at):
    return StreamChance(Stream.of_game(7, number, at))


def new_game(cell, number):
    referee = Referee(cell, stream(number, PLAY), keep_log=False)
    referee.deal(stream(number, DEAL))
    return referee


def play_randomly(referee, seed, check=lambda due: None):
    choices = random.Random(seed)
    while due := referee.decision():
        check(due)
        referee.choose(choices.choice(due.options))
    return referee.snapshot()


def check_state(now, cards):
    """Cards are conserved, jail is empty-handed, knowledge is true."""
    everywhere = [card for seat in now["seats"] for card in seat["in"] + seat["out"]]
    assert sorted(everywhere) == cards
    for viewer, seat in enumerate(now["seats"]):
        if seat["jail"]:
            assert not seat["in"]
            assert not seat["screen"]
            assert seat["mark"] is None
        for holder, seen in seat["seen"].items():
            assert holder != viewer
            assert set(seen) <= set(now["seats"][holder]["in"])
        elsewhere = [c for h, s in enumerate(now["seats"]) if h != viewer for c in s["out"]]
        assert seat["mark"] is None or seat["mark"] in seat["in"] + elsewhere
    if now["result"] is None:
        assert not now["seats"][now["actor"]]["jail"]


ALL_SWAPS = {title: {"proxy_swap": True} for title in TITLES}
ALL_PROTECT = {
    title: {"protects_from": from_, "proxy_swap": True}
    for title, from_ in zip(TITLES[1:], (8, 2, 4, 7, 3, 9, 5, 7, 9, 3), strict=True)
}
DECKS = {
    "assumed": ({}, {}),
    "all swap": (ALL_SWAPS, {"swap_optional": "yes", "puppet_stops_spoof": "yes"}),
    "all protect": (ALL_PROTECT, {"protection_blocks_self": "yes", "cred_tie": "play_on"}),
}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("deck", DECKS)
def test_invariants_of_random_games(deck, players):
    changes, rulings = DECKS[deck]
    cell = make_cell(players, changes, rulings, max_turns=60)
    for number in range(25):
        referee = new_game(cell, number)
        first = referee.snapshot()
        cards = sorted(card for seat in first["seats"] for card in seat["in"] + seat["out"])
        assert len(cards) == {2: 20, 5: 25}.get(players, 24)

        def check(due, referee=referee, cards=cards):
            assert len(set(due.options)) == len(due.options) > 0
            assert all(len(option) == 5 for option in due.options)
            check_state(referee.snapshot(), cards)

        last = play_randomly(referee, number, check)
        check_state(last, cards)
        assert last["result"]["ended"] in lay.ENDINGS
        assert (last["result"]["ended"] == "unfinished") <= (last["turn"] == 60)


def test_log_changes_nothing_and_tells_every_draw_and_turn():
    cell, deal, chance = make_cell(4), stream(3, DEAL), stream(3, PLAY)
    silent, told = new_game(cell, 3), Referee(cell, chance)
    told.deal(deal)
    assert play_randomly(silent, 3) == play_randomly(told, 3)
    assert silent.log == silent.events == []
    events = told.events
    drawn = [(e["bound"], e["value"]) for e in events if e["event"] == "chance"]
    assert drawn == deal.log + chance.log
    states = [e for e in events if e["event"] == "state"]
    assert [e["turn"] for e in states] == list(range(1, len(states) + 1))
    assert states[-1] == {"event": "state", **told.snapshot()}
    assert events[-1]["event"] == "end"
    assert told.log[-1].startswith("end after ")
    assert any(re.search(r"executes Firewall F1[345] ", line) for line in told.log)


def test_deal_goes_round_from_seat_0_and_the_diskette_makes_first():
    for number in range(40):
        chance = StreamChance(Stream.of_game(1, number, DEAL))
        referee = Referee(make_cell(5), DictatedChance())
        referee.deal(chance)
        cards = list(range(25))
        for last, (bound, value) in zip(range(24, 0, -1), chance.log, strict=True):
            assert bound == last + 1
            cards[last], cards[value] = cards[value], cards[last]
        first = cards.index(0) % 5
        seats = referee.snapshot()["seats"]
        assert seats[0]["out"] == [0]
        for seat in range(5):
            held = sorted(seats[seat]["in"] + seats[seat]["out"])
            assert held == sorted(cards[(first + seat) % 5 :: 5])
        assert referee.decision().seat == 0


def test_named_removal_takes_the_highest_id_and_random_removal_the_first_shuffled():
    cell = make_cell(3, remove=["Diskette", "Firewall", "Firewall", "The Mainframe"])
    referee = Referee(cell, DictatedChance())
    referee.deal(DictatedChance())
    held = {card for seat in referee.snapshot()["seats"] for card in seat["in"]}
    assert held == set(range(25)) - {0, 14, 15, 24}
    referee = Referee(make_cell(2), DictatedChance())
    referee.deal(DictatedChance())
    assert set(range(25)) - {c for s in referee.snapshot()["seats"] for c in s["in"]} == {
        0, 2, 3, 4, 5,
    }  # fmt: skip


# What a hacker may know


def play(players, seats, choices, script=(), changes=None, rulings=None, actor=0, **setup):
    """The snapshot after some choices, written as in position files."""
    chance = DictatedChance(list(script))
    cell = make_cell(players, changes, rulings, **setup)
    referee = Referee(cell, chance)
    referee.place({"actor": actor, "seats": [notation.read_seat(cell, text) for text in seats]})
    for choice in choices:
        due = referee.decision()
        said = {say(cell, due, option): option for option in due.options}
        referee.choose(said[same(choice)])
    return referee, chance


def known(referee):
    """{(viewer, holder): names} from 1."""
    return {
        (viewer + 1, holder + 1): [NAMES[card] for card in cards]
        for viewer, seat in enumerate(referee.snapshot()["seats"])
        for holder, cards in seat["seen"].items()
    }


def test_a_card_returned_to_a_hand_is_known_to_all():
    referee, _ = play(3, ["", "in S4 | out F13", "in G7"], ["F13", "pair:hand2+hand2"], [0])
    # Both cards of the hand are flipped face-out at once, so nothing is left to be known.
    assert known(referee) == {}
    referee, _ = play(3, ["", "in S4 | out F13 C22", "in G7"], ["C22", "2"])
    assert known(referee) == {(1, 2): ["S4", "C22"], (3, 2): ["C22"]}


def test_satellite_draws_two_by_ascending_id():
    referee, chance = play(3, ["in C22", "in S4 G7 F13 N18", "in T10"], ["C22", "2"], [2, 1])
    assert chance.log == [(4, 2), (3, 1)]
    assert known(referee) == {(1, 2): ["G7", "F13"]}


def test_monorail_giver_and_taker_know_the_card():
    choices = ["C22", "2", "M20", "M20", "T10", "S4", "left"]
    referee, _ = play(3, ["in C22 S4", "in M20 G7", "in T10"], choices, max_turns=9)
    # Clockwise: M20 (face-out) to 3, T10 to 1, S4 to 2. 1 still knows G7, which stayed.
    assert known(referee) == {(1, 2): ["S4", "G7"], (3, 1): ["T10"]}


@pytest.mark.parametrize(
    ("swap", "draws", "knowledge"),
    [
        # 1, who does not see what 2 gives, loses F13 and N18; 1 as the taker loses N18 only.
        ("own:N18+3", [(3, 1), (2, 1), (2, 0)], {(2, 3): ["N18"], (3, 2): ["T10"]}),
        ("own:N18+1", [(3, 1), (2, 1)], {(1, 2): ["S4", "F13"], (2, 1): ["N18"]}),
    ],
)
def test_hand_swap_is_seen_by_its_two_hackers_and_blurs_the_rest(swap, draws, knowledge):
    seats = ["in C22 S4", "in G7 F13 N18", "in T10 T11"]
    choices = ["C22", "2", "G7", "hand>1", swap]
    referee, chance = play(3, seats, choices, [1, 1], max_turns=9)
    assert chance.log == draws
    assert known(referee) == knowledge


def test_noaa_blurs_the_hands_that_chose_face_in():
    choices = ["C22", "2", "N18", "G7", "T10", "S4"]
    referee, chance = play(3, ["in C22 S4", "in N18 G7", "in T10"], choices, max_turns=9)
    assert chance.log == [(2, 0), (3, 0), (2, 0)]
    # In the order of choice 2, 3, 1: G7 T10 S4, shuffled T10 S4 G7.
    hands = [seat["in"] for seat in referee.snapshot()["seats"]]
    assert hands == [[IDS["G7"]], [IDS["T10"]], [IDS["S4"]]]
    assert known(referee) == {}


def test_a_puppet_that_goes_is_struck_and_the_rest_stays_known():
    # 1 looks at P1 F13 of 2; 2 executes 1's Satellite, which returns to hand 1, and looks at 3.
    choices = ["C22", "2", "C22", "3", "S4", "own:M20+2", "yes"]
    referee, _ = play(3, ["in C22", "in P1 F13", "in S4 M20"], choices, max_turns=9)
    expected = {(1, 2): ["F13"], (3, 2): ["M20"], (2, 1): ["C22"], (3, 1): ["C22"]}
    assert known(referee) == expected


# Effects of designers' decks


def options_of(players, seats, choices, **more):
    referee, _ = play(players, seats, choices, **more)
    due = referee.decision()
    return due.kind, {say(make_cell(players), due, option) for option in due.options}


def test_protection_from_nine_keeps_out_the_satellite():
    changes = {"Firewall": {"protects_from": 9}}
    seats = ["in C22", "in S4 | out F13", "in G7"]
    kind, options = options_of(3, seats, ["C22"], changes=changes)
    assert (kind, options) == ("spy", {same("3")})


def test_protection_from_eight_keeps_out_of_the_monorail():
    changes = {"Firewall": {"protects_from": 8}}
    seats = ["in M20 S4", "in S5 | out F13", "in G7"]
    choices = ["M20", "S4", "G7", "left"]
    referee, _ = play(3, seats, choices, changes=changes)
    hands = [seat["in"] for seat in referee.snapshot()["seats"]]
    assert hands == [[IDS["G7"]], [IDS["S5"]], [IDS["S4"]]]


def test_protection_from_five_and_four_keeps_out_firewall_and_goods():
    changes = {"Socket Puppet": {"protects_from": 5}, "Proxy Spoof": {"protects_from": 4}}
    seats = ["in F13 T10", "in S4 | out P1", "in G7 | out X16"]
    kind, options = options_of(3, seats, ["F13"], changes=changes)
    assert kind == "firewall"
    assert options == {same(o) for o in ("own:F13", "own:T10", "pair:X16+hand3")}
    kind, options = options_of(3, seats, ["T10"], changes=changes)
    assert (kind, options) == ("steal", {same("P1")})


def test_own_protection_keeps_out_of_own_swap_if_so_ruled():
    seats = ["in S4 C22 | out X16", "in G7", "in F13"]
    _, without = options_of(3, seats, ["S4"])
    _, ruled = options_of(3, seats, ["S4"], rulings={"protection_blocks_self": "yes"})
    assert same("own:C22+2") in without
    assert ruled == {same("hands:2+3")}


def test_swap_follows_goods_that_moved():
    changes = {"Stolen Goods": {"proxy_swap": True}}
    seats = ["in T10", "out C22", ""]
    referee, _ = play(3, seats, ["T10", "C22"], changes=changes)
    assert referee.decision().kind == "swap"


def test_marked_card_is_the_only_option_and_the_mark_ends_with_the_turn():
    seats = ["in S4 | mark N18", "in G7", "in P1", "out N18 M20 C22 | jail"]
    referee, _ = play(4, seats, [])
    due = referee.decision()
    assert [say(make_cell(4), due, o) for o in due.options] == [same("N18")]
    play_randomly(referee, 0)
    assert referee.snapshot()["seats"][0]["mark"] is None


def test_a_jailed_hackers_marked_card_executed_by_another_stays_marked():
    seats = ["in S4", "in G7 | mark C22", "in P1", "out N18 M20 C22 | jail"]
    referee, _ = play(4, seats, ["C22", "3"])
    assert referee.snapshot()["seats"][1]["mark"] == IDS["C22"]


def test_play_on_looks_again_at_the_next_check():
    seats = ["in F13", "in Q24 | out G7", "in C22 | out T10", "in P1"]
    choices = ["F13", "pair:hand2+hand3"]
    rulings = {"cred_tie": "play_on"}
    referee, _ = play(4, seats, choices, rulings=rulings, winning_cred=13, max_turns=9)
    assert referee.snapshot()["result"] is None
    assert referee.decision().seat == 1


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        (["in S4", "in S4"], "twice"),
        (["in D0", ""], "hacker 1: the Diskette is never face-in"),
        (["", "in S4 | jail"], "hacker 2: no face-in card"),
        (["out S4 | jail", ""], "hacker 1: no turn in jail"),
        (["mark S4", "in S4"], "cannot execute the marked card Screen Door S4"),
    ],
)
def test_impossible_positions_are_refused(seats, message):
    with pytest.raises(ValueError, match=message):
        play(2, seats, [])


def test_options_that_are_not_listed_are_refused():
    referee, _ = play(2, ["in S4", ""], [])
    with pytest.raises(ValueError, match="not in the list"):
        referee.choose((lay.F_YES, *[lay.NONE] * 4))
