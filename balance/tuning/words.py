"""What tuning found, in sentences."""

from typing import TYPE_CHECKING

from balance.stats import wilson
from balance.versus import Gain
from sims.core.catalogue import find

if TYPE_CHECKING:
    from balance.tuning import Tuned


def points(value: float, low: float, high: float) -> str:
    """A difference of shares in points, with its interval."""
    return f"{100 * value:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})"


def unfinished_words(one: Gain) -> str:
    """How far unfinished games could move a gain, where there are any."""
    if one.seen_low - one.low < 5e-4 and one.high - one.seen_high < 5e-4:
        return ""
    return (
        "; unfinished games are won by nobody here, had they gone all one way it would be "
        f"{100 * one.low:+.1f} to {100 * one.high:+.1f}"
    )


def sentences(tuned: "Tuned") -> list[str]:
    """The gain on fresh games, whether the weights are kept, and what it says of the game."""
    one = tuned.found.gain
    word = find(tuned.question.game).player_word
    told = points(one.difference, one.seen_low, one.seen_high) + unfinished_words(one)
    where = f"{tuned.players} {word}s"
    if tuned.seat:
        return [_exploitable(tuned, f"{where}, seat {tuned.seat}", told)]
    if tuned.found.confirmed:
        return [
            f"{where}: the weights found win {100 * one.rate:.1f} % instead of "
            f"{100 * one.before:.1f} % against the pool on {one.games:,} fresh games a side, "
            f"{told}. They are kept.{_late(tuned)}"
        ]
    return [
        f"{where}: no gain was confirmed: {told} against the pool on {one.games:,} fresh games a "
        f"side. The weights of {tuned.strategy} are kept as they are."
    ]


def _late(tuned: "Tuned") -> str:
    """How many games among the tuned do not end in time, if that was asked."""
    late, games, mirror = tuned.found.late, tuned.found.mirrors, tuned.tuning.mirror
    if mirror is None:
        return ""
    low, high = wilson(late, games)
    limit = find(tuned.question.game).turn_limit
    unit = limit.removeprefix("max_")
    return (
        f" Among themselves {100 * late / games:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of "
        f"{games:,} games are not over within {mirror.setup[limit]} {unit}."
    )


def _exploitable(tuned: "Tuned", where: str, told: str) -> str:
    """What one player gains by tuning for a seat against a table of the others as they are."""
    one, tolerance = tuned.found.gain, tuned.question.tolerance
    others = ", ".join(name for name, _ in tuned.tuning.pool)
    what = f"{where}: tuned for it among {tuned.players - 1} {others} a player gains {told}"
    if one.seen_low > tolerance:
        return f"{what}. That is more than the tolerance: {others} can be exploited there."
    if one.seen_high < tolerance:
        return f"{what}: no more than the tolerance, as far as this search found."
    return f"{what}: not settled beside the tolerance of {100 * tolerance:g} points."
