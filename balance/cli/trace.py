"""`balance trace`."""

from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o
from sims.core.errors import DesignerError

if TYPE_CHECKING:
    from sims.core.trace import ByHand


def trace(
    game: o.GameName,
    players: o.OnePlayerCount = None,
    id_: Annotated[
        int, typer.Option("--id", metavar="N", help="Which game of the cell.", min=0)
    ] = 0,
    seed: o.Seed = 1,
    lineup: o.Lineup = "random",
    profiles: o.Profiles = None,
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate", help="As for `play`; the game is one of the lineup's first rotation."
        ),
    ] = False,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", metavar="N", help="The seat that took --choices (`balance sit`)."),
    ] = None,
    choices: o.Choices = None,
    json: o.AsJson = False,
    quiet: o.Quiet = False,
) -> None:
    """Read one game, move by move. The same game that `play` counts, checked by the referee."""
    from balance.cli import show
    from balance.planning import plan
    from balance.tracing import as_json
    from sims.core.runner import Job
    from sims.core.trace import trace as trace_game

    asked = o.question(
        game, players=players, lineup=lineup, rotate=rotate, data=data, sets=set_, deck=deck,
        rulings=ruling, seed=seed, profiles=profiles,
    )  # fmt: skip
    planned = plan(asked)
    if len({p.cell.players for p in planned}) > 1:
        raise DesignerError("--players: name one player count, such as -p 4")
    if not quiet:
        show.announce_compiling(planned, quiet, "choose")
    chosen = planned[0]
    by_hand = _by_hand(seat, choices, chosen.cell.players)
    traced = trace_game(Job(chosen.cell, chosen.strategies, seed, id_, 1), by_hand=by_hand)
    if json:
        show.print_json(as_json(traced))
        return
    show.say(f"game {id_} of cell {chosen.cell.game}, {chosen.lineup}, seed {seed}", "bold")
    for line in traced.log:
        show.say(line)
    show.say_assumptions(show.assumptions(planned))


def _by_hand(seat: int | None, choices: str | None, players: int) -> "ByHand | None":
    """The seat whose choices are given, with them."""
    from sims.core.trace import ByHand

    if seat is None and choices is None:
        return None
    if seat is None:
        raise DesignerError("--choices: say with --seat whose they are")
    if not 1 <= seat <= players:
        raise DesignerError(f"--seat {seat}: with {players} players there are seats 1 to {players}")
    return ByHand(seat - 1, o.choice_numbers(choices))
