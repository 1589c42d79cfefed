"""Eight numbers at a time: what stands by seat is worked out for all seats in one step.

A loop over seats that asks of each whether something is so costs mostly the branches that the
processor cannot foresee. `floats`, `words` and `masks` are eight 32-bit floats, eight 64-bit sets
and eight truths that compiled code adds, compares and chooses among lane by lane, without a branch:

    gain = select(load(now.cred) >= now.winning, 1.0, load(now.slope) * 2.0)
    store(now.gain, gain)

A number beside lanes counts for each of them. Sums and products are rounded as those of single
numbers are, on every processor; one without such wide registers does the same in several steps.
"""

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, overload, register_model

LANES = 8
"""Numbers in a row."""


class Lanes(types.Type):
    """The type of a row of eight in compiled code."""

    def __init__(self, name: str, of: Any) -> None:
        super().__init__(name=f"lanes.{name}")
        self.of = of


floats = Lanes("floats", types.float32)
words = Lanes("words", types.uint64)
masks = Lanes("masks", types.boolean)


@register_model(Lanes)
class _Model(models.PrimitiveModel):
    """A vector register, or as many as it takes."""

    def __init__(self, manager: Any, kind: Lanes) -> None:
        super().__init__(manager, kind, _vector(kind))


def _element(kind: Lanes) -> Any:
    import llvmlite.ir as ir

    return {"floats": ir.FloatType(), "words": ir.IntType(64), "masks": ir.IntType(1)}[
        kind.name.removeprefix("lanes.")
    ]


def _vector(kind: Lanes) -> Any:
    import llvmlite.ir as ir

    return ir.VectorType(_element(kind), LANES)


def _spread(builder: Any, value: Any) -> Any:
    """A single value in all lanes."""
    import llvmlite.ir as ir

    vector = ir.VectorType(value.type, LANES)
    first = builder.insert_element(
        ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0)
    )
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), LANES), [0] * LANES)
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), zeros)


def _as_lanes(context: Any, builder: Any, value: Any, kind: Any, lanes: Lanes) -> Any:
    """An operand as lanes of a kind, whether it is that already or a number."""
    if isinstance(kind, Lanes):
        return value
    return _spread(builder, context.cast(builder, value, kind, lanes.of))


def _kind_of(first: Any, second: Any) -> Lanes:
    """What two operands are worked out as; of two numbers floats."""
    if isinstance(first, Lanes):
        return first
    return second if isinstance(second, Lanes) else floats


def _are_lanes(first: Any, second: Any) -> bool:
    return isinstance(first, Lanes) or isinstance(second, Lanes)


def _binary(result: Lanes | None, emit: Callable[[Any, Lanes, Any, Any], Any]) -> Any:
    """An operation on two operands; `result` is its kind, None for that of the operands."""

    @intrinsic
    def operation(typingctx: Any, first: Any, second: Any) -> Any:
        lanes = _kind_of(first, second)

        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            one, two = (
                _as_lanes(context, builder, value, kind, lanes)
                for value, kind in zip(args, signature.args, strict=True)
            )
            return emit(builder, lanes, one, two)

        return (result or lanes)(first, second), codegen

    return operation


def _define(function: Any, result: Lanes | None, emit: Callable[..., Any], *kinds: Lanes) -> None:
    """Let an operator of Python's work on lanes of some kinds."""
    operation = _binary(result, emit)

    @overload(function)
    def overloaded(first, second):
        if _are_lanes(first, second) and _kind_of(first, second) in kinds:
            return lambda first, second: operation(first, second)
        return None


def _compare(sign: str) -> Callable[..., Any]:
    def emit(builder: Any, lanes: Lanes, one: Any, two: Any) -> Any:
        if lanes is floats:
            return (builder.fcmp_unordered if sign == "!=" else builder.fcmp_ordered)(
                sign, one, two
            )
        return builder.icmp_unsigned(sign, one, two)

    return emit


def _higher(builder: Any, _: Lanes, one: Any, two: Any) -> Any:
    return builder.select(builder.fcmp_ordered(">", one, two), one, two)


_define(operator.add, None, lambda b, _, x, y: b.fadd(x, y), floats)
_define(operator.sub, None, lambda b, _, x, y: b.fsub(x, y), floats)
_define(operator.mul, None, lambda b, _, x, y: b.fmul(x, y), floats)
_define(operator.and_, None, lambda b, _, x, y: b.and_(x, y), words, masks)
_define(operator.or_, None, lambda b, _, x, y: b.or_(x, y), words, masks)
for _operator, _sign in {
    operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=", operator.eq: "==",
    operator.ne: "!=",
}.items():  # fmt: skip
    _define(_operator, masks, _compare(_sign), floats, words)

higher = _binary(None, _higher)
"""`higher(a, b)`: the higher of two floats, lane by lane; neither may be NaN."""


