"""Which cards a player cannot know in a state of the kernel, and how to shuffle them.

The contract tests call `permute`: what it returns is a state that the player cannot tell from the
one that it was given. `gone` and `LIMBO` say which cards lie nowhere.
"""

from collections import Counter

import numpy as np

from sims.games.hacked import layout as L
from sims.games.hacked.bridge import title_bits
from sims.games.hacked.cards import CHANGE_FREEZE, CONSULTANT, HACKED, KINDS

LIMBO = 1
"""You've been hacked, while its player decides on a consultant or on the depth to place it at."""


def gone(before, now):
    """Cards that left the game between two snapshots: a hand, with the card that ended it."""
    left = Counter()
    for was, seat in zip(before["seats"], now["seats"], strict=True):
        if seat["out"] and not was["out"]:
            left += Counter(was["hand"]) + Counter([HACKED])
    return left


def cards_of(counts):
    return Counter({t: int(counts["of"][t]) for t in range(KINDS) if counts["of"][t]})


def unknown_places(state, seat):
    """Places of the draw pile whose card the player does not know."""
    pile = range(int(state["top"]), int(state["bottom"]))
    return [place for place in pile if not state["seen"][seat]["at"][place]]


def known_cards(state, seat, holder):
    """What the player knows of a hand: cards seen passing, and the consultant of the beginning."""
    kept = int(state["kept"]) >> 8 * seat + holder & 1
    return cards_of(state["known"][seat, holder]) + Counter({CONSULTANT: kept})


def unknown_cards(state, cell, seat):
    """(holder, title) of every card in another hand that the player does not know to be there."""
    return [
        (holder, title)
        for holder in range(cell.players)
        if holder != seat
        for title in (cards_of(state["hand"][holder]) - known_cards(state, seat, holder)).elements()
    ]


def permute(state, cell, seat, rng):
    """A copy of the state with all that the player cannot know drawn anew.

    Unseen places of the draw pile, unknown cards of other hands (You've been hacked stays in the
    pile), what others have seen, who is still to be asked for a freeze, and the chances to come.
    """
    other = state.copy()
    places = unknown_places(state, seat)
    cards = unknown_cards(state, cell, seat)
    hacked = sum(int(state["pile"]["at"][place]) == HACKED for place in places)
    places = [int(place) for place in rng.permutation(places)]
    titles = [int(state["pile"]["at"][p]) for p in places if state["pile"]["at"][p] != HACKED]
    titles = [int(t) for t in rng.permutation(titles + [title for _, title in cards])]
    for i, place in enumerate(places):
        other["pile"]["at"][place] = HACKED if i < hacked else titles.pop()
    for holder, title in cards:
        other["hand"][holder]["of"][title] -= 1
    for holder, _ in cards:
        other["hand"][holder]["of"][titles.pop()] += 1
    assert not titles
    for holder in range(cell.players):
        hand = other["hand"][holder]["of"]
        held = [title_bits(t for t in range(KINDS) if hand[t] >= least) for least in (1, 2, 3)]
        other["planes"][holder] = held[0] | held[1] << 16 | held[2] << 32
    forget(other, cell, seat, rng)
    if state["decision"] == L.FREEZE:
        ask_anew(other, cell, seat)
    return other


def forget(other, cell, seat, rng):
    """What others have seen, and all chances but the player's own: not the player's to know."""
    for viewer in range(cell.players):
        if viewer != seat:
            other["seen"][viewer]["at"][:] = 0
            other["known"][viewer]["of"][:] = 0
            other["dealt"][viewer]["of"][:] = 0
            other["choice"][viewer]["word"] = rng.integers(1, 1 << 62, 4, np.uint64)
    other["chance"]["stream"]["word"] = rng.integers(1, 1 << 62, 4, np.uint64)


def ask_anew(other, cell, seat):
    """Whom the window still has to ask: whoever of the others now holds a ChangeFreeze."""
    decider = int(other["decider"])
    asked = 1 << decider
    following = decider
    while (following := (following + 1) % cell.players) != int(other["last"]):
        holds = int(other["hand"][following]["of"][CHANGE_FREEZE]) > 0
        if following == seat:
            holds = bool(int(other["asked"]) >> seat & 1)
        asked |= int(holds) << following
    other["asked"] = asked
