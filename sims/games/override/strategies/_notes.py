"""What a strategy writes down while it thinks: one record on the stack."""

from typing import Any

import numpy as np
from numba import from_dtype, njit
from numba.extending import intrinsic

from sims.games.override.cards import MAX_CARDS
from sims.games.override.records import MAX_OPTIONS

_SEAT, _HACK = (8,), (16,)

NOTES_DTYPE = np.dtype(
    [
        # Read from the view by `_reading.read`.
        ("me", np.uint64),
        ("leader", np.uint64),  # the rival out of jail with the most cred; me if there is none
        ("actor", np.uint64),
        ("winning", np.int64),
        ("limit", np.int64),
        ("live", np.int64),  # rivals neither in jail nor about to go there
        ("free", np.uint64),  # seats out of jail
        ("faces", np.uint64),  # all face-out cards
        ("kinds", np.uint64),  # hacks of which some card could bring a rival cred at once
        ("levers", np.uint64),  # all levers
        ("per_win", np.float64),  # 1 / winning cred
        ("pool_cred", np.float64),  # mean cred of a card whose place is not known
        ("pool_gov", np.float64),  # share of government hacks among them
        ("pool_puppets", np.float64),  # share of Socket Puppets among them
        ("pool_best", np.int64),  # highest cred among them
        ("guarded", np.float64),  # 0 to 1: how far this hacker is out of reach of proxy swaps
        ("cred", np.int64, _SEAT),  # face-out cred
        ("gov", np.int64, _SEAT),  # face-out government hacks
        ("reach", np.int64, _SEAT),  # cred that visible cards could add on the seat's next turn
        ("lever", np.uint64, _SEAT),  # cards each of which that takes
        ("order", np.float64, _SEAT),  # turns until the seat acts
        ("mean", np.float64, _SEAT),  # expected cred of a random card of the hand
        ("odds", np.float64, _SEAT),  # chance that such a card is a government hack
        ("clear", np.float64, _SEAT),  # chance that the hand holds no Socket Puppet to use
        ("exposed", np.uint64),  # face-out cards that may be executed to gain cred by their effect
        ("open_reach", np.int64),  # my reach by face-out cards alone
        ("tools", np.uint64, _HACK),  # face-out cards of a hack that may be executed
        ("prize", np.int64, _HACK),  # cred of the best of `offer` for the seat that is looked at
        ("offer", np.uint64, _HACK),  # face-out cards that a proxy swap of this hack could take
        # The strategy's taste; `_worth.plain` sets all, the strategy changes what it cares for.
        ("slope", np.float64, _SEAT),  # worth to me of each cred of a seat
        ("late", np.float64, _SEAT),  # more of it above `knee`
        ("knee", np.float64),
        ("crest", np.float64),  # the cred of the leading rival
        ("envy", np.float64, _SEAT),  # loss by each cred of a seat above `crest`
        ("standing", np.float64, (8, 4)),  # worth of a seat so many government hacks from jail
        ("jail", np.float64, _SEAT),  # worth of a seat in jail
        ("span", np.float64),  # cred that a spring may fall short and still be worth something
        (
            "spring",
            np.float64,
            _SEAT,
        ),  # worth of each cred that cred and reach come nearer to a win
        ("near", np.float64, _SEAT),  # worth of a seat that could win on its next turn
        ("win", np.float64, _SEAT),  # worth of a seat that wins now
        ("hold", np.float64, _HACK),  # worth of a hack in my hand
        ("show", np.float64, _HACK),  # worth of a hack face-out before me, beyond its cred
        ("hold_rate", np.float64),  # worth of a cred in my hand
        ("rival_rate", np.float64),  # loss by a cred in a rival's hand
        ("storm", np.float64),  # worth of starting a NOAA or Monorail
        ("fear", np.float64),  # loss where that could bring me the last government hack
        ("tempo", np.float64),  # worth of taking a rival's choice of what to execute
        ("lend", np.float64),  # loss where that lends a rival a useful effect
        ("spy", np.float64),  # worth of seeing two cards of a hand
        ("screen", np.float64),  # worth of Screen Door status
        # Worked out from both.
        ("value", np.float64, _SEAT),  # worth of a seat as it is
        ("own_mean", np.float64),  # mean worth of a card of my hand
        ("hand_left", np.int64),  # my face-in cards once the hack in question is executed
        ("finest", np.uint64, _SEAT),  # the best face-out card, as a set
        ("mild", np.uint64, _SEAT),  # the best that is no government hack
        ("worst", np.uint64, _SEAT),  # the worst
        ("pawn", np.uint64),  # my worst government hack
        ("done", np.uint64),  # entries of `ahead` that are filled
        ("ahead", np.float64, (32,)),  # best effect of a hack: own card, then others'
        ("flip", np.float64, (MAX_CARDS,)),  # gain if this face-out card of a rival is flipped
        ("draw", np.float64, _SEAT),  # gain if a random card of a rival's hand is flipped
        # What a seat's worth changes by, by government hacks (-1, 0, 1) and cred, from -`top_cred`.
        ("step", np.float64, (8, 3, 72)),
        ("score", np.float64, (MAX_OPTIONS,)),  # of each option
        ("tied", np.uint16, (MAX_OPTIONS + 1,)),  # options that are the best
    ],
    align=True,
)
"""Worths are to the hacker who looks (`me`); arrays are by seat, by hack or by card."""

notes_type = from_dtype(NOTES_DTYPE)

block = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Decorator for a part that is too large to be repeated wherever it is called."""

scan = njit(
    error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True, fastmath={"nnan", "nsz"}
)
"""The same for a loop over numbers that are never NaN: the higher of two is one instruction."""


@intrinsic
def notes(typingctx):
    """A `NOTES_DTYPE` record on the stack of the function that calls this; not initialised.

    Only the strategy itself may call it: the record is gone when its caller returns. (An array
    would be allocated on the heap at every decision.)
    """

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        # numba's own `alloca_once` would fill it with zeros, which takes longer than much of what
        # is thought.
        with builder.goto_entry_block():
            room = builder.alloca(ir.ArrayType(ir.IntType(8), NOTES_DTYPE.itemsize))
        room.align = 16
        return room

    return notes_type(), codegen
