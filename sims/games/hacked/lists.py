"""The option list of every decision, in the order that `layout` gives."""

import numpy as np

from sims.core.bits import EMPTY, lowest, without_lowest
from sims.core.jit import part
from sims.games.hacked import cards as C
from sims.games.hacked import layout as L
from sims.games.hacked.hands import size_of
from sims.games.hacked.piles import pile_size

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
_PLACE = np.uint64(L.F_PLACE | _NO_TITLE | _NO_TARGET | _NO_NAMED)


@part
def unpack(code):
    """Form, title, target and named of an option's code."""
    return code & np.uint64(0xFF), (code >> _U8) & np.uint64(0xFF), (code >> _U16) & np.uint64(
        0xFF
    ), (code >> _U24) & np.uint64(0xFF)


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
def gather_targets(state, rules, options):
    """Write the opponents who have a card into `options.slot`, clockwise; how many there are.

    Who is out has no card.
    """
    count = np.uint64(0)
    seat = state.actor
    for _ in range(rules.players - 1):
        seat = after(seat, rules.players)
        options.slot[count] = np.uint64(seat) << _U16
        count += np.uint64(size_of(state, seat) > 0)
    return count


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
def put_at_all(options, n, base):
    """Write a code for each of four targets; the caller keeps as many as there are."""
    options.item[n].code = base | options.slot[0]
    options.item[n + np.uint64(1)].code = base | options.slot[1]
    options.item[n + np.uint64(2)].code = base | options.slot[2]
    options.item[n + np.uint64(3)].code = base | options.slot[3]


@part
def put_triple(options, n, base):
    """A triple at one target: a code for each title that can be named."""
    for named in range(C.CONSULTANT, C.KINDS):
        options.item[n].code = base | (np.uint64(named) << _U24)
        n += _ONE
    return n


@part
def list_play(state, rules, options):
    """*Taking your turn*: draw; a card of its own; *Special Combos* of what is held often enough."""
    planes = state.planes[np.uint64(state.actor)]
    targets = gather_targets(state, rules, options)
    options.item[0].code = _DRAW
    n = put_card(options, _ONE, C.ATTACK, planes)
    put_at_all(options, n, _TICKET)
    n += targets & (EMPTY - ((planes >> np.uint64(C.TICKET)) & _ONE))
    n = put_card(options, n, C.BUGFIX, planes)
    n = put_card(options, n, C.SYSTEM_UPDATE, planes)
    n = put_card(options, n, C.SPRINT_PLANNING, planes)
    pairs = (planes >> _U16) & rules.pairs
    while pairs:
        put_at_all(options, n, _PAIR | (lowest(pairs) << _U8))
        n += targets
        pairs = without_lowest(pairs)
    triples = (planes >> _U32) & rules.triples
    while triples:
        base = _TRIPLE | (lowest(triples) << _U8)
        for i in range(targets):
            n = put_triple(options, n, base | options.slot[i])
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
        options.item[depth].code = _PLACE | (np.uint64(depth) << _U32)
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
