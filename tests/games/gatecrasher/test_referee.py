"""The referee against positions derived by hand, and what holds in every game."""

import random
import re
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

import pytest

from sims.core.contract import Cell
from sims.core.streams import DEAL, PLAY, DictatedChance, Stream, StreamChance
from sims.games.gatecrasher import layout as lay
from sims.games.gatecrasher.cards import PRIMITIVES, TITLES, WORDS
from sims.games.gatecrasher.referee import Referee

POSITIONS = Path(__file__).resolve().parents[4] / "shared" / "positions" / "gatecrasher.txt"
ASSUMED = (12, 6, 12, 6)
RULINGS = {
    "firewall_range": ("clamp", "unbounded"),
    "first_tie": ("random", "seat"),
    "pass_ends": ("yes", "no"),
    "leftover_at": ("own_turn", "round_end"),
    "round_tie": ("all_win", "all_lose", "roll_off"),
}


def make_cell(players, rulings=None, copies=ASSUMED, max_rounds=200):
    """The default cell of a player count, with some values changed."""
    return Cell(
        game="gatecrasher",
        players=players,
        deck_name="assumed",
        deck={title: {"copies": n} for title, n in zip(TITLES, copies, strict=True)},
        setup={"max_rounds": max_rounds},
        rulings={name: choices[0] for name, choices in RULINGS.items()} | (rulings or {}),
    )


def make_hackers(players, changes=None):
    """Baseline hackers; `changes` has {primitive: value} by seat."""
    return [PRIMITIVES | (changes or {}).get(seat, {}) for seat in range(players)]


def make_referee(cell, chance, hackers, keep_log=True):
    """A referee of that cell with these hackers, by seat."""
    profiles = tuple({"name": f"number {seat}", **h} for seat, h in enumerate(hackers))
    return Referee(replace(cell, profiles=profiles), chance, keep_log)


# Positions as text

