"""The referee against positions derived by hand, rule by rule, and what holds in every game."""

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import pytest

from sims.core.contract import Cell
from sims.core.streams import DEAL, PLAY, DictatedChance, Stream, StreamChance
from sims.games.hacked import layout as lay
from sims.games.hacked.cards import NAMEABLE, TITLES, WORDS
from sims.games.hacked.referee import Referee

POSITIONS = Path(__file__).resolve().parents[4] / "shared" / "positions" / "hacked.txt"
PRINTED = (4, 6, 4, 4, 5, 4, 4, 5, 4, 4, 4, 4, 4)
RULINGS = {"combos": "any-title", "attack_stack": "add", "consultant_use": "always"}
ID = {word: title for title, word in enumerate(WORDS)}
HACKED, CON = ID["hacked"], ID["con"]


def make_cell(players, copies=None, rulings=None, turns=None, depth=None, **setup):
    """The printed cell of a player count; `copies` maps words to changed numbers."""
    deck = {title: {"copies": number} for title, number in zip(TITLES, PRINTED, strict=True)}
    for word, number in (copies or {}).items():
        deck[TITLES[ID[word]]]["copies"] = number
    if turns is not None:
        deck["Attack"]["turns"] = turns
    if depth is not None:
        deck["Sprint planning"]["depth"] = depth
    default = {"hand_size": 7, "extra_consultants": 2, "hacked_cards": 0, "max_turns": 10_000}
    return Cell(
        game="hacked",
        players=players,
        deck_name="printed",
        deck=deck,
        setup={**default, **setup},
        rulings={**RULINGS, **(rulings or {})},
    )


# Positions as text


@dataclass
class Outcome:
    probability: Fraction
    asks: list = field(default_factory=list)
    seats: dict = field(default_factory=dict)
    pile: list | None = None
    end: tuple = ()


@dataclass
class Position:
    name: str
    players: int = 0
    turns: int = 1
    rulings: dict = field(default_factory=dict)
    table: dict = field(default_factory=dict)
    asks: list = field(default_factory=list)
    outcomes: list = field(default_factory=list)


def titles(text):
    return [ID[word] for word in text.split()]


def read_seat(text):
    if text.split() == ["out"]:
        return {"hand": {}, "out": True}
    return {"hand": dict(Counter(titles(text))), "out": False}


def read_turn(words):
    """(seat, owes, attacked) of `2 owes 3 attacked`."""
    owes = int(words[2]) if words[1:2] == ["owes"] else 1
    return int(words[0]) - 1, owes, words[-1] == "attacked"


def read_result(position, line):
    """A line of the result, into the last outcome."""
    if line.startswith("outcome "):
        position.outcomes.append(Outcome(Fraction(line.split()[1])))
        return
    if line.startswith("ask "):
        asked, choice = line.split("->")
        words, options = asked.split(" : ", 1)
        _, seat, kind = words.split()
        asks = position.outcomes[-1].asks if position.outcomes else position.asks
        asks.append((int(seat) - 1, kind, sorted(options.split()), choice.strip()))
        return
    if not position.outcomes:
        position.outcomes.append(Outcome(Fraction(1)))
    outcome = position.outcomes[-1]
    if after := re.fullmatch(r"after seat (\d+):(.*)", line):
        outcome.seats[int(after[1]) - 1] = read_seat(after[2])
    elif line.startswith("after pile:"):
        outcome.pile = titles(line.split(":")[1])
    else:
        word, *rest = line.split()
        assert word in ("next", "won"), line
        outcome.end = (word, *(read_turn(rest) if word == "next" else [int(rest[0]) - 1]))


def read_position(block):
    position = None
    for line in block:
        word, *rest = line.split()
        if word == "position":
            position = Position(rest[0])
        elif word == "players":
            position.players = int(rest[0])
            seats = [{"hand": {}, "out": False} for _ in range(position.players)]
            position.table = {"actor": 0, "pile": [], "seats": seats}
        elif word == "set":
            name, choice = rest[0].split("=")
            position.rulings[name] = choice
        elif word == "seat":
            position.table["seats"][int(rest[0][:-1]) - 1] = read_seat(line.split(":")[1])
        elif word == "pile:":
            position.table["pile"] = titles(line.split(":")[1])
        elif word == "actor":
            seat, owes, attacked = read_turn(rest)
            position.table |= {"actor": seat, "owes": owes, "attacked": attacked}
        elif word == "turns":
            position.turns = int(rest[0])
        else:
            read_result(position, line)
    return position


