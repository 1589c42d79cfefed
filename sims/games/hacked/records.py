"""The kernel's records: rules of a cell, state of a game, view of a player, options, result.

Cards of a title are not told apart. Cards in a hand, in the discard pile or known of a hand are
counts by title (`CARDS_DTYPE`); the draw pile is a row of places, each with a title
(`PLACES_DTYPE`). Both can be read byte by byte and are moved word by word. Sets of seats are small
words, bit s for seat s.
"""

import numpy as np
from numba import from_dtype

from sims.core.rng import CHANCE_DTYPE, STREAM_DTYPE

SEATS = 5
PLACES = 256
"""Places of the draw pile: more than the largest deck has cards (`cards.MAX_CARDS`)."""

MAX_OPTIONS = 672
"""More than any list: draw, 4 cards, a Ticket at 4, 12 pairs at 4, 12 triples at 4 for 12 titles
are 633. The room behind is for what is written there and not kept."""

CARDS_DTYPE = np.dtype(
    {
        "names": ["words", "of"],
        "formats": [(np.uint64, (2,)), (np.uint8, (16,))],
        "offsets": [0, 0],
        "itemsize": 16,
    }
)
"""Cards by title: `of[title]` is how many there are; `words` are the same, eight titles a word."""

SIZES_DTYPE = np.dtype(
    {
        "names": ["packed", "of"],
        "formats": [np.uint64, (np.uint8, (8,))],
        "offsets": [0, 0],
        "itemsize": 8,
    }
)
"""A number by seat, `of[seat]`, in one word."""


