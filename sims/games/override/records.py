"""The kernel's records: rules of a cell, state of a game, view of a hacker, options, result.

Sets of cards are 64-bit words, bit i for the card of id i (`sims.core.bits`); sets of seats are
small words, bit s for seat s.
"""

import numpy as np
from numba import from_dtype

from sims.core.rng import CHANCE_DTYPE, STREAM_DTYPE
from sims.games.override.cards import HACKS, MAX_CARDS

SEATS = 6
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
        ("shield", np.uint64, (HACKS,)),  # cards that protect from the cred of this hack
        ("swaps", np.uint8, (16,)),  # whether a hack carries a proxy swap
        ("cred_planes", np.int64),  # how many of `cred_bit` are used
        ("cred_bit", np.uint64, (16,)),  # cards whose cred has this bit
        ("hack", np.uint8, (MAX_CARDS,)),  # hack of a card
        ("cred", np.int64, (MAX_CARDS,)),  # cred of a card
    ],
    align=True,
)
"""All that is fixed for a cell and known to every hacker."""

OPTION_DTYPE = np.dtype(
    {
        "names": ["code", "form", "card", "holder", "other", "to"],
        "formats": ["u8", "u1", "u1", "u1", "u1", "u1"],
        "offsets": [0, 0, 1, 2, 3, 4],
        "itemsize": 8,
    }
)
"""One option, see `layout`. `code` is the five numbers packed, written in one go."""

OPTIONS_DTYPE = np.dtype(
    [
        ("count", np.int64),
        ("slot", np.uint64, (MAX_CARDS + 8,)),  # cards gathered while a list is made
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
        ("turn", np.int64),  # turns finished
        ("executed", np.int64),  # the card being resolved, NONE at `execute`
        ("answer", np.int64),  # first answer to an interrupt of this swap: NONE, 0 no, 1 yes
        ("own_mark", np.int64),  # the card this hacker must execute, or NONE
        ("jailed", np.uint64),  # seats in jail
        ("screened", np.uint64),  # seats with Screen Door status
        ("marked", np.uint64),  # seats that carry a mark
        ("hand", np.uint64),  # own face-in cards
        ("pending", OPTION_DTYPE),  # at `interrupt`: the swap that is about to happen
        ("out", np.uint64, (SEATS,)),  # face-out cards, by seat
        ("known", np.uint64, (SEATS,)),  # face-in cards this hacker knows to be there, by seat
        ("hand_size", np.uint8, (8,)),  # face-in cards, by seat
        ("mark", np.uint8, (8,)),  # face-out card a seat must execute, by seat, or NONE
    ],
    align=True,
)
"""The observation: all that a hacker may know (rules page, *What a hacker may know*)."""

STATE_DTYPE = np.dtype(
    [
        ("hand", np.uint64, (SEATS,)),
        ("out", np.uint64, (SEATS,)),
        ("known", np.uint64, (SEATS, SEATS)),  # [viewer, holder]
        ("tag", np.uint64, (MAX_CARDS,)),  # card << 8 | holder << 16, by card
        ("jailed", np.uint64),
        ("screened", np.uint64),
        ("mark", np.uint8, (8,)),
        ("marks", np.uint64),  # the marked cards, and maybe some whose mark was replaced
        ("pick", np.uint8, (8,)),  # cards chosen for NOAA or Monorail
        ("order", np.uint8, (8,)),  # NOAA: who chose, in the order of choice
        ("shuffled", np.uint8, (MAX_CARDS,)),  # cards while they are shuffled
        ("actor", np.int64),
        ("decider", np.int64),
        ("decision", np.int64),
        ("executed", np.int64),
        ("pending", np.uint64),  # code of the swap that waits for answers
        ("asked", np.uint64),  # seats still to ask for an interrupt
        ("answered_yes", np.uint64),  # seats that interrupt
        ("answer", np.int64),
        ("turn", np.int64),
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