def read_positions():
    text = POSITIONS.read_text() if POSITIONS.exists() else ""
    blocks = [
        [line for line in block.splitlines() if not line.startswith("#")]
        for block in re.split(r"\n\s*\n", text.strip())
    ]
    return [read_position(block) for block in blocks if block]


def say(option):
    """An option as position files write it."""
    form, title, target, named, depth = option
    at = "" if target == lay.NONE else f">{target + 1}"
    match lay.FORMS[form]:
        case "card":
            return f"{WORDS[title]}{at}"
        case "pair":
            return f"pair:{WORDS[title]}{at}"
        case "triple":
            return f"triple:{WORDS[title]}{at}={WORDS[named]}"
        case "give":
            return WORDS[title]
        case "place":
            return str(depth)
        case word:
            return word


# Playing a position


def walk(play) -> Iterator[tuple[Fraction, str | None]]:
    """(probability, what `play` returned) of every way that chance may fall."""
    script = []
    while True:
        chance = DictatedChance(script)
        result = play(chance)
        probability = Fraction(1)
        for bound, _ in chance.log:
            probability /= bound
        yield probability, result
        values = list(chance.log)
        while values and values[-1][1] == values[-1][0] - 1:
            values.pop()
        if not values:
            return
        script = [value for _, value in values]
        script[-1] += 1


def play_position(position, outcome, chance):
    """What differs from the outcome as written, None if nothing does."""
    cell = make_cell(position.players, rulings=position.rulings, max_turns=position.turns)
    referee = Referee(cell, chance)
    referee.place(position.table)
    for seat, kind, options, choice in position.asks + outcome.asks:
        due = referee.decision()
        if due is None:
            return f"{kind} of player {seat + 1} is not asked"
        said = {say(option): option for option in due.options}
        if (due.seat, due.kind, sorted(map(say, due.options))) != (seat, kind, options):
            return f"asked {due.kind} of player {due.seat + 1}: {list(said)}"
        referee.choose(said[choice])
    if referee.decision() is not None:
        return f"also asks {referee.decision()}"
    return compare(position, outcome, referee.snapshot())


def compare(position, outcome, now):
    for seat, found in enumerate(now["seats"]):
        expected = outcome.seats.get(seat, position.table["seats"][seat])
        found = {key: found[key] for key in ("hand", "out")}
        if found != expected:
            return f"player {seat + 1} has {found}, not {expected}"
    pile = position.table["pile"] if outcome.pile is None else outcome.pile
    if now["pile"] != pile:
        return f"pile {now['pile']}, not {pile}"
    found_end = ("won", now["result"]["winner"])
    if now["result"]["ended"] == "unfinished":
        found_end = ("next", now["actor"], now["owes"], now["attacked"])
    return None if found_end == outcome.end else f"{found_end}, not {outcome.end}"


@pytest.mark.skipif(not POSITIONS.exists(), reason=f"no {POSITIONS}")
def test_there_are_positions():
    assert len(read_positions()) >= 8


@pytest.mark.parametrize("position", read_positions(), ids=lambda position: position.name)
def test_position(position):
    assert sum(outcome.probability for outcome in position.outcomes) == 1
    for outcome in position.outcomes:
        ways = list(walk(lambda chance, o=outcome: play_position(position, o, chance)))
        assert sum(p for p, _ in ways) == 1
        matching = sum(p for p, differs in ways if differs is None)
        assert matching == outcome.probability, {differs for _, differs in ways}


# Rules one by one


def place(seats, pile, choices=(), script=(), turn="1", rulings=None, known=None, **cell):
    """The referee after some choices, written as in position files; `known` by seat from 1."""
    referee = Referee(make_cell(len(seats), rulings=rulings, **cell), DictatedChance(list(script)))
    actor, owes, attacked = read_turn(turn.split())
    read = [read_seat(text) | (known or {}).get(n, {}) for n, text in enumerate(seats, 1)]
    referee.place(
        {"actor": actor, "owes": owes, "attacked": attacked, "pile": titles(pile), "seats": read}
    )
    return choose(referee, *choices)


