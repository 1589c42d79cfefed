"""Targets: what a designer wants of a setup, each a measure with bounds.

    deviation=2          no seat farther than 2 points from an equal share
    turns=20:40          20 to 40 turns on average (also `20:` and `:40`)
    unfinished=1         at most 1 % of the games unfinished
    jailed_share=10:40   any measure that the game declares; shares in per cent

Each target says how far a setup is outside its bounds, in units of its own scale: half the width
between two bounds, or the one bound's size. Below 0 it is inside.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from balance.stats import Call, mean_interval, verdict, wilson
from sims.core.contract import Game
from sims.core.errors import DesignerError, unknown
from sims.core.tally import Tally

DEVIATION, UNFINISHED, TURNS = "deviation", "unfinished", "turns"
MET, MISSED, OPEN = "met", "missed", "open"


@dataclass(frozen=True)
class Target:
    """A measure with bounds, in its own unit: shares and deviations from 0 to 1."""

    name: str
    low: float
    high: float
    unit: str
    label: str

    @property
    def scale(self) -> float:
        """What counts as far: half the width between the bounds, or the size of the only one."""
        ends = [end for end in (self.low, self.high) if math.isfinite(end)]
        size = (self.high - self.low) / 2 if len(ends) == 2 else abs(ends[0])
        return size or (0.01 if self.factor == 100 else 1.0)

    @property
    def factor(self) -> int:
        """What the value is multiplied with where a person reads it."""
        return 100 if self.unit in ("%", "points") else 1

    def outside(self, value: float) -> float:
        """How far a value is outside the bounds, in scales; negative inside, infinite for NaN."""
        if math.isnan(value):
            return math.inf
        return max(self.low - value, value - self.high) / self.scale

    def outside_between(self, low: float, high: float) -> tuple[float, float]:
        """The least and the most that `outside` is for values between two."""
        if math.isinf(self.low) or math.isinf(self.high):
            nearest = high if math.isinf(self.high) else low
        else:
            nearest = min(max((self.low + self.high) / 2, low), high)
        return self.outside(nearest), max(self.outside(low), self.outside(high))

    def show(self, value: float, digits: int = 1) -> str:
        """A value as a person reads it, with its unit."""
        return f"{value * self.factor:.{digits}f} {self.unit}".rstrip()

    @property
    def bounds(self) -> str:
        """The bounds in words."""
        low, high = (f"{end * self.factor:g}" for end in (self.low, self.high))
        if math.isinf(self.low):
            return f"at most {high} {self.unit}".rstrip()
        if math.isinf(self.high):
            return f"at least {low} {self.unit}".rstrip()
        return f"{low} to {high} {self.unit}".rstrip()

    @property
    def typed(self) -> str:
        """The target as it is typed after `--target`."""
        low, high = (
            "" if math.isinf(end) else f"{end * self.factor:g}" for end in (self.low, self.high)
        )
        return f"{self.name}={f'{low}:' if low else ''}{high}"


def _kinds(game: Game) -> dict[str, tuple[str, str]]:
    """Everything that can be a target: its unit and its words."""
    kinds = {
        DEVIATION: ("points", "the worst seat's distance from an equal share"),
        TURNS: ("turns", "mean length"),
        UNFINISHED: ("%", "unfinished games"),
    }
    for measure in game.measures:
        unit = "%" if measure.unit == "share" else measure.unit
        kinds.setdefault(measure.name, (unit, measure.label))
    return kinds


def _number(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise DesignerError(f"{where}: {text!r} is no number; write NAME=MOST or NAME=LEAST:MOST")
    return value


def target(game: Game, text: str) -> Target:
    """A target from `NAME=MOST`, `NAME=LEAST:MOST`, `NAME=LEAST:` or `NAME=:MOST`."""
    where = f"--target {text}"
    name, equals, bounds = text.partition("=")
    name = name.strip()
    kinds = _kinds(game)
    if name not in kinds:
        raise unknown("target", name, kinds, "--target")
    first, colon, last = bounds.partition(":")
    if not equals or not (first.strip() or last.strip()):
        raise DesignerError(f"{where}: write NAME=MOST or NAME=LEAST:MOST, like turns=20:40")
    unit, label = kinds[name]
    factor = 100 if unit in ("%", "points") else 1
    low, high = (first, last) if colon else ("", first)
    least = _number(low, where) / factor if low.strip() else -math.inf
    most = _number(high, where) / factor if high.strip() else math.inf
    if least > most:
        raise DesignerError(f"{where}: the lower bound comes first, like turns=20:40")
    if name == DEVIATION and not (math.isinf(least) and 0 < most < 0.5):
        raise DesignerError(
            f"{where}: one number is needed, the most points that a seat may be from an equal "
            "share: more than 0 and less than 50"
        )
    return Target(name, least, most, unit, label)


def defaults(game: Game, tolerance: float) -> list[Target]:
    """What is aimed at when nothing is asked for: fair seats, and games that end."""
    return [target(game, f"{DEVIATION}={tolerance * 100:g}"), target(game, f"{UNFINISHED}=1")]


def targets(game: Game, texts: Sequence[str], tolerance: float) -> list[Target]:
    """The targets that were asked for, or the defaults; the first is the one that leads."""
    found = [target(game, text) for text in texts] or defaults(game, tolerance)
    names = [one.name for one in found]
    for name in names:
        if names.count(name) > 1:
            raise DesignerError(f"--target {name}: it is given twice; one pair of bounds is needed")
    return found


@dataclass(frozen=True)
class Estimate:
    """A target's value for a setup with its interval, in the target's own unit."""

    value: float
    low: float
    high: float


Worst = tuple[int, int]
"""A seat, and whether it wins too often (1) or too seldom (-1)."""


def worst(tally: Tally) -> Worst:
    """The seat that may be farthest from an equal share, and in which direction."""
    ends = [(seat, sign) for seat in range(tally.players) for sign in (1, -1)]
    return max(ends, key=lambda end: distance(tally, end))


def distance(tally: Tally, end: Worst) -> float:
    """How far a seat is from an equal share in a direction, unfinished games at their worst."""
    seat, sign = end
    won = tally.wins[seat] + (tally.unfinished if sign > 0 else 0)
    return sign * (won / tally.games - 1 / tally.players)


@dataclass(frozen=True)
class Games:
    """The games of a setup: their counts, and what the worst seat is picked from.

    Each of `pairs` says in which games it is picked and in which others it is then measured.
    """

    whole: Tally
    pairs: tuple[tuple[Tally, Tally], ...]

    @classmethod
    def of_halves(cls, first: Tally, second: Tally) -> "Games":
        """Games of one run: picked in the one half, measured in the other, both ways."""
        both = ((first, second), (second, first)) if first.games and second.games else ()
        return cls(first + second, both or ((first + second, first + second),))

    @classmethod
    def fresh(cls, whole: Tally, before: Tally) -> "Games":
        """Fresh games of a setup that was played `before`: picked there, measured here."""
        return cls(whole, ((before, whole),))


def _deviation(games: Games, confidence: float) -> Estimate:
    """The worst seat's distance from an equal share.

    The largest of several noisy distances is biased upward. So the worst seat is picked in some
    games and measured in others (cross estimator: H. van Hasselt, Double Q-learning, NIPS 2010),
    which does not overstate on average, but for being cut off at 0. The interval holds for all
    seats at once (Wilson with the error shared by the seats) and allows for unfinished games.
    """
    whole = games.whole
    n = whole.players
    value = sum(distance(there, worst(here)) for here, there in games.pairs) / len(games.pairs)
    low, high = wilson(
        whole.wins, whole.games, 1 - (1 - confidence) / n, unfinished=whole.unfinished
    )
    least = max(0.0, float((low - 1 / n).max()), float((1 / n - high).max()))
    most = max(float((high - 1 / n).max()), float((1 / n - low).max()))
    return Estimate(min(max(value, least), most), least, most)


def estimate(aim: Target, games: Games, confidence: float = 0.95) -> Estimate:
    """A target's value with its interval; NaN for a measure that none of the games has."""
    whole = games.whole
    if aim.name == DEVIATION:
        return _deviation(games, confidence)
    if aim.name == UNFINISHED:
        low, high = wilson(whole.unfinished, whole.games, confidence)
        return Estimate(whole.unfinished / whole.games, float(low), float(high))
    counts = whole.turns if aim.name == TURNS else whole.histograms[aim.name]
    seats = whole.players if aim.name in whole.seats else 1
    n = sum(counts.values())
    if n == 0:
        return Estimate(math.nan, -math.inf, math.inf)
    total = sum(value * count for value, count in counts.items())
    squares = sum(value * value * count for value, count in counts.items())
    mean = mean_interval(total, squares, n, confidence)
    return Estimate(mean.mean / seats, mean.low / seats, mean.high / seats)


def status(aim: Target, games: Games) -> str:
    """Whether a target is met: shown to be, shown not to be, or open.

    Met: the 90 % interval lies within the bounds (two one-sided tests of 5 %); missed: the 95 %
    interval lies wholly outside. For the deviation these are the verdicts FAIR and UNFAIR.
    """
    if aim.name == DEVIATION:
        whole = games.whole
        call = verdict(whole.wins, whole.draws, whole.unfinished, aim.high).call
        return {Call.FAIR: MET, Call.UNFAIR: MISSED, Call.INCONCLUSIVE: OPEN}[call]
    narrow, wide = estimate(aim, games, 0.90), estimate(aim, games, 0.95)
    if narrow.low >= aim.low and narrow.high <= aim.high:
        return MET
    return MISSED if wide.high < aim.low or wide.low > aim.high else OPEN


def loss(aims: Sequence[Target], outside: Sequence[float]) -> float:
    """How bad a setup is, from how far each target is outside its bounds; smaller is better.

    Above 0, some target is missed: it is the largest miss, in scales. Up to 0, all are met: then
    the first target leads, the farther inside the better.
    """
    most = max(outside)
    return most if most > 0 else outside[0]
