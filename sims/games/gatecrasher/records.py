"""The kernel's records: rules of a cell, state of a game, view of a player, options, result.

Counts of cards by kind are 64-bit words, a byte a kind; small numbers by seat are words too, a byte
a seat: one load moves them all. Where Python or a strategy reads single ones, the word has a second
name as an array of bytes. Sets of seats are words, bit s for seat s.
"""

from typing import Any

import numpy as np
from numba import from_dtype

from sims.core.rng import CHANCE_DTYPE, STREAM_DTYPE
from sims.games.gatecrasher.cards import MAX_CARDS, PRIMITIVES
from sims.games.gatecrasher.layout import SEATS

MAX_HACKERS = 64
"""Most different hackers of a cell, those of a pool to draw from included."""

MAX_OPTIONS = 16
"""Room for every list: pass, Bolster, Data Mine and five opponents for either other protocol,
and for what is written behind the end of a list while it is made."""

BYTES = (np.uint8, (8,))


def record_dtype(
    *fields: tuple[Any, ...], over_all: tuple[str, Any] | tuple[()] = ()
) -> np.dtype[Any]:
    """A dtype of fields (name, format); in (name, format, name, format) both lie in one place.

    Every field begins at a multiple of 8 bytes. `over_all` lies over the first ones.
    """
    names: list[str] = list(over_all[0::2])
    formats: list[Any] = list(over_all[1::2])
    offsets = [0] * len(names)
    size = 0
    for field in fields:
        names += field[0::2]
        formats += field[1::2]
        offsets += [size] * (len(field) // 2)
        size += -(-np.dtype(field[1]).itemsize // 8) * 8
    return np.dtype(
        {"names": names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True
    )


PROFILE_DTYPE = np.dtype([(name, np.int32) for name in PRIMITIVES], align=True)
"""A hacker: a number for each primitive."""

RULES_DTYPE = record_dtype(
    ("players", np.int64),
    ("max_rounds", np.int64),
    ("cards", np.int64),  # how many the deck holds
    ("lowest", np.int64),  # a firewall stays within lowest..highest
    ("highest", np.int64),
    ("first_tie", np.int64),  # the rulings, each by the place of its choice
    ("pass_ends", np.int64),
    ("leftover_at", np.int64),
    ("round_tie", np.int64),
    ("hackers", np.int64),  # how many of `hacker` are used
    ("is_drawn", np.int64),  # whether each game draws its hackers from them
    ("sits_word", np.uint64, "sits", BYTES),  # else the hacker of each seat
    ("deck_words", np.int64),  # how many of `deck_word` are used
    ("deck_word", (np.uint64, (MAX_CARDS // 8,)), "deck", (np.uint8, (MAX_CARDS,))),
    ("hacker", (PROFILE_DTYPE, (MAX_HACKERS,))),
    ("deck_counts", np.uint64),  # the deck by kind
)
"""All that is fixed for a cell and known to every player. `deck` lists the kinds in id order."""

OPTION_DTYPE = np.dtype(
    {
        "names": ["code", "form", "kind", "seat", "unused", "unused_too"],
        "formats": ["u8", "u1", "u1", "u1", "u1", "u1"],
        "offsets": [0, 0, 1, 2, 3, 4],
        "itemsize": 8,
    }
)
"""One option, see `layout`. `code` is the five numbers packed, written in one go."""

OPTIONS_DTYPE = record_dtype(("count", np.int64), ("item", (OPTION_DTYPE, (MAX_OPTIONS,))))
"""The list of options of a decision."""

PUBLIC = (
    ("decision", np.int64),  # what is asked, `layout.DECISIONS`
    ("phase", np.int64),  # `layout.PHASES`
    ("decider", np.uint64, "actor", np.int64),  # whose turn it is; nobody else is ever asked
    ("round", np.int64),  # rounds ended
    ("left", np.int64),  # protocols that the actor may still execute this turn; 0 ends it
    ("passes", np.int64),  # turns in a row that ended without a protocol
    ("due", np.int64),  # in Overclock: players whose turn is to come, the actor included
    ("target", np.int64),  # at `extract`: whose hand is open
    ("living", np.uint64),  # seats in the game
    ("discard_word", np.uint64, "discard", BYTES),  # discard pile, by kind
    ("size_word", np.uint64, "hand_size", BYTES),  # cards in hand, by seat
    ("level_word", np.uint64, "levels", BYTES),  # Mainframe Security, by seat
    ("sits_word", np.uint64, "sits", BYTES),  # by seat its hacker's place in `rules.hacker`
    ("firewall", (np.int64, (SEATS,))),
)
"""What all may see: the same in view and state, at the beginning of both."""

PUBLIC_WORDS = record_dtype(*PUBLIC).itemsize // 8
_AS_WORDS = ("public", (np.uint64, (PUBLIC_WORDS,)))

VIEW_DTYPE = record_dtype(
    *PUBLIC,
    ("seat", np.int64),  # who looks
    ("pile", np.int64),  # cards left in the Protocol Deck
    ("hand_word", np.uint64, "hand", BYTES),  # own cards, by kind
    ("known_word", (np.uint64, (SEATS,)), "known", (np.uint8, (SEATS, 8))),
    over_all=_AS_WORDS,
)
"""The observation: all that a player may know (rules page, *What a player may know*).

`known[holder, kind]` counts the cards that this player knows to be in that hand.
"""

STATE_DTYPE = record_dtype(
    *PUBLIC,
    ("acted", np.int64),  # whether a protocol was executed this turn
    ("turn", np.int64),  # turns ended
    ("over", np.int64),
    ("winner", np.int64),
    ("ended", np.int64),
    ("top", np.uint64),  # the pile is pile[top:bottom]
    ("bottom", np.uint64),
    ("began", np.uint64),  # who was living when the round began
    ("open_hands", np.uint64),  # seats whose hacker is not immune to File Extraction
    ("hand", (np.uint64, (SEATS,))),  # counts by kind
    ("known", (np.uint64, (SEATS, SEATS))),  # [holder, viewer], counts by kind
    ("out_at", (np.int64, (SEATS,))),  # turns ended when a seat went out
    ("first", np.uint64),  # who acted first in the round
    ("leader", np.uint64),  # highest firewall; of equals who had it before
    ("lead_changes", np.int64),
    ("passed_out", np.int64),  # rounds whose Execution ended by passes, cards in the pile
    ("pile_word", (np.uint64, (MAX_CARDS // 8,)), "pile", (np.uint8, (MAX_CARDS,))),
    ("pool", (np.uint8, (MAX_HACKERS,))),  # hackers while they are shuffled
    ("choice", (STREAM_DTYPE, (SEATS,))),
    ("chance", CHANCE_DTYPE),
    ("opening_1", (np.int64, (SEATS,))),  # firewall after round 1's Initialization
    ("dealt", (np.uint64, (SEATS,))),  # first hands, counts by kind
    ("winner_1", np.int64),  # who alone won round 1, -1 for a tie
    ("first_1", np.uint64),  # who acted first in round 1
    ("lead_changes_1", np.int64),  # in round 1
    ("turns_1", np.int64),
    over_all=_AS_WORDS,
)
"""The whole of a game in progress. Only the kernel's own functions see it."""

RECORD_DTYPE = np.dtype(
    [
        ("winner", np.int8),
        ("ended", np.uint8),
        ("winner_1", np.int8),  # who alone won round 1, -1 for a tie
        ("first_1", np.uint8),  # who acted first in round 1
        ("first", np.uint8),  # ... and in the last
        ("began", np.uint8),  # who played the last round, bit s for seat s
        ("hacker", np.uint8, (SEATS,)),  # by seat the place in `rules.hacker`
        ("dealt", np.uint64, (SEATS,)),  # first hands, counts by kind
        ("opening_1", np.int32, (SEATS,)),
        ("waited", np.int32, (SEATS,)),  # turns between going out and the end of the game
        ("rounds", np.int32),
        ("lead_changes", np.int32),
        ("lead_changes_1", np.int32),
        ("turns_1", np.int32),
        ("longest_wait", np.int32),
        ("passed_out", np.int32),
        ("turns", np.int32),
        ("decisions", np.int32),
        ("choices", np.int32),
    ],
    align=True,
)
"""What is kept of one game; `..._1` is about round 1, in which everybody plays."""

rules_type = from_dtype(RULES_DTYPE)
options_type = from_dtype(OPTIONS_DTYPE)
view_type = from_dtype(VIEW_DTYPE)
state_type = from_dtype(STATE_DTYPE)
record_type = from_dtype(RECORD_DTYPE)
