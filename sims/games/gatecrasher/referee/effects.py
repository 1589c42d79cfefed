"""What each protocol does for the actor (Protocols Include)."""

from collections.abc import Callable

from sims.core.contract import Option
from sims.games.gatecrasher.cards import (
    BOLSTER,
    DATA_MINE,
    FILE_EXTRACTION,
    PACKET_LOSS,
    TITLES,
)
from sims.games.gatecrasher.referee import options
from sims.games.gatecrasher.referee.game import EXECUTION, Asking, Game, ask


def execute(game: Game, option: Option) -> Asking[None]:
    """Discard the protocol, resolve it; in Execution the actor then draws the usual card.

    A File Extraction has no draw after it; in Overclock nothing does.
    """
    _, kind, target, _, _ = option
    game.table.discard_from(game.actor, kind)
    yield from EFFECTS[kind](game, target)
    if game.phase == EXECUTION and kind != FILE_EXTRACTION:
        game.table.draw(game.actor)


def bolster(game: Game, target: int) -> Asking[None]:
    """Bolster: the actor's firewall grows by dice and bonus."""
    hacker = game.hacker(game.actor)
    faces = game.roll(game.actor, hacker.bolster_dice, TITLES[BOLSTER])
    game.table.change_firewall(game.actor, sum(faces) + hacker.bolster_bonus, TITLES[BOLSTER])
    yield from ()


def data_mine(game: Game, target: int) -> Asking[None]:
    """Data Mine: cards beside the usual one, in Execution, as far as the pile has them."""
    if game.phase == EXECUTION:
        for _ in range(game.hacker(game.actor).mine_draws):
            game.table.draw(game.actor)
    yield from ()


def packet_loss(game: Game, target: int) -> Asking[None]:
    """Packet Loss: dice and bonus off the target's firewall, less what the target resists.

    A loss is never below 0: it adds nothing to a firewall.
    """
    hacker = game.hacker(game.actor)
    faces = game.roll(game.actor, hacker.loss_dice, TITLES[PACKET_LOSS])
    loss = max(0, sum(faces) + hacker.loss_bonus - game.hacker(target).loss_resist)
    game.table.change_firewall(target, -loss, TITLES[PACKET_LOSS])
    yield from ()


def file_extraction(game: Game, target: int) -> Asking[None]:
    """File Extraction: the actor looks at the target's hand and takes a card of it."""
    game.table.look(game.actor, target)
    option = yield from ask(game.actor, "extract", options.extract(game, target))
    _, kind, _, _, _ = option
    game.table.take(game.actor, target, kind)


EFFECTS: dict[int, Callable[[Game, int], Asking[None]]] = {
    BOLSTER: bolster,
    DATA_MINE: data_mine,
    PACKET_LOSS: packet_loss,
    FILE_EXTRACTION: file_extraction,
}
