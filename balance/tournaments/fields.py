"""A tournament at one player count: who takes part, at which tables, and what came of it."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from balance.means import do
from balance.planning import (
    Planned,
    Question,
    check,
    check_weights,
    on_fresh_games,
    plan,
    quick,
    weights_of,
)
from balance.tournaments.tables import (
    FEWEST_GROUPS,
    SPAN,
    Entrant,
    Seating,
    Tables,
    circles,
    tables_of,
)
from sims.core import strategies
from sims.core.cells import WEIGHTS
from sims.core.data import Data
from sims.core.errors import DesignerError
from sims.core.runner import Job
from sims.core.schedule import Memory, Progress
from sims.core.strategies import Strategy
from sims.core.tally import Tally

SEATS = 8
"""How many times the games of a table are played afresh to judge the seats under the mixture."""


@dataclass(frozen=True)
class Field:
    """Entrants and tables of a player count. `planned` is a cell of it, for its assumptions."""

    question: Question
    planned: Planned
    entrants: tuple[Entrant, ...]
    tables: Tables
    seatings: tuple[Seating, ...]

    @property
    def players(self) -> int:
        """How many play at a table."""
        return self.planned.cell.players

    @property
    def names(self) -> list[str]:
        """The entrants' names, in order."""
        return [entrant.name for entrant in self.entrants]

    @property
    def steps(self) -> int:
        """About what `progress` counts up to: game ids at the tables, and fresh games."""
        ids = sum(seating.games for seating in self.seatings)
        return ids + self.question.games * (SEATS + len(self.entrants))

    def with_games(self, games: int) -> "Field":
        """The same field with about so many games of each table."""
        ids = ids_of(games, self.players)
        seatings = tuple(replace(seating, games=ids) for seating in self.seatings)
        return replace(self, question=replace(self.question, games=games), seatings=seatings)

    @property
    def most_circles(self) -> int:
        """The most ways around a table that take turns at one of them."""
        return max(len(seating.circles) for seating in self.seatings)


def entrants_of(question: Question, names: Sequence[str]) -> dict[str, Strategy]:
    """The strategies that take part by name; all quick ones that ship if none is named."""
    game, _ = check(question)
    found: dict[str, Strategy] = {}
    for text in names or quick(game.name):
        strategy = strategies.find(game, text, "STRATEGY")
        name = strategy.player().strategy
        if name in found and found[name].digest != strategy.digest:
            raise DesignerError(
                f"{text}: two different strategies are called {name}; rename a file"
            )
        found.setdefault(name, strategy)
    if len(found) < 2:
        raise DesignerError(
            f"a tournament needs two different strategies at least, not {', '.join(found)}"
        )
    return found


def fields(question: Question, names: Sequence[str] = ()) -> list[Field]:
    """A field for each player count; refuses what is impossible before anything is played."""
    game, data = check(question)
    if len(set(question.profiles)) > 1:
        raise DesignerError(
            "--profiles: name one for everybody, or `draw`; in a tournament seats differ by "
            "nothing but who plays"
        )
    found = entrants_of(question, names)
    check_weights(game, replace(question, lineup=tuple(found)), ())
    counts = question.players or tuple(sorted(data.table))
    return [_field(question, data, found, players) for players in counts]


def _field(question: Question, data: Data, found: dict[str, Strategy], players: int) -> Field:
    # The cell's own lineup is not played; weights are told by `check_weights`, of all entrants.
    asked = replace(question, players=(players,), lineup=question.lineup[:1], rotate=False)
    changes = {k: v for k, v in question.changes.items() if not k.startswith(WEIGHTS)}
    [planned] = plan(replace(asked, changes=changes))
    cell = replace(planned.cell, lineup=())
    entrants = tuple(
        Entrant(
            name, strategy, strategy.player(weights_of(strategy, data, players, question.changes))
        )
        for name, strategy in found.items()
    )
    by_name = {entrant.name: entrant for entrant in entrants}
    tables = tables_of(len(entrants), players, question.seed)
    ids = ids_of(question.games, players)
    seatings = []
    for copies in tables.copies:
        names = [e.name for e, count in zip(entrants, copies, strict=True) for _ in range(count)]
        sit = tuple(by_name[name] for name in dict.fromkeys(names))
        around = tuple(circles(names))
        seatings.append(Seating(cell, sit, around, question.seed, 0, ids))
    return Field(question, planned, entrants, tables, tuple(seatings))