def choose(referee, *choices):
    """Take these options; `2.no` also says who must be asked."""
    for choice in choices:
        due = referee.decision()
        seat, dot, rest = choice.partition(".")
        if dot:
            assert due.seat == int(seat) - 1, f"{choice}: asked {due}"
        referee.choose({say(option): option for option in due.options}[rest if dot else choice])
    return referee


def asked(referee):
    """As in `2 freeze: no yes`."""
    due = referee.decision()
    return f"{due.seat + 1} {due.kind}: {' '.join(map(say, due.options))}"


def hand(referee, seat):
    held = referee.snapshot()["seats"][seat - 1]["hand"]
    return " ".join(WORDS[title] for title in sorted(held) for _ in range(held[title]))


def whose_turn(referee):
    now = referee.snapshot()
    return f"{now['actor'] + 1} owes {now['owes']}{' attacked' * now['attacked']}"


PILE = "A B C D E hacked hacked"


def test_play_lists_draw_cards_pairs_triples_by_title_target_and_name():
    seats = ["con con attack ticket freeze bugfix update sprint A A A", "con", "", "B"]
    referee = place(seats, PILE + " hacked")
    named = [WORDS[title] for title in NAMEABLE]
    triples = [f"triple:A>{seat}={word}" for seat in (2, 4) for word in named]
    assert len(named) == 12
    assert "hacked" not in named
    single = "draw attack ticket>2 ticket>4 bugfix update sprint"
    pairs = "pair:con>2 pair:con>4 pair:A>2 pair:A>4"
    assert asked(referee) == f"1 play: {single} {pairs} {' '.join(triples)}"


def test_targets_are_listed_clockwise_and_live():
    referee = place(["B", "out", "ticket A A", "B"], PILE, turn="3")
    assert asked(referee) == "3 play: draw ticket>4 ticket>1 pair:A>4 pair:A>1"


def test_ticket_and_combos_need_somebody_with_a_card():
    assert asked(place(["ticket A A A", "", ""], PILE)) == "1 play: draw"


@pytest.mark.parametrize(
    ("ruling", "pairs", "triples"),
    [("any-title", "attack A B", "attack B"), ("cheatsheets-only", "A B", "attack B"),
     ("none", "", "")],
)  # fmt: skip
def test_combos_ruling(ruling, pairs, triples):
    seats = ["attack attack attack A A B B B", "con"]
    options = asked(place(seats, "hacked", rulings={"combos": ruling})).split()
    found = [re.match(r"(pair|triple):(\w+)", option) for option in options]
    by_form = {(one[1], one[2]) for one in found if one}
    assert by_form == {("pair", p) for p in pairs.split()} | {
        ("triple", t) for t in triples.split()
    }


def test_draw_goes_to_the_hand_and_the_next_player_acts():
    referee = place(["A", "", ""], "B hacked hacked", ["draw"])
    assert hand(referee, 1) == "A B"
    assert referee.snapshot()["turn"] == 1
    assert asked(referee) == "2 play: draw"
    assert whose_turn(referee) == "2 owes 1"


# Freeze windows


def test_freeze_is_asked_clockwise_of_those_who_hold_one_and_live():
    referee = place(["freeze", "sprint", "out", "A", "freeze"], PILE, turn="2")
    choose(referee, "sprint", "5.no")
    assert asked(referee) == "1 freeze: no yes"
    choose(referee, "no")
    assert asked(referee) == "2 play: draw"


