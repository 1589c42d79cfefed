"""A turn: cards played, the freeze window after each, what they do, and the draw that ends it."""

from collections.abc import Callable

from sims.core.contract import Option
from sims.games.hacked import cards
from sims.games.hacked.layout import F_CARD, F_DRAW, F_PAIR
from sims.games.hacked.referee import options
from sims.games.hacked.referee.game import Asking, Game, ask, shuffle_cards


def take_turn(game: Game) -> Asking[None]:
    """Taking your turn: play as many cards as the actor likes, then draw."""
    turns = game.turns
    while game.turns == turns:
        option = yield from ask(game.actor, "play", options.play(game))
        if option[0] == F_DRAW:
            yield from draw(game)
        else:
            yield from play(game, option)


def play(game: Game, option: Option) -> Asking[None]:
    """Play, and Special Combos: discard, wait for a ChangeFreeze, then do what the card says."""
    form, title, target, named, _ = option
    if form == F_CARD:
        game.table.play(game.actor, title)
        if (yield from stands(game)):
            yield from EFFECTS[title](game, target)
    elif form == F_PAIR:
        game.table.play(game.actor, title, copies=2)
        if (yield from stands(game)):
            pair(game, target)
    else:
        game.table.play(game.actor, title, copies=3)
        if (yield from stands(game)):
            triple(game, target, named)


def stands(game: Game) -> Asking[bool]:
    """ChangeFreeze: whether the action that the actor has just played is carried out.

    Every freeze cancels the card before it, so that the action stands after an even number.
    """
    freezes = 0
    freezer = yield from _next_freeze(game, game.actor)
    while freezer is not None:
        game.table.play(freezer, cards.CHANGE_FREEZE)
        freezes += 1
        freezer = yield from _next_freeze(game, freezer)
    if freezes:
        game.record.frozen(freezes)
    return freezes % 2 == 0


def _next_freeze(game: Game, last: int) -> Asking[int | None]:
    """A window on the card that `last` has played: the first to freeze it, clockwise."""
    for seat in game.table.others(last):
        if game.table.hand[seat][cards.CHANGE_FREEZE]:
            answer = yield from ask(seat, "freeze", [options.NO, options.YES])
            if answer == options.YES:
                return seat
    return None


# What the cards do


def attack(game: Game, target: int) -> Asking[None]:
    """Attack: no draw; the next player has to take turns."""
    game.end_turn_by_attack()
    yield from ()


def ticket(game: Game, target: int) -> Asking[None]:
    """Ticket: the target chooses what to give; one whose last card was a freeze gives nothing."""
    if game.table.hand_size(target):
        option = yield from ask(target, "give", options.give(game, target))
        game.table.hand_over(option[1], giver=target, taker=game.actor)


def bugfix(game: Game, target: int) -> Asking[None]:
    """Bugfix: the draw pile is shuffled."""
    pile = list(game.table.pile)
    shuffle_cards(pile, "the draw pile", game.chance, game.record)
    game.table.shuffled(pile)
    yield from ()


def system_update(game: Game, target: int) -> Asking[None]:
    """System update: one turn ends without a draw."""
    game.end_turn()
    yield from ()


def sprint_planning(game: Game, target: int) -> Asking[None]:
    """Sprint planning: a look at the top of the draw pile."""
    game.table.look(game.actor, game.rules.sprint_depth)
    yield from ()


EFFECTS: dict[int, Callable[[Game, int], Asking[None]]] = {
    cards.ATTACK: attack,
    cards.TICKET: ticket,
    cards.BUGFIX: bugfix,
    cards.SYSTEM_UPDATE: system_update,
    cards.SPRINT_PLANNING: sprint_planning,
}


def pair(game: Game, target: int) -> None:
    """Two of a kind: a random card of the target, if it still holds one."""
    if game.table.hand_size(target):
        game.table.hand_over(game.random_card(target), giver=target, taker=game.actor)


def triple(game: Game, target: int, named: int) -> None:
    """Three of a kind: the named card, if the target holds it; all hear the name."""
    if game.table.hand[target][named]:
        game.table.hand_over(named, giver=target, taker=game.actor, seen_by_all=True)


# The draw


def draw(game: Game) -> Asking[None]:
    """Taking your turn, 4: the top card, to the hand unless it is You've been hacked."""
    title = game.table.draw()
    if title != cards.HACKED:
        game.table.take(game.actor, title)
        game.end_turn()
        return
    game.record.met(game.actor)
    if (yield from _uses_consultant(game)):
        game.table.play(game.actor, cards.CONSULTANT)
        option = yield from ask(game.actor, "place", options.place(game))
        game.table.put_back(game.actor, depth=option[4])
        game.end_turn()
    else:
        game.end_turn_by_elimination()


def _uses_consultant(game: Game) -> Asking[bool]:
    """Security consultant: used whenever there is one, or by choice if so ruled."""
    if not game.table.hand[game.actor][cards.CONSULTANT]:
        return False
    if game.rules.consultant_use == "always":
        return True
    answer = yield from ask(game.actor, "consult", [options.NO, options.YES])
    return answer == options.YES
