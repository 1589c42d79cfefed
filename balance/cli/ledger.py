"""`balance ledger`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import options as o
from balance.cli.means import LedgerFile

if TYPE_CHECKING:
    from sims.core.ledger import Ledger


def ledger(
    ledger: LedgerFile = None,
    data: o.DataDir = None,
    verify: Annotated[
        int,
        typer.Option("--verify", metavar="N", min=0, help="Play N chunks again and compare them."),
    ] = 0,
    prune: Annotated[
        bool, typer.Option("--prune", help="Forget what this version of the rules cannot use.")
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

    path = ledger or default_ledger(data)
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
        facts |= _verified(kept, verify, quiet=json)
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


def _verified(kept: "Ledger", chunks: int, quiet: bool) -> dict[str, object]:
    from balance import ledgers
    from balance.cli import show

    found, skipped = ledgers.verify(kept, chunks)
    wrong = [chunk for chunk in found if chunk.problem]
    if not quiet:
        right = len(found) - len(wrong)
        show.say(
            f"verified: {right} chunks played again, the same bit for bit; {skipped} cannot be"
        )
        for chunk in wrong:
            show.say(f"  cell {chunk.key}, games from {chunk.first}: {chunk.problem}", "red")
    return {
        "verified": len(found) - len(wrong), "not_verifiable": skipped,
        "problems": [vars(chunk) for chunk in wrong],
    }  # fmt: skip


def _print(path: Path, kept: "Ledger") -> None:
    from balance import ledgers
    from balance.cli import show

    frame = ledgers.contents(kept)
    columns = ["game", "players", "kind", "state"]
    grouped = frame.groupby(columns, sort=False)
    rows = [
        (*map(str, key), f"{len(of):,}", f"{of['games'].sum():,}", f"{of['seconds'].sum():,.0f}")
        for key, of in grouped
    ]
    megabytes = ledgers.size(path) / 1e6
    show.table(
        f"{path}, {megabytes:,.1f} MB",
        ("game", "players", "kind", "state", "cells", "games", "seconds"),
        rows,
    )
