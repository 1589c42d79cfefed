"""All against all: which strategy is best, and is the game fair among good players?

from balance import tournament
tournament("GAME", players=4).ratings
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.planning import Question, quick
from balance.qualities.sampling import Effort
from balance.stopping import Goal
from balance.tournaments.answer import Found, run
from balance.tournaments.fields import Field, fields
from balance.tournaments.skill import Luck, what_decides
from sims.core.schedule import Progress

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Tournament", "ask", "fields", "tournament"]

FRAMES = ("payoffs", "pairs", "dominance", "ratings", "mixtures", "seats", "skill", "luck")


@dataclass(frozen=True)
class Tournament:
    """What was found at each player count, as objects and as tidy frames."""

    question: Question
    found: list[Found]
    measured: Sequence[Luck] = ()
    """What decides who wins, by rung, if that was asked for."""

    @cached_property
    def payoffs(self) -> "pd.DataFrame":
        """A row per player count, table and strategy: its win rate by who else sits there."""
        return self._frame("payoffs")

    @cached_property
    def pairs(self) -> "pd.DataFrame":
        """A row per player count and two strategies: one alone among others who play the other."""
        return self._frame("pairs")

    @cached_property
    def dominance(self) -> "pd.DataFrame":
        """A row per player count and two strategies: one in place of the other, everywhere."""
        return self._frame("dominance")

    @cached_property
    def ratings(self) -> "pd.DataFrame":
        """A row per player count and strategy: rating, share of the mixture, gain over it."""
        return self._frame("ratings")

    @cached_property
    def mixtures(self) -> "pd.DataFrame":
        """A row per player count: regret of the mixture, tables and games played."""
        return self._frame("mixtures")

    @cached_property
    def seats(self) -> "pd.DataFrame":
        """A row per player count and seat: win rate where every seat draws from the mixture."""
        return self._frame("seats")

    @cached_property
    def skill(self) -> "pd.DataFrame":
        """A row per player count and rung of the ladder: what it wins over the rung below."""
        from balance.tournaments.skill import skill

        return skill(self.found, self.pairs)

    @cached_property
    def luck(self) -> "pd.DataFrame":
        """A row per player count and rung: the shares that seat, deal and play decide."""
        from balance.tournaments.skill import luck_frame

        return luck_frame(self.measured)

    def _frame(self, name: str) -> "pd.DataFrame":
        from balance.tournaments import frames

        made: pd.DataFrame = getattr(frames, name)(self.found)
        return made

    @property
    def sentences(self) -> list[str]:
        """What was found, in words."""
        from balance.tournaments.words import sentences

        return [*(text for one in self.found for text in sentences(one)), *self.sentences_of_skill]

    @property
    def sentences_of_skill(self) -> list[str]:
        """What a rung is worth, and what the deal decides, in words."""
        from balance.tournaments.words import luck_sentences, skill_sentences

        return [*skill_sentences(self.skill), *luck_sentences(self.luck)]

    @property
    def asked(self) -> list[str]:
        """Who takes part, as a command line names them; nobody where it names none."""
        names = list(self.digests)
        return [] if names == quick(self.question.game) else names

    @property
    def digests(self) -> dict[str, str]:
        """Of each strategy the digest of its code: another one is another strategy."""
        return {e.name: e.strategy.digest for one in self.found for e in one.field.entrants}

    @property
    def assumptions(self) -> list[str]:
        """Everything that was assumed for some player count."""
        told = [text for one in self.found for text in one.field.planned.cell.assumptions]
        return list(dict.fromkeys(told))


def ask(
    question: Question,
    every: Sequence[Field],
    progress: Progress | None = None,
    effort: Effort | None = None,
    goal: Goal | None = None,
) -> Tournament:
    """Play the fields of a question; `question.games` are for each table.

    With an `effort` the deals of each rung are replayed, for what the deal decides. With a `goal`
    of some precision the games are doubled until no interval of one among others who all play the
    same is wider.
    """
    found = [run(field, progress, goal) for field in every]
    parts = what_decides(found, effort, question.threads) if effort is not None else []
    return Tournament(question, found, parts)


def tournament(
    game: str,
    strategies: Sequence[str] = (),
    *,
    players: int | Iterable[int] | None = None,
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 2_000,
    seed: int = 1,
    tolerance: float = 0.02,
    threads: int = 0,
    profiles: str | Sequence[str] = (),
    luck: bool = False,
    goal: Goal | None = None,
    progress: Progress | None = None,
) -> Tournament:
    """All strategies against all: payoffs, dominance, ratings, and the seats among good players.

    `strategies` are named as in a lineup, all quick ones that ship if left out. `games` are for
    each table, and as many again for each strategy against the mixture; `SEATS` times as many for
    the seats under it.
    `tolerance` is also the margin of "never worse". With `luck` deals of each rung are replayed,
    for what seat, deal and play decide. With a `goal`, such as `Goal(precision=0.02)`, games are
    doubled until one among others who all play the same is known as well. The rest as for
    `balance.play`.

    Raises `sims.core.errors.DesignerError` for anything impossible, before anything is played.
    """
    from balance.api import question

    asked = question(
        game, players=players, data=data, deck=deck, changes=changes, rulings=rulings, games=games,
        seed=seed, tolerance=tolerance, threads=threads, profiles=profiles,
    )  # fmt: skip
    return ask(asked, fields(asked, strategies), progress, Effort() if luck else None, goal)
