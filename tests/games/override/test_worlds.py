"""Imagined worlds of override: how they are spread, against every world written out.

Each position is small enough to write down all deals of the cards that a hacker cannot place, with
what else is hidden (a choice made unseen, a mark, who else may be asked), and the share of each.
"""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from sims.core.catalogue import find
from sims.core.cells import build_cell
from sims.core.data import read_data
from sims.core.kernel import kernel
from sims.core.machine import KernelMachine
from sims.games.override import layout as L
from sims.games.override import notation
from sims.games.override.bridge import ids
from tests.games.imagining import Dreamer, check_squares, squares_of_one, stream

GAME = find("override")
DATA = read_data(GAME)
COPIES = {
    "Diskette": 0, "Socket Puppet": 3, "Screen Door": 1, "Computer Goggles": 1, "Stolen Goods": 0,
    "Firewall": 1, "Proxy Spoof": 0, "NOAA Weather Control": 1, "Monorail Control": 1,
    "CIA Satellite": 0, "The Mainframe": 1,
}  # fmt: skip
"""P0 P1 P2, S3, G4, F5, N6, M7, Q8."""
CARDS = set(range(9))
P0, P1, P2, S3, G4, F5, N6, M7, Q8 = range(9)
PUPPETS = {P0, P1, P2}


def reach(seats, choices):
    """(dreamer, state) after some choices; seats and choices as position files write them."""
    changes = {f"deck.{title}.copies": copies for title, copies in COPIES.items()}
    changes |= {"remove": [], "remove_random": 0, "winning_cred": 90, "gov_limit": 60}
    cell = build_cell(DATA, len(seats), changes)
    machine = KernelMachine(GAME, kernel("override"), cell)
    table = {"actor": 0, "seats": [notation.read_seat(cell, text) for text in seats]}
    machine.place(table)
    for choice in choices:
        due = machine.decision()
        texts = {notation.option_text(cell, due.kind, option): option for option in due.options}
        machine.choose(texts[choice])
    return Dreamer(cell), machine.states, machine.decision()


def hands_of(state):
    return tuple(tuple(ids(state["hand"][seat])) for seat in range(3))


def deals(own, hidden, sizes, known=()):
    """Every deal of the hidden cards: hands by seat; `own` is (seat, cards), a size a seat.

    Each assignment of single cards counts, so that equal shares are those of equally likely deals.
    `known` has pairs (seat, card).
    """
    found = Counter()
    for order in permutations(hidden):
        hands, rest = [], list(order)
        for seat in range(3):
            more = [card for holder, card in known if holder == seat]
            drawn, rest = rest[: sizes[seat]], rest[sizes[seat] :]
            hands.append(tuple(sorted(own[1] if seat == own[0] else [*drawn, *more])))
        found[tuple(hands)] += 1
    return found


def check_spread(dreamer, states, seat, key, expected, seed, number=20_000):
    total = sum(expected.values())
    shares = {world: Fraction(weight) / total for world, weight in expected.items()}
    views, streams = dreamer.view(states, seat), stream(seed)
    found = Counter(key(dreamer.world(views, streams)[0]) for _ in range(number))
    check_squares([squares_of_one(found, shares)])
    return len(shares)


def test_three_hidden_cards_by_hand():
    """Three unknown cards, one in each other hand and one out of the game: six worlds, each 1/6."""
    seats = ["in S3 P0 P1 P2", "in G4 | out N6", "in F5 | out M7"]
    dreamer, states, due = reach(seats, [])
    assert (due.seat, due.kind) == (0, "execute")
    mine = (P0, P1, P2, S3)
    expected = {
        (mine, (a,), (b,)): Fraction(1, 6) for a in (G4, F5, Q8) for b in (G4, F5, Q8) if a != b
    }
    assert len(expected) == 6
    assert check_spread(dreamer, states, 0, hands_of, expected, 1) == 6


def test_a_card_that_was_seen_going_into_a_hand_stays_there():
    """Hacker 1 executed 2's open Firewall: it lies in 2's hand, and all know it."""
    dreamer, states, due = reach(["in S3", "in P0 | out F5", "in G4 P1"], ["F5"])
    assert (due.seat, due.kind) == (0, "firewall")
    hidden = sorted(CARDS - {S3, F5})
    expected = deals((0, [S3]), hidden, (0, 1, 2), [(1, F5)])
    assert check_spread(dreamer, states, 0, hands_of, expected, 2) == 7 * 15


ASKED = [
    # 2's hand, what 2 answers or None if it is not asked, which hands of 2 hacker 3 can imagine
    ("P0 G4", "no", lambda hand: bool(PUPPETS & {*hand})),
    ("P0 G4", "yes", lambda hand: bool(PUPPETS & {*hand})),
    ("M7 G4", None, lambda hand: not PUPPETS & {*hand}),
]