def ids_of(games: int, players: int) -> int:
    """The game ids, each played in up to n rotations, that come to about so many games; at least
    those of `FEWEST_GROUPS` groups.
    """
    return max(FEWEST_GROUPS, -(-games // players // SPAN)) * SPAN


@dataclass(frozen=True)
class Played:
    """The counts of a field by table and group of game ids.

    `wins` (tables, groups, entrants), `by_seat` (tables, groups, seats), `unfinished` and `games`
    (tables, groups); `copies` (tables, entrants) and `weights` (tables,) as in `Tables`.
    """

    copies: np.ndarray
    weights: np.ndarray
    wins: np.ndarray
    by_seat: np.ndarray
    unfinished: np.ndarray
    games: np.ndarray

    @property
    def total_games(self) -> int:
        """All games."""
        return int(self.games.sum())

    @property
    def players(self) -> int:
        """How many play at a table."""
        return int(self.by_seat.shape[2])

    def resampled(self, times: np.ndarray) -> "Played":
        """With each group of game ids counted so many times, the same groups at every table."""
        return Played(
            self.copies, self.weights,
            np.einsum("g,tge->te", times, self.wins)[:, None],
            np.einsum("g,tgs->ts", times, self.by_seat)[:, None],
            (self.unfinished @ times)[:, None],
            (self.games @ times)[:, None],
        )  # fmt: skip

    @property
    def payoffs(self) -> np.ndarray:
        """Win rate of one copy of each entrant at each table (tables, entrants); an unfinished
        game is shared among all, as if each were as likely to win it.
        """
        games = self.games.sum(axis=1)[:, None]
        shared = self.unfinished.sum(axis=1)[:, None] / self.players
        seats = np.maximum(self.copies, 1) * games
        paid: np.ndarray = (self.wins.sum(axis=1) + shared * self.copies) / seats
        return np.where(self.copies > 0, paid, 0.0)


def play_field(
    field: Field, progress: Progress | None = None, memory: Memory | None = None
) -> Played:
    """Play all tables of a field; `progress` counts game ids, also those that `memory` holds."""
    done = do(list(field.seatings), field.question.threads, progress, memory)
    place = {name: i for i, name in enumerate(field.names)}
    rows = []
    for seating, each in zip(field.seatings, done, strict=True):
        wins, by_seat, unfinished, games = seating.by_entrant(each.counts)
        whole = np.zeros((len(wins), len(place)), np.int64)
        whole[:, [place[entrant.name] for entrant in seating.entrants]] = wins
        rows.append((whole, by_seat, unfinished, games))
    return Played(
        field.tables.copies, field.tables.weights, *(np.array(x) for x in zip(*rows, strict=True))
    )


def drawn_lineups(
    field: Field, mixture: np.ndarray, games: int, first: int, fixed: tuple[int, int] | None
) -> list[Job]:
    """Fresh games, from id `first` on, in which every seat draws its strategy from a mixture.

    `fixed` is an entrant and the seat (from 0) that it sits in, whatever the others draw. Each game
    draws anew; games of one lineup are one job, and no id is played twice.
    """
    chooser = random.Random(f"{field.question.seed} {fixed}")
    shares = [float(share) for share in mixture]
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(games):
        drawn = chooser.choices(range(len(shares)), shares, k=field.players)
        if fixed is not None:
            drawn[fixed[1]] = fixed[0]
        counts[tuple(drawn)] = counts.get(tuple(drawn), 0) + 1
    seed = on_fresh_games(field.question).seed
    jobs = []
    for drawn_places in sorted(counts):
        seats = [field.entrants[place] for place in drawn_places]
        cell = replace(field.planned.cell, lineup=tuple(seat.player for seat in seats))
        chosen = tuple(seat.strategy for seat in seats)
        jobs.append(Job(cell, chosen, seed, first, counts[drawn_places]))
        first += counts[drawn_places]
    return jobs


def play_mixture(field: Field, mixture: np.ndarray, progress: Progress | None = None) -> Tally:
    """Fresh games among players who draw from a mixture: wins by seat, to be judged."""
    jobs = drawn_lineups(field, mixture, SEATS * field.question.games, 0, None)
    done = do(jobs, field.question.threads, progress)
    return sum((each.counts for each in done), Tally(field.players))


@dataclass(frozen=True)
class Alone:
    """What one entrant won among others who draw from a mixture, in every seat as often."""

    won: int
    games: int
    unfinished: int


def play_alone(
    field: Field, mixture: np.ndarray, entrant: int, progress: Progress | None = None
) -> Alone:
    """About the question's number of fresh games of one entrant among who draw from a mixture."""
    each = -(-field.question.games // field.players)
    jobs, sits = [], []
    for seat in range(field.players):
        own = drawn_lineups(field, mixture, each, seat * each, (entrant, seat))
        jobs += own
        sits += [seat] * len(own)
    tallies = [d.counts for d in do(jobs, field.question.threads, progress)]
    won = sum(tally.wins[seat] for tally, seat in zip(tallies, sits, strict=True))
    return Alone(won, sum(t.games for t in tallies), sum(t.unfinished for t in tallies))
