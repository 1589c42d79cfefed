"""Positions and cells written down shortly, for the referee and for the kernel."""

from collections import Counter
from pathlib import Path

import numpy as np

from sims.core.catalogue import games
from sims.core.cells import build_cell
from sims.core.contract import Cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.core.runner import Job
from sims.core.strategies import find
from sims.core.streams import DEAL, PLAY, DictatedChance, Stream, StreamChance
from sims.games.hacked import layout as lay
from sims.games.hacked.cards import KINDS, TITLES, WORDS
from sims.games.hacked.referee import Referee

GAME = games()["hacked"]
DATA = read_data(GAME)
HERE = Path(__file__).parent
NOSY = f"{HERE / 'nosy.py'}:nosy"
PRINTED = (4, 6, 4, 4, 5, 4, 4, 5, 4, 4, 4, 4, 4)
RULINGS = {"combos": "any-title", "attack_stack": "add", "consultant_use": "always"}
ID = {word: title for title, word in enumerate(WORDS)}
HACKED, CON = ID["hacked"], ID["con"]
PILE = "A B C D E hacked hacked"


# --- the referee ---


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


# --- the kernel ---


def cell_of(players, changes=None, lineup=()):
    return build_cell(DATA, players, changes, lineup)


def job(players, changes=None, first=0, number=1, seed=1, strategy="random"):
    chosen = find(GAME, strategy)
    cell = cell_of(players, changes, [chosen.player()] * players)
    return Job(cell, (chosen,) * players, seed, first, number)


def deck(**copies):
    """Changes to copies, titles by their words in position files: `con=0` is no consultants."""
    return {f"deck.{TITLES[ID[word]]}.copies": number for word, number in copies.items()}


VARIANTS = {
    "printed": {},
    "cheatsheets-only": {"ruling.combos": "cheatsheets-only"},
    "none": {"ruling.combos": "none"},
    "replace": {"ruling.attack_stack": "replace", **deck(attack=12)},
    "choice": {"ruling.consultant_use": "choice", **deck(con=12), "extra_consultants": 7},
    "many freezes": {**deck(freeze=40), "deck.Attack.turns": 5, "deck.Sprint planning.depth": 9},
    "many sprints": {**deck(sprint=30, con=16, bugfix=1), "extra_consultants": 9, "hand_size": 4},
    "no consultants": deck(con=0),
    "no freezes": {**deck(freeze=0, A=0), "deck.Sprint planning.depth": 0},
    "small hands": {"hand_size": 0},
    "all dealt": {**deck(con=6), "hand_size": 9, "extra_consultants": 0},
    "many hacked": {**deck(hacked=20), "hacked_cards": 20, "deck.Attack.turns": 1},
    "large deck": {**deck(ticket=80, sprint=40, A=70), "hand_size": 20},
}


def read_cards(counts):
    return {title: int(counts["of"][title]) for title in range(KINDS) if counts["of"][title]}


def decisions(players, name, game_id):
    """A machine before each decision of a random game."""
    machine = KernelMachine(GAME, kernel(GAME.name), cell_of(players, VARIANTS[name]))
    machine.deal(3, game_id)
    random = np.random.default_rng(game_id)
    while (due := machine.decision()) is not None:
        yield machine, due
        machine.choose_index(int(random.integers(len(due.options))))