def test_a_freeze_opens_a_window_for_all_but_its_player_earlier_passers_and_the_actor_too():
    seats = ["sprint freeze", "freeze", "freeze freeze", "freeze"]
    referee = place(seats, PILE + " hacked")
    choose(referee, "sprint", "2.no", "3.yes")
    # On 3's freeze: clockwise from 3, without 3. 2 passed before.
    choose(referee, "4.no", "1.no", "2.yes")
    # On 2's freeze: 3 again, who still holds one; 2 is not asked about their own.
    choose(referee, "3.no", "4.no", "1.yes")
    # On 1's own freeze: 2 has none left.
    choose(referee, "3.no", "4.no")
    # Three freezes: the sprint is cancelled, the same turn goes on.
    assert asked(referee) == "1 play: draw"
    assert referee.snapshot()["seats"][0]["seen_pile"] == {}
    assert referee.snapshot()["discard"] == {ID["sprint"]: 1, ID["freeze"]: 3}
    assert [hand(referee, seat) for seat in (1, 2, 3, 4)] == ["", "", "freeze", "freeze"]


def test_an_action_stands_after_two_freezes():
    referee = place(["sprint freeze", "freeze", ""], PILE, ["sprint", "2.yes", "1.yes"])
    assert asked(referee) == "1 play: draw"
    assert referee.snapshot()["seats"][0]["seen_pile"] == {0: ID["A"], 1: ID["B"], 2: ID["C"]}


def test_nobody_is_asked_about_their_own_last_card():
    referee = place(["sprint freeze freeze", "", ""], PILE, ["sprint"])
    assert asked(referee) == "1 play: draw"
    referee = place(["sprint", "freeze freeze", ""], PILE, ["sprint", "2.yes"])
    assert asked(referee) == "1 play: draw"


def test_the_freeze_asked_about_a_pair_of_freezes_needs_one_that_is_left():
    referee = place(["freeze freeze", "freeze A", "B"], PILE, ["pair:freeze>3", "2.yes"])
    assert hand(referee, 3) == "B"
    assert referee.snapshot()["discard"] == {ID["freeze"]: 3}
    assert asked(referee) == "1 play: draw"


def test_every_kind_of_action_can_be_frozen():
    seats = ["attack ticket bugfix update sprint A A A", "con freeze"]
    for choice in ("attack", "ticket>2", "bugfix", "update", "sprint", "pair:A>2", "triple:A>2=B"):
        referee = place(seats, "B C hacked", [choice, "2.yes"])
        assert asked(referee).startswith("1 play: draw")
        assert whose_turn(referee) == "1 owes 1"
        assert referee.snapshot()["pile"] == titles("B C hacked")
        assert hand(referee, 2) == "con"


# What the cards do


def test_ticket_offers_titles_and_hands_one_over():
    referee = place(["ticket", "con B B", "C"], PILE, ["ticket>2"])
    assert asked(referee) == "2 give: con B"
    choose(referee, "B")
    assert [hand(referee, seat) for seat in (1, 2)] == ["B", "con B"]
    assert asked(referee) == "1 play: draw"


def test_a_ticket_target_emptied_by_its_own_freeze_is_not_asked():
    referee = place(["ticket freeze", "freeze", "C"], PILE, ["ticket>2", "2.yes", "1.yes"])
    assert asked(referee) == "1 play: draw"


@pytest.mark.parametrize("combo", ["pair:A>2", "triple:A>2=freeze"])
def test_a_combo_finds_nothing_in_a_hand_emptied_by_its_own_freeze(combo):
    seats = ["freeze A A A", "freeze", ""]
    referee = place(seats, PILE, [combo, "2.yes", "1.yes"])
    assert "freeze" not in hand(referee, 1)
    assert asked(referee) == "1 play: draw"


def test_a_pair_takes_the_kth_card_by_title():
    for k, word in enumerate("con freeze B B".split()):
        referee = place(["A A", "B freeze con B"], "hacked", ["pair:A>2", "2.no"], [k])
        assert referee._game.chance.log == [(4, k)]
        assert hand(referee, 1) == word
    referee = place(["A A", "B"], "hacked", ["pair:A>2"])
    assert referee._game.chance.log == []
    assert hand(referee, 1) == "B"


def test_a_triple_takes_the_named_title_or_nothing():
    seats = ["attack attack attack", "con B B"]
    referee = place(seats, "hacked", ["triple:attack>2=B"])
    assert [hand(referee, 1), hand(referee, 2)] == ["B", "con B"]
    referee = place(seats, "hacked", ["triple:attack>2=C"])
    assert [hand(referee, 1), hand(referee, 2)] == ["", "con B B"]


