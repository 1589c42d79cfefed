"""What a ledger holds, whether it is right, and how to make it smaller."""

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from balance.blocks import Block
from balance.keeping import AtHand, Kept, NeedsFile, Unplayable, cell_of, first_cell, game_of
from balance.profiles.tables import Rotations
from balance.qualities.sampling import Deals, Games
from balance.tournaments.tables import Seating
from balance.versus import Versus
from sims.core.catalogue import counting_digest, games, rules_digest
from sims.core.ledger import Ledger, Row
from sims.core.runner import Job
from sims.core.schedule import Work, key_of

if TYPE_CHECKING:
    import pandas as pd

USABLE, OLD = "usable", "another version"

DAMAGED = "damaged"
UNDESCRIBED = "nothing says what was played"
MISDESCRIBED = "what was played is described otherwise than its key says"


class Alone(Job):
    """Games of one cell, as `runner` plays them: `keeping.Kept`."""

    kind: ClassVar[str] = "tally"
    what: ClassVar[str] = "games of one cell"

    def part(self, first: int, games: int) -> "Alone":
        """Other games of the same cell and seed."""
        return replace(self, first=first, games=games)

    @classmethod
    def versions(cls, game: str) -> dict[str, str]:
        """The digests of the source that decides the tally."""
        return {"rules": rules_digest(game), "counting": counting_digest(game)}

    @classmethod
    def again(cls, about: Mapping[str, Any], at_hand: AtHand) -> "Alone":
        """The job that `about` described, of game 0 alone."""
        return cls(**vars(at_hand.job(cell_of(about["cell"]), about["seed"])))


_TYPES: tuple[type[Kept], ...] = (Alone, Block, Versus, Rotations, Seating, Games, Deals)
KINDS: Mapping[str, type[Kept]] = {each.kind: each for each in _TYPES}
"""Every kind of work that a ledger keeps."""


def work_of(about: Mapping[str, Any], at_hand: AtHand) -> Kept:
    """The work that a ledger describes, of game 0 alone; `Unplayable` says why there is none."""
    game = game_of(about)
    if game not in games():
        raise Unplayable(f"there is no game {game} here")
    if about["kind"] not in KINDS:
        raise Unplayable(f"this version of the program keeps no work of the kind {about['kind']}")
    kept = KINDS[about["kind"]]
    for part, now in kept.versions(game).items():
        if about.get(part) != now:
            raise Unplayable(f"played by another version of the program (of its {part})")
    try:
        work = kept.again(about, at_hand)
    except KeyError as missing:
        raise Unplayable(f"described by another version of the program (no {missing})") from None
    if key_of(work.about()) != key_of(about):
        raise Unplayable("described by another version of the program")
    return work


def state_of(about: Mapping[str, Any]) -> str:
    """Whether this version of the program would still use what was played.

    A strategy file of the user's is taken to be what it was: nobody named it here.
    """
    try:
        work_of(about, AtHand())
    except NeedsFile:
        return USABLE
    except Unplayable:
        return OLD if game_of(about) in games() else "no such game"
    return USABLE


def contents(ledger: Ledger) -> "pd.DataFrame":
    """A row for everything that a ledger holds games of.

    Columns: key, kind (see `KINDS`), what (the kind in words), game, players, lineup, seed, games,
    chunks, seconds (of processor time), bytes, written (UTC), state.
    """
    import pandas as pd

    rows = []
    for work in ledger.works():
        about = work["about"]
        kept = KINDS.get(work["kind"])
        rows.append(
            {
                "key": work["key"], "kind": work["kind"],
                "what": kept.what if kept else "unknown", "game": work["game"],
                "players": work["players"], "lineup": _lineup(about),
                "seed": about["seed"], "games": work["games"], "chunks": work["chunks"],
                "seconds": work["seconds"], "bytes": work["bytes"], "written": work["written"],
                "state": state_of(about),
            }
        )  # fmt: skip
    columns = (
        "key", "kind", "what", "game", "players", "lineup", "seed", "games", "chunks", "seconds",
        "bytes", "written", "state",
    )  # fmt: skip
    return pd.DataFrame(rows, columns=list(columns))


def _lineup(about: Mapping[str, Any]) -> str:
    names = [player[0] for player in first_cell(about)["lineup"]]
    return names[0] if len(set(names)) == 1 else ",".join(names)


