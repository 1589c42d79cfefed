"""A recommendation as tidy frames: what to print, every setup tried, strength, changes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.frames import interval
from balance.planning import Question, on_fresh_games
from balance.recommending import wording
from balance.recommending.search import Found, Plan, score
from balance.recommending.space import Setup, shown
from balance.recommending.targets import Games, Target, estimate, status
from balance.strength import Strength, only
from sims.core.catalogue import find, rules_digest
from sims.core.contract import Game

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Recommendation:
    """What was searched, and what was `found` at each player count.

    Numbers of the recommended setup, of the printed one and of the front are of fresh games, which
    had no part in choosing them; of the other setups they are of the race, so the best of those
    are flattered by chance.
    """

    plan: Plan
    found: list[Found]

    @property
    def question(self) -> Question:
        """The question that was asked."""
        return self.plan.question

    @property
    def aims(self) -> Sequence[Target]:
        """The targets, the leading one first."""
        return self.plan.aims

    @property
    def game(self) -> Game:
        """The game."""
        return find(self.question.game)

    @property
    def played(self) -> int:
        """How many games were played in all: the race, the fresh ones, the other strengths."""
        total = 0
        for found in self.found:
            for setup in found.ranked:
                total += setup.played + (setup.fresh.games if setup.fresh is not None else 0)
            total += sum(games.whole.games for games in list(found.strength.values())[1:])
        return total

    @cached_property
    def recommended(self) -> "pd.DataFrame":
        """A row per player count: what to print, its values, the regret, the sentence.

        `games` are those of all `rotations` of the lineup together, `fingerprint` has one for each.
        """
        import pandas as pd

        return pd.DataFrame([self._row(found) for found in self.found])

    def _row(self, found: Found) -> dict[str, Any]:
        best = found.best
        action = "keep" if best is found.printed else "change"
        return {
            "players": found.players,
            "action": action if found.meets else "nearest",
            "meets": found.meets,
            **{key: shown(value) for key, value in best.at.items()},
            **{f"printed_{key}": shown(value) for key, value in found.printed.at.items()},
            **values(self.aims, best.games),
            "games": best.games.whole.games,
            "rotations": len(best.rotations),
            "tried": len(found.ranked),
            "none_can": found.none_can,
            "regret": found.regret.amount,
            "regret_of": found.regret.target.name,
            "seed": on_fresh_games(self.question).seed,
            "fingerprint": self._fingerprint(best),
            "sentence": wording.sentence(self.game, found),
            **wording.strength(found).columns(),
        }

    def _fingerprint(self, setup: Setup) -> str:
        """Its cell's, or those of all its rotations in order."""
        seed = on_fresh_games(self.question).seed
        cells = [rotation.cell for rotation in setup.rotations]
        return " ".join(cell.fingerprint(rules_digest(cell.game), seed) for cell in cells)

    @cached_property
    def setups(self) -> "pd.DataFrame":
        """A row per player count and setup tried, ranked: its values and what they are of.

        `games_of` is "fresh" or "race"; `role` says what is recommended and what is printed.
        `games` are those of all `rotations` of the lineup together.
        """
        import pandas as pd

        rows = []
        for found in self.found:
            for rank, setup in enumerate(found.ranked, start=1):
                rows.append(
                    {
                        "players": found.players,
                        "rank": rank,
                        **{key: shown(value) for key, value in setup.at.items()},
                        "role": role(found, setup),
                        "front": setup in found.front,
                        **values(self.aims, setup.games),
                        "loss": score(self.aims, setup.games),
                        "games_of": "race" if setup.fresh is None else "fresh",
                        "games": setup.games.whole.games,
                        "rotations": len(setup.rotations),
                        "race_games": setup.played,
                        **self._strength(found, setup).columns(),
                    }
                )
        return pd.DataFrame(rows)

    def _strength(self, found: Found, setup: Setup) -> Strength:
        """How a setup fares across strength: only the recommended one is played by others, too."""
        if setup is found.best:
            return wording.strength(found)
        return only(next(iter(found.strength)))

    @cached_property
    def strength(self) -> "pd.DataFrame":
        """A row per player count and strategy: the recommended setup among its players."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "players": found.players,
                    "strategy": name,
                    **values(self.aims, games),
                    "games": games.whole.games,
                }
                for found in self.found
                for name, games in found.strength.items()
            ]
        )

    @cached_property
    def changes(self) -> "pd.DataFrame":
        """The race's winner beside the printed setup on the same fresh games, paired.

        A row per player count and quantity (turns, the worst seat's distance from an equal share,
        a seat's win rate): the change with its 95 % interval, and how many times more games it
        would have taken without pairing.
        """
        import pandas as pd

        columns = ["players", "of", "change", "low", "high", "unit", "variance_ratio"]
        rows: list[list[Any]] = []
        for found in self.found:
            if found.change is None:
                continue
            t = found.change.turns
            turns = [t.difference, t.low, t.high, "turns", t.variance_ratio]
            rows.append([found.players, "turns", *turns])
            w = found.change.worst
            ratio = found.change.variance_ratio
            rows.append([found.players, "worst seat", w.change, w.low, w.high, "share", ratio])
            for s in found.change.seats:
                seat = [s.change, s.low, s.high, "share", s.variance_ratio]
                rows.append([found.players, f"seat {s.seat}", *seat])
        among = only(next(iter(self.found[0].strength)))
        return pd.DataFrame(rows, columns=columns).assign(**among.columns())

    @property
    def sentences(self) -> list[str]:
        """What a designer should read, player count by player count."""
        said = [text for found in self.found for text in wording.sentences(self.game, found)]
        return [*said, *wording.remarks(self.found)]

    def write(self, folder: str | Path) -> list[Path]:
        """Write a copy of the data folder with the recommended table; returns what was written.

        `--data` accepts it. Raises `DesignerError` if the folder exists and is not empty.
        """
        from balance.recommending.table import write_data

        return write_data(self, Path(folder))


def role(found: Found, setup: Setup) -> str:
    """What a setup is to the designer: "nearest" where none is shown to meet the targets."""
    if setup is found.best:
        word = "recommended" if found.meets else "nearest"
        return f"{word}, as printed" if setup is found.printed else word
    return "printed" if setup is found.printed else ""


def values(aims: Sequence[Target], games: Games) -> dict[str, Any]:
    """Each target's value with its 95 % interval and status; shares from 0 to 1."""
    row: dict[str, Any] = {}
    for aim in aims:
        found = estimate(aim, games)
        row |= {aim.name: found.value, **interval(aim.name, found.low, found.high)}
        row[f"{aim.name}_status"] = status(aim, games)
    return row
