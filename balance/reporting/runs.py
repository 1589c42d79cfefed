"""What a report plays: the table at each strategy, and whatever its sections need beside it."""

from dataclasses import dataclass, field

from balance.api import Answer
from balance.carding import Cards
from balance.clarifying import Clarification
from balance.comparing import Comparison
from balance.planning import Planned
from balance.probing import Probe
from balance.profiles import Profiles
from balance.qualities import Effort, Quality
from balance.recommending import Recommendation
from balance.reporting.mends import Mend
from balance.reporting.sample import Sample
from balance.reporting.sweeps import LeftOut, SweepRun
from balance.tournaments import Tournament
from sims.core.contract import Game

LEAST = Effort(games=4, looks=4, playouts=4, deals=8, replays=2)
"""The least that game quality can be measured with."""


@dataclass(frozen=True)
class Budget:
    """Games of each cell, by what the cell is for. Fixed, so that a report can be made again."""

    table: int
    map: int
    sweeps: int
    cards: int
    fresh: int
    rulings: int
    advice: int
    sample: int
    profiles: int = 0
    """For each profile at each player count; 0: no section on them."""
    probe: int = 0
    """For each seat with each thing that is taken from it; 0: no section on it."""
    tournament: int = 0
    """For each table of a tournament of the ladder's strategies; 0: no section on it."""
    looks: Effort = LEAST
    """For the game quality among the strongest."""
    glances: Effort = LEAST
    """The same among the weaker rungs, to see whether it depends on strength."""

    def effort(self, is_strongest: bool) -> Effort:
        """How closely the games of a rung are looked at."""
        return self.looks if is_strongest else self.glances


def budget(game: Game, quick: bool) -> Budget:
    """The default budget of a game's report, or that of `--quick`."""
    k = game.report.scale
    if quick:
        return Budget(
            table=4_096 * k,
            map=256 * k,
            sweeps=512 * k,
            cards=512 * k,
            fresh=1_024 * k,
            rulings=512 * k,
            advice=1_024 * k,
            sample=20,
            looks=Effort(games=16 * k, looks=12, playouts=32, deals=128 * k, replays=8),
            glances=Effort(games=8 * k, looks=8, playouts=16, deals=64 * k, replays=8),
            profiles=1_024,
            probe=32 * k,
            tournament=64 * k,
        )
    return Budget(
        table=32_768 * k,
        map=2_048 * k,
        sweeps=4_096 * k,
        cards=4_096 * k,
        fresh=8_192 * k,
        rulings=4_096 * k,
        advice=4_096 * k,
        sample=100,
        looks=Effort(games=40 * k, looks=16, playouts=64, deals=512 * k, replays=8),
        glances=Effort(games=24 * k, looks=12, playouts=32, deals=256 * k, replays=8),
        profiles=8_192,
        probe=256 * k,
        tournament=512 * k,
    )


@dataclass
class Runs:
    """Everything that was played; what no section needs, or no time was left for, is None or empty.

    `table` has an answer for each rung of `ladder`, weakest first. The map is played among the
    strongest rung, `ladder[-1]`; sweeps among the weakest too; the open questions, and what the
    table is compared with, among all of them. `map_left_out` are the cells of the map that the game
    cannot be played with. `fresh` is the table among the strongest once more on other games: what
    was picked as the most or the least of many is looked up there. `qualities` has the game quality
    of each row of the table at each rung, looked at with most `effort` at the strongest. `mends`
    are values that make rows fair; `probe` takes one thing from one player at a time; `tournament`
    sets the ladder's strategies against each other. `skipped` names the parts that no time was left
    for.
    """

    ladder: tuple[str, ...]
    table: list[Answer]
    parameter: str
    fresh: Answer | None = None
    map: Answer | None = None
    map_left_out: list[LeftOut] = field(default_factory=list)
    sweeps: list[SweepRun] = field(default_factory=list)
    cards: Cards | None = None
    rulings: Clarification | None = None
    compared: Comparison | None = None
    qualities: list[list[Quality]] = field(default_factory=list)
    effort: Effort = LEAST
    advice: Recommendation | None = None
    mends: list[Mend] = field(default_factory=list)
    profiles: list[Profiles] = field(default_factory=list)
    sample: Sample | None = None
    probe: Probe | None = None
    tournament: Tournament | None = None
    skipped: list[str] = field(default_factory=list)
    games: int = 0
    minutes: float = 0.0

    @property
    def others(self) -> list[Planned]:
        """The cells of the open questions and of what the table is compared with."""
        clarified = self.rulings.findings if self.rulings is not None else []
        compared = self.compared.findings if self.compared is not None else []
        return [finding.row.after.planned for finding in (*clarified, *compared)]