OURS = """
# `first_tie = seat`; who is out has no firewall that counts.
position first-by-seat
players 4
set first_tie=seat
seat 1: out
seat 2: fw 6 | lv 1
seat 3: fw 5 | lv 3
seat 4: fw 5 | lv 2
phase first
next 3

# The deal has emptied the pile: the first player has a turn all the same.
position empty-pile
players 3
seat 1: fw 9 | lv 3
seat 2: fw 5 | lv 3 | mine
seat 3: fw 7 | lv 3
phase execution actor 2
ask 2 execute : pass mine -> pass
ask 3 execute : pass -> pass
ask 1 execute : pass -> pass
ask 2 execute : pass mine -> pass
after seat 2: fw 8 | lv 2 | mine
after seat 3: fw 7 | lv 2

# Who is out has no turn and is no target; two passes of two living end the phase.
position out-of-turn
players 4
seat 1: fw 9 | lv 3 | loss
seat 2: out
seat 3: fw 5 | lv 3 | extract
seat 4: out
pile: mine
phase execution actor 1
ask 1 execute : pass loss>3 -> pass
ask 3 execute : pass extract>1 -> pass
ask 1 execute : pass loss>3 -> pass
ask 3 execute : pass extract>1 -> pass
after seat 1: fw 12 | lv 3 | loss
after seat 3: fw 8 | lv 2 | extract

# Every protocol but an extraction draws; a turn with one protocol of two is no pass.
position two-a-turn
players 2
hacker 1:protocols_per_turn=2
hacker 1:loss_dice=0
hacker 1:loss_bonus=4
seat 1: fw 10 | lv 3 | mine extract
seat 2: fw 8 | lv 3 | bolster mine
pile: loss loss mine bolster
phase execution actor 1
ask 1 execute : pass mine extract>2 -> mine
ask 1 execute : pass loss>2 extract>2 -> extract>2
ask 1 extract : bolster mine -> mine
ask 2 execute : pass bolster -> pass
ask 1 execute : pass mine loss>2 -> loss>2
ask 1 execute : pass mine loss>2 -> pass
ask 2 execute : pass bolster -> pass
ask 1 execute : pass mine loss>2 -> pass
ask 2 execute : pass bolster -> pass
ask 1 execute : pass mine loss>2 -> mine
ask 1 execute : pass mine loss>2 -> loss>2
ask 1 execute : pass mine -> pass
after seat 1: fw 13 | lv 3 | mine
after seat 2: fw 3 | lv 2 | bolster
after pile: bolster

# The pile runs out in the middle of a turn: the turn is played to its end.
position two-a-turn-last-card
players 2
hacker 1:protocols_per_turn=2
seat 1: fw 10 | lv 3 | mine mine
seat 2: fw 8 | lv 3
pile: extract
phase execution actor 1
ask 1 execute : pass mine -> mine
ask 1 execute : pass mine -> mine
ask 2 execute : pass -> pass
ask 1 execute : pass -> pass
after seat 1: fw 13 | lv 3 | extract
after seat 2: fw 8 | lv 2
after pile:

# As many as the hacker mines beside the usual card, as far as the pile goes; 0 is the usual alone.
position mine-draws
players 3
hacker 1:mine_draws=0
hacker 2:mine_draws=2
seat 1: fw 50 | lv 3 | mine
seat 2: fw 5 | lv 3 | mine
seat 3: fw 7 | lv 3
pile: loss loss bolster
phase execution actor 1
ask 1 execute : pass mine -> mine
ask 2 execute : pass mine -> mine
ask 3 execute : pass -> pass
ask 1 execute : pass loss>2 loss>3 -> pass
ask 2 execute : pass bolster loss>1 loss>3 -> pass
after seat 1: fw 53 | lv 3 | loss
after seat 2: fw 11 | lv 2 | bolster loss
after seat 3: fw 7 | lv 2
after pile:

# `pass_ends = no`: no pass with a legal use in the hand, but in Overclock.
position forced
players 3
set pass_ends=no
hacker 3:extraction_immune=yes
hacker 3:bolster_dice=0
hacker 3:bolster_bonus=1
seat 1: fw 5 | lv 3 | extract
seat 2: fw 9 | lv 3
seat 3: fw 20 | lv 3 | bolster mine
pile: extract extract
phase execution actor 1
ask 1 execute : pass -> pass
ask 2 execute : pass -> pass
ask 3 execute : bolster mine -> mine
ask 1 execute : pass -> pass
ask 2 execute : pass -> pass
ask 3 execute : pass bolster extract>1 -> bolster
ask 3 execute : pass extract>1 -> pass
after seat 1: fw 8 | lv 2 | extract
after seat 2: fw 9 | lv 2
after seat 3: fw 27 | lv 3 | extract extract
after pile:

# Nobody has a legal use: the phase ends when everybody has been found to have none.
position forced-nobody-can
players 2
set pass_ends=no
seat 1: fw 5 | lv 3 | extract
seat 2: fw 9 | lv 3
pile: loss
phase execution actor 1
ask 1 execute : pass -> pass
ask 2 execute : pass -> pass
ask 1 execute : pass -> pass
ask 2 execute : pass -> pass
after seat 1: fw 8 | lv 2 | extract

position clamp
players 2
hacker 1:bolster_dice=0
hacker 1:bolster_bonus=5
hacker 1:loss_dice=0
hacker 1:loss_bonus=7
seat 1: fw 97 | lv 3 | bolster loss bolster
seat 2: fw 4 | lv 3
phase overclock actor 1
ask 1 execute : pass bolster loss>2 -> bolster
ask 1 execute : pass bolster loss>2 -> loss>2
ask 1 execute : pass bolster -> pass
ask 2 execute : pass -> pass
after seat 1: fw 99 | lv 3 | bolster
after seat 2: fw 0 | lv 2

position unbounded
players 2
set firewall_range=unbounded
hacker 1:bolster_dice=0
hacker 1:bolster_bonus=5
hacker 1:loss_dice=0
hacker 1:loss_bonus=7
seat 1: fw 97 | lv 3 | bolster loss bolster
seat 2: fw 4 | lv 3
phase overclock actor 1
ask 1 execute : pass bolster loss>2 -> bolster
ask 1 execute : pass bolster loss>2 -> loss>2
ask 1 execute : pass bolster -> pass
ask 2 execute : pass -> pass
after seat 1: fw 105 | lv 3 | bolster
after seat 2: fw -3 | lv 2

# Leftovers at once: the later loss comes off them, the later extraction does not.
position leftover-own-turn
players 2
hacker 1:leftover_value=4
hacker 2:loss_dice=0
hacker 2:loss_bonus=5
seat 1: fw 0 | lv 3 | bolster bolster
seat 2: fw 4 | lv 3 | loss extract
phase overclock actor 1
ask 1 execute : pass bolster -> pass
ask 2 execute : pass loss>1 extract>1 -> extract>1
ask 2 extract : bolster -> bolster
ask 2 execute : pass bolster loss>1 -> loss>1
ask 2 execute : pass bolster -> pass
after seat 1: fw 3 | lv 2 | bolster
after seat 2: fw 7 | lv 3 | bolster

# Resisting takes off a loss, never turns it into a gain.
position resist
players 3
hacker 1:loss_dice=0
hacker 1:loss_bonus=6
hacker 2:loss_resist=2
hacker 3:loss_resist=9
seat 1: fw 1 | lv 3 | loss loss
seat 2: fw 20 | lv 3
seat 3: fw 20 | lv 3
phase overclock actor 1
ask 1 execute : pass loss>2 loss>3 -> loss>2
ask 1 execute : pass loss>2 loss>3 -> loss>3
ask 1 execute : pass -> pass
ask 2 execute : pass -> pass
ask 3 execute : pass -> pass
after seat 1: fw 1 | lv 2
after seat 2: fw 16 | lv 2

# Nobody is asked beyond the protocols of an Overclock turn.
position overclock-protocols
players 2
hacker 1:overclock_protocols=1
hacker 2:overclock_protocols=4
seat 1: fw 10 | lv 3 | mine mine
seat 2: fw 10 | lv 3 | mine mine mine mine
phase overclock actor 2
ask 2 execute : pass mine -> mine
ask 2 execute : pass mine -> mine
ask 2 execute : pass mine -> mine
ask 2 execute : pass mine -> mine
ask 1 execute : pass mine -> mine
after seat 1: fw 13 | lv 3 | mine
after seat 2: fw 10 | lv 2

# `round_tie = all_win`; Overclock goes once round from its first player.
position tie-all-win
players 3
seat 1: fw 20 | lv 3
seat 2: fw 20 | lv 1
seat 3: fw 10 | lv 1
phase overclock actor 2
ask 2 execute : pass -> pass
ask 3 execute : pass -> pass
ask 1 execute : pass -> pass
after seat 3: out

position tie-roll-off
players 3
set round_tie=roll_off
seat 1: fw 20 | lv 1
seat 2: fw 9 | lv 3
seat 3: fw 20 | lv 2
phase overclock actor 1
ask 1 execute : pass -> pass
ask 2 execute : pass -> pass
ask 3 execute : pass -> pass
outcome 1/2
after seat 2: fw 9 | lv 2
after seat 3: fw 20 | lv 1
outcome 1/2
after seat 1: out
after seat 2: fw 9 | lv 2

position last-standing
players 3
seat 1: fw 20 | lv 1
seat 2: out
seat 3: fw 21 | lv 1
phase overclock actor 3
ask 3 execute : pass -> pass
ask 1 execute : pass -> pass
after seat 1: out
won 3

position none-left
players 2
set round_tie=all_lose
seat 1: fw 20 | lv 1
seat 2: fw 20 | lv 1
phase overclock actor 2
ask 2 execute : pass -> pass
ask 1 execute : pass -> pass
after seat 1: out
after seat 2: out
draw

# One die, from 14: a 6 wins the round, a 5 ties at 19 and both keep their level.
position one-die
players 2
hacker 1:bolster_dice=1
seat 1: fw 14 | lv 3 | bolster
seat 2: fw 19 | lv 3
phase overclock actor 1
ask 1 execute : pass bolster -> bolster
ask 1 execute : pass -> pass
ask 2 execute : pass -> pass
outcome 1/6
after seat 1: fw 20 | lv 3
after seat 2: fw 19 | lv 2
outcome 1/6
after seat 1: fw 19 | lv 3
outcome 1/6
after seat 1: fw 18 | lv 2
outcome 1/6
after seat 1: fw 17 | lv 2
outcome 1/6
after seat 1: fw 16 | lv 2
outcome 1/6
after seat 1: fw 15 | lv 2
"""


