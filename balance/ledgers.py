"""What a ledger holds, whether it is right, and how to make it smaller."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sims.core import strategies
from sims.core.catalogue import counting_digest, games, rules_digest
from sims.core.contract import Cell, Player
from sims.core.ledger import Ledger, Row
from sims.core.runner import Job
from sims.core.tally import Tally

if TYPE_CHECKING:
    import pandas as pd

USABLE, OLD = "usable", "another version"


def state_of(about: Mapping[str, Any]) -> str:
    """Whether this version of the program would still use what was played."""
    cell = about.get("cell") or about["cells"][0]
    game = cell["game"]
    if game not in games():
        return "no such game"
    now = {"rules": rules_digest(game), "counting": counting_digest(game)}
    # What game quality keeps of single games rests on no counting, and does not name it.
    return USABLE if all(about.get(part, mine) == mine for part, mine in now.items()) else OLD


def contents(ledger: Ledger) -> "pd.DataFrame":
    """A row for everything that a ledger holds games of.

    Columns: key, kind (`tally`: one cell, `block`: cells side by side), game, players, lineup,
    seed, games, chunks, seconds (of processor time), bytes, written (UTC), state.
    """
    import pandas as pd

    rows = []
    for work in ledger.works():
        about = work["about"]
        cell = about.get("cell") or about["cells"][0]
        names = [player[0] for player in cell["lineup"]]
        rows.append(
            {
                "key": work["key"], "kind": work["kind"], "game": work["game"],
                "players": work["players"],
                "lineup": names[0] if len(set(names)) == 1 else ",".join(names),
                "seed": about["seed"], "games": work["games"], "chunks": work["chunks"],
                "seconds": work["seconds"], "bytes": work["bytes"], "written": work["written"],
                "state": state_of(about),
            }
        )  # fmt: skip
    columns = (
        "key", "kind", "game", "players", "lineup", "seed", "games", "chunks", "seconds", "bytes",
        "written", "state",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(columns))


def size(path: Path) -> int:
    """Bytes on the disk, those that wait to be taken into the file among them."""
    files = [path, path.with_name(f"{path.name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


@dataclass(frozen=True)
class Verified:
    """A chunk that was played again: `problem` is empty if it counted the same, bit for bit."""

    key: str
    first: int
    games: int
    problem: str


def verify(ledger: Ledger, chunks: int, seed: int = 1) -> tuple[list[Verified], int]:
    """Play a sample of chunks again and compare; also how many could not be.

    Not verifiable are chunks of another version of the rules, of strategies that are not shipped
    or have changed, and of cells side by side. Damaged rows are found in all of them.
    """
    abouts = {work["key"]: work["about"] for work in ledger.works()}
    found: list[Verified] = []
    usable: list[tuple[Row, Job]] = []
    skipped = 0
    for row in ledger.rows():
        if row.plain is None:
            found.append(Verified(row.key, row.first, row.games, "damaged"))
            continue
        job = _job_of(abouts[row.key], row) if row.key in abouts else None
        if job is None:
            skipped += 1
        else:
            usable.append((row, job))
    for row, job in random.Random(seed).sample(usable, min(chunks, len(usable))):
        same = job.play() == Tally.of_plain(row.plain or {})
        found.append(Verified(row.key, row.first, row.games, "" if same else "other counts"))
    return found, skipped


def _job_of(about: Mapping[str, Any], row: Row) -> Job | None:
    """The games of a row, if this program can play them again."""
    if about["kind"] != "tally" or state_of(about) != USABLE:
        return None
    plain = about["cell"]
    lineup = tuple(
        Player(name, tuple(weights), source) for name, weights, source in plain["lineup"]
    )
    found = [strategies.of_label(plain["game"], player.strategy) for player in lineup]
    if any(s is None or s.digest != p.source for s, p in zip(found, lineup, strict=True)):
        return None
    cell = Cell(
        game=plain["game"], players=plain["players"], deck_name="", deck=plain["deck"],
        setup=plain["setup"], rulings=plain["rulings"], lineup=lineup,
        profiles=tuple(plain["profiles"]), profile_pool=tuple(plain["profile_pool"]),
    )  # fmt: skip
    return Job(cell, tuple(s for s in found if s is not None), about["seed"], row.first, row.games)


def prune(ledger: Ledger) -> tuple[int, int]:
    """Forget what this version would not use; returns how many cells and games that were."""
    frame = contents(ledger)
    old = frame[frame["state"] != USABLE]
    if len(old):
        ledger.remove(old["key"].tolist())
    return len(old), int(old["games"].sum())