def test_a_triple_may_name_what_the_deck_lacks():
    referee = place(["B B B", "C"], "hacked", ["triple:B>2=A"], copies={"A": 0})
    assert hand(referee, 2) == "C"


def test_bugfix_is_a_shuffle_and_the_turn_goes_on():
    referee = place(["bugfix", "", ""], "A B hacked hacked", ["bugfix"], [0, 2, 1])
    # 3 with 0: hacked B hacked A; 2 with 2: as is; 1 with 1: as is.
    assert referee._game.chance.log == [(4, 0), (3, 2), (2, 1)]
    assert referee.snapshot()["pile"] == titles("hacked B hacked A")
    assert asked(referee) == "1 play: draw"


@pytest.mark.parametrize(("depth", "seen"), [(None, 3), (0, 0), (2, 2), (5, 4)])
def test_sprint_planning_sees_the_depth_or_what_there_is(depth, seen):
    pile = "A hacked B hacked"
    referee = place(["sprint", "", ""], pile, ["sprint"], depth=depth)
    expected = dict(enumerate(titles(pile)[:seen]))
    assert referee.snapshot()["seats"][0]["seen_pile"] == expected
    assert referee.snapshot()["pile"] == titles(pile)


# Attack and owed turns


@pytest.mark.parametrize(
    ("turn", "ruling", "turns", "then"),
    [
        ("1", "add", None, "2 owes 2 attacked"),
        ("1 owes 1 attacked", "add", None, "2 owes 3 attacked"),
        ("1 owes 2 attacked", "add", None, "2 owes 4 attacked"),
        ("1 owes 4 attacked", "add", None, "2 owes 6 attacked"),
        ("1 owes 4 attacked", "replace", None, "2 owes 2 attacked"),
        ("1", "replace", None, "2 owes 2 attacked"),
        ("1", "add", 3, "2 owes 3 attacked"),
        ("1 owes 2 attacked", "add", 3, "2 owes 5 attacked"),
        ("1", "add", 1, "2 owes 1 attacked"),
        ("1 owes 2 attacked", "replace", 3, "2 owes 3 attacked"),
    ],
)
def test_attack(turn, ruling, turns, then):
    rulings = {"attack_stack": ruling}
    seats = ["attack", "", ""]
    referee = place(seats, PILE, ["attack"], turn=turn, rulings=rulings, turns=turns)
    assert whose_turn(referee) == then
    now = referee.snapshot()
    assert (now["turn"], len(now["pile"])) == (1, 7)  # no draw; turns handed on do not count


def test_attack_passes_over_who_is_out():
    referee = place(["", "attack", "out", ""], PILE, ["attack"], turn="2")
    assert whose_turn(referee) == "4 owes 2 attacked"


def test_attack_on_the_victims_second_turn_adds_to_the_one_that_is_left():
    seats = ["attack", "attack", ""]
    referee = place(seats, PILE, ["attack", "2.draw"])
    assert whose_turn(referee) == "2 owes 1 attacked"
    choose(referee, "2.attack")
    assert whose_turn(referee) == "3 owes 3 attacked"
    choose(referee, "3.draw", "3.draw", "3.draw")
    assert whose_turn(referee) == "1 owes 1"
    assert referee.snapshot()["turn"] == 6


def test_two_system_updates_end_both_turns_of_an_attack():
    referee = place(["attack", "update update", ""], PILE, ["attack", "update"])
    assert whose_turn(referee) == "2 owes 1 attacked"
    choose(referee, "update")
    assert whose_turn(referee) == "3 owes 1"
    assert referee.snapshot()["turn"] == 3
    assert len(referee.snapshot()["pile"]) == 7


# You've been hacked


def test_a_consultant_goes_and_the_card_can_be_placed_at_every_depth():
    for depth in range(4):
        referee = place(["con", "con", ""], "hacked A B hacked", ["draw"])
        assert asked(referee) == "1 place: 0 1 2 3"
        assert referee.snapshot()["discard"] == {CON: 1}
        assert referee.snapshot()["pile"] == titles("A B hacked")
        choose(referee, str(depth))
        pile = titles("A B hacked")
        pile.insert(depth, HACKED)
        assert referee.snapshot()["pile"] == pile
        assert whose_turn(referee) == "2 owes 1"
        assert hand(referee, 1) == ""


