"""What becomes of game quality, in words: what is told apart, and how far the rest may go."""

import math
from collections.abc import Sequence

from balance.comparing import Comparison
from balance.qualities import Effort
from balance.qualities.changes import QualityChange
from balance.strength import ABSENT, EFFECT, OPEN, Rung, Strength, fares
from reports.numbers import fixed, listed, plural
from sims.core.catalogue import find
from sims.core.contract import Game

KINDS = {"same": ABSENT, "open": OPEN}
CALLS = {"same": "no change at all", "open": "not told apart"}
USEFUL = 0.5
"""A share that may have moved by this much or more is as good as not bounded."""

Place = tuple[str, int, str, int | None]


def place(each: QualityChange) -> Place:
    """What a change is about but for the lineup: variant, players, measure and seat."""
    return each.row.variant, each.row.players, each.paired.meaning.name, each.paired.seat


def labels(changes: Sequence[QualityChange]) -> dict[Place, Strength]:
    """How the call on each measure fares over the lineups, weakest first."""
    rungs: dict[Place, list[Rung]] = {}
    for each in changes:
        size = (each.paired.change, each.shown.joint_low, each.shown.joint_high)
        call = CALLS.get(each.call, each.call)
        kind = KINDS.get(each.call, EFFECT)
        rungs.setdefault(place(each), []).append(Rung(each.row.lineup, call, kind, size))
    return {at: fares(each) for at, each in rungs.items()}


def sentences(found: Comparison) -> list[str]:
    """For each variant and player count, among the strongest: what is told apart, what is not."""
    if not found.qualities or found.effort is None:
        return []
    label = labels(found.qualities)
    game = find(found.question.game)
    tables: dict[tuple[str, int], list[QualityChange]] = {}
    for each in found.qualities:
        if each.row.lineup == found.lineups[-1] and not each.row.identical:
            tables.setdefault((each.row.variant, each.row.players), []).append(each)
    said = [method(found.effort)] if tables else []
    for (variant, players), changes in tables.items():
        where = f"{variant} beside {found.base} at {players} {game.player_word}s, game quality"
        told: dict[str, list[str]] = {}  # by the label, which several have in common
        for each in changes:
            if each.shown.sign:
                told.setdefault(label[place(each)].sentence, []).append(_told(each))
        said += [f"{where}: {', '.join(each)}. {sentence}" for sentence, each in told.items()]
        said += _others(where, [each for each in changes if not each.shown.sign], found, game)
    return said


def method(effort: Effort) -> str:
    """What the changes of game quality rest on."""
    return (
        f"Game quality, before and after: the course from the same {plural(effort.games, 'game')}, "
        f"win probabilities by {effort.playouts} playouts at up to {effort.looks} turns of each; "
        f"what decides from the same {plural(effort.deals, 'deal')}, each played "
        f"{effort.replays} times. Intervals (95 %) and calls (Holm, 5 %) are for all measures, "
        "seats, player counts and lineups at once."
    )


def _fine(value: float, sign: bool = False) -> str:
    """A number with one decimal, two below 10."""
    return fixed(value, 1 if abs(value) >= 9.95 else 2, sign)


def _value(value: float, unit: str) -> str:
    return fixed(100 * value, 1) if unit == "share" else _fine(value)


def _bound(value: float, unit: str) -> str:
    return fixed(100 * value, 1, sign=True) if unit == "share" else _fine(value, sign=True)


def name(each: QualityChange) -> str:
    """A measure by its name, with the seat if it is of one."""
    label = each.paired.meaning.label
    return label if each.paired.seat is None else f"{label} of seat {each.paired.seat}"


def _told(each: QualityChange) -> str:
    """`drama 3.1 to 9.4 % (+2.2 to +10.4 points)`."""
    pair, shown, unit = each.paired, each.shown, each.paired.meaning.unit
    ends = (_bound(end, unit) for end in (shown.joint_low, shown.joint_high))
    return (
        f"{name(each)} from {_value(pair.before, unit)} to {_value(pair.after, unit)} "
        f"{'%' if unit == 'share' else unit} ({' to '.join(ends)}"
        f"{' points' if unit == 'share' else ''})"
    )


def _others(
    where: str, changes: Sequence[QualityChange], found: Comparison, game: Game
) -> list[str]:
    """How far the measures of the whole game that are not told apart may have moved at most."""
    whole = [each for each in changes if each.paired.seat is None]
    if not whole:
        return []
    within, unknown = [], []
    for each in whole:
        if each.shown.most < (USEFUL if each.paired.meaning.unit == "share" else math.inf):
            within.append(f"{_beyond(each)} in {name(each)}")
        else:
            unknown.append(name(each))
    parts = []
    if within:
        parts.append(f"no difference beyond {', '.join(within)}")
    if unknown:
        parts.append(f"so few games do not bound {listed(unknown)}")
    return [f"{where}, not told apart: {'; '.join(parts)}. {_fares(whole, found).sentence}"]


def _beyond(each: QualityChange) -> str:
    unit = each.paired.meaning.unit
    most = each.shown.most
    return f"{fixed(100 * most, 1)} points" if unit == "share" else f"{_fine(most)} {unit}"


def _fares(these: Sequence[QualityChange], found: Comparison) -> Strength:
    """Whether the measures that are not told apart here are so among the other lineups, too."""
    places = {place(each) for each in these}
    rungs = []
    for lineup in found.lineups:
        there = [c for c in found.qualities if c.row.lineup == lineup and place(c) in places]
        some = [name(each) for each in there if each.shown.sign]
        call = f"{listed(some)} told apart" if some else "none of these told apart"
        if there:
            rungs.append(Rung(lineup, call, EFFECT if some else OPEN))
    return fares(rungs)
