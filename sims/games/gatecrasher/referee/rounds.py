"""The phases of a round (How To Play), one function a phase and one for the end."""

from collections.abc import Callable
from itertools import cycle

from sims.core.streams import Chance
from sims.games.gatecrasher.referee import options
from sims.games.gatecrasher.referee.effects import execute
from sims.games.gatecrasher.referee.game import (
    EXECUTION,
    OVERCLOCK,
    Asking,
    Game,
    ask,
    shuffle_kinds,
)
from sims.games.gatecrasher.referee.table import counted

AfterTurn = Callable[[], None]
"""Called when a turn has ended and is counted."""


# Setup of a round


def deal(game: Game, chance: Chance) -> None:
    """Setup, and the end of a round: shuffle the whole deck and deal every living player a hand.

    Cards go round one at a time from the lowest seat; a hand that is full is skipped. ValueError
    if the deck has not enough of them.
    """
    table, hackers = game.table, game.rules.hackers
    deck = [kind for kind, copies in enumerate(game.rules.copies) for _ in range(copies)]
    wanted = {seat: hackers[seat].hand_size for seat in table.living()}
    if sum(wanted.values()) > len(deck):
        raise ValueError(
            f"deal: hands of {', '.join(map(str, wanted.values()))} take {sum(wanted.values())} "
            f"cards, the deck holds {len(deck)}"
        )
    shuffle_kinds(deck, chance, game.record)
    table.clear_cards()
    table.pile = deck
    while any(wanted.values()):
        for seat in [seat for seat, cards in wanted.items() if cards]:
            table.hand[seat][table.pile.pop(0)] += 1
            wanted[seat] -= 1
    game.record.dealt(game.rounds + 1, [counted(hand) for hand in table.hand], table.pile)


def initialization(game: Game) -> None:
    """Phase 1: the best of one's dice and a bonus are the firewall. Who is out shows 00."""
    for seat in game.table.seats:
        if game.table.is_out(seat):
            game.table.firewall[seat] = 0
    for seat in game.table.living():
        hacker = game.hacker(seat)
        faces = game.roll(seat, hacker.init_dice, "Initialization")
        best = sorted(faces, reverse=True)[: hacker.init_keep]
        game.table.set_firewall(seat, sum(best) + hacker.init_bonus, "Initialization")


def who_acts_first(game: Game) -> int:
    """Phase 2: the lowest firewall; of several one by chance or the lowest seat (`first_tie`)."""
    living, firewall = game.table.living(), game.table.firewall
    lowest = min(firewall[seat] for seat in living)
    tied = [seat for seat in living if firewall[seat] == lowest]
    return tied[0] if game.rules.first_tie == "seat" else game.one_of(tied, "who acts first")


# Turns


def execution(game: Game, first: int, after_turn: AfterTurn) -> Asking[int]:
    """Phase 2: turn after turn; returns the player who would be next.

    It ends when a turn leaves the pile empty, or when everybody in the game has passed in a row: a
    pass is a turn in which nothing was executed. Where passing is forced only on those who have no
    legal use (ruling `pass_ends`), such a row says that nobody can do anything.
    """
    game.phase = EXECUTION
    game.record.phase(EXECUTION, first)
    passes = 0
    for actor in cycle(game.table.living_from(first)):
        executed = yield from turn(game, actor, game.hacker(actor).protocols_per_turn)
        after_turn()
        passes = 0 if executed else passes + 1
        if not game.table.pile or passes == len(game.table.living()):
            break
    return game.opponents()[0]


def overclock(game: Game, first: int, after_turn: AfterTurn) -> Asking[None]:
    """Phase 3: everybody in the game has one last turn; what is left in a hand then counts.

    Leftovers are added at the end of their holder's turn, or of the phase (ruling `leftover_at`).
    """
    game.phase = OVERCLOCK
    game.record.phase(OVERCLOCK, first)
    at_once = game.rules.leftover_at == "own_turn"
    for actor in game.table.living_from(first):
        yield from turn(game, actor, game.hacker(actor).overclock_protocols)
        if at_once:
            add_leftovers(game, actor)
        after_turn()
    if not at_once:
        for seat in game.table.living():
            add_leftovers(game, seat)


def turn(game: Game, actor: int, most: int) -> Asking[int]:
    """Protocols one after the other, at most so many, until a pass; returns how many."""
    game.actor = actor
    game.record.turn(game.turns + 1, actor)
    executed = 0
    while executed < most:
        option = yield from ask(actor, "execute", options.execute(game))
        if option == options.PASS:
            break
        yield from execute(game, option)
        executed += 1
    return executed


def add_leftovers(game: Game, seat: int) -> None:
    """Phase 3: every protocol in a hand makes its holder's firewall stronger."""
    cards = sum(game.table.hand[seat])
    if cards:
        points = cards * game.hacker(seat).leftover_value
        game.table.change_firewall(seat, points, f"{cards} left")


# End of a round


def end_round(game: Game) -> None:
    """The end of the round: all but those with the strongest firewall lose a level."""
    living, firewall = game.table.living(), game.table.firewall
    highest = max(firewall[seat] for seat in living)
    winners = not_hurt(game, [seat for seat in living if firewall[seat] == highest])
    game.rounds += 1
    game.record.scored(game.rounds, winners, {seat: firewall[seat] for seat in living})
    for seat in living:
        if seat not in winners:
            game.table.lose_level(seat)


def not_hurt(game: Game, strongest: list[int]) -> list[int]:
    """Who of the strongest keeps the level: all, none or one by chance (ruling `round_tie`)."""
    if len(strongest) == 1 or game.rules.round_tie == "all_win":
        return strongest
    if game.rules.round_tie == "all_lose":
        return []
    return [game.one_of(strongest, "roll-off of the round")]
