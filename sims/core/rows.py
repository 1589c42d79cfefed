"""Writing options eight at a time: what a long list costs is mostly its storing, word by word.

Each function writes a whole row of eight packed options, of which the caller keeps as many as are
meant and overwrites the rest with what comes next. (Vectors of 64-bit words; a processor without
them does the same in several steps.)
"""

from typing import Any

from numba import types
from numba.extending import intrinsic

WIDTH = 8
"""Options of a row; lists need as much room behind their last place."""


def _pointer(context: Any, builder: Any, kind: Any, value: Any, place: Any) -> Any:
    """The address of a 64-bit word of an array that lies in a record."""
    import llvmlite.ir as ir

    data = context.make_array(kind)(context, builder, value).data
    words = builder.bitcast(data, ir.IntType(64).as_pointer())
    return builder.bitcast(builder.gep(words, [place]), _row().as_pointer())


def _row() -> Any:
    import llvmlite.ir as ir

    return ir.VectorType(ir.IntType(64), WIDTH)


def _splat(builder: Any, word: Any) -> Any:
    """A word in all places of a row."""
    import llvmlite.ir as ir

    first = builder.insert_element(
        ir.Constant(_row(), ir.Undefined), word, ir.Constant(ir.IntType(32), 0)
    )
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), WIDTH), [0] * WIDTH)
    return builder.shuffle_vector(first, ir.Constant(_row(), ir.Undefined), zeros)


@intrinsic
def put_pairs(typingctx, items, place, head, first, slots, start, shift):
    """items[place + i] = head | min(first, slots[start + i]) | max(first, ...) << shift."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        items_, place_, head_, first_, slots_, start_, shift_ = args
        kinds = signature.args
        others = builder.load(_pointer(context, builder, kinds[4], slots_, start_), align=8)
        one = _splat(builder, first_)
        is_less = builder.icmp_unsigned("<", one, others)
        low = builder.select(is_less, one, others)
        high = builder.select(is_less, others, one)
        pair = builder.or_(low, builder.shl(high, _splat(builder, shift_)))
        row = builder.or_(pair, _splat(builder, head_))
        builder.store(row, _pointer(context, builder, kinds[0], items_, place_), align=8)
        return context.get_dummy_value()

    word = types.uint64
    return types.void(items, word, word, word, slots, word, word), codegen


@intrinsic
def put_but_one(typingctx, items, place, head, row, left_out):
    """items[place + i] = head | the i-th of `row` without its entry at `left_out`."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        items_, place_, head_, row_, left_out_ = args
        kinds = signature.args
        zero, one = (ir.Constant(ir.IntType(64), n) for n in (0, 1))
        here = builder.load(_pointer(context, builder, kinds[3], row_, zero), align=8)
        next_ = builder.load(_pointer(context, builder, kinds[3], row_, one), align=8)
        lanes = ir.Constant(_row(), list(range(WIDTH)))
        is_before = builder.icmp_unsigned("<", lanes, _splat(builder, left_out_))
        kept = builder.or_(builder.select(is_before, here, next_), _splat(builder, head_))
        builder.store(kept, _pointer(context, builder, kinds[0], items_, place_), align=8)
        return context.get_dummy_value()

    word = types.uint64
    return types.void(items, word, word, row, word), codegen
