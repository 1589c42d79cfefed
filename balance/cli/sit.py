"""`balance sit`."""

from typing import Annotated

import typer

from balance.cli import options as o
from sims.core.errors import DesignerError


def sit(
    game: o.GameName,
    seat: Annotated[int, typer.Option("--seat", metavar="N", help="Your seat, from 1.")] = 1,
    against: Annotated[
        str,
        typer.Option(
            "--against", metavar="NAME[,NAME...]",
            help="Strategy of all others, or of each of them in the order of their seats.",
        ),
    ] = "balanced",
    players: o.OnePlayerCount = None,
    id_: Annotated[
        int, typer.Option("--id", metavar="N", help="Which game: another one, other cards.", min=0)
    ] = 0,
    seed: o.Seed = 1,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="Show the scores that bots gave their options, and so their cards.",
        ),
    ] = False,
    choices: o.Choices = None,
    profiles: o.Profiles = None,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    quiet: o.Quiet = False,
) -> None:  # fmt: skip
    """Take a seat against bots. You see what your seat may know, and choose by number."""
    from dataclasses import replace

    from balance.cli import show
    from balance.cli.screens import Screen
    from balance.planning import check, plan
    from balance.sitting import Sitting
    from balance.sitting.seating import how_many, others_and_you
    from sims.core.runner import Job

    asked = o.question(
        game, players=players, lineup=against, rotate=False, data=data, sets=set_, deck=deck,
        rulings=ruling, seed=seed, profiles=profiles,
    )  # fmt: skip
    _, folder = check(asked)
    count = how_many(asked.players, sorted(folder.table), asked.lineup, seat)
    lineup = others_and_you(asked.lineup, count, seat)
    (planned,) = plan(replace(asked, players=(count,), lineup=lineup))
    show.announce_compiling([planned], quiet, "choose")
    words = [
        game, "-p", str(count), "--seed", str(seed), "--id", str(id_), "--seat", str(seat),
        *o.words_of(profiles=profiles, data=data, sets=set_, deck=deck, rulings=ruling),
    ]  # fmt: skip
    job = Job(planned.cell, planned.strategies, seed, id_, 1)
    sitting = Sitting(job, seat - 1, o.choice_numbers(choices), explain)
    screen = Screen(
        sitting,
        again=["balance", "sit", *words, "--against", against, *["--explain"] * explain],
        traced=["balance", "trace", *words, "--lineup", ",".join(lineup)],
    )
    screen.play()
    if sitting.unused:
        raise DesignerError(f"--choices: the game ends with {sitting.unused} of the numbers left")
    show.say_assumptions(show.assumptions([planned]))