@pytest.mark.parametrize(("hand", "answer", "fits"), ASKED)
def test_what_it_tells_who_was_asked_before(hand, answer, fits):
    """1 swaps a card of 2's hand with one of 3's. 3 is asked second: 2 holds a puppet and answered,
    or 3 is the first to be asked and knows that 2 holds none.
    """
    choices = ["S3", "hands:2+3", *([answer] if answer else [])]
    dreamer, states, due = reach(["in S3 Q8", f"in {hand}", "in P1 F5"], choices)
    assert (due.seat, due.kind) == (2, "interrupt")
    hidden = sorted(CARDS - {S3, P1, F5})
    every = deals((2, [P1, F5]), hidden, (1, 2, 0))
    expected = {hands: n for hands, n in every.items() if fits(hands[1])}
    assert 0 < len(expected) < len(every)

    def key(state):
        said_yes = int(state["answered_yes"])
        assert said_yes == (0b010 if answer == "yes" else 0)
        assert not state["asked"]
        return hands_of(state)

    check_spread(dreamer, states, 2, key, expected, 3)


def test_who_is_still_to_be_asked():
    """2 is asked first; 3 will be if it holds a puppet, as far as 2 can tell."""
    dreamer, states, due = reach(["in S3 Q8", "in P0 G4", "in P1 F5"], ["S3", "hands:2+3"])
    assert (due.seat, due.kind) == (1, "interrupt")
    hidden = sorted(CARDS - {S3, P0, G4})
    every = deals((1, [P0, G4]), hidden, (1, 0, 2))
    expected = {(hands, bool(PUPPETS & {*hands[2]})): n for hands, n in every.items()}
    assert {asked for _, asked in expected} == {False, True}
    check_spread(dreamer, states, 1, lambda s: (hands_of(s), int(s["asked"]) == 0b100), expected, 4)


def test_the_card_that_the_actor_would_trade():
    """1 offers a card of its hand for one of 2's: 2 does not know which, each is as likely."""
    seats = ["in S3 Q8 F5", "in P0 G4", "in M7 | out N6"]
    dreamer, states, due = reach(seats, ["S3", "own:Q8+2"])
    assert (due.seat, due.kind) == (1, "interrupt")
    hidden = sorted(CARDS - {S3, P0, G4, N6})
    every = deals((1, [P0, G4]), hidden, (2, 0, 1))
    expected = {(hands, card): n for hands, n in every.items() for card in hands[0]}

    def key(state):
        word = int(state["pending"])
        assert word & 0xFF == L.F_OWN
        return hands_of(state), word >> 16 & 0xFF

    check_spread(dreamer, states, 1, key, expected, 5)


def picks_of(state):
    return hands_of(state), tuple(int(card) for card in state["pick"][:3])


def test_hidden_choices_for_monorail():
    """1 knows its own choice; 2 and 3 may have chosen any card of theirs, open or not."""
    seats = ["in M7 S3", "in P0 | out N6", "in G4 F5"]
    dreamer, states, due = reach(seats, ["M7", "S3", "N6", "G4"])
    assert (due.seat, due.kind) == (0, "direction")
    hidden = sorted(CARDS - {M7, S3, N6})
    expected = {
        (hands, (S3, second, third)): Fraction(n, 2 * 2)
        for hands, n in deals((0, [S3]), hidden, (0, 1, 2)).items()
        for second in (*hands[1], N6)
        for third in hands[2]
    }
    check_spread(dreamer, states, 0, picks_of, expected, 6, 60_000)


def test_hidden_choices_for_noaa():
    """2 is asked after 1, who may have chosen any of its cards; 3 was not asked yet."""
    dreamer, states, due = reach(["in N6 S3", "in P0", "in G4 F5 Q8"], ["N6", "N6"])
    assert (due.seat, due.kind) == (1, "tornado")
    hidden = sorted(CARDS - {N6, P0})
    expected = {
        (hands, (first, L.NONE, L.NONE)): Fraction(n, 2)
        for hands, n in deals((1, [P0]), hidden, (1, 0, 3)).items()
        for first in (*hands[0], N6)
    }
    check_spread(dreamer, states, 1, picks_of, expected, 7, 30_000)


def test_a_mark_on_a_face_in_card():
    """1 marked a random card of 2's hand and does not know which."""
    dreamer, states, due = reach(["in G4 S3", "in P0 F5", "in Q8 | out N6 M7"], ["G4", "hand>2"])
    assert (due.seat, due.kind) == (0, "swap")
    hidden = sorted(CARDS - {G4, S3, N6, M7})
    expected = {
        (hands, mark): n
        for hands, n in deals((0, [S3]), hidden, (0, 2, 1)).items()
        for mark in hands[1]
    }
    check_spread(dreamer, states, 0, lambda s: (hands_of(s), int(s["mark"][1])), expected, 8)
