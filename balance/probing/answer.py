"""The probe: what a strong player misses when it may not use one thing (restricted play).

In each game one player plays without the thing, among players who may use everything; beside it,
on the same game ids, the game in which that player may, too. It sits in every seat in turn, with
game ids of its own, so that the differences of the seats are independent and add up to one sample.
What all things show is judged together (`balance.stats.families`).

Source: A. Jaffe et al., Evaluating competitive game balance with restricted play, AIIDE 2012.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import add
from typing import TYPE_CHECKING, Any

from balance.blocks import Block
from balance.comparing import ladder
from balance.means import do
from balance.pairing import FEW
from balance.planning import Planned, Question, check, plan
from balance.stats import (
    Bounds,
    PairedSums,
    Shown,
    family,
    paired_difference,
    rate_change_bounds,
    wilson,
)
from balance.strength import ABSENT, EFFECT, OPEN, Rung, Strength, fares
from sims.core.catalogue import find
from sims.core.errors import DesignerError, unknown
from sims.core.restricting import ITEM, Barred, things
from sims.core.runner import Job
from sims.core.schedule import Progress
from sims.core.strategies import WITHOUT

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Missing:
    """One player without a thing among full ones, and the full one in its place, seats pooled.

    `won` pairs the player's wins (without, with); `least` and `most` take unfinished games as won
    where that makes the change least, most. `differing`: the games that somebody else won.
    """

    thing: Barred
    players: int
    strategy: str
    won: PairedSums
    least: PairedSums
    most: PairedSums
    turns: PairedSums
    unfinished: PairedSums
    differing: int
    lengths_differing: int

    @property
    def games(self) -> int:
        """Games of the player without the thing, over all seats."""
        return self.won.n

    @property
    def change(self) -> float:
        """The change of the player's win rate, without less with (-1 to 1)."""
        return (self.won.total_a - self.won.total_b) / self.games

    @property
    def unused(self) -> bool:
        """Whether not one game had another outcome or length."""
        return not self.differing and not self.lengths_differing

    def bounds(self, confidence: float) -> tuple[float, float]:
        """The interval of `change`, unfinished games allowed for.

        Seats are strata of equal size; the score interval of the pooled sample is no narrower than
        that of the strata, whose variances leave out what differs between them.
        """
        low, _ = rate_change_bounds(self.least, confidence)
        _, high = rate_change_bounds(self.most, confidence)
        return low, high

    def rate(self, without: bool) -> tuple[float, float, float]:
        """The player's win rate with its 95 % interval, unfinished games allowed for."""
        won = self.won.total_a if without else self.won.total_b
        open_ = self.unfinished.total_a if without else self.unfinished.total_b
        low, high = wilson(won, self.games)[0], wilson(won + open_, self.games)[1]
        return won / self.games, float(low), float(high)

    @property
    def turns_bounds(self) -> tuple[float, float, float]:
        """The change of length in turns with its 95 % interval, unbounded where few games show."""
        found = paired_difference(self.turns)
        if self.lengths_differing < FEW:
            return found.difference, -math.inf, math.inf
        return found.difference, found.low, found.high


@dataclass(frozen=True)
class Finding:
    """What a `Missing` shows, judged over all things, player counts and strategies."""

    missing: Missing
    shown: Shown

    @property
    def call(self) -> str:
        """One of `CALLS`."""
        if self.missing.unused:
            return "never used"
        if self.shown.within:
            return "not missed"
        if self.shown.sign < 0:
            return "essential" if self.shown.joint_high < -self.shown.margin else "missed"
        return "better without" if self.shown.sign > 0 else "open"


KINDS = {"open": OPEN, "not missed": ABSENT, "never used": ABSENT}
"""What calls say; all others tell of an effect."""

CALLS: Mapping[str, str] = {
    "essential": "without it the win rate falls by more than the margin",
    "missed": "without it the win rate falls; by how much is not settled",
    "not missed": "without it the win rate moves by no more than the margin",
    "better without": "without it the win rate rises: this player uses it badly",
    "never used": "not one game differs",
    "open": "the games tell neither",
}


@dataclass(frozen=True)
class Probe:
    """What was found, by player count and strategy."""

    question: Question
    strategies: tuple[str, ...]
    margin: float
    findings: tuple[Finding, ...]
    planned: tuple[Planned, ...]

    @cached_property
    def rows(self) -> "pd.DataFrame":
        """A row per player count, strategy and thing: win rates, change with intervals, call.

        Rates and changes are shares. `low` to `high` is the row's own 95 % interval, `joint_low`
        to `joint_high` holds for all rows at once; both allow for unfinished games.
        """
        import pandas as pd

        rows = [_row(f) | self.strength_of(f).columns() for f in self.findings]
        return pd.DataFrame(rows)

    def strength_of(self, finding: Finding) -> Strength:
        """How the call on a thing, at one player count, fares among players of other strength."""
        same = [
            f
            for f in self.findings
            if f.missing.thing == finding.missing.thing
            and f.missing.players == finding.missing.players
        ]
        return fares([_rung(f) for f in same])

    @cached_property
    def sentences(self) -> list[str]:
        """The findings in words, a few sentences a player count."""
        from balance.probing.words import sentences

        return sentences(self)


def _rung(finding: Finding) -> Rung:
    kind = KINDS.get(finding.call, EFFECT)
    size = (finding.missing.change, finding.shown.joint_low, finding.shown.joint_high)
    return Rung(finding.missing.strategy, finding.call, kind, size if kind == EFFECT else None)