@dataclass
class Outcome:
    probability: Fraction
    asks: list = field(default_factory=list)
    after: dict = field(default_factory=dict)
    pile: list | None = None
    end: tuple = ("", None)


@dataclass
class Position:
    name: str
    players: int = 0
    rulings: dict = field(default_factory=dict)
    hackers: dict = field(default_factory=dict)
    table: dict = field(default_factory=lambda: {"seats": [], "pile": [], "actor": 0})
    asks: list = field(default_factory=list)
    outcomes: list = field(default_factory=list)


def kinds(words):
    return [WORDS.index(word) for word in words.split()]


def read_seat(text):
    if text.strip() == "out":
        return {"out": True}
    seat = {"firewall": 0, "levels": 0, "hand": {}}
    for part in filter(None, (p.strip() for p in text.split("|"))):
        if part.startswith("fw "):
            seat["firewall"] = int(part.split()[1])
        elif part.startswith("lv "):
            seat["levels"] = int(part.split()[1])
        else:
            seat["hand"] = dict(Counter(kinds(part)))
    return seat


def read_result(position, line):
    """A line of the result, into the last outcome."""
    if line.startswith("outcome "):
        position.outcomes.append(Outcome(Fraction(line.split()[1])))
        return
    if line.startswith("ask "):
        asked, choice = line.split("->")
        words, options = asked.split(":", 1)
        _, seat, kind = words.split()
        asks = position.outcomes[-1].asks if position.outcomes else position.asks
        listed = options.split()
        asks.append((int(seat) - 1, kind, frozenset(listed), len(listed), choice.strip()))
        return
    if not position.outcomes:
        position.outcomes.append(Outcome(Fraction(1)))
    outcome = position.outcomes[-1]
    if after := re.fullmatch(r"after seat (\d+):(.*)", line):
        outcome.after[int(after[1]) - 1] = read_seat(after[2])
    elif after := re.fullmatch(r"after pile:(.*)", line):
        outcome.pile = kinds(after[1])
    else:
        word, *seat = line.split()
        assert word in ("next", "won", "draw"), line
        outcome.end = (word, int(seat[0]) - 1 if seat else None)


