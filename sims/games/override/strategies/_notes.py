"""What a strategy writes down while it thinks: one record on the stack."""

from typing import Any

import numpy as np
from numba import from_dtype, njit
from numba.extending import intrinsic

from sims.games.override.records import MAX_OPTIONS, ROWS

_SEAT, _HACK = (ROWS,), (16,)

SWAP_ROWS = 6
"""Kinds of proxy swap that are thought of, each with every rival; see `_swaps`."""

NOTES_DTYPE = np.dtype(
    [
        # Read from the view by `_reading.read`.
        ("me", np.uint64),
        ("actor", np.uint64),
        ("free", np.uint64),  # seats out of jail
        ("faces", np.uint64),  # all face-out cards
        ("winning", np.float32),
        ("per_win", np.float32),  # 1 / winning cred
        ("crest", np.float32),  # the most cred of a rival out of jail, -1 if there is none
        ("live", np.float32),  # rivals neither in jail nor about to go there
        ("cred", np.float32, _SEAT),  # face-out cred
        ("left", np.float32, _SEAT),  # government hacks to go until jail; FAR in jail
        ("is_free", np.float32, _SEAT),  # 1 out of jail, else 0
        ("pool_cred", np.float32),  # mean cred of a card whose place this hacker does not see
        ("pool_gov", np.float32),  # share of government hacks among them
        # The candidates that each table offers, by `_reading.read_cards`: sets of one card or none.
        ("gov_best", np.uint64, _SEAT),  # the best and the worst face-out government hack
        ("gov_worst", np.uint64, _SEAT),
        ("mild_best", np.uint64, _SEAT),  # the best other card
        ("gov_best_cred", np.float32, _SEAT),
        ("gov_worst_cred", np.float32, _SEAT),
        ("mild_best_cred", np.float32, _SEAT),
        ("finest_cred", np.float32, _SEAT),  # of the best card of both kinds
        ("finest_gov", np.float32, _SEAT),
        ("worst_cred", np.float32, _SEAT),  # of the worst
        ("worst_gov", np.float32, _SEAT),
        # The strategy's taste; `_worth.plain` sets all, the strategy changes what it cares for.
        ("slope", np.float32, _SEAT),  # worth to me of each cred of a seat
        ("late", np.float32, _SEAT),  # more of it above `knee`
        ("knee", np.float32, _SEAT),
        ("edge", np.float32, _SEAT),  # worth of a seat two government hacks from jail
        ("brink", np.float32, _SEAT),  # one from it
        ("jail", np.float32, _SEAT),  # in it
        ("win", np.float32, _SEAT),  # worth of each cred of a seat that wins now
        ("hold", np.float32, _HACK),  # worth of a hack in my hand
        ("show", np.float32, _HACK),  # worth of a hack face-out before me, beyond its cred
        ("hold_rate", np.float32),  # worth of a cred in my hand
        ("rival_rate", np.float32),  # loss by a cred in a rival's hand
        ("tempo", np.float32),  # worth of taking a rival's choice of what to execute
        ("lend", np.float32),  # loss where that lends a rival a useful effect
        # Worked out from both.
        ("value", np.float32, _SEAT),  # worth of a seat as it is
        ("spare", np.float32, _SEAT),  # gain if a seat loses a government hack, the better of two
        ("spare_cred", np.float32, _SEAT),
        ("giver", np.uint64),  # the rival for whom that is most, 8 for none
        # What all candidates of that kind share, by rival.
        ("without_finest", np.float32, _SEAT),  # its worth without its best card
        ("without_mild", np.float32, _SEAT),  # without its best that is no government hack
        ("with_gov", np.float32, _SEAT),  # with my worst government hack for that
        ("given_gov", np.float32, _SEAT),  # gain by that hack for nothing
        ("gift", np.float32, _SEAT),  # by the government hack of `giver`
        ("swap", np.float32, (SWAP_ROWS, ROWS)),  # gain of each candidate of a proxy swap
        ("effect", np.float32, (32,)),  # best effect of a hack: own card, then others'
        # Gain if a card is flipped: of my hand by hack, of mine face-out by hack, of a rival's by
        # hack and seat, of a hand by seat, and of nothing.
        ("turned", np.float32, (4 + 16, ROWS)),
        ("marked", np.float32, _SEAT),  # gain if a rival must execute a card of its hand
        ("reply", np.float32, _SEAT),  # gain if a rival is told what to execute
        ("score", np.float32, (MAX_OPTIONS,)),  # of each option
        ("tied", np.uint8, (MAX_OPTIONS // ROWS,)),  # those that are the best, a bit for each
    ],
    align=True,
)
"""Worths are to the hacker who looks (`me`); arrays are by seat, by hack or by card."""

FAR = 9.0
"""Government hacks to go of one who cannot go to jail any more."""

notes_type = from_dtype(NOTES_DTYPE)

block = njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
"""Decorator for a part that is too large to be repeated wherever it is called."""


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
        room.align = 64
        return room

    return notes_type(), codegen