def _row(finding: Finding) -> dict[str, Any]:
    missing, shown = finding.missing, finding.shown
    rate, low, high = missing.rate(without=True)
    full, full_low, full_high = missing.rate(without=False)
    turns, turns_low, turns_high = missing.turns_bounds
    return {
        "players": missing.players, "strategy": missing.strategy, "thing": missing.thing.name,
        "label": missing.thing.label, "call": finding.call, "games": missing.games,
        "differing": missing.differing,
        "rate": rate, "rate_low": low, "rate_high": high,
        "full_rate": full, "full_rate_low": full_low, "full_rate_high": full_high,
        "change": missing.change, "low": shown.low, "high": shown.high,
        "joint_low": shown.joint_low, "joint_high": shown.joint_high, "margin": shown.margin,
        "turns_change": turns, "turns_low": turns_low, "turns_high": turns_high,
        "unfinished": missing.unfinished.total_a / missing.games,
    }  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """What `probe` is going to play: by player count and strategy the seats' blocks."""

    question: Question
    things: tuple[Barred, ...]
    groups: tuple[tuple[str, int, tuple[Block, ...]], ...]
    planned: tuple[Planned, ...]

    @property
    def games(self) -> int:
        """Games of all cells together."""
        return sum(len(b.jobs) * b.games for *_, blocks in self.groups for b in blocks)


def chosen(game: str, wanted: Sequence[str]) -> tuple[Barred, ...]:
    """The things named: each by its name, or by that of its kind (`play` for every `play=TITLE`).

    All of them if none is named. Raises a `DesignerError` for a game that declares none.
    """
    known = things(find(game))
    if not known:
        raise DesignerError(f"{find(game).title} declares nothing that a player can do without")
    found: dict[str, Barred] = {}
    for text in wanted or known:
        those = [name for name in known if text in (name, name.partition(ITEM)[0])]
        if not those:
            kinds = dict.fromkeys(name.partition(ITEM)[0] for name in known)
            raise unknown("thing to do without", text, [*dict.fromkeys([*kinds, *known])],
                          "--without")  # fmt: skip
        found |= {name: known[name] for name in those}
    return tuple(found.values())


def make_plan(asked: Question, strategies: Sequence[str], wanted: Sequence[str] = ()) -> Plan:
    """Every cell of a probe. Raises a `DesignerError` before anything is played."""
    without = chosen(asked.game, wanted)
    _, data = check(asked)
    groups: list[tuple[str, int, tuple[Block, ...]]] = []
    planned: list[Planned] = []
    for name in strategies:
        for players in asked.players or tuple(sorted(data.table)):
            blocks = []
            for seat in range(players):
                lineups = [[name] * players for _ in range(len(without) + 1)]
                for line, thing in zip(lineups[1:], without, strict=True):
                    line[seat] = f"{name}{WITHOUT}{thing.name}"
                cells = [_cell(asked, players, line) for line in lineups]
                planned += cells
                jobs = tuple(
                    Job(c.cell, c.strategies, asked.seed, seat * asked.games, asked.games)
                    for c in cells
                )
                blocks.append(Block(jobs, tuple(((i,), (0,)) for i in range(1, len(jobs)))))
            groups.append((name, players, tuple(blocks)))
    return Plan(asked, without, tuple(groups), tuple(planned))


def _cell(asked: Question, players: int, lineup: Sequence[str]) -> Planned:
    [cell] = plan(replace(asked, players=(players,), lineup=tuple(lineup), rotate=False))
    return cell


def played(made: Plan, margin: float, progress: Progress | None = None) -> Probe:
    """Play and judge what was planned; `margin` is what is too small to matter, as a share."""
    asked = made.question
    missing: list[Missing] = []
    for name, players, blocks in made.groups:
        cells = len(blocks[0].jobs)
        advance = None if progress is None else _times(progress, cells)
        done = do(list(blocks), asked.threads, advance)
        for place, thing in enumerate(made.things):
            sums = [each.counts.sums[place] for each in done]

            def pooled(key: str, by_seat: bool = False, sums: Sequence[Any] = sums) -> PairedSums:
                each = [
                    s.paired[key.format(seat=seat + 1) if by_seat else key]
                    for seat, s in enumerate(sums)
                ]
                return reduce(add, each)

            missing.append(
                Missing(
                    thing, players, name,
                    pooled("seat.{seat}", True), pooled("seat.{seat}.least", True),
                    pooled("seat.{seat}.most", True), pooled("turns"), pooled("unfinished"),
                    sum(s.changed["outcome"] for s in sums), sum(s.changed["turns"] for s in sums),
                )
            )  # fmt: skip
    rows: list[Bounds] = [one.bounds for one in missing]
    shown = family(rows, [margin] * len(rows))
    findings = [Finding(*pair) for pair in zip(missing, shown, strict=True)]
    order = list(dict.fromkeys(name for name, *_ in made.groups))
    findings.sort(
        key=lambda f: (order.index(f.missing.strategy), f.missing.players, f.missing.change)
    )
    return Probe(asked, tuple(order), margin, tuple(findings), made.planned)


def _times(progress: Progress, cells: int) -> Progress:
    return lambda games: progress(games * cells)


def strategies_of(game: str, lineups: str | Sequence[str] | None = None) -> tuple[str, ...]:
    """The strategies to probe: those named, or the game's ladder of strength, weakest first."""
    found = ladder(game, lineups)
    for names in found:
        if len(names) > 1:
            raise DesignerError(
                f"--lineup {','.join(names)}: everybody plays the same in a probe but for the one "
                "thing; name one strategy, and the option again for another"
            )
    return tuple(dict.fromkeys(name for [name] in found))