def read_position(block):
    position = None
    for line in block:
        word, *rest = line.split()
        if word == "position":
            position = Position(rest[0])
        elif word == "players":
            position.players = int(rest[0])
        elif word == "set":
            name, choice = rest[0].split("=")
            position.rulings[name] = choice
        elif word == "hacker":
            seat, key, value = re.split("[:=]", rest[0])
            value = value == "yes" if key == "extraction_immune" else int(value)
            position.hackers.setdefault(int(seat) - 1, {})[key] = value
        elif word == "seat":
            position.table["seats"].append(read_seat(line.split(":", 1)[1]))
        elif word == "pile:":
            position.table["pile"] = kinds(line.split(":", 1)[1])
        elif word == "phase":
            position.table["phase"] = rest[0]
            if rest[1:]:
                position.table["actor"] = int(rest[2]) - 1
        else:
            read_result(position, line)
    return position


def read_positions(text):
    blocks = [
        [line for line in block.splitlines() if not line.startswith("#")]
        for block in re.split(r"\n\s*\n", text.strip())
    ]
    return [read_position(block) for block in blocks if block]


def say(option):
    """An option as position files write it."""
    form, kind, seat, *unused = option
    assert unused == [lay.NONE, lay.NONE]
    match lay.FORMS[form]:
        case "pass":
            return "pass"
        case "execute":
            return WORDS[kind] + ("" if seat == lay.NONE else f">{seat + 1}")
    return WORDS[kind]


