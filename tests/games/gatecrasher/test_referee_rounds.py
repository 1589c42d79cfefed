"""The referee: dice in closed form, the deal, the phases of a round and its end."""

from collections import Counter
from fractions import Fraction

import pytest
from gatecrasher_tables import (
    choose,
    distribution,
    make_cell,
    make_hackers,
    make_referee,
    new_game,
    place,
    play_randomly,
    walk,
)

from sims.core.streams import DEAL, DictatedChance, Stream, StreamChance

# --- dice ---

TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def firewall_after(choice, seat, **more):
    seats = ["fw 3 | lv 3 | bolster loss", "fw 4 | lv 3"]

    def play(chance):
        referee = choose(place(2, seats, chance, phase="overclock", **more), choice)
        return referee.snapshot()["seats"][seat]["firewall"]

    return distribution(play)


def test_bolster_adds_the_sum_of_two_dice():
    assert firewall_after("bolster", 0) == {3 + n: p for n, p in TWO_DICE.items()}


def test_packet_loss_takes_off_the_sum_of_two_dice_down_to_0():
    bounded = {2: Fraction(1, 36), 1: Fraction(2, 36), 0: Fraction(33, 36)}
    assert firewall_after("loss>2", 1) == bounded
    free = firewall_after("loss>2", 1, rulings={"firewall_range": "unbounded"})
    assert free == {4 - n: p for n, p in TWO_DICE.items()}


def dealt(changes, chance, rulings=None, copies=(2, 2, 2, 2)):
    cell = make_cell(2, rulings, copies)
    changes = {seat: {"hand_size": 1} | changes.get(seat, {}) for seat in range(2)}
    referee = make_referee(cell, chance, make_hackers(2, changes), keep_log=False)
    referee.deal(DictatedChance())
    return referee


def firewalls(referee):
    return [seat["firewall"] for seat in referee.snapshot()["seats"]]


def test_initialization_rolls_seat_by_seat_and_the_lowest_acts_first():
    changes = {0: {"init_dice": 3}, 1: {"init_bonus": 4, "init_keep": 9}}
    chance = DictatedChance([0, 5, 3, 1, 2])
    referee = dealt(changes, chance)
    assert chance.log == [(6, 0), (6, 5), (6, 3), (6, 1), (6, 2)]
    assert firewalls(referee) == [10, 9]
    assert referee.decision().seat == 1
    high = {0: {"init_bonus": 120}, 1: {"init_bonus": -30}}
    assert firewalls(dealt(high, DictatedChance())) == [99, 0]
    unbounded = {"firewall_range": "unbounded"}
    assert firewalls(dealt(high, DictatedChance(), unbounded)) == [122, -28]


def test_two_players_tie_in_their_opening_roll_as_often_as_they_should():
    found = Counter()
    one_die = {1: {"init_dice": 2}, 0: {"init_dice": 2}}
    for probability, (rolls, draws) in walk(
        lambda chance: (firewalls(dealt(one_die, chance)), len(chance.log))
    ):
        assert draws == (5 if rolls[0] == rolls[1] else 4)
        found[rolls[0] == rolls[1]] += probability
    assert found[True] == sum(p * p for p in TWO_DICE.values()) == Fraction(73, 648)


def test_the_best_two_of_three_dice():
    changes = {0: {"init_dice": 3}, 1: {"init_dice": 0, "init_bonus": 99}}
    found = distribution(lambda chance: firewalls(dealt(changes, chance))[0])
    assert sum(total * p for total, p in found.items()) == Fraction(1827, 216)
    assert found[12] == Fraction(16, 216)
    assert found[2] == Fraction(1, 216)


# --- the deal ---


def test_deal_goes_round_and_skips_who_is_full():
    chance = StreamChance(Stream.of_game(1, 5, DEAL))
    changes = {0: {"hand_size": 2}, 1: {"hand_size": 4}, 2: {"hand_size": 0}}
    referee = make_referee(make_cell(3), DictatedChance(), make_hackers(3, changes))
    referee.deal(chance)
    deck = [0] * 12 + [1] * 6 + [2] * 12 + [3] * 6
    for last, (bound, value) in zip(range(35, 0, -1), chance.log, strict=True):
        assert bound == last + 1
        deck[last], deck[value] = deck[value], deck[last]
    now = referee.snapshot()
    hands = [Counter(deck[at] for at in places) for places in ([0, 2], [1, 3, 4, 5], [])]
    assert [seat["hand"] for seat in now["seats"]] == hands
    assert now["pile"] == deck[6:]
    assert (now["turn"], now["round"], now["phase"]) == (0, 0, "execution")


def test_a_deck_too_small_for_the_hands_is_refused():
    changes = {seat: {"hand_size": 20} for seat in range(2)}
    referee = make_referee(make_cell(2), DictatedChance(), make_hackers(2, changes))
    with pytest.raises(ValueError, match="hands of 20, 20 take 40 cards, the deck holds 36"):
        referee.deal(DictatedChance())


