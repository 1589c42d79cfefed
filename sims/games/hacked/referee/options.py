"""The complete list of options of every decision, as `layout` writes and orders them."""

from sims.core.contract import Option
from sims.games.hacked.cards import CHEATSHEETS, KINDS, NAMEABLE, PLAYED_ALONE, TICKET
from sims.games.hacked.layout import (
    F_CARD,
    F_DRAW,
    F_GIVE,
    F_NO,
    F_PAIR,
    F_PLACE,
    F_TRIPLE,
    F_YES,
    NONE,
)
from sims.games.hacked.referee.game import Game

DRAW: Option = (F_DRAW, NONE, NONE, NONE, NONE)
NO: Option = (F_NO, NONE, NONE, NONE, NONE)
YES: Option = (F_YES, NONE, NONE, NONE, NONE)


def play(game: Game) -> list[Option]:
    """Taking your turn, 2 to 4: draw, or a card or combo that the actor holds."""
    hand = game.table.hand[game.actor]
    targets = [seat for seat in game.table.others(game.actor) if game.table.hand_size(seat)]
    return [DRAW, *_single_cards(hand, targets), *_combos(hand, targets, game.rules.combos)]


def _single_cards(hand: list[int], targets: list[int]) -> list[Option]:
    """Cards with an instruction of their own; a Ticket needs somebody who has a card."""
    return [
        (F_CARD, title, target, NONE, NONE)
        for title in PLAYED_ALONE
        if hand[title]
        for target in (targets if title == TICKET else [NONE])
    ]


def _combos(hand: list[int], targets: list[int], ruling: str) -> list[Option]:
    """Special Combos: two and three of a kind, of any title in the hand unless ruled otherwise."""
    if ruling == "none":
        return []
    of_pairs = CHEATSHEETS if ruling == "cheatsheets-only" else range(KINDS)
    pairs: list[Option] = [
        (F_PAIR, title, target, NONE, NONE)
        for title in of_pairs
        if hand[title] >= 2
        for target in targets
    ]
    triples: list[Option] = [
        (F_TRIPLE, title, target, named, NONE)
        for title in range(KINDS)
        if hand[title] >= 3
        for target in targets
        for named in NAMEABLE
    ]
    return pairs + triples


def give(game: Game, seat: int) -> list[Option]:
    """Ticket: any title of the target's hand."""
    hand = game.table.hand[seat]
    return [(F_GIVE, title, NONE, NONE, NONE) for title in range(KINDS) if hand[title]]


def place(game: Game) -> list[Option]:
    """Security consultant: every depth from the top of the draw pile to its bottom."""
    return [(F_PLACE, NONE, NONE, NONE, depth) for depth in range(len(game.table.pile) + 1)]