# Playing a position


def walk(play) -> Iterator[tuple[Fraction, object]]:
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


def distribution(play):
    """{what `play` returned: probability}."""
    found = Counter()
    for probability, result in walk(play):
        found[result] += probability
    return dict(found)


def play_position(position, outcome, chance):
    """What differs from the outcome as written, None if nothing does."""
    cell = make_cell(position.players, position.rulings, max_rounds=1)
    referee = make_referee(cell, chance, make_hackers(position.players, position.hackers))
    referee.place(position.table)
    for seat, kind, options, count, choice in position.asks + outcome.asks:
        due = referee.decision()
        if due is None:
            return f"{kind} of player {seat + 1} is not asked"
        said = {say(option): option for option in due.options}
        if (due.seat, due.kind, len(due.options)) != (seat, kind, count) or set(said) != options:
            return f"asked {due.kind} of player {due.seat + 1}: {sorted(said)}"
        referee.choose(said[choice])
    if referee.decision() is not None:
        return f"also asks {referee.decision()}"
    return compare(position, outcome, referee.snapshot())


def compare(position, outcome, now):
    for number, found in enumerate(now["seats"]):
        expected = outcome.after.get(number, position.table["seats"][number])
        if "out" in expected:
            expected = {"out": True, "levels": 0}
        if {key: found[key] for key in expected} != expected or found["out"] != ("out" in expected):
            return f"player {number + 1} has {found}, not {expected}"
    if now["pile"] != (position.table["pile"] if outcome.pile is None else outcome.pile):
        return f"the pile is {now['pile']}"
    winner, ended = now["result"]["winner"], now["result"]["ended"]
    first = position.table["phase"] == "first"
    found_end = {
        "unfinished": ("next", now["actor"]) if first else ("", None),
        "draw": ("draw", None),
    }.get(ended, ("won", winner))
    return None if found_end == outcome.end else f"{found_end}, not {outcome.end}"


def check_position(position):
    assert sum(outcome.probability for outcome in position.outcomes) == 1
    for outcome in position.outcomes:
        found = distribution(lambda chance, o=outcome: play_position(position, o, chance))
        assert sum(found.values()) == 1
        assert found.get(None, 0) == outcome.probability, set(found)


GIVEN = read_positions(POSITIONS.read_text()) if POSITIONS.exists() else []


@pytest.mark.skipif(not GIVEN, reason=f"no {POSITIONS}")
def test_there_are_positions():
    assert len(GIVEN) >= 5


@pytest.mark.parametrize("position", GIVEN, ids=lambda position: position.name)
def test_given_position(position):
    check_position(position)


@pytest.mark.parametrize("position", read_positions(OURS), ids=lambda position: position.name)
def test_position(position):
    check_position(position)


def test_a_wrong_position_is_found_out():
    position = read_positions(OURS)[1]
    position.outcomes[0].after[2] = {"firewall": 7, "levels": 3, "hand": {}}
    with pytest.raises(AssertionError):
        check_position(position)


# Dice: closed forms

