"""How promising each option looks to `balanced`: what a search looks at first."""

import numpy as np

from sims.core.jit import part
from sims.games.override import layout as L
from sims.games.override.strategies import _scores as S
from sims.games.override.strategies._ahead import read_cards
from sims.games.override.strategies._choice import rare
from sims.games.override.strategies._notes import block, notes
from sims.games.override.strategies._reading import read
from sims.games.override.strategies._worth import weigh
from sims.games.override.strategies.balanced import WEIGHTS, see

_VALUES = np.array(list(WEIGHTS.values()))


@part
def promise_of(now, view, rules, option):
    """The score of one option."""
    if view.decision == L.EXECUTE:
        return S.execute(now, view, rules, option)
    if view.decision == L.SWAP:
        return S.swap(now, view, rules, option, False)
    if view.decision == L.FIREWALL:
        return S.firewall(now, view, rules, option)
    return rare(now, view, rules, option)


@block
def promise(view, listed, rules, scores):
    """Write the score of every option; see `sims.core.searching.rate`."""
    now = notes()
    read(now, view, rules)
    see(now, view, rules, _VALUES)
    weigh(now, view, rules)
    if view.decision == L.EXECUTE:
        read_cards(now, view, rules)
    elif view.decision == L.FIREWALL:
        S.read_slots(now, view, rules)
    for place in range(listed.count):
        scores[place] = promise_of(now, view, rules, listed.item[place])
    return True