@intrinsic
def _inverted(typingctx: Any, lanes: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.not_(args[0])

    return lanes(lanes), codegen


@overload(operator.invert)
def _invert(lanes):
    if lanes in (words, masks):
        return lambda lanes: _inverted(lanes)
    return None


def _address(context: Any, builder: Any, kind: Any, value: Any, row: Any = None) -> Any:
    """The first element of an array of a record, or of one of its rows."""
    data = context.make_array(kind)(context, builder, value).data
    if row is None:
        return data
    return builder.gep(data, [builder.mul(row, row.type(LANES))])


def _loaded(context: Any, builder: Any, kind: Any, data: Any) -> Any:
    import llvmlite.ir as ir

    element = data.type.pointee
    vector = ir.VectorType(element, LANES)
    value = builder.load(builder.bitcast(data, vector.as_pointer()), align=1)
    if kind.dtype == types.uint8:
        return builder.zext(value, _vector(words))
    return value


def _lanes_of(array: Any) -> Lanes:
    return floats if array.dtype == types.float32 else words


@intrinsic
def load(typingctx: Any, array: Any) -> Any:
    """The eight elements of an array of a record: floats, sets, or bytes as words."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        return _loaded(context, builder, kind, _address(context, builder, kind, args[0]))

    return _lanes_of(array)(array), codegen


@intrinsic
def load_row(typingctx: Any, array: Any, row: Any) -> Any:
    """A row of an array of rows of eight."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        return _loaded(context, builder, kind, _address(context, builder, kind, *args))

    return _lanes_of(array)(array, row), codegen


@intrinsic
def load_words(typingctx: Any, items: Any, place: Any) -> Any:
    """Eight records of 64 bits each, from a place of an array of a record on, as words."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        data = _address(context, builder, signature.args[0], args[0])
        data = builder.gep(builder.bitcast(data, ir.IntType(64).as_pointer()), [args[1]])
        return builder.load(builder.bitcast(data, _vector(words).as_pointer()), align=8)

    return words(items, place), codegen


@intrinsic
def store(typingctx: Any, array: Any, lanes: Any) -> Any:
    """Write floats or words into an array of eight."""
    return types.void(array, lanes), _storing(None)


@intrinsic
def store_row(typingctx: Any, array: Any, row: Any, lanes: Any) -> Any:
    """Write floats or words into a row of an array of rows of eight."""
    return types.void(array, row, lanes), _storing(1)


def _storing(row: int | None) -> Callable[..., Any]:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0]
        at = _address(context, builder, kind, args[0], None if row is None else args[row])
        lanes = signature.args[-1]
        builder.store(args[-1], builder.bitcast(at, _vector(lanes).as_pointer()), align=8)
        return context.get_dummy_value()

    return codegen


@intrinsic
def select(typingctx: Any, mask: Any, first: Any, second: Any) -> Any:
    """`first` where the mask holds, else `second`; numbers count for each lane."""
    kind = _kind_of(first, second)

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        one, two = (
            _as_lanes(context, builder, value, of, kind)
            for value, of in zip(args[1:], signature.args[1:], strict=True)
        )
        return builder.select(args[0], one, two)

    return kind(mask, first, second), codegen


@intrinsic
def counts(typingctx: Any, sets: Any) -> Any:
    """How many cards each set holds, as floats."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        vector, small = _vector(words), ir.VectorType(ir.IntType(32), LANES)
        ctpop = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(vector, [vector]), "llvm.ctpop.v8i64"
        )
        return builder.sitofp(builder.trunc(builder.call(ctpop, [args[0]]), small), _vector(floats))

    return floats(sets), codegen


@intrinsic
def firsts(typingctx: Any, sets: Any) -> Any:
    """The lowest card of each set, as a set; none of none."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.and_(args[0], builder.neg(args[0]))

    return words(sets), codegen


@intrinsic
def lanes_in(typingctx: Any, members: Any) -> Any:
    """A mask of the lanes whose bit is set in a small set."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        return builder.bitcast(builder.trunc(args[0], ir.IntType(LANES)), _vector(masks))

    return masks(members), codegen


@intrinsic
def numbers(typingctx):
    """0.0 to 7.0."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        return ir.Constant(_vector(floats), [float(lane) for lane in range(LANES)])

    return floats(), codegen


@intrinsic
def members(typingctx: Any, mask: Any) -> Any:
    """The set of the lanes for which a mask holds."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        import llvmlite.ir as ir

        return builder.zext(builder.bitcast(args[0], ir.IntType(LANES)), ir.IntType(64))

    return types.uint64(mask), codegen


def _folded(emit: Callable[[Any, Any, Any], Any], builder: Any, vector: Any) -> Any:
    """All lanes made one: halves against halves."""
    import llvmlite.ir as ir

    width = LANES
    while width > 1:
        width //= 2
        index = ir.VectorType(ir.IntType(32), width)
        nothing = ir.Constant(vector.type, ir.Undefined)
        low = builder.shuffle_vector(vector, nothing, ir.Constant(index, list(range(width))))
        high = builder.shuffle_vector(
            vector, nothing, ir.Constant(index, list(range(width, 2 * width)))
        )
        vector = emit(builder, low, high)
    return builder.extract_element(vector, ir.Constant(ir.IntType(32), 0))


@intrinsic
def highest(typingctx: Any, lanes: Any) -> Any:
    """The highest of eight floats, none of them NaN."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _folded(lambda b, x, y: _higher(b, floats, x, y), builder, args[0])

    return types.float32(lanes), codegen


@intrinsic
def union(typingctx: Any, lanes: Any) -> Any:
    """The union of eight sets."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _folded(lambda b, x, y: b.or_(x, y), builder, args[0])

    return types.uint64(lanes), codegen