TWO_DICE = {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def place(players, seats, chance=None, phase="execution", actor=0, pile="", **more):
    """A referee with a position; seats as in position files."""
    cell = make_cell(players, more.get("rulings"), max_rounds=more.get("max_rounds", 1))
    hackers = make_hackers(players, more.get("hackers"))
    referee = make_referee(cell, chance or DictatedChance(), hackers)
    table = {"phase": phase, "actor": actor, "pile": kinds(pile)}
    referee.place({**table, "seats": [read_seat(text) for text in seats]})
    return referee


def choose(referee, *choices):
    """Choices written as in position files."""
    for choice in choices:
        referee.choose({say(o): o for o in referee.decision().options}[choice])
    return referee


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


# The deal


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


# Rounds


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


@pytest.mark.parametrize(("name", "turns"), [("empty-pile", 4), ("two-a-turn", 7), ("G3", 9)])
def test_a_turn_is_counted_once_passed_or_not(name, turns):
    # Execution and Overclock: 2 and 3 1 2; 1 2 1 2 1 and 2 1; 1 2 3 4 1 and 2 3 4 1.
    position = next((p for p in read_positions(OURS) + GIVEN if p.name == name), None)
    if position is None:
        pytest.skip(f"no {POSITIONS}")
    cell = make_cell(position.players, max_rounds=1)
    hackers = make_hackers(position.players, position.hackers)
    referee = make_referee(cell, DictatedChance(), hackers)
    referee.place(position.table)
    choose(referee, *[choice for *_, choice in position.asks])
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


# What a player may know


def known(referee):
    """{(viewer, holder): words} from 1."""
    return {
        (viewer + 1, holder + 1): " ".join(WORDS[kind] for kind in Counter(cards).elements())
        for viewer, seat in enumerate(referee.snapshot()["seats"])
        for holder, cards in seat["seen_hand"].items()
    }


SEEN = ["lv 3 | extract extract", "lv 3 | bolster loss mine", "lv 3 | extract"]


def test_an_extraction_shows_the_whole_hand_less_what_is_taken():
    referee = choose(place(3, SEEN, pile="extract bolster loss"), "extract>2")
    assert known(referee) == {(1, 2): "bolster mine loss"}
    assert known(choose(referee, "mine")) == {(1, 2): "bolster loss"}


def test_what_is_executed_was_seen_leaving_and_what_is_drawn_is_unknown():
    referee = choose(place(3, SEEN, pile="bolster bolster loss"), "extract>2", "mine", "bolster")
    assert referee.snapshot()["seats"][1]["hand"] == {0: 1, 2: 1}
    assert known(referee) == {(1, 2): "loss"}
    # The Bolster that was drawn is unknown; when it is executed the Loss is known as before.
    choose(referee, "pass", "pass", "bolster")
    assert known(referee) == {(1, 2): "loss"}


def test_an_extraction_by_somebody_else_makes_the_hand_uncertain():
    referee = choose(place(3, SEEN, pile="extract bolster loss"), "extract>2", "mine", "pass")
    choose(referee, "extract>2", "loss")
    assert known(referee) == {(3, 2): "bolster"}


def test_what_is_known_of_the_taker_stays_known():
    seats = ["lv 3 | extract", "lv 3 | bolster loss extract", "lv 3 | mine loss"]
    referee = choose(place(3, seats, pile="mine mine"), "extract>2", "bolster")
    assert known(referee) == {(1, 2): "loss extract"}
    choose(referee, "extract>3", "mine")
    # 1 saw the Extraction leave 2's hand and knows not what came; 3 does not look into 2's hand.
    assert known(referee) == {(1, 2): "loss", (2, 3): "loss"}


def test_a_new_deal_ends_all_knowledge():
    seats = ["fw 9 | lv 3 | extract", "lv 3 | bolster loss"]
    referee = place(2, seats, phase="overclock", max_rounds=2)
    choose(referee, "extract>2", "loss", "pass")
    assert known(referee) == {(1, 2): "bolster"}
    choose(referee, "pass")
    assert referee.snapshot()["round"] == 1
    assert known(referee) == {}


# Every game


def stream(number, at):
    return StreamChance(Stream.of_game(7, number, at))


def new_game(cell, number, keep_log=False, changes=None):
    hackers = make_hackers(cell.players, changes)
    referee = make_referee(cell, stream(number, PLAY), hackers, keep_log)
    referee.deal(stream(number, DEAL))
    return referee


def play_randomly(referee, seed, check=lambda due: None):
    choices = random.Random(seed)
    while due := referee.decision():
        check(due)
        referee.choose(choices.choice(due.options))
    return referee.snapshot()


def check_state(now, copies, clamps):
    """Cards are conserved, who is out takes no part, knowledge is true."""
    seats = now["seats"]
    cards = Counter(now["pile"]) + Counter(now["discard"])
    for seat in seats:
        cards += Counter(seat["hand"])
    assert [cards[kind] for kind in range(4)] == list(copies)
    for viewer, seat in enumerate(seats):
        assert seat["out"] == (seat["levels"] == 0)
        assert not clamps or 0 <= seat["firewall"] <= 99
        assert 0 not in seat["hand"].values()
        for holder, seen in seat["seen_hand"].items():
            assert holder != viewer
            assert seen
            assert Counter(seen) <= Counter(seats[holder]["hand"])
    if now["result"] is None:
        assert not seats[now["actor"]]["out"]
        assert not any(seat["out"] and (seat["hand"] or seat["firewall"]) for seat in seats)


def check_due(due, now):
    """The list is complete, without doubles and in the order of `layout`."""
    table = [now["actor"], *range(now["actor"] + 1, 6), *range(now["actor"])]
    assert due.seat == now["actor"]
    assert len(set(due.options)) == len(due.options) > 0
    order = [(form, kind, table.index(seat) if seat != lay.NONE else 0)
             for form, kind, seat, *_ in due.options]  # fmt: skip
    passes = [key for key in order if key[0] == lay.F_PASS]
    assert order == passes + sorted(order[len(passes) :])
    hand = now["seats"][due.seat]["hand"]
    if due.kind == "extract":
        holder = due.options[0][2]
        assert [kind for _, kind, *_ in due.options] == sorted(now["seats"][holder]["hand"])
        assert now["seats"][due.seat]["seen_hand"][holder] == now["seats"][holder]["hand"]
    else:
        assert {kind for form, kind, *_ in due.options if form == lay.F_EXECUTE} <= set(hand)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_invariants_of_random_games(players):
    for number in range(50):
        referee = new_game(make_cell(players, max_rounds=12), number)

        def check(due, referee=referee):
            now = referee.snapshot()
            check_state(now, ASSUMED, clamps=True)
            check_due(due, now)

        last = play_randomly(referee, number, check)
        check_state(last, ASSUMED, clamps=True)
        assert (last["result"]["ended"] == "unfinished") <= (last["round"] == 12)
        assert last["result"]["ended"] in lay.ENDINGS


def any_hackers(chooser, players):
    """Hackers with every primitive at random."""
    return {
        seat: {
            key: bool(chooser.randrange(2)) if isinstance(value, bool) else chooser.randrange(4)
            for key, value in PRIMITIVES.items()
        }
        | {"mainframe_levels": chooser.randrange(1, 4)}
        for seat in range(players)
    }


def test_invariants_with_any_hackers_and_rulings():
    for number in range(80):
        chooser = random.Random(number)
        players = chooser.randrange(2, 7)
        rulings = {name: chooser.choice(choices) for name, choices in RULINGS.items()}
        copies = tuple(chooser.randrange(5, 8) for _ in range(4))
        cell = make_cell(players, rulings, copies, max_rounds=6)
        referee = new_game(cell, number, changes=any_hackers(chooser, players))

        def check(due, referee=referee, rulings=rulings, copies=copies):
            now = referee.snapshot()
            check_state(now, copies, rulings["firewall_range"] == "clamp")
            check_due(due, now)
            if rulings["pass_ends"] == "no" and now["phase"] == "execution" and due.options[1:]:
                assert lay.F_PASS not in [option[0] for option in due.options]

        last = play_randomly(referee, number, check)
        check_state(last, copies, rulings["firewall_range"] == "clamp")


def test_log_changes_nothing_and_tells_every_draw_and_turn():
    cell, deal, chance = make_cell(4), stream(3, DEAL), stream(3, PLAY)
    silent, told = new_game(cell, 3), make_referee(cell, chance, make_hackers(4))
    told.deal(deal)
    assert play_randomly(silent, 3) == play_randomly(told, 3)
    assert silent.log == silent.events == []
    events = told.events
    drawn = [(e["bound"], e["value"]) for e in events if e["event"] == "chance"]
    assert drawn == deal.log + chance.log
    assert len(deal.log) == 35
    states = [e for e in events if e["event"] == "state"]
    # A state after every turn, and one more after every round.
    rounds = [e["round"] for e in states if e["turn"] == max(t["turn"] for t in states)]
    assert rounds == [states[-1]["round"] - 1, states[-1]["round"]]
    assert len(states) == states[-1]["turn"] + states[-1]["round"]
    assert states[-1] == {"event": "state", **told.snapshot()}
    turns = [e["number"] for e in events if e["event"] == "turn"]
    assert turns == list(range(1, told.snapshot()["turn"] + 1))
    assert events[-1]["event"] == "end"
    assert told.log[-1].startswith("end after ")
    assert any(re.search(r"executes Packet Loss on player [1-4] ", line) for line in told.log)


def test_firewalls_are_what_the_events_say():
    referee = new_game(make_cell(3), 5, keep_log=True)
    play_randomly(referee, 5)
    firewall = [0, 0, 0]
    for event in referee.events:
        if event["event"] == "firewall":
            assert event["before"] == firewall[event["seat"]] or event["why"].startswith("Init")
            firewall[event["seat"]] = event["now"]
        elif event["event"] == "round_end":
            assert event["firewalls"] == {s: firewall[s] for s in event["firewalls"]}
            highest = max(event["firewalls"].values())
            assert event["winners"] == [s for s, f in event["firewalls"].items() if f == highest]


def test_speed_of_random_games():
    games, cell = 20, make_cell(4)
    start = time.process_time()
    for number in range(games):
        play_randomly(new_game(cell, number), number)
    assert (time.process_time() - start) / games < 0.04


# What is refused


@pytest.mark.parametrize(
    ("seats", "actor", "message"),
    [
        (["lv 3", "lv 3", "lv 3"], 0, "3 seats for 2 players"),
        (["fw 3", "lv 3"], 0, "player 1: 0 levels, and not out"),
        (["lv 3", "out"], 0, "1 players in the game"),
        (["fw 100 | lv 1", "lv 3"], 0, "player 1: a firewall of 100"),
        (["lv 1", "lv 1 | mine mine mine mine mine mine mine"], 0, "7 Data Mine, the deck has 6"),
    ],
)
def test_impossible_positions_are_refused(seats, actor, message):
    with pytest.raises(ValueError, match=message):
        place(2, seats, actor=actor)


def test_who_is_out_cannot_act():
    with pytest.raises(ValueError, match="player 2: no turn when out"):
        place(3, ["lv 3", "out", "lv 3"], actor=1)


def test_a_phase_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no phase 'second', only first, execution, overclock"):
        place(2, ["lv 3", "lv 3"], phase="second")


def test_knowledge_of_cards_that_are_not_there_is_refused():
    referee = make_referee(make_cell(2), DictatedChance(), make_hackers(2))
    seats = [{"levels": 3, "seen_hand": {1: {0: 2}}}, {"levels": 3, "hand": {0: 1}}]
    with pytest.raises(ValueError, match="player 1: cannot know that of the hand of player 2"):
        referee.place({"phase": "execution", "actor": 0, "seats": seats})
    seats[1]["hand"] = {0: 2}
    referee.place({"phase": "execution", "actor": 0, "seats": seats})
    assert referee.snapshot()["seats"][0]["seen_hand"] == {1: {0: 2}}


@pytest.mark.parametrize(
    ("hackers", "message"),
    [
        (make_hackers(3), "hackers: 3 for 2 players"),
        ([{**PRIMITIVES, "dice": 3}, PRIMITIVES], "hacker 1: unknown or missing dice"),
        ([PRIMITIVES, {**PRIMITIVES, "init_dice": -1}], "hacker 2: init_dice is -1, not 0"),
        ([PRIMITIVES, {**PRIMITIVES, "mainframe_levels": 0}], "mainframe_levels is 0, not 1"),
    ],
)
def test_impossible_hackers_are_refused(hackers, message):
    with pytest.raises(ValueError, match=message):
        make_referee(make_cell(2), DictatedChance(), hackers)


def test_options_that_are_not_listed_are_refused():
    referee = place(2, ["lv 3", "lv 3"])
    with pytest.raises(ValueError, match="not in the list"):
        referee.choose((lay.F_EXECUTE, 0, lay.NONE, lay.NONE, lay.NONE))
