"""Which cards a hacker cannot know in a state of the kernel, and how to shuffle them.

The contract tests call `permute`: what it returns is a state that the hacker cannot tell from the
one that it was given.
"""

import numpy as np

from sims.games.override import layout as L
from sims.games.override.bridge import ids, removed_by_name, snapshot
from sims.games.override.records import OPTION_DTYPE

LIMBO = 0
"""Every card lies before somebody or in a hand, at every decision."""

WORDS = ("hand", "out", "known", "marks")
NUMBERS = ("mark", "pick", "shuffled")


def unknown_cards(state, cell, seat):
    """Face-in cards of others that the hacker does not know, and those set aside unseen."""
    cards = sum(fields["copies"] for fields in cell.deck.values())
    seats = snapshot(state, cell)["seats"]
    seen = removed_by_name(cell) | set(seats[seat]["in"])
    seen = seen.union(*seats[seat]["seen"].values(), *(other["out"] for other in seats))
    return [card for card in range(cards) if card not in seen]


def permute(state, cell, seat, rng):
    """A copy of the state with the cards that the hacker cannot know renamed among themselves."""
    hidden = unknown_cards(state, cell, seat)
    name = np.arange(256)
    name[hidden] = rng.permutation(hidden)
    return rename(state, name)


def rename(state, name):
    """A copy of the state with card `c` renamed to `name[c]`."""
    other = state.copy()
    for field in WORDS:
        kept = np.atleast_1d(np.array(state[field]))
        words = kept.view(np.uint64).copy()
        for place in np.ndindex(words.shape):
            words[place] = sum(1 << int(name[card]) for card in ids(words[place]))
        other[field] = words.view(kept.dtype).reshape(state[field].shape)
    for field in NUMBERS:
        other[field] = name[np.array(state[field])]
    tags = np.array(state["tag"]).view(OPTION_DTYPE)
    renamed = tags.copy()
    for card in np.flatnonzero(name[: len(tags)] != np.arange(len(tags))):
        renamed[name[card]] = tags[card]
        renamed[name[card]]["card"] = name[card]
    other["tag"] = renamed.view(np.uint64)
    pending = np.atleast_1d(np.array(state["pending"])).view(OPTION_DTYPE).copy()
    if state["decision"] == L.INTERRUPT and pending[0]["form"] == L.F_OWN:
        pending["card"] = name[pending["card"]]
        other["pending"] = pending.view(np.uint64)[0]
    return other
