"""Proxy swaps, what trades cards like one, and the Socket Puppet that gets in between."""

from collections.abc import Iterable

from sims.core.contract import Option
from sims.games.override.cards import SOCKET_PUPPET
from sims.games.override.layout import F_DECLINE, F_GIVE, F_HANDS, F_OWN, F_TABLE
from sims.games.override.referee import options
from sims.games.override.referee.game import Asking, Game, ask
from sims.games.override.referee.table import Move

Puppets = dict[int, int]
"""The Socket Puppet that goes instead, by the seat that plays it."""


def proxy_swap(game: Game, cred: int) -> Asking[None]:
    """General Effects, Proxy Swap, of an executed hack of that cred."""
    option = yield from ask(game.actor, "swap", options.proxy_swap(game, cred))
    if option is None or option[0] == F_DECLINE:
        return
    ways = {F_GIVE: _give, F_HANDS: _hands, F_OWN: _own, F_TABLE: _table}
    yield from ways[option[0]](game, option)


def interrupts(game: Game, holders: Iterable[int]) -> Asking[Puppets]:
    """Socket Puppet: who of these plays one for the card about to be taken, clockwise.

    The actor is never asked; in jail nobody has a hand.
    """
    puppets: Puppets = {}
    for hacker in game.opponents():
        in_hand = [c for c in game.table.hand[hacker] if game.rules.is_hack(c, SOCKET_PUPPET)]
        if hacker in holders and in_hand:
            answer = yield from ask(hacker, "interrupt", [options.NO, options.YES])
            if answer == options.YES:
                puppets[hacker] = min(in_hand)
    return puppets


def trade_face_out(game: Game, option: Option, puppets: Puppets) -> None:
    """The two face-out cards of an option trade places, puppets taking the place of theirs."""
    _, card, holder, other, to = option
    game.table.trade(
        [
            Move(puppets.get(holder, card), holder, to, face_out=True),
            Move(puppets.get(to, other), to, holder, face_out=True),
        ]
    )


def _give(game: Game, option: Option) -> Asking[None]:
    """First way: a face-out card for a random face-in one."""
    _, card, giver, _, taker = option
    puppets = yield from interrupts(game, (giver, taker))
    moves = [Move(puppets.get(giver, card), giver, taker, face_out=True)]
    if game.table.hand[taker]:
        moves.append(_from_hand(game, taker, giver, puppets))
    game.table.trade(moves)


def _hands(game: Game, option: Option) -> Asking[None]:
    """Second way, between two other hackers."""
    _, _, one, _, two = option
    puppets = yield from interrupts(game, (one, two))
    first = _from_hand(game, one, two, puppets)
    game.table.trade([first, _from_hand(game, two, one, puppets)])


def _own(game: Game, option: Option) -> Asking[None]:
    """Second way, with a card of the actor."""
    _, card, actor, _, other = option
    puppets = yield from interrupts(game, (other,))
    own = Move(card, actor, other, face_out=False)
    game.table.trade([own, _from_hand(game, other, actor, puppets)])


def _table(game: Game, option: Option) -> Asking[None]:
    """Third way: two face-out cards."""
    puppets = yield from interrupts(game, (option[2], option[4]))
    trade_face_out(game, option, puppets)


def _from_hand(game: Game, giver: int, taker: int, puppets: Puppets) -> Move:
    """What leaves a hand: the puppet, face-out, or a random card, face-in."""
    if giver in puppets:
        return Move(puppets[giver], giver, taker, face_out=True)
    return Move(game.random_card(giver), giver, taker, face_out=False)
