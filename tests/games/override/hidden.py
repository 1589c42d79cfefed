"""Which cards a hacker cannot know in a state of the kernel, and how to shuffle them.

The contract tests call `permute`: what it returns is a state that the hacker cannot tell from the
one that it was given.
"""

import numpy as np

from sims.games.override import layout as L
from sims.games.override.bridge import ids, removed_by_name
from sims.games.override.cards import MAX_CARDS
from sims.games.override.records import SEATS

WORDS = ("hand", "out", "known", "marks")
NUMBERS = ("mark", "pick", "shuffled")


def unknown_cards(state, cell, seat):
    """Face-in cards of others that the hacker does not know, and those set aside unseen."""
    cards = sum(fields["copies"] for fields in cell.deck.values())
    seen = set(removed_by_name(cell)) | set(ids(state["hand"][seat]))
    for other in range(SEATS):
        seen |= set(ids(state["out"][other])) | set(ids(state["known"][seat, other]))
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
        words = np.array(state[field])
        other[field] = np.array(
            [sum(1 << int(name[card]) for card in ids(word)) for word in words.ravel()], np.uint64
        ).reshape(words.shape)
    for field in NUMBERS:
        other[field] = name[np.array(state[field])]
    tags = np.array(state["tag"])
    for card in range(MAX_CARDS):
        holder = int(tags[card]) >> 16 & 0xFF
        other["tag"][name[card]] = int(name[card]) << 8 | holder << 16
    pending = int(state["pending"])
    if state["decision"] == L.INTERRUPT and pending & 0xFF == L.F_OWN:
        card = int(name[pending >> 8 & 0xFF])
        other["pending"] = pending & ~0xFF00 | card << 8
    return other