def test_the_only_depth_of_an_empty_pile_is_asked():
    referee = place(["con", "A"], "hacked", ["draw"])
    assert asked(referee) == "1 place: 0"
    choose(referee, "0")
    assert referee.snapshot()["pile"] == [HACKED]


def test_a_consultant_ends_one_turn_of_an_attack():
    referee = place(["con", "A"], "hacked B C", ["draw", "2"], turn="1 owes 2 attacked")
    assert whose_turn(referee) == "1 owes 1 attacked"


def test_consultant_by_choice():
    rulings = {"consultant_use": "choice"}
    referee = place(["con A", "", ""], "hacked B hacked", ["draw"], rulings=rulings)
    assert asked(referee) == "1 consult: no yes"
    choose(referee, "yes", "1.0")
    assert whose_turn(referee) == "2 owes 1"
    referee = place(["con A", "", ""], "hacked B hacked", ["draw", "no"], rulings=rulings)
    assert referee.snapshot()["seats"][0]["out"]
    assert referee.snapshot()["discard"] == {}
    referee = place(["A", "", ""], "hacked B hacked", ["draw"], rulings=rulings)
    assert referee.snapshot()["seats"][0]["out"]


def test_who_is_out_loses_hand_and_owed_turns():
    referee = place(["A", "", ""], "hacked B hacked", ["draw"], turn="1 owes 3 attacked")
    now = referee.snapshot()
    assert whose_turn(referee) == "2 owes 1"
    assert now["turn"] == 1
    assert now["seats"][0] == {"hand": {}, "out": True, "seen_hand": {}, "seen_pile": {}}
    assert (now["pile"], now["discard"]) == (titles("B hacked"), {})
    choose(referee, "2.draw", "3.draw")
    now = referee.snapshot()
    assert now["result"] == {"winner": 1, "ended": "last_standing"}
    assert whose_turn(referee) == "2 owes 1"
    assert (now["turn"], now["pile"], referee.decision()) == (3, [], None)
    with pytest.raises(ValueError, match="no decision is due"):
        referee.choose((lay.F_DRAW, *[lay.NONE] * 4))


def test_the_cap_ends_after_that_many_turns_and_a_win_on_the_last_is_a_win():
    referee = place(["", "", ""], PILE, ["draw", "draw"], max_turns=2)
    assert referee.snapshot()["result"] == {"winner": None, "ended": "unfinished"}
    assert whose_turn(referee) == "3 owes 1"
    assert referee.decision() is None
    referee = place(["", ""], "hacked", ["draw"], max_turns=1)
    assert referee.snapshot()["result"] == {"winner": 1, "ended": "last_standing"}


# What a player may know


def knowledge(referee):
    """{"1>2": words} of hands and {"1": {depth: word}} of the pile, from 1, where there is any."""
    seats = referee.snapshot()["seats"]
    hands = {
        f"{viewer}>{holder + 1}": " ".join(WORDS[t] for t, n in seen.items() for _ in range(n))
        for viewer, seat in enumerate(seats, 1)
        for holder, seen in seat["seen_hand"].items()
    }
    piles = {
        str(viewer): {depth: WORDS[title] for depth, title in seat["seen_pile"].items()}
        for viewer, seat in enumerate(seats, 1)
        if seat["seen_pile"]
    }
    return hands, piles


def test_places_seen_come_up_as_cards_are_drawn():
    referee = place(["sprint", "", ""], PILE, ["sprint", "draw"])
    assert knowledge(referee) == ({}, {"1": {0: "B", 1: "C"}})
    choose(referee, "draw", "draw")
    assert knowledge(referee) == ({}, {})


def test_who_places_keeps_what_they_saw_and_all_others_lose_it():
    seats = ["sprint", "con sprint", ""]
    referee = place(seats, "A hacked B hacked C", ["sprint", "draw", "2.sprint"])
    both = {"1": {0: "hacked", 1: "B"}, "2": {0: "hacked", 1: "B", 2: "hacked"}}
    assert knowledge(referee) == ({}, both)
    choose(referee, "draw", "2.1")
    assert knowledge(referee) == ({}, {"2": {0: "B", 1: "hacked", 2: "hacked"}})