def size(path: Path) -> int:
    """Bytes on the disk, those that wait to be taken into the file among them."""
    files = [path, path.with_name(f"{path.name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


Chunk = tuple[str, int, int]
"""The key of a work, the first game id, and how many games."""


@dataclass(frozen=True)
class Verified:
    """A chunk that was looked into: `problem` is empty if it was played again, the same to the bit.

    `kind`, `game`, `players` and `lineup` say what it is of, as in `contents`.
    """

    key: str
    kind: str
    game: str
    players: int
    lineup: str
    first: int
    games: int
    problem: str


@dataclass(frozen=True)
class Verification:
    """What became of the chunks of a ledger that were looked into.

    `chunks` are those played again, and all that were found to be wrong before; `playable` chunks
    could have been played again. `unplayable` counts the others by the reason.
    """

    chunks: tuple[Verified, ...]
    playable: int
    unplayable: Mapping[str, int]

    @property
    def wrong(self) -> tuple[Verified, ...]:
        """The chunks that are not what they should be."""
        return tuple(chunk for chunk in self.chunks if chunk.problem)

    @property
    def right(self) -> int:
        """How many chunks were played again and counted the same."""
        return len(self.chunks) - len(self.wrong)


@dataclass(frozen=True)
class _Sorted:
    """The works of a ledger by key, ready to be played again or why not, and its chunks."""

    works: Mapping[str, Mapping[str, Any]]
    ready: dict[str, Kept] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    playable: dict[str, list[Chunk]] = field(default_factory=dict)
    wrong: dict[Chunk, str] = field(default_factory=dict)
    unplayable: Counter[str] = field(default_factory=Counter)

    def add_work(self, key: str, about: Mapping[str, Any], at_hand: AtHand) -> None:
        """Make a work ready, if its description is its own and can be played."""
        if key_of(about) == key:
            try:
                self.ready[key] = work_of(about, at_hand)
            except Unplayable as why:
                self.refused[key] = str(why)

    def add_row(self, row: Row) -> None:
        """Put a chunk where it belongs."""
        chunk = row.key, row.first, row.games
        if row.plain is None:
            self.wrong[chunk] = DAMAGED
        elif row.key in self.ready:
            self.playable.setdefault(self.ready[row.key].kind, []).append(chunk)
        elif row.key in self.refused:
            self.unplayable[self.refused[row.key]] += 1
        else:
            self.wrong[chunk] = MISDESCRIBED if row.key in self.works else UNDESCRIBED

    def verified(self, chunk: Chunk, problem: str) -> Verified:
        """What a chunk is of, and what is wrong with it."""
        key, first, number = chunk
        if key not in self.works:
            return Verified(key, "", "", 0, "", first, number, problem)
        work = self.works[key]
        lineup = _lineup(work["about"])
        return Verified(
            key, work["kind"], work["game"], work["players"], lineup, first, number, problem
        )


def verify(ledger: Ledger, chunks: int, files: Sequence[Path] = (), seed: int = 1) -> Verification:
    """Play a sample of chunks again, of every kind that there is, and compare them to the bit.

    `files` are strategy files of the user's that games were played with. Damaged rows, and
    descriptions that are not those of their key, are found wherever they are.
    """
    found = _Sorted({work["key"]: work for work in ledger.works()})
    at_hand = AtHand(files)
    for key, work in found.works.items():
        found.add_work(key, work["about"], at_hand)
    for row in ledger.rows():
        found.add_row(row)
    seen = dict(found.wrong)
    chosen = _sample(list(found.playable.values()), chunks, seed)
    for key in dict.fromkeys(key for key, *_ in chosen):
        for row in ledger.rows(key):
            if (chunk := (key, row.first, row.games)) in chosen:
                seen[chunk] = _difference(row, found.ready[key].part(row.first, row.games))
    return Verification(
        tuple(found.verified(*each) for each in seen.items()),
        sum(map(len, found.playable.values())),
        found.unplayable,
    )


def _sample(by_kind: Sequence[list[Chunk]], size: int, seed: int) -> list[Chunk]:
    """So many chunks by chance, of each kind in turn as long as it has any."""
    chance = random.Random(seed)
    shuffled = [chance.sample(chunks, len(chunks)) for chunks in by_kind]
    most = max(map(len, shuffled), default=0)
    in_turn = [chunks[at] for at in range(most) for chunks in shuffled if at < len(chunks)]
    return in_turn[:size]


def _difference(row: Row, work: Work) -> str:
    """Which counts are others if the work of a row is done again, in words; empty if none is."""
    kept, played = row.plain or {}, json.loads(json.dumps(work.play().plain()))
    names = [name for name in {**kept, **played} if kept.get(name) != played.get(name)]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return f"other counts ({', '.join(names[:3])}{more})" if names else ""


def prune(ledger: Ledger) -> tuple[int, int]:
    """Forget what this version would not use; returns how many cells and games that were."""
    frame = contents(ledger)
    old = frame[frame["state"] != USABLE]
    if len(old):
        ledger.remove(old["key"].tolist())
    return len(old), int(old["games"].sum())