def test_a_deck_just_large_enough_leaves_no_pile_and_every_round_one_turn_before_overclock():
    changes = {seat: {"hand_size": 9} for seat in range(4)}
    cell = make_cell(4, max_rounds=1)
    referee = make_referee(cell, DictatedChance(), make_hackers(4, changes))
    referee.deal(DictatedChance())
    assert play_randomly(referee, 1)["turn"] == 1 + 4


# --- rounds ---


def replay_deal(events):
    """The pile and hands (by living seat) that the shuffle events before a deal lead to."""
    deck = [0] * 12 + [1] * 6 + [2] * 12 + [3] * 6
    for last, event in zip(range(35, 0, -1), events, strict=True):
        value = event["value"]
        assert event["bound"] == last + 1
        assert event["result"] == deck[value]
        deck[last], deck[value] = deck[value], deck[last]
    return deck


def test_every_round_is_dealt_anew_to_the_living():
    referee = new_game(make_cell(4), 11, keep_log=True)
    last = play_randomly(referee, 11)
    levels, shuffles, deals = [3] * 4, [], 0
    for event in referee.events:
        if event["event"] == "chance" and event["what"] == "shuffle of the deck":
            shuffles.append(event)
        elif event["event"] == "level":
            levels[event["seat"]] -= 1
            assert event["levels"] == levels[event["seat"]]
        elif event["event"] == "deal":
            deck, living = replay_deal(shuffles), [s for s in range(4) if levels[s]]
            hands = [Counter() for _ in range(4)]
            for place_in_deck in range(5 * len(living)):
                hands[living[place_in_deck % len(living)]][deck[place_in_deck]] += 1
            assert event["hands"] == hands
            assert event["pile"] == deck[5 * len(living) :]
            shuffles, deals = [], deals + 1
    assert deals == last["round"] > 3
    assert last["result"]["ended"] == "last_standing"
    assert [seat for seat in range(4) if levels[seat]] == [last["result"]["winner"]]


def test_the_next_round_starts_from_the_beginning():
    seats = ["fw 30 | lv 3 | loss", "fw 8 | lv 1 | bolster", "fw 9 | lv 2"]
    referee = place(3, seats, phase="overclock", actor=1, max_rounds=9)
    choose(referee, "pass", "pass", "pass")
    now = referee.snapshot()
    # All dice fall 1, and of those who tie at 2 the first begins.
    assert [seat["firewall"] for seat in now["seats"]] == [2, 0, 2]
    assert [seat["levels"] for seat in now["seats"]] == [3, 0, 1]
    assert [sum(seat["hand"].values()) for seat in now["seats"]] == [5, 0, 5]
    assert (now["turn"], now["round"], now["phase"], now["actor"]) == (3, 1, "execution", 0)
    assert len(now["pile"]) == 26
    assert now["discard"] == {}
    assert now["seats"][1]["out"]


def test_at_the_end_hands_and_firewalls_lie_as_they_were_scored():
    referee = place(2, ["fw 30 | lv 3", "fw 8 | lv 1 | bolster"], phase="overclock", actor=1)
    now = choose(referee, "pass", "pass").snapshot()
    assert now["result"] == {"winner": 0, "ended": "last_standing"}
    assert now["seats"][1] == {
        "firewall": 11,
        "levels": 0,
        "hand": {0: 1},
        "out": True,
        "seen_hand": {},
    }


@pytest.mark.parametrize(
    ("seats", "pile", "choices", "turns"),
    [
        # The deal emptied the pile: 1 has a turn; in Overclock 2, 3 and 1.
        (["lv 3 | mine", "lv 3", "lv 3"], "", "pass pass pass pass", 4),
        # 1 executes, 2 passes, 1 draws the last card: two, one, then Overclock of both.
        (["lv 3 | mine", "lv 3"], "mine extract loss", "mine pass mine pass pass", 5),
        # Passes are turns: 1, 2, 3 pass in a row with cards in the pile, then each once more.
        (["lv 3 | mine", "lv 3", "lv 3"], "mine", "pass pass pass pass pass pass", 6),
        # Of three protocols in Overclock each is a decision, all of them one turn.
        (["lv 3", "lv 3 | mine mine mine"], "", "pass mine mine mine pass", 3),
    ],
)
def test_a_turn_is_counted_once_passed_or_not(seats, pile, choices, turns):
    referee = choose(place(len(seats), seats, pile=pile), *choices.split())
    assert referee.decision() is None
    assert referee.snapshot()["turn"] == turns


def test_a_hacker_without_protocols_is_not_asked_and_passes():
    seats = ["fw 1 | lv 3 | mine", "fw 2 | lv 3 | mine"]
    changes = {0: {"protocols_per_turn": 0, "overclock_protocols": 0}}
    referee = place(2, seats, pile="mine", hackers=changes)
    assert referee.decision().seat == 1
    choose(referee, "pass")
    # A row of two passes; Overclock begins with player 1, who is not asked.
    assert referee.decision().seat == 1
    assert referee.snapshot()["phase"] == "overclock"
    assert referee.snapshot()["turn"] == 3
