"""Which cards a player cannot know in a state of the kernel, and how to shuffle them.

The contract tests call `permute`: what it returns is a state that the player cannot tell from the
one that it was given.
"""

import numpy as np

from sims.games.gatecrasher.bridge import counts, word


def permute(state, cell, seat, rng):
    """A copy of the state with the cards that the player cannot know shuffled among themselves.

    These are the pile and the others' hands without what the player has seen there. What others
    know is not the player's to know either; it is cut down to what still lies in the hands.
    """
    other = state.copy()
    top, bottom = int(state["top"]), int(state["bottom"])
    seen = [counts(state["known"][holder, seat]) for holder in range(cell.players)]
    hands = [counts(state["hand"][holder]) for holder in range(cell.players)]
    free = [less(hands[holder], seen[holder]) for holder in range(cell.players)]
    free[seat] = []
    hidden = [*state["pile"][top:bottom].tolist(), *(kind for some in free for kind in some)]
    hidden = rng.permutation(np.array(hidden, dtype=np.int64)).tolist()
    other["pile"][top:bottom] = [hidden.pop() for _ in range(bottom - top)]
    for holder in range(cell.players):
        if holder != seat:
            hand = dict(seen[holder])
            for _ in free[holder]:
                kind = hidden.pop()
                hand[kind] = hand.get(kind, 0) + 1
            other["hand"][holder] = word(hand)
            for viewer in range(cell.players):
                if viewer != seat:
                    known = counts(state["known"][holder, viewer])
                    known = {kind: min(n, hand.get(kind, 0)) for kind, n in known.items()}
                    other["known"][holder, viewer] = word(known)
    assert not hidden
    return other


def less(cards, some):
    """The cards, one by one, without some of them."""
    return [kind for kind, n in cards.items() for _ in range(n - some.get(kind, 0))]
