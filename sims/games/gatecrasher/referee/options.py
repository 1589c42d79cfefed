"""The complete list of options of both decisions, in the order that `layout` gives."""

from sims.core.contract import Option
from sims.games.gatecrasher.cards import FILE_EXTRACTION, KINDS, PACKET_LOSS
from sims.games.gatecrasher.layout import F_EXECUTE, F_PASS, F_TAKE, NONE
from sims.games.gatecrasher.referee.game import EXECUTION, Game

PASS: Option = (F_PASS, NONE, NONE, NONE, NONE)


def execute(game: Game) -> list[Option]:
    """Phase 2, Execution, and Phase 3, Overclock: nothing, or a protocol of the actor's hand.

    Where passes do not end the Execution phase (ruling `pass_ends`), whoever has a protocol with a
    legal use may not pass there.
    """
    uses: list[Option] = [
        (F_EXECUTE, kind, target, NONE, NONE)
        for kind in range(KINDS)
        if game.table.hand[game.actor][kind]
        for target in targets(game, kind)
    ]
    forced = game.phase == EXECUTION and not game.rules.pass_ends
    return uses if uses and forced else [PASS, *uses]


def targets(game: Game, kind: int) -> list[int]:
    """Whom the actor may aim a protocol at, clockwise; NONE alone for one that is not aimed."""
    if kind == PACKET_LOSS:
        return game.opponents()
    if kind == FILE_EXTRACTION:
        return [
            seat
            for seat in game.opponents()
            if any(game.table.hand[seat]) and not game.hacker(seat).extraction_immune
        ]
    return [NONE]


def extract(game: Game, holder: int) -> list[Option]:
    """File Extraction: any one card of the hand that was looked at."""
    hand = game.table.hand[holder]
    return [(F_TAKE, kind, holder, NONE, NONE) for kind in range(KINDS) if hand[kind]]
