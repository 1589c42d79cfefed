"""`balance recommend`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o
from reports.numbers import plural, words

if TYPE_CHECKING:
    from balance.recommending import Recommendation
    from balance.recommending.search import Found
    from reports.figures import Figure
    from sims.core.errors import DesignerError

ROWS = 12
"""At most so many setups of a player count are printed; the files hold all."""


def recommend(
    game: o.GameName,
    target: Annotated[
        list[str] | None,
        typer.Option(
            "--target",
            metavar="NAME=LEAST:MOST",
            help="What the setup should do: deviation=2 (points of the worst seat), turns=20:40, "
            "unfinished=1 (%), or a measure of the game. Repeat; the first one leads. Without: "
            "fair seats, 1 % unfinished.",
        ),
    ] = None,
    over: Annotated[
        list[str] | None,
        typer.Option(
            "--over",
            metavar="KEY=VALUES",
            help="What may be changed, as for `sweep`: winning_cred=20:45, remove=none,A+B. "
            "Repeat for a grid. Without: the parameter of the report's map.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write the new table: a folder for --data."),
    ] = None,
    players: o.Players = None,
    lineup: o.StrongestLineup = "",
    rotate: Annotated[
        bool,
        typer.Option(
            "--rotate",
            help="Share the games of each setup out among all rotations of the lineup, so that "
            "every strategy sits in every seat as often.",
        ),
    ] = False,
    profiles: o.Profiles = None,
    games: Annotated[
        int, typer.Option("-n", "--games", metavar="N", help="Fresh games of a setup.", min=32)
    ] = 16_384,
    first: Annotated[
        int,
        typer.Option(
            "--first",
            metavar="N",
            help="Games of every setup in the first round; 0: a 16th of -n.",
            min=0,
        ),
    ] = 0,
    seed: o.Seed = 1,
    tolerance: o.Tolerance = 2.0,
    data: o.DataDir = None,
    set_: o.Sets = None,
    deck: o.DeckName = None,
    ruling: o.Rulings = None,
    threads: o.Threads = 0,
    json: o.AsJson = False,
    csv: o.Csv = None,
    parquet: o.Parquet = None,
    figure: o.FigureFile = None,
    quiet: o.Quiet = False,
) -> None:
    """Which setup should be printed? Searches the free values for given targets."""
    from balance.cli import show
    from balance.planning import axis, plan
    from balance.recommending import Recommendation, planned, strongest
    from balance.recommending.search import most_games, search
    from balance.recommending.space import setups
    from balance.recommending.table import check_folder
    from sims.core.catalogue import find

    asked = o.question(
        game, players=players, lineup=lineup or strongest(game), rotate=rotate, data=data,
        sets=set_, deck=deck, rulings=ruling, games=games, seed=seed, tolerance=tolerance,
        threads=threads, profiles=profiles,
    )  # fmt: skip
    axes = [axis(find(game), text) for text in over or ()]
    ready = planned(asked, axes, target or (), first)
    show.check_files({"--csv": csv, "--parquet": parquet, "--figure": figure})
    if out is not None:
        check_folder(asked, out)
    tried = setups(asked, axes)
    show.announce_compiling(plan(asked), quiet)
    what = f"{sum(map(len, tried.values()))} setups"
    with show.progress(most_games(ready, tried), what, quiet) as advance:
        answer = Recommendation(ready, search(ready, advance))
    files = show.Files()
    files.write_frame(answer.setups, csv, parquet)
    files.draw(figure, lambda: _figure(answer))
    problem = _written(answer, out)
    if json:
        show.print_json(as_json(answer, None if problem else out))
    else:
        for found in answer.found:
            _print(answer, found)
        show.say_assumptions(show.assumptions([found.best.planned for found in answer.found]))
        if out is not None and problem is None:
            show.say(f"{out}: the table, for --data; balance check {out} shows it", "green")
    files.complain()
    if problem is not None:
        raise problem


def _written(answer: "Recommendation", out: Path | None) -> "DesignerError | None":
    """Write the table; what went wrong is told after the results, which took long to find."""
    from sims.core.errors import DesignerError

    try:
        if out is not None:
            answer.write(out)
    except DesignerError as problem:
        return problem
    return None


def as_json(answer: "Recommendation", out: Path | None) -> dict[str, object]:
    """The frames as rows, the sentences, and where the table was written."""
    from balance.cli import show

    return {
        "game": answer.question.game,
        "targets": [aim.typed for aim in answer.aims],
        "recommended": show.records(answer.recommended),
        "setups": show.records(answer.setups),
        "strength": show.records(answer.strength),
        "changes": show.records(answer.changes),
        "sentences": answer.sentences,
        "table": None if out is None else str(out),
    }


def _print(answer: "Recommendation", found: "Found") -> None:
    """A player count: the sentences, then the setups in their order."""
    from balance.cli import show
    from balance.recommending import wording
    from balance.recommending.answer import role
    from balance.recommending.space import shown
    from balance.recommending.targets import estimate, status

    sign = {"met": "✓", "missed": "✗", "open": "?"}
    rows = []
    shown_too = [s for s in found.ranked[ROWS:] if s.fresh is not None]
    for setup in [*found.ranked[:ROWS], *shown_too]:
        cells = []
        for aim in answer.aims:
            e = estimate(aim, setup.games)
            low, high = (f"{end * aim.factor:.1f}" for end in (e.low, e.high))
            call = sign[status(aim, setup.games)]
            cells.append(f"{e.value * aim.factor:.1f} ({low} to {high}) {call}")
        said = role(found, setup) or ("trade-off" if setup in found.front else "")
        kind = "race" if setup.fresh is None else "fresh"
        games = f"{setup.games.whole.games:,} {kind}"
        rows.append((said, *(shown(v) for v in setup.at.values()), *cells, games))
    columns = (
        "", *_short(list(found.best.at)),
        *(f"{aim.name}, {aim.unit}" if aim.unit else aim.name for aim in answer.aims), "games",
    )  # fmt: skip
    count = plural(len(found.ranked), "setup")
    title = f"{found.players} {answer.game.player_word}s: {count} (95 %; ✓ met, ✗ missed, ? open)"
    show.table(title, columns, rows)
    for text in wording.sentences(answer.game, found):
        show.say(text)
    for text in wording.remarks([found]):
        show.say(text, "dim")
    show.say("")


def _short(keys: list[str]) -> list[str]:
    """Keys as headings that wrap between words; their last parts, where these tell them apart."""
    last = [key.rpartition(".")[2] for key in keys]
    several = len(set(last)) < len(last)
    return [words(key) for key in (keys if several else last)]


def _figure(answer: "Recommendation") -> "Figure":
    from balance.recommending.figure import front

    return front(answer)