def test_a_placed_card_is_known_to_its_placer_alone_until_another_places():
    referee = place(["con", "con", ""], "hacked hacked A B", ["draw", "3"])
    assert knowledge(referee) == ({}, {"1": {3: "hacked"}})
    choose(referee, "2.draw", "2.3")
    assert knowledge(referee) == ({}, {"2": {3: "hacked"}})


def test_bugfix_leaves_nobody_a_known_place():
    seats = ["sprint", "sprint bugfix", ""]
    referee = place(seats, PILE, ["sprint", "draw", "2.sprint", "2.bugfix"])
    assert knowledge(referee) == ({}, {})


def test_a_ticket_is_seen_by_its_two_and_blurs_the_givers_hand_for_the_rest():
    known = {n: {"seen_hand": {1: {ID["B"]: 1, ID["C"]: 1}}} for n in (1, 3)}
    seats = ["ticket", "B C C", ""]
    referee = place(seats, PILE, ["ticket>2", "C"], known=known)
    assert knowledge(referee) == ({"1>2": "B", "2>1": "C"}, {})


def test_a_stolen_card_is_seen_by_its_two_and_blurs_the_hand_for_the_rest():
    known = {n: {"seen_hand": {1: {ID["B"]: 1, ID["C"]: 1}}} for n in (1, 3)}
    seats = ["A A", "B C", ""]
    referee = place(seats, PILE, ["pair:A>2"], [0], known=known)
    assert knowledge(referee) == ({"1>2": "C", "2>1": "B"}, {})


def test_a_named_card_is_seen_by_all_and_blurs_nothing():
    known = {n: {"seen_hand": {1: {ID["B"]: 1, ID["C"]: 1}}} for n in (1, 3)}
    seats = ["A A A", "B C", ""]
    referee = place(seats, PILE, ["triple:A>2=B"], known=known)
    assert knowledge(referee) == ({"1>2": "C", "2>1": "B", "3>1": "B", "3>2": "C"}, {})
    referee = place(seats, PILE, ["triple:A>2=D"], known=known)
    assert knowledge(referee) == ({"1>2": "B C", "3>2": "B C"}, {})


def test_a_hand_that_loses_nothing_keeps_what_is_known():
    known = {3: {"seen_hand": {0: {ID["ticket"]: 1, ID["B"]: 1}}}}
    referee = place(["ticket B", "C", ""], PILE, ["ticket>2", "C"], known=known)
    assert knowledge(referee) == ({"2>1": "C", "3>1": "B"}, {})


def test_known_cards_that_are_played_frozen_or_discarded_go_down():
    seats = ["A A sprint", "freeze freeze", "con"]
    known = {
        2: {"seen_hand": {0: {ID["A"]: 2, ID["sprint"]: 1}, 2: {CON: 1}}},
        3: {"seen_hand": {0: {ID["A"]: 1}, 1: {ID["freeze"]: 2}}},
    }
    referee = place(seats, "B C hacked hacked", ["pair:A>3", "2.yes"], known=known)
    assert knowledge(referee) == ({"2>1": "sprint", "2>3": "con", "3>2": "freeze"}, {})
    choose(referee, "draw", "draw", "3.draw")
    assert referee.decision().kind == "place"
    assert knowledge(referee) == ({"2>1": "sprint", "3>2": "freeze"}, {})


def test_a_drawn_card_is_not_added_to_what_is_known_of_the_drawer():
    referee = place(["sprint", "", ""], PILE, ["sprint", "draw", "draw"])
    assert knowledge(referee) == ({}, {"1": {0: "C"}})


def test_nobody_knows_anything_of_or_through_who_is_out():
    known = {
        1: {"seen_hand": {1: {ID["B"]: 1}}, "seen_pile": {0: HACKED}},
        2: {"seen_hand": {0: {ID["A"]: 1}, 2: {ID["C"]: 1}}, "seen_pile": {1: ID["D"]}},
    }
    referee = place(["A", "B", "C"], "hacked D hacked", ["draw"], known=known)
    assert knowledge(referee) == ({"2>3": "C"}, {"2": {0: "D"}})


# Setup


