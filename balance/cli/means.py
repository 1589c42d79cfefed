"""The options that say where games are played and kept; every command that plays has them."""

import inspect
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from sims.core.errors import DesignerError

LedgerFile = Annotated[
    Path | None,
    typer.Option(
        "--ledger", metavar="FILE", envvar="BALANCE_LEDGER",
        help="Where finished games are kept; default: .balance/ledger.sqlite beside the data.",
    ),
]  # fmt: skip
NoLedger = Annotated[
    bool,
    typer.Option(
        "--no-ledger", envvar="BALANCE_NO_LEDGER", help="Play everything anew, and keep nothing."
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS",
        help="Play on a Dask cluster: a scheduler's tcp://HOST:PORT, or local:N processes here.",
    ),
]  # fmt: skip
_OPTIONS = {
    "ledger": (LedgerFile, None), "no_ledger": (NoLedger, False), "cluster": (Cluster, None),
}  # fmt: skip


def plays(command: Callable[..., None]) -> bool:
    """Whether a command plays games that a ledger can keep: then it has threads to do so."""
    return "threads" in inspect.signature(command).parameters


def with_means(command: Callable[..., None]) -> Callable[..., None]:
    """A command with the options of this module, carried out by the means that they name."""

    @wraps(command)
    def carried_out(**options: Any) -> None:
        from balance.means import default_ledger, using
        from sims.core.ledger import Ledger

        ledger, no_ledger = options.pop("ledger"), options.pop("no_ledger")
        if ledger is not None:  # named by the user: more than a variable of the environment
            if ledger.is_dir():
                raise DesignerError(f"--ledger {ledger}: a folder; a file is needed")
            kept = Ledger(ledger)
        elif no_ledger:
            kept = None
        else:
            kept = Ledger(default_ledger(options.get("data")), required=False)
        with using(kept, options.pop("cluster")):
            command(**options)

    signature = inspect.signature(command)
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in _OPTIONS.items()
    ]
    own = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in signature.parameters.values()]
    carried_out.__signature__ = signature.replace(parameters=[*own, *more])  # type: ignore[attr-defined]
    return carried_out
