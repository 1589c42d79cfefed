"""The option list of every decision, in the order that `layout` gives."""

import numpy as np

from sims.core.bits import EMPTY, lowest, popcount, without_lowest
from sims.core.jit import part
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.piles import pile_size
from sims.games.hacked.records import PLACES, SEATS

_U8, _U16, _U24, _U32 = np.uint64(8), np.uint64(16), np.uint64(24), np.uint64(32)
_ONE = np.uint64(1)
_TITLES = np.uint64((1 << C.KINDS) - 1)

_NO_TITLE = L.NONE << 8
_NO_TARGET = L.NONE << 16
_NO_NAMED = L.NONE << 24
_NO_DEPTH = L.NONE << 32
_DRAW = np.uint64(L.F_DRAW | _NO_TITLE | _NO_TARGET | _NO_NAMED | _NO_DEPTH)
_CARD = np.uint64(L.F_CARD | _NO_TARGET | _NO_NAMED | _NO_DEPTH)
_TICKET = np.uint64(L.F_CARD | C.TICKET << 8 | _NO_NAMED | _NO_DEPTH)
_PAIR = np.uint64(L.F_PAIR | _NO_NAMED | _NO_DEPTH)
_TRIPLE = np.uint64(L.F_TRIPLE | _NO_DEPTH)
_NO = np.uint64(L.F_NO | _NO_TITLE | _NO_TARGET | _NO_NAMED | _NO_DEPTH)
_YES = np.uint64(L.F_YES | _NO_TITLE | _NO_TARGET | _NO_NAMED | _NO_DEPTH)
_GIVE = np.uint64(L.F_GIVE | _NO_TARGET | _NO_NAMED | _NO_DEPTH)
_PLACES = np.array(
    [L.F_PLACE | _NO_TITLE | _NO_TARGET | _NO_NAMED | d << 32 for d in range(PLACES)], np.uint64
)
_NEXT_NAMED = np.uint64(1 << 24)
_SEAT = np.uint64(0xFF << 16)


def _clockwise(actor: int, seats: int) -> int:
    """A set of seats as a list of bytes from bit 16 on, clockwise from a seat that is not in it."""
    order = [(actor + i) % SEATS for i in range(1, SEATS)]
    targets = [seat for seat in order if seats >> seat & 1]
    return sum(seat << 8 * (i + 2) for i, seat in enumerate(targets))


_CLOCKWISE = np.array([_clockwise(a, s) for a in range(SEATS) for s in range(32)], np.uint64)
_EVERY = np.uint64(0x0101_0101_0101_0101)
_LOW_BITS = np.uint64(0x7F7F_7F7F_7F7F_7F7F)
_TO_BITS = np.uint64(0x0102_0408_1020_4080)
"""Times bit 0 of each byte: those eight bits one after the other, from bit 56 on."""


@part
def unpack(code):
    """Form, title, target and named of an option's code."""
    low = np.uint64(0xFF)
    return code & low, (code >> _U8) & low, (code >> _U16) & low, (code >> _U24) & low


@part
def depth_of(code):
    """The depth in an option's code."""
    return np.int64((code >> _U32) & np.uint64(0xFF))


@part
def after(seat, players):
    """The next seat clockwise."""
    seat += 1
    return seat if seat < players else 0


@part
def holders(sizes):
    """The seats that have a card, of cards in hand by seat; who is out has none."""
    some = ((sizes & _LOW_BITS) + _LOW_BITS) | sizes  # the highest bit of each byte that is not 0
    return (((some >> np.uint64(7)) & _EVERY) * _TO_BITS) >> np.uint64(56)


@part
def put_if(options, n, code, held, title):
    """Write a code, and keep it if the title is held: no branch that could be mispredicted."""
    options.item[n].code = code
    return n + ((held >> np.uint64(title)) & _ONE)


@part
def put_card(options, n, title, held):
    """A card that is played alone, at nobody."""
    return put_if(options, n, _CARD | np.uint64(title << 8), held, title)


