"""Step 2, Resolve Effects: what each hack does for the actor, whosever card it was."""

from collections.abc import Callable

from sims.games.override import cards
from sims.games.override.layout import F_CARD, F_FLIP_PAIR, F_MARK_HAND, NONE
from sims.games.override.referee import options
from sims.games.override.referee.game import Asking, Game, ask, shuffle_cards
from sims.games.override.referee.swaps import interrupts, proxy_swap, trade_face_out
from sims.games.override.referee.table import Move


def resolve(game: Game, card: int) -> Asking[None]:
    """The primary effect of the executed card, then its proxy swap if it has the symbol."""
    effect = EFFECTS.get(game.rules.hack[card])
    if effect is not None:
        yield from effect(game, card)
    if game.rules.proxy_swap[card]:
        yield from proxy_swap(game, game.rules.cred[card])


def screen_door(game: Game, card: int) -> Asking[None]:
    """Screen Door Hack: the status stays with the actor wherever the card goes."""
    game.table.screen[game.actor] = True
    game.record.screened(game.actor, on=True)
    yield from ()


def computer_goggles(game: Game, card: int) -> Asking[None]:
    """Computer Goggles Hack: somebody must execute a certain card next."""
    option = yield from ask(game.actor, "goggles", options.goggles(game, game.rules.cred[card]))
    if option is None:
        return
    form, named, _, _, carrier = option
    mark = game.random_card(carrier) if form == F_MARK_HAND else named
    game.table.mark[carrier] = mark
    game.record.marked(carrier, mark, drawn=form == F_MARK_HAND)


def stolen_goods(game: Game, card: int) -> Asking[None]:
    """Stolen Goods Hack: this card trades places with somebody's face-out card."""
    actor = game.actor
    option = yield from ask(actor, "steal", options.steal(game, game.rules.cred[card]))
    if option is None:
        return
    _, goods, holder, _, _ = option
    puppets = yield from interrupts(game, (holder,))
    trade_face_out(game, (F_CARD, goods, holder, card, actor), puppets)


def firewall(game: Game, card: int) -> Asking[None]:
    """Firewall Hack: flips; random cards are drawn before anything is flipped."""
    option = yield from ask(game.actor, "firewall", options.firewall(game, game.rules.cred[card]))
    if option is None:
        return
    form, named, holder, other, to = option
    if form == F_FLIP_PAIR and named == NONE and holder == to:
        flips = [(drawn, holder) for drawn in game.two_random_cards(holder)]
    else:
        slots = [(named, holder), (other, to)] if form == F_FLIP_PAIR else [(named, holder)]
        flips = [(game.random_card(h) if slot == NONE else slot, h) for slot, h in slots]
    for flipped, where in flips:
        game.table.flip(flipped, where)


def proxy_spoof(game: Game, card: int) -> Asking[None]:
    """Proxy Spoof Hack: two face-out cards trade places, whatever their holders' protection."""
    option = yield from ask(game.actor, "spoof", options.spoof(game, card))
    if option is None:
        return
    asked = (option[2], option[4]) if game.rules.puppet_stops_spoof else ()
    puppets = yield from interrupts(game, asked)
    trade_face_out(game, option, puppets)


def noaa(game: Game, card: int) -> Asking[None]:
    """NOAA Weather Control Hack: chosen cards are shuffled and dealt to those who chose."""
    chosen = yield from _choose_cards(game, "tornado", _taking_part(game, card))
    dealt = [c for _, c in chosen]
    shuffle_cards(dealt, "the chosen cards", game.chance, game.record)
    game.table.shuffle_in(chosen, dealt)


def monorail(game: Game, card: int) -> Asking[None]:
    """Monorail Control Hack: chosen cards go to the next hacker; left is clockwise."""
    ring = _taking_part(game, card)
    chosen = yield from _choose_cards(game, "monorail", ring)
    direction = yield from ask(game.actor, "direction", [options.LEFT, options.RIGHT])
    step = 1 if direction == options.LEFT else -1
    moves = []
    for giver, passed in chosen:
        taker = ring[(ring.index(giver) + step) % len(ring)]
        moves.append(Move(passed, giver, taker, face_out=passed in game.table.out[giver]))
    game.table.trade(moves)


def cia_satellite(game: Game, card: int) -> Asking[None]:
    """CIA Satellite Hack: the actor sees two random cards of a hand."""
    option = yield from ask(game.actor, "spy", options.spy(game, game.rules.cred[card]))
    if option is not None:
        holder = option[4]
        game.table.learn(game.actor, holder, game.two_random_cards(holder))


def _taking_part(game: Game, card: int) -> list[int]:
    """Who takes part in this NOAA or Monorail: clockwise from the actor, card or no card."""
    cred = game.rules.cred[card]
    return [
        hacker
        for hacker in game.table.clockwise(game.actor)
        if not game.table.jail[hacker] and not game.is_protected(hacker, cred)
    ]


def _choose_cards(game: Game, kind: str, hackers: list[int]) -> Asking[list[tuple[int, int]]]:
    """(seat, card) for each of these who has a card, in the order in which they choose."""
    chosen = []
    for hacker in hackers:
        option = yield from ask(hacker, kind, options.own_card(game, hacker))
        if option is not None:
            chosen.append((hacker, option[1]))
    return chosen


EFFECTS: dict[int, Callable[[Game, int], Asking[None]]] = {
    cards.SCREEN_DOOR: screen_door,
    cards.COMPUTER_GOGGLES: computer_goggles,
    cards.STOLEN_GOODS: stolen_goods,
    cards.FIREWALL: firewall,
    cards.PROXY_SPOOF: proxy_spoof,
    cards.NOAA: noaa,
    cards.MONORAIL: monorail,
    cards.CIA_SATELLITE: cia_satellite,
}
"""The other hacks do nothing on one's own turn."""