def _places(count: int) -> np.dtype:
    return np.dtype(
        {
            "names": ["words", "at"],
            "formats": [(np.uint64, (count // 8,)), (np.uint8, (count,))],
            "offsets": [0, 0],
            "itemsize": count,
        }
    )


PLACES_DTYPE = _places(PLACES)
"""A byte for each place of the draw pile; `words` are the same, eight places a word."""

SEEN_DTYPE = _places(2 * PLACES)
"""The same with as many places behind the draw pile, always 0, so that any part of it is a row of
words."""

OPTION_DTYPE = np.dtype(
    {
        "names": ["code", "form", "title", "target", "named", "depth"],
        "formats": ["u8", "u1", "u1", "u1", "u1", "u1"],
        "offsets": [0, 0, 1, 2, 3, 4],
        "itemsize": 8,
    }
)
"""One option, see `layout`. `code` is the five numbers packed, written in one go."""

RULES_DTYPE = np.dtype(
    [
        ("players", np.int64),
        ("hand_size", np.int64),
        ("max_turns", np.int64),
        ("hacked_cards", np.int64),  # You've been hacked that are shuffled in
        ("consultant_each", np.int64),  # 1: everybody starts with one; 0: the deck has none
        ("extra_consultants", np.int64),
        ("attack_turns", np.int64),
        ("attack_adds", np.int64),  # 1: to what the attacker owes, 0: instead of it
        ("sprint_depth", np.int64),
        ("consult_asked", np.int64),  # 1: a consultant is used by choice
        ("pairs", np.uint64),  # titles that can be played as a pair, bit by title
        ("triples", np.uint64),  # the same for three of a kind
        ("dealt_from", np.int64),  # cards that are shuffled before the deal
        ("deck", PLACES_DTYPE),  # those cards by title, then the You've been hacked
        ("copies", CARDS_DTYPE),  # cards of this game by title, in hands and pile
    ],
    align=True,
)
"""All that is fixed for a cell and known to every player."""

OPTIONS_DTYPE = np.dtype(
    [
        ("count", np.int64),
        ("item", OPTION_DTYPE, (MAX_OPTIONS,)),
    ],
    align=True,
)
"""The list of options of a decision."""

VIEW_DTYPE = np.dtype(
    [
        ("seat", np.int64),  # who looks
        ("decision", np.int64),  # what is asked, `layout.DECISIONS`
        ("actor", np.int64),  # whose turn it is
        ("turn", np.int64),  # turns ended
        ("owes", np.int64),  # turns the actor has still to take, this one included
        ("attacked", np.int64),  # 1: those turns come from an Attack
        ("living", np.uint64),  # seats that are not out
        ("pile_size", np.int64),  # cards in the draw pile
        ("hacked_left", np.int64),  # You've been hacked among them
        ("freezes", np.int64),  # at `freeze`: played on the action so far
        ("last", np.int64),  # at `freeze`: who played the card that would be frozen
        ("pending", OPTION_DTYPE),  # at `freeze` and `give`: what the actor plays
        ("hand", CARDS_DTYPE),  # own cards
        ("discard", CARDS_DTYPE),  # the discard pile
        ("hand_size", SIZES_DTYPE),  # cards in hand, by seat
        ("known", CARDS_DTYPE, (SEATS,)),  # cards known to be in the hand of a seat
        ("kept", np.uint64),  # seats that surely still hold the consultant of their beginning
        ("seen_words", np.int64),  # words of `seen` that are in use, the rest is 0
        ("seen", PLACES_DTYPE),  # by depth, 0 the top: 0 if not known, else 1 + the title
    ],
    align=True,
)
"""The observation: all that a player may know (rules page, *What a player may know*).

`kept` follows from *Setup*, 1: everybody begins with a consultant. It says of whom that is still
sure, beside the cards in `known`, which were seen passing.
"""

STATE_DTYPE = np.dtype(
    [
        ("hand", CARDS_DTYPE, (SEATS,)),
        ("planes", np.uint64, (SEATS,)),  # titles held once or more, << 16 twice, << 32 thrice
        ("sizes", np.uint64),  # cards in hand, a byte a seat
        ("known", CARDS_DTYPE, (SEATS, SEATS)),  # [viewer, holder]
        ("kept", np.uint64),  # a byte a viewer: who surely has the consultant of the beginning
        ("discard", CARDS_DTYPE),
        ("pile", PLACES_DTYPE),  # titles in places top..bottom-1, the top card first
        ("seen", SEEN_DTYPE, (SEATS,)),  # by viewer and place: 0 not known, else 1 + the title
        ("pile_words", np.int64),  # words that hold the draw pile at its largest
        ("top", np.int64),
        ("bottom", np.int64),
        ("hacked_left", np.int64),  # You've been hacked in the pile
        ("living", np.uint64),  # seats that are not out
        ("actor", np.int64),
        ("owes", np.int64),
        ("attacked", np.int64),
        ("decider", np.int64),
        ("decision", np.int64),
        ("pending", np.uint64),  # code of the play that waits for freezes
        ("last", np.int64),  # who played the last card
        ("freezes", np.int64),  # played on it and on each other
        ("asked", np.uint64),  # seats still to ask in this freeze window
        ("turn", np.int64),
        ("over", np.int64),
        ("winner", np.int64),
        ("ended", np.int64),
        ("hacked_met", np.int64),
        ("consultants_used", np.int64),
        ("freezes_used", np.int64),
        ("plays", np.int64, (SEATS,)),
        ("place", np.int64, (SEATS,)),  # finishing place of who is out; 1 until then
        ("out_turn", np.int64, (SEATS,)),  # turns that had ended when a player went out
        ("dealt", CARDS_DTYPE, (SEATS,)),  # first hands, the consultant of everybody among them
        ("chance", CHANCE_DTYPE),
        ("choice", STREAM_DTYPE, (SEATS,)),
    ],
    align=True,
)
"""The whole of a game in progress. Only the kernel's own functions see it."""

RECORD_DTYPE = np.dtype(
    [
        ("winner", np.int8),
        ("ended", np.uint8),
        ("hacked_met", np.uint8),  # You've been hacked that were drawn
        ("consultants", np.uint8),  # that sent one back
        ("freezes", np.uint8),  # ChangeFreezes played as such
        ("places", np.uint8, (SEATS,)),  # finishing place by seat, 1 the winner
        ("plays", np.uint8, (SEATS,)),  # cards and combos played in their own turns, by seat
        ("waits", np.int16, (SEATS,)),  # turns from going out to the end, by seat
        ("longest_wait", np.int16),  # the same of who went out first
        ("dealt", np.uint64, (SEATS, 2)),  # first hands by seat, a byte a title
        ("turns", np.int32),
        ("decisions", np.int32),
        ("choices", np.int32),
    ],
    align=True,
)
"""What is kept of one game."""

rules_type = from_dtype(RULES_DTYPE)
options_type = from_dtype(OPTIONS_DTYPE)
view_type = from_dtype(VIEW_DTYPE)
state_type = from_dtype(STATE_DTYPE)
record_type = from_dtype(RECORD_DTYPE)
