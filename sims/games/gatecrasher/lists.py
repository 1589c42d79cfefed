"""Sets of seats, and the option list of either decision (rules page, *Execution*, *Overclock*)."""

from typing import Any

import numpy as np

from sims.core.bits import EMPTY, ONE, lowest, popcount
from sims.core.jit import part
from sims.games.gatecrasher import cards as C
from sims.games.gatecrasher import layout as L

_BYTE = np.uint64(0xFF)
_ZERO, _3, _8, _16 = np.uint64(0), np.uint64(3), np.uint64(8), np.uint64(16)
_LOW_BITS, _HIGH_BITS = np.uint64(0x7F7F7F7F7F7F7F7F), np.uint64(0x8080808080808080)
_GATHER = np.uint64(0x0002040810204081)
_U56 = np.uint64(56)


def code(form: int, kind: int, seat: int) -> int:
    """An option packed into a word, byte by byte from the lowest."""
    return form | kind << 8 | seat << 16 | L.NONE << 24 | L.NONE << 32


_PASS = np.uint64(code(L.F_PASS, L.NONE, L.NONE))
_BOLSTER = np.uint64(code(L.F_EXECUTE, C.BOLSTER, L.NONE))
_MINE = np.uint64(code(L.F_EXECUTE, C.DATA_MINE, L.NONE))
_TAKE = np.uint64(code(L.F_TAKE, 0, 0))
_ROW = 8


def _aimed(kind: int) -> Any:
    """Options of a kind by actor and set of targets, a row each: clockwise from the actor.

    Rows are copied whole: a loop over the set would end where a processor cannot foresee it.
    """
    rows = np.zeros((L.SEATS, 1 << L.SEATS, _ROW), np.uint64)
    for actor in range(L.SEATS):
        clockwise = [(actor + step) % L.SEATS for step in range(1, L.SEATS)]
        for targets in range(1 << L.SEATS):
            aimed = [code(L.F_EXECUTE, kind, seat) for seat in clockwise if targets >> seat & 1]
            rows[actor, targets, : len(aimed)] = aimed
    return rows


_LOSSES, _EXTRACTIONS = _aimed(C.PACKET_LOSS), _aimed(C.FILE_EXTRACTION)


@part
def seat_bit(seat):
    """The set of one seat."""
    return ONE << np.uint64(seat)


@part
def byte_of(word, place):
    """A byte of a word: a count by kind, a small number by seat."""
    return (word >> (np.uint64(place) << _3)) & _BYTE


@part
def byte_at(place):
    """A word with 1 in that byte."""
    return ONE << (np.uint64(place) << _3)


@part
def holders(sizes):
    """The set of seats whose byte is not 0."""
    # A byte plus 127 (no byte exceeds 128) has its highest bit set unless it was 0; the product
    # gathers these bits in the uppermost byte.
    return (((sizes + _LOW_BITS) & _HIGH_BITS) * _GATHER) >> _U56


@part
def next_living(state, rules, seat):
    """The next player clockwise who is in the game."""
    players = np.uint64(rules.players)
    twice = state.living | (state.living << players)
    seat += ONE
    seat += lowest(twice >> seat)
    return seat - players if seat >= players else seat


@part
def put_if(options, n, word, wanted):
    """Write the n-th option, and keep it if it is wanted: no branch that could be mispredicted."""
    options.item[n].code = word
    return n + np.uint64(wanted)


@part
def put_row(options, n, rows, actor, targets):
    """Write one option for every target; returns the next place."""
    # First all loads, then all stores: so the compiler moves several at once.
    row = rows[actor, targets]
    a, b, c, d, e = row[0], row[1], row[2], row[3], row[4]
    options.item[n].code = a
    options.item[n + np.uint64(1)].code = b
    options.item[n + np.uint64(2)].code = c
    options.item[n + np.uint64(3)].code = d
    options.item[n + np.uint64(4)].code = e
    return n + np.uint64(popcount(targets))


@part
def list_execute(state, rules, options):
    """`execute`: pass, unless ruling `pass_ends` bars it, and the protocols with a legal use."""
    actor = state.decider
    hand = state.hand[actor]
    others = state.living & ~seat_bit(actor)
    is_barred = rules.pass_ends == 1 and state.phase == L.P_EXECUTION
    n = put_if(options, _ZERO, _PASS, not is_barred)
    n = put_if(options, n, _BOLSTER, byte_of(hand, C.BOLSTER) != _ZERO)
    n = put_if(options, n, _MINE, byte_of(hand, C.DATA_MINE) != _ZERO)
    hit = others if byte_of(hand, C.PACKET_LOSS) != _ZERO else EMPTY
    n = put_row(options, n, _LOSSES, actor, hit)
    looted = others & state.open_hands & holders(state.size_word)
    looted = looted if byte_of(hand, C.FILE_EXTRACTION) != _ZERO else EMPTY
    n = put_row(options, n, _EXTRACTIONS, actor, looted)
    if n == _ZERO:
        n = put_if(options, n, _PASS, True)  # forced to execute, but there is nothing to execute
    return n


@part
def list_extract(state, options):
    """`extract`: one option per kind in the hand that lies open."""
    target = np.uint64(state.target)
    hand = state.hand[target]
    aimed = _TAKE | (target << _16)
    n = _ZERO
    for kind in range(C.KINDS):
        word = aimed | (np.uint64(kind) << _8)
        n = put_if(options, n, word, byte_of(hand, kind) != _ZERO)
    return n


@part
def list_options(state, rules, options):
    """The options of `state.decision`, in `options`; there is always one."""
    if state.decision == L.EXTRACT:
        return list_extract(state, options)
    return list_execute(state, rules, options)
