"""Better weights for a strategy, and how much one player can gain by tuning.

from balance import tune
tune("GAME", players=4).gains
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.planning import Question, check, check_weights, plan, quick, rungs, weights_of
from balance.tuning.searching import Found, Tuning, default_population, search
from balance.versus import Seated
from sims.core import strategies
from sims.core.cells import WEIGHTS
from sims.core.contract import Cell, Game
from sims.core.errors import DesignerError
from sims.core.schedule import Progress

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CONFIRM", "Effort", "Tuned", "ask", "tune", "tunings"]

CONFIRM = 32
"""How many times the games of a candidate are played to confirm what was found."""


@dataclass(frozen=True)
class Effort:
    """How much is searched: `generations` of `population` candidates (0: by the weights).

    `within`: turns or rounds in which games among its own kind are to end, 0: however long.
    `evenly`: wins are sought against each of the pool rather than on average.
    """

    generations: int = 60
    population: int = 0
    within: int = 0
    evenly: bool = False


@dataclass(frozen=True)
class Tuned:
    """What was found at one player count; `seat` (from 1) is the one that was tuned for, 0: all."""

    question: Question
    tuning: Tuning
    found: Found
    seat: int

    @property
    def players(self) -> int:
        """How many play at a table."""
        return self.tuning.cell.players

    @property
    def strategy(self) -> str:
        """The strategy that was tuned."""
        return self.tuning.tuned.strategy.name

    @property
    def untuned(self) -> dict[str, float]:
        """The weights that the search started from."""
        tuned = self.tuning.tuned
        return dict(zip(tuned.strategy.weights, tuned.player.weights, strict=True))

    @cached_property
    def gains(self) -> "pd.DataFrame":
        """A row for the whole pool and one for each of it: win rates before and after, the gain."""
        import pandas as pd

        names = ["the whole pool", *(name for name, _ in self.tuning.pool)]
        return pd.DataFrame(
            [
                {
                    "players": self.players, "seat": self.seat or None, "against": name,
                    **vars(one), "confirmed": self.found.confirmed,
                }
                for name, one in zip(names, (self.found.gain, *self.found.gains), strict=True)
            ]
        ).astype({"seat": "Int64"})  # fmt: skip

    @cached_property
    def weights(self) -> "pd.DataFrame":
        """A row per weight: untuned, as found, and kept (untuned if no gain was confirmed)."""
        import pandas as pd

        found = self.found.weights
        return pd.DataFrame(
            [
                {
                    "players": self.players, "weight": name, "untuned": value,
                    "found": found.get(name, value),
                    "kept": found.get(name, value) if self.found.confirmed else value,
                }
                for name, value in self.untuned.items()
            ]
        )  # fmt: skip

    @cached_property
    def course(self) -> "pd.DataFrame":
        """A row per generation: the best and the mean win rate of its candidates."""
        import pandas as pd

        rows = [
            {"players": self.players, "generation": i, **vars(one)}
            for i, one in enumerate(self.found.generations, start=1)
        ]
        return pd.DataFrame(rows)

    @property
    def kept(self) -> dict[str, float]:
        """The weights that are kept: those found if they are confirmed to be better, else none."""
        return self.found.weights if self.found.confirmed else {}

    @property
    def sentences(self) -> list[str]:
        """What was gained, and what that means."""
        from balance.tuning.words import sentences

        return sentences(self)


def tunings(
    question: Question, strategy: str, against: Sequence[str], effort: Effort, seat: int = 0
) -> list[Tuning]:
    """What to search, by player count; refuses what is impossible before anything is played."""
    game, data = check(question)
    found = strategies.find(game, strategy, "--strategy")
    if not found.weights:
        raise DesignerError(f"{strategy} of {game.title} has no weights to tune")
    names = against or pool_of(game.name, found)
    members = {name: strategies.find(game, name, "--against") for name in names}
    if effort.population == 1:
        raise DesignerError(
            "--population 1: nothing to choose from; 2 or more, or 0: by the weights"
        )
    if effort.within and seat:
        raise DesignerError(
            "--within: for one seat among others there are no games of its own kind; without --seat"
        )
    if seat and not against:
        members = {found.name: found}
    check_weights(game, replace(question, lineup=(strategy, *members)), ())
    changes = {k: v for k, v in question.changes.items() if not k.startswith(WEIGHTS)}
    tuned = []
    for players in question.players or tuple(sorted(data.table)):
        if not 0 <= seat <= players:
            raise DesignerError(f"--seat {seat}: seats are 1 to {players}")
        asked = replace(question, players=(players,), changes=changes, rotate=False)
        [planned] = plan(replace(asked, lineup=("random",)))

        def seated(one: strategies.Strategy, players: int = players) -> Seated:
            return Seated(one, one.player(weights_of(one, data, players, question.changes)))

        seats = (seat - 1,) if seat else tuple(range(players))
        pool = tuple((name, seated(member)) for name, member in members.items())
        ids = max(8, -(-question.games // (len(pool) * len(seats))))
        whose = seated(found)
        tuned.append(
            Tuning(
                planned.cell, whose, pool, seats, effort.generations,
                effort.population or default_population(len(whose.free)), ids, CONFIRM * ids,
                question.seed, question.threads, renew=not seat,
                mirror=_mirror(game, planned.cell, effort.within), evenly=effort.evenly,
            )
        )  # fmt: skip
    return tuned


def _mirror(game: Game, cell: Cell, within: int) -> Cell | None:
    """The cell cut off where games among the tuned are to end; `tuning.searching`."""
    return replace(cell, setup={**cell.setup, game.turn_limit: within}) if within else None


def pool_of(game: str, tuned: strategies.Strategy) -> list[str]:
    """Whom a strategy is tuned against if nobody is named: all quick ones that ship, but for the
    weakest rung of the ladder and for what is itself the tuned code with other weights.
    """
    from sims.core.catalogue import find

    weakest = rungs(find(game))[0]
    known = strategies.shipped(game)
    others = [name for name in quick(game) if not known[name].of]
    names = [name for name in others if name not in (weakest, tuned.name)]
    return [*(names or [weakest]), tuned.name]


def ask(
    question: Question, tuning: Tuning, seat: int = 0, progress: Progress | None = None
) -> Tuned:
    """Search at one player count; raises `Interrupted` on Ctrl-C, and a ledger keeps the games."""
    return Tuned(question, tuning, search(tuning, progress), seat)


def tune(
    game: str,
    *,
    players: int | Iterable[int] | None = None,
    strategy: str = "balanced",
    against: Sequence[str] = (),
    seat: int = 0,
    generations: int = 60,
    population: int = 0,
    within: int = 0,
    evenly: bool = False,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 1_024,
    seed: int = 1,
    tolerance: float = 0.02,
    threads: int = 0,
    progress: Progress | None = None,
) -> list[Tuned]:
    """Tune a strategy's weights against a pool, for each player count; see docs/strength.md.

    `against` names the pool, by default all that ship but the weakest, and the strategy itself.
    With `seat` (from 1) one seat alone is tuned, against a table of the strategy itself: what a
    player could gain there. `within`: games among the tuned are to end within so many turns (or
    rounds), and the share that does not is taken off the objective; 0: however long. `evenly`: wins
    are sought against each of the pool, not on average. `games` are for each candidate; `CONFIRM`
    times as many confirm. The rest as for `balance.play`. Raises `DesignerError` for anything
    impossible.
    """
    from balance.api import question

    asked = question(
        game, players=players, data=data, deck=deck, changes=changes, rulings=rulings, games=games,
        seed=seed, tolerance=tolerance, threads=threads,
    )  # fmt: skip
    effort = Effort(generations, population, within, evenly)
    return [
        ask(asked, one, seat, progress) for one in tunings(asked, strategy, against, effort, seat)
    ]
