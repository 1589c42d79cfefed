"""A record of the kernel as plain memory."""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from sims.core.jit import part
from sims.core.rng import mix


@intrinsic
def _words_of(typingctx: Any, record: Any) -> Any:
    """How many whole words a record has."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        return ir.Constant(ir.IntType(64), signature.args[0].size // 8)

    return types.int64(record), codegen


@intrinsic
def _word_at(typingctx: Any, record: Any, place: Any) -> Any:
    """A word of a record."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        words = builder.bitcast(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(words, [args[1]]))

    return types.uint64(record, types.int64), codegen


@part
def hash_record(record, start):
    """64 bits that stand for all of a record's whole words; `start` makes it another hash.

    Each step is a bijection of what was before and of the word, so records that differ in one word
    never have the same hash, others by a chance of 2**-64.
    """
    value = np.uint64(start)
    for place in range(_words_of(record)):
        value = mix(value ^ _word_at(record, place))
    return value
