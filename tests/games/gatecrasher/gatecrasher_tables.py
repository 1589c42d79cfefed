"""What the referee's tests share: tables as text, ways that chance may fall, random games."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sims.core.contract import Cell
from sims.core.streams import DEAL, PLAY, DictatedChance, Stream, StreamChance
from sims.games.gatecrasher import layout as lay
from sims.games.gatecrasher.cards import PRIMITIVES, TITLES, WORDS
from sims.games.gatecrasher.referee import Referee

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
