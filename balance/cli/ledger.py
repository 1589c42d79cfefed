"""`balance ledger`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o
from balance.cli.means import LedgerFile

if TYPE_CHECKING:
    from balance.ledgers import Verification, Verified
    from sims.core.ledger import Ledger


def ledger(
    ledger: LedgerFile = None,
    data: o.DataDir = None,
    verify: Annotated[
        int,
        typer.Option(
            "--verify",
            metavar="N",
            min=0,
            help="Play N chunks again, some of every kind of work, and compare them to the bit.",
        ),
    ] = 0,
    strategy: Annotated[
        list[Path] | None,
        typer.Option(
            "--strategy",
            metavar="FILE",
            help="With --verify: a strategy file of yours that games were played with; repeat it.",
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="With --verify: another seed, other chunks.")
    ] = 1,
    prune: Annotated[
        bool, typer.Option("--prune", help="Forget what this version of the program cannot use.")
    ] = False,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Write the list as FILE.csv or .parquet."),
    ] = None,
    json: o.AsJson = False,
) -> None:
    """What has been played already? Shows, checks and tidies the file of finished games."""
    from balance import ledgers
    from balance.cli import show
    from balance.means import default_ledger
    from sims.core.errors import DesignerError
    from sims.core.ledger import Ledger

    if data is not None and not data.is_dir():
        raise DesignerError(f"--data {data}: there is no such folder")
    path = ledger or default_ledger(data)
    _check_strategies(strategy or (), verify)
    if export is not None:
        show.check_files({"--export": export})
        if export.suffix not in (".csv", ".parquet"):
            raise DesignerError(f"--export {export}: FILE.csv or FILE.parquet is needed")
    kept = Ledger(path)
    if not path.exists():
        if ledger is not None:
            raise DesignerError(f"--ledger {path}: there is no such file")
        show.say(f"Nothing has been kept yet: there is no {path}.")
        return
    facts: dict[str, object] = {"ledger": str(path)}
    if verify:
        facts |= _verified(ledgers.verify(kept, verify, strategy or (), seed), quiet=json)
    if prune:
        cells, games = ledgers.prune(kept)
        kept.close()
        facts |= {"pruned": cells, "pruned_games": games}
        if not json:
            show.say(f"forgotten: {cells} cells, {games:,} games of other versions")
    frame = ledgers.contents(kept)
    if export is not None:
        files = show.Files()
        if export.suffix == ".csv":
            files.write_csv(export, frame)
        else:
            files.write(export, lambda: frame.to_parquet(index=False))
        files.complain()
    if json:
        show.print_json({**facts, "bytes": ledgers.size(path), "cells": frame.to_dict("records")})
    else:
        _print(path, kept)
    if facts.get("problems"):
        raise typer.Exit(1)


def _check_strategies(files: Sequence[Path], verify: int) -> None:
    """Refuse strategy files that cannot be read, or that nothing is to be done with."""
    from sims.core.errors import DesignerError
    from sims.core.files import read_text

    if files and not verify:
        raise DesignerError("--strategy is for --verify N, which plays games again")
    for file in files:
        if file.suffix != ".py":
            raise DesignerError(f"--strategy {file}: a strategy file's name ends in .py")
        read_text(file)


def _verified(found: "Verification", quiet: bool) -> dict[str, object]:
    """What became of the chunks as facts, said on the terminal unless quiet."""
    from balance.cli import show

    if not quiet:
        show.say(
            f"verified: {_chunks(found.right)} played again, the same bit for bit, of "
            f"{found.playable:,} that can be"
        )
        for chunk in found.wrong:
            show.say(f"  {_place(chunk)}: {chunk.problem}", "red")
        for why, number in found.unplayable.items():
            show.say(f"  not verifiable: {_chunks(number)}: {why}", "yellow")
    return {
        "verified": found.right, "verifiable": found.playable,
        "not_verifiable": sum(found.unplayable.values()), "reasons": dict(found.unplayable),
        "problems": [vars(chunk) for chunk in found.wrong],
    }  # fmt: skip


def _chunks(number: int) -> str:
    return f"{number:,} chunk{'' if number == 1 else 's'}"


def _place(chunk: "Verified") -> str:
    """Which chunk that is, in words."""
    of = f" ({chunk.game}, {chunk.players} players, {chunk.kind}, {chunk.lineup})"
    games = f"games {chunk.first:,} to {chunk.first + chunk.games - 1:,}"
    return f"{chunk.key}{of if chunk.game else ''}, {games}"


def _print(path: Path, kept: "Ledger") -> None:
    from balance import ledgers
    from balance.cli import show

    frame = ledgers.contents(kept)
    columns = ["what", "game", "players", "state"]
    grouped = frame.groupby(columns, sort=False)
    rows = [
        (*map(str, key), f"{len(of):,}", f"{of['games'].sum():,}", f"{of['seconds'].sum():,.0f}")
        for key, of in grouped
    ]
    megabytes = ledgers.size(path) / 1e6
    show.table(
        f"{path}, {megabytes:,.1f} MB",
        ("what", "game", "players", "state", "cells", "games", "seconds"),
        rows,
    )
