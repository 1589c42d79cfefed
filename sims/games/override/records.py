"""The kernel's records: rules of a cell, state of a game, view of a hacker, options, result.

Sets of cards are 64-bit words, bit i for the card of id i (`sims.core.bits`); sets of seats are
small words, bit s for seat s.
"""

import numpy as np
from numba import from_dtype

from sims.core.rng import CHANCE_DTYPE, STREAM_DTYPE
from sims.core.rows import WIDTH
from sims.games.override.cards import KINDS, MAX_CARDS

SEATS = 6
ROWS = 8
"""Length of what is kept by seat: a round number of bytes is copied in one step."""

MAX_OPTIONS = 4096
"""More than any list: 64 cards give at most 2,016 pairs, 320 gifts and a few hundred others."""

RULES_DTYPE = np.dtype(
    [
        ("players", np.int64),
        ("winning_cred", np.int64),
        ("gov_limit", np.int64),
        ("max_turns", np.int64),
        ("remove_random", np.int64),
        ("cred_tie", np.int64),
        ("protection_blocks_self", np.int64),
        ("swap_optional", np.int64),
        ("puppet_stops_spoof", np.int64),
        ("in_play", np.uint64),  # cards that are shuffled; the rest was removed by name
        ("government", np.uint64),
        ("executed_face_out", np.uint64),  # cards that may be executed when face-out
        ("diskette", np.uint64),
        ("puppets", np.uint64),
        ("shield", np.uint64, (KINDS,)),  # cards that protect from the cred of this hack
        ("swaps", np.uint8, (16,)),  # whether a hack carries a proxy swap
        ("swap_kinds", np.uint64),  # the set of those that do
        ("worth", np.int64, (MAX_CARDS,)),  # what a card adds to the score of who has it face-out
        ("top_cred", np.int64),  # of the cards in play
        ("cred_planes", np.int64),  # how many of `cred_bit` are used
        ("cred_bit", np.uint64, (16,)),  # cards whose cred has this bit: to sum a set's cred
        ("margin", np.int64),  # added to a score it sets a bit of `REACHED` at either limit
        ("hack", np.uint8, (MAX_CARDS,)),  # hack of a card, or `cards.BLANK`
        ("cred", np.int64, (MAX_CARDS,)),  # cred of a card
        ("kind_cards", np.uint64, (16,)),  # cards of a hack
        ("kind_cred", np.float32, (16,)),  # cred of a hack
        ("kind_gov", np.float32, (16,)),  # 1 for a government hack
    ],
    align=True,
)
"""All that is fixed for a cell and known to every hacker."""

OPTION_DTYPE = np.dtype(
    {
        "names": ["code", "form", "card", "holder", "other", "to"],
        "formats": ["u8", "u1", "u1", "u1", "u1", "u1"],
        "offsets": [0, 0, 2, 1, 4, 3],
        "itemsize": 8,
    }
)
"""One option, see `layout`. `code` is the five numbers packed, written in one go: a byte each, the
holder below its card, so that of two packed cards the one of lower id is the lesser word."""

HOLDER_AT, CARD_AT, TO_AT, OTHER_AT = 8, 16, 24, 32
"""By how many bits each number is shifted in `code`: eight times its offset above."""

OPTIONS_DTYPE = np.dtype(
    [
        ("count", np.int64),
        # Room while a list is made: cards and hands, the actor's own cards, the seats that may be
        # given to, and where the cards of each seat begin and end.
        ("slot", np.uint64, (MAX_CARDS + ROWS + WIDTH,)),
        ("own", np.uint64, (MAX_CARDS + WIDTH,)),
        ("taker", np.uint64, (2 * WIDTH,)),
        ("begin", np.uint64, (ROWS,)),
        ("end", np.uint64, (ROWS,)),
        ("item", OPTION_DTYPE, (MAX_OPTIONS + WIDTH,)),
    ],
    align=True,
)
"""The list of options of a decision."""

GOVERNMENT = 1 << 32
"""A score is the cred of a hacker's face-out cards and this for each government hack among them."""

REACHED = 1 << 31 | 1 << 46
"""Bits of score + margin: the winning cred is reached; the gov limit is reached."""

JAILED = -(1 << 60)
"""Added to the score of a hacker in jail, which makes it negative for good."""

KNOWN_DTYPE = np.dtype([("hand", np.uint64, (ROWS,))])
"""Face-in cards that a hacker knows to be where they are, by holder."""

VIEW_DTYPE = np.dtype(
    [
        ("seat", np.int64),  # who looks
        ("decision", np.int64),  # what is asked, `layout.DECISIONS`
        ("actor", np.int64),  # whose turn it is
        ("turn", np.int64),  # turns finished
        ("executed", np.int64),  # the card being resolved, NONE at `execute`
        ("answer", np.int64),  # first answer to an interrupt of this swap: NONE, 0 no, 1 yes
        ("jailed", np.uint64),  # seats in jail
        ("screened", np.uint64),  # seats with Screen Door status
        ("own_mark", np.int64),  # the card this hacker must execute, or NONE
        ("own_pick", np.int64),  # at `direction`: the card that this hacker chose, else NONE
        ("marked", np.uint64),  # seats that carry a mark
        ("hand", np.uint64),  # own face-in cards
        ("pending", OPTION_DTYPE),  # at `interrupt`: the swap that is about to happen
        ("out", np.uint64, (ROWS,)),  # face-out cards, by seat
        ("known", np.uint64, (ROWS,)),  # face-in cards this hacker knows to be there, by seat
        ("hand_size", np.uint8, (ROWS,)),  # face-in cards, by seat
        ("mark", np.uint8, (ROWS,)),  # face-out card a seat must execute, by seat, or NONE
    ],
    align=True,
)
"""The observation: all that a hacker may know (rules page, *What a hacker may know*)."""

STATE_DTYPE = np.dtype(
    [
        ("hand", np.uint64, (ROWS,)),
        ("out", np.uint64, (ROWS,)),
        ("known", KNOWN_DTYPE, (SEATS,)),  # by viewer
        ("score", np.int64, (ROWS,)),  # cred and government hacks face-out, by seat
        ("tag", np.uint64, (MAX_CARDS + 1,)),  # card and holder as in an option's code, by card
        ("mark", np.uint8, (ROWS,)),
        ("marks", np.uint64),  # the marked cards, and maybe some whose mark was replaced
        ("pick", np.uint8, (8,)),  # cards chosen for NOAA or Monorail
        ("order", np.uint8, (8,)),  # NOAA: who chose, in the order of choice
        ("shuffled", np.uint8, (MAX_CARDS,)),  # cards while they are shuffled
        ("dealt", np.uint64, (ROWS,)),  # cards dealt, by seat, the Diskette too
        ("jailed_at", np.int64, (SEATS,)),  # turns ended when a seat went to jail, if it did
        # From here to `screened` as in a view, which copies them in one step.
        ("decision", np.int64),
        ("actor", np.int64),
        ("turn", np.int64),
        ("executed", np.int64),
        ("answer", np.int64),
        ("jailed", np.uint64),
        ("screened", np.uint64),
        ("decider", np.int64),
        ("pending", np.uint64),  # code of the swap that waits for answers
        ("asked", np.uint64),  # seats still to ask for an interrupt
        ("answered_yes", np.uint64),  # seats that interrupt
        ("over", np.int64),
        ("winner", np.int64),
        ("ended", np.int64),
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
        ("jailed", np.uint8),
        ("winner_cred", np.int32),
        ("waited", np.int32, (SEATS,)),  # turns in jail until the end, by seat
        ("dealt", np.uint64, (SEATS,)),
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
