"""How strong strategies were measured to be: a file `strength.json` in the data folder.

It is made by `balance tournament GAME --save` and by nothing else, says when and how, and holds the
digest of each strategy's code and its weights: what has changed since is told, not believed.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from balance.planning import quick, weights_of
from sims.core.contract import Game
from sims.core.data import Data
from sims.core.errors import DesignerError
from sims.core.files import read_text, replace_file
from sims.core.strategies import Strategy, shipped

if TYPE_CHECKING:
    from balance.tournaments import Tournament

FILE = "strength.json"


@dataclass(frozen=True)
class Strength:
    """What was measured: ratings and skill as rows by player count, and of what code."""

    command: str
    date: str
    ratings: Sequence[Mapping[str, Any]]
    skill: Sequence[Mapping[str, Any]]
    luck: Sequence[Mapping[str, Any]]
    code: Mapping[str, str]
    weights: Mapping[str, Mapping[str, Sequence[float]]]
    """By strategy and player count, as text."""

    def rows_of(self, name: str) -> list[tuple[Mapping[str, Any], Mapping[str, Any] | None]]:
        """A strategy's rating at each player count, and its step over the rung below, if any."""
        steps = {(row["players"], row["rung"]): row for row in self.skill}
        own = [row for row in self.ratings if row["strategy"] == name]
        return [(row, steps.get((row["players"], name))) for row in own]


def measured(tournament: "Tournament", command: str, date: str) -> dict[str, Any]:
    """What a tournament measured, as JSON-able values."""
    from reports.tables import records

    weights: dict[str, dict[str, list[float]]] = {}
    for one in tournament.found:
        for entrant in one.field.entrants:
            own = weights.setdefault(entrant.name, {})
            own[str(one.players)] = list(entrant.player.weights)
    ratings = ("players", "strategy", "rating", "low", "high", "games")
    return {
        "command": command, "date": date, "game": tournament.question.game,
        "seed": tournament.question.seed, "code": tournament.digests, "weights": weights,
        "ratings": records(tournament.ratings[list(ratings)]),
        "skill": records(tournament.skill), "luck": records(tournament.luck),
    }  # fmt: skip


def write(folder: Path, content: Mapping[str, Any]) -> Path:
    """Write the file into a data folder; a row a line, so that changes of it can be read."""
    lines = []
    for key, value in content.items():
        if isinstance(value, list) and value:
            rows = ",\n".join(f"  {json.dumps(row, allow_nan=False)}" for row in value)
            lines.append(f"{json.dumps(key)}: [\n{rows}\n]")
        else:
            lines.append(f"{json.dumps(key)}: {json.dumps(value, allow_nan=False)}")
    path = folder / FILE
    replace_file(path, ("{\n" + ",\n".join(lines) + "\n}\n").encode())
    return path


def read(data: Data) -> Strength | None:
    """What was measured for a data folder; None if nothing was."""
    path = data.folder / FILE
    if not path.exists():
        return None
    try:
        plain = json.loads(read_text(path, data.folder))
        return Strength(
            plain["command"], plain["date"], plain["ratings"], plain["skill"], plain["luck"],
            plain["code"], plain["weights"],
        )  # fmt: skip
    except (ValueError, KeyError, TypeError):
        raise DesignerError(
            f"{path}: not as `balance tournament {data.game.name} --save` writes it; make it anew"
        ) from None


def changed(strength: Strength, game: Game, data: Data) -> list[str]:
    """The strategies that are not those that were measured any more, and those that were not."""
    found = []
    for name, strategy in shipped(game.name).items():
        if name not in quick(game.name) and name not in strength.code:
            continue  # it is measured where it is asked for
        if strength.code.get(name) != strategy.digest or _other_weights(strength, strategy, data):
            found.append(name)
    return found


def _other_weights(strength: Strength, strategy: Strategy, data: Data) -> bool:
    """Whether some weights of a strategy are others than those it was measured with."""
    for players, values in strength.weights.get(strategy.name, {}).items():
        now = strategy.player(weights_of(strategy, data, int(players), {})).weights
        if list(now) != list(values):
            return True
    return False
