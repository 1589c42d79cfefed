"""The complete list of options of every decision, as `layout` writes them.

`cred` is the cred of the executed hack: protection is from hacks of a certain cred.
"""

from collections.abc import Iterable
from itertools import combinations

from sims.core.contract import Option
from sims.games.override.cards import DISKETTE
from sims.games.override.layout import (
    F_CARD,
    F_DECLINE,
    F_FLIP_ONE,
    F_FLIP_OWN,
    F_FLIP_PAIR,
    F_GIVE,
    F_HANDS,
    F_LEFT,
    F_MARK_CARD,
    F_MARK_HAND,
    F_NO,
    F_OWN,
    F_RIGHT,
    F_SPY,
    F_TABLE,
    F_TRADE,
    F_TRADE_SPOOF,
    F_YES,
    NONE,
)
from sims.games.override.referee.game import Game

NO: Option = (F_NO, NONE, NONE, NONE, NONE)
YES: Option = (F_YES, NONE, NONE, NONE, NONE)
LEFT: Option = (F_LEFT, NONE, NONE, NONE, NONE)
RIGHT: Option = (F_RIGHT, NONE, NONE, NONE, NONE)
DECLINE: Option = (F_DECLINE, NONE, NONE, NONE, NONE)


def executable_before_others(game: Game, hacker: int) -> list[tuple[int, int]]:
    """(card, holder) of the face-out cards that the hacker could execute, jailed holders' too."""
    return [
        (card, holder)
        for holder in game.table.seats
        if holder != hacker
        for card in sorted(game.table.out[holder])
        if game.rules.executable_face_out[card]
    ]


def execute(game: Game) -> list[Option]:
    """Step 1, Execute a Hack: a card of the hand or of others' tables; a mark leaves no choice."""
    actor, table = game.actor, game.table
    mark = table.mark[actor]
    if mark is not None:
        return [(F_CARD, mark, table.holder(mark), NONE, NONE)]
    own = [(card, actor) for card in sorted(table.hand[actor])]
    return [
        (F_CARD, card, holder, NONE, NONE)
        for card, holder in own + executable_before_others(game, actor)
    ]


def goggles(game: Game, cred: int) -> list[Option]:
    """Computer Goggles: whom to mark, and with which hack they could execute."""
    options: list[Option] = []
    for hacker in game.opponents():
        if game.table.jail[hacker] or game.is_protected(hacker, cred):
            continue
        if game.table.hand[hacker]:
            options.append((F_MARK_HAND, NONE, NONE, NONE, hacker))
        for card, holder in executable_before_others(game, hacker):
            options.append((F_MARK_CARD, card, holder, NONE, hacker))
    return options


def steal(game: Game, cred: int) -> list[Option]:
    """Stolen Goods: a face-out card of another hacker who is not kept out."""
    return [
        (F_CARD, card, holder, NONE, NONE)
        for holder in game.opponents()
        if not game.is_kept_out_of_swap(holder, cred)
        for card in sorted(game.table.out[holder])
    ]


def firewall(game: Game, cred: int) -> list[Option]:
    """Firewall: a card of one's own, or two of opponents; one of theirs if they offer only one."""
    actor, table = game.actor, game.table
    own: list[Option] = [
        (F_FLIP_OWN, card, actor, NONE, NONE)
        for card in sorted(table.hand[actor] | table.out[actor])
        if not game.rules.is_hack(card, DISKETTE)
    ]
    offering = sorted(
        h for h in game.opponents() if not table.jail[h] and not game.is_protected(h, cred)
    )
    hands = [(NONE, h) for h in offering if table.hand[h]]
    slots = [
        (card, holder)
        for card, holder in face_out_cards(game, offering)
        if not game.rules.is_hack(card, DISKETTE)
    ] + hands
    pairs = list(combinations(slots, 2)) + [
        (hand, hand) for hand in hands if len(table.hand[hand[1]]) >= 2
    ]
    if not pairs:
        return own + [(F_FLIP_ONE, card, holder, NONE, NONE) for card, holder in slots]
    return own + [(F_FLIP_PAIR, *first, *second) for first, second in pairs]


def spoof(game: Game, card: int) -> list[Option]:
    """Proxy Spoof: two opponents' face-out cards; of two hackers, one card for this Spoof."""
    if game.rules.players == 2:
        if card not in game.table.out[game.actor]:
            return []
        return [
            (F_TRADE_SPOOF, goods, holder, card, game.actor)
            for goods, holder in face_out_cards(game, game.opponents())
        ]
    return [(F_TRADE, *pair) for pair in face_out_pairs(game, game.opponents())]


def own_card(game: Game, hacker: int) -> list[Option]:
    """NOAA Weather Control, Monorail Control: any card of one's own, face-in or face-out."""
    cards = sorted(game.table.hand[hacker] | game.table.out[hacker])
    return [(F_CARD, card, hacker, NONE, NONE) for card in cards]


def spy(game: Game, cred: int) -> list[Option]:
    """CIA Satellite: an opponent with a hand."""
    return [
        (F_SPY, NONE, NONE, NONE, hacker)
        for hacker in game.opponents()
        if game.table.hand[hacker] and not game.is_protected(hacker, cred)
    ]


def proxy_swap(game: Game, cred: int) -> list[Option]:
    """General Effects, Proxy Swap: its three ways in one list, with a decline if so ruled."""
    taking_part = [h for h in game.table.seats if not game.is_kept_out_of_swap(h, cred)]
    options: list[Option] = [
        (F_GIVE, card, giver, NONE, taker)
        for giver in taking_part
        for card in sorted(game.table.out[giver])
        for taker in taking_part
        if taker != giver
    ]
    options += _hand_swaps(game, [h for h in taking_part if game.table.hand[h]])
    options += [(F_TABLE, *pair) for pair in face_out_pairs(game, taking_part)]
    if options and game.rules.swap_optional:
        options.append(DECLINE)
    return options


def _hand_swaps(game: Game, with_hand: list[int]) -> list[Option]:
    """Two hands trade a card; the actor names the own card, so there is an option for each."""
    actor = game.actor
    others = [h for h in with_hand if h != actor]
    options: list[Option] = [(F_HANDS, NONE, a, NONE, b) for a, b in combinations(others, 2)]
    if actor in with_hand:
        options += [
            (F_OWN, card, actor, NONE, other)
            for card in sorted(game.table.hand[actor])
            for other in others
        ]
    return options


def face_out_cards(game: Game, holders: Iterable[int]) -> list[tuple[int, int]]:
    """(card, holder) of these hackers' face-out cards, by card id."""
    return sorted((card, holder) for holder in holders for card in game.table.out[holder])


def face_out_pairs(game: Game, holders: Iterable[int]) -> list[tuple[int, int, int, int]]:
    """(card, holder, card, holder): two face-out cards of different holders, lower id first."""
    return [
        (card, holder, other, to)
        for (card, holder), (other, to) in combinations(face_out_cards(game, holders), 2)
        if holder != to
    ]