@part
def put_at_all(options, n, base, targets):
    """Write a code for each of four targets; the caller keeps as many as there are."""
    options.item[n].code = base | (targets & _SEAT)
    options.item[n + np.uint64(1)].code = base | ((targets >> _U8) & _SEAT)
    options.item[n + np.uint64(2)].code = base | ((targets >> _U16) & _SEAT)
    options.item[n + np.uint64(3)].code = base | ((targets >> _U24) & _SEAT)


@part
def put_four(options, n, code):
    """Write a code with its named title, and with each of the next three titles.

    Not a loop: the compiler would make it one vector, and load that vector's constants again after
    every call of a strategy.
    """
    options.item[n].code = code
    options.item[n + np.uint64(1)].code = code + _NEXT_NAMED
    options.item[n + np.uint64(2)].code = code + np.uint64(2) * _NEXT_NAMED
    options.item[n + np.uint64(3)].code = code + np.uint64(3) * _NEXT_NAMED


@part
def put_triple(options, n, base):
    """A triple at one target: a code for each of the twelve titles that can be named."""
    code = base | np.uint64(C.CONSULTANT << 24)
    put_four(options, n, code)
    put_four(options, n + np.uint64(4), code + np.uint64(4) * _NEXT_NAMED)
    put_four(options, n + np.uint64(8), code + np.uint64(8) * _NEXT_NAMED)
    return n + np.uint64(12)


@part
def list_play(state, rules, options):
    """*Taking your turn*: draw; a card of its own; *Special Combos* of what is held."""
    actor = np.uint64(state.actor)
    planes = state.planes[actor]
    others = holders(state.sizes) & ~(_ONE << actor)
    targets = _CLOCKWISE[(actor << np.uint64(5)) | others]
    count = np.uint64(popcount(others))
    options.item[0].code = _DRAW
    n = put_card(options, _ONE, C.ATTACK, planes)
    put_at_all(options, n, _TICKET, targets)
    n += count & (EMPTY - ((planes >> np.uint64(C.TICKET)) & _ONE))
    n = put_card(options, n, C.BUGFIX, planes)
    n = put_card(options, n, C.SYSTEM_UPDATE, planes)
    n = put_card(options, n, C.SPRINT_PLANNING, planes)
    pairs = (planes >> _U16) & rules.pairs
    while pairs:
        put_at_all(options, n, _PAIR | (lowest(pairs) << _U8), targets)
        n += count
        pairs = without_lowest(pairs)
    triples = (planes >> _U32) & rules.triples
    while triples:
        base = _TRIPLE | (lowest(triples) << _U8)
        left = targets
        for _ in range(count):
            n = put_triple(options, n, base | (left & _SEAT))
            left >>= _U8
        triples = without_lowest(triples)
    return n


@part
def list_no_yes(options):
    """*ChangeFreeze*; *Security consultant* where it is used by choice."""
    options.item[0].code = _NO
    options.item[1].code = _YES
    return np.uint64(2)


@part
def list_give(state, options):
    """*Ticket*: one option per title that the target holds."""
    titles = state.planes[np.uint64(state.decider)] & _TITLES
    n = np.uint64(0)
    while titles:
        options.item[n].code = _GIVE | (lowest(titles) << _U8)
        titles = without_lowest(titles)
        n += _ONE
    return n


@part
def list_place(state, options):
    """*Security consultant*: every depth of the draw pile, its bottom too."""
    count = np.uint64(pile_size(state) + 1)
    for depth in range(count):
        options.item[depth].code = _PLACES[depth]
    return count


@part
def list_options(state, rules, options):
    """The options of `state.decision`, in `options`; returns how many there are, never none."""
    decision = state.decision
    if decision == L.PLAY:
        return list_play(state, rules, options)
    if decision == L.FREEZE or decision == L.CONSULT:
        return list_no_yes(options)
    if decision == L.GIVE:
        return list_give(state, options)
    return list_place(state, options)
