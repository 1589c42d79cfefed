"""What was found as sentences: what to print, why, and what speaks against it."""

import math
from collections.abc import Sequence

from balance.comparing.words import number, points, points_span, turns_span
from balance.planning import ROTATED
from balance.recommending.search import CONFIDENCE, Found
from balance.recommending.space import Setup, words
from balance.recommending.targets import DEVIATION, MET, MISSED, Target, estimate, status
from balance.strength import (
    ABSENT,
    EFFECT,
    OPEN,
    Rung,
    Strength,
    fares,
    only,
    weakest_first,
)
from reports.numbers import first_upper
from sims.core.catalogue import find
from sims.core.contract import Game

ADAPTATION = (
    "Without adaptation: every strategy plays each setup with the weights that it has, whatever "
    "table these were found for. Players who learn a new table may play it otherwise."
)


def value(aim: Target, setup: Setup) -> str:
    """A target's value in a setup with its interval: `3.1 points (2.2 to 4.0)`."""
    found = estimate(aim, setup.games)
    low, high = (f"{end * aim.factor:.1f}" for end in (found.low, found.high))
    return f"{aim.show(found.value)} ({low} to {high})"


def facts(aims: list[Target], setup: Setup) -> str:
    """Every target's value in a setup, with its interval."""
    parts = []
    for aim in aims:
        what = "the worst seat off by" if aim.name == DEVIATION else f"{aim.label}:"
        parts.append(f"{what} {value(aim, setup)}")
    return ", ".join(parts)


def _short(aims: list[Target], setup: Setup) -> str:
    """Which targets a setup is not shown to meet, and by what."""
    parts = []
    for aim in aims:
        found = status(aim, setup.games)
        if found != MET:
            verb = "misses" if found == MISSED else "is not shown to meet"
            parts.append(f"{verb} “{aim.label}: {aim.bounds}” with {value(aim, setup)}")
    return " and ".join(parts)


def strength(found: Found) -> Strength:
    """How the recommended setup fares across strength."""
    rungs = []
    for name in weakest_first(found.strength, find(found.best.planned.cell.game).report.ladder):
        calls = {status(aim, found.strength[name]) for aim in found.aims}
        if calls == {MET}:
            rungs.append(Rung(name, "meets every target", EFFECT))
        elif MISSED in calls:
            rungs.append(Rung(name, "misses a target", ABSENT))
        else:
            rungs.append(Rung(name, "not shown to meet every target", OPEN))
    return fares(rungs)


def beside(game: Game, found: Found) -> list[str]:
    """The race's winner beside the printed setup, game by game, and what pairing them won."""
    if found.change is None:
        return []
    change, winner = found.change, words(game.name, found.ranked[0].at)
    worst, turns = change.worst, change.turns
    ratio = change.variance_ratio
    pairing = f"; pairing x {ratio:.1f}" if math.isfinite(ratio) else ""
    return [
        f"{first_upper(winner)} beside the printed {words(game.name, found.printed.at)}, on the "
        f"same {change.games:,} fresh games: worst seat {points(worst.change)} "
        f"({points_span(worst.low, worst.high)}), length {number(turns.difference, sign=True)} "
        f"turns ({turns_span(turns.low, turns.high)}), unfinished "
        f"{points(change.unfinished.difference)} "
        f"({points_span(change.unfinished.low, change.unfinished.high)}){pairing}. "
        f"{only(next(iter(found.strength))).sentence}"
    ]


def regret(found: Found) -> str:
    """How much better a setup that was not chosen could be."""
    count = len(found.ranked)
    if count == 1:
        return "No other setup was tried, so no regret can be stated."
    target, amount = found.regret.target, found.regret.amount
    others = (
        "the other setup tried cannot"
        if count == 2
        else f"none of the {count - 1} others tried can"
    )
    return (
        f"The regret is at most {target.show(amount)} of “{target.label}” "
        f"({CONFIDENCE * 100:.0f} %): {others} be better by more."
    )


def sentence(game: Game, found: Found) -> str:
    """What to print at one player count, and why, in one sentence."""
    aims, best, printed = list(found.aims), found.best, found.printed
    at = f"At {found.players} {game.player_word}s"
    setup, was = words(game.name, best.at), words(game.name, printed.at)
    if found.meets and best is printed:
        return f"{at} keep the printed table ({setup}): {facts(aims, best)}."
    if found.meets:
        return (
            f"{at} print {setup} instead of {was}: {facts(aims, best)}; the printed table "
            f"{_short(aims, printed)}."
        )
    count = len(found.ranked)
    none = (
        f"none of the {count} setups tried meets every target (95 %, all of them at once)"
        if found.none_can
        else f"none of the {count} setups tried is shown to meet every target"
    )
    if count == 1:
        sure = "misses a target" if found.none_can else "is not shown to meet every target"
        none = f"the only setup tried {sure}"
    which = "the printed table" if best is printed else setup
    return f"{at} {none}. The nearest is {which}, which {_short(aims, best)}."


def sentences(game: Game, found: Found) -> list[str]:
    """Everything that a designer should read about one player count."""
    said = [sentence(game, found), regret(found), strength(found).sentence, *beside(game, found)]
    if len(found.front) > 1:
        said.insert(1, trade(game, found))
    return said


def remarks(found: Sequence[Found]) -> list[str]:
    """What holds for all player counts: how the lineup was seated, and that nobody adapts."""
    rotated = any(len(one.best.rotations) > 1 for one in found)
    return [ROTATED, ADAPTATION] if rotated else [ADAPTATION]


def trade(game: Game, found: Found) -> str:
    """What the targets cost each other: the two ends of the front."""
    first, last = found.front[0], found.front[-1]
    aims = list(found.aims)
    sure = _apart(aims[0], first, last) and any(_apart(aim, last, first) for aim in aims[1:])
    return (
        f"The targets {'' if sure else 'may '}conflict: {words(game.name, first.at)} is best in "
        f"“{aims[0].label}” ({facts(aims, first)}), {words(game.name, last.at)} in the others "
        f"({facts(aims, last)})."
    )


def _apart(aim: Target, less: Setup, more: Setup) -> bool:
    """Whether one setup is clearly nearer to a target: their intervals do not meet."""
    (_, one), (other, _) = (
        aim.outside_between(found.low, found.high)
        for found in (estimate(aim, setup.games) for setup in (less, more))
    )
    return one < other
