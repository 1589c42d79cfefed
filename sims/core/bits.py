"""Sets of cards as 64-bit words: bit i is card i. The kernel's only collection type."""

import numpy as np
from numba import types
from numba.extending import intrinsic

from sims.core.jit import part

ONE = np.uint64(1)
EMPTY = np.uint64(0)


@intrinsic
def popcount(typingctx, word):
    """How many cards a set holds (uint64 -> int64)."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx, word):
    """The lowest card of a set that is not empty (uint64 -> uint64)."""

    def codegen(context, builder, signature, args):
        import llvmlite.ir as ir

        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), codegen


@part
def one(card):
    """The set of one card."""
    return ONE << np.uint64(card)


@part
def without_lowest(word):
    """The set without its lowest card."""
    return word & (word - ONE)


@part
def nth(word, index):
    """The card at place `index` of a set, counted from 0 at the lowest card."""
    for _ in range(index):
        word &= word - ONE
    return lowest(word)