def stream(number, at):
    return StreamChance(Stream.of_game(7, number, at))


def new_game(cell, number, keep_log=False):
    referee = Referee(cell, stream(number, PLAY), keep_log)
    referee.deal(stream(number, DEAL))
    return referee


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


# Every game


def play_randomly(referee, seed, check=lambda due: None):
    choices = random.Random(seed)
    while due := referee.decision():
        check(due)
        referee.choose(choices.choice(due.options))
    return referee.snapshot()


class Keeper:
    """Checks a game's snapshots one after the other."""

    def __init__(self, referee):
        self.referee = referee
        self.before = referee.snapshot()
        self.cards = self.count(self.before)
        self.gone = Counter()

    @staticmethod
    def count(now):
        cards = Counter(now["pile"]) + Counter(now["discard"])
        for seat in now["seats"]:
            cards += Counter(seat["hand"])
        return cards

    def check(self, due):
        """Cards are conserved, who is out is out, knowledge is true."""
        now = self.referee.snapshot()
        limbo = Counter({HACKED: due is not None and due.kind in ("consult", "place")})
        for seat, was in zip(now["seats"], self.before["seats"], strict=True):
            if seat["out"] and not was["out"]:
                self.gone += Counter(was["hand"]) + Counter([HACKED])
        assert self.count(now) + self.gone + limbo == self.cards
        living = [number for number, seat in enumerate(now["seats"]) if not seat["out"]]
        assert now["actor"] in living
        assert now["owes"] >= 1
        assert now["attacked"] or now["owes"] == 1
        assert now["pile"].count(HACKED) + limbo[HACKED] >= len(living) - 1
        for viewer, seat in enumerate(now["seats"]):
            assert not (seat["out"] and (seat["hand"] or seat["seen_hand"] or seat["seen_pile"]))
            for depth, title in seat["seen_pile"].items():
                assert now["pile"][depth] == title
            for holder, seen in seat["seen_hand"].items():
                assert holder != viewer
                assert Counter(seen) <= Counter(now["seats"][holder]["hand"])
        if due is not None:
            assert due.kind in lay.DECISIONS
            assert len(set(due.options)) == len(due.options) > 0
            assert all(len(option) == 5 for option in due.options)
            assert list(due.options) == sorted(due.options) or due.kind == "play"
            assert due.seat in living
        self.before = now


CELLS = {
    "printed": {},
    "choice": {"rulings": {"consultant_use": "choice", "combos": "none"}, "hand_size": 3},
    "replace": {"rulings": {"attack_stack": "replace", "combos": "cheatsheets-only"}, "turns": 5},
    "many": {"copies": {"freeze": 30, "ticket": 20, "con": 12}, "extra_consultants": 7, "depth": 9},
    "bare": {"copies": {"con": 0, "freeze": 0}, "hacked_cards": 4, "hand_size": 1},
}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("name", CELLS)
def test_invariants_of_random_games(name, players):
    cell = make_cell(players, **CELLS[name])
    for number in range(40 if name == "printed" else 12):
        referee = new_game(cell, number)
        keeper = Keeper(referee)
        last = play_randomly(referee, number, keeper.check)
        keeper.check(None)
        assert last["result"]["ended"] == "last_standing"
        assert [s["out"] for s in last["seats"]].count(False) == 1
        assert not last["seats"][last["result"]["winner"]]["out"]


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
    assert any(re.fullmatch(r"  player \d draws \(options: \d+\)", line) for line in told.log)


def test_a_snapshot_can_be_placed_again():
    cell = make_cell(4)
    for number in range(12):
        referee, choices = new_game(cell, number), random.Random(number)
        for _ in range(25):
            referee.choose(choices.choice(referee.decision().options))
        while referee.decision().kind != "play":
            referee.choose(choices.choice(referee.decision().options))
        again = Referee(cell, DictatedChance(), keep_log=False)
        again.place(referee.snapshot())
        assert again.snapshot() == referee.snapshot()
        assert again.decision() == referee.decision()


def test_speed_of_random_games():
    cell, games = make_cell(4), 60
    start = time.process_time()
    for number in range(games):
        play_randomly(new_game(cell, number), number)
    assert (time.process_time() - start) / games < 0.015
