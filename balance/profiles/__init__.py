"""Are the profiles equal? Shares of the wins, each against each, and the sizes that are fair."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.planning import Question
from balance.profiles.shares import (
    Setting,
    Share,
    field_games,
    field_shares,
    pair_games,
    pair_shares,
)
from balance.profiles.sizes import Size, Unsized, find_sizes
from balance.strength import only
from sims.core.schedule import Progress

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Profiles", "Setting", "ask", "games_before_search", "profiles"]

PAIRS, SEARCH = 4, 4
"""How many times fewer games a pair, and a value of a search, gets than a profile in the field."""


@dataclass(frozen=True)
class Profiles:
    """What was found: shares in the field, pair by pair, and sizes that would be fair."""

    setting: Setting
    in_field: list[Share]
    in_pairs: list[Share]
    found: list[Size]
    without: list[Unsized]

    @property
    def lineup(self) -> str:
        """The strategy that everyone played."""
        return self.setting.strategy.name

    @cached_property
    def field(self) -> "pd.DataFrame":
        """A row per player count and profile: its share against all groups of the others."""
        return self._frame(self.in_field)

    @cached_property
    def pairs(self) -> "pd.DataFrame":
        """A row per player count, profile and other profile: alone at a table of the other."""
        return self._frame(self.in_pairs)

    @cached_property
    def sizes(self) -> "pd.DataFrame":
        """A row per number of a profile that is off and player count: before and after."""
        from balance.profiles.frames import sizes_frame

        return sizes_frame(self.found, self.setting.question.tolerance, self.lineup)

    def _frame(self, shares: list[Share]) -> "pd.DataFrame":
        from balance.profiles.frames import shares_frame

        return shares_frame(shares, self.setting.question.tolerance, self.lineup)

    @property
    def sentences(self) -> list[str]:
        """Who is off and by how much, and what would mend it."""
        from balance.profiles.words import field_sentences

        label = only(self.lineup).sentence
        told = [f"{text} {label}" for text in field_sentences(self.setting, self.in_field)]
        return [*told, *self.size_sentences]

    @property
    def size_sentences(self) -> list[str]:
        """What would mend a profile that is off."""
        from balance.profiles.words import size_sentence, unsized_sentence

        label = only(self.lineup).sentence
        return [
            *(f"{size_sentence(self.setting, size)} {label}" for size in self.found),
            *(unsized_sentence(one) for one in self.without),
        ]

    @property
    def games(self) -> int:
        """How many games the shares in the field rest on, by profile and player count."""
        return min((share.games for share in self.in_field), default=0)

    @property
    def assumptions(self) -> list[str]:
        """Everything that was assumed about decks and profiles."""
        data = self.setting.data
        decks = {data.deck_of[players] for players in self.setting.counts}
        decks = {str(self.setting.question.changes.get("deck", deck)) for deck in decks}
        told = [data.assumptions(deck, self.setting.names) for deck in sorted(decks)]
        return list(dict.fromkeys(text for texts in told for text in texts))


def ask(
    question: Question,
    progress: Progress | None = None,
    search: bool = True,
    pair_counts: Sequence[int] = (),
) -> Profiles:
    """Answer a question about profiles; `question.games` are for a profile at a player count.

    Pairs are played at `pair_counts`, at every player count of the question if empty.
    """
    setting = Setting.of(question, progress)
    games = question.games
    shares = field_shares(setting, games)
    pairs = pair_shares(setting, games // PAIRS, pair_counts or setting.counts)
    sizes, without = find_sizes(setting, shares, games // SEARCH) if search else ([], [])
    return Profiles(setting, shares, pairs, sizes, without)


def games_before_search(setting: Setting) -> int:
    """How many games `ask` plays before the search, which plays as many as it needs."""
    games = setting.question.games
    return field_games(setting, games) + pair_games(setting, games // PAIRS, setting.counts)


def profiles(
    game: str,
    *,
    players: int | Iterable[int] | None = None,
    lineup: str = "random",
    names: Sequence[str] = (),
    data: str | Path | None = None,
    deck: str | None = None,
    changes: Mapping[str, Any] | None = None,
    rulings: Mapping[str, str] | None = None,
    games: int = 16_384,
    seed: int = 1,
    tolerance: float = 0.02,
    threads: int = 0,
    search: bool = True,
    progress: Progress | None = None,
) -> Profiles:
    """How strong is each profile, against which others, and which size would be fair?

    `games` are for each profile at each player count; a pair and each value of the search get a
    quarter. `names`: which profiles make the field, all if left out. `search` False leaves out the
    sizes. The rest as for `balance.play`. Raises `DesignerError` for anything impossible.
    """
    from balance.api import question

    asked = question(
        game, players=players, lineup=lineup, data=data, deck=deck, changes=changes,
        rulings=rulings, games=games, seed=seed, tolerance=tolerance, threads=threads,
        profiles=tuple(names),
    )  # fmt: skip
    return ask(asked, progress, search)
