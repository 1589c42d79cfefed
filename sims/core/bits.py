"""Sets of cards as 64-bit words: bit i is card i. The kernel's only collection type."""

import numpy as np
from numba import types
from numba.core.errors import TypingError
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
    """The lowest card of a set, 64 of the empty set (uint64 -> uint64)."""

    def codegen(context, builder, signature, args):
        import llvmlite.ir as ir

        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen


@intrinsic
def copy_words(typingctx, target, source):
    """Copy a field of a record that is an array into one of the same shape, all at once."""

    def codegen(context, builder, signature, args):
        import llvmlite.ir as ir
        from numba.core import cgutils

        size = signature.args[0].nitems * context.get_abi_sizeof(
            context.get_value_type(signature.args[0].dtype)
        )
        to, of = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args, args, strict=True)
        )
        cgutils.raw_memcpy(builder, to, of, ir.Constant(ir.IntType(64), size), 1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


@intrinsic(prefer_literal=True)
def copy_fields(typingctx, target, source, first, last):
    """Copy the fields `first` to `last`, which stand alike in two different records, at once."""
    begin, end = first.literal_value, last.literal_value
    names = list(source.fields)
    span = names[names.index(begin) : names.index(end) + 1]
    shifts = {target.offset(name) - source.offset(name) for name in span}
    if len(shifts) != 1 or any(target.typeof(n) != source.typeof(n) for n in span):
        raise TypingError(f"the fields {begin} to {end} do not stand alike in both records")

    def codegen(context, builder, signature, args):
        import llvmlite.ir as ir
        from numba.core import cgutils

        size = source.offset(end) - source.offset(begin)
        size += context.get_abi_sizeof(context.get_value_type(source.typeof(end)))
        byte = ir.IntType(8).as_pointer()
        to, of = (
            builder.gep(
                builder.bitcast(value, byte), [ir.Constant(ir.IntType(64), kind.offset(begin))]
            )
            for kind, value in zip((target, source), args[:2], strict=True)
        )
        cgutils.raw_memcpy(builder, to, of, ir.Constant(ir.IntType(64), size), 1)
        return context.get_dummy_value()

    return types.void(target, source, first, last), codegen


@intrinsic
def count_each(typingctx, target, source):
    """Write the sizes of eight sets (uint64) into eight bytes, in one step."""

    def codegen(context, builder, signature, args):
        import llvmlite.ir as ir
        from numba.core import cgutils

        to, of = (
            context.make_array(kind)(context, builder, value).data
            for kind, value in zip(signature.args, args, strict=True)
        )
        words = ir.VectorType(ir.IntType(64), 8)
        small = ir.VectorType(ir.IntType(8), 8)
        sets = builder.load(builder.bitcast(of, words.as_pointer()), align=8)
        ctpop = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(words, [words]), "llvm.ctpop.v8i64"
        )
        sizes = builder.trunc(builder.call(ctpop, [sets]), small)
        builder.store(sizes, builder.bitcast(to, small.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(target, source), codegen


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
